"""Reference ⇄ words for Duel."""

from collections.abc import Sequence
from typing import cast

from crownland.fast.duel import layout, numbering, phase
from crownland.fast.duel.dice import UNNAMED
from crownland.fast.duel.map import SOUTH, WEST, plane_of
from crownland.fast.jit import Row, filled
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
from crownland.games.duel.book import SPELLS, Book
from crownland.games.duel.coat import Coat, Map
from crownland.games.duel.dice import DICE
from crownland.games.duel.drawing import Drawing, Part
from crownland.games.duel.state import State
from crownland.kernel.action import End, Opening, Seat
from crownland.kernel.domino import Half
from crownland.kernel.square import Direction, Square, column, row, square_at, squares

__all__ = ["action_number", "action_of", "chance_items", "from_words", "to_words"]

_TAKES = [(die,) for die in DICE] + [(low, high) for low in DICE for high in DICE if low < high]
_NOTHING, _SOMETHING = 1, 2


def _bit(square: Square) -> int:
    return 8 * (row(square) - SOUTH) + column(square) - WEST


def _square_of_bit(bit: int) -> Square:
    return square_at(bit % 8 + WEST, bit // 8 + SOUTH)


def _rows(keys: tuple[str, ...]) -> int:
    return sum(1 << row for row, key in enumerate(SPELLS) if key in keys)


def _spells(rows: int) -> tuple[str, ...]:
    return tuple(key for row, key in enumerate(SPELLS) if rows >> row & 1)


def to_words(state: State) -> Row:
    words = [0] * layout.WORDS
    words[layout.GAME] = layout.NUMBER
    words[layout.SEATS] = words[layout.KINGDOMS] = len(state.kingdoms)
    words[layout.PHASE] = _phase(state)
    words[layout.FIRST] = state.first or 0
    words[layout.ROUND] = state.round
    words[layout.ACTOR] = state.actor or 0
    words[layout.DICE] = sum(face << 4 * die for die, face in enumerate(state.dice))
    words[layout.TAKEN] = sum(1 << 4 * owner + die for die, owner in enumerate(state.taken) if owner is not None)
    words[layout.LIGHTNING] = _rows(state.lightning)
    if state.drawing is not None:
        _write_drawing(words, state.drawing)
    for seat in range(2):
        side = layout.SIDE + seat * layout.SIDE_WORDS
        _write_map(words, side, state.kingdoms[seat])
        _write_book(words, side, state.books[seat])
        plain = state.plain[seat]
        if plain is not None:
            words[side + layout.PLAIN] = sum(coat + 1 << 3 * at for at, coat in enumerate(plain))
            words[side + layout.DREW] = _SOMETHING if state.drew[seat] else _NOTHING
    return filled(words)


def _phase(state: State) -> int:
    if state.first is None:
        return phase.OPENING
    if state.is_over:
        return phase.OVER
    if not state.dice:
        return phase.ROLL
    if state.lightning:
        return phase.LIGHTNING
    return phase.TAKE if state.drawing is None else phase.DRAW


def _write_drawing(words: list[int], drawing: Drawing) -> None:
    low, high = drawing.coats
    words[layout.PART] = drawing.part
    words[layout.LOW], words[layout.HIGH] = (
        (die - 1) << 3 | face for die, face in zip(drawing.dice, drawing.faces, strict=True)
    )
    words[layout.LOW_COAT] = UNNAMED if low is None else low
    words[layout.HIGH_COAT] = UNNAMED if high is None else high
    words[layout.BONUS] = 0 if drawing.bonus is None else 1 << drawing.dice.index(drawing.bonus)
    words[layout.FREE] = int(drawing.free)
    words[layout.SPLIT] = int(drawing.split)
    words[layout.DRAWN] = 0 if drawing.first is None else 1 << _bit(drawing.first)


def _write_map(words: list[int], side: int, land: Map) -> None:
    for coat, mask in enumerate(land.terrains):
        words[side + layout.COATS + coat] = plane_of(mask)
    words[side + layout.OCCUPIED] = plane_of(land.occupied)
    one, two, three, four = land.crowns  # the squares with so many crosses or more
    for digit, mask in enumerate((one & ~two | three & ~four, two & ~four, four)):
        words[side + layout.CROSSES + digit] = plane_of(mask)


def _write_book(words: list[int], side: int, book: Book) -> None:
    words[side + layout.BOXES] = sum(filled << 4 * row for row, filled in enumerate(book.boxes))
    words[side + layout.SPELLS] = _rows(book.spells)
    words[side + layout.USED] = _rows(book.used)
    words[side + layout.CASTLE] = int(book.castle)
    words[side + layout.COAT] = 0 if book.coat is None else book.coat + 1


def from_words(start: State, row: Sequence[int]) -> State:
    now, faces, taken = row[layout.PHASE], row[layout.DICE], row[layout.TAKEN]
    sides = [row[layout.SIDE + seat * layout.SIDE_WORDS :][: layout.SIDE_WORDS] for seat in range(2)]
    owners = [next((Seat(seat) for seat in range(2) if taken >> 4 * seat + die & 1), None) for die in range(len(DICE))]
    return State(
        start.setup,
        (_map(sides[0]), _map(sides[1])),
        (_book(sides[0]), _book(sides[1])),
        first=None if now == phase.OPENING else Seat(row[layout.FIRST]),
        round=row[layout.ROUND],
        dice=tuple(faces >> 4 * die & 15 for die in range(len(DICE))) if faces else (),
        taken=tuple(owners),
        drawing=_drawing(row) if now == phase.DRAW else None,
        plain=tuple(_plain(side) if side[layout.DREW] else None for side in sides),
        drew=(sides[0][layout.DREW] == _SOMETHING, sides[1][layout.DREW] == _SOMETHING),
        lightning=_spells(row[layout.LIGHTNING]),
        chooser=Seat(row[layout.ACTOR]) if now == phase.LIGHTNING else None,
        is_over=now == phase.OVER,
    )


def _drawing(row: Sequence[int]) -> Drawing:
    low, high = row[layout.LOW], row[layout.HIGH]
    drawing = Drawing((low // 8 + 1, high // 8 + 1), (low % 8, high % 8))
    names = [
        Coat(coat) if face.is_wild and coat != UNNAMED else None
        for face, coat in zip(drawing.shown, (row[layout.LOW_COAT], row[layout.HIGH_COAT]), strict=True)
    ]
    drawn = row[layout.DRAWN]
    return Drawing(
        drawing.dice,
        drawing.faces,
        names=(names[0], names[1]),
        bonus=(None, *drawing.dice)[row[layout.BONUS]],
        free=bool(row[layout.FREE]),
        split=bool(row[layout.SPLIT]),
        first=_square_of_bit(drawn.bit_length() - 1) if drawn else None,
        part=Part(row[layout.PART]),
    )


def _map(side: Sequence[int]) -> Map:
    land = Map.empty()
    for coat in Coat:
        for bit in squares(side[layout.COATS + coat]):
            crosses = sum((side[layout.CROSSES + digit] >> bit & 1) << digit for digit in range(3))
            land = land.with_half(_square_of_bit(bit), Half(coat, crosses))
    return land


def _book(side: Sequence[int]) -> Book:
    return Book(
        tuple(side[layout.BOXES] >> 4 * row & 15 for row in range(len(SPELLS))),
        _spells(side[layout.SPELLS]),
        _spells(side[layout.USED]),
        castle=bool(side[layout.CASTLE]),
        coat=Coat(side[layout.COAT] - 1) if side[layout.COAT] else None,
    )


def _plain(side: Sequence[int]) -> tuple[Coat, ...]:
    digits = (side[layout.PLAIN] >> 3 * at & 7 for at in range(2))
    return tuple(Coat(digit - 1) for digit in digits if digit)


def _number_of(square: Square) -> int:
    """Returns the number of a square of the map (D2)."""
    return numbering.COLUMNS * (row(square) - SOUTH) + column(square) - WEST


def _square(number: int) -> Square:
    up, across = divmod(number, numbering.COLUMNS)
    return square_at(across + WEST, up + SOUTH)


def action_number(state: State, action: Action) -> int:
    match action:
        case Take(dice):
            return numbering.TAKE + _TAKES.index(cast(tuple[int], dice))
        case TurnDie(die, face):
            return numbering.TURN + numbering.FACES * (die - 1) + face - 1
        case NameWild(die, coat):
            return numbering.NAME + numbering.COATS * (die - 1) + coat
        case CastleBonus(die):
            return numbering.CASTLE + die - 1
        case FreePlacement():
            return numbering.FREE
        case Split():
            return numbering.SPLIT
        case DrawPair(_, _, square, direction):
            return numbering.PAIR + numbering.SQUARES * direction + _number_of(square)
        case DrawDie(die, square):
            return numbering.DIE + numbering.SQUARES * (die - 1) + _number_of(square)
        case CoatBonus(coat):
            return numbering.COAT + coat
        case ExtraCross(square):
            return numbering.CROSS + _number_of(square)
        case End():
            return numbering.END
    raise ValueError(f"expected an action of a seat, got: {action}")


def action_of(state: State, number: int) -> Action:
    if not 0 <= number < numbering.ACTIONS:
        raise ValueError(f"expected the number of an action in this position, got: {number}")
    if number < numbering.TURN:
        return Take(_TAKES[number])
    if number < numbering.NAME:
        die, face = divmod(number - numbering.TURN, numbering.FACES)
        return TurnDie(die + 1, face + 1)
    if number < numbering.CASTLE:
        die, coat = divmod(number - numbering.NAME, numbering.COATS)
        return NameWild(die + 1, Coat(coat))
    if number < numbering.FREE:
        return CastleBonus(number - numbering.CASTLE + 1)
    if number < numbering.PAIR:
        return FreePlacement() if number == numbering.FREE else Split()
    if number < numbering.DIE:
        if state.drawing is None:
            raise ValueError(f"expected a position where dice are drawn, got: {state}")
        direction, square = divmod(number - numbering.PAIR, numbering.SQUARES)
        return DrawPair(*state.drawing.dice, _square(square), Direction(direction))
    if number < numbering.COAT:
        die, square = divmod(number - numbering.DIE, numbering.SQUARES)
        return DrawDie(die + 1, _square(square))
    if number < numbering.CROSS:
        return CoatBonus(Coat(number - numbering.COAT))
    return ExtraCross(_square(number - numbering.CROSS)) if number < numbering.END else End()


def chance_items(action: Opening | Roll) -> tuple[int, ...]:
    """Returns the seats in order, or the faces rolled."""
    return tuple(action.seats) if isinstance(action, Opening) else action.faces
