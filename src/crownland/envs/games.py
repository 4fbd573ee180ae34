"""Many games that environments step: actions in, observations, masks and rewards out."""

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from crownland.envs import kernels
from crownland.envs.observing import FEATURES, Array, layout_of
from crownland.fast.convert import from_words, start_words
from crownland.fast.jit import COMPILED, Row, filled, floats, words
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat

__all__ = ["REWARDS", "Games"]

REWARDS = {"win": kernels.WIN, "margin": kernels.MARGIN, "points": kernels.POINTS}


class Games:
    """*games* games of one setup, stepped at once by *jobs* threads.

    Every seat is played by whoever calls, or only *seat* (``ANY_SEAT`` draws one for each game) while *policies* play
    the others. ``observations`` and ``masks`` are the caller's arrays or new ones; every step writes them anew, and so
    ``actors``, ``rewards`` (by game and seat) and ``ends`` (``GAME_OVER``, ``ILLEGAL_ACTION`` or 0).
    """

    def __init__(
        self,
        setup: Setup,
        games: int,
        *,
        observation: str = FEATURES,
        reward: str = "win",
        seat: int = kernels.EVERY_SEAT,
        policies: Sequence[int] = (),
        resets: bool = True,
        jobs: int = 1,
        observations: Array | None = None,
        masks: Array | None = None,
    ) -> None:
        if games < 1 or jobs < 1:
            raise ValueError(f"expected one game and one job or more, got: {games} games and {jobs} jobs")
        if reward not in REWARDS:
            raise ValueError(f"expected a reward: {', '.join(REWARDS)}, got: {reward!r}")
        self.setup, self.games, self.layout = setup, games, layout_of(setup, observation)
        self._twin, self._start = require_twin(setup), start_words(setup)
        start = find_game(setup.game).start(setup)
        self._size, players, kingdoms = len(self._start), setup.players, len(start.kingdoms)
        self._kingdom_of = filled([start.kingdom_of(Seat(one)) for one in range(players)])
        self._who, self._policies = seat, sum(policy << 4 * one for one, policy in enumerate(policies))
        self._reward, self._resets = REWARDS[reward], resets
        self.actions = self._twin.actions
        self.observations = _array(observations, (games, self.layout.width), "observations")
        self.masks = _array(masks, (games, self.actions), "masks")
        self.words, self._lasts = words(games * self._size), words(games * self._size if resets else 0)
        self._rngs, self.seats, self.actors = words(games), words(games), words(games)
        self._totals = words(games * kingdoms)
        self.rewards, self.ends = np.zeros((games, players), np.float32), np.zeros(games, np.int8)
        scratch = self._twin.kernels.SCRATCH_WORDS
        self._desks = [(words(1), words(scratch), floats(3 * kingdoms), self.layout.desk()) for _ in range(jobs)]
        self._flat = self.masks.reshape(-1), self.rewards.reshape(-1)
        self._numbers, self._acted, self._viewers = words(games), words(games), words(games)
        self._bounds = [games * job // jobs for job in range(jobs + 1)]
        self._pool = ThreadPoolExecutor(jobs) if jobs > 1 else None
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begins every game anew; *seed* decides them all."""
        self._each(
            lambda first, games, rng, scratch, values, desk: kernels.reset_games(
                self._twin.key, self._start, self._size, seed, self._who, self._policies, self.actions, first, games,
                self.words, self._rngs, self.seats, self._totals, self._flat[0], self.actors, rng, scratch,
            )
        )  # fmt: skip
        self.rewards[:], self.ends[:] = 0, 0

    def step(self, actions: Sequence[int]) -> None:
        """Plays one action in every game, by its number, and all that follows until the next decision."""
        if len(actions) != self.games:
            raise ValueError(f"expected an action number for each of {self.games} games, got {len(actions)}")
        _fill(self._numbers, actions)
        self._acted[:] = self.actors
        self._each(
            lambda first, games, rng, scratch, values, desk: kernels.play_games(
                self._twin.key, self._start, self._size, self._who, self._policies, self.actions, self._reward,
                self._resets, self._kingdom_of, first, games, self._numbers, self.words, self._lasts, self._rngs,
                self.seats, self._totals, self._flat[1], self.ends, self._flat[0], self.actors, values, rng, scratch,
            )
        )  # fmt: skip

    def observe(self) -> dict[str, Array]:
        """Writes the observations for the seats to act, or for the own seats; returns their named parts."""
        seats = self.actors if self._who == kernels.EVERY_SEAT else self.seats
        _fill(self._viewers, np.asarray(self._kingdom_of)[np.asarray(seats)])
        out = self.observations.reshape(-1)
        self._each(
            lambda first, games, rng, scratch, values, desk: self.layout.write(
                self.words, self._size, first, games, self._viewers, out, desk
            )
        )
        return self.layout.split(self.observations)

    def observe_one(self, seat: int, game: int = 0) -> dict[str, Array]:
        """Returns what *seat* sees of one game, in a new array."""
        row = self.words[game * self._size : (game + 1) * self._size]
        return self._observe_row(row, seat)

    def observe_last(self, game: int) -> dict[str, Array]:
        """Returns what the seat that has just acted sees of the end of a game, which has begun anew."""
        row = self._lasts[game * self._size : (game + 1) * self._size]
        return self._observe_row(row, int(self._acted[game]))

    def _observe_row(self, row: Row, seat: int) -> dict[str, Array]:
        out = np.zeros(self.layout.width, np.int8)
        self._viewers[0] = self._kingdom_of[seat]
        self.layout.write(row, self._size, 0, 1, self._viewers, out, self._desks[0][-1])
        return self.layout.split(out)

    def pick(self) -> Row:
        """Returns a random legal action for every game."""
        actions = words(self.games)
        self._each(
            lambda first, games, rng, scratch, values, desk: kernels.pick_games(
                self._twin.key, self._size, first, games, self.words, self._rngs, actions, rng, scratch
            )
        )
        return actions

    def state(self, game: int = 0) -> State[Any]:
        """Returns one of the games as a state of the reference."""
        return from_words(self.setup, self.words, game * self._size)

    def _each(self, work: Callable[..., None]) -> None:
        """Calls *work* for a share of the games in every thread: kernels let other threads run."""
        if self._pool is None:
            work(0, self.games, *self._desks[0])
            return

        def share(job: int) -> None:
            work(self._bounds[job], self._bounds[job + 1] - self._bounds[job], *self._desks[job])

        for _ in self._pool.map(share, range(len(self._desks))):
            pass


def _fill(row: Row, numbers: Sequence[int]) -> None:
    """Writes *numbers*, of whatever kind of integers, into *row*."""
    row[:] = numbers if COMPILED else array("q", numbers)


def _array(given: Array | None, dimensions: tuple[int, int], name: str) -> Array:
    if given is None:
        return np.zeros(dimensions, np.int8)
    if given.shape != dimensions or given.dtype != np.int8 or not given.flags.c_contiguous:
        raise ValueError(f"expected {name} of {dimensions} signed bytes in one piece, got: {given.shape} {given.dtype}")
    return given
