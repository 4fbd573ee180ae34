"""Placing two halves: a spot and a rotation; or a domino that fits nowhere."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.domino import DOMINOES, Half
from crownland.kernel.square import CASTLE, Direction, Mask, Square
from crownland.tui.choosers.chooser import Chooser, covered
from crownland.tui.choosers.spots import distance, next_spot
from crownland.words import Words

__all__ = ["DiscardChooser", "PairChooser", "PlaceChooser"]


class PairChooser(Chooser):
    """A spot and a rotation for two halves; each action has a ``square`` for the first and a ``direction``.

    Arrows go from spot to spot in the same rotation, turning stays at the spot if it can. Every placement can be
    reached: up and down visit every row that has a spot, left and right every spot of a row, turning every rotation.
    """

    keys = (("←↑↓→", "move"), ("r", "turn"))

    def __init__(self, state: State[Any], actions: Sequence[Action]) -> None:
        super().__init__(state, actions)
        lying = [place for place in actions if place.direction == Direction.EAST]
        self.pick(min(lying or self.actions, key=lambda place: distance(CASTLE, place.square)))

    @property
    def halves(self) -> tuple[Half, Half]:
        """What is placed: on the square, and in the direction from there."""
        raise NotImplementedError

    def pick(self, action: Action) -> None:
        self.action = action
        self._pivot = action.square

    def move(self, direction: Direction) -> None:
        spots = [place.square for place in self._in_rotation(self.action.direction)]
        self.pick(replace(self.action, square=next_spot(self.action.square, spots, direction)))

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
        return dict(zip(_cells(self.action), self.halves, strict=True))

    @property
    def marks(self) -> Mask:
        """All squares that the rotation of now can cover."""
        direction = self.action.direction
        return covered([(direction, sum(1 << place.square for place in self._in_rotation(direction)))])

    def _in_rotation(self, direction: Direction) -> list[Action]:
        return [place for place in self.actions if place.direction == direction]


class PlaceChooser(PairChooser):
    kind = "place"

    @property
    def halves(self) -> tuple[Half, Half]:
        face = DOMINOES[self.action.domino]
        return face.left, face.right


class DiscardChooser(Chooser):
    """C7: nothing else is possible."""

    kind = "discard"
    keys = ()

    def detail(self, words: Words, width: int) -> str | None:
        return ""


def _cells(place: Action) -> tuple[Square, Square]:
    return place.square, Square(place.square + place.direction.step)


def _turn_cost(place: Action, pivot: Square) -> tuple[int, int]:
    """How far *place* is from turning about *pivot*: best its left half lies there, then its right half, then near."""
    left, right = _cells(place)
    return (0, 0) if left == pivot else (1, 0) if right == pivot else (2, distance(left, pivot))
