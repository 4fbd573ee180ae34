"""Measures the luck of the draws between equal bots: ``python -m benchmarks.luck --games 1000``.

Prints the mean luck of the first seat with its interval, which holds 0 if the estimate is fair, and both intervals of a
bot's wins: as they are, and without luck. The games that the second needs for the width of the first are the squared
ratio of their widths.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from benchmarks.levels import SETUPS, Play, prepare
from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import Processes
from crownland.arena.ratings import Estimate, mean_of
from crownland.arena.summary import summary_of, whole_deals


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.luck", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--setup", action="append", choices=list(SETUPS), help="may be repeated; all by default")
    parser.add_argument("--sims", type=int, default=400, help="of both grandmasters for an action")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    for name in asked.setup or SETUPS:
        # A contest tells its bots apart by their names: one of them has one simulation more.
        bots = tuple(f"grandmaster:sims={sims}" for sims in (asked.sims, asked.sims + 1))
        contest = Contest(SETUPS[name], bots, asked.seed, reduces_luck=True)
        sys.stdout.write(f"{name}: {report(contest, played(contest, asked.games, asked.jobs))}\n")
        sys.stdout.flush()


def played(contest: Contest, games: int, jobs: int) -> list[GameResult]:
    """Plays at least *games* games, in whole deals."""
    prepare(contest)
    schedule = contest.schedule
    deals = -(-games // schedule.games_per_deal)
    pairings = schedule.pairings(deals * schedule.games_per_deal)
    results = []
    for result in Processes(jobs).run(Play(contest), pairings):
        results.append(result)
        if len(results) % 50 == 0:
            sys.stderr.write(f"{len(results)} games\n")
            sys.stderr.flush()
    return results


def report(contest: Contest, results: Sequence[GameResult]) -> str:
    deals = whole_deals(contest, results, len(results))
    first = mean_of([sum(game.luck[0] for game in deal) / len(deal) for deal in deals])
    line = summary_of(contest, deals).lines[0]
    assert line.luckless is not None
    share = (_width(line.luckless) / _width(line.wins)) ** 2
    return (
        f"luck of the first seat {_text(first)} over {len(results)} games; wins {_text(line.wins)}, "
        f"without luck {_text(line.luckless)}: as narrow from {share:.2f} of the games"
    )


def _width(one: Estimate) -> float:
    return one.high - one.low


def _text(one: Estimate) -> str:
    return f"{100 * one.value:.2f} % ({100 * one.low:.2f} to {100 * one.high:.2f})"


if __name__ == "__main__":
    main()
