"""D2, D10 on planes: a map of Duel, its domains, and what they are worth.

A plane is one word: bit 8 × row + column, 7 columns and 5 rows, so its bits are in the order of the squares. The
eighth column and the rows beyond are never drawn on: a step off the map leads there, and no plane has anything there.
No bit above 47 is ever set, so shifts need no care.
"""

from crownland.fast.bits import count, lowest
from crownland.fast.duel.numbering import SQUARES
from crownland.fast.jit import Words, kernel, rare, table
from crownland.fast.layout import DUEL_COAT, DUEL_COATS, DUEL_CROSSES
from crownland.games.duel.coat import Coat

__all__ = [
    "ANYWHERE",
    "BIT_OF",
    "CASTLE_MASK",
    "COATS",
    "MAP",
    "SQUARE_OF",
    "beside",
    "crosses_in",
    "domain",
    "score",
    "step",
    "touching",
]

MAP = 0x7F7F7F7F7F
CASTLE_MASK = 1 << 19
COATS = len(Coat)
ANYWHERE = 0xFFFFFFFF  # offsets are masked with it where time is spent: the compiler sees that none is negative
_COAT_BONUS = 3

BIT_OF = table([square + square // 7 for square in range(SQUARES)] + [0] * (64 - SQUARES))
SQUARE_OF = table(max(0, min(SQUARES - 1, bit - bit // 8)) for bit in range(64))


@kernel
def beside(mask: int) -> int:
    """The squares that share an edge with a square of *mask*; bits off the map may be set."""
    return mask << 1 | mask >> 1 | mask << 8 | mask >> 8


@kernel
def step(square: int, direction: int) -> int:
    """The neighbour of *square*, a mask, in that direction."""
    by = 1 if direction & 1 else 8
    return square << by if direction < 2 else square >> by


@kernel
def touching(words: Words, side: int, coat: int) -> int:
    """D4: the squares that touch the castle or *coat*; a wild face without a name connects to anything."""
    return beside(words[side + DUEL_COATS + (coat & 7)] | CASTLE_MASK)


@kernel
def domain(start: int, land: int) -> int:
    """The squares of *land* that hang together with *start*."""
    grown, before = start, 0
    while grown != before:
        before = grown
        grown |= beside(grown) & land
        grown |= beside(grown) & land
    return grown


@kernel
def crosses_in(words: Words, side: int, squares: int) -> int:
    crosses = side + DUEL_CROSSES
    return (
        count(words[crosses] & squares)
        + 2 * count(words[crosses + 1] & squares)
        + 4 * count(words[crosses + 2] & squares)
    )


@rare
def score(words: Words, side: int) -> tuple[int, int]:
    """D10: squares × crosses of every domain and the bonus for a coat; D11: the size of the largest domain."""
    points, largest = 0, 0
    for coat in range(COATS):
        land = words[side + DUEL_COATS + coat]
        bonus = _COAT_BONUS if words[side + DUEL_COAT] == coat + 1 else 0
        while land:
            one = domain(lowest(land), land)
            size = count(one)
            points += size * crosses_in(words, side, one) + bonus
            largest = max(largest, size)
            land ^= one
    return points, largest
