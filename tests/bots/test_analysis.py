"""What every legal action promises."""

from random import Random
from typing import Any

import pytest

from crownland.bots.analysis import analyse
from crownland.bots.protocol import Limit
from crownland.dealer import Dealer, derived_seed
from crownland.fast.endgame import solve
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat
from crownland.networks import has_network
from tests.bots.test_monte_carlo import SETUPS, choice_in


def check(state: State[Any], found: list[Any]) -> None:
    assert sorted(map(str, (one.action for one in found))) == sorted(map(str, state.legal_actions()))
    mine = state.kingdom_of(Seat(state.actor or 0))
    for one in found:
        assert len(one.outlooks) == len(state.kingdoms)
        assert sum(outlook.win for outlook in one.outlooks) == pytest.approx(1, abs=0.1)
        assert (one.win, one.margin) == (one.outlooks[mine].win, one.outlooks[mine].margin)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_legal_action_is_judged_once_and_the_best_comes_first(setup: Setup) -> None:
    state = choice_in(setup)
    found = analyse(state, sims=400)
    check(state, found)
    assert found[0].visits == max(one.visits for one in found)
    assert analyse(state, sims=400) == found


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if has_network(setup)], ids=str)
def test_without_a_budget_a_network_judges_at_once(setup: Setup) -> None:
    state = choice_in(setup)
    found = analyse(state)
    check(state, found)
    assert all(one.visits == 0 for one in found)
    assert [one.win + 0.005 * one.margin for one in found] == sorted(
        (one.win + 0.005 * one.margin for one in found), reverse=True
    )


def test_a_limit_of_time_is_kept() -> None:
    state = choice_in(SETUPS[0])
    analyse(state, sims=1)  # loads the kernels
    found = analyse(state, Limit(time=0.2))
    assert sum(one.visits for one in found) > 20


def test_an_endgame_is_exact() -> None:
    """Best play from there reaches what the best action promises."""
    setup = find_game("kingdomino").setup(2)
    state, dealer, rng = find_game(setup.game).start(setup), Dealer(derived_seed(setup)), Random(4)
    while state.actor is None or len(state.legal_actions()) < 2 or solve(state, 1.0) is None:
        state = state.play(dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions()))
    found = analyse(state)
    check(state, found)
    assert {one.win for one in found} <= {0.0, 0.5, 1.0}
    promised, mover = found[0], state.kingdom_of(state.actor)
    while not state.is_over:
        state = state.play(analyse(state)[0].action)
    totals = [score.total for score in state.scores()]
    assert totals[mover] - totals[1 - mover] == promised.margin


def test_a_position_without_a_choice_is_refused() -> None:
    setup = find_game("kingdomino").setup(2)
    with pytest.raises(TypeError, match="expected a position where a player is to act"):
        analyse(find_game(setup.game).start(setup))
