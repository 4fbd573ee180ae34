"""Action numbers are a contract: learning environments and stored data rely on them."""

import pytest

from crownland.fast.convert import action_number, action_of
from crownland.fast.queen.numbering import ACTIONS
from crownland.games.registry import QUEENDOMINO
from crownland.notation.token import parse_action

STATE = QUEENDOMINO.new(2)
STOCK = "Sbakery.sawmill.church.tavern.statue.fortress"
for token in f"OABBA {STOCK} LQ3.Q17.Q25.Q41 KQ3 KQ17 KQ25 KQ41 LQ5.Q9.Q22.Q30".split():
    STATE = STATE.play(parse_action(token))

PINNED = {
    "Q3@g8n": 97,
    "Q3x": 676,
    "N@a1": 677,
    "N@g8": 774,
    "B0@a1": 846,
    "B5@m13": 1859,
    "D0": 1860,
    "D5": 1865,
    "KQ5": 1866,
    "KQ22": 1868,
    ".": 1874,
}


@pytest.mark.parametrize(("token", "number"), PINNED.items())
def test_an_action_has_its_number_for_ever(token: str, number: int) -> None:
    action = parse_action(token)
    assert action_number(STATE, action) == number
    assert action_of(STATE, number) == action


def test_there_are_so_many_numbers() -> None:
    assert ACTIONS == 1875


@pytest.mark.parametrize("number", [-1, 1870, 1875])
def test_a_number_without_an_action_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"expected the number of an action in this position, got: {number}"):
        action_of(STATE, number)
