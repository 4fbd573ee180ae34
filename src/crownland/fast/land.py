"""C3–C6 and C12 on planes: where a domino may lie, laying it, and the points of the land.

A plane is one 64-bit word, a torus of 8×8 squares. A kingdom of 5×5, with all its next domino can reach, is at most 7
squares wide and fits. One of 7×7 can reach 9, and still nothing is mistaken:

- what is occupied is at most 7 wide, so no two occupied squares fall together, and opposite edges never touch;
- two squares beyond the box can fall together when it is 5 wide (two steps west of it and two steps east of it), but
  nothing but the domino that reaches there from its own side can use them;
- beyond a box 6 wide, one step west and one step east become neighbours: the only false pair, left out by _ACROSS.

The castle's column and row, counted from 0, are below 8, so they never wrap.
"""

from crownland.fast import layout, numbering
from crownland.fast.bits import below, count, index, lowest, rest_of, select, shift_left, shift_right
from crownland.fast.jit import Row, kernel, rare, table
from crownland.kernel.domino import DOMINOES
from crownland.kernel.square import CASTLE as CASTLE_SQUARE
from crownland.kernel.square import column, row
from crownland.kernel.terrain import Terrain

__all__ = [
    "CASTLE",
    "CASTLE_MASK",
    "LEFT_CROWNS",
    "LEFT_TERRAIN",
    "RIGHT_CROWNS",
    "RIGHT_TERRAIN",
    "all_crowns",
    "bit_of",
    "bonus_points",
    "connected",
    "east",
    "empty_kingdom",
    "free_pairs",
    "largest_property",
    "list_spots",
    "neighbours",
    "north",
    "place",
    "place_at_random",
    "place_numbered",
    "property_points",
    "rotated",
    "shadow",
    "south",
    "spot_number",
    "spots",
    "start_of",
    "step_from",
    "west",
]

CASTLE = row(CASTLE_SQUARE) << 3 | column(CASTLE_SQUARE)
CASTLE_MASK = 1 << CASTLE
_CENTRE = column(CASTLE_SQUARE)  # and row
_TERRAINS = len(Terrain)

_ROW = 0xFF
_COLUMN = 0x0101010101010101
_NOT_EAST = 0x7F7F7F7F7F7F7F7F


def _signed(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask


def _runs() -> dict[int, tuple[int, int]]:
    """Returns every run of columns on a ring of eight that holds the castle's: its mask, start and width."""
    return {
        sum(1 << (start + step) % 8 for step in range(width)): (start, width)
        for start in range(_CENTRE + 1)
        for width in range(1, 8)
        if start <= _CENTRE < start + width
    }


def _reach(size: int, line: int, step: int) -> list[int]:
    """Returns for every run all squares of the columns (or rows) it may still grow into with one domino (C4)."""
    masks = [0] * 256
    for run, (start, width) in _runs().items():
        further = min(2, size - width)
        places = {(start + offset) % 8 for offset in range(-further, width + further)} if further >= 0 else set()
        masks[run] = _signed(sum(line << step * place for place in places))
    return masks


def _across(line: int, step: int) -> list[int]:
    """Returns for every run the squares whose eastern (or northern) neighbour on the torus is a true one."""
    masks = [-1] * 256
    for run, (start, width) in _runs().items():
        if width == 6:
            masks[run] = _signed(~(line << step * ((start + 6) % 8)) & (1 << 64) - 1)
    return masks


# By size, and then by run.
_COLUMNS = table(mask for size in layout.SIZES for mask in _reach(size, _COLUMN, 1))
_ROWS = table(mask for size in layout.SIZES for mask in _reach(size, _ROW, 8))
_ACROSS = table(_across(_COLUMN, 1))
_UPWARDS = table(_across(_ROW, 8))
_START = table(_runs().get(run, (0, 0))[0] for run in range(256))


def _middle(size: int) -> int:
    """Returns the BOX of a kingdom of full size with the castle in its centre."""
    run = sum(1 << place % 8 for place in range(_CENTRE - size // 2, _CENTRE + size // 2 + 1))
    return run | run << 8


_MIDDLE = table(_middle(size) if size in layout.SIZES else -1 for size in range(8))

# By the domino's number + 1, as the lines hold it.
LEFT_TERRAIN = table([0] + [domino.left.terrain for domino in DOMINOES.values()])
RIGHT_TERRAIN = table([0] + [domino.right.terrain for domino in DOMINOES.values()])
LEFT_CROWNS = table([0] + [domino.left.crowns for domino in DOMINOES.values()])
RIGHT_CROWNS = table([0] + [domino.right.crowns for domino in DOMINOES.values()])
_NOT_DOUBLE = table([0] + [0 if domino.is_double else -1 for domino in DOMINOES.values()])


@kernel
def east(mask: int) -> int:
    """Returns the squares one step east of those in *mask*."""
    return shift_left(mask & _NOT_EAST, 1) | (shift_right(mask, 7) & _COLUMN)


@kernel
def west(mask: int) -> int:
    return (shift_right(mask, 1) & _NOT_EAST) | shift_left(mask & _COLUMN, 7)


@kernel
def north(mask: int) -> int:
    return shift_left(mask, 8) | shift_right(mask, 56)


@kernel
def south(mask: int) -> int:
    return shift_right(mask, 8) | shift_left(mask, 56)


@kernel
def neighbours(mask: int) -> int:
    return east(mask) | west(mask) | north(mask) | south(mask)


@kernel
def start_of(run: int) -> int:
    """Returns the true column (or row) where a run of them begins."""
    return _START[run & 255]


@rare
def empty_kingdom(words: Row, land: int) -> None:
    for slot in range(layout.KINGDOM_WORDS):
        words[land + slot] = 0
    words[land + layout.OCCUPIED] = CASTLE_MASK
    words[land + layout.BOX] = shadow(CASTLE)


@kernel
def free_pairs(box: int, occupied: int, size: int) -> tuple[int, int, int]:
    """Returns the empty squares that a kingdom's next domino may cover (C4, C6); those of them whose eastern neighbour
    is one too; those whose northern neighbour is."""
    columns, rows, page = box & 255, shift_right(box, 8) & 255, (size & 2) << 7  # the page of *size*
    free = _COLUMNS[page + columns] & _ROWS[page + rows] & ~occupied
    return free, free & west(free) & _ACROSS[columns], free & south(free) & _UPWARDS[rows]


@kernel
def spots(words: Row, land: int, size: int, domino: int) -> tuple[int, int, int, int]:
    """Returns the squares for the left half, with the right half to its north, east, south and west.

    Must agree with Kingdom.spots().
    """
    _, beside, above = free_pairs(words[land + layout.BOX], words[land + layout.OCCUPIED], size)
    left = neighbours(words[land + layout.TERRAINS + (LEFT_TERRAIN[domino] & 7)] | CASTLE_MASK)
    right = neighbours(words[land + layout.TERRAINS + (RIGHT_TERRAIN[domino] & 7)] | CASTLE_MASK)
    turned = _NOT_DOUBLE[domino]
    return (
        above & (left | south(right)),
        beside & (left | west(right)),
        north(above) & (left | north(right)) & turned,
        east(beside) & (left | east(right)) & turned,
    )


# One step north, east, south, west on the torus, as what to add to column and row.
_STEP_COLUMN = table((0, 1, 0, 7))
_STEP_ROW = table((1, 0, 7, 0))


@kernel
def step_from(square: int, direction: int) -> int:
    """Returns the bit next to that bit of the torus."""
    column = (square + _STEP_COLUMN[direction & 3]) & 7
    return ((square >> 3) + _STEP_ROW[direction & 3] & 7) << 3 | column


@kernel
def place(words: Row, land: int, domino: int, square: int, direction: int) -> int:
    """Lays *domino*, its left half on that bit of the torus; returns the squares it covers."""
    other = step_from(square, direction)
    here, there = shift_left(1, square), shift_left(1, other)
    words[land + layout.TERRAINS + (LEFT_TERRAIN[domino] & 7)] |= here
    words[land + layout.TERRAINS + (RIGHT_TERRAIN[domino] & 7)] |= there
    left, right = LEFT_CROWNS[domino], RIGHT_CROWNS[domino]
    words[land + layout.CROWNS] |= (here & -(left & 1)) | (there & -(right & 1))
    words[land + layout.CROWNS_TWICE] |= (here & -(left >> 1)) | (there & -(right >> 1))
    words[land + layout.OCCUPIED] |= here | there
    words[land + layout.BOX] |= shadow(square) | shadow(other)
    return here | there


@kernel
def shadow(square: int) -> int:
    """Returns what a square adds to its kingdom's BOX."""
    return 1 << (square & 7) | 256 << (square >> 3)


@kernel
def connected(start: int, land: int) -> int:
    """Returns the squares of *land* that are connected with *start*."""
    grown, before = start, 0
    while grown != before:
        before = grown
        grown |= neighbours(grown) & land
        grown |= neighbours(grown) & land
    return grown


@kernel
def property_points(words: Row, land: int) -> int:
    """Returns squares × crowns of every property (C12). Must agree with kernel.scoring.property_score()."""
    points = 0
    once, twice = words[land + layout.CROWNS], words[land + layout.CROWNS_TWICE]
    for terrain in range(_TERRAINS):
        squares = words[land + layout.TERRAINS + terrain]
        crowned = (once | twice) & squares
        while crowned:
            one = connected(lowest(crowned), squares)
            points += count(one) * (count(one & once) + 2 * count(one & twice))
            crowned &= ~one
    return points


@rare
def largest_property(words: Row, land: int) -> int:
    largest = 0
    for terrain in range(_TERRAINS):
        squares = words[land + layout.TERRAINS + terrain]
        while squares:
            one = connected(lowest(squares), squares)
            largest = max(largest, count(one))
            squares &= ~one
    return largest


@kernel
def bonus_points(box: int, occupied: int, size: int, bonuses: int) -> int:
    """Returns the extra points of a kingdom for its form.

    The low sixteen bits of *bonuses* count when the castle is in the middle of a box of full size, the higher ones when
    no square of it is empty.
    """
    points = 0
    if bonuses and box == _MIDDLE[size & 7]:
        points += bonuses & 0xFFFF
    if bonuses and count(occupied) == size * size:
        points += bonuses >> 16
    return points


@kernel
def all_crowns(words: Row, land: int) -> int:
    return count(words[land + layout.CROWNS]) + 2 * count(words[land + layout.CROWNS_TWICE])


@kernel
def rotated(mask: int, column: int, row: int) -> int:
    """Returns *mask* seen from another corner of the torus: what lay on that column and row lies on bit 0."""
    column, by = column & 7, (row & 7) << 3
    mask = shift_right(mask, by) | shift_left(mask, (64 - by) & 63)
    return (shift_right(mask, column) & _LOW[column]) | (shift_left(mask, 8 - column) & ~_LOW[column])


_LOW = table(_signed((0xFF >> column) * _COLUMN) for column in range(8))
# Where the first square of a list of spots can lie, seen from the corner of the box, by direction.
_SPOT_COLUMN = table((-1, -2, -1, -1))
_SPOT_ROW = table((-2, -1, -1, -1))


@rare
def list_spots(words: Row, land: int, size: int, domino: int, out: Row) -> int:
    """Writes the numbers of all placements, or of the discard if there is none (C7); returns how many."""
    found = 0
    by_direction = spots(words, land, size, domino)
    box = words[land + layout.BOX]
    for direction in range(4):
        column, row = _first_spot(box, direction)
        rest = rotated(by_direction[direction], column, row)
        first = numbering.PLACE + direction * numbering.SQUARES + row * numbering.SIDE + column
        while rest:
            square = index(rest)
            out[found] = first + (square >> 3) * numbering.SIDE + (square & 7)
            found += 1
            rest = rest_of(rest)
    if not found:
        out[0] = numbering.DISCARD
        return 1
    return found


@kernel
def _first_spot(box: int, direction: int) -> tuple[int, int]:
    """Returns a true column and row: no spot in that direction lies before them, or eight or more beyond them."""
    return start_of(box) + _SPOT_COLUMN[direction & 3], start_of(shift_right(box, 8)) + _SPOT_ROW[direction & 3]


@rare
def spot_number(box: int, direction: int, square: int) -> int:
    """Returns the number of the placement with the left half on that bit of the torus."""
    column, row = _first_spot(box, direction)
    across, up = ((square & 7) - column) & 7, ((square >> 3) - row) & 7
    return numbering.PLACE + direction * numbering.SQUARES + (row + up) * numbering.SIDE + column + across


@kernel
def bit_of(square: int) -> int:
    """Returns the bit of the torus for a square of the field a1–m13."""
    row = square // numbering.SIDE
    return (row & 7) << 3 | (square - row * numbering.SIDE) & 7


@rare
def place_numbered(words: Row, land: int, domino: int, action: int) -> int:
    """Lays *domino* as the action with that number says; returns the squares it covers."""
    direction = (action - numbering.PLACE) // numbering.SQUARES
    return place(words, land, domino, bit_of(action - numbering.PLACE - direction * numbering.SQUARES), direction)


@kernel
def place_at_random(words: Row, land: int, size: int, domino: int, rng: Row) -> int:
    """Lays *domino* on a random spot, each as likely as the others; returns the squares it covers, 0 if none fits."""
    northern, eastern, southern, western = spots(words, land, size, domino)
    to_east = count(northern)
    to_south = to_east + count(eastern)
    to_west = to_south + count(southern)
    every = to_west + count(western)
    if every == 0:
        return 0
    rank = below(rng, every)
    among, before, direction = northern, 0, 0
    if rank >= to_east:
        among, before, direction = eastern, to_east, 1
    if rank >= to_south:
        among, before, direction = southern, to_south, 2
    if rank >= to_west:
        among, before, direction = western, to_west, 3
    return place(words, land, domino, select(among, rank - before), direction)
