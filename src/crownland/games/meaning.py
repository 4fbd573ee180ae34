"""What an action is about, said once for choices and for events alike. Faces pick words and pictures for it."""

from dataclasses import dataclass
from functools import lru_cache

from crownland.games.protocol import Action
from crownland.games.view import NEW_LINE, OLD_LINE, Piece, domino_piece
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.scoring import ScoreLine
from crownland.kernel.square import Direction, Square

__all__ = ["FIXED_MEANINGS", "Meaning", "aim_domino", "domino_meaning"]

REMEMBERED = 16_384  # a placement means the same in every game
FIXED_MEANINGS: frozenset[type] = frozenset((Place, Claim, Discard))  # of domino_meaning(), in every position


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of one action in one position.

    *kind* is a key of the catalogues. The shape of the rest decides how a person picks the action: two *squares* are a
    spot and a rotation, one square is pointed at, *spaces* are picked in the *tray* of that key, and what has neither
    is a button.
    """

    kind: str
    squares: tuple[Square, ...] = ()  # the first half's first
    pieces: tuple[Piece, ...] = ()
    tray: str = ""  # where the pieces lie before the action
    spaces: tuple[int, ...] = ()  # their places in that tray, from 0
    coin_lines: tuple[ScoreLine, ...] = ()  # the coins it brings or costs, each with its reason
    boxes: tuple[Piece, ...] = ()  # it fills a box in the row of each
    seats: tuple[Seat, ...] = ()  # an order of seats
    part: str = ""  # the step of the turn, where that is not the kind itself

    @property
    def coins(self) -> int:
        """What the action brings, or costs when it is below 0."""
        return sum([line.points for line in self.coin_lines]) if self.coin_lines else 0

    @property
    def step(self) -> str:
        """The step of the turn that the action belongs to."""
        return self.part or self.kind


@lru_cache(REMEMBERED)
def domino_meaning(action: Action) -> Meaning:
    """The meaning of the actions that dominoes bring; it does not depend on the position."""
    match action:
        case Place(domino, square, direction):
            covered = (square, Square(square + direction.step))
            return Meaning("place", covered, (domino_piece(domino),), OLD_LINE)
        case Claim(domino):
            return Meaning("claim", pieces=(domino_piece(domino),), tray=NEW_LINE)
        case Discard(domino):
            return Meaning("discard", pieces=(domino_piece(domino),), tray=OLD_LINE, part="place")
        case End():
            return Meaning("end")
        case Reveal(dominoes):
            return Meaning("line", pieces=tuple(map(domino_piece, dominoes)), tray=NEW_LINE)
        case Opening(seats):
            return Meaning("opening", seats=seats)
    raise TypeError(f"expected an action with dominoes, got: {action!r}")


def aim_domino(domino: DominoId, kind: str, squares: tuple[Square, ...]) -> Place | None:
    """The placement of *domino* that covers *squares*, legal or not, in its one spelling."""
    if kind != "place" or len(squares) != 2:
        return None
    first, second = squares
    for direction in Direction:
        if first + direction.step == second:
            if DOMINOES[domino].is_double and direction in (Direction.SOUTH, Direction.WEST):
                return Place(domino, second, Direction((direction + 2) % 4))
            return Place(domino, first, direction)
    return None
