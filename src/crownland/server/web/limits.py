"""How much anybody may ask for: buckets that fill up again."""

from time import monotonic

__all__ = ["Bucket", "Buckets"]

BURST = 3.0  # seconds' worth that may come at once
MOST_KNOWN = 20_000


class Bucket:
    """So many things a second, a few seconds' worth at once."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, burst: float = BURST) -> None:
        self._rate, self._full = rate, max(1.0, rate * burst)
        self._left, self._at = self._full, monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take so much; False when there is less than one."""
        moment = monotonic()
        self._left = min(self._full, self._left + (moment - self._at) * self._rate)
        self._at = moment
        if self._left < 1:
            return False
        self._left -= cost
        return True

    @property
    def is_full(self) -> bool:
        return self._left + (monotonic() - self._at) * self._rate >= self._full


class Buckets:
    """A bucket for everybody by name; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float = BURST) -> None:
        self._rate, self._burst = rate, burst
        self._known: dict[str, Bucket] = {}

    def take(self, name: str, cost: float = 1.0) -> bool:
        bucket = self._known.get(name)
        if bucket is None:
            if len(self._known) >= MOST_KNOWN:
                self._forget()
            bucket = self._known[name] = Bucket(self._rate, self._burst)
        return bucket.take(cost)

    def _forget(self) -> None:
        self._known = {name: bucket for name, bucket in self._known.items() if not bucket.is_full}
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
