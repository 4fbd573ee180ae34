"""What Duel's actions are about."""

from functools import cache
from typing import TYPE_CHECKING

from crownland.games.duel.action import (
    Action,
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Roll,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.coat import Coat
from crownland.games.duel.dice import DICE, Face, face_of
from crownland.games.duel.drawing import Drawing
from crownland.games.meaning import Meaning
from crownland.games.view import Piece
from crownland.kernel.action import End, Opening
from crownland.kernel.domino import Half
from crownland.kernel.square import Direction, Square

if TYPE_CHECKING:
    from crownland.games.duel.state import State

__all__ = ["TRAY", "aim", "coat_piece", "die_piece", "face_half", "meaning"]

TRAY = "dice"


def face_half(face: Face) -> Half | None:
    """A face as a square of a map would show it; None is wild (D5)."""
    return None if face.coat is None else Half(face.coat, face.crosses)


@cache
def die_piece(die: int, *halves: Half | None) -> Piece:
    return Piece("die", str(die), halves)


@cache
def coat_piece(coat: Coat) -> Piece:
    return Piece("coat", coat.key, (Half(coat, 0),))


def meaning(state: "State", action: Action) -> Meaning:
    match action:
        case Opening(seats):
            return Meaning("opening", seats=seats)
        case Roll(faces):
            return Meaning(
                "roll", pieces=tuple(die_piece(die, face_half(face_of(die, faces))) for die in DICE), tray=TRAY
            )
        case Take(dice):
            pieces = tuple(die_piece(die, face_half(face_of(die, state.dice))) for die in dice)
            return Meaning("take", pieces=pieces, tray=TRAY, spaces=_spaces(*dice))
        case CoatBonus(coat):
            return Meaning("coat_bonus", pieces=(coat_piece(coat),))
        case ExtraCross(square):
            return Meaning("extra_cross", (square,))
        case End():
            return Meaning("draw_nothing", part="draw")
        case TurnDie(die, face):
            return Meaning("turn_die", pieces=(die_piece(die, face_half(DICE[die][face])),), spaces=_spaces(die))
        case NameWild(die, coat):
            return Meaning("name_wild", pieces=(die_piece(die, None), coat_piece(coat)), spaces=_spaces(die))
        case CastleBonus(die):
            return Meaning("castle_bonus", pieces=_drawn(state, die), spaces=_spaces(die))
        case FreePlacement():
            return Meaning("free_placement", pieces=(Piece("spell", "free_placement"),))
        case Split():
            return Meaning("split", pieces=(Piece("spell", "split"),))
        case DrawPair(low, high, square, direction):
            covered = (square, Square(square + direction.step))
            pieces, boxes = _drawn(state, low, high), _boxes(state, low, high)
            return Meaning("draw_pair", covered, pieces, spaces=_spaces(low, high), boxes=boxes, part="draw")
        case DrawDie(die, square):
            return Meaning(
                "draw_die", (square,), _drawn(state, die), TRAY, _spaces(die), boxes=_boxes(state, die), part="draw"
            )


def aim(drawing: Drawing, kind: str, squares: tuple[Square, ...]) -> Action | None:
    """The drawing of both dice that covers *squares*, legal or not, in its one spelling."""
    if kind != "draw_pair" or len(squares) != 2 or drawing.unnamed is not None:
        return None
    first, second = squares
    equal = drawing.halves[0] == drawing.halves[1]
    for direction in Direction:
        if first + direction.step == second:
            if equal and direction in (Direction.SOUTH, Direction.WEST):
                return DrawPair(*drawing.dice, second, Direction((direction + 2) % 4))
            return DrawPair(*drawing.dice, first, direction)
    return None


def _spaces(*dice: int) -> tuple[int, ...]:
    return tuple(die - 1 for die in dice)


def _drawn(state: "State", *dice: int) -> tuple[Piece, ...]:
    """Dice of the drawing as they will be drawn, or may be where a wild face has no name yet."""
    drawing = state.drawing
    if drawing is None:
        return tuple(die_piece(die, face_half(face_of(die, state.dice))) for die in dice)
    shown = {
        die: None if coat is None else Half(coat, face.crosses + (drawing.bonus == die))
        for die, coat, face in zip(drawing.dice, drawing.coats, drawing.shown, strict=True)
    }
    return tuple(die_piece(die, shown.get(die)) for die in dice)


def _boxes(state: "State", *dice: int) -> tuple[Piece, ...]:
    """D6: the coats without crosses among *dice*, as far as nobody has won their rows."""
    drawing = state.drawing
    if drawing is None:
        return ()
    shown = dict(zip(drawing.dice, drawing.shown, strict=True))
    coats = [shown[die].coat for die in dice if die in shown and not shown[die].crosses and drawing.bonus != die]
    return tuple(coat_piece(coat) for coat in coats if coat is not None and not state.row_is_won(coat))
