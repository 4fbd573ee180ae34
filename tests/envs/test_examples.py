"""The examples that learn: short, and the one without PyTorch learns."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownland.fast.jit import COMPILED
from tests.envs.support import need

EXAMPLES = Path(__file__).parents[2] / "examples"
MOST_LINES = 150


@pytest.mark.parametrize("name", ["cautious.py", "own_network.py", "ppo.py"])
def test_an_example_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < MOST_LINES


@pytest.mark.skipif(not COMPILED, reason="training needs compiled kernels")
def test_the_own_network_learns_from_games_of_the_environment() -> None:
    need("gymnasium", "envs")
    example: dict[str, Any] = runpy.run_path(str(EXAMPLES / "own_network.py"))
    games, player = example["GAMES"], example["Player"]()
    env = example["CrownlandVectorEnv"]("kingdomino", games, opponents="self", reward="margin")
    records, targets = example["play"](player, env, seed=1)
    assert records.shape == (48 * games, example["PLAN"].shape.record)
    assert np.allclose(targets[:, 0] + targets[:, 1], 1)  # one of both wins
    last = targets[-games:]  # the result itself
    assert np.allclose(last[:, 2], -last[:, 3])
    assert ((last[:, 0] > 0.5) == (last[:, 2] > 0)).all()
    losses = [sum(map(float, player.trainer.step(records[::8], targets[::8], 0.002))) for _ in range(12)]
    assert losses[-1] < losses[0]
