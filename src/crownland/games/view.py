"""What faces draw of a position: kingdoms with what stands in them, trays of pieces, badges, the steps of a turn.

A view is data. It knows no words and no pictures: *kind* and *key* name them, and a face without a special drawing for
a kind falls back to a plain one.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from crownland.kernel.action import Seat
from crownland.kernel.domino import DOMINOES, DominoId, Half, domino_name
from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.scoring import Score
from crownland.kernel.square import Square
from crownland.kernel.turns import King, Turns, line_of

__all__ = [
    "NEW_LINE",
    "OLD_LINE",
    "Badge",
    "Piece",
    "Realm",
    "Slot",
    "Tray",
    "View",
    "domino_piece",
    "hand_of",
    "line_trays",
]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on the table: a domino, a die, a building, a knight.

    *halves* are the squares it shows; None is one that may become anything.
    """

    kind: str
    key: str = ""
    halves: tuple[Half | None, ...] = ()

    def __hash__(self) -> int:
        return hash((self.kind, self.key))  # enough to tell pieces apart, and quick


@dataclass(frozen=True, slots=True)
class Badge:
    """A small sign with a number or without: coins, a guest, a bonus that is spent (not *on*)."""

    key: str
    count: int | None = None
    on: bool = True


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a tray: a piece, who stands on it or owns it, its price, the boxes each kingdom has filled."""

    piece: Piece | None = None
    seat: Seat | None = None
    price: int | None = None
    is_done: bool = False  # laid, or used up
    filled: tuple[int, ...] = ()  # boxes, kingdom by kingdom
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class Tray:
    """Pieces beside the kingdoms. *kind* chooses the drawing, *key* the title.

    With *keeps_done*, what was taken from the tray in this round is still shown, as done. *left* says how many pieces
    of each key nobody has seen yet.
    """

    kind: str
    key: str
    slots: tuple[Slot, ...]
    badges: tuple[Badge, ...] = ()
    keeps_done: bool = False
    left: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Realm:
    """A kingdom with all that belongs to it. Faces remember what they drew of a realm, so games should cache theirs.

    *area* is the box of the squares it may still cover; a *fixed* one is always shown whole. *pending* halves are
    decided but not laid yet.
    """

    seats: tuple[Seat, ...]
    kingdom: Kingdom
    area: Box
    score: Score
    is_fixed: bool = False
    pieces: tuple[tuple[Square, Piece], ...] = ()
    badges: tuple[Badge, ...] = ()
    pending: tuple[tuple[Square, Half], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """*hand* is what the seat to act is about to place. *steps* are those of its turn, in their order.

    *past* are the realms of the earlier games of a series (K10).
    """

    realms: tuple[Realm, ...]
    trays: tuple[Tray, ...] = ()
    hand: tuple[Half, ...] = ()
    steps: tuple[str, ...] = ()
    past: tuple[tuple[Realm, ...], ...] = ()

    def tray(self, key: str) -> Tray | None:
        return next((tray for tray in self.trays if tray.key == key), None)


OLD_LINE, NEW_LINE = "old-line", "new-line"
REMEMBERED = 4096  # lines that lie on tables now

_PIECES = {
    number: Piece("domino", domino_name(number), (domino.left, domino.right)) for number, domino in DOMINOES.items()
}


def domino_piece(domino: DominoId) -> Piece:
    return _PIECES[domino]


@cache
def _king(domino: DominoId, seat: Seat | None, is_done: bool = False) -> Slot:
    return Slot(_PIECES[domino], seat, is_done=is_done)


def line_trays(turns: Turns, *, is_laid: bool = False) -> tuple[Tray, Tray]:
    """C8, C9: the line that is being placed and the line that is being claimed, with the kings on them.

    *is_laid* says that the first king has placed its domino and still stands on it.
    """
    return _old_line(turns.old, is_laid), _new_line(turns.free, turns.claimed)


@lru_cache(REMEMBERED)
def _old_line(old: tuple[King, ...], is_laid: bool) -> Tray:
    slots = tuple([_king(*king, is_laid and place == 0) for place, king in enumerate(old)])
    return Tray("line", OLD_LINE, slots, keeps_done=True)


@lru_cache(REMEMBERED)
def _new_line(free: tuple[DominoId, ...], claimed: tuple[King, ...]) -> Tray:
    return Tray("line", NEW_LINE, tuple([_king(*king) for king in line_of(free, claimed)]))


def hand_of(turns: Turns) -> tuple[Half, ...]:
    """The halves of the domino that the king to act places now."""
    if turns.actor is None or turns.waiting or not turns.old:
        return ()
    domino = DOMINOES[turns.old[0][0]]
    return domino.left, domino.right
