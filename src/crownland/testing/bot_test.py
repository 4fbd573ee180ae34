"""Checks any bot: ``check_bot("greedy")`` in a test, ``crownland bot-test greedy`` at a prompt."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from crownland.arena.match import Match, play_match
from crownland.bots.errors import error_line
from crownland.bots.protocol import Bot, Limit
from crownland.bots.registry import made_bots
from crownland.dealer import derived_seed
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.registry import games as all_games
from crownland.games.setup import Setup
from crownland.notation.record import Record

__all__ = ["Check", "check_bot", "checks"]

TIME = 0.5  # seconds: the limit that a bot must keep
GRACE = 0.25  # seconds: for a busy machine
ASKED = 5  # positions of a game where the limit is checked


@dataclass(frozen=True, slots=True)
class Check:
    """A promise checked in one game. If it fails, *problem* says what was expected and came, *advice* what to do."""

    game: str
    promise: str
    problem: str | None = None
    advice: str = ""

    def __str__(self) -> str:
        mark = "✗" if self.problem else "✓"
        lines = [f"{mark} {self.game}: {self.promise}"]
        lines += [f"  {self.problem}", f"  what to do: {self.advice}"] if self.problem else []
        return "\n".join(lines)


def check_bot(bot: str | Bot, games: Sequence[str] | None = None) -> None:
    """Raises AssertionError at the first check that *bot*, an object or a name, fails; see :func:`checks`."""
    for check in checks(bot, games):
        if check.problem:
            raise AssertionError(str(check))


def checks(bot: str | Bot, games: Sequence[str] | None = None) -> Iterator[Check]:
    """Yields the checks of each of *games*, by default all, with the fewest and the most players, until one fails."""
    for key in [one.key for one in all_games()] if games is None else games:
        game = find_game(key)
        trials = [_trial(bot, game.setup(players)) for players in sorted({game.players[0], game.players[-1]})]
        for promise, advice, problem in PROMISES:
            found = next(filter(None, (problem(bot, trial) for trial in trials)), None)
            yield Check(key, promise, found, advice)
            if found:
                break


@dataclass(frozen=True, slots=True)
class _Trial:
    """One game played twice, and the global generators that it used."""

    setup: Setup
    games: tuple[Match, Match]
    used: tuple[str, ...]


def _rules_problem(bot: str | Bot, trial: _Trial) -> str | None:
    forfeit = trial.games[0].forfeit or trial.games[1].forfeit
    return None if forfeit is None else f"expected a whole game, got a forfeit of seat {forfeit}"


def _sameness_problem(bot: str | Bot, trial: _Trial) -> str | None:
    for at, (one, other) in enumerate(zip(*(game.record.items for game in trial.games), strict=False), start=1):
        if one != other:
            return f"expected the same actions twice, got {one.what} and {other.what} as number {at} in {trial.setup}"
    return None


def _generator_problem(bot: str | Bot, trial: _Trial) -> str | None:
    return f"expected no use of a global generator, got one of: {', '.join(trial.used)}" if trial.used else None


def _time_problem(bot: str | Bot, trial: _Trial) -> str | None:
    for state in _positions(trial.games[0].record):
        with _seated(bot, 1) as (one,):
            try:
                one.choose(state, Limit(), Random(0))  # loading is not measured
                begin = monotonic()
                one.choose(state, Limit(time=TIME), Random(0))
            except Exception as error:
                return f"expected an answer within {TIME} s, got: {error_line(error)}"
        took = monotonic() - begin
        if took > TIME + GRACE:
            return f"expected an answer within {TIME} s, got one after {took:.2f} s in {state}"
    return None


# Each with the advice for a bot that fails.
PROMISES: tuple[tuple[str, str, Callable[[str | Bot, _Trial], str | None]], ...] = (
    (
        "plays whole games by the rules",
        "return one of state.legal_actions(), or answer one of the tokens after 'legal'",
        _rules_problem,
    ),
    (
        "leaves the global generators alone",
        "use the given generator: rng.choice(…) instead of random.choice(…)",
        _generator_problem,
    ),
    (
        "takes the same actions from the same seed",
        "use only the given generator or seed, and sort sets before choosing from them",
        _sameness_problem,
    ),
    (
        f"answers within a limit of {TIME} s",
        "stop thinking when limit.time is over, or the time after 'go'",
        _time_problem,
    ),
)


@contextmanager
def _seated(bot: str | Bot, players: int) -> Iterator[list[Bot]]:
    """Yields the bot for every seat; a name makes a new bot for each."""
    if isinstance(bot, str):
        with made_bots([bot] * players) as bots:
            yield bots
    else:
        yield [bot] * players


def _trial(bot: str | Bot, setup: Setup) -> _Trial:
    before = _generators()
    games = _game(bot, setup), _game(bot, setup)
    used = tuple(name for name, state in _generators().items() if before.get(name, state) != state)
    return _Trial(setup, games, used)


def _game(bot: str | Bot, setup: Setup) -> Match:
    with _seated(bot, setup.players) as bots:
        return play_match(setup, bots, ["bot"] * setup.players, derived_seed("bot test", setup))


def _positions(record: Record) -> list[State[Any]]:
    """Returns some positions of a game, from start to end, where a seat is to act."""
    found = [step.state for step in record.replay() if step.state.actor is not None]
    return found[:: max(1, len(found) // ASKED)]


def _generators() -> dict[str, object]:
    states: dict[str, object] = {"random": random.getstate()}
    if "numpy" in sys.modules:
        states["numpy.random"] = repr(sys.modules["numpy"].random.get_state())
    return states
