"""Our games as PettingZoo environments (AEC): every game and every setup.

    from crownland.envs import pettingzoo
    env = pettingzoo.env("queendomino", players=3)

An observation is ``{"observation": named parts, "action_mask": legal action numbers}`` (docs/environments.md). An
illegal action ends the game: its seat gets -1, the others nothing.
"""

from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import numpy as np

from crownland.envs import VERSION, kernels, require
from crownland.envs.games import Games
from crownland.envs.observing import FEATURES, Array
from crownland.envs.rendering import RENDER_MODES, render
from crownland.games.registry import find_game
from crownland.games.setup import Setup

AECEnv: Any = require("pettingzoo", "envs").AECEnv
spaces: Any = require("gymnasium.spaces", "envs")

__all__ = ["CrownlandAEC", "env", "raw_env"]


def env(
    game: str,
    players: int | None = None,
    options: Mapping[str, str | bool] | None = None,
    **parameters: Any,
) -> "CrownlandAEC":
    """Returns an environment of *game*; *parameters* are those of :class:`CrownlandAEC`."""
    return CrownlandAEC(find_game(game).setup(players, options), **parameters)


raw_env = env  # PettingZoo's name for one without wrappers: nothing is wrapped


class CrownlandAEC(AECEnv):  # type: ignore[misc]
    """One game of *setup*; the agents ``player_0``, ``player_1``, … are its seats."""

    def __init__(
        self, setup: Setup, observation: str = FEATURES, reward: str = "win", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"crownland_{setup.game.replace('-', '_')}_v{VERSION}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.setup, self.render_mode = setup, render_mode
        self.games = self._make_games(observation, reward)
        self.possible_agents = [f"player_{seat}" for seat in range(setup.players)]
        space = spaces.Dict(
            {
                "observation": self.games.layout.space(),
                "action_mask": spaces.Box(0, 1, (self.games.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.games.actions) for agent in self.possible_agents}
        self._seeds = SystemRandom()

    def _make_games(self, observation: str, reward: str) -> Any:
        return Games(self.setup, 1, observation=observation, reward=reward, resets=False)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.games.reset(self._seeds.getrandbits(62) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.games.actors[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        seat, games = self.possible_agents.index(agent), self.games
        is_legal_for = games.actors[0] == seat and not games.ends[0]
        mask = games.masks[0].copy() if is_legal_for else np.zeros(games.actions, np.int8)
        return {"observation": games.observe_one(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        games = self.games
        games.step([action])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, games.rewards[0].tolist(), strict=True))
        if games.ends[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent] = {"illegal": bool(games.ends[0] == kernels.ILLEGAL_ACTION)}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[games.actors[0]]
        self._accumulate_rewards()

    def render(self) -> str | Array | None:
        return None if self.render_mode is None else render(self.games.state(), self.render_mode)

    def close(self) -> None:
        """Nothing to close."""
