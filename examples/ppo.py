"""PPO learns Kingdomino against ``greedy`` on the vector environment, with Stable-Baselines3 (sb3-contrib).

    pip install '.[envs]' sb3-contrib    # in a virtual environment of your own
    python examples/ppo.py 1000000       # steps: six minutes on two cores

A placement is scored by what both halves are worth on their squares, by a small convolution over the own kingdom and
its properties; a claim by one network for all places of the line, which sees how the domino matches both kingdoms.
"""

# mypy: disable-error-code="misc"
import sys
import time
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from crownland.envs.gymnasium import CrownlandVectorEnv
from crownland.kernel.domino import DOMINOES, KINGDOMINO

BEGIN, SIDE, TERRAINS, LATENT, CHANNELS = time.monotonic(), 9, 6, 128, 32  # SIDE is that of the window
PLANES = 3 * (TERRAINS + 1)  # for each terrain, and for the castle: its squares, sizes and crowns of properties
CODES = [terrain for terrain, many in enumerate((2, 2, 2, 3, 3, 4)) for _ in range(many)]  # terrains of squares
TERRAIN, CROWNS = np.array([-1, *CODES]), np.array([0, *(code - CODES.index(one) for code, one in enumerate(CODES))])
WINDOW = [13 * (row + 2) + column + 2 for row in range(SIDE) for column in range(SIDE)]  # of a field of 13 × 13
ACTIONS = np.array([169 * direction + square for direction in range(4) for square in WINDOW] + [*range(676, 681)])


def planes_of(squares: Any) -> Any:  # of the own kingdom
    codes = np.pad(squares[:, 0], ((0, 0), (1, 1), (1, 1)))
    terrain, property_of = TERRAIN[codes], np.arange(codes.size).reshape(codes.shape)
    terrain[:, SIDE // 2 + 1, SIDE // 2 + 1] = TERRAINS  # the castle
    for _ in range(4):
        for step, axis in ((1, 1), (-1, 1), (1, 2), (-1, 2)):
            beside = np.where(terrain == np.roll(terrain, step, axis), np.roll(property_of, step, axis), 0)
            property_of = np.maximum(property_of, beside)
        property_of = property_of.ravel()[property_of]
    sizes = np.bincount(property_of.ravel())[property_of] / 4
    crowns = np.bincount(property_of.ravel(), CROWNS[codes].ravel())[property_of] / 2
    is_there = terrain[:, None, None] == np.arange(TERRAINS + 1)[:, None, None]
    land = np.stack([terrain >= 0, sizes, crowns], 1)[:, :, None] * is_there
    return land[..., 1:-1, 1:-1].reshape(-1, PLANES, SIDE, SIDE).astype(np.float32)


class Games(VecEnv):  # our vector environment as Stable-Baselines3 wants it, with planes for squares
    def __init__(self, games: int, reward: str = "points", seed: int = 1) -> None:
        self.env, self.first = CrownlandVectorEnv("kingdomino", games, players=2, reward=reward), seed
        seen = {**self.env.single_observation_space, "squares": spaces.Box(0, 99, (PLANES, SIDE, SIDE))}
        super().__init__(games, spaces.Dict(seen), spaces.Discrete(len(ACTIONS)))

    def reset(self) -> Any:
        observation, self.info = self.env.reset(seed=self.first)
        return self.seen(observation)

    def step_async(self, actions: Any) -> None:
        self.actions = ACTIONS[actions]

    def step_wait(self) -> Any:
        others = np.arange(self.num_envs), 1 - self.info["seat"]
        observation, self.own, ended, _, self.info = self.env.step(self.actions)
        rewards = 0.1 * (self.own - self.info["rewards"][others])  # by how much the margin has grown
        return self.seen(observation), rewards, ended, [{}] * self.num_envs

    def seen(self, parts: dict[str, Any]) -> dict[str, Any]:
        return {name: part.copy() for name, part in parts.items()} | {"squares": planes_of(parts["squares"])}

    def env_method(self, *args: Any, **kwargs: Any) -> Any:  # only action_masks() is asked for
        return self.info["action_mask"][:, ACTIONS].astype(bool)

    get_attr = set_attr = env_is_wrapped = close = lambda self, *args, **kwargs: [None] * self.num_envs


class Scores(BaseFeaturesExtractor):  # the latent for the value, then a score for each of ACTIONS
    def __init__(self, space: Any) -> None:
        super().__init__(space, LATENT + len(ACTIONS))
        numbers = int(np.prod(space["numbers"].shape)) + len(space["table"].low)
        self.rest = nn.Sequential(nn.Linear(numbers, LATENT), nn.ReLU(), nn.Linear(LATENT, LATENT), nn.ReLU())
        self.context, self.land = nn.Linear(LATENT, CHANNELS), nn.Conv2d(PLANES, CHANNELS, 3, padding=1)
        self.worth = nn.Sequential(nn.ReLU(), nn.Conv2d(CHANNELS, CHANNELS, 1), nn.ReLU(), nn.Conv2d(CHANNELS, 12, 1))
        self.claims = nn.Sequential(nn.Linear(63 + CHANNELS, 64), nn.ReLU(), nn.Linear(64, 1))
        pairs = [(DOMINOES[number].left, DOMINOES[number].right) for number in KINGDOMINO]
        terrains = nn.functional.one_hot(torch.tensor([[half.terrain for half in pair] for pair in pairs]), TERRAINS)
        crowns = torch.tensor([[half.crowns for half in pair] for pair in pairs])
        self.register_buffer("halves", torch.stack([terrains, terrains * crowns[:, :, None]], 2).float())

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        flags, numbers, table, games = seen["numbers"], seen["numbers"] / 8, seen["table"], len(seen["table"])
        latent = self.rest(torch.cat([numbers.flatten(1), table], 1))
        worth = self.worth(self.land(seen["squares"]) + (context := self.context(latent))[:, :, None, None])
        held = self.halves[flags[:, 0, 152:200].argmax(1)].flatten(2)  # the lowest domino is placed first
        left, right = torch.einsum("ghc,gcyx->hgyx", held, worth)
        right = nn.functional.pad(right, (1, 1, 1, 1))
        beside = right[:, 2:, 1:-1], right[:, 1:-1, 2:], right[:, :-2, 1:-1], right[:, 1:-1, :-2]
        spots = torch.stack([left + other for other in beside], 1).flatten(1)
        line = table[:, 54:102] + flags[:, :, 200:248].sum(1)  # free dominoes, and those that are claimed
        places = torch.stack([line * (line.cumsum(1) == place) for place in range(1, 5)], 1)
        dominoes = torch.einsum("gpd,dkt->gpkt", places, self.halves.sum(1))
        match = torch.einsum("gpkt,gsti->gpski", dominoes, numbers[:, :, :72].view(games, 2, TERRAINS, 12)).flatten(2)
        gains = numbers[:, :, 136:152].view(games, 2, 4, 4).transpose(1, 2).flatten(2)
        place = torch.eye(4).expand(games, 4, 4), table[:, 110:].view(games, 4, 3)
        around = torch.cat([match, gains, *place, context[:, None].expand(games, 4, CHANNELS)], 2)
        return torch.cat([latent, spots, torch.zeros(games, 1), self.claims(around)[:, :, 0]], 1)


class Columns(nn.Module):
    def __init__(self, first: int, end: int | None = None) -> None:
        super().__init__()
        self.columns = slice(first, end)

    def forward(self, found: torch.Tensor) -> torch.Tensor:
        return found[:, self.columns]


class Policy(MaskableActorCriticPolicy):
    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = Columns(LATENT), nn.Sequential(Columns(0, LATENT), nn.Linear(LATENT, 1))
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1))


def won(model: MaskablePPO, games: int, seed: int) -> str:  # against greedy, a tie being half
    env, results = Games(games, "win", seed), np.full(games, np.nan)
    observation = env.reset()
    while np.isnan(results).any():
        env.step_async(model.predict(observation, action_masks=env.env_method(), deterministic=True)[0])
        observation, _, ended, _ = env.step_wait()
        results = np.where(ended & np.isnan(results), (env.own + 1) / 2, results)
    share, error, minutes = results.mean(), 1.96 * results.std() / games**0.5, (time.monotonic() - BEGIN) / 60
    return f"{minutes:5.1f} min {model.num_timesteps:10,} steps: {share:.1%} ± {error:.1%} of {games:,} games won\n"


def report(variables: dict[str, Any], _: Any) -> int:  # true, which means to go on
    return variables["self"].num_timesteps % 196_608 or sys.stderr.write(won(variables["self"], 1000, 2))


if __name__ == "__main__":
    model = MaskablePPO(
        Policy, Games(256), n_steps=48, batch_size=1024, n_epochs=3, learning_rate=lambda left: 3e-3 * left,
        gamma=1.0, gae_lambda=0.9, ent_coef=0.003, seed=1, device="cpu",
        policy_kwargs={"features_extractor_class": Scores, "net_arch": [], "ortho_init": False},
    )  # fmt: skip
    model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, callback=report)
    sys.stdout.write(won(model, 4000, 3))
