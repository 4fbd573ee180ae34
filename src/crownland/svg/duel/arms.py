"""Coats of arms and their crosses, as squares and dice show them."""

from crownland.kernel.domino import Half
from crownland.kernel.square import Square, column, row
from crownland.kernel.terrain import Land
from crownland.svg.canvas import UNIT, use
from crownland.svg.motif import Motif

__all__ = ["arms", "coat_feature", "coat_stem"]

PLAIN, CROSSED = 76, 66  # the side of a shield alone, and of one under crosses
CROSS = 31
EDGE = 1  # what is left free around a row of crosses


def coat_stem(coat: Land) -> str:
    """What the names of a coat's colours and drawings begin with; its shield has this name itself."""
    return f"coat-{coat.key}"


def coat_feature(half: Half, square: Square, motif: Motif) -> str:
    """The coat of a square, leaning a little as if it had been drawn by hand."""
    return arms(half, column(square) * UNIT, -(row(square) + 1) * UNIT, motif.tilt)


def arms(half: Half | None, x: float, y: float, tilt: float = 0) -> str:
    """A shield in the square whose upper left corner is at *x* and *y*, all its crosses in a row above.

    The shield leans by *tilt* degrees. None is the wild face (D5).
    """
    crosses = 0 if half is None else half.crowns
    size = CROSSED if crosses else PLAIN
    left, top = x + (UNIT - size) / 2, y + (UNIT - size - 1 if crosses else (UNIT - size) / 2)
    leaning = f' transform="rotate({tilt:g} {x + UNIT / 2:g} {y + UNIT / 2:g})"' if tilt else ""
    name = "coat-wild" if half is None else coat_stem(half.terrain)
    return use(name, left, top, size, leaning) + _crosses(crosses, x, y)


def _crosses(count: int, x: float, y: float) -> str:
    size = min(CROSS, (UNIT - 2 * EDGE) / max(1, count))
    left = x + (UNIT - count * size) / 2
    return "".join(use("cross", left + place * size, y + 2, size) for place in range(count))
