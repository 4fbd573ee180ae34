"""D3–D9: playing a round, from the roll to the filled spell books."""

from crownland.fast.bits import lowest
from crownland.fast.duel import layout, numbering, phase
from crownland.fast.duel.dice import (
    BOXES,
    COAT_BONUS,
    COAT_OF,
    CROSSES_OF,
    FREE_PLACEMENT,
    HIGH_DIE,
    LIGHTNING_SPELLS,
    LOW_DIE,
    PICK_TWO,
    PLAIN_OF,
    TAKEN_BY,
    TURN_DIE,
    TURNED_TO,
)
from crownland.fast.duel.dice import SPLIT as SPLIT_SPELL
from crownland.fast.duel.drawing import (
    PART_DRAW,
    PART_FREE,
    PART_NAME,
    PART_SPLIT,
    both_can_be_drawn,
    side_of,
)
from crownland.fast.duel.map import MAP
from crownland.fast.jit import Row, kernel, rare

__all__ = ["decide", "draw", "draw_die", "roll", "strike", "take"]

_NOTHING, _SOMETHING = 1, 2


@kernel
def roll(words: Row, at: int, faces: int) -> None:
    """Lets the dice show *faces*, a nibble each; A is to take (D3)."""
    words[at + layout.DICE] = faces
    words[at + layout.ACTOR] = words[at + layout.FIRST]
    words[at + layout.PHASE] = phase.TAKE


@kernel
def take(words: Row, at: int, number: int) -> None:
    """Takes one die or two (D3); a player who takes two leaves the others to the other player."""
    seat, dice = words[at + layout.ACTOR], TAKEN_BY[number & 15]
    taken = words[at + layout.TAKEN] | dice << 4 * seat
    if number < numbering.DICE:
        words[at + layout.TAKEN] = taken
        words[at + layout.ACTOR] = 1 - seat
        return
    first = words[at + layout.FIRST]
    if seat == first:  # D7
        _use(words, at + layout.SIDE + seat * layout.SIDE_WORDS, PICK_TWO)
    left = 15 & ~(taken | taken >> 4)
    words[at + layout.TAKEN] = taken | left << 4 * (1 - seat)
    words[at + layout.PHASE] = phase.DRAW
    _begin_drawing(words, at, first)


@kernel
def _use(words: Row, side: int, spell: int) -> None:
    """Uses up the spell."""
    words[side + layout.SPELLS] &= ~spell
    words[side + layout.USED] |= spell


@kernel
def _begin_drawing(words: Row, at: int, seat: int) -> None:
    dice, faces = words[at + layout.TAKEN] >> 4 * seat & 15, words[at + layout.DICE]
    low_die, high_die = LOW_DIE[dice], HIGH_DIE[dice]
    low = low_die << 3 | (faces >> 4 * low_die & 7)
    high = high_die << 3 | (faces >> 4 * high_die & 7)
    _clear_drawing(words, at)
    words[at + layout.ACTOR] = seat
    words[at + layout.LOW] = low
    words[at + layout.HIGH] = high
    words[at + layout.LOW_COAT] = COAT_OF[low & 31]
    words[at + layout.HIGH_COAT] = COAT_OF[high & 31]


@kernel
def _clear_drawing(words: Row, at: int) -> None:
    words[at + layout.PART] = 0
    words[at + layout.LOW] = 0
    words[at + layout.HIGH] = 0
    words[at + layout.LOW_COAT] = 0
    words[at + layout.HIGH_COAT] = 0
    words[at + layout.BONUS] = 0
    words[at + layout.FREE] = 0
    words[at + layout.SPLIT] = 0
    words[at + layout.DRAWN] = 0


@rare
def decide(words: Row, at: int, number: int) -> None:
    """Decides one part of the drawing, by the *number* of the action."""
    side, low_die, spell = side_of(words, at), words[at + layout.LOW] >> 3, 0
    if number < numbering.NAME:  # D7
        turned, spell = TURNED_TO[number - numbering.TURN & 31] & 31, TURN_DIE
        is_high = 0 if turned >> 3 == low_die else 1
        words[at + layout.LOW + is_high] = turned
        words[at + layout.LOW_COAT + is_high] = COAT_OF[turned]
        words[at + layout.PART] = PART_NAME
    elif number < numbering.CASTLE:  # D5
        is_high = 0 if (number - numbering.NAME) // numbering.COATS == low_die else 1
        words[at + layout.LOW_COAT + is_high] = (number - numbering.NAME) % numbering.COATS
        words[at + layout.PART] = PART_NAME
    elif number < numbering.FREE:  # D8
        words[at + layout.BONUS] = 1 if number - numbering.CASTLE == low_die else 2
        words[at + layout.PART] = PART_FREE
    elif number == numbering.FREE:  # D7
        words[at + layout.FREE], spell = 1, FREE_PLACEMENT
        words[at + layout.PART] = PART_SPLIT
    else:
        words[at + layout.SPLIT], spell = 1, SPLIT_SPELL
        words[at + layout.PART] = PART_DRAW
    _use(words, side, spell)


@rare
def draw_die(words: Row, at: int, is_high: bool, square: int) -> None:
    """Draws one die after a split (D7); it waits for the other one if that can be drawn too."""
    here, there = words[at + layout.DRAWN], square
    if here == 0:
        if both_can_be_drawn(words, at, side_of(words, at)):
            words[at + layout.DRAWN] = square
            return
        if not is_high:
            here, there = square, 0
    draw(words, at, here, there)


@kernel
def draw(words: Row, at: int, here: int, there: int) -> None:
    """Ends the drawing with the lower die on *here* and the higher one on *there* (D4); 0 is not drawn."""
    side = side_of(words, at)
    low, high = words[at + layout.LOW] & 31, words[at + layout.HIGH] & 31
    bonus = words[at + layout.BONUS]
    words[side + layout.COATS + (words[at + layout.LOW_COAT] & 7)] |= here
    words[side + layout.COATS + (words[at + layout.HIGH_COAT] & 7)] |= there
    words[side + layout.OCCUPIED] |= here | there
    low_crosses, high_crosses = CROSSES_OF[low] + (bonus & 1), CROSSES_OF[high] + (bonus >> 1)
    words[side + layout.CROSSES] |= (here & -(low_crosses & 1)) | (there & -(high_crosses & 1))
    words[side + layout.CROSSES + 1] |= (here & -(low_crosses >> 1)) | (there & -(high_crosses >> 1))
    # D6: a coat without crosses fills a box, D8: but not with the castle's cross, which is spent when it is drawn.
    plain, also = 0, 0
    if here:
        if bonus & 1:
            words[side + layout.CASTLE] = 0
        else:
            plain = PLAIN_OF[low]
    if there:
        if bonus & 2:
            words[side + layout.CASTLE] = 0
        else:
            also = PLAIN_OF[high]
    words[side + layout.PLAIN] = plain | also << 3 if plain else also
    words[side + layout.DREW] = _SOMETHING if here | there else _NOTHING
    first = words[at + layout.FIRST]
    if words[at + layout.ACTOR] == first:
        _begin_drawing(words, at, 1 - first)
    else:
        _clear_drawing(words, at)
        _fill_books(words, at, first)


@kernel
def _fill_books(words: Row, at: int, seat: int) -> None:
    """Fills the spell book of *seat*, and B's after A's (D6); then ends the round, unless a lightning spell is won."""
    first = words[at + layout.FIRST]
    is_struck = _fill(words, at, seat)
    while seat == first and not is_struck:
        seat = 1 - first
        is_struck = _fill(words, at, seat)
    if not is_struck:
        _end_round(words, at)


@kernel
def _fill(words: Row, at: int, seat: int) -> bool:
    """Fills a box for each coat, unless its row is won; returns whether a lightning spell must be used."""
    side = at + layout.SIDE + (seat & 1) * layout.SIDE_WORDS
    plain = words[side + layout.PLAIN]
    if plain == 0:
        return False
    other = at + layout.SIDE + (1 - seat & 1) * layout.SIDE_WORDS
    owned = (
        words[side + layout.SPELLS]
        | words[side + layout.USED]
        | words[other + layout.SPELLS]
        | words[other + layout.USED]
    )
    boxes, won = words[side + layout.BOXES], 0
    while plain:
        coat = (plain & 7) - 1
        plain >>= 3
        if (owned | won) >> coat & 1 == 0:
            boxes += 1 << 4 * coat
            if boxes >> 4 * coat & 15 == BOXES[coat & 7]:
                won |= 1 << coat
    words[side + layout.BOXES] = boxes
    words[side + layout.SPELLS] |= won
    lightning = won & LIGHTNING_SPELLS
    if lightning:
        words[at + layout.LIGHTNING] = lightning
        words[at + layout.ACTOR] = seat
        words[at + layout.PHASE] = phase.LIGHTNING
    return lightning != 0


@rare
def strike(words: Row, at: int, coat: int, square: int) -> None:
    """Uses a lightning spell (D7): puts the bonus on *coat* or one cross more on *square*, whichever is due.

    If that was the last one, the spell books are filled on.
    """
    side, spell = side_of(words, at), lowest(words[at + layout.LIGHTNING])
    if spell == COAT_BONUS:
        words[side + layout.COAT] = coat + 1
    else:
        carry = square
        for plane in range(side + layout.CROSSES, side + layout.CROSSES + 3):
            before = words[plane]
            words[plane] = before ^ carry
            carry &= before
    _use(words, side, spell)
    words[at + layout.LIGHTNING] ^= spell
    if words[at + layout.LIGHTNING] == 0:
        if words[at + layout.ACTOR] == words[at + layout.FIRST]:
            _fill_books(words, at, 1 - words[at + layout.FIRST])
        else:
            _end_round(words, at)


@kernel
def _end_round(words: Row, at: int) -> None:
    """Ends the game when a map is full or nobody has drawn (D9); otherwise swaps the roles (D3)."""
    side, other = at + layout.SIDE, at + layout.SIDE + layout.SIDE_WORDS
    is_over = (
        words[side + layout.OCCUPIED] == MAP
        or words[other + layout.OCCUPIED] == MAP
        or (words[side + layout.DREW] | words[other + layout.DREW]) & _SOMETHING == 0
    )
    words[side + layout.PLAIN] = 0
    words[side + layout.DREW] = 0
    words[other + layout.PLAIN] = 0
    words[other + layout.DREW] = 0
    words[at + layout.DICE] = 0
    words[at + layout.TAKEN] = 0
    words[at + layout.ACTOR] = 0
    if is_over:
        words[at + layout.PHASE] = phase.OVER
        return
    words[at + layout.PHASE] = phase.ROLL
    words[at + layout.FIRST] ^= 1
    words[at + layout.ROUND] += 1
