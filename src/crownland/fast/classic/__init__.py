"""Kingdomino on rows of words: K1–K10."""

from crownland.fast.classic import layout, numbering
from crownland.fast.twin import Twin, register_twin
from crownland.games.classic.rules import rules_of
from crownland.games.setup import Setup

__all__ = ["TWIN"]


def _knows(setup: Setup) -> bool:
    rules = rules_of(setup)
    return (
        rules.size in layout.SIZES
        and rules.line_length <= numbering.MOST_CLAIMS
        and rules.games <= layout.MOST_PAST + 1
        and all(bonus.key in layout.BONUS_SHIFT for bonus in rules.bonuses)
    )


def _network(setup: Setup) -> str | None:
    rules = rules_of(setup)
    if rules.games > 1:
        return None  # networks know nothing of the games before
    if setup.players > 2:
        return "kingdomino-34"
    return "kingdomino-2" if rules.size == layout.SIZES[0] else "mighty-duel"


TWIN = register_twin(Twin(layout.NUMBER, __name__, numbering.ACTIONS, _knows, _network))
