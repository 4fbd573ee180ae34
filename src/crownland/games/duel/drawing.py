"""D4, D5, D7, D8: one player's drawing, from the dice taken to the squares drawn.

The parts of the decision are small actions in a fixed order: turn a die, name the wild faces, add the castle's cross,
cast free placement, cast the split, draw. A part is skipped by taking a later one, except for naming and drawing.
A part is only offered when something can still be drawn after it, so a drawing that is begun can be finished.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeAlias

from crownland.games.duel.action import (
    CastleBonus,
    DrawDie,
    DrawPair,
    FreePlacement,
    NameWild,
    Split,
    TurnDie,
)
from crownland.games.duel.book import Book
from crownland.games.duel.coat import FREE_SQUARES, Coat, Map
from crownland.games.duel.dice import DICE, Face, other_faces
from crownland.kernel.action import End
from crownland.kernel.domino import Half
from crownland.kernel.kingdom import pairs
from crownland.kernel.square import FIELD, Direction, Mask, Square, neighbours, squares

__all__ = ["Drawing", "DrawingAction", "Part"]

DrawingAction: TypeAlias = TurnDie | NameWild | CastleBonus | FreePlacement | Split | DrawPair | DrawDie | End


class Part(IntEnum):
    """The parts of a drawing in their order."""

    TURN = 0
    NAME = 1
    CASTLE = 2
    FREE = 3
    SPLIT = 4
    DRAW = 5


@dataclass(frozen=True, slots=True)
class Drawing:
    """What has been decided so far. *dice* are the two taken, the lower first, and *faces* what they show.

    *names* are the coats chosen for wild faces, *bonus* the die with the castle's cross, *first* the square of the die
    that a split has drawn already: it joins the map only with the other one, because nothing connects to it this round.
    *may_lose_bonus* is the first version of the rules: a split could lose the die with the castle's cross.
    """

    dice: tuple[int, int]
    faces: tuple[int, int]
    names: tuple[Coat | None, Coat | None] = (None, None)
    bonus: int | None = None
    free: bool = False
    split: bool = False
    first: Square | None = None
    part: Part = Part.TURN
    may_lose_bonus: bool = False

    @property
    def shown(self) -> tuple[Face, Face]:
        return DICE[self.dice[0]][self.faces[0]], DICE[self.dice[1]][self.faces[1]]

    @property
    def coats(self) -> tuple[Coat | None, Coat | None]:
        """The coats to be drawn, as far as they are decided."""
        low, high = self.shown
        return self.names[0] if low.coat is None else low.coat, self.names[1] if high.coat is None else high.coat

    @property
    def unnamed(self) -> int | None:
        """The first die whose wild face has no name yet."""
        return next((die for die, coat in zip(self.dice, self.coats, strict=True) if coat is None), None)

    @property
    def halves(self) -> tuple[Half, Half]:
        """Both dice as they will be drawn. All wild faces must be named."""
        low, high = self.coats
        if low is None or high is None:
            raise ValueError("expected every wild face to be named")
        crosses = [face.crosses + (self.bonus == die) for face, die in zip(self.shown, self.dice, strict=True)]
        return Half(low, crosses[0]), Half(high, crosses[1])

    @property
    def dice_are_equal(self) -> bool:
        """Whether swapping the dice changes nothing so far: then the lower die goes first in everything."""
        return self.shown[0] == self.shown[1] and self.coats[0] == self.coats[1]

    def actions(self, land: Map, book: Book) -> Iterator[DrawingAction]:
        """All that may be done next, part by part, drawings by direction and square; nothing drawn at the last (D4)."""
        yield from self._turns(land, book)
        if self.unnamed is not None:
            yield from self._names(land, book)
        else:
            if self.part <= Part.CASTLE and book.castle:
                for die in self.dice[:1] if self.dice_are_equal else self.dice:
                    if self.after(CastleBonus(die)).can_draw(land, book):
                        yield CastleBonus(die)
            if self.part <= Part.FREE and "free_placement" in book.spells and self.can_draw(land, book, free=True):
                yield FreePlacement()
            if self.part <= Part.SPLIT and "split" in book.spells and self._can_split(land, self.free):
                yield Split()
            if self.split:
                yield from self._dice_drawn(land)
            else:
                yield from (DrawPair(*self.dice, *place) for place in self.pair_places(land))
        fresh = Drawing(self.dice, self.faces, may_lose_bonus=self.may_lose_bonus)
        if self == fresh and not any(self._pair_spots(land, free=False)):
            yield End()

    def after(self, action: DrawingAction) -> "Drawing":
        """The drawing with one part more decided; *action* is trusted to be one of :meth:`actions`, and not its end."""
        match action:
            case TurnDie(die, face):
                faces = tuple(face if die == one else shown for one, shown in zip(self.dice, self.faces, strict=True))
                return replace(self, faces=(faces[0], faces[1]), part=Part.NAME)
            case NameWild(die, coat):
                names = (coat, self.names[1]) if die == self.dice[0] else (self.names[0], coat)
                return replace(self, names=names, part=Part.NAME)
            case CastleBonus(die):
                return replace(self, bonus=die, part=Part.FREE)
            case FreePlacement():
                return replace(self, free=True, part=Part.SPLIT)
            case Split():
                return replace(self, split=True, part=Part.DRAW)
            case DrawDie(_, square):
                return replace(self, first=square)
        raise ValueError(f"expected a part before the drawing's end, got: {action}")

    def can_draw(self, land: Map, book: Book, *, free: bool = False) -> bool:
        """Whether anything can be drawn, with the spells in *book* if need be; an unnamed wild face can be any coat."""
        free = free or self.free or (self.part <= Part.FREE and "free_placement" in book.spells)
        if not self.split and any(self._pair_spots(land, free)):
            return True
        can_split = self.split or (self.part <= Part.SPLIT and "split" in book.spells)
        return can_split and self._can_split(land, free)

    def both_can_be_drawn(self, land: Map) -> bool:
        """After a split: whether both dice find a square."""
        return _both(*self.single_spots(land))

    def single_spots(self, land: Map) -> tuple[Mask, Mask]:
        """After a split: where each die may go."""
        return self._single_spots(land, self.free)

    def drawn_alone(self, low: Mask, high: Mask) -> tuple[Mask, Mask]:
        """Where either die may go when a split loses the other one. D8: the die with the castle's cross is drawn."""
        if self.bonus is None or self.may_lose_bonus:
            return low, high
        return (low, 0) if self.bonus == self.dice[0] else (0, high)

    def _turns(self, land: Map, book: Book) -> Iterator[TurnDie]:
        if self.part > Part.TURN or "turn_die" not in book.spells:
            return
        for die, shown in zip(self.dice, self.faces, strict=True):
            for face in other_faces(die, shown):
                if die == self.dice[1] and self.dice_are_equal and DICE[die][face] in DICE[self.dice[0]].values():
                    continue  # turning the lower of two equal dice is the same
                if self.after(TurnDie(die, face)).can_draw(land, book):
                    yield TurnDie(die, face)

    def _names(self, land: Map, book: Book) -> Iterator[NameWild]:
        """Names after which something can be drawn. Of two wild faces the lower die has the earlier coat."""
        die = self.unnamed
        if die is None:
            return
        both = self.shown[0].is_wild and self.shown[1].is_wild
        least = self.names[0] if both and self.names[0] is not None else Coat.DOT
        for coat in Coat:
            named = self.after(NameWild(die, coat))
            if coat < least or not named.can_draw(land, book):
                continue
            if named.unnamed is None or any(named._names(land, book)):
                yield NameWild(die, coat)

    def _touching(self, land: Map, free: bool) -> tuple[Mask, Mask]:
        """Where each die may connect: an unnamed wild face to anything."""
        if free:
            return FIELD, FIELD
        low, high = self.coats
        anything = neighbours(land.occupied)
        return anything if low is None else land.touching(low), anything if high is None else land.touching(high)

    def _can_split(self, land: Map, free: bool) -> bool:
        """Whether a split draws something; both dice, when some names for the wild faces let both be drawn."""
        spots = self._single_spots(land, free)
        return any(self.drawn_alone(*spots)) and (
            _both(*spots) or not _both(*self._nameless()._single_spots(land, free))
        )

    def _nameless(self) -> "Drawing":
        return self if self.names == (None, None) else replace(self, names=(None, None))

    def _pair_spots(self, land: Map, free: bool) -> tuple[Mask, Mask, Mask, Mask]:
        return pairs(FREE_SQUARES & ~land.occupied, *self._touching(land, free))

    def _single_spots(self, land: Map, free: bool) -> tuple[Mask, Mask]:
        empty = FREE_SQUARES & ~land.occupied
        low, high = self._touching(land, free)
        return empty & low, empty & high

    def pair_places(self, land: Map) -> Iterator[tuple[Square, Direction]]:
        """Where the lower die may go, and the higher one from there. All wild faces must be named."""
        low, high = self.halves
        spots = self._pair_spots(land, self.free)
        for direction in (Direction.NORTH, Direction.EAST) if low == high else Direction:
            for square in squares(spots[direction]):
                yield square, direction

    def _dice_drawn(self, land: Map) -> Iterator[DrawDie]:
        """The lower die first, where the other one still finds a square; either one when only one can be drawn."""
        low, high = self.single_spots(land)
        equal = self.halves[0] == self.halves[1]
        if self.first is not None:
            high &= ~(1 << self.first)
            yield from (DrawDie(self.dice[1], square) for square in squares(high) if not equal or square > self.first)
        elif self.both_can_be_drawn(land):
            for square in squares(low):
                rest = high & ~(1 << square)
                if rest if not equal else rest >> square:
                    yield DrawDie(self.dice[0], square)
        else:
            low, high = self.drawn_alone(low, high)
            yield from (DrawDie(self.dice[0], square) for square in squares(low))
            if not (self.dice_are_equal and self.bonus is None and low):
                yield from (DrawDie(self.dice[1], square) for square in squares(high))


def _both(low: Mask, high: Mask) -> bool:
    """Whether two dice that may go there find different squares."""
    return bool(low and high) and (low | high).bit_count() > 1
