"""What the shipped strategies promise to those who test with them."""

from random import Random

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from crownland.games.classic.state import State
from crownland.games.setup import Setup
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal
from crownland.kernel.domino import DOMINOES, Domino
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.testing.strategies import (
    Played,
    actions,
    all_setups,
    dominoes,
    games,
    kingdoms,
    random_play,
    setups,
    states,
)
from tests import oracle
from tests.helpers import start_of, to_board

ANY = settings(max_examples=300, derandomize=True, database=None, phases=[Phase.generate])
SMALLEST = settings(max_examples=20, derandomize=True, database=None)


@given(dominoes())
def test_dominoes_are_those_of_the_box(face: Domino) -> None:
    assert DOMINOES[face.id] is face


@settings(max_examples=30)
@given(st.sampled_from([5, 7]).flatmap(lambda size: st.tuples(st.just(size), kingdoms(size=size))))
def test_kingdoms_stay_in_their_grid_and_are_connected(case: tuple[int, Kingdom]) -> None:
    size, board = case
    assert oracle.within_extent(to_board(board), size)
    assert board.is_connected
    assert len(to_board(board)) % 2 == 1


@settings(max_examples=30)
@given(kingdoms(size=5, most=3))
def test_kingdoms_have_no_more_dominoes_than_asked_for(board: Kingdom) -> None:
    assert len(to_board(board)) <= 1 + 2 * 3


def test_kingdoms_shrink_to_the_castle() -> None:
    assert find(kingdoms(), lambda board: True, settings=SMALLEST) == EMPTY_KINGDOM


def test_large_kingdoms_are_found() -> None:
    assert find(kingdoms(size=5), lambda board: len(to_board(board)) >= 17, settings=ANY)


@pytest.mark.parametrize("kind", [Opening, Reveal, Claim, Place, Discard])
def test_every_kind_of_action_is_found(kind: type) -> None:
    assert isinstance(find(actions(), lambda action: isinstance(action, kind), settings=ANY), kind)


@given(setups())
def test_setups_are_among_all_setups(setup: Setup) -> None:
    assert setup in all_setups()


@settings(max_examples=30)
@given(games(finished=True))
def test_a_finished_game_is_over(played: Played) -> None:
    assert played.state.is_over


@settings(max_examples=30)
@given(games(finished=False))
def test_an_unfinished_game_is_not_over(played: Played) -> None:
    assert not played.state.is_over


@settings(max_examples=30)
@given(games())
def test_the_actions_of_a_game_lead_to_its_state(played: Played) -> None:
    state = start_of(str(played.setup).removeprefix("kingdomino "))
    for number, action in played.actions:
        assert state.round == number
        state = state.play(action)
    assert state == played.state


@settings(max_examples=30)
@given(states(start_of("players=4").setup))
def test_states_are_of_the_setup_that_was_asked_for(state: State) -> None:
    assert state.setup == start_of("players=4").setup


def test_random_play_is_the_same_for_the_same_generator() -> None:
    setup = start_of("players=3").setup
    one, other = ([str(action) for action, _ in random_play(setup, Random(1))] for _ in range(2))
    assert one == other
    assert one != [str(action) for action, _ in random_play(setup, Random(2))]
