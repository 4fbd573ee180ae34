"""Two squares: a spot and a rotation for what is placed."""

from collections.abc import Mapping
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.view import View
from crownland.kernel.square import CASTLE, Direction, Mask, Square
from crownland.tui.choosers.chooser import Chooser
from crownland.tui.choosers.square import distance, next_spot

__all__ = ["PairChooser"]


class PairChooser(Chooser):
    """A spot and a rotation for two halves, or for anything that lies on two squares.

    Arrows go from spot to spot in the same rotation, turning stays at the spot if it can. Every placement can be
    reached: up and down visit every row that has a spot, left and right every spot of a row, turning every rotation.
    """

    keys = (("←↑↓→", "move"), ("r", "turn"))

    def __init__(self, state: State[Any], view: View, meanings: Mapping[Action, Meaning]) -> None:
        super().__init__(state, view, meanings)
        self._by_squares = {meaning.squares: action for action, meaning in meanings.items()}
        lying = self._in_rotation(Direction.EAST.step)
        self.pick(min(lying or self.actions, key=lambda action: distance(CASTLE, self._spot(action))))

    def pick(self, action: Action) -> None:
        self.action = action
        self._pivot = self._spot(action)

    def move(self, direction: Direction) -> None:
        step = self._step(self.action)
        spots = [self._spot(action) for action in self._in_rotation(step)]
        spot = next_spot(self._spot(self.action), spots, direction)
        self.pick(self._by_squares[spot, Square(spot + step)])

    def turn(self) -> None:
        """The next rotation that covers this spot; when all have been seen, those that are legal elsewhere."""
        nearest = {
            direction: min(actions, key=self._turn_cost)
            for direction in Direction
            if (actions := self._in_rotation(direction.step))
        }
        ordered = sorted(nearest, key=lambda direction: (self._pivot not in self._cells(nearest[direction]), direction))
        at = next(at for at, direction in enumerate(ordered) if direction.step == self._step(self.action))
        self.action = nearest[ordered[(at + 1) % len(ordered)]]

    def point_at(self, square: Square) -> None:
        """Puts the ghost on *square*; pointing at it again turns it there."""
        if square in self._cells(self.action):
            self._pivot = square
            self.turn()
            return
        here = [action for action in self.actions if square in self._cells(action)]
        if here:
            step = self._step(self.action)
            self.action = min(here, key=lambda one: (self._step(one) != step, self._spot(one) != square))
            self._pivot = square

    @property
    def marks(self) -> Mask:
        """All squares that the rotation of now can cover."""
        covered = {square for action in self._in_rotation(self._step(self.action)) for square in self._cells(action)}
        return sum(1 << square for square in covered)

    def _in_rotation(self, step: int) -> list[Action]:
        return [action for action in self.actions if self._step(action) == step]

    def _cells(self, action: Action) -> tuple[Square, ...]:
        return self.meanings[action].squares

    def _spot(self, action: Action) -> Square:
        return self._cells(action)[0]

    def _step(self, action: Action) -> int:
        """What leads from the first square to the second."""
        first, second = self._cells(action)
        return second - first

    def _turn_cost(self, action: Action) -> tuple[int, int]:
        """How far *action* is from a turn about the pivot: best its first half lies there, then its other one."""
        first, second = self._cells(action)
        return (
            (0, 0) if first == self._pivot else (1, 0) if second == self._pivot else (2, distance(first, self._pivot))
        )
