"""The bot that plays every choice to the end, many times over, and takes what came out best."""

from random import Random
from time import monotonic
from typing import Any

from crownland.bots.greedy import Greedy
from crownland.bots.kernels import are_ready, make_ready
from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.games.protocol import Action, State

__all__ = ["MonteCarlo"]

RESERVE = 0.1  # of the time: for what lies around the play-outs
WAIT = 0.5  # of the time: for kernels that are still being loaded or compiled


@register_bot("mc", "Plays every choice to the end in many futures and takes the best: sims=1000 or time=1.")
class MonteCarlo:
    """*sims* play-outs an action, the same for the same generator; or as many as fit into *time* seconds.

    A limit that the table sets comes first.
    """

    def __init__(self, sims: int = 0, time: float = 0.0) -> None:
        self.sims, self.time = (sims or 1000) if not time else sims, time

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        begin = monotonic()
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        seed = rng.getrandbits(62)
        seconds = limit.time if limit.time is not None else self.time or None
        if seconds is None:
            make_ready(state.setup)
        elif not are_ready(state.setup, within=WAIT * seconds):
            return Greedy().choose(state, limit, rng)
        from crownland.bots.playouts import Budget, play_out
        from crownland.fast.convert import action_of

        left = None if seconds is None else max(0.0, begin + (1 - RESERVE) * seconds - monotonic())
        found = play_out(state, Budget(None if seconds is not None else self.sims, left), seed)
        return action_of(state, found[0].action)
