"""The twin against the reference. ``python -m crownland.testing.lockstep`` plays as many games as one likes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crownland.fast import entries
from crownland.fast.convert import from_words, start_words
from crownland.fast.jit import words
from crownland.fast.twin import UnsupportedGameError, require_twin
from crownland.games.classic.state import State, start
from crownland.games.registry import KINGDOMINO
from crownland.games.setup import Setup
from crownland.kernel.action import Opening
from crownland.kernel.opening import OPENINGS
from crownland.notation.record import read_record
from crownland.testing.lockstep import Walk, walk
from crownland.testing.many import every_setup, sampled_setups

GAMES = int(os.environ.get("CROWNLAND_GAMES", "1"))
GOLDEN = {
    file.stem: read_record(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).parents[1].glob("golden/**/*.kdn"))
}
TODAY = [name for name, record in GOLDEN.items() if record.setup.past_rules is None]


@pytest.mark.parametrize("setup", sampled_setups(), ids=str)
def test_the_twin_plays_as_the_reference_does(setup: Setup) -> None:
    for seed in range(GAMES):
        assert walk(setup, 1000 + seed) > 20


@pytest.mark.parametrize("name", TODAY)
def test_the_twin_replays_every_golden_record_of_todays_rules(name: str) -> None:
    record = GOLDEN[name]
    assert not record.errors
    both = Walk(record.setup)
    for step in record.replay():
        both.play(step.action)
    assert both.state == record.final()


def test_there_are_golden_records_of_every_game() -> None:
    assert {GOLDEN[name].setup.game for name in TODAY} == {"kingdomino", "queendomino", "royal-wedding", "duel"}


@pytest.mark.parametrize("name", sorted(set(GOLDEN) - set(TODAY)))
def test_the_twin_refuses_a_game_by_earlier_rules(name: str) -> None:
    with pytest.raises(UnsupportedGameError, match=r"no compiled twin of .* rules=1"):
        Walk(GOLDEN[name].setup)


@pytest.mark.parametrize(
    ("mode", "games"),
    [({"CROWNLAND_JIT": "off"}, len(sampled_setups())), ({"NUMBA_DISABLE_JIT": "1"}, 3)],
    ids=["off", "numba-off"],
)
def test_the_twin_agrees_as_plain_python_too(mode: dict[str, str], games: int) -> None:
    command = [sys.executable, "-m", "crownland.testing.lockstep", "--games", str(games)]
    done = subprocess.run(command, env=os.environ | mode, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("as plain Python: the twin agrees with the reference everywhere.\n")


@pytest.mark.parametrize(
    "setup",
    [KINGDOMINO.setup(n, {"opening": one}) for n in (2, 3, 4) for one in KINGDOMINO.options[0].values(n)],
    ids=str,
)
def test_k4_the_twin_draws_the_orders_of_an_opening_and_every_starter(setup: Setup) -> None:
    rule, orders, rng = OPENINGS[setup["opening"]], set(), words(1)
    rng[0] = 1
    for _ in range(100):
        row = start_words(setup)
        entries.chance(require_twin(setup).key, row, 0, rng)
        state = from_words(setup, row)
        assert isinstance(state, State)
        start(setup).play(Opening(state.turns.waiting))  # or it is refused
        orders.add(state.turns.waiting)
    starters = range(setup.players) if rule.starter is None else [rule.starter]
    assert {order[0] for order in orders} == set(starters)


def test_a_difference_is_told_with_the_position() -> None:
    both = Walk(every_setup()[0])
    both.row[-1] += 1
    with pytest.raises(AssertionError, match=r"words: the reference has .*, the twin .*, in kingdomino players=2"):
        both.compare()


def test_a_copy_of_the_row_is_independent() -> None:
    both = Walk(every_setup()[0])
    other, rng = both.row[:], words(1)
    if hasattr(other, "copy"):
        other = other.copy()
    entries.chance(require_twin(every_setup()[0]).key, other, 0, rng)
    both.compare()
    assert list(other) != list(both.row)
