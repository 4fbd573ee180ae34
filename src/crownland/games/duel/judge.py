"""Greedy judgement of Duel, in points.

A step of a drawing is worth as much as the best drawing after it, less what a spell or the castle bonus it uses could
still bring later.
"""

from crownland.games.duel.action import (
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.coat import FREE_SQUARES, MAP, Coat, Map
from crownland.games.duel.dice import Face, face_of
from crownland.games.duel.drawing import Drawing
from crownland.games.duel.state import State
from crownland.games.judging import Judge, form_within
from crownland.games.protocol import Action
from crownland.kernel.action import Seat
from crownland.kernel.domino import Half
from crownland.kernel.property import properties
from crownland.kernel.square import Direction, Mask, Square, squares

__all__ = ["JUDGE", "judge"]

BOX = 0.6  # a box filled in a row that nobody has won
CASTLE = 5.0  # what the castle bonus may bring later, on an empty map
SPELL = 3.0
TAKE_TWO = 1.5
NOTHING = -4.0


def judge(state: State, action: Action) -> float:
    """Returns what *action* is worth to the seat that takes it."""
    seat = state.actor
    if seat is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    land = state.kingdoms[seat]
    left = (FREE_SQUARES & ~land.occupied).bit_count() / FREE_SQUARES.bit_count()
    match action:
        case Take(dice):
            return sum(_die_value(state, seat, die) for die in dice) - (TAKE_TWO if len(dice) == 2 else 0)
        case CoatBonus(coat):
            return sum(domain.terrain == coat for domain in properties(land))
        case ExtraCross(square):
            return next(domain.size for domain in properties(land) if domain.squares >> square & 1)
    drawing = state.drawing
    if drawing is None:
        return 0.0
    match action:
        case DrawPair(_, _, square, direction):
            return _pair_value(land, drawing, square, direction)
        case DrawDie(die, square):
            return _value(land.with_half(square, drawing.halves[drawing.dice.index(die)]))
        case NameWild():
            return _best(land, drawing.after(action))
        case CastleBonus():
            return _best(land, drawing.after(action)) - CASTLE * left
        case TurnDie() | FreePlacement():
            return _best(land, drawing.after(action)) - SPELL * left
        case Split():
            return _best_apart(land, drawing) - SPELL * left
    return _value(land) + NOTHING


def _value(land: Map) -> float:
    return sum(domain.points for domain in properties(land)) + form_within(land, MAP)


def _pair_value(land: Map, drawing: Drawing, square: Square, direction: Direction) -> float:
    low, high = drawing.halves
    return _value(land.with_half(square, low).with_half(Square(square + direction.step), high))


def _best(land: Map, drawing: Drawing) -> float:
    """Returns the value of the best pair that can be drawn; a wild face not yet named takes the best coat."""
    if drawing.unnamed is not None:
        die = drawing.unnamed
        return max(_best(land, drawing.after(NameWild(die, coat))) for coat in Coat)
    drawn = [_pair_value(land, drawing, square, direction) for square, direction in drawing.pair_places(land)]
    return max(drawn, default=_value(land) + NOTHING)


def _best_apart(land: Map, drawing: Drawing) -> float:
    """Returns about the value of both dice on their best squares."""
    base = _value(land)
    gains = [
        max((_value(land.with_half(square, half)) - base for square in squares(spots)), default=NOTHING / 2)
        for half, spots in zip(drawing.halves, drawing.single_spots(land), strict=True)
    ]
    return base + sum(gains)


def _die_value(state: State, seat: Seat, die: int) -> float:
    """Returns what *die* would bring on its best square, and by the box it fills."""
    face, land = face_of(die, state.dice), state.kingdoms[seat]
    coats = tuple(Coat) if face.coat is None else (face.coat,)
    base = _value(land)
    gains = [
        _value(land.with_half(square, Half(coat, face.crosses))) - base
        for coat in coats
        for square in squares(_open(land, coat))
    ]
    return max(gains, default=-1.0) + (BOX if _fills(state, face) else 0) + 0.5 * face.crosses


def _open(land: Map, coat: Coat) -> Mask:
    return FREE_SQUARES & ~land.occupied & land.touching(coat)


def _fills(state: State, face: Face) -> bool:
    return face.coat is not None and not face.crosses and not state.row_is_won(face.coat)


JUDGE = Judge(judge)
