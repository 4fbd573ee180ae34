"""What a network is given of a game of Queendomino or Royal Wedding (see fast/network.py).

What the public names mean is in twin.Encoder. Every action is judged for itself, inside a turn too, so the record says
which steps are still open (Q4). A town square is either a plot or built; its crowns are only counted.
"""

from collections.abc import Sequence
from typing import Any

from crownland.fast.bits import count, index, rest_of
from crownland.fast.jit import Bytes, Row, kernel, rare, table
from crownland.fast.land import LEFT_CROWNS, LEFT_TERRAIN, RIGHT_CROWNS, RIGHT_TERRAIN
from crownland.fast.land_features import (
    MOST,
    PROPERTIES_WORDS,
    best_gain,
    codes,
    find_properties,
    land_numbers,
    land_scales,
    square_of,
    turned_windows,
    window,
    write_land,
    write_squares,
)
from crownland.fast.network import Shape
from crownland.fast.queen import layout, phase
from crownland.fast.queen.estate import estate_of, tile_on
from crownland.fast.queen.estate_features import ESTATE_NUMBERS, ESTATE_SCALES, write_estate, write_turn
from crownland.fast.turns import BOX_SIZE, actor, land_of
from crownland.games.queen.building import BUILDINGS as KINDS
from crownland.games.queen.building import SPACES
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.terrain import Terrain

__all__ = [
    "LOOKS_TWICE",
    "MEMORY_WORDS",
    "VERSION",
    "encode",
    "is_beyond",
    "mover",
    "scales_of",
    "shape_of",
    "symmetries_of",
]

VERSION = 1
LOOKS_TWICE = False

_TERRAINS = len(Terrain)
_WHOLE_BOX = (1 << BOX_SIZE) - 1
_SECOND_BOX = 3  # PILES, when all lines come from there
_KINDS = len(KINDS)
_BUILT_CODE = codes(_TERRAINS) + 1  # also that of a town square with a crown

# The numbers of a kingdom: its land, the supply, its estate, the rounds to come; then for each place of queue and line
# what its domino brings; and two flags for each domino, whether the kingdom holds it in the queue or in the line.
SUPPLY = land_numbers(_TERRAINS)  # for each terrain the squares and crowns of unseen dominoes
ESTATE = SUPPLY + 2 * _TERRAINS
ROUNDS = ESTATE + ESTATE_NUMBERS  # how many come after this one, and flags for the last ones
_LAST_ROUNDS = 4
PLACES = ROUNDS + 1 + _LAST_ROUNDS
IN_QUEUE, IN_LINE, FREE_IN_LINE, OF_PLACE = 0, 2, 4, 6  # the most points at once, and whether it fits nowhere

# The numbers of the table; after them flags for the dominoes that are unseen, then for those free to claim; for each
# place of the queue a flag for each kingdom; for each place of the line one for each kingdom, and one for nobody; a
# flag for the kingdom to act.
TABLE_ROUNDS = 0
_MOST_ROUNDS = 12
TABLE_PHASE = TABLE_ROUNDS + _MOST_ROUNDS + 1
_PHASES = 6  # chance or the end, then CLAIM, PLACE, TAX, DRAGON, END
DRAGON = TABLE_PHASE + _PHASES
TILES = DRAGON + 1  # how many of each kind the pile has
BOARD = TILES + _KINDS  # for each space a flag for each kind
DOMINOES = BOARD + SPACES * _KINDS

_STAGE = table((0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5))  # by the rounds that come after this one
_STAGES = 6
_WIDTHS = range(256, 0, -16)
_MOST_WEIGHTS = 490_000  # a megabyte in half precision, with a header

# What encode() remembers: SEEN as it has written it, flipped, so that it is never 0; then of each block the
# land it has written and how often, its properties, and for each domino the most points it can bring, + 1, with that
# number of times.
_BLOCKS = layout.BOXES
_LAND_BUILT = layout.KINGDOM_WORDS
_TIMES = _LAND_BUILT + 1
_FOUND = _TIMES + 1
_GAINS = _FOUND + PROPERTIES_WORDS
_BLOCK_WORDS = _GAINS + layout.BOXES * BOX_SIZE + 1
MEMORY_WORDS = _BLOCKS + layout.MOST_KINGDOMS * _BLOCK_WORDS

# The pile has a bit for every tile; of each kind where its bits begin and how many there are.
_COPIES = [kind.copies for kind in KINDS.values()]
_FIRST_TILE = table(sum(_COPIES[:kind]) for kind in range(_KINDS))
_TILE_MASK = table((1 << copies) - 1 for copies in _COPIES)


def shape_of(setup: Setup) -> Shape:
    """Returns the widest shape with no more than _MOST_WEIGHTS."""
    state: Any = find_game(setup.game).start(setup)
    rules = state.rules
    places, dominoes, kingdoms = rules.line_length, len(rules.piles) * BOX_SIZE, rules.kingdoms
    numbers = PLACES + OF_PLACE * places + 2 * dominoes
    on_table = DOMINOES + 2 * dominoes + places * (2 * kingdoms + 1) + kingdoms
    squares = window(rules.size) ** 2
    shapes = (Shape(kingdoms, squares, _BUILT_CODE, numbers, on_table, _STAGES, (width, 64, 32)) for width in _WIDTHS)
    return next(shape for shape in shapes if shape.weights <= _MOST_WEIGHTS)


def scales_of(shape: Shape) -> Sequence[float]:
    rounds = (1 / 8,) + (1,) * _LAST_ROUNDS
    before = (*land_scales(_TERRAINS), *(1 / 8, 1 / 4) * _TERRAINS, *ESTATE_SCALES, *rounds)
    flags = (shape.numbers - PLACES) // (2 * BOX_SIZE) * (2 * BOX_SIZE)
    gains = (1 / 8, 1) * ((shape.numbers - PLACES - flags) // 2)
    return (*before, *gains, *(1,) * flags)


def symmetries_of(shape: Shape) -> list[list[int]]:
    return turned_windows(next(size for size in layout.SIZES if window(size) ** 2 == shape.squares))


@kernel
def mover(words: Row, at: int) -> int:
    return _kingdom_of(words, at, actor(words, at) + 1)


@kernel
def is_beyond(words: Row, at: int) -> bool:
    """Returns False: the last rounds have too many actions for the solver."""
    return False


@rare
def encode(words: Row, at: int, kingdom: int, record: Bytes, memory: Row) -> None:
    kingdoms, side = words[at + layout.KINGDOMS], 2 * words[at + layout.SIZE] - 1
    first = BOX_SIZE if words[at + layout.PILES] == _SECOND_BOX else 0  # the first domino of the game
    squares, dominoes = side * side, layout.BOXES * BOX_SIZE - first
    block = squares + PLACES + OF_PLACE * words[at + layout.LINE_LENGTH] + 2 * dominoes
    is_dealt = False
    for box in range(layout.BOXES):
        is_dealt |= memory[box] != ~words[at + layout.SEEN + box]
        memory[box] = ~words[at + layout.SEEN + box]
    acting = _kingdom_of(words, at, actor(words, at) + 1)
    for place in range(kingdoms):
        one, numbers, room = (kingdom + place) % kingdoms, place * block + squares, _BLOCKS + place * _BLOCK_WORDS
        _write_land(words, at, one, record, place * block, numbers, memory, room)
        if is_dealt:
            _write_supply(words, at, first, record, numbers + SUPPLY)
        write_estate(words, at, one, memory, room + _FOUND, record, numbers + ESTATE)
        write_turn(words, at, one, acting == one, record, numbers + ESTATE)
        for number in range(numbers + ROUNDS, (place + 1) * block):
            record[number] = 0
        _write_rounds(_rounds(words, at), record, numbers + ROUNDS)
        _write_dominoes(words, at, one, record, numbers + PLACES, first, memory, room)
    _write_table(words, at, kingdom, record, kingdoms * block, first)


@kernel
def _rounds(words: Row, at: int) -> int:
    """Returns how many rounds come after this one."""
    return words[at + layout.LINES_LEFT] + (1 if words[at + layout.LINE] else 0)


@kernel
def _queue(words: Row, at: int) -> tuple[int, int]:
    """Returns the dominoes still to be placed and the seats of the kings in their order, as OLD and OLD_OWNERS do.

    A king that has placed is no longer among them; before the first placements there are only kings.
    """
    waiting, now = words[at + layout.WAITING], words[at + layout.PHASE]
    if waiting:
        return 0, waiting
    if phase.TAX <= now <= phase.END:
        return words[at + layout.OLD] >> 8, words[at + layout.OLD_OWNERS] >> 4
    return words[at + layout.OLD], words[at + layout.OLD_OWNERS]


@kernel
def _kingdom_of(words: Row, at: int, seat: int) -> int:
    """Returns the kingdom of a seat + 1; -1 for 0."""
    return words[at + layout.KINGDOM_OF] >> 4 * (seat - 1) & 15 if seat else -1


@rare
def _write_land(
    words: Row, at: int, kingdom: int, record: Bytes, squares: int, numbers: int, memory: Row, room: int
) -> None:
    """Writes squares and land numbers, unless they are written already."""
    land, built, size = land_of(at, kingdom), words[estate_of(at, kingdom) + layout.BUILT], words[at + layout.SIZE]
    is_same = memory[room + _LAND_BUILT] == built
    for slot in range(layout.KINGDOM_WORDS):
        is_same &= memory[room + slot] == words[land + slot]
    if is_same:
        return
    for slot in range(layout.KINGDOM_WORDS):
        memory[room + slot] = words[land + slot]
    memory[room + _LAND_BUILT] = built
    memory[room + _TIMES] += 1
    write_squares(words, land, size, _TERRAINS, record, squares)
    while built:
        record[squares + square_of(words[land + layout.BOX], index(built), size)] = _BUILT_CODE
        built = rest_of(built)
    find_properties(words, land, _TERRAINS, memory, room + _FOUND)
    write_land(words, land, size, _TERRAINS, memory, room + _FOUND, record, numbers)


@rare
def _write_supply(words: Row, at: int, first: int, record: Bytes, number: int) -> None:
    """Writes the squares and crowns of each terrain on the unseen dominoes."""
    for slot in range(number, number + 2 * _TERRAINS):
        record[slot] = 0
    for box in range(first // BOX_SIZE, layout.BOXES):
        rest = ~words[at + layout.SEEN + box] & _WHOLE_BOX
        while rest:
            domino = box * BOX_SIZE + index(rest) + 1
            rest = rest_of(rest)
            left, right = number + 2 * LEFT_TERRAIN[domino], number + 2 * RIGHT_TERRAIN[domino]
            record[left] += 1
            record[right] += 1
            record[left + 1] += LEFT_CROWNS[domino]
            record[right + 1] += RIGHT_CROWNS[domino]


@kernel
def _write_rounds(rounds: int, record: Bytes, number: int) -> None:
    record[number] = rounds
    if rounds < _LAST_ROUNDS:
        record[number + 1 + rounds] = 1


@rare
def _write_dominoes(
    words: Row, at: int, kingdom: int, record: Bytes, number: int, first: int, memory: Row, room: int
) -> None:
    """Writes the dominoes that the kingdom holds, and what these and the free ones could bring."""
    in_queue = number + OF_PLACE * words[at + layout.LINE_LENGTH] - first - 1
    in_line = in_queue + layout.BOXES * BOX_SIZE - first
    place, (queue, owners) = number, _queue(words, at)
    while queue:
        if _kingdom_of(words, at, owners & 15) == kingdom:
            _write_gain(words, at, kingdom, queue & 255, record, place + IN_QUEUE, memory, room)
            record[in_queue + (queue & 255)] = 1
        queue, owners, place = queue >> 8, owners >> 4, place + OF_PLACE
    place, line, owners = number, words[at + layout.LINE], words[at + layout.OWNERS]
    while line:
        if not owners & 15:
            _write_gain(words, at, kingdom, line & 255, record, place + FREE_IN_LINE, memory, room)
        elif _kingdom_of(words, at, owners & 15) == kingdom:
            _write_gain(words, at, kingdom, line & 255, record, place + IN_LINE, memory, room)
            record[in_line + (line & 255)] = 1
        line, owners, place = line >> 8, owners >> 4, place + OF_PLACE


@rare
def _write_gain(
    words: Row, at: int, kingdom: int, domino: int, record: Bytes, number: int, memory: Row, room: int
) -> None:
    """Writes the most points that *domino* can bring the kingdom at once, or that it fits nowhere."""
    known, times = memory[room + _GAINS + domino], memory[room + _TIMES]
    if known >> 16 != times:
        gain = best_gain(words, land_of(at, kingdom), words[at + layout.SIZE], domino, memory, room + _FOUND)
        known = times << 16 | gain + 1
        memory[room + _GAINS + domino] = known
    gain = (known & 0xFFFF) - 1
    if gain < 0:
        record[number + 1] = 1
    else:
        record[number] = min(gain, MOST)


@rare
def _write_table(words: Row, at: int, kingdom: int, record: Bytes, number: int, first: int) -> None:
    kingdoms, places = words[at + layout.KINGDOMS], words[at + layout.LINE_LENGTH]
    dominoes = layout.BOXES * BOX_SIZE - first
    queued = number + DOMINOES + 2 * dominoes
    lined = queued + places * kingdoms
    acting = lined + places * (kingdoms + 1)
    stage = acting + kingdoms
    for slot in range(number, stage):
        record[slot] = 0
    rounds, now = _rounds(words, at), words[at + layout.PHASE]
    record[stage] = _STAGE[min(rounds, 10)]
    record[number + TABLE_ROUNDS + min(rounds, _MOST_ROUNDS)] = 1
    record[number + TABLE_PHASE + (now - phase.CLAIM + 1 if phase.CLAIM <= now <= phase.END else 0)] = 1
    record[number + DRAGON] = words[at + layout.DRAGON]
    for kind in range(_KINDS):
        record[number + TILES + kind] = count(words[at + layout.TILES] >> _FIRST_TILE[kind] & _TILE_MASK[kind])
    for space in range(SPACES):
        tile = tile_on(words, at, space)
        if tile:
            record[number + BOARD + space * _KINDS + tile - 1] = 1
    for domino in range(dominoes):
        box = (first + domino) // BOX_SIZE
        record[number + DOMINOES + domino] = 1 - (
            words[at + layout.SEEN + box] >> (first + domino - box * BOX_SIZE) & 1
        )
    _, owners = _queue(words, at)
    while owners:
        record[queued + _seen_from(words, at, owners & 15, kingdom)] = 1
        owners, queued = owners >> 4, queued + kingdoms
    line, owners = words[at + layout.LINE], words[at + layout.OWNERS]
    while line:
        if owners & 15:
            record[lined + _seen_from(words, at, owners & 15, kingdom)] = 1
        else:
            record[lined + kingdoms] = 1
            record[number + DOMINOES + dominoes + (line & 255) - first - 1] = 1
        line, owners, lined = line >> 8, owners >> 4, lined + kingdoms + 1
    seat = actor(words, at) + 1
    if seat:
        record[acting + _seen_from(words, at, seat, kingdom)] = 1


@kernel
def _seen_from(words: Row, at: int, seat: int, kingdom: int) -> int:
    """Returns the block of the kingdom of a seat + 1 in a record for *kingdom*."""
    kingdoms = words[at + layout.KINGDOMS]
    return (_kingdom_of(words, at, seat) - kingdom + kingdoms) % kingdoms
