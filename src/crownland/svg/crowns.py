"""The crowns above what stands on a square."""

from crownland.svg.canvas import UNIT, use

__all__ = ["crowns"]

CROWN = 31  # three of them fit above a building


def crowns(count: int, x: float, y: float) -> str:
    left = x + (UNIT - count * CROWN) / 2
    return "".join(use("crown", left + place * CROWN, y + 2, CROWN) for place in range(count))
