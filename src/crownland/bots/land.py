"""What the form of a kingdom promises, beyond its points."""

from collections.abc import Callable

from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.kingdom import Kingdom, reach
from crownland.kernel.square import STRIDE, Direction, Mask, neighbours, squares

__all__ = ["best_placement", "form_value", "form_within"]

# In points.
HOLE = -1.5  # an empty square that no domino can fill any more
TOUCH = 0.2  # two neighbouring squares of one terrain: land that can grow together
SPREAD = -0.1  # a column or row of the box: a small box leaves the choice open
DISCARD = -2.0


def form_value(kingdom: Kingdom, size: int) -> float:
    """For a kingdom whose box may still float."""
    return form_within(kingdom, reach(size, kingdom.box)) + SPREAD * (kingdom.width + kingdom.height)


def form_within(kingdom: Kingdom, area: Mask) -> float:
    """For a kingdom that may cover *area*."""
    touching = sum((land & land << 1).bit_count() + (land & land << STRIDE).bit_count() for land in kingdom.terrains)
    free = area & ~kingdom.occupied
    holes = (free & ~neighbours(free)).bit_count()
    return HOLE * holes + TOUCH * touching


def best_placement(domino: DominoId, kingdom: Kingdom, size: int, value: Callable[[Kingdom], float]) -> float:
    """What the best placement of *domino* would be worth if the kingdom stayed as it is."""
    face = DOMINOES[domino]
    values = [
        value(kingdom.place(face, square, direction))
        for direction, spots in zip(Direction, kingdom.spots(face, size), strict=True)
        for square in squares(spots)
    ]
    return max(values, default=value(kingdom) + DISCARD)
