"""Greedy judgement of Kingdomino: the points after an action, and what the form of the kingdom promises."""

from crownland.games.classic.state import State, score
from crownland.games.judging import Judge, best_placement, form_value
from crownland.games.protocol import Action
from crownland.kernel.action import Claim, Place
from crownland.kernel.domino import DOMINOES
from crownland.kernel.kingdom import Kingdom

__all__ = ["JUDGE", "judge"]


def judge(state: State, action: Action) -> float:
    """Returns the value of the kingdom after *action*; a claim counts as its domino's best placement."""
    rules = state.rules

    def value(kingdom: Kingdom) -> float:
        return score(kingdom, rules).total + form_value(kingdom, rules.size)

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


# C9: of equal dominoes the lowest number, which claims first in the next line.
JUDGE = Judge(judge, ordered=(Claim,))
