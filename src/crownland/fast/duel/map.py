"""D2, D10 on planes: a map, its domains, and their points.

A plane is one word: bit 8 × row + column, 7 columns and 5 rows, so its bits are in the order of the squares. The
eighth column and the rows beyond are never drawn on: a step off the map leads there, and no plane has a bit there.
No bit above 47 is ever set, so shifts need no care.
"""

from functools import lru_cache

from crownland.fast.bits import count, lowest
from crownland.fast.duel import layout, numbering
from crownland.fast.jit import Row, kernel, rare, table
from crownland.games.duel.coat import MAP as MAP_MASK
from crownland.games.duel.coat import MAP_BOX
from crownland.games.duel.state import COAT_BONUS
from crownland.kernel.square import CASTLE_MASK as CASTLE_SQUARE
from crownland.kernel.square import STRIDE, Mask

__all__ = [
    "ANYWHERE",
    "BIT_OF",
    "CASTLE_MASK",
    "MAP",
    "SOUTH",
    "SQUARE_OF",
    "WEST",
    "beside",
    "crosses_in",
    "domain",
    "plane_of",
    "score",
    "step",
    "touching",
]

REMEMBERED = 4096  # a search or a table asks for the same maps again and again

WEST, SOUTH = MAP_BOX[:2]
_ROWS = numbering.SQUARES // numbering.COLUMNS


@lru_cache(REMEMBERED)
def plane_of(mask: Mask) -> int:
    """Returns a mask of the field as a plane."""
    plane, mask = 0, mask >> SOUTH * STRIDE + WEST
    for up in range(_ROWS):
        plane |= (mask >> up * STRIDE & (1 << numbering.COLUMNS) - 1) << 8 * up
    return plane


MAP = plane_of(MAP_MASK)
CASTLE_MASK = plane_of(CASTLE_SQUARE)
ANYWHERE = 0xFFFFFFFF  # offsets are masked with it where time is spent: the compiler sees that none is negative

BIT_OF = table(
    [square + square // numbering.COLUMNS for square in range(numbering.SQUARES)] + [0] * (64 - numbering.SQUARES)
)
SQUARE_OF = table(max(0, min(numbering.SQUARES - 1, bit - bit // 8)) for bit in range(64))


@kernel
def beside(mask: int) -> int:
    """Returns the squares that share an edge with a square of *mask*; bits off the map may be set."""
    return mask << 1 | mask >> 1 | mask << 8 | mask >> 8


@kernel
def step(square: int, direction: int) -> int:
    """Returns the neighbour of *square*, a mask, in that direction."""
    by = 1 if direction & 1 else 8
    return square << by if direction < 2 else square >> by


@kernel
def touching(words: Row, side: int, coat: int) -> int:
    """Returns the squares that touch the castle or *coat* (D4); a wild face without a name connects to anything."""
    return beside(words[side + layout.COATS + (coat & 7)] | CASTLE_MASK)


@kernel
def domain(start: int, land: int) -> int:
    """Returns the squares of *land* that are connected with *start*."""
    grown, before = start, 0
    while grown != before:
        before = grown
        grown |= beside(grown) & land
        grown |= beside(grown) & land
    return grown


@kernel
def crosses_in(words: Row, side: int, squares: int) -> int:
    crosses = side + layout.CROSSES
    return (
        count(words[crosses] & squares)
        + 2 * count(words[crosses + 1] & squares)
        + 4 * count(words[crosses + 2] & squares)
    )


@rare
def score(words: Row, side: int) -> tuple[int, int]:
    """Returns the points of a map (D10) and the size of its largest domain (D11)."""
    points, largest = 0, 0
    for coat in range(numbering.COATS):
        land = words[side + layout.COATS + coat]
        bonus = COAT_BONUS if words[side + layout.COAT] == coat + 1 else 0
        while land:
            one = domain(lowest(land), land)
            size = count(one)
            points += size * crosses_in(words, side, one) + bonus
            largest = max(largest, size)
            land ^= one
    return points, largest
