"""The bots of a page without a server, and the same bots natively, both against `mc` natively, on the same deals.

    python -m tools.alone
    python -m benchmarks.alone_strength --pairs 100
    python -m benchmarks.alone_strength --pairs 342 --jobs 15    # on a machine with 16 cores

A pair is a deal played twice, with the seats swapped. Bots of the page think in Node, in the packed Python with the
kernels in WebAssembly. Nothing else should run meanwhile: bots think for a time.
"""

import argparse
import math
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import msgspec

from crownland.arena.match import play_match
from crownland.bots import make_bot
from crownland.bots.protocol import Bot, Limit
from crownland.dealer import derived_seed
from crownland.fast.warm import first_choice
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.server.thinkers.worker import Answer, Choose

MIND = Path(__file__).with_name("alone_mind.mjs")


class PageBot:
    """A bot of the page: it thinks in another process, which ends with this one."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name, self.seconds = name, seconds
        self._process = subprocess.Popen(["node", str(MIND)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        legal = {str(action): action for action in state.legal_actions()}
        if len(legal) == 1:
            return next(iter(legal.values()))
        question = msgspec.json.encode(Choose(str(state), self.name, self.seconds))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(question + b"\n")
        self._process.stdin.flush()
        answer = msgspec.json.decode(self._process.stdout.readline(), type=Answer)
        if answer.error:
            raise RuntimeError(answer.error)
        return legal[answer.token]


class NativeBot:
    """A bot that has its own time, whatever the table's."""

    def __init__(self, name: str, seconds: float, setup: Setup) -> None:
        self._bot, self._limit = make_bot(name), Limit(seconds)
        self._bot.choose(first_choice(setup), Limit(), Random(1))  # waits for its kernels

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        return self._bot.choose(state, self._limit, rng)


def pair(setup: Setup, bot: Bot, other: Bot, number: int) -> tuple[float, float]:
    """Plays a deal twice; returns the share of *bot* in the wins, and its mean margin in points."""
    shares, margins = [], []
    for at in (0, 1):
        seats: Sequence[Bot] = (bot, other) if at == 0 else (other, bot)
        match = play_match(setup, seats, ("one", "two"), derived_seed("alone", number))
        if match.forfeit is not None:
            raise RuntimeError(str(match.forfeit))
        totals = [score.total for score in match.final.scores()]
        margins.append(totals[at] - totals[1 - at])
        first = [standing.kingdom for standing in match.final.ranking() if standing.rank == 1]
        shares.append((at in first) / len(first))
    return mean(shares), mean(margins)


def told(results: Sequence[tuple[float, float]]) -> str:
    shares, margins = [share * 100 for share, _ in results], [margin for _, margin in results]
    return f"{mean(shares):5.1f} % ± {error(shares):.1f} | {mean(margins):+6.2f} ± {error(margins):.2f}"


def error(values: list[float]) -> float:
    """Returns the half width of the interval in which the mean lies with 95 %."""
    return 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


@dataclass(frozen=True)
class Contest:
    """What is compared: a bot of the page and the same one natively, each against another native one."""

    game: str
    bot: str
    seconds: float
    against: str
    against_seconds: float

    @property
    def setup(self) -> Setup:
        return find_game(self.game).setup(2)


class _Table:
    """The bots of one process."""

    def __init__(self, contest: Contest) -> None:
        self._setup = contest.setup
        self._other = NativeBot(contest.against, contest.against_seconds, self._setup)
        native = NativeBot(contest.bot, contest.seconds, self._setup)
        self._bots: list[Bot] = [PageBot(contest.bot, contest.seconds), native]

    def play(self, number: int) -> list[tuple[float, float]]:
        """Returns what :func:`pair` found for the bot of the page, and for the native one."""
        return [pair(self._setup, bot, self._other, number) for bot in self._bots]


_tables: list[_Table] = []


def _sit_down(contest: Contest) -> None:
    _tables.append(_Table(contest))


def _play(number: int) -> list[tuple[float, float]]:
    return _tables[0].play(number)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.alone_strength", description=__doc__)
    parser.add_argument("--bot", default="grandmaster", help="of the page and natively (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for its actions (default: %(default)s)")
    parser.add_argument("--against", default="mc", help="(default: %(default)s)")
    parser.add_argument("--against-seconds", type=float, default=0.2, help="(default: %(default)s)")
    parser.add_argument("--game", default="kingdomino", help="(default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=50, help="(default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="deals at once, each on a core (default: %(default)s)")
    options = parser.parse_args()
    contest = Contest(options.game, options.bot, options.seconds, options.against, options.against_seconds)
    found: list[list[tuple[float, float]]] = []
    with ProcessPoolExecutor(options.jobs, get_context("spawn"), _sit_down, (contest,)) as pool:
        for both in pool.map(_play, range(options.pairs)):
            found.append(both)
            sys.stderr.write(f"\r{len(found)}/{options.pairs} ")
    page, native = zip(*found, strict=True)
    title = f"{options.bot} {options.seconds:g} s against {options.against} {options.against_seconds:g} s"
    sys.stdout.write(f"\n| {title}, {contest.setup} | wins | margin |\n|---|---|---|\n")
    sys.stdout.write(f"| page | {told(page)} |\n| native | {told(native)} |\n")
    apart = [(one[0] - two[0], one[1] - two[1]) for one, two in zip(page, native, strict=True)]
    sys.stdout.write(f"| page less native | {told(apart)} |\n")


if __name__ == "__main__":
    main()
