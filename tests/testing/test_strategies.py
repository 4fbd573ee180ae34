"""What the shipped strategies promise to those who test with them."""

from random import Random
from typing import Any, get_args

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from crownland.games.duel import action as duel_actions
from crownland.games.protocol import State
from crownland.games.queen import action as queen_actions
from crownland.games.registry import DUEL, GAMES, KINGDOMINO, QUEENDOMINO, find_game
from crownland.games.setup import Setup
from crownland.kernel.domino import DOMINOES, Domino, DominoId
from crownland.kernel.domino import KINGDOMINO as KINGDOMINO_BOX
from crownland.kernel.domino import QUEENDOMINO as QUEENDOMINO_BOX
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import (
    RandomGame,
    actions,
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
# Those of Kingdomino are among them.
KINDS: list[type] = sorted({*get_args(queen_actions.Action), *get_args(duel_actions.Action)}, key=str)
SMALLEST = settings(max_examples=20, derandomize=True, database=None)


@given(dominoes())
def test_dominoes_are_those_of_kingdomino(face: Domino) -> None:
    assert DOMINOES[face.id] is face
    assert face.id in KINGDOMINO_BOX


@given(dominoes(QUEENDOMINO_BOX))
def test_dominoes_of_another_box_can_be_asked_for(face: Domino) -> None:
    assert face.id in QUEENDOMINO_BOX


@pytest.mark.parametrize("box", [KINGDOMINO_BOX, QUEENDOMINO_BOX], ids=["kingdomino", "queendomino"])
def test_dominoes_of_both_boxes_can_be_asked_for(box: tuple[DominoId, ...]) -> None:
    assert find(dominoes(DOMINOES), lambda face: face.id in box, settings=ANY).id in box


def test_kingdoms_have_towns_only_when_asked_for_another_box() -> None:
    def has_town(board: Kingdom) -> bool:
        return bool(board.terrains[Terrain.TOWN])

    with pytest.raises(NoSuchExample):
        find(kingdoms(), has_town, settings=SMALLEST)
    assert has_town(find(kingdoms(box=DOMINOES), has_town, settings=ANY))


@settings(max_examples=20)
@given(st.sampled_from([5, 7]).flatmap(lambda size: st.tuples(st.just(size), kingdoms(size=size))))
def test_kingdoms_stay_in_their_grid_and_are_connected(case: tuple[int, Kingdom]) -> None:
    size, board = case
    assert oracle.within_extent(to_board(board), size)
    assert board.is_connected
    assert len(to_board(board)) % 2 == 1


@settings(max_examples=20)
@given(kingdoms(size=5, most=3))
def test_kingdoms_have_no_more_dominoes_than_asked_for(board: Kingdom) -> None:
    assert len(to_board(board)) <= 1 + 2 * 3


def test_kingdoms_shrink_to_the_castle() -> None:
    assert find(kingdoms(), lambda board: True, settings=SMALLEST) == EMPTY_KINGDOM


def test_large_kingdoms_are_found() -> None:
    assert find(kingdoms(size=5), lambda board: len(to_board(board)) >= 17, settings=ANY)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_action_is_found(kind: type) -> None:
    assert isinstance(find(actions(), lambda action: isinstance(action, kind), settings=ANY), kind)


@given(setups())
def test_setups_are_among_all_setups_of_their_game(setup: Setup) -> None:
    assert setup in GAMES[setup.game].all_setups()


@pytest.mark.parametrize("game", GAMES)
def test_setups_of_every_game_are_found(game: str) -> None:
    assert find(setups(), lambda setup: setup.game == game, settings=ANY).game == game


@given(setups(QUEENDOMINO, DUEL))
def test_setups_are_of_the_games_that_were_asked_for(setup: Setup) -> None:
    assert setup.game in ("queendomino", "duel")


@settings(max_examples=20)
@given(games(finished=True))
def test_a_finished_game_is_over(played: RandomGame) -> None:
    assert played.state.is_over


@settings(max_examples=20)
@given(games(finished=False))
def test_an_unfinished_game_is_not_over(played: RandomGame) -> None:
    assert not played.state.is_over


@settings(max_examples=20)
@given(games())
def test_the_actions_of_a_game_lead_to_its_state(played: RandomGame) -> None:
    state = find_game(played.setup.game).start(played.setup)
    for number, action in played.actions:
        assert state.round == number
        state = state.play(action)
    assert state == played.state


@settings(max_examples=20)
@given(states(start_of("players=4").setup))
def test_states_are_of_the_setup_that_was_asked_for(state: State[Any]) -> None:
    assert state.setup == start_of("players=4").setup


@settings(max_examples=20)
@given(states(KINGDOMINO))
def test_states_are_of_the_game_that_was_asked_for(state: State[Any]) -> None:
    assert state.setup.game == "kingdomino"


def test_random_play_is_the_same_for_the_same_generator() -> None:
    setup = start_of("players=3").setup
    one, other = ([str(action) for action, _ in random_play(setup, Random(1))] for _ in range(2))
    assert one == other
    assert one != [str(action) for action, _ in random_play(setup, Random(2))]
