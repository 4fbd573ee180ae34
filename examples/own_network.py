"""Our own network learns Kingdomino from the environment, by games against itself; without PyTorch.

    .venv/bin/python examples/own_network.py 3    # minutes; ./check puts what it needs into .venv

An observation is a record that the network reads: it tells the seat to act how likely each kingdom wins, and by how
many points. To act is to try every legal action on a copy of the game and to take the one that it likes best.
"""

import sys
import time
from typing import Any

import numpy as np

from crownland import KINGDOMINO
from crownland.envs.games import Games
from crownland.envs.gymnasium import CrownlandVectorEnv
from crownland.fast.jit import Bytes, Floats, Row, floats, rare, words
from crownland.fast.network import evaluate, write_outlook
from crownland.learning.plan import TrainingPlan
from crownland.learning.trainer import make_trainer

SETUP = KINGDOMINO.setup(2)
PLAN = TrainingPlan((SETUP,), minutes=1, hidden=(64, 32, 16))  # shape, scales and rates
GAMES, COPIES, BATCH, TRACE = 256, 4096, 1024, 0.9


@rare
def judge(shape: Row, weights: Floats, records: Bytes, width: int, room: Floats, picked: Row, values: Floats) -> None:
    """Writes for each record the win chance and the margin of the seat that looks, then of the other one."""
    for number in range(len(records) // width):
        evaluate(shape, weights, records[number * width : (number + 1) * width], room, picked)
        write_outlook(shape, room, 0, 2, values, 4 * number)


class Player:
    """The network with its weights of now, and copies of games to try actions on."""

    def __init__(self) -> None:
        self.trainer = make_trainer(PLAN.lesson, seed=1, back_end="numpy")
        self.weights, self.lots = self.trainer.weights(), np.random.default_rng(1)
        self.copies = Games(SETUP, COPIES, reward="margin", resets=False, jobs=2)
        self.room, self.picked = floats(PLAN.shape.room), words(PLAN.shape.picked)

    def judge(self, records: Any) -> Any:
        """Returns by record and kingdom, the own one first: win chance, margin."""
        values, width = floats(4 * len(records)), PLAN.shape.record
        judge(PLAN.shape.row, self.weights, records.reshape(-1), width, self.room, self.picked, values)
        return np.asarray(values).reshape(-1, 2, 2)

    def worth(self, games: Games, owners: Any, actions: Any) -> Any:
        """Returns what these actions are worth, each in the game of its owner, to the seat that acts."""
        copies, many, seats = self.copies, len(owners), np.asarray(games.actors)[owners]
        np.asarray(copies.words).reshape(COPIES, -1)[:many] = np.asarray(games.words).reshape(games.games, -1)[owners]
        copies.step([*actions, *[-1] * (COPIES - many)])  # what is left over plays nothing legal
        copies.observe()
        outlooks, is_other = self.judge(copies.observations[:many]), np.asarray(copies.actors)[:many] != seats
        found = outlooks[np.arange(many), is_other.astype(int)] @ [1, 0.005]  # the margin counts among equals
        margins = copies.rewards[np.arange(many), seats]
        return np.where(copies.ends[:many] != 0, (np.sign(margins) + 1) / 2 + 0.005 * margins, found)

    def act(self, env: CrownlandVectorEnv, blur: float) -> Any:
        """Returns an action for every game; *blur* is by how much a quarter of them misjudge, so that games differ."""
        owners, actions = np.nonzero(env.games.masks)
        parts = range(0, len(owners), COPIES)
        worth = [self.worth(env.games, owners[at : at + COPIES], actions[at : at + COPIES]) for at in parts]
        blurs = np.where(self.lots.random(env.num_envs) < 0.25, blur, 0)[owners]
        order = np.lexsort((np.concatenate(worth) + blurs * self.lots.gumbel(size=len(owners)), owners))
        return actions[order[np.append(owners[1:] != owners[:-1], True)]]  # the last of each game is its best


def play(player: Player, env: CrownlandVectorEnv, seed: int) -> tuple[Any, Any]:
    """Plays a generation of games against itself; returns its records and what came of them, by TD(λ)."""
    env.reset(seed=seed)
    records, seats, outlooks, ended = [], [], [], np.zeros(1, bool)
    while not ended.any():  # all games have the same number of actions
        seats.append(np.array(env.games.actors))
        records.append(env.games.observations.copy())
        outlooks.append(player.judge(records[-1]))
        _, _, ended, _, info = env.step(player.act(env, blur=0.03))
    margins, rows, targets = info["rewards"], np.arange(GAMES)[:, None], []
    results = np.stack([(np.sign(margins) + 1) / 2, margins], 2)  # by game and seat
    for seat, outlook in zip(reversed(seats), reversed(outlooks), strict=True):
        order = np.stack([seat, 1 - seat], 1)  # the seat that looks comes first
        targets.append(results[rows, order].transpose(0, 2, 1).reshape(GAMES, 4))
        results = TRACE * results + (1 - TRACE) * outlook[rows, order]
    return np.concatenate(records), np.concatenate(targets[::-1]).astype(np.float32)


def learn(player: Player, minutes: float) -> int:
    """Plays and learns in turn; returns how many games that were."""
    env = CrownlandVectorEnv("kingdomino", GAMES, opponents="self", reward="margin")
    ring = player.trainer.make_ring(400_000)
    begin, generation, part = time.monotonic(), 0, 0.0
    while part < 1:
        ring.add(*play(player, env, generation))
        for _ in range(4 * GAMES * 48 // BATCH):
            player.trainer.step(*ring.draw(BATCH), PLAN.rate_at(part, player.trainer.steps))
        player.weights, generation = player.trainer.weights(), generation + 1
        part = (time.monotonic() - begin) / 60 / minutes
    return generation * GAMES


def won(player: Player, games: int = 1000) -> str:
    """Returns the share of games won against greedy, a tie being half."""
    env, results = CrownlandVectorEnv("kingdomino", games), np.full(games, np.nan)
    env.reset(seed=1)
    while np.isnan(results).any():
        _, rewards, ended, _, _ = env.step(player.act(env, blur=0))
        results = np.where(ended & np.isnan(results), (rewards + 1) / 2, results)
    return f"{results.mean():.1%} ± {1.96 * results.std() / games**0.5:.1%} of {games:,} games against greedy"


if __name__ == "__main__":
    player, minutes = Player(), float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    sys.stdout.write(f"before: {won(player)}\n")
    games = learn(player, minutes)
    sys.stdout.write(f"after {minutes:g} minutes and {games:,} games with itself: {won(player)}\n")
