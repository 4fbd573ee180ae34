"""A made-up game of unknown lands, trays, pieces, badges and actions: faces must show and play it all the same."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from crownland.games.meaning import Meaning
from crownland.games.protocol import BaseState, Chance
from crownland.games.registry import GAMES, register_game
from crownland.games.setup import Game, Setup
from crownland.games.view import Badge, Piece, Realm, Slot, Tray, View
from crownland.kernel.action import Seat
from crownland.kernel.domino import Domino, DominoId, Half
from crownland.kernel.errors import Refusal
from crownland.kernel.kingdom import Kingdom, reach_box
from crownland.kernel.scoring import Score, property_score
from crownland.kernel.square import CASTLE_MASK, Direction, Square, parse_square, square_name, squares
from crownland.kernel.terrain import Land

__all__ = ["ORCHARD", "Deed", "Fruit", "Garden", "Orchard", "registered"]

ROUNDS = 4
SIZE = 5
WARES = ("ladder_long", "rake", "sieve")
_TOKEN = re.compile(r"([a-z]+)([0-9]?)((?:@[a-m]1?[0-9])*)")


class Fruit(Land):
    APPLE = 0
    PEAR = 1
    QUINCE = 2


@dataclass(frozen=True, slots=True, repr=False)
class Garden(Kingdom):
    lands: ClassVar[type[Land]] = Fruit


@dataclass(frozen=True, slots=True)
class Deed:
    """Any action: ``sow@g8@h8``, ``graft1@g8``, ``water@g8``, ``buy2``, ``rest``; chance says ``weather3``."""

    kind: str
    number: int | None = None
    squares: tuple[Square, ...] = ()

    def __str__(self) -> str:
        number = "" if self.number is None else self.number
        return f"{self.kind}{number}{''.join(f'@{square_name(square)}' for square in self.squares)}"


def parse_deed(token: str) -> Deed | None:
    match = _TOKEN.fullmatch(token)
    if match is None:
        return None
    kind, number, places = match.groups()
    return Deed(kind, int(number) if number else None, tuple(map(parse_square, places.split("@")[1:])))


@dataclass(frozen=True, slots=True, repr=False)
class Orchard(BaseState):
    """Each turn sows two fruits, then waters, grafts, buys or rests; each round begins with the weather."""

    kingdoms: tuple[Garden, ...] = (Garden.empty(), Garden.empty())
    turns: int = 0  # that are over
    weathers: int = 0
    has_sown: bool = False
    owners: tuple[Seat | None, ...] = (None,) * len(WARES)
    grafted: tuple[tuple[int, Square, int], ...] = ()

    @property
    def setup(self) -> Setup:
        return ORCHARD.setup(2)

    @property
    def round(self) -> int:
        return min(self.turns // 2 + 1, ROUNDS)

    @property
    def is_over(self) -> bool:
        return self.turns == 2 * ROUNDS

    @property
    def chance(self) -> Chance[int] | None:
        waits = not self.is_over and self.weathers < self.round
        return Chance("sky", tuple(range(9)), 1, str, tuple(range(self.weathers))) if waits else None

    @property
    def actor(self) -> Seat | None:
        return None if self.is_over or self.chance is not None else Seat(self.turns % 2)

    @property
    def turn(self) -> tuple[object, ...]:
        return self.turns, self.actor

    @property
    def order(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.turns % 2, 2)))

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return ()

    @property
    def extent(self) -> tuple[int, int]:
        return SIZE, SIZE

    @property
    def hand(self) -> tuple[Half, Half]:
        return Half(Fruit(self.turns % 3), self.turns % 2), Half(Fruit((self.turns + 1) % 3), 0)

    def score(self, kingdom: int) -> Score:
        return Score(property_score(self.kingdoms[kingdom])[0], ())

    def legal_actions(self) -> tuple[Deed, ...]:
        if self.actor is None:
            return ()
        return tuple(self._sowings() or self._others())

    def _sowings(self) -> list[Deed]:
        if self.has_sown:
            return []
        garden = self.kingdoms[self.turns % 2]
        spots = garden.spots(Domino(DominoId(0), *self.hand), SIZE)
        return [
            Deed("sow", None, (square, Square(square + direction.step)))
            for direction, mask in zip(Direction, spots, strict=True)
            for square in squares(mask)
        ]

    def _others(self) -> list[Deed]:
        own = list(squares(self.kingdoms[self.turns % 2].occupied & ~CASTLE_MASK))
        free = [space for space, owner in enumerate(self.owners) if owner is None]
        deeds = [Deed("water", None, (square,)) for square in own]
        deeds += [Deed("graft", space, (square,)) for space in free for square in own]
        return [*deeds, *(Deed("buy", space) for space in free), Deed("rest")]

    def refusal(self, action: Deed) -> Refusal:
        if action.kind == "weather":
            return None if self.chance is not None else ("O1", "the weather is known")
        return None if action in self.legal_actions() else ("O2", "nobody may do this now")

    def chance_action(self, items: tuple[Any, ...]) -> Deed:
        return Deed("weather", items[0])

    def apply(self, action: Deed) -> "Orchard":
        seat = self.turns % 2
        if action.kind == "weather":
            return replace(self, weathers=self.weathers + 1)
        if action.kind == "sow":
            garden = self.kingdoms[seat]
            for square, half in zip(action.squares, self.hand, strict=True):
                garden = garden.with_half(square, half)
            return replace(self, has_sown=True, kingdoms=(*self.kingdoms[:seat], garden, *self.kingdoms[seat + 1 :]))
        owners, grafted = list(self.owners), self.grafted
        if action.number is not None:
            owners[action.number] = Seat(seat)
            grafted = (*grafted, *((seat, square, action.number) for square in action.squares))
        return replace(self, turns=self.turns + 1, has_sown=False, owners=tuple(owners), grafted=grafted)

    def meaning(self, action: Deed) -> Meaning:
        match action.kind:
            case "sow":
                return Meaning("sow", action.squares, (Piece("seed", str(self.turns), self.hand),))
            case "weather":
                return Meaning("weather", pieces=(Piece("cloud", str(action.number)),))
        if action.number is None:
            return Meaning(action.kind, action.squares)
        ware = Piece("tool", WARES[action.number])
        return Meaning(action.kind, action.squares, (ware,), "stall", (action.number,))

    def __str__(self) -> str:
        return f"orchard players=2 turns:{self.turns}"


def view(state: Orchard) -> View:
    stall = tuple(
        Slot(Piece("tool", ware), owner, price=space, is_done=owner is not None, filled=(space, 0), boxes=2)
        for space, (ware, owner) in enumerate(zip(WARES, state.owners, strict=True))
    )
    realms = tuple(
        Realm(
            (Seat(at),),
            garden,
            reach_box(SIZE, garden.box),
            state.score(at),
            pieces=tuple((square, Piece("tool", WARES[space])) for seat, square, space in state.grafted if seat == at),
            badges=(Badge("bee", 3), Badge("cat"), Badge("scare_crow", on=False)),
        )
        for at, garden in enumerate(state.kingdoms)
    )
    trays = Tray("stall", "stall", stall, badges=(Badge("dog"),)), Tray("shed", "shed", ())
    return View(realms, trays, hand=() if state.has_sown else state.hand, steps=("sow", "tend"))


def start(setup: Setup) -> Orchard:
    return Orchard()


ORCHARD = Game("orchard", (2,), (), start, view, parse_action=parse_deed)


@contextmanager
def registered() -> Iterator[Game]:
    """The game can be played meanwhile."""
    yield register_game(ORCHARD)
    del GAMES[ORCHARD.key]
