"""The twin against the reference. ``python -m crownland.testing.lockstep`` plays as many games as one likes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crownland.fast import entries
from crownland.fast.jit import words
from crownland.fast.twin import require_twin
from crownland.games.setup import Setup
from crownland.notation.record import read_record
from crownland.testing.lockstep import Walk, walk
from crownland.testing.many import every_setup

GAMES = int(os.environ.get("CROWNLAND_GAMES", "1"))
GOLDEN = sorted(Path(__file__).parents[1].glob("golden/**/*.kdn"))


@pytest.mark.parametrize("setup", every_setup(), ids=str)
def test_the_twin_plays_as_the_reference_does(setup: Setup) -> None:
    for seed in range(GAMES):
        assert walk(setup, 1000 + seed) > 20


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_twin_replays_every_golden_record(file: Path) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    assert not record.errors
    both = Walk(record.setup)
    for step in record.replay():
        both.play(step.action)
    assert both.state == record.final()


def test_there_are_golden_records_of_every_game() -> None:
    games = {read_record(file.read_text(encoding="utf-8")).setup.game for file in GOLDEN}
    assert games == {"kingdomino", "queendomino", "royal-wedding", "duel"}


@pytest.mark.parametrize(
    ("mode", "games"),
    [({"CROWNLAND_JIT": "off"}, len(every_setup())), ({"NUMBA_DISABLE_JIT": "1"}, 3)],
    ids=["off", "numba-off"],
)
def test_the_twin_agrees_as_plain_python_too(mode: dict[str, str], games: int) -> None:
    command = [sys.executable, "-m", "crownland.testing.lockstep", "--games", str(games)]
    done = subprocess.run(command, env=os.environ | mode, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("as plain Python: the twin agrees with the reference everywhere.\n")


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
