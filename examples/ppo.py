"""PPO learns Kingdomino against ``greedy`` on the vector environment, with Stable-Baselines3 (sb3-contrib).

    uv run --extra envs --with sb3-contrib examples/ppo.py 10

A placement is scored by a small convolution over the own kingdom: what both halves are worth on their squares. Claims
and the value come from the numbers of the observation (docs/environments.md).
"""

# mypy: disable-error-code="misc"

import sys
import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn
from torch.nn import functional

from crownland.envs.gymnasium import CrownlandVectorEnv
from crownland.kernel.domino import DOMINOES, KINGDOMINO

SIDE, FIELD, CODES, TERRAINS = 9, 13, 16, 6  # the window, the field of action numbers, codes of squares (docs)
HELD = slice(152, 200)  # of a kingdom's numbers: the dominoes it has still to place
OTHERS, LATENT = 5, 128  # discard and four claims; the width of what they come from
WINDOW = [FIELD * (row + 2) + column + 2 for row in range(SIDE) for column in range(SIDE)]
SPOTS = [169 * direction + square for direction in range(4) for square in WINDOW]  # the numbers of placements


class SB3Games(VecEnv):  # our vector environment as Stable-Baselines3 wants it
    def __init__(self, games: int) -> None:
        self.env = CrownlandVectorEnv("kingdomino", games, players=2, opponents="greedy", reward="points")
        super().__init__(games, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> Any:
        observation, self.info = self.env.reset(seed=1)
        return self._copied(observation)

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seats = self.info["seat"]
        observation, _, ended, _, self.info = self.env.step(self.actions)
        gains, rows = self.info["rewards"], np.arange(self.num_envs)
        rewards = 0.1 * (gains[rows, seats] - gains[rows, 1 - seats])  # the margin grows by this
        lasts = self.info.get("final_obs", [None] * self.num_envs)
        return self._copied(observation), rewards, ended, [{"terminal_observation": one} for one in lasts]

    def _copied(self, observation: dict[str, Any]) -> dict[str, Any]:
        return {name: part.copy() for name, part in observation.items()}

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(self.info["action_mask"].astype(bool))  # the only method that is asked for: action_masks

    def _unasked(self, *args: Any, **kwargs: Any) -> list[Any]:
        return [None] * self.num_envs

    get_attr = set_attr = env_is_wrapped = close = _unasked


class Scores(BaseFeaturesExtractor):
    def __init__(self, space: Any) -> None:
        super().__init__(space, len(SPOTS) + LATENT)
        self.land = nn.Sequential(
            nn.Conv2d(CODES + 2, 24, 3, padding=1), nn.ReLU(), nn.Conv2d(24, 24, 3, padding=1), nn.ReLU(),
            nn.Conv2d(24, 2 * TERRAINS, 1),
        )  # fmt: skip
        numbers = sum(np.prod(space[name].shape) for name in ("numbers", "table"))
        self.rest = nn.Sequential(nn.Linear(int(numbers), LATENT), nn.ReLU(), nn.Linear(LATENT, LATENT), nn.ReLU())
        halves = torch.zeros(len(KINGDOMINO), 2, 2 * TERRAINS)  # of each half its terrain, and its crowns by terrain
        for number in KINGDOMINO:
            for at, half in enumerate((DOMINOES[number].left, DOMINOES[number].right)):
                halves[number - 1, at, half.terrain] = 1
                halves[number - 1, at, TERRAINS + half.terrain] = half.crowns
        self.register_buffer("halves", halves)

    def forward(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        squares = functional.one_hot(observation["squares"][:, 0].long(), CODES + 1).movedim(-1, 1).float()
        castle = torch.zeros_like(squares[:, :1])
        castle[:, :, SIDE // 2, SIDE // 2] = 1
        worth = self.land(torch.cat([squares, castle], 1))
        held = self.halves[observation["numbers"][:, 0, HELD].argmax(1)]  # the lowest is placed first
        left, right = torch.einsum("bhc,bcyx->hbyx", held, worth)
        right = functional.pad(right, (1, 1, 1, 1))
        beside = right[:, 2:, 1:-1], right[:, 1:-1, 2:], right[:, :-2, 1:-1], right[:, 1:-1, :-2]
        spots = torch.stack([left + other for other in beside], 1).flatten(1)
        numbers = torch.cat([observation["numbers"].flatten(1), observation["table"]], 1)
        return torch.cat([spots, self.rest(numbers / 8)], 1)


class Actions(nn.Module):
    def __init__(self, actions: int) -> None:
        super().__init__()
        self.actions, self.others = actions, nn.Linear(LATENT, OTHERS)

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        logits = latent.new_zeros(len(latent), self.actions)
        logits[:, SPOTS] = latent[:, : len(SPOTS)]
        logits[:, -OTHERS:] = self.others(latent[:, len(SPOTS) :])
        return logits


class Policy(MaskableActorCriticPolicy):
    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Actions(self.action_space.n)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1))


class Clock(BaseCallback):  # plays 1,000 games against greedy every minute, and stops when the time is over
    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.begin, self.end, self.next = time.monotonic(), time.monotonic() + 60 * minutes, 1.0

    def _on_rollout_start(self) -> None:
        passed = (time.monotonic() - self.begin) / 60
        if passed >= self.next:
            self.next = passed + 1
            sys.stdout.write(f"{passed:5.1f} min {self.num_timesteps:10,} steps {wins(self.model):6.1%} won\n")

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def wins(model: MaskablePPO, games: int = 1000) -> float:
    """Returns the share of games won, a tie being half; the likeliest action is taken."""
    env = CrownlandVectorEnv("kingdomino", games, players=2, opponents="greedy")
    (observation, info), results = env.reset(seed=2), np.full(games, np.nan)
    while np.isnan(results).any():
        actions, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool), deterministic=True)
        observation, rewards, ended, _, info = env.step(actions)
        results = np.where(ended & np.isnan(results), rewards, results)
    return float((results + 1).mean() / 2)


if __name__ == "__main__":
    minutes = float(sys.argv[-1]) if len(sys.argv) > 1 else 10.0
    model = MaskablePPO(
        Policy, SB3Games(256), n_steps=48, batch_size=1024, n_epochs=3, learning_rate=1e-3, gamma=1.0, gae_lambda=0.9,
        ent_coef=0.003, policy_kwargs={"features_extractor_class": Scores, "net_arch": []},
    )  # fmt: skip
    model.learn(10**9, callback=Clock(minutes))
    sys.stdout.write(f"after {minutes:g} minutes: {wins(model):.1%} won against greedy\n")
