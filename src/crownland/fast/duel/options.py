"""The options of the seat to act as five masks, and the numbers of the actions in them.

The first mask has the small ones: dice to take, decisions about a drawing, coats for the bonus. The other four have
squares: by direction for a pair, by die after a split, one for the extra cross.
"""

from crownland.fast.bits import count, index, select
from crownland.fast.duel import layout, numbering, phase
from crownland.fast.duel.dice import COAT_BONUS, PAIRS_WITHOUT, PICK_TWO
from crownland.fast.duel.drawing import NOTHING, drawing_options, side_of
from crownland.fast.duel.map import CASTLE_MASK, SQUARE_OF
from crownland.fast.jit import Row, kernel, rare

__all__ = ["SMALL", "Options", "chosen", "listed", "number_of", "options", "size", "takes"]

Options = tuple[int, int, int, int, int]

SMALL = 0  # the place of the first mask
_ONE_DIE = (1 << numbering.DICE) - 1
_ALL_COATS = (1 << numbering.COATS) - 1


@kernel
def takes(words: Row, at: int) -> int:
    """Returns the dice to take: A takes one, B two of the other three (D3); with ``pick_two`` A may take two (D7)."""
    if words[at + layout.ACTOR] != words[at + layout.FIRST]:
        taken = words[at + layout.TAKEN]
        return PAIRS_WITHOUT[(taken | taken >> 4) & 15]
    if words[side_of(words, at) + layout.SPELLS] & PICK_TWO:
        return _ONE_DIE | PAIRS_WITHOUT[0]
    return _ONE_DIE


@rare
def options(words: Row, at: int) -> Options:
    """Returns all options; none when no seat is to act."""
    now = words[at + layout.PHASE]
    if now == phase.DRAW:
        return drawing_options(words, at)
    if now == phase.TAKE:
        return takes(words, at), 0, 0, 0, 0
    if now != phase.LIGHTNING:
        return 0, 0, 0, 0, 0
    if words[at + layout.LIGHTNING] & COAT_BONUS:  # D7: by row
        return _ALL_COATS, 0, 0, 0, 0
    return 0, words[side_of(words, at) + layout.OCCUPIED] & ~CASTLE_MASK, 0, 0, 0


@kernel
def size(some: Options) -> int:
    return count(some[0]) + count(some[1]) + count(some[2]) + count(some[3]) + count(some[4])


@rare
def number_of(words: Row, at: int, group: int, bit: int) -> int:
    """Returns the number of the option that is *bit* of a mask; *group* is the mask's place."""
    now, square = words[at + layout.PHASE], SQUARE_OF[bit & 63]
    if group == SMALL:
        if now == phase.DRAW:
            return numbering.END if bit == NOTHING else numbering.TURN + bit
        return (numbering.TAKE if now == phase.TAKE else numbering.COAT) + bit
    if now == phase.LIGHTNING:
        return numbering.CROSS + square
    if words[at + layout.SPLIT]:
        die = words[at + (layout.LOW if group == 1 else layout.HIGH)] >> 3
        return numbering.DIE + numbering.SQUARES * die + square
    return numbering.PAIR + numbering.SQUARES * (group - 1) + square


@rare
def listed(words: Row, at: int, some: Options, out: Row) -> int:
    """Writes the numbers of *some* options into *out*, ascending; returns how many."""
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
    """Returns the option that has *rank* lower ones: the place of its mask, and its bit."""
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
