"""Measures how often each level wins against the one below: ``python -m benchmarks.levels --games 400``.

With paired deals; at tables of four, one against three of the level below, on every seat of each deal. Prints Markdown
for docs/bots.md; the progress goes to the error stream. ``--try skilled=net:blur=0.2`` measures another bot in place of
a level's own.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import Engine, Processes
from crownland.arena.ratings import Estimate, share_of
from crownland.arena.schedule import Pairing
from crownland.bots import LEVELS, make_bot
from crownland.bots.levels import bot_of
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO
from crownland.games.setup import Setup

SETUPS: dict[str, Setup] = {
    "kingdomino-2": KINGDOMINO.setup(2),
    "mighty-duel": KINGDOMINO.setup(2, {"mighty-duel": True}),
    "kingdomino-4": KINGDOMINO.setup(4, {"harmony": True, "middle-kingdom": True}),
    "queendomino-2": QUEENDOMINO.setup(2),
    "duel": DUEL.setup(2),
}
BELOW, ABOVE = 0, 1  # the bots of a contest


@dataclass(frozen=True)
class Figure:
    """A level against the one below: the share of its wins, both mean scores, and the first forfeit."""

    wins: Estimate
    score: float
    other_score: float
    games: int
    forfeit: str = ""

    def __str__(self) -> str:
        return f"{100 * self.wins.value:.1f} % ({100 * self.wins.low:.0f}–{100 * self.wins.high:.0f} %)"


@dataclass(frozen=True)
class Play:
    """Plays a pairing in a process whose kernels are loaded, so that no bot plays as greedy in the meantime."""

    contest: Contest

    def __call__(self, pairing: Pairing) -> GameResult:
        prepare(self.contest)
        return self.contest.play(pairing)[0]


@cache
def prepare(contest: Contest) -> None:
    """Loads the kernels that the bots need, in this process."""
    for bot in contest.bots:
        getattr(make_bot(bot), "prepare", lambda setup: None)(contest.setup)


def measure(contest: Contest, games: int, engine: Engine) -> Figure:
    """Plays at least *games* games in which the second bot of *contest* has one seat and the first all others."""
    prepare(contest)  # compiles what is missing once, before every worker would do so itself
    schedule = contest.schedule
    alone = sum(seating.count(ABOVE) == 1 for seating in schedule.on_deal(1))
    deals = -(-games // alone)
    pairings = schedule.pairings(deals * schedule.games_per_deal)
    played: dict[int, list[GameResult]] = {deal: [] for deal in range(1, deals + 1)}
    chosen = (pairing for pairing in pairings if pairing.seating.count(ABOVE) == 1)
    for result in engine.run(Play(contest), chosen):
        played[result.deal].append(result)
    results = [result for deal in played.values() for result in deal]
    return Figure(
        share_of([sum(map(_win, deal)) for deal in played.values()], [alone] * deals),
        _mean_score(results, ABOVE),
        _mean_score(results, BELOW),
        len(results),
        next((result.forfeit for result in results if result.forfeit), ""),
    )


def _win(result: GameResult) -> float:
    """Returns 1 for a win of the level above; joint winners share it."""
    winners = [bot for bot, rank in zip(result.seating, result.ranks, strict=True) if rank == 1]
    return winners.count(ABOVE) / len(winners)


def _mean_score(results: Sequence[GameResult], bot: int) -> float:
    scores = [
        score for result in results for one, score in zip(result.seating, result.scores, strict=True) if one == bot
    ]
    return sum(scores) / len(scores)


def table(first: str, rows: Mapping[str, Sequence[str]], columns: Sequence[str]) -> str:
    """Returns a table in Markdown."""
    lines = [[first, *columns], ["---"] * (len(columns) + 1), *([key, *cells] for key, cells in rows.items())]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main(arguments: Sequence[str] | None = None) -> None:
    asked = _read(arguments)
    levels = list(LEVELS)
    tried = dict(text.split("=", 1) for text in asked.tried)
    figures: dict[tuple[str, str], Figure] = {}
    for below, above in pairwise(levels):
        for name in asked.setup:
            if above in asked.level:
                bots = tried.get(below, below), tried.get(above, above)
                figure = measure(
                    Contest(SETUPS[name], bots, asked.seed, asked.time), asked.games, Processes(asked.jobs)
                )
                figures[above, name] = figure
                scores = f"{figure.score:.1f} to {figure.other_score:.1f} points, {figure.games} games"
                _say(f"{name}: {bots[1]} against {bots[0]}: {figure}, {scores} {figure.forfeit}".rstrip())
    wins = {level: [str(figures[level, name]) for name in asked.setup] for level in levels[1:] if level in asked.level}
    bots_of = {
        level: [f"`{bot_of(tried.get(level, level), SETUPS[name])}`" for name in asked.setup] for level in levels
    }
    sys.stdout.write(f"{table('level', bots_of, asked.setup)}\n\n{table('wins', wins, asked.setup)}\n")


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each figure, rounded up to whole deals")
    parser.add_argument("--setup", action="append", choices=list(SETUPS), help="may be repeated; all by default")
    parser.add_argument("--level", action="append", choices=list(LEVELS)[1:], help="may be repeated; all by default")
    parser.add_argument("--try", dest="tried", action="append", default=[], metavar="LEVEL=BOT", type=_known_level)
    parser.add_argument("--time", type=float, default=0.2, help="seconds for an action of the grandmaster")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    asked.setup = asked.setup or list(SETUPS)
    asked.level = asked.level or list(LEVELS)[1:]
    return asked


def _known_level(text: str) -> str:
    level, _, bot = text.partition("=")
    if level not in LEVELS or not bot:
        raise argparse.ArgumentTypeError(f"expected LEVEL=BOT with a level of {', '.join(LEVELS)}, got: {text!r}")
    make_bot(bot)
    return text


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
