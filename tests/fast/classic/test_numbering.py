"""Action numbers are a contract: learning environments and stored data rely on them."""

import pytest

from crownland.fast.classic.numbering import ACTIONS
from crownland.fast.convert import action_number, action_of
from crownland.games.registry import KINGDOMINO
from crownland.notation.token import parse_action

STATE = KINGDOMINO.new(2)
for token in ["OABBA", "L13.17.25.41", "K13", "K17", "K25", "K41", "L5.9.22.30"]:
    STATE = STATE.play(parse_action(token))

PINNED = {
    "13@a1n": 0,
    "13@b1n": 1,
    "13@a2n": 13,
    "13@g8n": 97,
    "13@m13n": 168,
    "13@g8e": 266,
    "13@g8s": 435,
    "13@g8w": 604,
    "13@m13w": 675,
    "13x": 676,
    "K5": 677,
    "K9": 678,
    "K22": 679,
    "K30": 680,
}


@pytest.mark.parametrize(("token", "number"), PINNED.items())
def test_an_action_has_its_number_for_ever(token: str, number: int) -> None:
    action = parse_action(token)
    assert action_number(STATE, action) == number
    assert action_of(STATE, number) == action


def test_there_are_so_many_numbers() -> None:
    assert ACTIONS == 681


@pytest.mark.parametrize("number", [-1, 681, 10**9])
def test_a_number_without_an_action_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"expected the number of an action in this position, got: {number}"):
        action_of(STATE, number)
