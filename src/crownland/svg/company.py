"""The people at a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import State, kingdom_names
from crownland.kernel.action import Seat, seat_letter
from crownland.svg.house import House
from crownland.words import Words

__all__ = ["Company"]


@dataclass(frozen=True, slots=True)
class Company:
    """The names of the kingdoms, the houses of the seats, and whose turn it is.

    *words* are the texts of their language. *kingdoms* has the kingdom of each seat, *order* the seats still to act in
    this round.
    """

    names: Sequence[str]
    houses: Sequence[House]
    kingdoms: tuple[int, ...]
    order: tuple[Seat, ...]
    actor: Seat | None
    words: Words

    @classmethod
    def at(cls, state: State[Any], names: Sequence[str], houses: Sequence[House], words: Words) -> "Company":
        """Returns those who play in *state*; without *names* the kingdoms are called A, B, C … and A & B."""
        seats = [Seat(seat) for seat in range(state.setup.players)]
        names = names or kingdom_names(state, [seat_letter(seat) for seat in seats])
        return cls(names, houses, tuple(map(state.kingdom_of, seats)), state.order, state.actor, words)

    def house_of(self, seat: Seat) -> House:
        """W3: partners share the colour of their kingdom and keep their emblems."""
        return House(self.houses[self.kingdoms[seat]].colour, self.houses[seat].emblem)

    def name_of(self, seat: Seat) -> str:
        return self.names[self.kingdoms[seat]]

    def is_acting(self, kingdom: int) -> bool:
        return self.actor is not None and self.kingdoms[self.actor] == kingdom
