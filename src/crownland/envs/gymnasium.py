"""Our games as Gymnasium environments: one seat against bots, or thousands of games at once.

Importing this module registers every game: ``gymnasium.make("Crownland/Kingdomino-v0")`` and ``gymnasium.make_vec``.
Observations are named parts, ``info["action_mask"]`` has the legal action numbers (docs/environments.md). An illegal
action ends the game with a reward of -1 and ``info["illegal"]``.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from crownland.bots.protocol import Bot, Limit
from crownland.bots.registry import find_bot, make_bot
from crownland.envs import VERSION, kernels, require
from crownland.envs.games import Games
from crownland.envs.observing import FEATURES, Array
from crownland.envs.rendering import RENDER_MODES, render
from crownland.fast.convert import action_number
from crownland.fast.series import all_cores
from crownland.games.registry import find_game, games

gymnasium: Any = require("gymnasium", "envs")
vector: Any = require("gymnasium.vector", "envs")
batch_space: Any = require("gymnasium.vector.utils", "envs").batch_space

__all__ = ["SELF", "CrownlandEnv", "CrownlandVectorEnv", "env_id"]

SELF = "self"  # opponents of a vector environment: the caller acts for every seat
_SEEDS = 2**62


class CrownlandEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of one game; *opponents* names the bot of all other seats, or one for each in their order.

    Without *seat*, one is drawn for every game.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        observation: str = FEATURES,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.setup = find_game(game).setup(players, options)
        self.render_mode = render_mode
        self._names = _opponents(opponents, self.setup.players)
        self._fixed = _checked_seat(seat, self.setup.players)
        policies = [find_bot(name).policy if ":" not in name else None for name in self._names]
        who, known = kernels.EVERY_SEAT, [policy for policy in policies if policy is not None]
        if len(known) == len(policies) and len(set(known)) == 1:  # kernels play them
            who, self._names = kernels.ANY_SEAT if seat is None else seat, []
        self._games = Games(
            self.setup,
            1,
            observation=observation,
            reward=reward,
            seat=who,
            policies=known[:1] * self.setup.players,
            resets=False,
        )
        self._bots: dict[int, Bot] = {}
        self.seat = 0
        self.observation_space = self._games.layout.space()
        self.action_space = gymnasium.spaces.Discrete(self._games.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        super().reset(seed=seed)
        self._games.reset(int(self.np_random.integers(_SEEDS)))
        self.close()
        if self._names:
            self.seat = int(self.np_random.integers(self.setup.players)) if self._fixed is None else self._fixed
            others = [seat for seat in range(self.setup.players) if seat != self.seat]
            self._bots = dict(zip(others, map(make_bot, self._names), strict=True))
            self._rng = Random(int(self.np_random.integers(_SEEDS)))
            self._let_bots_play()
        else:
            self.seat = int(self._games.seats[0])
        return self._games.observe_one(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def step(self, action: int) -> tuple[dict[str, Array], float, bool, bool, dict[str, Any]]:
        if self._games.ends[0]:
            raise ValueError("expected reset() after the end of a game, got: step()")
        self._games.step([int(action)])
        is_illegal = bool(self._games.ends[0] == kernels.ILLEGAL_ACTION)
        reward = float(self._games.rewards[0, self.seat]) + self._let_bots_play()
        info = {"action_mask": self.action_masks(), "seat": self.seat, "illegal": is_illegal}
        return self._games.observe_one(self.seat), reward, bool(self._games.ends[0]), False, info

    def action_masks(self) -> Array:
        """Returns a byte for each action number, 1 when it is legal; none is when the game is over."""
        return self._games.masks[0] * (self._games.ends[0] == 0)

    def render(self) -> str | Array | None:
        return None if self.render_mode is None else render(self._games.state(), self.render_mode)

    def close(self) -> None:
        """Closes the bots."""
        for bot in self._bots.values():
            getattr(bot, "close", lambda: None)()
        self._bots = {}

    def _let_bots_play(self) -> float:
        """Plays until the own seat acts or the game is over; returns what that brings."""
        reward, own = 0.0, self._games
        while not own.ends[0] and own.actors[0] != self.seat:
            state = own.state()
            action = self._bots[int(own.actors[0])].choose(state, Limit(), self._rng)
            own.step([action_number(state, action)])
            reward += float(own.rewards[0, self.seat])
        return reward


class CrownlandVectorEnv(vector.VectorEnv):  # type: ignore[misc]
    """*num_envs* games in one call, on *jobs* cores (all by default); a game that ends begins anew in the same step.

    *opponents* is ``uniform`` or ``greedy`` for all other seats, or ``self``: then every step is one of the seat to
    act, ``info["seat"]``. The reward is that of the seat that has acted, ``info["rewards"]`` has all of them.
    *observations* and *masks* are arrays of signed bytes of the caller, which every step overwrites.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        opponents: str = "greedy",
        seat: int | None = None,
        observation: str = FEATURES,
        reward: str = "win",
        jobs: int | None = None,
        observations: Array | None = None,
        masks: Array | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.setup, self.num_envs, self.render_mode = find_game(game).setup(players, options), num_envs, render_mode
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": vector.AutoresetMode.SAME_STEP}
        who, policy = kernels.EVERY_SEAT, 0
        if opponents != SELF:
            who, policy = kernels.ANY_SEAT if seat is None else seat, _policy(opponents)
            _checked_seat(seat, self.setup.players)
        self.games = Games(
            self.setup,
            num_envs,
            observation=observation,
            reward=reward,
            seat=who,
            policies=[policy] * self.setup.players,
            jobs=jobs or all_cores(),
            observations=observations,
            masks=masks,
        )
        self.single_observation_space = self.games.layout.space()
        self.single_action_space = gymnasium.spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(_SEEDS)))
        return self.games.observe(), self._info()

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        own, acted = self.games, np.array(self.games.actors)
        own.step(actions)
        ended, info = own.ends != 0, self._info()
        if ended.any():
            info["final_obs"], info["_final_obs"] = np.full(self.num_envs, None, object), ended
            for game in np.flatnonzero(ended):
                info["final_obs"][game] = own.observe_last(int(game))
            info["illegal"] = own.ends == kernels.ILLEGAL_ACTION
        rewards = own.rewards[np.arange(self.num_envs), acted]
        return own.observe(), rewards, ended, np.zeros(self.num_envs, bool), info

    def random_actions(self) -> Array:
        """Returns a random legal action for every game."""
        return np.asarray(self.games.pick())

    def render(self) -> tuple[str | Array, ...] | None:
        if self.render_mode is None:
            return None
        return tuple(render(self.games.state(game), self.render_mode) for game in range(self.num_envs))

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.games.masks,
            "seat": np.array(self.games.actors),
            "rewards": self.games.rewards.copy(),
        }


def env_id(game: str) -> str:
    """Returns the name under which *game* is registered."""
    return f"Crownland/{''.join(map(str.capitalize, game.split('-')))}-v{VERSION}"


def _opponents(names: str | Sequence[str], players: int) -> list[str]:
    found = [names] * (players - 1) if isinstance(names, str) else list(names)
    if len(found) != players - 1:
        raise ValueError(f"expected one bot, or {players - 1}, got: {len(found)}")
    return found


def _policy(name: str) -> int:
    policy = find_bot(name).policy
    if policy is None or ":" in name:
        raise ValueError(f"expected opponents that kernels play: greedy, uniform or {SELF}, got: {name!r}")
    return policy


def _checked_seat(seat: int | None, players: int) -> int | None:
    if seat is not None and seat not in range(players):
        raise ValueError(f"expected a seat from 0 to {players - 1}, got: {seat}")
    return seat


for _game in games():
    gymnasium.register(
        env_id(_game.key),
        entry_point=f"{__name__}:CrownlandEnv",
        vector_entry_point=f"{__name__}:CrownlandVectorEnv",
        kwargs={"game": _game.key},
    )
