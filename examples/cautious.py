"""A bot in ten lines: points now, in a kingdom that stays small. Load it with ``--load examples/cautious.py``."""

from random import Random
from typing import Any

from crownland import register_bot
from crownland.bots import Limit
from crownland.games.protocol import Action, State


@register_bot("cautious", "Takes points and keeps its kingdom small.")
class Cautious:
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        assert state.actor is not None
        mine = state.kingdom_of(state.actor)

        def worth(action: Action) -> tuple[int, float]:
            after = state.apply(action)
            kingdom = after.kingdoms[mine]
            return after.scores()[mine].total - kingdom.width - kingdom.height, rng.random()

        return max(state.legal_actions(), key=worth)
