"""How the bot ``greedy`` rates Duel's actions, in whole numbers: 340 are a point.

Must agree with crownland.bots.duel_judge. Values count from the points and touches the map has already, so only what a
drawing changes is computed: the domain it makes, and the holes it leaves.
"""

from crownland.fast.bits import below, count, index, lowest
from crownland.fast.duel import layout, numbering, phase
from crownland.fast.duel.dice import COAT_BONUS, COAT_OF, CROSSES_OF, PLAIN_OF, TAKEN_BY, TURNED_TO, UNNAMED
from crownland.fast.duel.drawing import (
    drawing_options,
    empty_squares,
    pair_spots,
    reach,
    side_of,
    single_spots,
)
from crownland.fast.duel.map import ANYWHERE, MAP, beside, crosses_in, domain, step, touching
from crownland.fast.duel.options import Options, chosen, listed, number_of, size, takes
from crownland.fast.jit import Row, kernel, rare

__all__ = ["best_actions", "greedy_choice"]

_POINT = 340  # so that a tenth of a thirty-fourth is whole
_HOLE = -510  # 1.5
_TOUCH = 68  # 0.2
_BOX = 204  # 0.6
_CASTLE = 50  # 5.0 on an empty map: for each of 34 free squares
_SPELL = 30  # 3.0
_TAKE_TWO = 510  # 1.5
_DRAW_NOTHING = -1360  # 4.0
_LOSE_A_DIE = -680
_NOWHERE = -340  # a die that fits nowhere
_CROSS = 170  # 0.5
_WORST = -(1 << 40)


@rare
def greedy_choice(words: Row, at: int, rng: Row) -> int:
    """Returns the number of an action of the highest value, each as likely as the others."""
    best = _best_options(words, at)
    group, bit = chosen(best, below(rng, size(best)))
    return number_of(words, at, group, bit)


@rare
def best_actions(words: Row, at: int, out: Row) -> int:
    """Writes the numbers of all actions of the highest value into *out*, ascending; returns how many."""
    return listed(words, at, _best_options(words, at), out)


@rare
def _best_options(words: Row, at: int) -> Options:
    now = words[at + layout.PHASE]
    if now == phase.DRAW:
        return _best_drawing(words, at)
    if now == phase.TAKE:
        return _best_takes(words, at), 0, 0, 0, 0
    if words[at + layout.LIGHTNING] & COAT_BONUS:
        return _best_coats(words, at), 0, 0, 0, 0
    return 0, _best_crosses(words, at), 0, 0, 0


@kernel
def _holes(empty: int) -> int:
    """Returns the value of the empty squares on which only a single die can still be drawn."""
    return _HOLE * count(empty & ~beside(empty))


@kernel
def _joined(words: Row, side: int, coat: int, squares: int, crosses: int) -> tuple[int, int]:
    """Returns the value of *squares*, one or two neighbours with *crosses*, as *coat*, and the size of their domain."""
    length = count(squares)
    touches = length - 1
    land = words[side + layout.COATS + (coat & 7)]
    around = beside(squares) & land
    if around == 0:
        return _POINT * crosses * length + _TOUCH * touches, length
    touches += count(squares << 1 & land) + count(squares >> 1 & land)
    touches += count(squares << 8 & land) + count(squares >> 8 & land)
    before = 0
    while around:
        old = domain(lowest(around), land)
        old_length, old_crosses = count(old), crosses_in(words, side, old)
        length += old_length
        crosses += old_crosses
        before += old_length * old_crosses
        around &= ~old
    return _POINT * (length * crosses - before) + _TOUCH * touches, length


@rare
def _best_pairs(
    words: Row, side: int, left: int, right: int, low: int, low_crosses: int, high: int, high_crosses: int
) -> tuple[int, int, int, int, int, int, int]:
    """Returns the best value of a pair, its squares by direction, and the best with a cross more on either die.

    Where each die connects is *left* and *right*. When nothing can be drawn, the value is that of drawing nothing.
    """
    side &= ANYWHERE
    empty = empty_squares(words, side)
    north, east, south, west = pair_spots(empty, left, right)
    nothing = _holes(empty) + _DRAW_NOTHING
    if (north | east | south | west) == 0:
        return nothing, 0, 0, 0, 0, nothing, nothing
    best, best_low, best_high = _WORST, _WORST, _WORST
    best_north, best_east, best_south, best_west = 0, 0, 0, 0
    directions, is_one_coat = 4 if low != high or low_crosses != high_crosses else 2, low == high
    if is_one_coat:
        low_crosses += high_crosses
    for direction in range(directions):
        spots = north if direction == 0 else east if direction == 1 else south if direction == 2 else west
        while spots:
            here = lowest(spots)
            spots ^= here
            there = step(here, direction)
            low_squares = here | there if is_one_coat else here
            gain, low_length = _joined(words, side, low, low_squares, low_crosses)
            value, high_length = gain + _holes(empty & ~(here | there)), low_length
            if not is_one_coat:
                gain, high_length = _joined(words, side, high, there, high_crosses)
                value += gain
            best_low = max(best_low, value + _POINT * low_length)
            best_high = max(best_high, value + _POINT * high_length)
            if value > best:
                best = value
                best_north, best_east, best_south, best_west = 0, 0, 0, 0
            if value == best:
                if direction == 0:
                    best_north |= here
                elif direction == 1:
                    best_east |= here
                elif direction == 2:
                    best_south |= here
                else:
                    best_west |= here
    return best, best_north, best_east, best_south, best_west, best_low, best_high


@rare
def _best_pair(words: Row, side: int, low: int, low_crosses: int, high: int, high_crosses: int) -> int:
    """Returns the value of the best pair without spells; a wild face without a name takes the best coat."""
    best = _WORST
    for low_coat in range(low if low < UNNAMED else 0, low + 1 if low < UNNAMED else numbering.COATS):
        for high_coat in range(high if high < UNNAMED else 0, high + 1 if high < UNNAMED else numbering.COATS):
            left, right = touching(words, side, low_coat), touching(words, side, high_coat)
            found = _best_pairs(words, side, left, right, low_coat, low_crosses, high_coat, high_crosses)
            best = max(best, found[0])
    return best


@rare
def _best_single(words: Row, side: int, spots: int, coat: int, crosses: int) -> tuple[int, int]:
    """Returns the best value of one die alone, and all squares for it."""
    side &= ANYWHERE
    empty = empty_squares(words, side)
    best, best_spots = _WORST, 0
    while spots:
        here = lowest(spots)
        spots ^= here
        gain, _ = _joined(words, side, coat, here, crosses)
        value = gain + _holes(empty & ~here)
        if value > best:
            best, best_spots = value, 0
        if value == best:
            best_spots |= here
    return best, best_spots


@rare
def _best_drawing(words: Row, at: int) -> Options:
    side = side_of(words, at)
    decisions, one, two, three, four = drawing_options(words, at)
    low, high = words[at + layout.LOW_COAT], words[at + layout.HIGH_COAT]
    low_crosses, high_crosses = _crosses(words, at)
    if words[at + layout.SPLIT]:
        low_value, one = _best_single(words, side, one, low, low_crosses)
        high_value, two = _best_single(words, side, two, high, high_crosses)
        return 0, one if low_value >= high_value else 0, two if high_value >= low_value else 0, 0, 0
    value, with_low, with_high = _WORST, 0, 0
    if low != UNNAMED and high != UNNAMED:
        left, right = reach(words, at, side)
        can_draw = (one | two | three | four) != 0
        value, one, two, three, four, with_low, with_high = _best_pairs(
            words, side, left, right, low, low_crosses, high, high_crosses
        )
        if not can_draw:
            value = _WORST
    if decisions == 0:
        return 0, one, two, three, four
    decided, decisions = _best_decisions(words, at, side, decisions, with_low, with_high)
    if decided < value:
        return 0, one, two, three, four
    if decided > value:
        return decisions, 0, 0, 0, 0
    return decisions, one, two, three, four


@kernel
def _crosses(words: Row, at: int) -> tuple[int, int]:
    """Returns the crosses each die will be drawn with."""
    bonus = words[at + layout.BONUS]
    return CROSSES_OF[words[at + layout.LOW] & 31] + (bonus & 1), CROSSES_OF[words[at + layout.HIGH] & 31] + (
        bonus >> 1
    )


@rare
def _best_decisions(words: Row, at: int, side: int, decisions: int, with_low: int, with_high: int) -> tuple[int, int]:
    """Returns the best value of *decisions*, and all that have it.

    The castle's cross makes it *with_low* on the lower die, *with_high* on the higher one.
    """
    best, best_decisions = _WORST, 0
    while decisions:
        one = lowest(decisions)
        decisions ^= one
        value = _decision_value(words, at, side, index(one), with_low, with_high)
        if value > best:
            best, best_decisions = value, 0
        if value == best:
            best_decisions |= one
    return best, best_decisions


@rare
def _decision_value(words: Row, at: int, side: int, decision: int, with_low: int, with_high: int) -> int:
    low_die = words[at + layout.LOW] >> 3
    low, high = words[at + layout.LOW_COAT], words[at + layout.HIGH_COAT]
    low_crosses, high_crosses = _crosses(words, at)
    empty = empty_squares(words, side)
    left, action = count(empty), numbering.TURN + decision
    if action < numbering.NAME:
        turned = TURNED_TO[decision & 31] & 31
        if turned >> 3 == low_die:
            low, low_crosses = COAT_OF[turned], CROSSES_OF[turned]
        else:
            high, high_crosses = COAT_OF[turned], CROSSES_OF[turned]
        return _best_pair(words, side, low, low_crosses, high, high_crosses) - _SPELL * left
    if action < numbering.CASTLE:
        die, coat = (action - numbering.NAME) // numbering.COATS, (action - numbering.NAME) % numbering.COATS
        if die == low_die:
            return _best_pair(words, side, coat, low_crosses, high, high_crosses)
        return _best_pair(words, side, low, low_crosses, coat, high_crosses)
    if action < numbering.FREE:
        return (with_low if action - numbering.CASTLE == low_die else with_high) - _CASTLE * left
    if action == numbering.FREE:
        everywhere = MAP | empty
        found = _best_pairs(words, side, everywhere, everywhere, low, low_crosses, high, high_crosses)
        return found[0] - _SPELL * left
    if action == numbering.SPLIT:
        here, there = single_spots(words, at, side, empty)
        low_value, _ = _best_single(words, side, here, low, low_crosses)
        high_value, _ = _best_single(words, side, there, high, high_crosses)
        before = _holes(empty)
        low_gain = low_value - before if here else _LOSE_A_DIE
        return before + low_gain + (high_value - before if there else _LOSE_A_DIE) - _SPELL * left
    return _holes(empty) + _DRAW_NOTHING


@rare
def _best_takes(words: Row, at: int) -> int:
    taken = words[at + layout.TAKEN]
    legal, gone = takes(words, at), taken | taken >> 4
    one, two, three, four = 0, 0, 0, 0
    for die in range(numbering.DICE):
        value = _die_value(words, at, die) if gone >> die & 1 == 0 else 0
        if die == 0:
            one = value
        elif die == 1:
            two = value
        elif die == 2:
            three = value
        else:
            four = value
    best, best_takes = _WORST, 0
    while legal:
        number = index(legal)
        legal &= legal - 1
        dice = TAKEN_BY[number & 15]
        value = one * (dice & 1) + two * (dice >> 1 & 1) + three * (dice >> 2 & 1) + four * (dice >> 3)
        value -= _TAKE_TWO if dice & (dice - 1) else 0
        if value > best:
            best, best_takes = value, 0
        if value == best:
            best_takes |= 1 << number
    return best_takes


@rare
def _die_value(words: Row, at: int, die: int) -> int:
    """Returns the value of *die* on its best square, with the box it fills."""
    side = side_of(words, at)
    face = (die << 3 | (words[at + layout.DICE] >> 4 * die & 7)) & 31
    coat, crosses = COAT_OF[face], CROSSES_OF[face]
    empty = empty_squares(words, side)
    before, value = _holes(empty), _WORST
    for name in range(coat if coat < UNNAMED else 0, coat + 1 if coat < UNNAMED else numbering.COATS):
        found, _ = _best_single(words, side, empty & touching(words, side, name), name, crosses)
        value = max(value, found)
    value = value - before if value > _WORST else _NOWHERE
    fills = PLAIN_OF[face] != 0 and _owned(words, at) >> coat & 1 == 0
    return value + (_BOX if fills else 0) + _CROSS * crosses


@kernel
def _owned(words: Row, at: int) -> int:
    """Returns the rows that are won (D6)."""
    side, other = at + layout.SIDE, at + layout.SIDE + layout.SIDE_WORDS
    return (
        words[side + layout.SPELLS]
        | words[side + layout.USED]
        | words[other + layout.SPELLS]
        | words[other + layout.USED]
    )


@rare
def _best_coats(words: Row, at: int) -> int:
    """Returns the coats with the most domains."""
    side = side_of(words, at)
    best, best_coats = -1, 0
    for coat in range(numbering.COATS):
        land, domains = words[side + layout.COATS + coat], 0
        while land:
            land ^= domain(lowest(land), land)
            domains += 1
        if domains > best:
            best, best_coats = domains, 0
        if domains == best:
            best_coats |= 1 << coat
    return best_coats


@rare
def _best_crosses(words: Row, at: int) -> int:
    """Returns the squares of the largest domains."""
    side = side_of(words, at)
    best, best_squares = 0, 0
    for coat in range(numbering.COATS):
        land = words[side + layout.COATS + coat]
        while land:
            one = domain(lowest(land), land)
            land ^= one
            if count(one) > best:
                best, best_squares = count(one), 0
            if count(one) == best:
                best_squares |= one
    return best_squares
