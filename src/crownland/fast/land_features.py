"""What a network is given of a kingdom's land: its squares, numbers about its form, and what dominoes would bring.

The games that lay dominoes share this. Everything fits into signed bytes. A game says how many of the terrains it has:
*terrains* counts them from the first.
"""

from crownland.fast import layout
from crownland.fast.bits import count, index, lowest, rest_of, shift_left, shift_right
from crownland.fast.jit import Bytes, Row, kernel, rare, table
from crownland.fast.land import (
    CASTLE,
    CASTLE_MASK,
    LEFT_CROWNS,
    LEFT_TERRAIN,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    connected,
    east,
    free_pairs,
    neighbours,
    north,
    south,
    spots,
    start_of,
    step_from,
    west,
)
from crownland.kernel.domino import DOMINOES
from crownland.kernel.terrain import Terrain

__all__ = [
    "MOST",
    "PROPERTIES_WORDS",
    "best_gain",
    "codes",
    "find_properties",
    "land_numbers",
    "land_scales",
    "square_of",
    "turned_windows",
    "window",
    "write_land",
    "write_squares",
]

MOST = 127  # what a signed byte holds
_CENTRE = CASTLE & 7

# A square's code: 1 + FIRST_CODE[terrain] + crowns.
_HALVES = [half for domino in DOMINOES.values() for half in (domino.left, domino.right)]
_MOST_CROWNS = [max(half.crowns for half in _HALVES if half.terrain == terrain) for terrain in Terrain]
FIRST_CODE = table(sum(1 + most for most in _MOST_CROWNS[:terrain]) for terrain in Terrain)

# The properties of a kingdom: for each terrain, and one more, where its list ends; then three words for each property.
SQUARES, SIZE, CROWNS = 0, 1, 2
PROPERTY_WORDS = 3
PROPERTIES = len(Terrain) + 1
PROPERTIES_WORDS = PROPERTIES + 49 * PROPERTY_WORDS  # as many as a kingdom of 7×7 has squares

# The land numbers: for each terrain, for each pair of terrains, and of the whole.
OF_TERRAIN = 12
OF_PAIR = 2
OF_WHOLE = 14
MOST_SPOTS = 16
_CHECKER = sum(1 << 8 * row + column for row in range(8) for column in range(8) if (row + column) & 1)
_CHECKERED = _CHECKER - (1 << 64) if _CHECKER >> 63 else _CHECKER


def codes(terrains: int) -> int:
    """Returns how many codes a square can have besides 0."""
    return sum(1 + most for most in _MOST_CROWNS[:terrains])


def land_scales(terrains: int) -> tuple[float, ...]:
    """Returns about 1 / its usual size for every land number."""
    of_terrain = (1 / 8, 1 / 4, 1 / 16, 1 / 8, 1 / 4, 1 / 4, 1 / 8, 1 / 2, 1 / 8, 1 / 8, 1 / 4, 1 / 2)
    of_whole = (1 / 12, 1 / 4, 1 / 2, 1 / 12, 1 / 2, 1 / 12, 1 / 32, 1 / 8, 1 / 8, 1, 1 / 2, 1 / 2, 1 / 2, 1)
    return of_terrain * terrains + (1 / 8, 1) * (terrains * (terrains + 1) // 2) + of_whole


def land_numbers(terrains: int) -> int:
    return len(land_scales(terrains))


def window(size: int) -> int:
    """Returns the side of the window round the castle: all that a kingdom of *size* can reach."""
    return 2 * size - 1


def turned_windows(size: int) -> list[list[int]]:
    """Returns the squares of the window in the eight ways that it can be turned and mirrored."""
    side = window(size)
    here = [[row * side + column for column in range(side)] for row in range(side)]
    found = []
    for _ in range(4):
        here = [list(line) for line in zip(*here[::-1], strict=True)]
        found += [[square for line in way for square in line] for way in (here, [line[::-1] for line in here])]
    return found


@kernel
def square_of(box: int, square: int, size: int) -> int:
    """Returns the square of the window for a bit of the torus, when the kingdom has that BOX."""
    column, row = start_of(box), start_of(shift_right(box, 8))
    column += ((square & 7) - column) & 7
    row += ((square >> 3) - row) & 7
    first = _CENTRE + 1 - size
    return (row - first) * (2 * size - 1) + column - first


@rare
def write_squares(words: Row, land: int, size: int, terrains: int, record: Bytes, at: int) -> None:
    """Writes the code of every square of the window: 0 is empty, and so is the castle."""
    for square in range(at, at + (2 * size - 1) * (2 * size - 1)):
        record[square] = 0
    box, once, twice = words[land + layout.BOX], words[land + layout.CROWNS], words[land + layout.CROWNS_TWICE]
    for terrain in range(terrains):
        rest = words[land + layout.TERRAINS + terrain]
        while rest:
            one, square = lowest(rest), index(rest)
            rest = rest_of(rest)
            crowns = (1 if once & one else 0) + (2 if twice & one else 0)
            record[at + square_of(box, square, size)] = 1 + FIRST_CODE[terrain] + crowns


@rare
def find_properties(words: Row, land: int, terrains: int, found: Row, first: int) -> None:
    """Writes the properties of a kingdom into *found*, from *first* on."""
    slot = first + PROPERTIES
    for terrain in range(terrains):
        found[first + terrain] = slot
        squares = words[land + layout.TERRAINS + terrain]
        while squares:
            one = connected(lowest(squares), squares)
            squares &= ~one
            found[slot + SQUARES] = one
            found[slot + SIZE] = count(one)
            found[slot + CROWNS] = count(one & words[land + layout.CROWNS]) + 2 * count(
                one & words[land + layout.CROWNS_TWICE]
            )
            slot += PROPERTY_WORDS
    found[first + terrains] = slot


@rare
def write_land(words: Row, land: int, size: int, terrains: int, found: Row, first: int, record: Bytes, at: int) -> None:
    """Writes the land numbers, once find_properties() is done."""
    box, occupied = words[land + layout.BOX], words[land + layout.OCCUPIED]
    free, beside, above = free_pairs(box, occupied, size)
    fillable = beside | east(beside) | above | north(above)
    points, all_crowns, largest = 0, 0, 0
    for terrain in range(terrains):
        squares, crowns, worth, big = 0, 0, 0, 0
        best, best_slot, second, second_slot = -1, 0, -1, 0
        for slot in range(found[first + terrain], found[first + terrain + 1], PROPERTY_WORDS):
            squares += found[slot + SIZE]
            crowns += found[slot + CROWNS]
            worth += found[slot + SIZE] * found[slot + CROWNS]
            big = max(big, found[slot + SIZE])
            rank = 64 * found[slot + CROWNS] + found[slot + SIZE]
            if rank > best:
                second, second_slot, best, best_slot = best, best_slot, rank, slot
            elif rank > second:
                second, second_slot = rank, slot
        number = at + terrain * OF_TERRAIN
        for offset in range(OF_TERRAIN):
            record[number + offset] = 0
        if squares:
            whole = found[best_slot + SQUARES]
            record[number] = squares
            record[number + 1] = crowns
            record[number + 2] = min(worth, MOST)
            record[number + 3] = found[best_slot + SIZE]
            record[number + 4] = found[best_slot + CROWNS]
            record[number + 5] = count(neighbours(whole) & fillable)
            record[number + 6] = big
            record[number + 7] = (found[first + terrain + 1] - found[first + terrain]) // PROPERTY_WORDS
            record[number + 8] = count(neighbours(words[land + layout.TERRAINS + terrain]) & fillable)
            record[number + 9] = count(connected(whole, whole | fillable)) - found[best_slot + SIZE]
        if second >= 0:
            record[number + 10] = found[second_slot + SIZE]
            record[number + 11] = found[second_slot + CROWNS]
        points += worth
        all_crowns += crowns
        largest = max(largest, big)
    _write_pairs(words, land, terrains, beside, above, record, at + OF_TERRAIN * terrains)
    number = at + OF_TERRAIN * terrains + OF_PAIR * (terrains * (terrains + 1) // 2)
    wide, high = count(box & 255), count(shift_right(box, 8) & 255)
    record[number] = count(occupied) - 1
    record[number + 1] = wide + high
    record[number + 2] = abs(wide - high)
    record[number + 3] = count(free)
    record[number + 4] = count(free & ~fillable)
    record[number + 5] = count(fillable)
    record[number + 6] = min(points, MOST)
    record[number + 7] = all_crowns
    record[number + 8] = largest
    is_full = wide == size and high == size
    record[number + 9] = 1 if is_full else 0
    parts, odd, uneven = 0, 0, 0
    rest = free if is_full else 0
    while rest:
        one = connected(lowest(rest), free)
        rest &= ~one
        parts += 1
        odd += count(one) & 1
        uneven += abs(count(one & _CHECKERED) - count(one & ~_CHECKERED))
    record[number + 10] = parts
    record[number + 11] = odd
    record[number + 12] = uneven
    record[number + 13] = 1 if uneven else 0


@kernel
def _write_pairs(words: Row, land: int, terrains: int, beside: int, above: int, record: Bytes, at: int) -> None:
    """Writes for each pair of terrains how many spots a domino of them has, and whether it has none."""
    higher, further, number = north(above), east(beside), at
    for terrain in range(terrains):
        by_left = neighbours(words[land + layout.TERRAINS + terrain] | CASTLE_MASK)
        for other in range(terrain, terrains):
            by_right = neighbours(words[land + layout.TERRAINS + other] | CASTLE_MASK)
            many = count(above & (by_left | south(by_right))) + count(beside & (by_left | west(by_right)))
            if terrain != other:
                many += count(higher & (by_left | north(by_right))) + count(further & (by_left | east(by_right)))
            record[number] = min(many, MOST_SPOTS)
            record[number + 1] = 0 if many else 1
            number += OF_PAIR


@kernel
def _gain(found: Row, begin: int, end: int, around: int, size: int, crowns: int) -> int:
    """Returns the points gained when *size* squares with *crowns* join the properties *around* them (C12)."""
    points = 0
    for slot in range(begin, end, PROPERTY_WORDS):
        if found[slot + SQUARES] & around:
            points -= found[slot + SIZE] * found[slot + CROWNS]
            size += found[slot + SIZE]
            crowns += found[slot + CROWNS]
    return points + size * crowns


@rare
def best_gain(words: Row, land: int, size: int, domino: int, found: Row, first: int) -> int:
    """Returns the most points that *domino* can bring at once, after find_properties(); -1 if it fits nowhere."""
    left, right = LEFT_TERRAIN[domino], RIGHT_TERRAIN[domino]
    left_crowns, right_crowns = LEFT_CROWNS[domino], RIGHT_CROWNS[domino]
    left_begin, left_end = found[first + left], found[first + left + 1]
    right_begin, right_end = found[first + right], found[first + right + 1]
    best = -1
    by_direction = spots(words, land, size, domino)
    for direction in range(4):
        rest = by_direction[direction]
        while rest:
            square = index(rest)
            rest = rest_of(rest)
            by_left = neighbours(shift_left(1, square))
            by_right = neighbours(shift_left(1, step_from(square, direction)))
            if left == right:
                gain = _gain(found, left_begin, left_end, by_left | by_right, 2, left_crowns + right_crowns)
            else:
                gain = _gain(found, left_begin, left_end, by_left, 1, left_crowns)
                gain += _gain(found, right_begin, right_end, by_right, 1, right_crowns)
            best = max(best, gain)
    return best
