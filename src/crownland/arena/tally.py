"""Counts the results of many games: mean scores and win rates by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crownland.arena.match import Forfeit
from crownland.games.protocol import State
from crownland.kernel.action import Seat

__all__ = ["Tally", "TallyLine"]


@dataclass(slots=True)
class TallyLine:
    """The sums of one name over all its seats in all games. Joint winners share a win.

    *reason* is that of its first forfeit.
    """

    name: str
    seats: int
    score: int = 0
    wins: float = 0
    forfeits: int = 0
    reason: str | None = None


class Tally:
    """Sums for the bots of every seat; *names* are theirs, and may repeat."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.games = 0
        self.lines = {name: TallyLine(name, seats=names.count(name)) for name in names}

    def add(self, final: State[Any], forfeit: Forfeit | None = None) -> None:
        """Counts a game. After a *forfeit* the kingdom of its seat has lost; all others share the win."""
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
        """Counts games of the fast twin: *standings* has all kingdoms', game by game (crownland.fast.series)."""
        import numpy as np  # only needed for games by the thousand

        by_game = np.asarray(standings).reshape(-1, max(kingdom_of) + 1)
        is_first = (by_game == by_game.max(axis=1, keepdims=True))[:, kingdom_of]
        wins = (is_first / is_first.sum(axis=1, keepdims=True)).sum(axis=0)
        totals = (by_game >> 32).sum(axis=0)
        for name, kingdom, won in zip(self.names, kingdom_of, wins, strict=True):
            self.lines[name].score += int(totals[kingdom])
            self.lines[name].wins += float(won)
        self.games += len(by_game)

    def merge(self, other: "Tally") -> None:
        """Adds the counts of another tally of the same seats."""
        for name, line in other.lines.items():
            self.lines[name].score += line.score
            self.lines[name].wins += line.wins
            self.lines[name].forfeits += line.forfeits
            self.lines[name].reason = self.lines[name].reason or line.reason
        self.games += other.games

    def mean_score(self, line: TallyLine) -> float:
        return line.score / (self.games * line.seats)

    def win_rate(self, line: TallyLine) -> float:
        """Returns the share of games won by one of the name's seats."""
        return line.wins / self.games
