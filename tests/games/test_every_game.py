"""What every registered game promises, in whatever state random play comes to."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownland.dealer import Dealer, derived_seed, verify
from crownland.games.protocol import State
from crownland.games.registry import DUEL, QUEENDOMINO, ROYAL_WEDDING, find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.notation.record import Record, read_record
from crownland.notation.token import parse_action
from crownland.testing.strategies import RandomGame, games, states

OTHER_SETUPS = [setup for game in (QUEENDOMINO, ROYAL_WEDDING, DUEL) for setup in game.all_setups()]


@settings(max_examples=60)
@given(games(finished=True))
def test_play_outs_always_end(played: RandomGame) -> None:
    state = played.state
    assert (state.is_over, state.actor, state.chance, state.legal_actions()) == (True, None, None, ())


@given(states(finished=False))
def test_somebody_or_chance_is_asked_until_the_game_is_over(state: State[Any]) -> None:
    assert not state.is_over
    assert (state.actor is None) == (state.chance is not None)
    assert bool(state.legal_actions()) == (state.actor is not None)


@given(states(finished=False), st.data())
def test_applying_a_listed_action_without_the_check_gives_what_playing_it_gives(
    state: State[Any], data: st.DataObject
) -> None:
    if state.actor is not None:
        action = data.draw(st.sampled_from(state.legal_actions()))
        assert state.apply(action) == state.play(action)


@given(states(finished=False))
def test_every_listed_action_is_legal_listed_once_and_written_as_it_is_read(state: State[Any]) -> None:
    listed = state.legal_actions()
    assert len(set(listed)) == len(set(map(str, listed))) == len(listed)
    for action in listed:
        assert parse_action(str(action)) == action
        state.play(action)


@given(states())
def test_a_state_is_equal_to_its_copy_from_another_process(state: State[Any]) -> None:
    assert pickle.loads(pickle.dumps(state)) == deepcopy(state) == state


@settings(max_examples=60)
@given(games())
def test_c13_a_state_follows_from_the_public_tokens_alone(played: RandomGame) -> None:
    state = find_game(played.setup.game).start(played.setup)
    for number, action in played.actions:
        assert state.round == number
        state = state.play(parse_action(str(action)))
    assert state == played.state
    assert hash(state) == hash(played.state)
    assert str(state) == str(played.state)


@given(states())
def test_every_kingdom_is_scored_and_ranked_once_and_every_seat_has_one(state: State[Any]) -> None:
    everyone = list(range(len(state.kingdoms)))
    assert len(state.scores()) == len(everyone)
    assert sorted(standing.kingdom for standing in state.ranking()) == everyone
    assert sorted({state.kingdom_of(Seat(seat)) for seat in range(state.setup.players)}) == everyone
    totals = [standing.total for standing in state.ranking()]
    assert totals == sorted((score.total for score in state.scores()), reverse=True)


@pytest.mark.parametrize("setup", OTHER_SETUPS, ids=str)
def test_random_games_replay_from_their_record_and_their_deal_is_honest(setup: Setup) -> None:
    rng = Random(str(setup))
    for number in range(3):
        dealer = Dealer(derived_seed(setup, number))
        state: State[Any] = find_game(setup.game).start(setup)
        actions = []
        while not state.is_over:
            action = dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions())
            actions.append((state.round, action))
            state = state.play(action)
        names = [f"{seat} of {number}" for seat in "ABCDEFGH"[: setup.players]]
        written = Record.of(setup, names, actions, commitment=dealer.commitment, seed=dealer.seed, final=state)
        read = read_record(str(written))
        assert read == written
        assert read.errors == ()
        assert read.final() == state
        assert read.tag("Totals") == " ".join(str(score.total) for score in state.scores())
        assert verify(read) == ()
