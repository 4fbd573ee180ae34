"""The schedule of a contest: which bot plays which side on which deal, given the numbers of bots and sides.

A *side* is a kingdom: one seat, or both partners of a team. Every deal is played with several seatings, so that no bot
has the better tiles or the better seat more often than the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, permutations
from math import factorial

from crownland.kernel.errors import SetupError

__all__ = ["Pairing", "Schedule", "Seating"]

# The bot of every side, as an index into the list of bots.
Seating = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play. *number* and *deal* count from 1."""

    number: int
    deal: int
    seating: Seating


@dataclass(frozen=True, slots=True)
class Schedule:
    """The games of *bots* bots at a table of *sides* sides. On every deal each bot plays each side equally often.

    - Two sides: every pair of bots plays twice, each once in the first seat.
    - At least as many bots as sides: every combination that fills the sides plays all its rotations; the order around
      the table changes from deal to deal.
    - Fewer bots than sides: every pair plays one against all others, on every side, and the other way round.
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
        """Returns every seating of a deal, in playing order."""
        return _seatings(self.bots, self.sides, (deal - 1) % factorial(self.sides - 1))

    def pairing(self, number: int) -> Pairing:
        """Returns game *number*, which does not depend on how many games are played."""
        deals, at = divmod(number - 1, self.games_per_deal)
        return Pairing(number, deals + 1, self.on_deal(deals + 1)[at])

    def pairings(self, games: int) -> Iterator[Pairing]:
        return (self.pairing(number) for number in range(1, games + 1))

    def whole(self, games: int) -> int:
        """Returns *games*, rounded up to whole deals."""
        return -(-games // self.games_per_deal) * self.games_per_deal


@cache
def _seatings(bots: int, sides: int, order: int) -> tuple[Seating, ...]:
    if bots >= sides:
        groups = combinations(range(bots), sides)
        return tuple(seating for group in groups for seating in _rotations(group, order))
    pairs = permutations(range(bots), 2)
    return tuple(_alone(one, rest, side, sides) for one, rest in pairs for side in range(sides))


def _rotations(group: Seating, order: int) -> list[Seating]:
    """Returns all rotations of *group*, whose first bot stays and whose others are in permutation number *order*."""
    first, *rest = group
    seated = (first, *next(islice(permutations(rest), order, None)))
    return [seated[-turn:] + seated[:-turn] for turn in range(len(seated))]


def _alone(one: int, rest: int, side: int, sides: int) -> Seating:
    return tuple(one if at == side else rest for at in range(sides))
