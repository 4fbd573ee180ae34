"""What the searching bots share: a budget of simulations or time, and compiled kernels that must be loaded first."""

from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Limit
from crownland.fast import jit
from crownland.fast.budget import Budget
from crownland.fast.twin import twin_of
from crownland.games.protocol import Action, State
from crownland.games.setup import Setup
from crownland.networks import has_network

__all__ = ["SearchBot"]

RESERVE = 0.1  # of the time: for work before and after the search
WAIT = 0.5  # of the time: for kernels that are still being loaded or compiled
SOLVING = 0.4  # of the time, at most: for an endgame that may be solved exactly
SIMS = 1000
SIMS_SOLVING = 0.2  # seconds on a slow machine, counted in positions: for an endgame when there is no time limit


class SearchBot:
    """A bot that searches with *sims* simulations an action, or for *time* seconds.

    With *sims* it repeats its choices for the same generator, and stops early. Without, it uses the time of the table's
    limit, which it never exceeds. It solves endgames of two kingdoms exactly.

    Loading compiled kernels takes a second, compiling them about ten. A bot that has no time for that plays as
    ``greedy`` until they are loaded; so does any bot in a game without kernels.
    """

    is_reusable = True  # in other games: what it remembers of one only saves work

    def __init__(self, sims: int = 0, time: float = 0.0) -> None:
        self.sims, self.time = sims, time

    def search(self, state: State[Any], budget: Budget, seed: int) -> int:
        """Returns the number of the action to take; at least two are legal."""
        raise NotImplementedError

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        begin, actions = monotonic(), state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if twin_of(state.setup) is None:
            return Greedy().choose(state, limit, rng)
        seed = rng.getrandbits(62)
        seconds = self._seconds(limit)
        if not self.is_ready(state.setup, limit):
            return Greedy().choose(state, limit, rng)
        from crownland.fast.convert import action_of
        from crownland.fast.endgame import solve

        if solution := solve(state, SIMS_SOLVING if seconds is None else SOLVING * seconds):
            return action_of(state, solution.action)
        left = None if seconds is None else max(0.0, begin + (1 - RESERVE) * seconds - monotonic())
        sims = self.sims or (SIMS if seconds is None else None)
        return action_of(state, self.search(state, Budget(sims, left), seed))

    def is_ready(self, setup: Setup, limit: Limit) -> bool:
        """Waits until the kernels for *setup* are loaded, for a part of the time; returns whether they are."""
        seconds = self._seconds(limit)
        return self._kernels(setup).wait(None if seconds is None else WAIT * seconds)

    def _seconds(self, limit: Limit) -> float | None:
        return limit.time if limit.time is not None else self.time or None

    def prepare(self, setup: Setup) -> None:
        """Loads the kernels for *setup*, if it has any; compiles them into the cache that all processes share."""
        if twin_of(setup) is None:
            return
        from crownland.fast.endgame import search_to_end
        from crownland.fast.warm import first_choice

        self.search(first_choice(setup), Budget(sims=1), seed=0)
        search_to_end(first_choice(setup), limit=0)

    def _kernels(self, setup: Setup) -> Event:
        """Starts a thread that loads the kernels for *setup*, once; returns an event that is set when it is done.

        Where nothing is compiled, there is no need to wait; a browser has no threads either.
        """
        key = type(self), setup.game, has_network(setup)
        ready = _READY.get(key)
        if ready is None:
            ready = _READY[key] = Event()
            if jit.COMPILED:
                Thread(target=self._load, args=(setup, ready), daemon=True, name=f"kernels of {setup.game}").start()
            else:
                self._load(setup, ready)
        return ready

    def _load(self, setup: Setup, ready: Event) -> None:
        try:
            self.prepare(setup)
        finally:
            ready.set()  # after an error too: the search will raise it again, and nobody waits forever


_READY: dict[tuple[type[SearchBot], str, bool], Event] = {}
