"""The bot that takes what it sees: the best kingdom after this action, and the domino that would serve it best."""

from collections.abc import Callable
from random import Random
from typing import Any

from crownland.bots import duel_judge, queen_judge
from crownland.bots.land import best_placement, form_value
from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.fast.policy import GREEDY
from crownland.games.classic import state as classic
from crownland.games.duel import state as duel
from crownland.games.protocol import Action, State
from crownland.games.queen import state as queen
from crownland.kernel.action import Claim, Place
from crownland.kernel.domino import DOMINOES
from crownland.kernel.kingdom import Kingdom

__all__ = ["Greedy"]


@register_bot("greedy", "Takes the best points it sees now, keeps its land together, leaves no holes.", policy=GREEDY)
class Greedy:
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """The action of highest value; equals are drawn by lot, among claims the lowest number wins."""
        actions = state.legal_actions()
        if not actions:
            raise TypeError(f"expected a position where a player is to act, got: {state}")
        if len(actions) == 1:
            return actions[0]
        judge = JUDGES[type(state)]
        values = [judge(state, action) for action in actions]
        best = [action for action, value in zip(actions, values, strict=True) if value >= max(values) - 1e-9]
        return best[0] if isinstance(best[0], Claim) else rng.choice(best)


def judge_classic(state: classic.State, action: Action) -> float:
    """The points of the kingdom after *action*, or with the claimed domino on it, and what its form promises."""
    rules = state.rules

    def value(kingdom: Kingdom) -> float:
        return classic.score(kingdom, rules).total + form_value(kingdom, rules.size)

    seat = state.actor
    if seat is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    kingdom = state.kingdoms[seat]
    match action:
        case Place(domino, square, direction):
            return value(kingdom.place(DOMINOES[domino], square, direction))
        case Claim(domino):
            return best_placement(domino, kingdom, rules.size, value)
    return 0.0


# How each game's actions are judged, by the type of its state.
JUDGES: dict[type[Any], Callable[[Any, Action], float]] = {
    classic.State: judge_classic,
    queen.State: queen_judge.judge,
    duel.State: duel_judge.judge,
}
