"""What a network is given of a game of Kingdomino. What the public names mean is in twin.Encoder.

A kingdom: its squares, the land numbers, then what is known of dominoes. For each domino in the queue and in the line
that is or may become its own, the most points it can bring at once; which dominoes it holds; what the unseen dominoes
have; what its bonuses ask for.
"""

from collections.abc import Sequence

from crownland.fast.bits import count, index, rest_of, shift_right
from crownland.fast.classic import layout, numbering
from crownland.fast.jit import Bytes, Row, kernel, rare
from crownland.fast.land import LEFT_CROWNS, LEFT_TERRAIN, RIGHT_CROWNS, RIGHT_TERRAIN, start_of
from crownland.fast.land_features import (
    MOST,
    PROPERTIES_WORDS,
    best_gain,
    codes,
    find_properties,
    land_numbers,
    land_scales,
    turned_windows,
    window,
    write_land,
    write_squares,
)
from crownland.fast.network import Shape
from crownland.fast.turns import BOX_SIZE, actor, land_of
from crownland.games.classic.rules import rules_of
from crownland.games.setup import Setup
from crownland.kernel.square import CASTLE as CASTLE_SQUARE
from crownland.kernel.square import column
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
LOOKS_TWICE = True  # a king places and then claims

_TERRAINS = Terrain.TOWN  # all but the town
_PLACES = numbering.MOST_CLAIMS
_DOMINOES = BOX_SIZE
_CENTRE = column(CASTLE_SQUARE)
_STAGE_LINES = 6  # lines left that are told apart, from 0 on

# The numbers of a kingdom, behind those of its land.
_LAND = land_numbers(_TERRAINS)
_QUEUE_GAINS = _LAND  # for each place of the queue: points, and whether it fits nowhere
_LINE_GAINS = _QUEUE_GAINS + 2 * _PLACES  # for each place of the line the same, if it is its own; the same, if free
_QUEUE_HELD = _LINE_GAINS + 4 * _PLACES  # a flag for each domino
_LINE_HELD = _QUEUE_HELD + _DOMINOES
_SUPPLY = _LINE_HELD + _DOMINOES  # for each terrain the squares and crowns of unseen dominoes
_LINES_LEFT = _SUPPLY + 2 * _TERRAINS  # a flag for each number of lines
_BONUSES = _LINES_LEFT + _STAGE_LINES  # see _write_bonuses()
_BONUS_SCALES = (1, 1, 1, 1, 1, 1 / 8, 1 / 8, 1)
_NUMBERS = _BONUSES + len(_BONUS_SCALES)

# What is kept for every kingdom: its words, its properties, and by domino the gain + 2, or 0 when it is not known.
_KEPT_PROPERTIES = layout.KINGDOM_WORDS
_KEPT_GAINS = _KEPT_PROPERTIES + PROPERTIES_WORDS
_KEPT_WORDS = _KEPT_GAINS + _DOMINOES + 1
# The memory row: the kingdom that the record was written for, + 1; the dominoes and lines that it was written for.
_VIEWER, _SEEN, _LEFT = 0, 1, 2
_KEPT = 3
MEMORY_WORDS = _KEPT + layout.MOST_KINGDOMS * _KEPT_WORDS


def shape_of(setup: Setup) -> Shape:
    rules = rules_of(setup)  # must agree with _blocks(), _line_flags() and _stage()
    kingdoms = 2 if setup.players == 2 else layout.MOST_KINGDOMS
    flags = _STAGE_LINES if rules.lines <= _STAGE_LINES else 2 * _STAGE_LINES
    table = flags + 2 * _DOMINOES + _PLACES * (2 * kingdoms + 1)
    stages = 5 if setup.players == 2 and rules.lines <= _STAGE_LINES else 7
    hidden = (256, 64, 32) if rules.size == layout.SIZES[0] else (152, 64, 32)
    return Shape(kingdoms, window(rules.size) ** 2, codes(_TERRAINS), _NUMBERS, table, stages, hidden)


def scales_of(shape: Shape) -> Sequence[float]:
    gains = (1 / 8, 1) * _PLACES + (1 / 8, 1, 1 / 8, 1) * _PLACES
    supply = (1 / 8, 1 / 4) * _TERRAINS
    return (*land_scales(_TERRAINS), *gains, *[1.0] * (2 * _DOMINOES), *supply, *[1.0] * _STAGE_LINES, *_BONUS_SCALES)


def symmetries_of(shape: Shape) -> list[list[int]]:
    return turned_windows(next(size for size in layout.SIZES if window(size) ** 2 == shape.squares))


@kernel
def mover(words: Row, at: int) -> int:
    return actor(words, at)


@kernel
def is_beyond(words: Row, at: int) -> bool:
    """Returns whether two kingdoms play for the last line: all is open then, and the solver knows best."""
    return words[at + layout.KINGDOMS] == 2 and words[at + layout.LINES_LEFT] == 0


@kernel
def _blocks(players: int) -> int:
    """Returns for how many kingdoms a record has blocks."""
    return 2 if players == 2 else layout.MOST_KINGDOMS


@kernel
def _line_flags(lines: int) -> int:
    """Returns how many numbers of lines left are told apart."""
    return _STAGE_LINES if lines <= _STAGE_LINES else 2 * _STAGE_LINES


@rare
def encode(words: Row, at: int, kingdom: int, record: Bytes, memory: Row) -> None:
    players, size = words[at + layout.KINGDOMS], words[at + layout.SIZE]
    blocks, squares = _blocks(players), (2 * size - 1) * (2 * size - 1)
    seen, left = words[at + layout.SEEN], words[at + layout.LINES_LEFT]
    is_new = memory[_VIEWER] != kingdom + 1
    if is_new and players < blocks:
        for place in range(players * (squares + _NUMBERS), blocks * (squares + _NUMBERS)):
            record[place] = 0
    is_dealt = is_new or memory[_SEEN] != seen or memory[_LEFT] != left
    memory[_VIEWER], memory[_SEEN], memory[_LEFT] = kingdom + 1, seen, left
    for turn in range(players):
        one = kingdom + turn if kingdom + turn < players else kingdom + turn - players
        block, kept = turn * (squares + _NUMBERS), _KEPT + one * _KEPT_WORDS
        numbers = block + squares
        if _keep(words, land_of(at, one), memory, kept) or is_new:
            land = land_of(at, one)
            write_squares(words, land, size, _TERRAINS, record, block)
            find_properties(words, land, _TERRAINS, memory, kept + _KEPT_PROPERTIES)
            write_land(words, land, size, _TERRAINS, memory, kept + _KEPT_PROPERTIES, record, numbers)
            for domino in range(_DOMINOES + 1):
                memory[kept + _KEPT_GAINS + domino] = 0
        _write_known(words, at, one, memory, kept, record, numbers)
        _write_bonuses(words, at, one, record, numbers + _BONUSES)
        if is_dealt:
            _write_supply(seen, left, record, numbers)
    _write_table(words, at, kingdom, is_dealt, record, blocks * (squares + _NUMBERS), blocks)


@kernel
def _keep(words: Row, land: int, memory: Row, kept: int) -> bool:
    """Keeps the words of a kingdom; returns whether they have changed."""
    changed = 0
    for slot in range(layout.KINGDOM_WORDS):
        changed |= memory[kept + slot] ^ words[land + slot]
        memory[kept + slot] = words[land + slot]
    return changed != 0


@kernel
def _gain_of(words: Row, at: int, kingdom: int, domino: int, memory: Row, kept: int) -> int:
    """Returns the most points that *domino* can bring at once, or -1."""
    slot = kept + _KEPT_GAINS + domino
    if memory[slot] == 0:
        land, size = land_of(at, kingdom), words[at + layout.SIZE]
        memory[slot] = 2 + min(best_gain(words, land, size, domino, memory, kept + _KEPT_PROPERTIES), MOST)
    return memory[slot] - 2


@kernel
def _write_gain(gain: int, record: Bytes, number: int) -> None:
    record[number] = gain if gain > 0 else 0
    record[number + 1] = 1 if gain < 0 else 0


@rare
def _write_known(words: Row, at: int, kingdom: int, memory: Row, kept: int, record: Bytes, numbers: int) -> None:
    """Writes what a kingdom can do with the dominoes it holds and those that are free."""
    for number in range(numbers + _QUEUE_GAINS, numbers + _SUPPLY):
        record[number] = 0
    queue, owners = words[at + layout.OLD], words[at + layout.OLD_OWNERS]
    place = 0
    while queue:
        if owners & 15 == kingdom + 1:
            domino = queue & 255
            gain = _gain_of(words, at, kingdom, domino, memory, kept)
            _write_gain(gain, record, numbers + _QUEUE_GAINS + 2 * place)
            record[numbers + _QUEUE_HELD + domino - 1] = 1
        queue >>= 8
        owners >>= 4
        place += 1
    line, owners, place = words[at + layout.LINE], words[at + layout.OWNERS], 0
    while line:
        owner, domino = owners & 15, line & 255
        if owner == 0 or owner == kingdom + 1:
            gain = _gain_of(words, at, kingdom, domino, memory, kept)
            _write_gain(gain, record, numbers + _LINE_GAINS + 4 * place + (0 if owner else 2))
            if owner:
                record[numbers + _LINE_HELD + domino - 1] = 1
        line >>= 8
        owners >>= 4
        place += 1


@rare
def _write_bonuses(words: Row, at: int, kingdom: int, record: Bytes, number: int) -> None:
    """Writes of the castle in the middle whether it counts, is reached, can be reached; of the full kingdom whether it
    counts, can be reached; the dominoes to come, the squares that they cannot fill, and that the kingdom takes part."""
    land, size, bonuses = land_of(at, kingdom), words[at + layout.SIZE], words[at + layout.BONUSES]
    box = words[land + layout.BOX]
    for_middle, for_full = bonuses & 0xFFFF, bonuses >> 16
    wide, high = count(box & 255), count(shift_right(box, 8) & 255)
    west, south = _CENTRE - start_of(box), _CENTRE - start_of(shift_right(box, 8))
    half = size // 2
    reach = max(max(west, wide - 1 - west), max(south, high - 1 - south))
    to_come = words[at + layout.LINES_LEFT]  # dominoes of this kingdom: two in each line of two players, or one
    if words[at + layout.KINGDOMS] == 2:
        to_come *= 2
    queue = words[at + layout.OLD_OWNERS]
    while queue:
        to_come += queue & 15 == kingdom + 1
        queue >>= 4
    line = words[at + layout.OWNERS]
    while line:
        to_come += line & 15 == kingdom + 1
        line >>= 4
    if words[at + layout.FREE]:  # the kings that have yet to claim from this line
        kings = words[at + layout.WAITING]
        if words[at + layout.OLD]:
            kings = kings | words[at + layout.OLD_OWNERS] << (4 if kings else 0)
        while kings:
            to_come += kings & 15 == kingdom + 1
            kings >>= 4
    empty = size * size - count(words[land + layout.OCCUPIED])
    record[number] = 1 if for_middle else 0
    record[number + 1] = 1 if for_middle and wide == size and high == size and reach == half else 0
    record[number + 2] = 1 if for_middle and reach <= half else 0
    record[number + 3] = 1 if for_full else 0
    record[number + 4] = 1 if for_full and empty <= 2 * to_come else 0
    record[number + 5] = to_come
    record[number + 6] = min(max(empty - 2 * to_come, 0), MOST)
    record[number + 7] = 1


@rare
def _write_supply(seen: int, left: int, record: Bytes, numbers: int) -> None:
    """Writes what the unseen dominoes have, and how many lines are left."""
    for number in range(numbers + _SUPPLY, numbers + _BONUSES):
        record[number] = 0
    rest = ~seen & ((1 << _DOMINOES) - 1)
    supply = numbers + _SUPPLY
    while rest:
        domino = index(rest) + 1
        rest = rest_of(rest)
        record[supply + 2 * LEFT_TERRAIN[domino]] += 1
        record[supply + 2 * RIGHT_TERRAIN[domino]] += 1
        record[supply + 2 * LEFT_TERRAIN[domino] + 1] += LEFT_CROWNS[domino]
        record[supply + 2 * RIGHT_TERRAIN[domino] + 1] += RIGHT_CROWNS[domino]
    record[numbers + _LINES_LEFT + min(left, _STAGE_LINES - 1)] = 1


@kernel
def _turn_of(owner: int, kingdom: int, players: int) -> int:
    """Returns how many places behind *kingdom* the seat of a nibble comes, in the order of seats."""
    turn = owner - 1 - kingdom
    return turn + players if turn < 0 else turn


@rare
def _write_table(words: Row, at: int, kingdom: int, is_dealt: bool, record: Bytes, number: int, blocks: int) -> None:
    players, lines, left = words[at + layout.KINGDOMS], words[at + layout.LINES], words[at + layout.LINES_LEFT]
    flags = _line_flags(lines)
    unseen = number + flags
    free = unseen + _DOMINOES
    queue = free + _DOMINOES
    places = queue + _PLACES * blocks
    end = places + _PLACES * (blocks + 1)
    if is_dealt:
        for one in range(number, free):
            record[one] = 0
        record[number + min(left, flags - 1)] = 1
        for domino in range(_DOMINOES):
            record[unseen + domino] = 0 if words[at + layout.SEEN] >> domino & 1 else 1
    for one in range(free, end):
        record[one] = 0
    order, place = words[at + layout.WAITING] or words[at + layout.OLD_OWNERS], 0
    while order:
        record[queue + place * blocks + _turn_of(order & 15, kingdom, players)] = 1
        order >>= 4
        place += 1
    line, owners, place = words[at + layout.LINE], words[at + layout.OWNERS], 0
    while line:
        if owners & 15:
            record[places + place * (blocks + 1) + _turn_of(owners & 15, kingdom, players)] = 1
        else:
            record[places + place * (blocks + 1) + blocks] = 1
            record[free + (line & 255) - 1] = 1
        line >>= 8
        owners >>= 4
        place += 1
    record[end] = _stage(lines, left, blocks)


@kernel
def _stage(lines: int, left: int, blocks: int) -> int:
    if lines <= _STAGE_LINES and blocks == 2:
        return max(0, min(left, 5) - 1)
    return (left + 1) // 2
