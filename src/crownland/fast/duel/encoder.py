"""What a network is given of a game of Duel. What the public names mean is in twin.Encoder.

A kingdom: its map, its side of the spell book, and the dice it has still to draw. A drawing that is begun is shown as
far as it is decided: dice have the faces, names and crosses they were given, and the first die of a split is on the
map. Before B takes dice, both kingdoms have the most points that each choice of B brings them.
"""

from collections.abc import Sequence

from crownland.fast.bits import index, lowest
from crownland.fast.duel import layout, numbering, phase
from crownland.fast.duel.dice import (
    BOXES,
    COAT_BONUS,
    CROSSES_OF,
    EXTRA_CROSS,
    HIGH_DIE,
    LOOK_OF,
    LOW_DIE,
    PLAIN_OF,
    UNNAMED,
)
from crownland.fast.duel.map import ANYWHERE, MAP
from crownland.fast.duel.map_features import (
    COAT_NUMBERS,
    CODES,
    DOMAINS,
    DRAWN,
    FREE,
    HIGH,
    KEPT_WORDS,
    LAND,
    MAP_SCALES,
    ONE,
    POINTS,
    SPLIT,
    TWO,
    bring,
    clipped,
    forget_dice,
    write_coats,
    write_land,
    write_squares,
)
from crownland.fast.jit import Bytes, Row, kernel, rare
from crownland.fast.network import Shape
from crownland.games.duel.drawing import Part
from crownland.games.duel.state import COAT_BONUS as COAT_POINTS
from crownland.games.setup import Setup

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
LOOKS_TWICE = False  # a drawing has one part or several, and each is judged

_COATS, _SQUARES = numbering.COATS, numbering.SQUARES

# The numbers of a kingdom, behind those of its map. First for each row of the spell book: boxes filled; boxes missing,
# while nobody has won it, and whether that is one, or two; boxes that this round's dice will fill; whether the spell is
# in hand, or used; points of the bonus spell.
BOOK = len(MAP_SCALES)
FILLED, MISSING, ONE_MISSING, TWO_MISSING, COMING, IN_HAND, USED, BONUS = range(8)
ROW_NUMBERS = 8
_ROW_SCALES = (1 / 3, 1 / 3, 1, 1, 1, 1, 1, 1 / 6)
CASTLE = BOOK + _COATS * ROW_NUMBERS  # whether the castle bonus is there
IS_FIRST = CASTLE + 1  # whether it is player A
DREW = IS_FIRST + 1  # whether it has drawn nothing in this round; whether something
LEAD = DREW + 2  # in points, and a quarter of it
# The dice it has still to draw.
HAND = LEAD + 2  # for each coat: how many, and their crosses
WILD = HAND + 2 * _COATS  # wild faces without a name
WHICH = WILD + 1  # a flag for each die, because each can be turned to other faces
MANY = WHICH + numbering.DICE  # whether there is one die; whether two
GAIN = MANY + 2  # the most points they bring, the same with the castle's cross, and whether they fit nowhere
CAST = GAIN + 3  # whether free placement is cast, the split, the castle bonus; whether the split has drawn one die
CHOICES = CAST + 4  # for each choice of B, the best one for B first: points, and whether there is no place
_CHOICES = numbering.DICE - 1
_SCALES = (
    *MAP_SCALES,
    *_ROW_SCALES * _COATS,
    *(1, 1, 1, 1, 1 / 16, 1 / 4),
    *(1, 1) * _COATS,
    *(1, *(1,) * numbering.DICE, 1, 1, 1 / 8, 1 / 8, 1, 1, 1, 1, 1),
    *(1 / 8, 1) * _CHOICES,
)
_BLOCK = _SQUARES + len(_SCALES)

# The numbers of the table.
_PARTS = len(Part)
PHASES = 0  # a flag for what the game waits for: chance, taking, drawing, lightning, nothing any more
ACTORS = PHASES + 5  # whether this kingdom acts, or the other one
PARTS = ACTORS + 2  # for both: a flag for the part of its drawing
LIGHTNING = PARTS + 2 * _PARTS  # for both: a flag for either spell that it must use
OPEN = LIGHTNING + 4  # rows of the spell book that nobody has won
IS_LAST = OPEN + _COATS  # whether a map is full
LOOKS = IS_LAST + 1  # its dice, the other one's, and the free ones: for each coat the plain ones and others; wild ones
_LOOK_NUMBERS = 2 * _COATS + 1
_TABLE = LOOKS + 3 * _LOOK_NUMBERS

_STAGES = 6
_STAGE_SQUARES = 6

_RANKED = 2 * KEPT_WORDS  # behind what is kept for the map of each block: the choices of B
MEMORY_WORDS = _RANKED + _CHOICES


def shape_of(setup: Setup) -> Shape:
    return Shape(2, _SQUARES, CODES, len(_SCALES), _TABLE, _STAGES)


def scales_of(shape: Shape) -> Sequence[float]:
    return _SCALES


def symmetries_of(shape: Shape) -> list[list[int]]:
    """Returns the map as it is, mirrored either way, and turned."""
    rows, columns = range(_SQUARES // numbering.COLUMNS), range(numbering.COLUMNS)
    return [
        [numbering.COLUMNS * row + column for row in rows[::up] for column in columns[::along]]
        for up in (1, -1)
        for along in (1, -1)
    ]


@kernel
def mover(words: Row, at: int) -> int:
    return words[at + layout.ACTOR]


@kernel
def is_beyond(words: Row, at: int) -> bool:
    """Returns False: rolls decide until the last round, so there is nothing to solve."""
    return False


@rare
def encode(words: Row, at: int, kingdom: int, record: Bytes, memory: Row) -> None:
    at &= ANYWHERE
    fuller, lead = 0, 0
    for place in range(2):
        seat, numbers, kept = kingdom ^ place, place * _BLOCK + _SQUARES, place * KEPT_WORDS
        if _keep(words, at, seat, memory, kept):
            forget_dice(memory, kept)
            write_squares(memory, kept, record, place * _BLOCK)
            write_coats(memory, kept, record, numbers)
            write_land(memory, kept, record, numbers)
        bonus = _write_book(words, at, seat, record, numbers)
        _write_hand(words, at, seat, memory, kept, record, numbers)
        fuller = max(fuller, record[numbers + LAND])
        lead = memory[kept + POINTS] + bonus - lead
    for place in range(2):
        numbers, lead = place * _BLOCK + _SQUARES, -lead
        record[numbers + LEAD] = clipped(lead)
        record[numbers + LEAD + 1] = clipped(lead) >> 2
    if words[at + layout.PHASE] == phase.TAKE and words[at + layout.TAKEN]:
        _write_choices(words, at, kingdom, memory, record)
    _write_table(words, at, kingdom, record, 2 * _BLOCK)
    record[2 * _BLOCK + _TABLE] = min(fuller // _STAGE_SQUARES, _STAGES - 1)


@kernel
def _side_of(at: int, seat: int) -> int:
    return at + layout.SIDE + (seat & 1) * layout.SIDE_WORDS


@kernel
def _draws(words: Row, at: int, seat: int) -> bool:
    """Returns whether *seat* is drawing now."""
    return words[at + layout.PHASE] == phase.DRAW and words[at + layout.ACTOR] == seat


@kernel
def _keep(words: Row, at: int, seat: int, memory: Row, kept: int) -> bool:
    """Keeps the map, with the first die of a split; returns whether it has changed."""
    side, drawn = _side_of(at, seat), words[at + layout.DRAWN] if _draws(words, at, seat) else 0
    crosses = CROSSES_OF[words[at + layout.LOW] & 31] + (words[at + layout.BONUS] & 1)
    changes = 1 << words[at + layout.LOW_COAT] | 1 << layout.OCCUPIED | crosses << layout.CROSSES
    changed = memory[kept + DRAWN] ^ drawn
    memory[kept + DRAWN] = drawn
    for plane in range(DRAWN):
        squares = words[side + plane] | (drawn if changes >> plane & 1 else 0)
        changed |= memory[kept + plane] ^ squares
        memory[kept + plane] = squares
    return changed != 0


@kernel
def _won(words: Row, at: int) -> int:
    """Returns the rows of the spell book that are won (D6)."""
    side, other = _side_of(at, 0), _side_of(at, 1)
    mine = words[side + layout.SPELLS] | words[side + layout.USED]
    return mine | words[other + layout.SPELLS] | words[other + layout.USED]


@rare
def _write_book(words: Row, at: int, seat: int, record: Bytes, numbers: int) -> int:
    """Writes the side of the spell book and the place in the round; returns the points of the bonus spell."""
    side, won, coming, bonus = _side_of(at, seat), _won(words, at), _coming(words, at, seat), 0
    for row in range(_COATS):
        number, filled = numbers + BOOK + ROW_NUMBERS * row, words[side + layout.BOXES] >> 4 * row & 15
        is_open = won >> row & 1 == 0
        missing, points = BOXES[row] - filled if is_open else 0, 0
        if words[side + layout.COAT] == row + 1:
            points = COAT_POINTS * record[numbers + COAT_NUMBERS * row + DOMAINS]
        bonus += points
        record[number + FILLED] = filled
        record[number + MISSING] = missing
        record[number + ONE_MISSING] = 1 if missing == 1 else 0
        record[number + TWO_MISSING] = 1 if missing == 2 else 0
        record[number + COMING] = (coming & 7 == row + 1) + (coming >> 3 == row + 1) if is_open else 0
        record[number + IN_HAND] = words[side + layout.SPELLS] >> row & 1
        record[number + USED] = words[side + layout.USED] >> row & 1
        record[number + BONUS] = points
    record[numbers + CASTLE] = words[side + layout.CASTLE]
    record[numbers + IS_FIRST] = 1 if words[at + layout.FIRST] == seat else 0
    record[numbers + DREW] = words[side + layout.DREW] & 1
    record[numbers + DREW + 1] = words[side + layout.DREW] >> 1
    return bonus


@kernel
def _coming(words: Row, at: int, seat: int) -> int:
    """Returns the coats of this round's dice that will fill boxes, the coat + 1 in three bits each."""
    side, first = _side_of(at, seat), words[at + layout.FIRST]
    if words[side + layout.DREW]:
        is_filled = words[at + layout.PHASE] == phase.LIGHTNING and (seat == first or words[at + layout.ACTOR] == seat)
        return 0 if is_filled else words[side + layout.PLAIN]
    if _draws(words, at, seat):
        bonus = words[at + layout.BONUS]
        low = 0 if bonus & 1 else PLAIN_OF[words[at + layout.LOW] & 31]
        return low | (0 if bonus & 2 else PLAIN_OF[words[at + layout.HIGH] & 31] << 3)
    taken, coats = words[at + layout.TAKEN] >> 4 * seat & 15, 0
    while taken:
        coats = coats << 3 | PLAIN_OF[_rolled(words, at, index(taken))]
        taken &= taken - 1
    return coats


# Dice


@kernel
def _rolled(words: Row, at: int, die: int) -> int:
    """Returns what *die* shows: die << 3 | face."""
    return (die << 3 | (words[at + layout.DICE] >> 4 * die & 7)) & 31


@kernel
def _pair(words: Row, at: int, taken: int) -> int:
    """Returns two dice as they were rolled, as one number."""
    low, high = _rolled(words, at, LOW_DIE[taken & 15]), _rolled(words, at, HIGH_DIE[taken & 15])
    return TWO | LOOK_OF[low] | LOOK_OF[high] << HIGH


@kernel
def _hand(words: Row, at: int, seat: int) -> int:
    """Returns the dice that *seat* has still to draw, as one number; 0 when there are none."""
    taken = words[at + layout.TAKEN] >> 4 * seat & 15
    if taken == 0 or words[_side_of(at, seat) + layout.DREW]:
        return 0
    if taken & (taken - 1) == 0:
        return ONE | LOOK_OF[_rolled(words, at, LOW_DIE[taken])]
    if not _draws(words, at, seat):
        return _pair(words, at, taken)
    bonus = words[at + layout.BONUS]
    low = words[at + layout.LOW_COAT] << 2 | CROSSES_OF[words[at + layout.LOW] & 31] + (bonus & 1)
    high = words[at + layout.HIGH_COAT] << 2 | CROSSES_OF[words[at + layout.HIGH] & 31] + (bonus >> 1)
    decided = (FREE if words[at + layout.FREE] else 0) | (SPLIT if words[at + layout.SPLIT] else 0)
    return TWO | decided | low | high << HIGH


@kernel
def _write_gain(points: int, record: Bytes, number: int, nowhere: int) -> None:
    record[number] = clipped(max(points, 0))
    record[nowhere] = 1 if points < 0 else 0


@rare
def _write_hand(words: Row, at: int, seat: int, memory: Row, kept: int, record: Bytes, numbers: int) -> None:
    for number in range(numbers + HAND, numbers + CHOICES + 2 * _CHOICES):
        record[number] = 0
    dice, side, has_drawn = _hand(words, at, seat), _side_of(at, seat), memory[kept + DRAWN] != 0
    if dice == 0:
        return
    looks, many = dice, 1 if dice & ONE or has_drawn else 2
    if has_drawn:
        looks >>= HIGH
    for _ in range(many):
        coat = looks >> 2 & 7
        if coat == UNNAMED:
            record[numbers + WILD] += 1
        else:
            record[numbers + HAND + 2 * coat] += 1
            record[numbers + HAND + 2 * coat + 1] += looks & 3
        looks >>= HIGH
    taken = words[at + layout.TAKEN] >> 4 * seat & 15
    for die in range(numbering.DICE):
        record[numbers + WHICH + die] = taken >> die & 1
    record[numbers + MANY + many - 1] = 1
    if dice & ONE:
        return
    has_castle = words[side + layout.CASTLE]
    if _draws(words, at, seat):
        if words[at + layout.BONUS]:
            has_castle = 0
            record[numbers + CAST + 2] = 1
        record[numbers + CAST] = words[at + layout.FREE]
        record[numbers + CAST + 1] = words[at + layout.SPLIT]
        record[numbers + CAST + 3] = 1 if has_drawn else 0
    points, crossed = bring(words, at, side, memory, kept, taken, dice)
    _write_gain(points, record, numbers + GAIN, numbers + GAIN + 2)
    record[numbers + GAIN + 1] = clipped(max(crossed, 0)) if has_castle else record[numbers + GAIN]


@rare
def _write_choices(words: Row, at: int, kingdom: int, memory: Row, record: Bytes) -> None:
    """Writes what each choice of B brings to both kingdoms; A has taken one die."""
    first, taken = words[at + layout.FIRST], words[at + layout.TAKEN]
    mine = (taken | taken >> 4) & 15
    place = kingdom ^ first  # A's
    kept, other_kept = place * KEPT_WORDS, (1 - place) * KEPT_WORDS
    rest, choices = 15 & ~mine, 0
    while rest:
        left = lowest(rest)
        rest ^= left
        taken, others = mine | left, 15 & ~(mine | left)
        points, _ = bring(words, at, _side_of(at, first), memory, kept, taken, _pair(words, at, taken))
        other, _ = bring(words, at, _side_of(at, 1 - first), memory, other_kept, others, _pair(words, at, others))
        # The difference first, so that choices are sorted by it; no points are as many as 2 ** 16.
        ranked, slot = other - points + (1 << 16) << 32 | other + 1 << 16 | points + 1, _RANKED + choices
        while slot > _RANKED and memory[slot - 1] < ranked:
            memory[slot] = memory[slot - 1]
            slot -= 1
        memory[slot] = ranked
        choices += 1
    number, other_number = place * _BLOCK + _SQUARES + CHOICES, (1 - place) * _BLOCK + _SQUARES + CHOICES
    for choice in range(_CHOICES):
        ranked, to = memory[_RANKED + choice], 2 * choice
        _write_gain((ranked & 0xFFFF) - 1, record, number + to, number + to + 1)
        _write_gain((ranked >> 16 & 0xFFFF) - 1, record, other_number + to, other_number + to + 1)


# The table


@kernel
def _add_look(record: Bytes, number: int, look: int) -> None:
    coat = look >> 2 & 7
    record[number + 2 * coat + (1 if look & 3 else 0)] += 1  # a wild face without a name has the last number


@rare
def _write_table(words: Row, at: int, kingdom: int, record: Bytes, table: int) -> None:
    for number in range(table, table + _TABLE):
        record[number] = 0
    now, place = words[at + layout.PHASE], words[at + layout.ACTOR] ^ kingdom
    record[table + PHASES + (0 if now < phase.TAKE else now - phase.TAKE + 1)] = 1
    if phase.TAKE <= now <= phase.LIGHTNING:
        record[table + ACTORS + place] = 1
    if now == phase.DRAW:
        record[table + PARTS + _PARTS * place + words[at + layout.PART]] = 1
    if now == phase.LIGHTNING:
        record[table + LIGHTNING + 2 * place] = 1 if words[at + layout.LIGHTNING] & COAT_BONUS else 0
        record[table + LIGHTNING + 2 * place + 1] = 1 if words[at + layout.LIGHTNING] & EXTRA_CROSS else 0
    won = _won(words, at)
    for row in range(_COATS):
        record[table + OPEN + row] = 1 - (won >> row & 1)
    if words[_side_of(at, 0) + layout.OCCUPIED] == MAP or words[_side_of(at, 1) + layout.OCCUPIED] == MAP:
        record[table + IS_LAST] = 1
    for one in range(2):
        dice, looks = _hand(words, at, kingdom ^ one), table + LOOKS + _LOOK_NUMBERS * one
        if dice:
            _add_look(record, looks, dice)
        if dice & TWO:
            _add_look(record, looks, dice >> HIGH)
    taken = words[at + layout.TAKEN]
    free = 15 & ~(taken | taken >> 4) if words[at + layout.DICE] else 0
    while free:
        _add_look(record, table + LOOKS + 2 * _LOOK_NUMBERS, LOOK_OF[_rolled(words, at, index(free))])
        free &= free - 1
