"""Flat Monte Carlo: plays every way to act to the end in the same futures, and keeps the better half playing."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, log2
from time import monotonic
from typing import Any

from crownland.fast import entries, layout, numbering, phase
from crownland.fast.budget import SLICE, Budget
from crownland.fast.convert import to_words
from crownland.fast.jit import Row, words
from crownland.fast.outlook import Outlook
from crownland.fast.policy import GREEDY
from crownland.fast.search import NO_ACTION, SUMS, sample
from crownland.fast.twin import require_twin
from crownland.games.protocol import State

__all__ = ["Candidate", "play_out"]

WIN = 1.0
POINT = 0.02  # of margin, beside a win: early on a margin says more than who wins, with less noise


@dataclass(slots=True)
class Candidate:
    """A way to act: the number of an action, and of the claim that follows when that can be chosen with it."""

    action: int
    then: int
    visits: int = 0
    value: float = 0.0  # for the seat that acts
    outlooks: tuple[Outlook, ...] = ()  # of every kingdom


def play_out(state: State[Any], budget: Budget, seed: int) -> list[Candidate]:
    """Returns every way to act, the best first: sequential halving, with greedy play to the end."""
    return _PlayOuts(state, seed).halve(budget)


class _PlayOuts:
    def __init__(self, state: State[Any], seed: int) -> None:
        seat = state.actor
        if seat is None:
            raise TypeError(f"expected a position where a player is to act, got: {state}")
        self._row = to_words(state)
        twin = require_twin(state.setup)
        self._twin, self._size = twin.key, len(self._row)
        self._kingdom, self._kingdoms, self._seed = state.kingdom_of(seat), len(state.kingdoms), seed
        self._policies = sum(GREEDY << 4 * one for one in range(state.setup.players))
        self._room, self._rng, self._lots = words(self._size), words(1), words(1)
        self._scratch = words(twin.kernels.SCRATCH_WORDS)
        self._out = words(numbering.MOST_LEGAL)
        self.candidates = self._all_candidates()
        self._actions = words(2 * len(self.candidates))
        for at, candidate in enumerate(self.candidates):
            self._actions[2 * at], self._actions[2 * at + 1] = candidate.action, candidate.then
        self._sums = words(SUMS * self._kingdoms * len(self.candidates))
        self._futures = 0

    def halve(self, budget: Budget) -> list[Candidate]:
        begin, alive = monotonic(), list(range(len(self.candidates)))
        rounds = max(1, ceil(log2(len(alive))))
        for number in range(1, rounds + 1):
            end = inf if budget.seconds is None else begin + budget.seconds * number / rounds
            most = inf if budget.sims is None else max(1, budget.sims // (rounds * len(alive)))
            self._sample_until(alive, end, most)
            alive.sort(key=lambda at: self.candidates[at].value, reverse=True)
            del alive[max(1, len(alive) // 2) :]
        # Those that played longest come first: they were compared in all the futures.
        return sorted(self.candidates, key=lambda one: (one.visits, one.value), reverse=True)

    def _sample_until(self, alive: Sequence[int], end: float, most: float) -> None:
        """Plays futures for those alive until the clock says *end*, or until there were *most*."""
        if end == inf:
            self._sample(alive, int(most))
            return
        futures = 1
        while most > 0:
            before = monotonic()
            self._sample(alive, futures)
            now = monotonic()
            if now >= end:
                return
            most -= futures
            futures = int(min(most, max(1, futures * min(SLICE, end - now) / (now - before + 1e-9))))

    def _sample(self, alive: Sequence[int], futures: int) -> None:
        chosen = words(len(alive))
        for place, at in enumerate(alive):
            chosen[place] = at
        sample(
            self._twin,
            self._row,
            self._size,
            self._actions,
            chosen,
            self._seed,
            self._futures,
            futures,
            self._policies,
            self._room,
            self._rng,
            self._lots,
            self._scratch,
            self._sums,
        )
        self._futures += futures
        for at in alive:
            candidate = self.candidates[at]
            candidate.visits += futures
            candidate.outlooks = self._outlooks(at)
            mine = candidate.outlooks[self._kingdom]
            candidate.value = WIN * mine.win + POINT * mine.margin

    def _outlooks(self, at: int) -> tuple[Outlook, ...]:
        """Returns what every kingdom may expect of a candidate; a shared win counts half for each."""
        first, visits = SUMS * self._kingdoms * at, self.candidates[at].visits
        slots = range(first, first + SUMS * self._kingdoms, SUMS)
        return tuple(Outlook(int(self._sums[slot]) / 2 / visits, int(self._sums[slot + 1]) / visits) for slot in slots)

    def _all_candidates(self) -> list[Candidate]:
        found = []
        for action in self._legal(self._row):
            for slot in range(self._size):
                self._room[slot] = self._row[slot]
            entries.apply(self._twin, self._room, 0, action)
            claims = self._legal(self._room) if self._room[layout.PHASE] == phase.CLAIM else []
            if self._row[layout.PHASE] == phase.PLACE and claims:  # the king that has placed is the one that claims
                found += [Candidate(action, claim) for claim in claims]
            else:
                found.append(Candidate(action, NO_ACTION))
        return found

    def _legal(self, row: Row) -> list[int]:
        count = entries.legal(self._twin, row, 0, self._out)
        return [int(number) for number in self._out[:count]]
