"""Which bot sits where on which deal: a numbered list that follows from the number of bots and sides alone.

A *side* is a kingdom: a seat, or both partners of a team. A deal is played with every seating that its bots owe each
other, so that nobody has the better tiles or the better seat more often than anybody else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, permutations
from math import factorial

from crownland.kernel.errors import SetupError

__all__ = ["Pairing", "Schedule", "Seating"]

# The bot of every side, by its place in the list of bots.
Seating = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play. *number* and *deal* count from 1."""

    number: int
    deal: int
    seating: Seating


@dataclass(frozen=True, slots=True)
class Schedule:
    """The games of so many *bots* at a table of so many *sides*. On every deal every bot has every side equally often.

    - Two sides: every two bots meet twice, each has the first seat once.
    - As many bots as sides, or more: every choice of as many bots as there are sides plays all rotations; who sits
      behind whom changes from deal to deal.
    - Fewer bots than sides: every two bots meet one against all the others, on every side, and the other way round.
    """

    bots: int
    sides: int

    def __post_init__(self) -> None:
        if self.bots < 2 or self.sides < 2:
            raise SetupError(f"expected at least 2 bots and 2 sides, got {self.bots} and {self.sides}")

    @property
    def games_per_deal(self) -> int:
        return len(self.on_deal(1))

    def on_deal(self, deal: int) -> tuple[Seating, ...]:
        """Every seating of one deal, in the order in which they are played."""
        return _seatings(self.bots, self.sides, (deal - 1) % factorial(self.sides - 1))

    def pairing(self, number: int) -> Pairing:
        """Game *number*: always the same, however many games are played."""
        deals, at = divmod(number - 1, self.games_per_deal)
        return Pairing(number, deals + 1, self.on_deal(deals + 1)[at])

    def pairings(self, games: int) -> Iterator[Pairing]:
        return (self.pairing(number) for number in range(1, games + 1))

    def whole(self, games: int) -> int:
        """*games*, rounded up so that the last deal is played to its end."""
        return -(-games // self.games_per_deal) * self.games_per_deal


@cache
def _seatings(bots: int, sides: int, order: int) -> tuple[Seating, ...]:
    if bots >= sides:
        groups = combinations(range(bots), sides)
        return tuple(seating for group in groups for seating in _rotations(group, order))
    pairs = permutations(range(bots), 2)
    return tuple(_alone(one, rest, side, sides) for one, rest in pairs for side in range(sides))


def _rotations(group: Seating, order: int) -> list[Seating]:
    """The first of *group* stays, the others are put in their order number *order*; then the table is turned."""
    first, *rest = group
    seated = (first, *next(islice(permutations(rest), order, None)))
    return [seated[-turn:] + seated[:-turn] for turn in range(len(seated))]


def _alone(one: int, rest: int, side: int, sides: int) -> Seating:
    return tuple(one if at == side else rest for at in range(sides))
