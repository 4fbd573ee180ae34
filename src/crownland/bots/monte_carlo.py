"""The bot that plays every choice to the end many times and takes the one with the best results."""

from typing import Any

from crownland.bots.registry import register_bot
from crownland.bots.search_bot import SearchBot
from crownland.fast.budget import Budget
from crownland.games.protocol import State

__all__ = ["MonteCarlo"]


@register_bot(
    "mc", "Plays every choice to the end in many futures and takes the best: sims=1000 or time=1.", takes_time=True
)
class MonteCarlo(SearchBot):
    def search(self, state: State[Any], budget: Budget, seed: int) -> int:
        from crownland.fast.playouts import play_out

        return play_out(state, budget, seed)[0].action
