"""Going from square to square with arrows, and picking one."""

from collections.abc import Sequence
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.square import CASTLE, Direction, Mask, Square, column, row
from crownland.tui.choosers.chooser import Chooser

__all__ = ["SquareChooser", "distance", "next_spot"]


class SquareChooser(Chooser):
    """One of several squares; each action has its ``square``."""

    keys: tuple[tuple[str, str], ...] = (("←↑↓→", "choose"),)

    def __init__(self, state: State[Any], actions: Sequence[Action]) -> None:
        super().__init__(state, actions)
        self.pick(min(self.actions, key=lambda action: distance(CASTLE, action.square)))

    @property
    def offered(self) -> tuple[Action, ...]:
        """The actions that arrows go between, one to a square."""
        return self.actions

    def move(self, direction: Direction) -> None:
        self._go(next_spot(self.action.square, [action.square for action in self.offered], direction))

    def point_at(self, square: Square) -> None:
        if any(action.square == square for action in self.offered):
            self._go(square)

    @property
    def marks(self) -> Mask:
        return sum(1 << action.square for action in self.offered)

    def _go(self, square: Square) -> None:
        self.pick(next(action for action in self.offered if action.square == square))


def distance(a: Square, b: Square) -> int:
    return abs(column(a) - column(b)) + abs(row(a) - row(b))


def next_spot(here: Square, spots: Sequence[Square], direction: Direction) -> Square:
    """The spot an arrow leads to: the next one in the row, or the nearest one of the next row; round at the edge."""
    x, y = column(here), row(here)
    sign = 1 if direction in (Direction.NORTH, Direction.EAST) else -1
    if direction in (Direction.NORTH, Direction.SOUTH):
        rows = {row(spot) for spot in spots}
        ahead = [r for r in rows if (r - y) * sign > 0] or rows
        target = min(ahead, key=lambda r: r * sign)
        return min((spot for spot in spots if row(spot) == target), key=lambda spot: abs(column(spot) - x))
    in_row = [spot for spot in spots if row(spot) == y and (column(spot) - x) * sign > 0]
    if in_row:
        return min(in_row, key=lambda spot: column(spot) * sign)
    ahead_of = [spot for spot in spots if (column(spot) - x) * sign > 0]
    if ahead_of:
        return min(ahead_of, key=lambda spot: distance(spot, here))
    return min(spots, key=lambda spot: (column(spot) * sign, abs(row(spot) - y)))
