"""The bot that takes the best points it sees: each game's own judge values the actions."""

from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.fast.policy import GREEDY
from crownland.games.judging import POINTS_NOW, Judge
from crownland.games.protocol import Action, State

__all__ = ["Greedy", "judge_of"]

EQUAL = 1e-9  # points: values that differ by less are equal

# Moves to the Game value.
JUDGES = {
    "kingdomino": "crownland.games.classic.judge:JUDGE",
    "queendomino": "crownland.games.queen.judge:JUDGE",
    "royal-wedding": "crownland.games.queen.judge:JUDGE",
    "duel": "crownland.games.duel.judge:JUDGE",
}


@cache
def judge_of(game: str) -> Judge:
    """Returns the judge of *game*; a game without one is judged by the score right after an action."""
    place = JUDGES.get(game)
    if place is None:
        return POINTS_NOW
    module, _, name = place.partition(":")
    judge: Judge = getattr(import_module(module), name)
    return judge


@register_bot("greedy", "Takes the best points it sees now, keeps its land together, leaves no holes.", policy=GREEDY)
class Greedy:
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """Returns the action of highest value, or one of several at random; see :class:`Judge` for the exception."""
        actions = state.legal_actions()
        if not actions:
            raise TypeError(f"expected a position where a player is to act, got: {state}")
        if len(actions) == 1:
            return actions[0]
        judge = judge_of(state.setup.game)
        values = [judge.value(state, action) for action in actions]
        best = [action for action, value in zip(actions, values, strict=True) if value >= max(values) - EQUAL]
        return best[0] if isinstance(best[0], judge.ordered) else rng.choice(best)
