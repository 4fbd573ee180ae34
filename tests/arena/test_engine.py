"""Engines, with workers that die. What workers run must be importable, so it stands at the top of the module."""

import os
import signal
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from unittest import mock

import pytest

from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import ENGINES, DeadWorkersError, Engine, Processes, Serial
from crownland.arena.schedule import Pairing, Schedule
from crownland.bots import BOTS, Limit, register_bot
from crownland.bots.uniform import Uniform
from crownland.games.protocol import Action, State
from crownland.games.registry import KINGDOMINO

CONTEST = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)
PAIRINGS = list(Schedule(2, 2).pairings(10))

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 on this system")


def number_of(pairing: Pairing) -> int:
    return pairing.number


def refuse(pairing: Pairing) -> int:
    raise LookupError(f"no game {pairing.number}")


def die_at_five(pairing: Pairing) -> int:
    if pairing.number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return pairing.number


class Mortal(Uniform):
    """Kills its own process in the middle of a game, once: *file* remembers."""

    def __init__(self, file: Path) -> None:
        self.file, self.actions = file, 0

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        self.actions += 1
        if self.actions == 10 and not self.file.exists():
            self.file.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state, limit, rng)


def play_with_mortal(contest: Contest, file: Path, pairing: Pairing) -> tuple[GameResult, str]:
    with mock.patch.dict(BOTS):
        BOTS.pop("uniform")
        register_bot("uniform", "Dies once.")(lambda: Mortal(file))
        return contest.play(pairing)


def sleep_long(pairing: Pairing) -> int:
    if pairing.number > 1:
        sleep(600)
    return pairing.number


@pytest.mark.parametrize("name", ["serial", "processes"])  # Ray has its own tests
def test_every_engine_plays_every_pairing_once(name: str) -> None:
    make = ENGINES[name]
    assert sorted(make(2).run(number_of, PAIRINGS)) == list(range(1, 11))
    assert list(make(2).run(number_of, [])) == []


def test_all_engines_play_the_same_games() -> None:
    serial = list(Serial().run(CONTEST.play, PAIRINGS[:6]))
    processes = sorted(Processes(2).run(CONTEST.play, PAIRINGS[:6]), key=lambda done: done[0].number)
    assert serial == processes


@needs_kill
def test_a_worker_that_is_killed_in_a_game_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "died"
    play = partial(play_with_mortal, CONTEST, file)
    done = sorted(Processes(2).run(play, PAIRINGS[:6]), key=lambda done: done[0].number)
    assert file.exists()
    assert done == list(Serial().run(CONTEST.play, PAIRINGS[:6]))


@needs_kill
def test_a_game_that_kills_every_worker_is_given_up_by_its_number_and_nothing_else_is_lost() -> None:
    done: list[int] = []
    with pytest.raises(DeadWorkersError, match=r"^expected workers to live through game 5, 3 died in a row$"):
        done.extend(Processes(2).run(die_at_five, PAIRINGS[:6]))
    assert set(done) >= {1, 2, 3, 4}


@pytest.mark.parametrize("engine", [Serial(), Processes(1)], ids=["serial", "processes"])
def test_a_mistake_in_a_game_is_reported_not_swallowed(engine: Engine) -> None:
    with pytest.raises(LookupError, match="no game 1"):
        list(engine.run(refuse, PAIRINGS))


def test_closing_ends_all_work_at_once() -> None:
    before = set(active_children())
    games = Processes(2).run(sleep_long, PAIRINGS)
    assert next(games) == 1
    games.close()
    assert set(active_children()) == before


def test_games_are_handed_out_only_as_they_are_needed() -> None:
    taken = []

    def watched() -> Any:
        for pairing in PAIRINGS:
            taken.append(pairing)
            yield pairing

    games = Processes(1).run(number_of, watched())
    next(games)
    assert len(taken) < 4
    games.close()
