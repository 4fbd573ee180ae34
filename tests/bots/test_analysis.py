"""What every legal action promises."""

import pytest

from crownland.bots.analysis import analyse
from crownland.bots.protocol import Limit
from crownland.games.setup import Setup
from tests.bots.test_monte_carlo import SETUPS, choice_in


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_legal_action_is_judged_once_and_the_best_comes_first(setup: Setup) -> None:
    state = choice_in(setup)
    found = analyse(state, sims=400)
    assert sorted(map(str, (one.action for one in found))) == sorted(map(str, state.legal_actions()))
    assert all(0 <= one.win <= 1 and one.visits > 0 for one in found)
    assert found[0].visits == max(one.visits for one in found)
    assert analyse(state, sims=400) == found


def test_a_limit_of_time_is_kept() -> None:
    found = analyse(choice_in(SETUPS[0]), Limit(time=0.2))
    assert sum(one.visits for one in found) > 200
