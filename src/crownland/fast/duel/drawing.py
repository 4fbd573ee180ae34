"""D4, D5, D7, D8: the options in a drawing, as masks.

Must agree with crownland.games.duel.drawing. Decisions are a mask, bit number - TURN of each, and the bit NOTHING for
drawing nothing; the drawings are masks of squares, for a pair one for each direction, for a split one for each die.
"""

from crownland.fast.bits import index
from crownland.fast.duel import layout, numbering
from crownland.fast.duel.dice import (
    COAT_OF,
    CROSSES_OF,
    FREE_PLACEMENT,
    LOOK_OF,
    NEW_TURNS,
    OTHER_TURNS,
    SPLIT,
    TURN_DIE,
    TURNED_TO,
    UNNAMED,
)
from crownland.fast.duel.map import MAP, beside, touching
from crownland.fast.jit import Row, kernel, rare
from crownland.games.duel.drawing import Part

__all__ = [
    "NOTHING",
    "PART_CASTLE",
    "PART_DRAW",
    "PART_FREE",
    "PART_NAME",
    "PART_SPLIT",
    "both",
    "both_can_be_drawn",
    "drawing_options",
    "empty_squares",
    "halves_are_equal",
    "pair_spots",
    "reach",
    "side_of",
    "single_spots",
]

NOTHING = numbering.SPLIT - numbering.TURN + 1
PART_TURN, PART_NAME, PART_CASTLE, PART_FREE, PART_SPLIT, PART_DRAW = (int(part) for part in Part)
_SPELLS_OF_PLACING = FREE_PLACEMENT | SPLIT
_SPELLS_OF_DRAWING = _SPELLS_OF_PLACING | TURN_DIE
_ALL_COATS = (1 << numbering.COATS) - 1


@kernel
def side_of(words: Row, at: int) -> int:
    """Returns where the map and the spell book of the seat to act begin."""
    return at + layout.SIDE + (words[at + layout.ACTOR] & 1) * layout.SIDE_WORDS


@kernel
def empty_squares(words: Row, side: int) -> int:
    return MAP & ~words[side + layout.OCCUPIED]


@kernel
def both(low: int, high: int) -> bool:
    """Returns whether two dice that may go there find different squares."""
    either = low | high
    return low != 0 and high != 0 and (either & (either - 1)) != 0


@kernel
def reach(words: Row, at: int, side: int) -> tuple[int, int]:
    """Returns where each die connects, on the map or off it: anywhere after free placement."""
    if words[at + layout.FREE]:
        return MAP, MAP
    return touching(words, side, words[at + layout.LOW_COAT]), touching(words, side, words[at + layout.HIGH_COAT])


@kernel
def pair_spots(empty: int, left: int, right: int) -> tuple[int, int, int, int]:
    """Returns the squares for the lower die, with the higher one to its north, east, south and west (D4)."""
    above, across = empty & empty >> 8, empty & empty >> 1
    return (
        above & (left | right >> 8),
        across & (left | right >> 1),
        above << 8 & (left | right << 8),
        across << 1 & (left | right << 1),
    )


@kernel
def single_spots(words: Row, at: int, side: int, empty: int) -> tuple[int, int]:
    """Returns where each die of a split may go (D7)."""
    left, right = reach(words, at, side)
    return empty & left, empty & right


@kernel
def both_can_be_drawn(words: Row, at: int, side: int) -> bool:
    low, high = single_spots(words, at, side, empty_squares(words, side))
    return both(low, high)


@kernel
def halves_are_equal(words: Row, at: int) -> bool:
    """Returns whether both dice will be drawn with the same coat and as many crosses: swapping changes nothing."""
    if words[at + layout.LOW_COAT] != words[at + layout.HIGH_COAT]:
        return False
    bonus = words[at + layout.BONUS]
    low = CROSSES_OF[words[at + layout.LOW] & 31] + (bonus & 1)
    return low == CROSSES_OF[words[at + layout.HIGH] & 31] + (bonus >> 1)


@kernel
def _dice_are_equal(words: Row, at: int) -> bool:
    """Returns whether swapping the dice changes nothing so far, apart from the castle's cross."""
    return (
        words[at + layout.LOW_COAT] == words[at + layout.HIGH_COAT]
        and LOOK_OF[words[at + layout.LOW] & 31] == LOOK_OF[words[at + layout.HIGH] & 31]
    )


@rare
def _can_split(words: Row, side: int, low_face: int, high_face: int, low: int, high: int, bonus: int) -> bool:
    """Returns whether a split draws something (D7): both dice, when some names for the wild faces let both be drawn.

    The die with the castle's cross must be drawn (D8): *bonus* is 1 for the lower die, 2 for the higher one, or 0.
    """
    empty = empty_squares(words, side)
    here, there = empty & touching(words, side, low), empty & touching(words, side, high)
    if (here if bonus == 1 else there if bonus == 2 else here | there) == 0:
        return False
    if both(here, there):
        return True
    # What the faces are without the names they were given.
    here = empty & touching(words, side, COAT_OF[low_face & 31])
    there = empty & touching(words, side, COAT_OF[high_face & 31])
    return not both(here, there)


@rare
def _can_draw(words: Row, side: int, low_face: int, high_face: int, low: int, high: int, bonus: int) -> bool:
    """Returns whether dice of these coats can be drawn, by spells if necessary; no spell is cast yet."""
    empty = empty_squares(words, side)
    roomy = empty & beside(empty)
    if (roomy & (touching(words, side, low) | touching(words, side, high))) != 0:
        return True
    spells = words[side + layout.SPELLS] & _SPELLS_OF_PLACING
    if (spells & FREE_PLACEMENT) != 0:
        return roomy != 0 or (spells == _SPELLS_OF_PLACING and empty != 0)
    return spells != 0 and _can_split(words, side, low_face, high_face, low, high, bonus)


@rare
def _names(words: Row, at: int, side: int) -> int:
    """Returns the names for the first wild face without one after which something can be drawn (D5).

    Of two wild faces the lower die has the earlier coat.
    """
    low_face, high_face = words[at + layout.LOW] & 31, words[at + layout.HIGH] & 31
    low, high = words[at + layout.LOW_COAT], words[at + layout.HIGH_COAT]
    is_low = low == UNNAMED
    candidates = _ALL_COATS
    if not is_low and COAT_OF[low_face] == UNNAMED:
        candidates &= -(1 << low)
    names = 0
    while candidates:
        coat = index(candidates)
        if not is_low:
            fits = _can_draw(words, side, low_face, high_face, low, coat, 0)
        elif high != UNNAMED:
            fits = _can_draw(words, side, low_face, high_face, coat, high, 0)
        else:
            fits = False
            for later in range(coat, UNNAMED):
                fits = fits or _can_draw(words, side, low_face, high_face, coat, later, 0)
        if fits:
            names |= 1 << coat
        candidates &= candidates - 1
    return names << (numbering.NAME - numbering.TURN) + numbering.COATS * ((low_face if is_low else high_face) >> 3)


@rare
def _turns(words: Row, at: int, side: int) -> int:
    """Returns the faces that one of the dice may be turned to (D7)."""
    low, high = words[at + layout.LOW] & 31, words[at + layout.HIGH] & 31
    low_turns, high_turns = OTHER_TURNS[low], OTHER_TURNS[high]
    if LOOK_OF[low] == LOOK_OF[high]:  # turning the lower of two equal dice is the same
        high_turns &= NEW_TURNS[(low >> 3) << 2 | high >> 3]
    candidates, turns = low_turns | high_turns, 0
    while candidates:
        turned = TURNED_TO[index(candidates) & 31] & 31
        is_low = turned >> 3 == low >> 3
        low_face, high_face = turned if is_low else low, high if is_low else turned
        if _can_draw(words, side, low_face, high_face, COAT_OF[low_face], COAT_OF[high_face], 0):
            turns |= candidates & -candidates
        candidates &= candidates - 1
    return turns


@rare
def _spells(words: Row, at: int, side: int, is_named: bool) -> int:
    """Returns the spells that may be cast, and what a die may be turned to (D7)."""
    part, spells, empty = words[at + layout.PART], words[side + layout.SPELLS], empty_squares(words, side)
    decisions, can_split = 0, (spells & SPLIT) != 0
    if part == PART_TURN and spells & TURN_DIE:
        decisions = _turns(words, at, side)
    if not is_named:
        return decisions
    if part <= PART_FREE and spells & FREE_PLACEMENT and ((empty & beside(empty)) != 0 or (can_split and empty != 0)):
        decisions |= 1 << numbering.FREE - numbering.TURN
    if part <= PART_SPLIT and can_split and empty != 0:
        low_face, high_face = words[at + layout.LOW], words[at + layout.HIGH]
        low, high = words[at + layout.LOW_COAT], words[at + layout.HIGH_COAT]
        bonus = words[at + layout.BONUS]
        if words[at + layout.FREE] != 0 or _can_split(words, side, low_face, high_face, low, high, bonus):
            decisions |= 1 << numbering.SPLIT - numbering.TURN
    return decisions


@rare
def _die_spots(words: Row, at: int, side: int, empty: int) -> tuple[int, int]:
    """Returns the squares for each die of a split (D7).

    The lower die comes first, where the other one still finds a square. When only one can be drawn, either may be, or
    the one with the castle's cross, if there is one (D8).
    """
    low, high = single_spots(words, at, side, empty)
    drawn, equal = words[at + layout.DRAWN], halves_are_equal(words, at)
    if drawn:
        return 0, high & (-(drawn << 1) if equal else ~drawn)
    if both(low, high):
        if not equal:
            return (low if (high & (high - 1)) != 0 else low & ~high), 0
        below = low >> 1  # every square but the last has a later one
        below |= below >> 1
        below |= below >> 2
        below |= below >> 4
        below |= below >> 8
        below |= below >> 16
        below |= below >> 32
        return low & below, 0
    bonus = words[at + layout.BONUS]
    if bonus == 2:
        return 0, high
    if bonus == 1 or (low and _dice_are_equal(words, at)):
        return low, 0
    return low, high


@kernel
def drawing_options(words: Row, at: int) -> tuple[int, int, int, int, int]:
    """Returns the decisions, and the squares to draw on: by direction, or after a split by die."""
    side = side_of(words, at)
    part, empty = words[at + layout.PART], empty_squares(words, side)
    low, high = words[at + layout.LOW_COAT], words[at + layout.HIGH_COAT]
    left, right = touching(words, side, low), touching(words, side, high)
    spells = words[side + layout.SPELLS] & _SPELLS_OF_DRAWING
    is_named = low != UNNAMED and high != UNNAMED
    can_draw = (empty & beside(empty) & (left | right)) != 0
    decisions = 1 << NOTHING if part == PART_TURN and not can_draw else 0  # D4
    if spells:
        decisions |= _spells(words, at, side, is_named)
    if not is_named:
        if can_draw or spells:
            decisions |= _names(words, at, side)
        return decisions, 0, 0, 0, 0
    if part <= PART_CASTLE and words[side + layout.CASTLE]:  # D8
        low_face, high_face = words[at + layout.LOW], words[at + layout.HIGH]
        if can_draw or (spells != 0 and _can_draw(words, side, low_face, high_face, low, high, 1)):
            decisions |= 1 << (numbering.CASTLE - numbering.TURN) + (low_face >> 3)
        if not _dice_are_equal(words, at) and (
            can_draw or (spells != 0 and _can_draw(words, side, low_face, high_face, low, high, 2))
        ):
            decisions |= 1 << (numbering.CASTLE - numbering.TURN) + (high_face >> 3)
    if words[at + layout.SPLIT]:
        low, high = _die_spots(words, at, side, empty)
        return decisions, low, high, 0, 0
    if words[at + layout.FREE]:
        left, right = MAP, MAP
    north, east, south, west = pair_spots(empty, left, right)
    if halves_are_equal(words, at):
        return decisions, north, east, 0, 0
    return decisions, north, east, south, west
