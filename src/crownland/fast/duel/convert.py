"""The reference's states and actions of Duel as words and numbers, and back."""

from functools import lru_cache
from typing import cast

from crownland.fast.duel import numbering as numbers
from crownland.fast.duel.dice import UNNAMED
from crownland.fast.jit import Words, filled
from crownland.fast.layout import (
    DUEL,
    DUEL_ACTOR,
    DUEL_BONUS,
    DUEL_BOXES,
    DUEL_CASTLE,
    DUEL_COAT,
    DUEL_COATS,
    DUEL_CROSSES,
    DUEL_DICE,
    DUEL_DRAWN,
    DUEL_DREW,
    DUEL_FIRST,
    DUEL_FREE,
    DUEL_HIGH,
    DUEL_HIGH_COAT,
    DUEL_LIGHTNING,
    DUEL_LOW,
    DUEL_LOW_COAT,
    DUEL_OCCUPIED,
    DUEL_PART,
    DUEL_PLAIN,
    DUEL_ROUND,
    DUEL_SIDE,
    DUEL_SIDE_WORDS,
    DUEL_SPELLS,
    DUEL_SPLIT,
    DUEL_TAKEN,
    DUEL_USED,
    DUEL_WORDS,
    GAME,
    KINGDOMS,
    PHASE,
    SEATS,
)
from crownland.fast.phase import DRAW, LIGHTNING, OPENING, OVER, ROLL, TAKE
from crownland.games.duel.action import (
    Action,
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
from crownland.games.duel.book import SPELLS, Book
from crownland.games.duel.coat import Coat, Map
from crownland.games.duel.dice import DICE
from crownland.games.duel.drawing import Drawing, Part
from crownland.games.duel.state import State
from crownland.games.registry import DUEL as DUEL_GAME
from crownland.kernel.action import End, Seat
from crownland.kernel.domino import Half
from crownland.kernel.square import CASTLE, STRIDE, Direction, Mask, Square, column, row, square_at, squares

__all__ = ["action_number", "action_of", "from_words", "to_words"]

_WEST, _SOUTH = column(CASTLE) - 3, row(CASTLE) - 2  # D2: the corner of the map
_TAKES = [(die,) for die in DICE] + [(low, high) for low in DICE for high in DICE if low < high]
_NOTHING, _SOMETHING = 1, 2
REMEMBERED = 4096  # a search or a table asks for the same maps again and again


def _bit(square: Square) -> int:
    return 8 * (row(square) - _SOUTH) + column(square) - _WEST


def _square_of_bit(bit: int) -> Square:
    return square_at(bit % 8 + _WEST, bit // 8 + _SOUTH)


@lru_cache(REMEMBERED)
def _plane(mask: Mask) -> int:
    plane, mask = 0, mask >> _SOUTH * STRIDE + _WEST
    for up in range(5):
        plane |= (mask >> up * STRIDE & 127) << 8 * up
    return plane


def _rows(keys: tuple[str, ...]) -> int:
    return sum(1 << row for row, key in enumerate(SPELLS) if key in keys)


def _spells(rows: int) -> tuple[str, ...]:
    return tuple(key for row, key in enumerate(SPELLS) if rows >> row & 1)


def to_words(state: State) -> Words:
    """The words of *state*; equal states have equal words."""
    words = [0] * DUEL_WORDS
    words[GAME], words[SEATS], words[KINGDOMS], words[PHASE] = DUEL, 2, 2, _phase(state)
    words[DUEL_FIRST] = state.first or 0
    words[DUEL_ROUND] = state.round
    words[DUEL_ACTOR] = state.actor or 0
    words[DUEL_DICE] = sum(face << 4 * die for die, face in enumerate(state.dice))
    words[DUEL_TAKEN] = sum(1 << 4 * owner + die for die, owner in enumerate(state.taken) if owner is not None)
    words[DUEL_LIGHTNING] = _rows(state.lightning)
    if state.drawing is not None:
        _write_drawing(words, state.drawing)
    for seat in range(2):
        side = DUEL_SIDE + seat * DUEL_SIDE_WORDS
        _write_map(words, side, state.kingdoms[seat])
        _write_book(words, side, state.books[seat])
        plain = state.plain[seat]
        if plain is not None:
            words[side + DUEL_PLAIN] = sum(coat + 1 << 3 * at for at, coat in enumerate(plain))
            words[side + DUEL_DREW] = _SOMETHING if state.drew[seat] else _NOTHING
    return filled(words)


def _phase(state: State) -> int:
    if state.first is None:
        return OPENING
    if state.is_over:
        return OVER
    if not state.dice:
        return ROLL
    if state.lightning:
        return LIGHTNING
    return TAKE if state.drawing is None else DRAW


def _write_drawing(words: list[int], drawing: Drawing) -> None:
    low, high = drawing.coats
    words[DUEL_PART] = drawing.part
    words[DUEL_LOW], words[DUEL_HIGH] = (
        (die - 1) << 3 | face for die, face in zip(drawing.dice, drawing.faces, strict=True)
    )
    words[DUEL_LOW_COAT] = UNNAMED if low is None else low
    words[DUEL_HIGH_COAT] = UNNAMED if high is None else high
    words[DUEL_BONUS] = 0 if drawing.bonus is None else 1 << drawing.dice.index(drawing.bonus)
    words[DUEL_FREE] = int(drawing.free)
    words[DUEL_SPLIT] = int(drawing.split)
    words[DUEL_DRAWN] = 0 if drawing.first is None else 1 << _bit(drawing.first)


def _write_map(words: list[int], side: int, land: Map) -> None:
    for coat, mask in enumerate(land.terrains):
        words[side + DUEL_COATS + coat] = _plane(mask)
    words[side + DUEL_OCCUPIED] = _plane(land.occupied)
    one, two, three, four = land.crowns  # the squares with so many crosses or more
    for digit, mask in enumerate((one & ~two | three & ~four, two & ~four, four)):
        words[side + DUEL_CROSSES + digit] = _plane(mask)


def _write_book(words: list[int], side: int, book: Book) -> None:
    words[side + DUEL_BOXES] = sum(filled << 4 * row for row, filled in enumerate(book.boxes))
    words[side + DUEL_SPELLS] = _rows(book.spells)
    words[side + DUEL_USED] = _rows(book.used)
    words[side + DUEL_CASTLE] = int(book.castle)
    words[side + DUEL_COAT] = 0 if book.coat is None else book.coat + 1


def from_words(words: Words, at: int = 0) -> State:
    """The state whose words begin at *at*."""
    own = [int(words[at + slot]) for slot in range(DUEL_WORDS)]
    phase, faces, taken = own[PHASE], own[DUEL_DICE], own[DUEL_TAKEN]
    sides = [own[DUEL_SIDE + seat * DUEL_SIDE_WORDS :][:DUEL_SIDE_WORDS] for seat in range(2)]
    owners = [next((Seat(seat) for seat in range(2) if taken >> 4 * seat + die & 1), None) for die in range(len(DICE))]
    return State(
        DUEL_GAME.setup(2),
        (_map(sides[0]), _map(sides[1])),
        (_book(sides[0]), _book(sides[1])),
        first=None if phase == OPENING else Seat(own[DUEL_FIRST]),
        round=own[DUEL_ROUND],
        dice=tuple(faces >> 4 * die & 15 for die in range(len(DICE))) if faces else (),
        taken=tuple(owners),
        drawing=_drawing(own) if phase == DRAW else None,
        plain=tuple(_plain(side) if side[DUEL_DREW] else None for side in sides),
        drew=(sides[0][DUEL_DREW] == _SOMETHING, sides[1][DUEL_DREW] == _SOMETHING),
        lightning=_spells(own[DUEL_LIGHTNING]),
        chooser=Seat(own[DUEL_ACTOR]) if phase == LIGHTNING else None,
        is_over=phase == OVER,
    )


def _drawing(own: list[int]) -> Drawing:
    low, high = own[DUEL_LOW], own[DUEL_HIGH]
    drawing = Drawing((low // 8 + 1, high // 8 + 1), (low % 8, high % 8))
    names = [
        Coat(coat) if face.is_wild and coat != UNNAMED else None
        for face, coat in zip(drawing.shown, (own[DUEL_LOW_COAT], own[DUEL_HIGH_COAT]), strict=True)
    ]
    drawn = own[DUEL_DRAWN]
    return Drawing(
        drawing.dice,
        drawing.faces,
        names=(names[0], names[1]),
        bonus=(None, *drawing.dice)[own[DUEL_BONUS]],
        free=bool(own[DUEL_FREE]),
        split=bool(own[DUEL_SPLIT]),
        first=_square_of_bit(drawn.bit_length() - 1) if drawn else None,
        part=Part(own[DUEL_PART]),
    )


def _map(side: list[int]) -> Map:
    land = Map.empty()
    for coat in Coat:
        for bit in squares(side[DUEL_COATS + coat]):
            crosses = sum((side[DUEL_CROSSES + digit] >> bit & 1) << digit for digit in range(3))
            land = land.with_half(_square_of_bit(bit), Half(coat, crosses))
    return land


def _book(side: list[int]) -> Book:
    return Book(
        tuple(side[DUEL_BOXES] >> 4 * row & 15 for row in range(len(SPELLS))),
        _spells(side[DUEL_SPELLS]),
        _spells(side[DUEL_USED]),
        castle=bool(side[DUEL_CASTLE]),
        coat=Coat(side[DUEL_COAT] - 1) if side[DUEL_COAT] else None,
    )


def _plain(side: list[int]) -> tuple[Coat, ...]:
    digits = (side[DUEL_PLAIN] >> 3 * at & 7 for at in range(2))
    return tuple(Coat(digit - 1) for digit in digits if digit)


def _number_of(square: Square) -> int:
    """D2: a square of the map, counted from its corner."""
    return 7 * (row(square) - _SOUTH) + column(square) - _WEST


def _square(number: int) -> Square:
    return square_at(number % 7 + _WEST, number // 7 + _SOUTH)


def action_number(state: State, action: Action) -> int:
    """The number of *action*, which is a seat's and not chance's."""
    match action:
        case Take(dice):
            return numbers.TAKE + _TAKES.index(cast(tuple[int], dice))
        case TurnDie(die, face):
            return numbers.TURN + 6 * (die - 1) + face - 1
        case NameWild(die, coat):
            return numbers.NAME + 6 * (die - 1) + coat
        case CastleBonus(die):
            return numbers.CASTLE + die - 1
        case FreePlacement():
            return numbers.FREE
        case Split():
            return numbers.SPLIT
        case DrawPair(_, _, square, direction):
            return numbers.PAIR + numbers.SQUARES * direction + _number_of(square)
        case DrawDie(die, square):
            return numbers.DIE + numbers.SQUARES * (die - 1) + _number_of(square)
        case CoatBonus(coat):
            return numbers.COAT + coat
        case ExtraCross(square):
            return numbers.CROSS + _number_of(square)
        case End():
            return numbers.END
    raise ValueError(f"expected an action of a seat, got: {action}")


def action_of(state: State, number: int) -> Action:
    """The action that has *number* in *state*."""
    if number < numbers.TURN:
        return Take(_TAKES[number])
    if number < numbers.NAME:
        die, face = divmod(number - numbers.TURN, 6)
        return TurnDie(die + 1, face + 1)
    if number < numbers.CASTLE:
        die, coat = divmod(number - numbers.NAME, 6)
        return NameWild(die + 1, Coat(coat))
    if number < numbers.FREE:
        return CastleBonus(number - numbers.CASTLE + 1)
    if number < numbers.PAIR:
        return FreePlacement() if number == numbers.FREE else Split()
    if number < numbers.DIE:
        if state.drawing is None:
            raise ValueError(f"expected a position where dice are drawn, got: {state}")
        direction, square = divmod(number - numbers.PAIR, numbers.SQUARES)
        return DrawPair(*state.drawing.dice, _square(square), Direction(direction))
    if number < numbers.COAT:
        die, square = divmod(number - numbers.DIE, numbers.SQUARES)
        return DrawDie(die + 1, _square(square))
    if number < numbers.CROSS:
        return CoatBonus(Coat(number - numbers.COAT))
    return ExtraCross(_square(number - numbers.CROSS)) if number < numbers.END else End()
