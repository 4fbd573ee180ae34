"""The bots that play by a learned network: at once, or with a tree over it."""

from math import log
from random import Random
from typing import TYPE_CHECKING, Any

from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.bots.search_bot import SearchBot
from crownland.fast.budget import Budget
from crownland.games.protocol import Action, State
from crownland.games.setup import Setup
from crownland.networks import find_network

if TYPE_CHECKING:
    from crownland.fast.net_search import NetSearch

__all__ = ["Grandmaster", "Net", "net_search"]


def net_search(setup: Setup) -> "NetSearch | None":
    """Returns a new search with the network for *setup*, or None where there is none."""
    from crownland.fast.net_search import NetSearch

    network = find_network(setup)
    return None if network is None else NetSearch(setup, network.shape, network.weights)


class _NetBot(SearchBot):
    """Keeps a search for the setup that it plays."""

    def __init__(self, sims: int = 0, time: float = 0.0) -> None:
        super().__init__(sims, time)
        self._searches: dict[Setup, NetSearch | None] = {}

    def _search_for(self, setup: Setup) -> "NetSearch | None":
        if setup not in self._searches:
            self._searches[setup] = net_search(setup)
        return self._searches[setup]


@register_bot("net", "A learned network without search: may misjudge by blur=0.05 of win chance, overlook slips=0.1.")
class Net(_NetBot):
    """Takes what the network likes best; plays as greedy where there is none.

    *blur* is by how much it misjudges, in win chance; *slips* is the share of ways that it overlooks.
    """

    def __init__(self, blur: float = 0.0, slips: float = 0.0) -> None:
        super().__init__(sims=1)
        self.blur, self.slips = blur, slips

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        if find_network(state.setup) is None:
            return Greedy().choose(state, limit, rng)
        if not (self.blur or self.slips):
            return super().choose(state, limit, rng)
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if not self.is_ready(state.setup, limit):
            return Greedy().choose(state, limit, rng)
        return self._choose_blurred(state, limit, rng)

    def search(self, state: State[Any], budget: Budget, seed: int) -> int:
        search = self._search_for(state.setup)
        assert search is not None, "choose() plays as greedy without one"
        ways = search.judge(state)
        if ways:
            return ways[0].action
        from crownland.fast.convert import action_number

        # An endgame that takes too long to solve; the network has not learned any.
        return action_number(state, Greedy().choose(state, Limit(), Random(seed)))

    def prepare(self, setup: Setup) -> None:
        if find_network(setup) is not None:
            super().prepare(setup)

    def _choose_blurred(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        from crownland.fast.convert import action_of

        search = self._search_for(state.setup)
        ways = [] if search is None else search.judge(state)
        if not ways or state.actor is None:
            return super().choose(state, limit, rng)  # an endgame, which it plays without errors
        seen = [way for way in ways if rng.random() >= self.slips] or ways
        kingdom = state.kingdom_of(state.actor)
        best = max(seen, key=lambda way: way.worth(kingdom) - self.blur * log(-log(rng.random() or 0.5)))
        return action_of(state, best.action)


@register_bot("grandmaster", "A tree over a learned network; mcts where there is none.", takes_time=True)
class Grandmaster(_NetBot):
    def search(self, state: State[Any], budget: Budget, seed: int) -> int:
        search = self._search_for(state.setup)
        if search is not None:
            return search.search(state, budget, seed)[0].action
        from crownland.fast.tree_search import grow_tree

        return grow_tree(state, budget, seed)[0].action
