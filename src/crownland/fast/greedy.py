"""How the bot ``greedy`` lays dominoes: by the points of a placement and the form of the kingdom it leaves.

Values are in tenths of a point and exact. Must agree with ``bots.greedy`` and ``bots.land``:

- ten for every point, bonuses included;
- ``HOLE`` for every empty square that no domino can fill any more;
- ``TOUCH`` for every two neighbouring squares of one terrain;
- ``SPREAD`` for every column and row of the box;
- ``DISCARD`` when the domino fits nowhere.
"""

from crownland.fast import layout, numbering
from crownland.fast.bits import below, count, index, lowest, rest_of, shift_left
from crownland.fast.jit import Row, kernel, rare
from crownland.fast.land import (
    LEFT_CROWNS,
    LEFT_TERRAIN,
    RIGHT_CROWNS,
    RIGHT_TERRAIN,
    bit_of,
    bonus_points,
    connected,
    east,
    free_pairs,
    neighbours,
    north,
    shadow,
    spot_number,
    spots,
    step_from,
)

__all__ = ["SCRATCH_WORDS", "best_spot", "rate_spots", "value_now"]

POINT = 10
HOLE = -15
TOUCH = 2
SPREAD = -1
DISCARD = -20

# The scratch row holds a list of legal actions, and behind it the properties of both terrains of a domino: where their
# list ends, then three words for each.
_PROPERTY_WORDS = 3
_LEFT = numbering.MOST_LEGAL
_RIGHT = _LEFT + 100
SCRATCH_WORDS = _RIGHT + 100


@rare
def _gather(words: Row, land: int, terrain: int, scratch: Row, first: int) -> None:
    """Writes the properties of *terrain* into *scratch*: squares, size, crowns."""
    squares = words[land + layout.TERRAINS + terrain]
    slot = first + 1
    while squares:
        one = connected(lowest(squares), squares)
        scratch[slot] = one
        scratch[slot + 1] = count(one)
        scratch[slot + 2] = count(one & words[land + layout.CROWNS]) + 2 * count(
            one & words[land + layout.CROWNS_TWICE]
        )
        slot += _PROPERTY_WORDS
        squares &= ~one
    scratch[first] = slot


@kernel
def _gain(scratch: Row, first: int, around: int, size: int, crowns: int) -> int:
    """Returns the points gained when *size* squares with *crowns* join the properties *around* them (C12)."""
    points = 0
    for slot in range(first + 1, scratch[first], _PROPERTY_WORDS):
        if scratch[slot] & around:
            points -= scratch[slot + 1] * scratch[slot + 2]
            size += scratch[slot + 1]
            crowns += scratch[slot + 2]
    return points + size * crowns


@kernel
def _form(box: int, occupied: int, size: int) -> int:
    """Returns the value of a kingdom's outline."""
    free, beside, above = free_pairs(box, occupied, size)
    holes = free & ~(beside | east(beside) | above | north(above))
    return HOLE * count(holes) + SPREAD * count(box)


@rare
def value_now(words: Row, land: int, size: int, bonuses: int) -> int:
    """Returns the value of a kingdom as it is, on the scale of best_spot()."""
    box, occupied = words[land + layout.BOX], words[land + layout.OCCUPIED]
    return POINT * bonus_points(box, occupied, size, bonuses) + _form(box, occupied, size)


@rare
def best_spot(words: Row, land: int, size: int, bonuses: int, domino: int, rng: Row, scratch: Row) -> tuple[int, int]:
    """Returns the value of the best placement of *domino* and its number; chooses among equals at random.

    Values are relative: what all placements of all dominoes in this kingdom have in common is left out.
    """
    _gather_both(words, land, domino, scratch)
    best, best_direction, best_square, equals = 0, -1, 0, 0
    by_direction = spots(words, land, size, domino)
    for direction in range(4):
        rest = by_direction[direction]
        while rest:
            square = index(rest)
            rest = rest_of(rest)
            value = _spot_value(words, land, size, bonuses, domino, square, direction, scratch)
            if best_direction < 0 or value > best:
                best, best_direction, best_square, equals = value, direction, square, 1
            elif value == best:
                equals += 1
                if below(rng, equals) == 0:
                    best_direction, best_square = direction, square
    if best_direction < 0:
        return value_now(words, land, size, bonuses) + DISCARD, numbering.DISCARD
    return best, spot_number(words[land + layout.BOX], best_direction, best_square)


@rare
def rate_spots(
    words: Row,
    land: int,
    size: int,
    bonuses: int,
    domino: int,
    actions: Row,
    many: int,
    values: Row,
    scratch: Row,
) -> None:
    """Writes the values of the first *many* of *actions*, all placements of *domino*."""
    _gather_both(words, land, domino, scratch)
    for number in range(many):
        action = actions[number]
        if action == numbering.DISCARD:
            values[number] = 0
        else:
            direction = (action - numbering.PLACE) // numbering.SQUARES
            square = bit_of(action - numbering.PLACE - direction * numbering.SQUARES)
            values[number] = _spot_value(words, land, size, bonuses, domino, square, direction, scratch)


@kernel
def _gather_both(words: Row, land: int, domino: int, scratch: Row) -> None:
    """Writes the properties of the domino's terrains into *scratch*."""
    left, right = LEFT_TERRAIN[domino], RIGHT_TERRAIN[domino]
    _gather(words, land, left, scratch, _LEFT)
    if left != right:
        _gather(words, land, right, scratch, _RIGHT)


@kernel
def _spot_value(
    words: Row, land: int, size: int, bonuses: int, domino: int, square: int, direction: int, scratch: Row
) -> int:
    """Returns the value of a placement, once _gather_both() is done."""
    left, right = LEFT_TERRAIN[domino], RIGHT_TERRAIN[domino]
    other = step_from(square, direction)
    here, there = shift_left(1, square), shift_left(1, other)
    by_left, by_right = neighbours(here), neighbours(there)
    touching = count(by_left & words[land + layout.TERRAINS + left]) + count(
        by_right & words[land + layout.TERRAINS + right]
    )
    if left == right:
        points = _gain(scratch, _LEFT, by_left | by_right, 2, LEFT_CROWNS[domino] + RIGHT_CROWNS[domino])
        touching += 1
    else:
        points = _gain(scratch, _LEFT, by_left, 1, LEFT_CROWNS[domino])
        points += _gain(scratch, _RIGHT, by_right, 1, RIGHT_CROWNS[domino])
    box = words[land + layout.BOX] | shadow(square) | shadow(other)
    occupied = words[land + layout.OCCUPIED] | here | there
    if bonuses:
        points += bonus_points(box, occupied, size, bonuses)
    return POINT * points + TOUCH * touching + _form(box, occupied, size)
