"""What tests of environments share: setups, and what the reference says of a position."""

from typing import Any

import pytest

from crownland.games.protocol import State
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat

SETUPS = [
    *(game.setup() for game in GAMES.values()),
    *(game.setup(max(game.players)) for game in GAMES.values() if len(game.players) > 1),
    find_game("kingdomino").setup(3, {"dynasty": True, "harmony": True}),
    find_game("kingdomino").setup(2, {"mighty-duel": True, "middle-kingdom": True}),
]


def need(module: str, extra: str) -> Any:
    """Returns the module of a library, or skips the tests of a file where it is not installed."""
    return pytest.importorskip(module, reason=f"{module} is not installed: pip install 'crownland[{extra}]'")


def results(state: State[Any]) -> dict[str, list[float]]:
    """Returns every reward of every seat at the end of a game, by the reference."""
    totals = [score.total for score in state.scores()]
    firsts = [one.kingdom for one in state.ranking() if one.rank == 1]
    found: dict[str, list[float]] = {"win": [], "margin": [], "points": []}
    for seat in range(state.setup.players):
        kingdom = state.kingdom_of(Seat(seat))
        found["win"].append(2 / len(firsts) - 1 if kingdom in firsts else -1)
        found["margin"].append(totals[kingdom] - max(totals[:kingdom] + totals[kingdom + 1 :]))
        found["points"].append(totals[kingdom])
    return found


def sampled(setup: Setup) -> str:
    return str(setup).replace(" ", ",")
