"""Rate limits, as token buckets, and the name under which an address is counted."""

from functools import lru_cache
from time import monotonic

__all__ = ["Bucket", "Buckets", "FrameLimit", "network_of"]

BURST_SECONDS = 3.0  # a full bucket allows this many seconds' worth at once
MAX_BUCKETS = 20_000
GUESTS_OF_ADDRESS = 10  # who may send frames at the full rate: people who share an address rarely all play at once
ANSWER_BYTES = 4096  # an answer of this size costs as much as a frame
IPV6_PREFIX = 64  # bits; whoever has one IPv6 address has all addresses with the same prefix


@lru_cache(4096)
def network_of(address: str) -> str:
    """Returns what limits count as one client: an IPv4 address, or the network of an IPv6 address."""
    from ipaddress import IPv6Address, IPv6Network, ip_address

    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Network((parsed, IPV6_PREFIX), strict=False))


class Bucket:
    """Allows *rate* things per second, and *burst* seconds' worth of them at once."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, burst: float = BURST_SECONDS) -> None:
        self._rate, self._full = rate, max(1.0, rate * burst)
        self._left, self._at = self._full, monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Takes *cost* from the bucket. Returns False, and takes nothing, if less than 1 is left."""
        current = monotonic()
        self._left = min(self._full, self._left + (current - self._at) * self._rate)
        self._at = current
        if self._left < 1:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Takes *cost*, whatever is left. The debt is at most what a full bucket holds."""
        self._left = max(-self._full, self._left - cost)

    @property
    def is_full(self) -> bool:
        return self._left + (monotonic() - self._at) * self._rate >= self._full


class Buckets:
    """One bucket for each name. Full buckets are dropped when there are too many."""

    def __init__(self, rate: float, burst: float = BURST_SECONDS) -> None:
        self._rate, self._burst = rate, burst
        self._known: dict[str, Bucket] = {}

    def take(self, name: str, cost: float = 1.0) -> bool:
        return self._bucket(name).take(cost)

    def charge(self, name: str, cost: float) -> None:
        self._bucket(name).charge(cost)

    def _bucket(self, name: str) -> Bucket:
        bucket = self._known.get(name)
        if bucket is None:
            if len(self._known) >= MAX_BUCKETS:
                self._drop_full()
            bucket = self._known[name] = Bucket(self._rate, self._burst)
        return bucket

    def _drop_full(self) -> None:
        self._known = {name: bucket for name, bucket in self._known.items() if not bucket.is_full}
        if len(self._known) >= MAX_BUCKETS:
            self._known.clear()


class FrameLimit:
    """Limits frames by the cost of their answers, over all sockets of a guest and over all of an address."""

    def __init__(self, rate: float) -> None:
        self._guests, self._addresses = Buckets(rate), Buckets(rate * GUESTS_OF_ADDRESS)

    def take(self, guest: str | None, address: str) -> bool:
        """Whether another frame of *guest* may be answered now. A client without a cookie is known by its address."""
        return self._guests.take(guest or address) and self._addresses.take(address)  # one guest does not spend it all

    def charge(self, guest: str | None, address: str, size: int) -> None:
        """Charges an answer of *size* bytes."""
        cost = size / ANSWER_BYTES
        self._addresses.charge(address, cost)
        self._guests.charge(guest or address, cost)
