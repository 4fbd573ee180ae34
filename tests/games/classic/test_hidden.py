"""C13: no state, position or question to the dealer tells what lies in the pile or was left out."""

import re
from dataclasses import fields

import pytest
from hypothesis import given

from crownland.dealer import Dealer, derived_seed
from crownland.games.classic.state import State
from crownland.games.protocol import Chance
from crownland.games.registry import KINGDOMINO
from crownland.kernel.action import Opening, Reveal
from crownland.testing.strategies import RandomGame, games
from tests.helpers import start_of


def revealed(played: RandomGame) -> set[int]:
    """The dominoes of the current game that all have seen."""
    seen: set[int] = set()
    for _, action in played.actions:
        if isinstance(action, Opening):
            seen = set()
        elif isinstance(action, Reveal):
            seen |= set(action.dominoes)
    if isinstance(played.state, State) and not played.state.seen:
        seen = set()  # between two games of a dynasty
    return seen


def numbers_in(position: str) -> set[int]:
    """Every domino number that a position text mentions."""
    parts = re.findall(r"(?:old|new|gone):(\S+)", position)
    return {int(number) for part in parts for number in re.findall(r"\d+", part)}


def test_a_state_has_no_place_for_a_pile() -> None:
    assert [field.name for field in fields(State)] == ["rules", "kingdoms", "turns", "seen", "past"]


def test_a_question_to_the_dealer_has_no_place_for_an_order() -> None:
    assert [field.name for field in fields(Chance)] == ["pile", "items", "count", "name", "gone"]


@given(games(KINGDOMINO))
def test_a_position_mentions_exactly_the_dominoes_that_were_revealed(played: RandomGame) -> None:
    assert numbers_in(str(played.state)) == revealed(played)


@given(games(KINGDOMINO, finished=False))
def test_the_dealer_is_asked_for_dominoes_of_the_full_list_without_those_revealed(played: RandomGame) -> None:
    draw = played.state.chance
    if draw is None:
        assert played.state.actor is not None
    elif draw.pile.startswith("kings"):
        opening, _, starter = played.setup["opening"].partition("-")
        kings = starter.upper() or ("AABB" if played.setup.players == 2 and opening == "draw" else "ABCD")
        assert "".join(map(draw.name, draw.items)) == kings[: draw.count]
        assert (draw.gone, len(draw.items)) == ((), draw.count)
    else:
        assert draw.items == tuple(range(1, 49))
        assert draw.gone == tuple(sorted(revealed(played)))
        assert draw.count == (3 if "lines-of-3" in str(played.setup) else 4)


@pytest.mark.parametrize("setup", ["players=2", "players=3", "players=4", "players=2 mighty-duel=true"])
def test_two_deals_that_showed_the_same_so_far_cannot_be_told_apart(setup: str) -> None:
    """The first line of one seed is laid in two games with different seeds: every text and question is the same."""
    dealers = [Dealer(derived_seed("hidden", n)) for n in (1, 2)]
    opening = dealers[0].deal(start_of(setup))
    line = dealers[0].deal(start_of(setup).play(opening))
    states = [start_of(setup).play(opening).play(line) for _ in dealers]
    while states[0].chance is None:
        states = [state.play(state.legal_actions()[-1]) for state in states]
    assert states[0] == states[1]
    assert (str(states[0]), states[0].chance) == (str(states[1]), states[1].chance)
    next_lines = [dealer.deal(state) for dealer, state in zip(dealers, states, strict=True)]
    assert next_lines[0] != next_lines[1]
