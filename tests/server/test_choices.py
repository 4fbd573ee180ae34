"""Whoever is to act is told every legal action, what it means, and what it brings."""

import asyncio
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from crownland.fast.gains import gains_of
from crownland.games.protocol import State
from crownland.games.registry import GAMES
from crownland.games.setup import Setup
from crownland.server import wire
from crownland.server.choices import choices_of, explained, load_quick_gains
from crownland.table.gain import gain_of
from crownland.testing.strategies import random_play

SETUPS = [
    GAMES["kingdomino"].setup(2),
    GAMES["kingdomino"].setup(2, {"mighty-duel": True, "harmony": True, "middle-kingdom": True}),
    GAMES["kingdomino"].setup(3, {"dynasty": True, "harmony": True}),
    GAMES["queendomino"].setup(2),
    GAMES["queendomino"].setup(4),
    GAMES["royal-wedding"].setup(6),
    GAMES["royal-wedding"].setup(4, {"teams": True}),
    GAMES["duel"].setup(2),
]


def positions(setup: Setup, every: int) -> Iterator[State[Any]]:
    """Positions of a random game where a seat is to act."""
    states = (state for _, state in random_play(setup, Random(str(setup))) if state.actor is not None)
    return (state for number, state in enumerate(states) if number % every == 0)


async def test_a_server_that_stops_while_it_compiles_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    async def start(*command: str, **how: Any) -> Any:
        started.append(await create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(60)", **how))
        return started[0]

    create_subprocess_exec = asyncio.create_subprocess_exec
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    monkeypatch.setattr("crownland.server.choices._quick", [])
    monkeypatch.setattr("crownland.fast.jit.COMPILED", True)
    loading = asyncio.create_task(load_quick_gains())
    while not started:
        await asyncio.sleep(0.01)
    loading.cancel()
    await asyncio.gather(loading, return_exceptions=True)
    assert started[0].returncode is not None


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_compiled_gains_are_those_of_the_rules(setup: Setup) -> None:
    for state in positions(setup, every=5):
        assert gains_of(state) == [gain_of(state, action).points for action in state.legal_actions()], str(state)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_choices_are_the_legal_actions_in_their_order(setup: Setup) -> None:
    for state in positions(setup, every=9):
        choices = choices_of(state)
        assert [choice.token for choice in choices] == list(map(str, state.legal_actions()))
        assert [choice.gain for choice in choices] == gains_of(state)


@pytest.mark.parametrize("game", ["duel", "royal-wedding"])
def test_the_rules_tell_what_actions_bring_in_a_game_by_earlier_rules(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fast twin has today's rules only."""
    monkeypatch.setattr("crownland.server.choices._quick", [gains_of])
    for state in positions(GAMES[game].setup(rules=1), every=20):
        gains = [gain_of(state, action).points for action in state.legal_actions()]
        assert [choice.gain for choice in choices_of(state)] == gains


def test_an_action_is_explained_line_by_line() -> None:
    state = next(state for state in positions(SETUPS[0], every=1) if any(gains_of(state)))
    best = max(choices_of(state), key=lambda choice: choice.gain)
    action = next(action for action in state.legal_actions() if str(action) == best.token)
    told = explained(state, action)
    assert (
        told.gain
        == best.gain
        == sum(change.after.points - sum(line.points for line in change.before) for change in told.changes)
    )
    assert isinstance(told, wire.Explained)


MEANINGS = {
    "place": 2,
    "discard": 0,
    "claim": 0,
    "tax": 1,
    "build": 1,
    "dragon": 0,
    "end": 0,
    "take": 0,
    "turn_die": 0,
    "name_wild": 0,
    "castle_bonus": 0,
    "free_placement": 0,
    "split": 0,
    "draw_pair": 2,
    "draw_die": 1,
    "coat_bonus": 0,
    "extra_cross": 1,
}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_kind_of_action_says_its_squares(setup: Setup) -> None:
    for state in positions(setup, every=3):
        for choice in choices_of(state):
            assert len(choice.squares) == MEANINGS[choice.kind], choice
            assert (choice.subject == "") == (choice.kind in ("end", "free_placement", "split", "extra_cross")), choice
