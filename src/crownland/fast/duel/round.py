"""D3–D9: what each action changes, from the dice taken to the end of the round."""

from crownland.fast.bits import lowest
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
from crownland.fast.duel.numbering import CASTLE, FREE, NAME, TURN
from crownland.fast.jit import Words, kernel, rare
from crownland.fast.layout import (
    DUEL_ACTOR,
    DUEL_BONUS,
    DUEL_BOXES,
    DUEL_CASTLE,
    DUEL_COAT,
    DUEL_COATS,
    DUEL_CROSSES,
    DUEL_DICE,
    DUEL_DRAWN,
    DUEL_DREW,
    DUEL_FIRST,
    DUEL_FREE,
    DUEL_HIGH,
    DUEL_HIGH_COAT,
    DUEL_LIGHTNING,
    DUEL_LOW,
    DUEL_LOW_COAT,
    DUEL_OCCUPIED,
    DUEL_PART,
    DUEL_PLAIN,
    DUEL_ROUND,
    DUEL_SIDE,
    DUEL_SIDE_WORDS,
    DUEL_SPELLS,
    DUEL_SPLIT,
    DUEL_TAKEN,
    DUEL_USED,
    PHASE,
)
from crownland.fast.phase import DRAW, LIGHTNING, OVER, ROLL, TAKE

__all__ = ["decide", "draw", "draw_die", "roll", "strike", "take"]

_NOTHING, _SOMETHING = 1, 2


@kernel
def roll(words: Words, at: int, faces: int) -> None:
    """The dice show *faces*, a nibble each; A is to take (D3)."""
    words[at + DUEL_DICE] = faces
    words[at + DUEL_ACTOR] = words[at + DUEL_FIRST]
    words[at + PHASE] = TAKE


@kernel
def take(words: Words, at: int, number: int) -> None:
    """D3: one die or two; who takes two leaves the others to the other player."""
    seat, dice = words[at + DUEL_ACTOR], TAKEN_BY[number & 15]
    taken = words[at + DUEL_TAKEN] | dice << 4 * seat
    if number < 4:
        words[at + DUEL_TAKEN] = taken
        words[at + DUEL_ACTOR] = 1 - seat
        return
    first = words[at + DUEL_FIRST]
    if seat == first:  # D7
        _use(words, at + DUEL_SIDE + seat * DUEL_SIDE_WORDS, PICK_TWO)
    left = 15 & ~(taken | taken >> 4)
    words[at + DUEL_TAKEN] = taken | left << 4 * (1 - seat)
    words[at + PHASE] = DRAW
    _begin_drawing(words, at, first)


@kernel
def _use(words: Words, side: int, spell: int) -> None:
    """The spell is used up."""
    words[side + DUEL_SPELLS] &= ~spell
    words[side + DUEL_USED] |= spell


@kernel
def _begin_drawing(words: Words, at: int, seat: int) -> None:
    dice, faces = words[at + DUEL_TAKEN] >> 4 * seat & 15, words[at + DUEL_DICE]
    low_die, high_die = LOW_DIE[dice], HIGH_DIE[dice]
    low = low_die << 3 | (faces >> 4 * low_die & 7)
    high = high_die << 3 | (faces >> 4 * high_die & 7)
    _clear_drawing(words, at)
    words[at + DUEL_ACTOR] = seat
    words[at + DUEL_LOW] = low
    words[at + DUEL_HIGH] = high
    words[at + DUEL_LOW_COAT] = COAT_OF[low & 31]
    words[at + DUEL_HIGH_COAT] = COAT_OF[high & 31]


@kernel
def _clear_drawing(words: Words, at: int) -> None:
    words[at + DUEL_PART] = 0
    words[at + DUEL_LOW] = 0
    words[at + DUEL_HIGH] = 0
    words[at + DUEL_LOW_COAT] = 0
    words[at + DUEL_HIGH_COAT] = 0
    words[at + DUEL_BONUS] = 0
    words[at + DUEL_FREE] = 0
    words[at + DUEL_SPLIT] = 0
    words[at + DUEL_DRAWN] = 0


@rare
def decide(words: Words, at: int, number: int) -> None:
    """One part of the drawing is decided, by the *number* of the action."""
    side, low_die, spell = side_of(words, at), words[at + DUEL_LOW] >> 3, 0
    if number < NAME:  # D7
        turned, spell = TURNED_TO[number - TURN & 31] & 31, TURN_DIE
        is_high = 0 if turned >> 3 == low_die else 1
        words[at + DUEL_LOW + is_high] = turned
        words[at + DUEL_LOW_COAT + is_high] = COAT_OF[turned]
        words[at + DUEL_PART] = PART_NAME
    elif number < CASTLE:  # D5
        is_high = 0 if (number - NAME) // 6 == low_die else 1
        words[at + DUEL_LOW_COAT + is_high] = (number - NAME) % 6
        words[at + DUEL_PART] = PART_NAME
    elif number < FREE:  # D8
        words[at + DUEL_BONUS] = 1 if number - CASTLE == low_die else 2
        words[at + DUEL_PART] = PART_FREE
    elif number == FREE:  # D7
        words[at + DUEL_FREE], spell = 1, FREE_PLACEMENT
        words[at + DUEL_PART] = PART_SPLIT
    else:
        words[at + DUEL_SPLIT], spell = 1, SPLIT_SPELL
        words[at + DUEL_PART] = PART_DRAW
    _use(words, side, spell)


@rare
def draw_die(words: Words, at: int, is_high: bool, square: int) -> None:
    """D7: after a split one die is drawn, and waits for the other one if that can be drawn too."""
    here, there = words[at + DUEL_DRAWN], square
    if here == 0:
        if both_can_be_drawn(words, at, side_of(words, at)):
            words[at + DUEL_DRAWN] = square
            return
        if not is_high:
            here, there = square, 0
    draw(words, at, here, there)


@kernel
def draw(words: Words, at: int, here: int, there: int) -> None:
    """D4: the drawing is done, the lower die on *here* and the higher one on *there*; 0 is not drawn."""
    side = side_of(words, at)
    low, high = words[at + DUEL_LOW] & 31, words[at + DUEL_HIGH] & 31
    bonus = words[at + DUEL_BONUS]
    words[side + DUEL_COATS + (words[at + DUEL_LOW_COAT] & 7)] |= here
    words[side + DUEL_COATS + (words[at + DUEL_HIGH_COAT] & 7)] |= there
    words[side + DUEL_OCCUPIED] |= here | there
    low_crosses, high_crosses = CROSSES_OF[low] + (bonus & 1), CROSSES_OF[high] + (bonus >> 1)
    words[side + DUEL_CROSSES] |= (here & -(low_crosses & 1)) | (there & -(high_crosses & 1))
    words[side + DUEL_CROSSES + 1] |= (here & -(low_crosses >> 1)) | (there & -(high_crosses >> 1))
    # D6: a coat without crosses fills a box, D8: but not with the castle's cross, which is spent when it is drawn.
    plain, also = 0, 0
    if here:
        if bonus & 1:
            words[side + DUEL_CASTLE] = 0
        else:
            plain = PLAIN_OF[low]
    if there:
        if bonus & 2:
            words[side + DUEL_CASTLE] = 0
        else:
            also = PLAIN_OF[high]
    words[side + DUEL_PLAIN] = plain | also << 3 if plain else also
    words[side + DUEL_DREW] = _SOMETHING if here | there else _NOTHING
    first = words[at + DUEL_FIRST]
    if words[at + DUEL_ACTOR] == first:
        _begin_drawing(words, at, 1 - first)
    else:
        _clear_drawing(words, at)
        _fill_books(words, at, first)


@kernel
def _fill_books(words: Words, at: int, seat: int) -> None:
    """D6: *seat* fills the spell book, and B after A; then the round is over, unless a lightning spell is won."""
    first = words[at + DUEL_FIRST]
    is_struck = _fill(words, at, seat)
    while seat == first and not is_struck:
        seat = 1 - first
        is_struck = _fill(words, at, seat)
    if not is_struck:
        _end_round(words, at)


@kernel
def _fill(words: Words, at: int, seat: int) -> bool:
    """Each coat fills a box in its row, unless the row is won; whether there is lightning to be used."""
    side = at + DUEL_SIDE + (seat & 1) * DUEL_SIDE_WORDS
    plain = words[side + DUEL_PLAIN]
    if plain == 0:
        return False
    other = at + DUEL_SIDE + (1 - seat & 1) * DUEL_SIDE_WORDS
    owned = words[side + DUEL_SPELLS] | words[side + DUEL_USED] | words[other + DUEL_SPELLS] | words[other + DUEL_USED]
    boxes, won = words[side + DUEL_BOXES], 0
    while plain:
        coat = (plain & 7) - 1
        plain >>= 3
        if (owned | won) >> coat & 1 == 0:
            boxes += 1 << 4 * coat
            if boxes >> 4 * coat & 15 == BOXES[coat & 7]:
                won |= 1 << coat
    words[side + DUEL_BOXES] = boxes
    words[side + DUEL_SPELLS] |= won
    lightning = won & LIGHTNING_SPELLS
    if lightning:
        words[at + DUEL_LIGHTNING] = lightning
        words[at + DUEL_ACTOR] = seat
        words[at + PHASE] = LIGHTNING
    return lightning != 0


@rare
def strike(words: Words, at: int, coat: int, square: int) -> None:
    """D7: lightning. The bonus is put on *coat*, or there is one cross more on *square*, whichever is due.

    There may be another one; otherwise the books are filled on.
    """
    side, spell = side_of(words, at), lowest(words[at + DUEL_LIGHTNING])
    if spell == COAT_BONUS:
        words[side + DUEL_COAT] = coat + 1
    else:
        carry = square
        for plane in range(side + DUEL_CROSSES, side + DUEL_CROSSES + 3):
            before = words[plane]
            words[plane] = before ^ carry
            carry &= before
    _use(words, side, spell)
    words[at + DUEL_LIGHTNING] ^= spell
    if words[at + DUEL_LIGHTNING] == 0:
        if words[at + DUEL_ACTOR] == words[at + DUEL_FIRST]:
            _fill_books(words, at, 1 - words[at + DUEL_FIRST])
        else:
            _end_round(words, at)


@kernel
def _end_round(words: Words, at: int) -> None:
    """D9: a full map ends the game, or that nobody has drawn; otherwise the roles swap (D3)."""
    side, other = at + DUEL_SIDE, at + DUEL_SIDE + DUEL_SIDE_WORDS
    is_over = (
        words[side + DUEL_OCCUPIED] == MAP
        or words[other + DUEL_OCCUPIED] == MAP
        or (words[side + DUEL_DREW] | words[other + DUEL_DREW]) & _SOMETHING == 0
    )
    words[side + DUEL_PLAIN] = 0
    words[side + DUEL_DREW] = 0
    words[other + DUEL_PLAIN] = 0
    words[other + DUEL_DREW] = 0
    words[at + DUEL_DICE] = 0
    words[at + DUEL_TAKEN] = 0
    words[at + DUEL_ACTOR] = 0
    if is_over:
        words[at + PHASE] = OVER
        return
    words[at + PHASE] = ROLL
    words[at + DUEL_FIRST] ^= 1
    words[at + DUEL_ROUND] += 1
