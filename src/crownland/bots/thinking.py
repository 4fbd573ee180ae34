"""What bots that search have in common: a number of simulations or a time, and compiled kernels that must be there."""

from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Limit
from crownland.fast.budget import Budget
from crownland.games.protocol import Action, State
from crownland.games.setup import Setup

__all__ = ["Thinking"]

RESERVE = 0.1  # of the time: for what lies around the search
WAIT = 0.5  # of the time: for kernels that are still being loaded or compiled
SOLVING = 0.4  # of the time, at most: for an endgame that may be solved exactly
SIMS = 1000
SIMS_SOLVING = 0.2  # seconds on a slow machine, counted in positions: for the same without a time


class Thinking:
    """A bot that searches with *sims* simulations, the same for the same generator, or for *time* seconds an action.

    The table's limit is never passed; without sims it is used up. Endgames of two kingdoms are solved exactly. Loading
    compiled kernels takes a second, compiling them some ten: a bot that has no time for that answers as ``greedy``
    until they are there.
    """

    def __init__(self, sims: int = 0, time: float = 0.0) -> None:
        self.sims, self.time = sims, time

    def search(self, state: State[Any], budget: Budget, seed: int) -> int:
        """The number of the action to take; at least two are legal."""
        raise NotImplementedError

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        begin, actions = monotonic(), state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if state.setup.past_rules is not None:  # the fast twin has today's rules only
            return Greedy().choose(state, limit, rng)
        seed = rng.getrandbits(62)
        seconds = limit.time if limit.time is not None else self.time or None
        if not self._kernels(state.setup).wait(None if seconds is None else WAIT * seconds):
            return Greedy().choose(state, limit, rng)
        from crownland.fast.convert import action_of
        from crownland.fast.endgame import solve

        if solution := solve(state, SIMS_SOLVING if seconds is None else SOLVING * seconds):
            return action_of(state, solution.action)
        left = None if seconds is None else max(0.0, begin + (1 - RESERVE) * seconds - monotonic())
        sims = self.sims or (SIMS if seconds is None else None)
        return action_of(state, self.search(state, Budget(sims, left), seed))

    def prepare(self, setup: Setup) -> None:
        """Loads the kernels for a game of that kind. If they must be compiled, other processes find them afterwards."""
        from crownland.fast.endgame import search_to_end
        from crownland.fast.warm import first_choice

        self.search(first_choice(setup), Budget(sims=1), seed=0)
        search_to_end(first_choice(setup), limit=0)

    def _kernels(self, setup: Setup) -> Event:
        """Set when the kernels for a game of that kind are there; another thread has begun to load them."""
        ready = _READY.get((type(self), setup.game))
        if ready is None:
            ready = _READY[type(self), setup.game] = Event()
            Thread(target=self._load, args=(setup, ready), daemon=True, name=f"kernels of {setup.game}").start()
        return ready

    def _load(self, setup: Setup, ready: Event) -> None:
        try:
            self.prepare(setup)
        finally:
            ready.set()  # what went wrong will go wrong again for whoever searches; nobody waits for ever


_READY: dict[tuple[type[Thinking], str], Event] = {}
