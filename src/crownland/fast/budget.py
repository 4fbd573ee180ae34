"""How much a search may do. No kernel is needed to say it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic

__all__ = ["SLICE", "Budget"]

SLICE = 0.004  # seconds of one compiled call, after which the clock is looked at


@dataclass(frozen=True, slots=True)
class Budget:
    """So many simulations, or until so many seconds are over."""

    sims: int | None = None
    seconds: float | None = None

    def spend(self, run: Callable[[int, int], None], begin: float) -> None:
        """Calls *run* with the number of the next simulation and how many to run, until the budget is spent.

        *begin* is when the clock began to run. Time is spent in slices; the last one says how many fit into the next.
        """
        if self.seconds is None:
            run(0, self.sims or 0)
            return
        end, most = begin + self.seconds, inf if self.sims is None else self.sims
        done, more, before = 0, 1, monotonic()
        while done < most:
            run(done, more)
            done += more
            now = monotonic()
            if now >= end:
                return
            more = int(min(most - done, max(1, more * min(SLICE, end - now) / (now - before + 1e-9))))
            before = now
