"""The special drawings by kind: of trays, pieces, badges and lands. What has none is drawn plainly.

The folder of a game enters its drawings here when it is imported; a package outside may do the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crownland.games.view import Badge, Piece, Tray
from crownland.kernel.domino import Half
from crownland.kernel.square import Square
from crownland.kernel.terrain import Land
from crownland.svg.canvas import Block, stacked
from crownland.svg.company import Company
from crownland.svg.motif import Motif
from crownland.words import Words

__all__ = [
    "BADGES",
    "EXAMPLES",
    "LANDS",
    "PIECES",
    "TRAYS",
    "BadgeDrawing",
    "LandDrawing",
    "PieceDrawing",
    "TrayDrawing",
    "one_by_one",
]


def _nothing(tray: Tray, kingdom: int, words: Words) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class TrayDrawing:
    """How the trays of one kind are drawn together, and each is put into words.

    *owned* says in words what a kingdom has in the tray. What is *central* lies between two kingdoms, all else to
    their left.
    """

    draw: Callable[[Sequence[Tray], Company], Block]
    text: Callable[[Tray, Company], str]
    owned: Callable[[Tray, int, Words], list[str]] = _nothing
    is_central: bool = False


@dataclass(frozen=True, slots=True)
class PieceDrawing:
    """How a piece is drawn on its square: over what stands there, or instead of it."""

    draw: Callable[[Piece, Half, int, int], str]
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class BadgeDrawing:
    """How a badge of a kingdom is drawn before the score."""

    draw: Callable[[Badge], Block]


@dataclass(frozen=True, slots=True)
class LandDrawing:
    """How the lands of one set are drawn.

    *stem* is what the names of a land's colours and drawings begin with; *feature* draws what stands on a square,
    with the motif of that square or of its domino.
    """

    stem: Callable[[Land], str]
    feature: Callable[[Half, Square, Motif], str]


def one_by_one(draw: Callable[[Tray, Company], Block]) -> Callable[[Sequence[Tray], Company], Block]:
    """Trays of one kind that are drawn each for itself, one below the other."""

    def draw_all(trays: Sequence[Tray], company: Company) -> Block:
        blocks = [draw(tray, company) for tray in trays]
        return blocks[0] if len(blocks) == 1 else stacked(blocks)

    return draw_all


TRAYS: dict[str, TrayDrawing] = {}
PIECES: dict[str, PieceDrawing] = {}
BADGES: dict[str, BadgeDrawing] = {}
LANDS: dict[str, LandDrawing] = {}  # by the name of the set
EXAMPLES: dict[str, Sequence[tuple[Half, Piece]]] = {}  # what a legend shows on a land besides it, by its key
