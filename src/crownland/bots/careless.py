"""The bot that plays like people who are new or in a hurry: it overlooks actions and misjudges those it sees."""

from random import Random
from typing import Any

from crownland.bots.greedy import judge_of
from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.games.protocol import Action, State

__all__ = ["Careless"]


@register_bot("careless", "Greedy with human slips: misjudges by some points, overlooks a share: blur=4, slips=0.2.")
class Careless:
    """Greedy with noise: *blur* is the standard deviation of its error in points, *slips* the share it overlooks."""

    def __init__(self, blur: float = 4.0, slips: float = 0.2) -> None:
        self.blur, self.slips = blur, slips

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        judge = judge_of(state.setup.game)
        seen = [action for action in actions if rng.random() >= self.slips] or [rng.choice(actions)]
        return max(seen, key=lambda action: judge.value(state, action) + rng.gauss(0, self.blur))
