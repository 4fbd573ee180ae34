"""Coats of arms and their crosses, as squares and dice show them."""

from crownland.games.duel.coat import Coat
from crownland.svg.canvas import UNIT, use

__all__ = ["arms", "coat_name"]

PLAIN, CROSSED = 76, 66  # the side of a shield alone, and of one under crosses
CROSS = 31
EDGE = 1  # what is left free around a row of crosses


def coat_name(coat: Coat | None) -> str:
    """The name of a coat's drawing; none is the wild face (D5)."""
    return "coat-wild" if coat is None else f"coat-{coat.key}"


def arms(coat: Coat | None, crosses: int, x: float, y: float, tilt: float = 0) -> str:
    """A shield in the square whose upper left corner is at *x* and *y*, all its *crosses* in a row above.

    The shield leans by *tilt* degrees, as if it had been drawn by hand.
    """
    size = CROSSED if crosses else PLAIN
    left, top = x + (UNIT - size) / 2, y + (UNIT - size - 1 if crosses else (UNIT - size) / 2)
    leaning = f' transform="rotate({tilt:g} {x + UNIT / 2:g} {y + UNIT / 2:g})"' if tilt else ""
    return use(coat_name(coat), left, top, size, leaning) + _crosses(crosses, x, y)


def _crosses(count: int, x: float, y: float) -> str:
    size = min(CROSS, (UNIT - 2 * EDGE) / max(1, count))
    left = x + (UNIT - count * size) / 2
    return "".join(use("cross", left + place * size, y + 2, size) for place in range(count))
