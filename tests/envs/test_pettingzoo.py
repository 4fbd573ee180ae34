"""Our games in PettingZoo, by PettingZoo's own tests and by the reference."""

import io
from contextlib import redirect_stdout
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from crownland.games.setup import Setup
from tests.envs.support import SETUPS, need, results, sampled

need("pettingzoo", "envs")
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402

from crownland.envs.pettingzoo import CrownlandAEC, env  # noqa: E402

# What api_test warns of in every environment with masks that is not PettingZoo's own.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{text}")
    for text in (
        "Observation is not a NumPy array",
        "Observation space for each agent",
        "Action mask numpy array is all",
    )
]


@pytest.mark.parametrize("setup", SETUPS, ids=sampled)
def test_pettingzoo_finds_nothing_wrong(setup: Setup) -> None:
    with redirect_stdout(io.StringIO()) as said:
        api_test(CrownlandAEC(setup), num_cycles=200)
        seed_test(lambda: CrownlandAEC(setup), num_cycles=40)
    assert "Passed API test" in said.getvalue()


def test_the_benchmark_of_pettingzoo_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 2))  # it runs for five seconds of this one
    module = import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    with redirect_stdout(io.StringIO()) as said:
        performance_benchmark(CrownlandAEC(SETUPS[0]))
    assert "turns per second" in said.getvalue()


def played(made: CrownlandAEC, seed: int) -> dict[str, float]:
    """Returns what every agent got in a game in which all take the first legal action."""
    made.reset(seed)
    got = dict.fromkeys(made.agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, is_over, _, _ = made.last()
        got[agent] += reward
        made.step(None if is_over else int(observation["action_mask"].argmax()))
    return got


@pytest.mark.parametrize("reward", ["win", "margin", "points"])
def test_every_agent_gets_what_the_reference_says(reward: str) -> None:
    for setup in SETUPS[:4]:
        made = CrownlandAEC(setup, reward=reward)
        made.reset(7)
        begun = results(made.games.state())[reward] if reward == "points" else [0.0] * setup.players
        got = played(made, 7)
        expected = results(made.games.state())[reward]
        assert [begun[at] + got[agent] for at, agent in enumerate(made.possible_agents)] == expected


def test_a_seed_decides_a_game_and_no_seed_is_another_one() -> None:
    made = env("duel")
    made.reset(1)
    first = made.games.state()
    made.reset(1)
    assert made.games.state() == first
    others = []
    for _ in range(4):
        made.reset()
        others.append(made.games.state())
    assert len(set(map(str, others))) > 1


def test_only_the_agent_to_act_has_legal_actions() -> None:
    made = env("queendomino", 3)
    made.reset(2)
    for agent in made.agents:
        assert made.observe(agent)["action_mask"].any() == (agent == made.agent_selection)


def test_an_illegal_action_ends_the_game() -> None:
    made = env("kingdomino", 3)
    made.reset(2)
    agent = made.agent_selection
    made.step(0)
    assert all(made.terminations.values())
    assert made.infos[agent] == {"illegal": True}
    assert made.rewards == {one: -1.0 if one == agent else 0.0 for one in made.agents}


def test_a_game_is_rendered_in_three_ways() -> None:
    for setup in SETUPS[:4]:
        pictures: dict[str, Any] = {}
        for mode in ("svg", "ansi", "rgb_array"):
            made = CrownlandAEC(setup, render_mode=mode)
            played(made, 3)
            pictures[mode] = made.render()
        assert pictures["svg"].startswith("<svg")
        assert "\x1b[" in pictures["ansi"]
        assert f"A {results(made.games.state())['points'][0]:g}" in pictures["ansi"] or setup.players > 2
        height, width, colours = pictures["rgb_array"].shape
        assert (300 <= height <= 640, 800 <= width <= 896, colours) == (True, True, 3)
    assert env("duel").render() is None
