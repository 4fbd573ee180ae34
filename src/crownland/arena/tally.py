"""What came of many games: mean scores and win rates by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crownland.arena.match import Forfeit
from crownland.games.protocol import State
from crownland.kernel.action import Seat

__all__ = ["Tally", "TallyLine"]


@dataclass(slots=True)
class TallyLine:
    """The sums of one name: over every seat it had in every game. A shared victory is shared out.

    *reason* is that of its first forfeit.
    """

    name: str
    seats: int
    score: int = 0
    wins: float = 0
    forfeits: int = 0
    reason: str | None = None


class Tally:
    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.games = 0
        self.lines = {name: TallyLine(name, seats=names.count(name)) for name in names}

    def add(self, final: State[Any], forfeit: Forfeit | None = None) -> None:
        """Counts a game. After a *forfeit* its seat and its partner (W3) have lost; all others share the victory."""
        scores = final.scores()
        kingdoms = [final.kingdom_of(Seat(seat)) for seat in range(len(self.names))]
        first = {standing.kingdom for standing in final.ranking() if standing.rank == 1}
        if forfeit is not None:
            first = set(kingdoms) - {kingdoms[forfeit.seat]}
            line = self.lines[self.names[forfeit.seat]]
            line.forfeits, line.reason = line.forfeits + 1, line.reason or forfeit.reason
        winners = sum(kingdom in first for kingdom in kingdoms)
        for name, kingdom in zip(self.names, kingdoms, strict=True):
            self.lines[name].score += scores[kingdom].total
            self.lines[name].wins += (kingdom in first) / winners
        self.games += 1

    def add_standings(self, standings: Sequence[int], kingdom_of: Sequence[int]) -> None:
        """Counts games of the fast twin: *standings* has every kingdom's, game by game (see crownland.fast.series)."""
        import numpy as np  # only where there are games by the thousand

        by_game = np.asarray(standings).reshape(-1, max(kingdom_of) + 1)
        is_first = (by_game == by_game.max(axis=1, keepdims=True))[:, kingdom_of]
        wins = (is_first / is_first.sum(axis=1, keepdims=True)).sum(axis=0)
        totals = (by_game >> 32).sum(axis=0)
        for name, kingdom, won in zip(self.names, kingdom_of, wins, strict=True):
            self.lines[name].score += int(totals[kingdom])
            self.lines[name].wins += float(won)
        self.games += len(by_game)

    def merge(self, other: "Tally") -> None:
        """Counts what another tally of the same seats has counted."""
        for name, line in other.lines.items():
            self.lines[name].score += line.score
            self.lines[name].wins += line.wins
            self.lines[name].forfeits += line.forfeits
            self.lines[name].reason = self.lines[name].reason or line.reason
        self.games += other.games

    def mean_score(self, line: TallyLine) -> float:
        return line.score / (self.games * line.seats)

    def win_rate(self, line: TallyLine) -> float:
        """The share of the games that one of the name's seats won."""
        return line.wins / self.games
