"""The bot that takes what it sees: the best kingdom after this action, and the domino that would serve it best."""

from random import Random
from typing import Any

from crownland.bots.protocol import Limit
from crownland.bots.registry import register_bot
from crownland.games.classic import state as classic
from crownland.games.classic.rules import Rules
from crownland.games.protocol import Action, State
from crownland.kernel.action import Claim, Discard, Place
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.kingdom import Kingdom, reach
from crownland.kernel.square import STRIDE, Direction, neighbours, squares

__all__ = ["Greedy", "kingdom_value"]

# What something that scores nothing yet is worth, in points.
HOLE = -1.5  # an empty square that no domino can fill any more
TOUCH = 0.2  # two neighbouring squares of one terrain: land that can grow together
SPREAD = -0.1  # a column or row of the box: a small box leaves the choice open
DISCARD = -2.0


@register_bot("greedy", "Takes the best points it sees now, keeps its land together and leaves no holes.")
class Greedy:
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """The action of highest value; equals are drawn by lot, among claims the lowest number wins."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if not isinstance(state, classic.State) or state.actor is None:
            raise TypeError(f"expected a position where a player is to act, got: {state}")
        kingdom = state.kingdoms[state.kingdom_of(state.actor)]
        values = [_value(action, kingdom, state.rules) for action in actions]
        best = [action for action, value in zip(actions, values, strict=True) if value >= max(values) - 1e-9]
        return best[0] if isinstance(best[0], Claim) else rng.choice(best)


def kingdom_value(kingdom: Kingdom, rules: Rules) -> float:
    """The points of *kingdom* now, and what its form promises."""
    touching = sum((land & land << 1).bit_count() + (land & land << STRIDE).bit_count() for land in kingdom.terrains)
    free = reach(rules.size, kingdom.box) & ~kingdom.occupied
    holes = (free & ~neighbours(free)).bit_count()
    spread = kingdom.width + kingdom.height
    return classic.score(kingdom, rules).total + HOLE * holes + TOUCH * touching + SPREAD * spread


def _value(action: Action, kingdom: Kingdom, rules: Rules) -> float:
    match action:
        case Place(domino, square, direction):
            return kingdom_value(kingdom.place(DOMINOES[domino], square, direction), rules)
        case Claim(domino):
            return _claim_value(domino, kingdom, rules)
        case Discard():
            return 0.0
    raise TypeError(f"expected an action of a player, got: {action!r}")


def _claim_value(domino: DominoId, kingdom: Kingdom, rules: Rules) -> float:
    """What the best placement of *domino* would be worth if the kingdom stayed as it is."""
    face = DOMINOES[domino]
    values = [
        kingdom_value(kingdom.place(face, square, direction), rules)
        for direction, spots in zip(Direction, kingdom.spots(face, rules.size), strict=True)
        for square in squares(spots)
    ]
    return max(values, default=kingdom_value(kingdom, rules) + DISCARD)
