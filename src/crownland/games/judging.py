"""How greedy play judges actions: a game's judge, and the form of a kingdom, which several judges share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.kingdom import Kingdom, reach
from crownland.kernel.square import STRIDE, Direction, Mask, neighbours, squares

__all__ = ["POINTS_NOW", "Judge", "best_placement", "form_value", "form_within"]

# In points.
HOLE = -1.5  # an empty square that no domino can fill any more
TOUCH = 0.2  # two neighbouring squares of one terrain: land that can grow together
SPREAD = -0.1  # a column or row of the box: a small box leaves the choice open
DISCARD = -2.0


@dataclass(frozen=True, slots=True)
class Judge:
    """Values the actions of a game.

    *value* returns what a legal action is worth, in points, to the seat that takes it. A bot chooses at random between
    the best actions, except when the first of them is of a class in *ordered*: then it takes that one.
    """

    value: Callable[[Any, Action], float]
    ordered: tuple[type, ...] = ()


def _points_now(state: State[Any], action: Action) -> float:
    if state.actor is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    return state.apply(action).scores()[state.kingdom_of(state.actor)].total


# For games without a judge of their own: the score right after the action.
POINTS_NOW = Judge(_points_now)


def form_value(kingdom: Kingdom, size: int) -> float:
    """What the form of a kingdom promises beyond its points, while its box may still move."""
    return form_within(kingdom, reach(size, kingdom.box)) + SPREAD * (kingdom.width + kingdom.height)


def form_within(kingdom: Kingdom, area: Mask) -> float:
    """What the form of a kingdom that may cover *area* promises beyond its points."""
    touching = sum((land & land << 1).bit_count() + (land & land << STRIDE).bit_count() for land in kingdom.terrains)
    free = area & ~kingdom.occupied
    holes = (free & ~neighbours(free)).bit_count()
    return HOLE * holes + TOUCH * touching


def best_placement(domino: DominoId, kingdom: Kingdom, size: int, value: Callable[[Kingdom], float]) -> float:
    """The *value* of the kingdom with *domino* placed at its best, or left out if it fits nowhere."""
    face = DOMINOES[domino]
    values = [
        value(kingdom.place(face, square, direction))
        for direction, spots in zip(Direction, kingdom.spots(face, size), strict=True)
        for square in squares(spots)
    ]
    return max(values, default=value(kingdom) + DISCARD)
