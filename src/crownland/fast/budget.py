"""How much a search may do. No kernel is needed to say it."""

from dataclasses import dataclass

__all__ = ["SLICE", "Budget"]

SLICE = 0.004  # seconds of one compiled call, after which the clock is looked at


@dataclass(frozen=True, slots=True)
class Budget:
    """So many simulations, or until so many seconds are over."""

    sims: int | None = None
    seconds: float | None = None
