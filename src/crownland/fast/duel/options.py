"""What the seat to act may do, as five masks, and the numbers of the actions in them.

The first mask is of small things: dice to take, decisions about a drawing, coats for the bonus. The other four are of
squares: by direction for a pair, by die after a split, one for the extra cross.
"""

from crownland.fast.bits import count, index, select
from crownland.fast.duel.dice import COAT_BONUS, PAIRS_WITHOUT, PICK_TWO
from crownland.fast.duel.drawing import NOTHING, drawing_options, side_of
from crownland.fast.duel.map import CASTLE_MASK, COATS, SQUARE_OF
from crownland.fast.duel.numbering import COAT, CROSS, DIE, END, PAIR, SQUARES, TURN
from crownland.fast.duel.numbering import TAKE as TAKE_NUMBER
from crownland.fast.jit import Words, kernel, rare
from crownland.fast.layout import (
    DUEL_ACTOR,
    DUEL_FIRST,
    DUEL_HIGH,
    DUEL_LIGHTNING,
    DUEL_LOW,
    DUEL_OCCUPIED,
    DUEL_SPELLS,
    DUEL_SPLIT,
    DUEL_TAKEN,
    PHASE,
)
from crownland.fast.phase import DRAW, LIGHTNING, TAKE

__all__ = ["SMALL", "Options", "chosen", "listed", "number_of", "options", "size", "takes"]

Options = tuple[int, int, int, int, int]

SMALL = 0  # the place of the first mask
_ONE_DIE = 0b1111
_ALL_COATS = (1 << COATS) - 1


@kernel
def takes(words: Words, at: int) -> int:
    """D3: A takes one, B two of the other three; D7: with ``pick_two`` A may take two."""
    if words[at + DUEL_ACTOR] != words[at + DUEL_FIRST]:
        taken = words[at + DUEL_TAKEN]
        return PAIRS_WITHOUT[(taken | taken >> 4) & 15]
    if words[side_of(words, at) + DUEL_SPELLS] & PICK_TWO:
        return _ONE_DIE | PAIRS_WITHOUT[0]
    return _ONE_DIE


@rare
def options(words: Words, at: int) -> Options:
    """All that may be done; nothing when no seat is to act."""
    phase = words[at + PHASE]
    if phase == DRAW:
        return drawing_options(words, at)
    if phase == TAKE:
        return takes(words, at), 0, 0, 0, 0
    if phase != LIGHTNING:
        return 0, 0, 0, 0, 0
    if words[at + DUEL_LIGHTNING] & COAT_BONUS:  # D7: by row
        return _ALL_COATS, 0, 0, 0, 0
    return 0, words[side_of(words, at) + DUEL_OCCUPIED] & ~CASTLE_MASK, 0, 0, 0


@kernel
def size(some: Options) -> int:
    return count(some[0]) + count(some[1]) + count(some[2]) + count(some[3]) + count(some[4])


@rare
def number_of(words: Words, at: int, group: int, bit: int) -> int:
    """The number of the option that is *bit* of a mask; *group* is the mask's place."""
    phase, square = words[at + PHASE], SQUARE_OF[bit & 63]
    if group == SMALL:
        if phase == DRAW:
            return END if bit == NOTHING else TURN + bit
        return (TAKE_NUMBER if phase == TAKE else COAT) + bit
    if phase == LIGHTNING:
        return CROSS + square
    if words[at + DUEL_SPLIT]:
        die = words[at + (DUEL_LOW if group == 1 else DUEL_HIGH)] >> 3
        return DIE + SQUARES * die + square
    return PAIR + SQUARES * (group - 1) + square


@rare
def listed(words: Words, at: int, some: Options, out: Words) -> int:
    """The numbers of *some* options are written into *out*, ascending; how many they are."""
    end = 0
    for group in range(5):
        mask = some[group]
        while mask:
            out[end] = number_of(words, at, group, index(mask))
            end += 1
            mask &= mask - 1
    return end


@kernel
def chosen(some: Options, rank: int) -> tuple[int, int]:
    """The option that has *rank* lower ones: the place of its mask, and its bit."""
    small = count(some[0])
    north = small + count(some[1])
    east = north + count(some[2])
    south = east + count(some[3])
    group, mask, before = 0, some[0], 0
    if rank >= south:
        group, mask, before = 4, some[4], south
    elif rank >= east:
        group, mask, before = 3, some[3], east
    elif rank >= north:
        group, mask, before = 2, some[2], north
    elif rank >= small:
        group, mask, before = 1, some[1], small
    return group, select(mask, rank - before)
