"""Queendomino and Royal Wedding on rows of words: Q1–Q14, W1–W4."""

from typing import Any

from crownland.fast.queen import layout, numbering
from crownland.fast.twin import Twin, register_twin
from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["TWIN"]


def _knows(setup: Setup) -> bool:
    state: Any = find_game(setup.game).start(setup)
    rules = state.rules
    return (
        rules.size in layout.SIZES
        and rules.line_length <= numbering.MOST_CLAIMS
        and rules.kingdoms <= layout.MOST_KINGDOMS
        and len(rules.piles) <= layout.BOXES
    )


def _network(setup: Setup) -> str | None:
    """Returns the name of the network for two players, who have the only kingdoms of 7×7 in this twin."""
    return f"{setup.game}-{setup.players}" if setup.players == 2 else None


TWIN = register_twin(Twin(layout.NUMBER, __name__, numbering.ACTIONS, _knows, _network))
