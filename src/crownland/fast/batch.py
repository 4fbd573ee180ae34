"""Thousands of games stepped at once, for learning."""

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from crownland.fast import entries, layout, phase
from crownland.fast.convert import from_words, start_words
from crownland.fast.jit import COMPILED, Row, words
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.games.setup import Setup

__all__ = ["Batch"]


class Batch:
    """*games* games of one setup, each with its own generator: none depends on the others or on *jobs*.

    ``words`` holds them one after the other, ``size`` words each; ``column(slot)`` is one slot of all games, as the
    game's layout.py names it. Chance is played at once: in every game a seat is to act, or it is over.
    """

    def __init__(self, setup: Setup, games: int, seed: int = 0, jobs: int = 1) -> None:
        if games < 1 or jobs < 1:
            raise ValueError(f"expected one game and one job or more, got: {games} games and {jobs} jobs")
        self.setup, self.games, self.jobs = setup, games, jobs
        self._twin, start = require_twin(setup), start_words(setup)
        self.size, self.kingdoms = len(start), int(start[layout.KINGDOMS])
        self.actions = self._twin.actions
        self.words, self._rngs = words(self.size * games), words(games)
        self._each(
            lambda first, count, rng, scratch: entries.begin_games(
                self._twin.key, start, self.size, seed, first, count, self.words, self._rngs, rng
            )
        )

    def clone(self) -> "Batch":
        """Returns an independent copy."""
        other = object.__new__(Batch)
        other.__dict__ |= self.__dict__
        other.words, other._rngs = self.words[:], self._rngs[:]
        if COMPILED:  # a slice of an array shares its memory
            other.words, other._rngs = other.words.copy(), other._rngs.copy()  # type: ignore[attr-defined]
        return other

    def column(self, slot: int) -> Sequence[int]:
        """Returns one slot of every game."""
        return self.words[slot :: self.size]

    @property
    def is_over(self) -> bool:
        """Whether every game is over."""
        return all(now == phase.OVER for now in self.column(layout.PHASE))

    def legal(self) -> tuple[MutableSequence[int], Row]:
        """Returns for every game a byte for each action number, 1 when it is legal; and the seat to act, or -1."""
        masks, actors = _bytes(self.games * self.actions), words(self.games)
        self._each(
            lambda first, count, rng, scratch: entries.mask_games(
                self._twin.key, self.words, self.size, first, count, self.actions, masks, actors, scratch
            )
        )
        return masks, actors

    def step(self, actions: Sequence[int]) -> int:
        """Plays one action in every game, by its number; -1 for none. An illegal one changes nothing.

        Returns in how many games an action was played.
        """
        if len(actions) != self.games:
            raise ValueError(f"expected an action number for each of {self.games} games, got {len(actions)}")
        numbers = words(self.games)  # whatever kind of row it was: kernels are compiled for one
        numbers[:] = actions if COMPILED else array("q", actions)
        return sum(
            self._each(
                lambda first, count, rng, scratch: entries.step_games(
                    self._twin.key, self.words, self.size, first, count, numbers, self._rngs, rng, scratch
                )
            )
        )

    def move(self, policies: Sequence[int] = ()) -> None:
        """Plays one action in every game that is not over; each seat acts by its policy, RANDOM or GREEDY."""
        packed = sum(policy << 4 * seat for seat, policy in enumerate(policies))
        self._each(
            lambda first, count, rng, scratch: entries.move_games(
                self._twin.key, self.words, self.size, first, count, packed, self._rngs, rng, scratch
            )
        )

    def standings(self) -> Row:
        """Returns the standing of each kingdom of every game as if it ended now: total << 32, and tie-breaks."""
        made = words(self.games * self.kingdoms)
        self._each(
            lambda first, count, rng, scratch: entries.score_games(
                self._twin.key, self.words, self.size, first, count, self.kingdoms, made
            )
        )
        return made

    def state(self, number: int) -> State[Any]:
        """Returns the reference state of one of the games."""
        return from_words(self.setup, self.words, number * self.size)

    def _each(self, work: Callable[[int, int, Row, Row], Any]) -> list[Any]:
        """Calls *work* for a share of the games in every thread, with a generator and a scratch row of its own."""
        bounds = [self.games * job // self.jobs for job in range(self.jobs + 1)]

        def share(job: int) -> Any:
            return work(bounds[job], bounds[job + 1] - bounds[job], words(1), words(self._twin.kernels.SCRATCH_WORDS))

        if self.jobs == 1:
            return [share(0)]
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(share, range(self.jobs)))


def _bytes(count: int) -> MutableSequence[int]:
    if not COMPILED:
        return bytearray(count)
    import numpy as np

    return np.zeros(count, dtype=np.uint8)  # type: ignore[return-value]
