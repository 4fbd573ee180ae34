"""What came of many games: mean scores and win rates by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Seat

__all__ = ["Line", "Tally"]


@dataclass(slots=True)
class Line:
    """The sums of one name: over every seat it had in every game. A shared victory is shared out."""

    name: str
    seats: int
    score: int = 0
    wins: float = 0


class Tally:
    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.games = 0
        self.lines = {name: Line(name, seats=names.count(name)) for name in names}

    def add(self, final: State[Any]) -> None:
        """Counts a finished game."""
        scores = final.scores()
        kingdoms = [final.kingdom_of(Seat(seat)) for seat in range(len(self.names))]
        first = {standing.kingdom for standing in final.ranking() if standing.rank == 1}
        winners = sum(kingdom in first for kingdom in kingdoms)
        for name, kingdom in zip(self.names, kingdoms, strict=True):
            self.lines[name].score += scores[kingdom].total
            self.lines[name].wins += (kingdom in first) / winners
        self.games += 1

    def mean_score(self, line: Line) -> float:
        return line.score / (self.games * line.seats)

    def win_rate(self, line: Line) -> float:
        """The share of the games that one of the name's seats won."""
        return line.wins / self.games
