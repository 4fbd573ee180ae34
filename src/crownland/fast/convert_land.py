"""Reference ⇄ words for games that lay dominoes: rules, turns, kingdoms, and the actions they share."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from crownland.fast import layout, numbering, phase
from crownland.fast.land import CASTLE_MASK
from crownland.fast.turns import BOX_SIZE
from crownland.games.lines import HasLines
from crownland.games.position import Lines
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.opening import OPENINGS
from crownland.kernel.square import SIDE, STRIDE, Direction, Mask, Square, column, row, square_at
from crownland.kernel.terrain import Terrain
from crownland.kernel.turns import King, Turns, line_of

__all__ = [
    "SharedAction",
    "bit_of",
    "chance_items",
    "corner_of",
    "crown_planes",
    "kingdom_from",
    "land_at",
    "mask_of",
    "nibbles",
    "number_of",
    "phase_of",
    "plane_of",
    "read_kingdom",
    "read_seen",
    "read_turns",
    "shared_action",
    "shared_number",
    "square_of",
    "write_kingdom",
    "write_rules",
    "write_turns",
]

_DOMINOES = tuple(DOMINOES)
_FIRST_DOMINOES = _DOMINOES[: layout.BOXES * BOX_SIZE : BOX_SIZE]  # of every box
_DOMINO_NUMBER = {domino: number for number, domino in enumerate(_DOMINOES)}
_OPENINGS = tuple(OPENINGS)

_FIELD_BYTES = SIDE * STRIDE // 8
_WHOLE_TORUS = (1 << 64) - 1

REMEMBERED = 4096  # a search or a table asks for the same kingdoms again and again

SharedAction: TypeAlias = Place | Discard | Claim


# Rules and turns


def write_rules(words: list[int], rules: Lines) -> None:
    words[layout.KINGS] = len(rules.kings)
    words[layout.SIZE] = rules.size
    words[layout.LINE_LENGTH] = rules.line_length
    words[layout.LINES] = rules.lines
    words[layout.OPENING_RULE] = _OPENINGS.index(rules.opening.key)


def write_turns(words: list[int], turns: Turns, seen: int) -> None:
    words[layout.LINES_LEFT] = turns.lines_left
    words[layout.WAITING] = _waiting_word(turns.waiting)
    words[layout.OLD], words[layout.OLD_OWNERS] = _old_words(turns.old)
    words[layout.LINE], words[layout.FREE], words[layout.OWNERS] = _line_words(turns.free, turns.claimed)
    for box, first in enumerate(_FIRST_DOMINOES):
        words[layout.SEEN + box] = seen >> first & (1 << BOX_SIZE) - 1


@lru_cache(REMEMBERED)
def _waiting_word(waiting: tuple[Seat, ...]) -> int:
    return nibbles([seat + 1 for seat in waiting])


@lru_cache(REMEMBERED)
def _old_words(old: tuple[King, ...]) -> tuple[int, int]:
    return _bytes([_DOMINO_NUMBER[domino] + 1 for domino, _ in old]), nibbles([seat + 1 for _, seat in old])


@lru_cache(REMEMBERED)
def _line_words(free: tuple[DominoId, ...], claimed: tuple[King, ...]) -> tuple[int, int, int]:
    line = line_of(free, claimed)
    return (
        _bytes([_DOMINO_NUMBER[domino] + 1 for domino, _ in line]),
        sum([1 << place for place, (_, seat) in enumerate(line) if seat is None]),
        nibbles([0 if seat is None else seat + 1 for _, seat in line]),
    )


def read_turns(words: Sequence[int]) -> Turns:
    line = [_DOMINOES[number - 1] for number in _unpacked(words[layout.LINE], 8)]
    owners = [words[layout.OWNERS] >> 4 * place & 15 for place in range(len(line))]
    old = [_DOMINOES[number - 1] for number in _unpacked(words[layout.OLD], 8)]
    old_owners = [Seat(seat - 1) for seat in _unpacked(words[layout.OLD_OWNERS], 4)]
    return Turns(
        words[layout.LINES_LEFT],
        tuple(Seat(seat - 1) for seat in _unpacked(words[layout.WAITING], 4)),
        tuple(zip(old, old_owners, strict=True)),
        tuple(domino for domino, owner in zip(line, owners, strict=True) if not owner),
        tuple((domino, Seat(owner - 1)) for domino, owner in zip(line, owners, strict=True) if owner),
    )


def read_seen(words: Sequence[int]) -> int:
    boxes = sum(words[layout.SEEN + box] << box * BOX_SIZE for box in range(layout.BOXES))
    return sum(1 << domino for number, domino in enumerate(_DOMINOES) if boxes >> number & 1)


def phase_of(state: HasLines) -> int:
    """Returns the phase of a game without phases of its own."""
    if state.is_over:
        return phase.OVER
    if state.actor is not None:
        return phase.CLAIM if state.turns.waiting else phase.PLACE
    return phase.LINE if state.seen or state.turns.waiting else phase.OPENING


def nibbles(values: Iterable[int]) -> int:
    """Returns the numbers packed into four bits each, the first lowest."""
    return sum(value << 4 * at for at, value in enumerate(values))


def _bytes(values: Iterable[int]) -> int:
    return sum(value << 8 * at for at, value in enumerate(values))


def _unpacked(packed: int, bits: int) -> list[int]:
    """Returns the numbers in *packed*, up to the first 0."""
    found = []
    while packed:
        found.append(packed & (1 << bits) - 1)
        packed >>= bits
    return found


# Kingdoms


def land_at(kingdom: int) -> int:
    """Returns where a kingdom's slots begin. Must agree with turns.land_of(), which would have to be compiled."""
    return layout.KINGDOM + kingdom * layout.KINGDOM_WORDS


def write_kingdom(words: list[int], land: int, kingdom: Kingdom) -> None:
    words[land : land + layout.KINGDOM_WORDS] = _kingdom_words(kingdom)


@lru_cache(REMEMBERED)
def _kingdom_words(kingdom: Kingdom) -> tuple[int, ...]:
    """Returns the slots of a kingdom, in their order."""
    terrains = map(plane_of, kingdom.terrains)
    return *terrains, *crown_planes(kingdom), plane_of(kingdom.occupied), _box_of(kingdom)


def read_kingdom(words: Sequence[int], land: int) -> Kingdom:
    terrains = [words[land + layout.TERRAINS + terrain] for terrain in Terrain]
    return kingdom_from(terrains, words[land + layout.CROWNS], words[land + layout.CROWNS_TWICE])


def kingdom_from(terrains: Sequence[int], once: int, twice: int) -> Kingdom:
    """Returns the kingdom with these planes of terrains and crowns."""
    occupied = CASTLE_MASK
    for plane in terrains:
        occupied |= plane
    columns = sum(1 << x for x in range(8) if any(occupied >> 8 * y + x & 1 for y in range(8)))
    rows = sum(1 << y for y in range(8) if occupied >> 8 * y & 255)
    corner = west, south = corner_of(columns | rows << 8)
    return Kingdom(
        tuple(mask_of(plane, corner) for plane in terrains),
        (mask_of(once | twice, corner), mask_of(twice, corner), mask_of(once & twice, corner)),
        mask_of(occupied, corner),
        (west, south, west + columns.bit_count() - 1, south + rows.bit_count() - 1),
    )


def crown_planes(kingdom: Kingdom) -> tuple[int, int]:
    """Returns the squares with one crown or three, and those with two or three; the reference has a plane a crown."""
    one, two, three = kingdom.crowns
    return plane_of(one & ~two | three), plane_of(two)


def _box_of(kingdom: Kingdom) -> int:
    west, south, east, north = kingdom.box
    columns, rows = (2 << east) - (1 << west), (2 << north) - (1 << south)
    return (columns | columns >> 8) & 255 | ((rows | rows >> 8) & 255) << 8


def corner_of(box: int) -> tuple[int, int]:
    """Returns the column and row where a kingdom's box begins."""
    runs = box & 255, box >> 8 & 255
    west, south = (next(x for x in range(7) if run >> x & 1 and not run >> (x - 1) % 8 & 1) for run in runs)
    return west, south


@lru_cache(REMEMBERED)
def plane_of(mask: Mask) -> int:
    """Returns a mask of the field as a plane of the torus."""
    rows = mask.to_bytes(_FIELD_BYTES, "little")  # two bytes a row: columns a–h, and i–m, which fold onto a–e
    plane = int.from_bytes(rows[::2], "little") | int.from_bytes(rows[1::2], "little")
    plane = plane & _WHOLE_TORUS | plane >> 64
    return plane - (1 << 64) if plane >> 63 else plane


def mask_of(plane: int, corner: tuple[int, int]) -> Mask:
    """Returns a plane of the torus as a mask of the field, for a kingdom whose box begins at *corner*."""
    west, south = corner
    return sum(
        1 << square_at(west + (bit - west) % 8, south + (bit // 8 - south) % 8) for bit in range(64) if plane >> bit & 1
    )


def bit_of(square: Square) -> int:
    """Returns the bit of the torus for a square."""
    return (row(square) & 7) << 3 | column(square) & 7


# Actions


def number_of(square: Square) -> int:
    """Returns the number of a square of the field."""
    return row(square) * SIDE + column(square)


def square_of(number: int) -> Square:
    return square_at(number % SIDE, number // SIDE)


def shared_number(state: HasLines, action: SharedAction, first_claim: int) -> int:
    """Returns the number of an action in a game whose claims are numbered from *first_claim*."""
    match action:
        case Place(_, square, direction):
            return numbering.PLACE + numbering.SQUARES * direction + number_of(square)
        case Discard():
            return numbering.DISCARD
        case Claim(domino):
            return first_claim + [one for one, _ in state.turns.line].index(domino)


def shared_action(state: HasLines, number: int, first_claim: int) -> SharedAction:
    """Returns the action with that number. Raises ValueError when *state* has none."""
    if numbering.PLACE <= number <= numbering.DISCARD and state.turns.old:
        domino = state.turns.old[0][0]
        direction, square = divmod(number - numbering.PLACE, numbering.SQUARES)
        return (
            Discard(domino) if number == numbering.DISCARD else Place(domino, square_of(square), Direction(direction))
        )
    if 0 <= number - first_claim < len(state.turns.line):
        return Claim(state.turns.line[number - first_claim][0])
    raise ValueError(f"expected the number of an action in this position, got: {number}")


def chance_items(action: Opening | Reveal) -> tuple[int, ...]:
    """Returns the seats, or the dominoes from 0 through both boxes."""
    match action:
        case Opening(seats):
            return tuple(seats)
        case Reveal(dominoes):
            return tuple(_DOMINO_NUMBER[domino] for domino in dominoes)
