"""The bot that plays at random: the baseline for all others."""

from random import Random
from typing import Any

from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.fast.policy import RANDOM
from crownland.games.protocol import Action, State

__all__ = ["Uniform"]


@register_bot("uniform", "Plays any legal action, each as likely as the other.", policy=RANDOM)
class Uniform:
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        return rng.choice(state.legal_actions())
