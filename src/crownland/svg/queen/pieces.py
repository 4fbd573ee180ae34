"""The knights and buildings of a kingdom (Q5, Q7)."""

from crownland import art
from crownland.games.view import Piece
from crownland.kernel.domino import Half
from crownland.svg.canvas import UNIT, text, use
from crownland.svg.caption import spoken
from crownland.svg.crowns import crowns

__all__ = ["building", "knight"]

KNIGHT = 58  # so much of a square that what lies under a knight can still be recognized


def building(piece: Piece, half: Half, x: int, y: int) -> str:
    """A building on its plot, under the crowns of its square."""
    name = f"building-{piece.key}"
    letters = text(spoken(piece.key)[:3], x + UNIT / 2, y + 75, 40, "middle", "pen")
    return use("plot", x, y) + (use(name, x, y) if art.has_symbol(name) else letters) + crowns(half.crowns, x, y)


def knight(piece: Piece, half: Half, x: int, y: int) -> str:
    return use("knight", x + 97 - KNIGHT, y + 97 - KNIGHT, KNIGHT)
