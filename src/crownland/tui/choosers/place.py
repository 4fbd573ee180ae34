"""Placing: a spot and a rotation; or a domino that fits nowhere."""

from collections.abc import Sequence
from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Place
from crownland.kernel.domino import DOMINOES, Half
from crownland.kernel.square import CASTLE, Direction, Mask, Square, column, row
from crownland.tui.choosers.chooser import Chooser, covered
from crownland.words import Words

__all__ = ["DiscardChooser", "PlaceChooser"]


class PlaceChooser(Chooser):
    """A spot and a rotation. Arrows go from spot to spot in the same rotation, turning stays at the spot if it can.

    Every placement can be reached: up and down visit every row that has a spot, left and right every spot of a row,
    and turning every rotation.
    """

    kind = "place"
    keys = (("←↑↓→", "move"), ("r", "turn"))

    def __init__(self, state: State[Any], actions: Sequence[Place]) -> None:
        super().__init__(state, actions)
        lying = [place for place in actions if place.direction == Direction.EAST]
        self.pick(min(lying or self.actions, key=lambda place: _distance(CASTLE, place.square)))

    def pick(self, action: Place) -> None:
        self.action: Place = action
        self._pivot = action.square

    def move(self, direction: Direction) -> None:
        spots = [place.square for place in self._in_rotation(self.action.direction)]
        square = _next_spot(self.action.square, spots, direction)
        self.pick(Place(self.action.domino, square, self.action.direction))

    def turn(self) -> None:
        """The next rotation that covers this spot; when all have been seen, those that are legal elsewhere."""
        nearest = {
            direction: min(places, key=lambda place: _turn_cost(place, self._pivot))
            for direction in Direction
            if (places := self._in_rotation(direction))
        }
        ordered = sorted(nearest.values(), key=lambda place: (self._pivot not in _cells(place), place.direction))
        at = next(i for i, place in enumerate(ordered) if place.direction == self.action.direction)
        self.action = ordered[(at + 1) % len(ordered)]

    def point_at(self, square: Square) -> None:
        """Put the ghost on *square*; pointing at it again turns it there."""
        if square in _cells(self.action):
            self._pivot = square
            self.turn()
            return
        here = [place for place in self.actions if square in _cells(place)]
        if here:
            self.action = min(
                here, key=lambda place: (place.direction != self.action.direction, place.square != square)
            )
            self._pivot = square

    @property
    def ghost(self) -> dict[Square, Half]:
        face = DOMINOES[self.action.domino]
        return dict(zip(_cells(self.action), (face.left, face.right), strict=True))

    @property
    def marks(self) -> Mask:
        """All squares that the rotation of now can cover."""
        direction = self.action.direction
        return covered([(direction, sum(1 << place.square for place in self._in_rotation(direction)))])

    def _in_rotation(self, direction: Direction) -> list[Place]:
        return [place for place in self.actions if place.direction == direction]


class DiscardChooser(Chooser):
    """C7: nothing else is possible."""

    kind = "discard"
    keys = ()

    def detail(self, words: Words, width: int) -> str | None:
        return ""


def _cells(place: Place) -> tuple[Square, Square]:
    return place.square, Square(place.square + place.direction.step)


def _distance(a: Square, b: Square) -> int:
    return abs(column(a) - column(b)) + abs(row(a) - row(b))


def _turn_cost(place: Place, pivot: Square) -> tuple[int, int]:
    """How far *place* is from turning about *pivot*: best its left half lies there, then its right half, then near."""
    left, right = _cells(place)
    return (0, 0) if left == pivot else (1, 0) if right == pivot else (2, _distance(left, pivot))


def _next_spot(here: Square, spots: Sequence[Square], direction: Direction) -> Square:
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
        return min(ahead_of, key=lambda spot: _distance(spot, here))
    return min(spots, key=lambda spot: (column(spot) * sign, abs(row(spot) - y)))
