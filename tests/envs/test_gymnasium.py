"""Our games in Gymnasium, by Gymnasium's own checks and by the reference."""

from typing import Any

import numpy as np
import pytest

from crownland.bots.protocol import Limit
from crownland.bots.registry import BOTS, register_bot
from crownland.games.registry import GAMES
from crownland.games.setup import Setup
from tests.envs.support import SETUPS, need, results, sampled

gymnasium = need("gymnasium", "envs")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from crownland.envs.gymnasium import CrownlandEnv, CrownlandVectorEnv, env_id  # noqa: E402


def made(setup: Setup, **parameters: Any) -> CrownlandEnv:
    return CrownlandEnv(setup.game, setup.players, dict(setup.options), **parameters)


def played(env: CrownlandEnv, seed: int) -> float:
    """Returns the sum of rewards of a game in which every action is the first legal one."""
    _, info = env.reset(seed=seed)
    total, is_over = 0.0, False
    while not is_over:
        _, reward, is_over, _, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    return total


@pytest.mark.parametrize("setup", SETUPS, ids=sampled)
def test_gymnasium_finds_nothing_wrong(setup: Setup) -> None:
    check_env(made(setup), skip_render_check=True)


def test_games_are_registered_by_their_names() -> None:
    assert [env_id(game) for game in GAMES][:4] == [
        "Crownland/Kingdomino-v0",
        "Crownland/Queendomino-v0",
        "Crownland/RoyalWedding-v0",
        "Crownland/Duel-v0",
    ]
    env = gymnasium.make("Crownland/Duel-v0", opponents="uniform", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    many = gymnasium.make_vec("Crownland/Duel-v0", num_envs=3)
    assert isinstance(many, CrownlandVectorEnv)
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


@pytest.mark.parametrize("opponents", ["greedy", "uniform", "careless"])
def test_one_seat_plays_a_whole_game_against_a_bot(opponents: str) -> None:
    for setup in SETUPS[:5]:
        for seat in (None, setup.players - 1):
            env = made(setup, opponents=opponents, seat=seat, reward="margin")
            total = played(env, 5)
            assert seat in (None, env.seat)
            assert total == results(env._games.state())["margin"][env.seat]
            assert not env.action_masks().any()
            with pytest.raises(ValueError, match=r"expected reset\(\) after the end of a game"):
                env.step(0)


def test_bots_are_made_for_every_game_and_closed() -> None:
    closed = []

    @register_bot("first-for-tests", "Takes the first legal action.")
    class First:
        def choose(self, state: Any, limit: Limit, rng: Any) -> Any:
            return state.legal_actions()[0]

        def close(self) -> None:
            closed.append(self)

    try:
        env = made(SETUPS[5], opponents=["first-for-tests", "greedy", "uniform"], seat=1)
        played(env, 1)
        played(env, 2)
        env.close()
    finally:
        del BOTS["first-for-tests"]
    assert len(closed) == 2


def test_an_illegal_action_loses_the_game() -> None:
    env = made(SETUPS[0], seat=0)
    env.reset(seed=1)
    _, reward, is_over, is_cut, info = env.step(0)
    assert (reward, is_over, is_cut, info["illegal"]) == (-1.0, True, False, True)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": 2}, "expected a seat from 0 to 1, got: 2"),
        ({"opponents": ["greedy", "greedy"]}, "expected one bot, or 1, got: 2"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        made(SETUPS[0], **given)


def test_a_vector_environment_plays_only_what_kernels_play() -> None:
    with pytest.raises(ValueError, match="expected opponents that kernels play: greedy, uniform or self, got: 'mcts'"):
        CrownlandVectorEnv("duel", 2, opponents="mcts")


@pytest.mark.parametrize("setup", SETUPS, ids=sampled)
@pytest.mark.parametrize("opponents", ["greedy", "self"])
def test_a_vector_environment_follows_the_conventions(setup: Setup, opponents: str) -> None:
    env = CrownlandVectorEnv(setup.game, 5, setup.players, dict(setup.options), opponents=opponents, reward="margin")
    observation, info = env.reset(seed=3)
    ended = 0
    for _ in range(400):
        assert all(info["action_mask"][game].any() for game in range(5))
        seats = info["seat"]
        observation, rewards, terminated, truncated, info = env.step(env.random_actions())
        assert (rewards == info["rewards"][np.arange(5), seats]).all()
        assert not rewards[~terminated].any()
        assert not truncated.any()
        for game in np.flatnonzero(terminated):
            assert env.single_observation_space.contains(info["final_obs"][game])
            assert not info["illegal"][game]
        ended += int(terminated.sum())
        if ended > 2:
            break
    assert ended > 2
    assert env.observation_space.contains(observation)


def test_a_vector_environment_is_the_same_for_the_same_seed() -> None:
    one, two = (CrownlandVectorEnv("kingdomino", 8, jobs=jobs) for jobs in (1, 2))
    first, second = one.reset(seed=9)[0], two.reset(seed=9)[0]
    for _ in range(30):
        assert all((first[name] == second[name]).all() for name in first)
        first, second = one.step(one.random_actions())[0], two.step(two.random_actions())[0]


def test_illegal_actions_of_a_vector_environment_end_their_games_only() -> None:
    env = CrownlandVectorEnv("kingdomino", 4, opponents="self", render_mode="ansi")
    env.reset(seed=2)
    actions = env.random_actions()
    actions[2] = 0
    _, rewards, terminated, _, info = env.step(actions)
    assert terminated.tolist() == info["illegal"].tolist() == [False, False, True, False]
    assert rewards.tolist() == [0, 0, -1, 0]
    assert len(env.render() or ()) == 4
