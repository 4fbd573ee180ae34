"""What a network is given of a map of Duel, and what dice would bring on it.

Maps are read from the memory of an encoder. It has for each of them: the planes, laid out as in a side of the layout;
the square of the first die of a split, which is in the planes too; the points; the squares that touch each coat; for
every two dice what they were and what they bring; for each coat and square what a die there would join.
"""

from crownland.fast.bits import count, index, lowest
from crownland.fast.duel import layout, numbering
from crownland.fast.duel.dice import UNNAMED
from crownland.fast.duel.drawing import empty_squares, pair_spots, single_spots
from crownland.fast.duel.map import ANYWHERE, CASTLE_MASK, MAP, SQUARE_OF, beside, crosses_in, domain, step
from crownland.fast.jit import Bytes, Row, kernel, rare, table
from crownland.games.duel.dice import DICE

__all__ = [
    "CODES",
    "DRAWN",
    "FREE",
    "HIGH",
    "KEPT_WORDS",
    "MAP_SCALES",
    "ONE",
    "POINTS",
    "SPLIT",
    "TWO",
    "bring",
    "clipped",
    "forget_dice",
    "write_coats",
    "write_land",
    "write_squares",
]

COATS, SQUARES = numbering.COATS, numbering.SQUARES
MOST_CROSSES = 3  # that a code tells apart
CODES_A_COAT = MOST_CROSSES + 1
CODES = COATS * CODES_A_COAT

# The numbers of each coat: all its squares, crosses and points; size, crosses, edge and room to grow of its best
# domain; its largest domain; its domains; the edge of all; size and crosses of the second domain; what one die brings,
# plain or with crosses; whether none can connect.
OF_SQUARES, OF_CROSSES, OF_POINTS, BEST, BEST_CROSSES, BEST_EDGE, BEST_ROOM, LARGEST = range(8)
DOMAINS, EDGE, SECOND, SECOND_CROSSES, PLAIN_GAIN, CROSSED_GAIN, NO_EDGE = range(8, 15)
COAT_NUMBERS = 15
_COAT_SCALES = (1 / 6, 1 / 2, 1 / 8, 1 / 4, 1 / 2, 1 / 4, 1 / 12, 1 / 4, 1 / 2, 1 / 6, 1 / 2, 1, 1 / 3, 1 / 8, 1)
# For each two coats: the places of a domino, and whether it has none.
SPOTS = COATS * COAT_NUMBERS
_SPOT_SCALES = (1 / 12, 1)
_TWO_COATS = COATS * (COATS + 1) // 2
MOST_SPOTS = 24
# See write_land().
LAND = SPOTS + 2 * _TWO_COATS
_LAND_SCALES = (1 / 16, 1, 1, 1, 1 / 2, 1 / 2, 1, 1 / 2, 1 / 16, 1 / 32, 1 / 8, 1 / 8, 1 / 6)
MAP_SCALES = (*_COAT_SCALES * COATS, *_SPOT_SCALES * _TWO_COATS, *_LAND_SCALES)

DRAWN = layout.CROSSES + 3
POINTS = DRAWN + 1
_TOUCHING = POINTS + 1
_BROUGHT = _TOUCHING + COATS  # by the dice, a bit for each
_JOINED = _BROUGHT + 2 * (1 << numbering.DICE)  # size, crosses << 8, points << 16
_PLANE = 64
KEPT_WORDS = _JOINED + _PLANE * COATS

# Dice as one number: the lower one's coat << 2 | crosses, the same of the higher one << HIGH, and what is decided.
HIGH = 5
ONE, TWO, FREE, SPLIT = (1 << 2 * HIGH + bit for bit in range(4))

_MOST_ON_A_FACE = table(
    max(face.crosses for faces in DICE.values() for face in faces.values() if face.coat == coat)
    for coat in range(COATS)
)
_CHESSBOARD = sum(
    1 << 8 * (square // numbering.COLUMNS) + square % numbering.COLUMNS for square in range(1, SQUARES, 2)
)


@kernel
def clipped(number: int) -> int:
    return max(-127, min(127, number))


@rare
def write_squares(memory: Row, kept: int, record: Bytes, block: int) -> None:
    for square in range(SQUARES):
        record[block + square] = 0
    for coat in range(COATS):
        squares = memory[kept + coat]
        while squares:
            one = lowest(squares)
            squares ^= one
            crosses = min(crosses_in(memory, kept, one), MOST_CROSSES)
            record[block + SQUARE_OF[index(one) & 63]] = 1 + CODES_A_COAT * coat + crosses


@rare
def write_coats(memory: Row, kept: int, record: Bytes, numbers: int) -> None:
    """Writes the numbers of each coat and of each two. Keeps the points, and what touches and joins each coat."""
    empty = empty_squares(memory, kept)
    roomy = empty & beside(empty)
    for joined in range(kept + _JOINED, kept + KEPT_WORDS):
        memory[joined] = 0
    memory[kept + POINTS] = 0
    for coat in range(COATS):
        land, joined, number = memory[kept + coat], kept + _JOINED + _PLANE * coat, numbers + COAT_NUMBERS * coat
        points, domains, largest, best, best_domains, second = 0, 0, 0, 0, 0, 0
        rest = land
        while rest:
            one = domain(lowest(rest), rest)
            rest ^= one
            size, crosses, edge = count(one), crosses_in(memory, kept, one), beside(one) & empty
            points += size * crosses
            domains += 1
            largest = max(largest, size)
            rank = crosses << 16 | size << 8 | count(edge & roomy)
            if rank > best:
                best, best_domains, second = rank, one, best
            else:
                best_domains |= one if rank == best else 0
                second = max(second, rank)
            joins = size | crosses << 8 | size * crosses << 16
            while edge:
                memory[joined + index(edge)] += joins
                edge &= edge - 1
        touching = beside(land | CASTLE_MASK)
        plain, _ = _best_single(memory, joined, touching & roomy, 0)
        crossed, _ = _best_single(memory, joined, touching & roomy, _MOST_ON_A_FACE[coat])
        memory[kept + POINTS] += points
        memory[kept + _TOUCHING + coat] = touching
        record[number + OF_SQUARES] = count(land)
        record[number + OF_CROSSES] = clipped(crosses_in(memory, kept, land))
        record[number + OF_POINTS] = clipped(points)
        record[number + BEST] = best >> 8 & 255
        record[number + BEST_CROSSES] = clipped(best >> 16)
        record[number + BEST_EDGE] = best & 255
        record[number + BEST_ROOM] = count(domain(best_domains, best_domains | roomy)) - count(best_domains)
        record[number + LARGEST] = largest
        record[number + DOMAINS] = domains
        record[number + EDGE] = count(beside(land) & roomy)
        record[number + SECOND] = second >> 8 & 255
        record[number + SECOND_CROSSES] = clipped(second >> 16)
        record[number + PLAIN_GAIN] = clipped(max(plain, 0))
        record[number + CROSSED_GAIN] = clipped(max(crossed, 0))
        record[number + NO_EDGE] = 1 if touching & roomy == 0 else 0
    number = numbers + SPOTS
    for low in range(COATS):
        left = memory[kept + _TOUCHING + low]
        for high in range(low, COATS):
            north, east, south, west = pair_spots(empty, left, memory[kept + _TOUCHING + high])
            spots = count(north) + count(east)
            if low != high:
                spots += count(south) + count(west)
            record[number] = min(spots, MOST_SPOTS)
            record[number + 1] = 1 if spots == 0 else 0
            number += 2


@rare
def write_land(memory: Row, kept: int, record: Bytes, numbers: int) -> None:
    """Writes how many squares are drawn; whether none, up to two, up to four are empty; how many of these only a single
    die can fill, and how many a domino; their parts, odd parts, and what dominoes leave over, as on a chessboard; the
    points and a quarter of them, the crosses, and the largest domain."""
    empty = empty_squares(memory, kept)
    parts, odd, uneven, rest = 0, 0, 0, empty
    while rest:
        one = domain(lowest(rest), rest)
        rest ^= one
        parts += 1
        odd += count(one) & 1
        uneven += abs(2 * count(one & _CHESSBOARD) - count(one))
    crosses, largest = 0, 0
    for coat in range(numbers, numbers + SPOTS, COAT_NUMBERS):
        crosses += record[coat + OF_CROSSES]
        largest = max(largest, record[coat + LARGEST])
    left, number = count(empty), numbers + LAND
    record[number] = SQUARES - 1 - left
    record[number + 1] = 1 if left == 0 else 0
    record[number + 2] = 1 if left <= 2 else 0
    record[number + 3] = 1 if left <= 4 else 0
    record[number + 4] = count(empty & ~beside(empty))
    record[number + 5] = parts
    record[number + 6] = odd
    record[number + 7] = uneven
    record[number + 8] = count(empty & beside(empty))
    record[number + 9] = clipped(memory[kept + POINTS])
    record[number + 10] = clipped(memory[kept + POINTS] >> 2)
    record[number + 11] = clipped(crosses)
    record[number + 12] = largest


# What dice bring


@kernel
def _points_of(joins: int, crosses: int) -> int:
    """Returns the points that a die with *crosses* brings."""
    return ((joins & 255) + 1) * ((joins >> 8 & 255) + crosses) - (joins >> 16)


@rare
def _best_single(memory: Row, joined: int, spots: int, crosses: int) -> tuple[int, int]:
    """Returns the most points of one die on *spots*, and with one cross more; -1 when there are none."""
    best, best_crossed = -1, -1
    while spots:
        joins = memory[joined + index(spots)]
        spots &= spots - 1
        points = _points_of(joins, crosses)
        best, best_crossed = max(best, points), max(best_crossed, points + (joins & 255) + 1)
    return best, best_crossed


@kernel
def _double(memory: Row, kept: int, coat: int, squares: int, crosses: int) -> tuple[int, int]:
    """Returns the points of two dice of one coat on neighbouring *squares*, and the size of their domain."""
    land, size, before = memory[kept + coat], 2, 0
    around = beside(squares) & land
    while around:
        one = domain(lowest(around), land)
        around &= ~one
        more, more_crosses = count(one), crosses_in(memory, kept, one)
        size += more
        crosses += more_crosses
        before += more * more_crosses
    return size * crosses - before, size


@rare
def _best_domino(
    memory: Row, kept: int, low: int, low_crosses: int, high: int, high_crosses: int, is_free: bool
) -> tuple[int, int]:
    """Returns the most points of a domino, and with one cross more; -1 when it fits nowhere."""
    kept &= ANYWHERE
    left = MAP if is_free else memory[kept + _TOUCHING + low]
    right = MAP if is_free else memory[kept + _TOUCHING + high]
    north, east, south, west = pair_spots(empty_squares(memory, kept), left, right)
    at_low, at_high = kept + _JOINED + _PLANE * low, kept + _JOINED + _PLANE * high
    best, best_crossed = -1, -1
    for direction in range(2 if low == high else 4):
        spots = north if direction == 0 else east if direction == 1 else south if direction == 2 else west
        while spots:
            here = lowest(spots)
            spots ^= here
            there = step(here, direction)
            if low == high:
                points, size = _double(memory, kept, low, here | there, low_crosses + high_crosses)
            else:
                low_joins, high_joins = memory[at_low + index(here)], memory[at_high + index(there)]
                points = _points_of(low_joins, low_crosses) + _points_of(high_joins, high_crosses)
                size = max(low_joins & 255, high_joins & 255) + 1
            best, best_crossed = max(best, points), max(best_crossed, points + size)
    return best, best_crossed


@rare
def _best_pair(memory: Row, kept: int, dice: int) -> tuple[int, int]:
    """As _best_domino() for two dice; a wild face without a name takes any coat."""
    low, high = dice >> 2 & 7, dice >> HIGH + 2 & 7
    best, best_crossed = -1, -1
    for low_coat in range(low if low < UNNAMED else 0, low + 1 if low < UNNAMED else COATS):
        for high_coat in range(high if high < UNNAMED else 0, high + 1 if high < UNNAMED else COATS):
            points, crossed = _best_domino(
                memory, kept, low_coat, dice & 3, high_coat, dice >> HIGH & 3, dice & FREE != 0
            )
            best, best_crossed = max(best, points), max(best_crossed, crossed)
    return best, best_crossed


@rare
def _best_apart(words: Row, at: int, side: int, memory: Row, kept: int, dice: int) -> tuple[int, int]:
    """As _best_domino() after a split: what each die brings alone, added up, or the one that is not drawn yet."""
    low, high = single_spots(words, at, side, empty_squares(memory, kept))
    if memory[kept + DRAWN]:
        low = 0
    joined = kept + _JOINED
    one, one_crossed = _best_single(memory, joined + _PLANE * (dice >> 2 & 7), low, dice & 3)
    other, other_crossed = _best_single(memory, joined + _PLANE * (dice >> HIGH + 2 & 7), high, dice >> HIGH & 3)
    if one < 0 or other < 0:
        return max(one, other), max(one_crossed, other_crossed)
    return one + other, max(one + other_crossed, one_crossed + other)


@kernel
def bring(words: Row, at: int, side: int, memory: Row, kept: int, taken: int, dice: int) -> tuple[int, int]:
    """Returns the most points that two *dice* bring, and with one cross more; -1 when they fit nowhere.

    Keeps it for the dice *taken*. After a split, *words* say where the dice connect.
    """
    known = kept + _BROUGHT + 2 * taken
    if memory[known] != dice:
        if dice & SPLIT:
            best, crossed = _best_apart(words, at, side, memory, kept, dice)
        else:
            best, crossed = _best_pair(memory, kept, dice)
        memory[known] = dice
        memory[known + 1] = best + 1 | crossed + 1 << 32
    return (memory[known + 1] & 0xFFFFFFFF) - 1, (memory[known + 1] >> 32) - 1


@kernel
def forget_dice(memory: Row, kept: int) -> None:
    """Forgets what dice bring: the map has changed."""
    for known in range(kept + _BROUGHT, kept + _JOINED):
        memory[known] = 0
