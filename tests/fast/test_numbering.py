"""Action numbers are a contract: learning environments and stored data rely on them."""

from typing import Any

import pytest

from crownland.fast import numbering
from crownland.fast.convert import action_number, action_of
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.notation.token import parse_action

CLASSIC = "kingdomino OABBA L13.17.25.41 K13 K17 K25 K41 L5.9.22.30"
QUEEN = (
    "queendomino OABBA Sbakery.sawmill.church.tavern.statue.fortress LQ3.Q17.Q25.Q41 KQ3 KQ17 KQ25 KQ41 LQ5.Q9.Q22.Q30"
)


def after(tokens: str) -> State[Any]:
    game, *actions = tokens.split()
    state = find_game(game).new(2)
    for token in actions:
        state = state.play(parse_action(token))
    return state


PINNED = [
    (CLASSIC, "13@a1n", 0),
    (CLASSIC, "13@b1n", 1),
    (CLASSIC, "13@a2n", 13),
    (CLASSIC, "13@g8n", 97),
    (CLASSIC, "13@m13n", 168),
    (CLASSIC, "13@g8e", 266),
    (CLASSIC, "13@g8s", 435),
    (CLASSIC, "13@g8w", 604),
    (CLASSIC, "13@m13w", 675),
    (CLASSIC, "13x", 676),
    (CLASSIC, "K5", 677),
    (CLASSIC, "K9", 678),
    (CLASSIC, "K22", 679),
    (CLASSIC, "K30", 680),
    (QUEEN, "Q3@g8n", 97),
    (QUEEN, "Q3x", 676),
    (QUEEN, "N@a1", 677),
    (QUEEN, "N@g8", 774),
    (QUEEN, "B0@a1", 846),
    (QUEEN, "B5@m13", 1859),
    (QUEEN, "D0", 1860),
    (QUEEN, "D5", 1865),
    (QUEEN, "KQ5", 1866),
    (QUEEN, "KQ22", 1868),
    (QUEEN, ".", 1874),
]


@pytest.mark.parametrize(("position", "token", "number"), PINNED, ids=[f"{p.split()[0]}-{t}" for p, t, _ in PINNED])
def test_an_action_has_its_number_for_ever(position: str, token: str, number: int) -> None:
    state, action = after(position), parse_action(token)
    assert action_number(state, action) == number
    assert action_of(state, number) == action


def test_every_game_has_so_many_numbers() -> None:
    assert numbering.ACTIONS == (681, 1875, 386)


@pytest.mark.parametrize("number", [-1, 681, 10**9])
def test_a_number_without_an_action_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"expected the number of an action in this position, got: {number}"):
        action_of(after(CLASSIC), number)
