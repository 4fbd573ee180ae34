"""One square: going from square to square with arrows, and picking one."""

from collections.abc import Mapping, Sequence
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.view import View
from crownland.kernel.square import CASTLE, Direction, Mask, Square, column, row
from crownland.tui.choosers.chooser import Chooser

__all__ = ["SquareChooser", "distance", "next_spot"]


class SquareChooser(Chooser):
    """One of several squares; where more can be chosen for a square, turning goes to the next of it."""

    keys: tuple[tuple[str, str], ...] = (("←↑↓→", "choose"),)
    other = "change"  # what turning does, in the catalogue

    def __init__(self, state: State[Any], view: View, meanings: Mapping[Action, Meaning]) -> None:
        super().__init__(state, view, meanings)
        self.pick(min(self.actions, key=lambda action: distance(CASTLE, self.square_of(action))))
        self._parts = list(dict.fromkeys(self._part(action) for action in self.actions))
        if len(self._parts) > 1:
            self.keys = (*self.keys, ("r", self.other))

    def square_of(self, action: Action) -> Square:
        return self.meanings[action].squares[0]

    @property
    def offered(self) -> tuple[Action, ...]:
        """The actions that arrows go between, one to a square."""
        part = self._part(self.action)
        return tuple(action for action in self.actions if self._part(action) == part)

    def move(self, direction: Direction) -> None:
        spots = [self.square_of(action) for action in self.offered]
        self.point_at(next_spot(self.square_of(self.action), spots, direction))

    def turn(self) -> None:
        """The next piece, on the same square if it can; where there is only one, the next square."""
        if len(self._parts) == 1:
            self.step(1)
            return
        part = self._parts[(self._parts.index(self._part(self.action)) + 1) % len(self._parts)]
        others = [action for action in self.actions if self._part(action) == part]
        same = [action for action in others if self.square_of(action) == self.square_of(self.action)]
        self.pick((same or others)[0])

    def point_at(self, square: Square) -> None:
        for action in self.offered:
            if self.square_of(action) == square:
                self.pick(action)
                return

    @property
    def marks(self) -> Mask:
        """The squares that something can be put on; none where the action only points at what is there."""
        return sum(1 << self.square_of(action) for action in self.offered) if self.meaning.pieces else 0

    @property
    def cursor(self) -> Mask:
        square = self.square_of(self.action)
        return 0 if square in self.ghost else 1 << square

    def _part(self, action: Action) -> object:
        """What is chosen besides the square."""
        meaning = self.meanings[action]
        return meaning.spaces, meaning.pieces


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
