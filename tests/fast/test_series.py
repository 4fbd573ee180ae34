"""Whole games inside the twin: fair, the same everywhere, and as the reference scores them."""

import json
import os
import subprocess
import sys

import pytest

from crownland.arena.tally import Tally
from crownland.fast import entries, phase
from crownland.fast.convert import from_words, start_words
from crownland.fast.jit import Row, words
from crownland.fast.layout import PHASE
from crownland.fast.policy import GREEDY, RANDOM
from crownland.fast.series import play_series
from crownland.fast.twin import TwinKey, require_twin
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat

SETUPS = [game.setup() for game in GAMES.values()]


def standings(setup: Setup, games: int, policies: list[int], jobs: int = 1) -> list[int]:
    return [int(one) for _, row in play_series(setup, games, 7, policies, jobs) for one in row]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_number_of_jobs_changes_nothing(setup: Setup) -> None:
    policies = [GREEDY, RANDOM]
    alone = standings(setup, 1100, policies)
    assert standings(setup, 1100, policies, jobs=2) == alone
    assert standings(setup, 3, policies) == alone[: 3 * len(alone) // 1100]


ELSEWHERE = """
import json, sys
from crownland.fast.series import play_series
from crownland.games.registry import GAMES
print(json.dumps([[[int(one) for _, row in play_series(GAMES[key].setup(), games, 7, policies) for one in row]
    for games, policies in ((6, []), (2, [1, 0]))] for key in sys.argv[1:]]))
"""


@pytest.mark.parametrize(
    ("mode", "keys"),
    [({"CROWNLAND_JIT": "off"}, list(GAMES)), ({"CROWNLAND_ARITHMETIC": "portable"}, ["kingdomino"])],
    ids=["plain", "portable"],
)
def test_the_games_of_a_seed_are_the_same_compiled_or_not(mode: dict[str, str], keys: list[str]) -> None:
    command = [sys.executable, "-c", ELSEWHERE, *keys]
    done = subprocess.run(command, env=os.environ | mode, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    here = [[standings(GAMES[key].setup(), 6, []), standings(GAMES[key].setup(), 2, [1, 0])] for key in keys]
    assert json.loads(done.stdout) == here


def test_the_games_of_a_seed_are_pinned() -> None:
    setup = find_game("kingdomino").setup(2)
    assert [one >> 32 for one in standings(setup, 4, [])] == [16, 16, 19, 13, 20, 20, 25, 12]


@pytest.mark.parametrize(
    ("setup", "mean"),
    [
        (find_game("kingdomino").setup(2), 19.09),
        (find_game("kingdomino").setup(4), 19.29),
    ],
    ids=str,
)
def test_random_games_score_what_the_limit_program_says(setup: Setup, mean: float) -> None:
    """benchmarks/limit.c, written apart, plays millions of random games with these means."""
    totals = [one >> 32 for one in standings(setup, 20_000, [])]
    assert sum(totals) / len(totals) == pytest.approx(mean, abs=0.25)


def test_greedy_wins_against_chance() -> None:
    tally = Tally(["greedy", "uniform"])
    for _, row in play_series(find_game("kingdomino").setup(2), 500, 1, [GREEDY, RANDOM]):
        tally.add_standings(row, [0, 1])
    assert tally.games == 500
    assert tally.win_rate(tally.lines["greedy"]) > 0.95


def test_a_tally_of_standings_is_a_tally_of_states() -> None:
    """Teams too: partners share a kingdom, and a shared victory is shared out (W3)."""
    setup = find_game("royal-wedding").setup(4, {"teams": "true"})
    names, start = ["a", "b", "a", "c"], find_game("royal-wedding").start(setup)
    twin, row = require_twin(setup).key, start_words(setup)
    by_state, by_standing = Tally(names), Tally(names)
    rng = words(1)
    for seed in range(5):
        rng[0] = seed
        played = _finished(twin, row, rng)
        by_state.add(from_words(setup, played))
        by_standing.add_standings([entries.standing(twin, played, 0, kingdom) for kingdom in range(2)], [0, 0, 1, 1])
    assert by_state.lines == by_standing.lines
    assert [start.kingdom_of(Seat(seat)) for seat in range(4)] == [0, 0, 1, 1]


def _finished(twin: TwinKey, row: Row, rng: Row) -> Row:
    """Returns a copy of *row*, played to its end at random."""
    played = words(len(row))
    for at, word in enumerate(row):
        played[at] = word
    while played[PHASE] != phase.OVER:
        if entries.actor(twin, played, 0) < 0:
            entries.chance(twin, played, 0, rng)
        else:
            entries.random_move(twin, played, 0, rng)
    return played
