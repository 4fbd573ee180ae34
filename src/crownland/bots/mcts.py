"""The bot that looks ahead: it grows a tree in which every seat plays for its own best result."""

from typing import Any

from crownland.bots.registry import register_bot
from crownland.bots.search_bot import SearchBot
from crownland.fast.budget import Budget
from crownland.games.protocol import State

__all__ = ["TreeSearch"]


@register_bot("mcts", "Looks ahead in a tree where every seat goes for its best: sims=1000 or time=1.", takes_time=True)
class TreeSearch(SearchBot):
    def search(self, state: State[Any], budget: Budget, seed: int) -> int:
        from crownland.fast.tree_search import grow_tree

        return grow_tree(state, budget, seed)[0].action
