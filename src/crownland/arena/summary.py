"""The summary of a contest: ratings, wins, scores and head-to-head results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from crownland.arena.contest import Contest, GameResult
from crownland.arena.ratings import Estimate, mean_of, pair_points, rate, share_of
from crownland.arena.sprt import Sprt

__all__ = ["BotSummary", "Summary", "share_of_second", "summary_of", "whole_deals"]

Deal = Sequence[GameResult]


@dataclass(frozen=True, slots=True)
class BotSummary:
    """One bot. *wins* is the share of its games that it won, where joint winners share a win; *margin* is the mean
    score of its kingdoms less that of all others.
    """

    name: str
    games: int
    elo: Estimate
    wins: Estimate
    score: float
    margin: Estimate
    luckless: Estimate | None = None  # wins less the luck of the draws; None where it was not measured


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a contest. *matrix* has the share of points of each bot (row) against each (column) it met."""

    contest: Contest
    deals: int
    games: int
    lines: tuple[BotSummary, ...]
    matrix: tuple[tuple[float | None, ...], ...]
    sprt: Sprt | None = None
    forfeits: tuple[str, ...] = ()  # the number of each forfeited game, with the seat and reason

    def as_dict(self) -> dict[str, Any]:
        """Returns the summary as JSON data; the open end of an interval is None."""
        setup = self.contest.setup
        result = {
            "game": setup.game,
            "players": setup.players,
            "options": dict(setup.options),
            "seed": self.contest.seed,
            "time": self.contest.time,
            "games": self.games,
            "deals": self.deals,
            "forfeits": list(self.forfeits),
            "bots": [_line_dict(line) for line in self.lines],
            "matrix": [[None if share is None else round(share, 4) for share in row] for row in self.matrix],
        }
        return result if self.sprt is None else result | {"sprt": _sprt_dict(self.sprt)}


def whole_deals(contest: Contest, games: Iterable[GameResult], last: int) -> list[Deal]:
    """Returns the complete deals up to number *last*, in order."""
    size, deals = contest.schedule.games_per_deal, dict[int, list[GameResult]]()
    for game in sorted(games, key=lambda game: game.number):
        if game.deal <= last:
            deals.setdefault(game.deal, []).append(game)
    return [deal for deal in deals.values() if len(deal) == size]


def share_of_second(deal: Deal) -> float:
    """Returns the second of two bots' share of a deal's points."""
    points = pair_points(deal, 2)
    return float(points[1, 0] / (points[0, 1] + points[1, 0]))


def summary_of(contest: Contest, deals: Sequence[Deal], sprt: Sprt | None = None) -> Summary:
    """Summarises *deals*, which are complete and at least one."""
    points = [pair_points(deal, len(contest.bots)) for deal in deals]
    total, elos = sum(points[1:], start=points[0]), rate(points)
    bots = range(len(contest.bots))
    met = total + total.T
    matrix = tuple(tuple(float(total[a, b] / met[a, b]) if met[a, b] else None for b in bots) for a in bots)
    lines = tuple(_line(contest.bots[bot], bot, deals, elos[bot], contest.reduces_luck) for bot in bots)
    forfeits = tuple(f"game {game.number}, {game.forfeit}" for deal in deals for game in deal if game.forfeit)
    return Summary(contest, len(deals), sum(map(len, deals)), lines, matrix, sprt, forfeits)


def _line(name: str, bot: int, deals: Sequence[Deal], elo: Estimate, luck: bool) -> BotSummary:
    own = [games for deal in deals if (games := [game for game in deal if bot in game.seating])]
    scores = [score for deal in own for game in deal for score in _scores(game, bot)]
    return BotSummary(
        name,
        games=sum(map(len, own)),
        elo=elo,
        wins=share_of([sum(_win(game, bot) for game in deal) for deal in own], [len(deal) for deal in own]),
        score=sum(scores) / len(scores),
        margin=mean_of([sum(_margin(game, bot) for game in deal) / len(deal) for deal in own]),
        luckless=mean_of([sum(_luckless_win(game, bot) for game in deal) / len(deal) for deal in own])
        if luck
        else None,
    )


def _scores(game: GameResult, bot: int) -> list[int]:
    return [score for at, score in zip(game.seating, game.scores, strict=True) if at == bot]


def _win(game: GameResult, bot: int) -> float:
    winners = [at for at, rank in zip(game.seating, game.ranks, strict=True) if rank == 1]
    return winners.count(bot) / len(winners)


def _luckless_win(game: GameResult, bot: int) -> float:
    """Returns a bot's win less its luck: the same on average, because luck is 0 on average, and with less noise."""
    return _win(game, bot) - sum(luck for at, luck in zip(game.seating, game.luck, strict=True) if at == bot)


def _margin(game: GameResult, bot: int) -> float:
    own = _scores(game, bot)
    others = [score for at, score in zip(game.seating, game.scores, strict=True) if at != bot]
    return sum(own) / len(own) - sum(others) / len(others)


def _line_dict(line: BotSummary) -> dict[str, Any]:
    return {
        "name": line.name,
        "games": line.games,
        **_estimate_dict("elo", line.elo, 1),
        **_estimate_dict("win_rate", line.wins, 4),
        "mean_score": round(line.score, 3),
        **_estimate_dict("mean_margin", line.margin, 3),
        **({} if line.luckless is None else _estimate_dict("win_rate_without_luck", line.luckless, 4)),
    }


def _estimate_dict(name: str, estimate: Estimate, digits: int) -> dict[str, Any]:
    ends = [round(end, digits) if isfinite(end) else None for end in (estimate.low, estimate.high)]
    return {name: round(estimate.value, digits), f"{name}_interval": ends}


def _sprt_dict(sprt: Sprt) -> dict[str, Any]:
    asked = sprt.question
    return {
        "elo0": asked.elo0,
        "elo1": asked.elo1,
        "alpha": asked.alpha,
        "beta": asked.beta,
        "llr": round(sprt.llr, 3),
        "bounds": [round(asked.lower, 3), round(asked.upper, 3)],
        "answer": sprt.answer,
        "deals": sprt.deals,
    }
