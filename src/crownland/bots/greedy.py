"""The bot that takes the best points it sees: each game's own judge values the actions."""

from random import Random
from typing import Any

from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.fast.policy import GREEDY
from crownland.games.judging import POINTS_NOW, Judge
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game

__all__ = ["Greedy", "greedy_actions", "judge_of"]

EQUAL = 1e-9  # points: values that differ by less are equal


def judge_of(game: str) -> Judge:
    """Returns the judge of *game*; a game without one is judged by the score right after an action."""
    judge: Judge | None = find_game(game).load("judge")
    return POINTS_NOW if judge is None else judge


def greedy_actions(state: State[Any]) -> list[Action]:
    """Returns the actions that greedy play likes best; it chooses between them at random, or takes the first."""
    actions = state.legal_actions()
    if not actions:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    judge = judge_of(state.setup.game)
    values = [judge.value(state, action) for action in actions]
    best = [action for action, value in zip(actions, values, strict=True) if value >= max(values) - EQUAL]
    return best[:1] if isinstance(best[0], judge.ordered) else best


@register_bot("greedy", "Takes the best points it sees now, keeps its land together, leaves no holes.", policy=GREEDY)
class Greedy:
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """Returns the action of highest value, or one of several at random; see :class:`Judge` for the exception."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        best = greedy_actions(state)
        return best[0] if isinstance(best[0], judge_of(state.setup.game).ordered) else rng.choice(best)
