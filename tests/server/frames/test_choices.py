"""The choices of the player to act: every legal action with its meaning and its gain."""

import asyncio
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from crownland.fast.gains import gains_of
from crownland.games.protocol import State
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup
from crownland.kernel.square import parse_square, square_name
from crownland.notation.token import parse_action
from crownland.server.frames import wire
from crownland.server.frames.choices import explained, load_quick_gains, offers_of
from crownland.table.gain import best_spot, gain_of
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


def sent_offers(state: State[Any]) -> list[wire.Offer]:
    return msgspec.json.decode(offers_of(state).encoded, type=list[wire.Offer])


def choices_of(state: State[Any]) -> list[wire.Choice]:
    return [choice for offer in sent_offers(state) for choice in offer.choices]


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
    monkeypatch.setattr("crownland.server.frames.choices._quick", [])
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
        found = [offers_of(state).find(choice.token) for choice in choices]
        tokens = map(str, state.legal_actions())
        assert found == list(zip(state.legal_actions(), tokens, gains_of(state), strict=True))
        assert offers_of(state).find("K999") is None


@pytest.mark.parametrize("game", ["duel", "royal-wedding"])
def test_the_rules_tell_what_actions_bring_in_a_game_by_earlier_rules(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fast twin has today's rules only."""
    monkeypatch.setattr("crownland.server.frames.choices._quick", [gains_of])
    for state in positions(GAMES[game].setup(rules=1), every=20):
        gains = [gain_of(state, action).points for action in state.legal_actions()]
        assert [choice.gain for choice in choices_of(state)] == gains


def test_an_action_is_explained_line_by_line() -> None:
    state = next(state for state in positions(SETUPS[0], every=1) if any(gains_of(state)))
    best = max(choices_of(state), key=lambda choice: choice.gain)
    action = next(action for action in state.legal_actions() if str(action) == best.token)
    explanation = explained(state, action)
    assert (
        explanation.gain
        == best.gain
        == sum(change.after.points - sum(line.points for line in change.before) for change in explanation.changes)
    )
    assert isinstance(explanation, wire.Explained)


def test_a_claim_is_explained_by_the_best_spot_of_its_domino_now() -> None:
    for state in positions(SETUPS[0], every=1):
        claim, *_ = state.legal_actions() or (None,)
        spot = claim and best_spot(state, claim)
        if claim and spot:
            best = explained(state, claim).best
            squares = list(map(square_name, state.meaning(spot[0]).squares))
            assert best == wire.Choice(str(spot[0]), squares, spot[1])
            return
    raise AssertionError("no domino to claim fits anywhere")


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_choices_of_an_offer_differ_in_nothing_but_their_squares(setup: Setup) -> None:
    for state in positions(setup, every=3):
        meanings = {str(action): state.meaning(action) for action in state.legal_actions()}
        for offer in sent_offers(state):
            for choice in offer.choices:
                meaning = meanings[choice.token]
                assert (offer.kind, offer.step or offer.kind, offer.tray) == (meaning.kind, meaning.step, meaning.tray)
                assert (tuple(offer.spaces), offer.coins) == (meaning.spaces, meaning.coins)
                assert [piece.key for piece in offer.pieces] == [piece.key for piece in meaning.pieces]
                assert choice.squares == [square_name(square) for square in meaning.squares]


def test_an_offer_groups_what_differs_in_its_squares() -> None:
    state = next(state for state in positions(SETUPS[0], every=1) if len(state.legal_actions()) > 4)
    (offer,) = sent_offers(state)
    assert (offer.kind, len(offer.choices)) == ("place", len(state.legal_actions()))


def test_what_is_illegal_is_explained_by_its_rule() -> None:
    state = find_game("kingdomino").new(2)
    for token in ("OABBA", "L3.17.22.41", "K3", "K17", "K22", "K41", "L5.9.30.48"):
        state = state.play(parse_action(token))
    aimed = state.aim("place", (parse_square("g7"), parse_square("g8")))
    explanation = explained(state, aimed)
    assert (explanation.token, explanation.rule, explanation.message) == (
        None,
        "C6",
        "a half lies on an occupied square",
    )
    nothing = explained(state, state.aim("claim", ()))
    assert (nothing.token, nothing.rule, nothing.message) == (None, None, None)
