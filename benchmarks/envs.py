"""Measures the environments: ``python -m benchmarks.envs``; with ``--pgx`` pgx's backgammon, too.

PettingZoo plays random games of two-player Kingdomino on the twin and on the plain reference. The vector environment
steps random games with masks and observations, on one core and on all. Memory is what the arrays of 10,000 games take.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np

from crownland.dealer import Dealer, derived_seed
from crownland.envs.games import Games
from crownland.envs.observing import FEATURES, PLANES, layout_of
from crownland.envs.pettingzoo import CrownlandAEC
from crownland.fast.convert import action_number, action_of
from crownland.fast.series import all_cores
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.kernel.domino import KINGDOMINO as BOX
from crownland.kernel.square import square_at

SETUP = find_game("kingdomino").setup(2)
FIRST = 0, 2, 4, 6, 9, 12  # codes of the terrains (docs/environments.md)


class ReferenceGames:
    """One game for PettingZoo's environment as Games has it, played by the reference."""

    def __init__(self) -> None:
        self.layout, self.actions = layout_of(SETUP, PLANES), Games(SETUP, 1).actions
        self.masks, self.actors, self.ends = np.zeros((1, self.actions), np.int8), [0], np.zeros(1, np.int8)
        self.rewards = np.zeros((1, SETUP.players), np.float32)

    def reset(self, seed: int) -> None:
        self._dealer, self._state = Dealer(derived_seed(seed)), find_game(SETUP.game).start(SETUP)
        self.ends[0] = 0
        self._settle()

    def step(self, actions: Sequence[int]) -> None:
        self._state = self._state.play(action_of(self._state, actions[0]))
        self._settle()
        if self._state.is_over:
            self.ends[0] = 1
            first, second = (score.total for score in self._state.scores())
            self.rewards[0] = np.sign([first - second, second - first])

    def observe_one(self, seat: int) -> dict[str, Any]:
        """Returns the planes, as somebody would write them without the twin."""
        state: Any = self._state
        parts = {name: np.zeros(dimensions, np.int8) for name, dimensions in self.layout.parts.items()}
        players, turns, side = SETUP.players, state.turns, parts["squares"].shape[1]
        for kingdom in range(players):
            for row in range(side):
                for column in range(side):
                    half = state.kingdoms[(seat + kingdom) % players].at(square_at(2 + column, 2 + row))
                    if half is not None:
                        parts["squares"][kingdom, row, column] = 1 + FIRST[half.terrain] + half.crowns
        for domino in BOX:
            parts["dominoes"][0, domino - 1] = not state.seen >> domino & 1
        for domino in turns.free:
            parts["dominoes"][1, domino - 1] = 1
        for domino, owner in turns.old:
            parts["dominoes"][2 + (owner - seat) % players, domino - 1] = 1
        for domino, owner in turns.claimed:
            parts["dominoes"][2 + players + (owner - seat) % players, domino - 1] = 1
        for place, owner in enumerate(turns.order):
            parts["order"][place, (owner - seat) % players] = 1
        parts["turn"][:] = not turns.waiting, turns.lines_left, 0
        return parts

    def state(self) -> State[Any]:
        return self._state

    def _settle(self) -> None:
        while self._state.actor is None and not self._state.is_over:
            self._state = self._state.play(self._dealer.deal(self._state))
        self.masks[0] = 0
        for action in self._state.legal_actions():
            self.masks[0, action_number(self._state, action)] = 1
        self.actors[0] = -1 if self._state.actor is None else self._state.actor


class ReferenceAEC(CrownlandAEC):
    """The PettingZoo environment around the plain reference."""

    def _make_games(self, observation: str, reward: str) -> Any:
        return ReferenceGames()


def turns(env: CrownlandAEC, games: int) -> int:
    """Plays random games as PettingZoo's benchmark does; returns how many actions they had."""
    rng, done = Random(1), 0
    for seed in range(games):
        env.reset(seed)
        for _ in env.agent_iter():
            observation, _, is_over, _, _ = env.last()
            if is_over:
                break
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            done += 1
    return done


def vector_steps(observation: str, games: int, jobs: int, steps: int) -> int:
    many = Games(SETUP, games, observation=observation, jobs=jobs)
    for _ in range(steps):
        many.step(many.pick())
        many.observe()
    return steps * games


def backgammon_steps(games: int, steps: int) -> Callable[[], int]:
    """Returns what steps pgx's backgammon, compiled, with random legal actions and autoreset."""
    import jax  # type: ignore[import-not-found]
    import pgx  # type: ignore[import-not-found]
    from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found]

    env = pgx.make("backgammon")
    step, init = auto_reset(env.step, env.init), jax.jit(jax.vmap(env.init))

    @jax.jit
    def run(states: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            states, key = carry
            key, choice, roll = jax.random.split(key, 3)
            logits = jax.numpy.where(states.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(choice, logits, axis=-1)
            return (jax.vmap(step)(states, actions, jax.random.split(roll, games)), key), None

        return jax.lax.scan(one, (states, key), None, steps)[0][0]

    states = init(jax.random.split(jax.random.PRNGKey(0), games))

    def go() -> int:
        jax.block_until_ready(run(states, jax.random.PRNGKey(1)))
        return steps * games

    return go


def rate(work: Callable[[], int]) -> float:
    """Returns how many a second, after a first run that compiles."""
    work()
    begin = time.perf_counter()
    return work() / (time.perf_counter() - begin)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.envs", description=__doc__)
    parser.add_argument("--games", type=int, default=4096, help="of the vector environment")
    parser.add_argument("--steps", type=int, default=200, help="of every game of the vector environment")
    parser.add_argument("--matches", type=int, default=200, help="of PettingZoo")
    parser.add_argument("--pgx", action="store_true")
    asked = parser.parse_args(arguments)
    reference = rate(partial(turns, ReferenceAEC(SETUP, PLANES), max(1, asked.matches // 20)))
    for kind in (PLANES, FEATURES):
        twin = rate(partial(turns, CrownlandAEC(SETUP, kind), asked.matches))
        said(f"PettingZoo, {kind}: {twin:,.0f} steps a second, {twin / reference:.1f} times those of the reference")
    ours = 0.0
    for kind in (PLANES, FEATURES):
        for jobs in sorted({1, all_cores()}):
            found = rate(partial(vector_steps, kind, asked.games, jobs, asked.steps))
            ours = max(ours, found)
            said(f"vector, {kind}, {jobs} cores: {found:,.0f} steps a second")
    rows = [value.nbytes for value in vars(Games(SETUP, 10_000)).values() if hasattr(value, "nbytes")]
    said(f"memory of 10,000 games: {sum(rows) / 1e6:.1f} MB")
    if asked.pgx:
        theirs = rate(backgammon_steps(asked.games, max(1, asked.steps // 8)))  # more would take minutes
        said(f"pgx backgammon: {theirs:,.0f} steps a second; ours {ours / theirs:.1f} times")


def said(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
