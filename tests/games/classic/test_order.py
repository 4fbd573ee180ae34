"""The order of legal actions is part of the contract: a bot, a test or a page may rely on it."""

from dataclasses import replace

import pytest
from hypothesis import given

from crownland.kernel.action import Place
from crownland.kernel.domino import Domino
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import column, row
from crownland.kernel.turns import Turns
from crownland.notation.token import parse_action
from crownland.testing.strategies import dominoes, kingdoms, placements
from tests.helpers import A, kingdom, played, start_of

TWO = "OABBA L3.17.22.41 K3 K17 K22 K41 L5.9.30.48"
RING = """
.  F  F  .
W  W1 C  L
.  .  L  L1
"""


def test_claims_come_by_ascending_number() -> None:
    state = played("players=4 opening=draw", "OABCD L3.17.22.41 K17")
    assert [str(action) for action in state.legal_actions()] == ["K3", "K22", "K41"]


def test_a_double_comes_north_then_east_each_from_a1() -> None:
    state = played("players=2", TWO)
    assert " ".join(map(str, state.legal_actions())) == (
        "3@g5n 3@f6n 3@h6n 3@f7n 3@h7n 3@g8n 3@f6e 3@g6e 3@e7e 3@h7e 3@f8e 3@g8e"
    )


def test_another_domino_comes_north_east_south_west_each_from_a1() -> None:
    state = played("players=2", f"{TWO} 3@g8n K5")
    assert " ".join(map(str, state.legal_actions())) == (
        "17@g5n 17@f6n 17@h6n 17@f7n 17@h7n 17@g8n "
        "17@f6e 17@g6e 17@e7e 17@h7e 17@f8e 17@g8e "
        "17@g6s 17@f7s 17@h7s 17@f8s 17@h8s 17@g9s "
        "17@g6w 17@h6w 17@f7w 17@i7w 17@g8w 17@h8w"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("L3.17.22.41", "3@e8n 3@h8n 3@f9n 3@g9n 3@d8e 3@h8e 3@e9e 3@f9e 3@g9e"),
        (
            "L17.22.40.41",
            "17@g4n 17@h4n 17@f5n 17@i5n 17@i6n 17@e8n 17@h8n 17@f9n 17@g9n "
            "17@f5e 17@g5e 17@e6e 17@h8e 17@f9e 17@g9e "
            "17@i7s 17@i8s 17@h9s "
            "17@h5w 17@i5w 17@e8w 17@i8w 17@f9w 17@g9w",
        ),
        ("L45.46.47.48", "45@e5n 45@f5n 45@d6n 45@d6e 45@e6e 45@d8e 45@d8s 45@e9s 45@f6w"),
    ],
)
def test_in_a_grown_kingdom_too(line: str, expected: str) -> None:
    state = played("players=2", f"OABBA {line}")
    for _ in range(4):
        state = state.play(state.legal_actions()[0])
    state = replace(state.play(parse_action("L5.9.30.44")), kingdoms=(kingdom(RING), kingdom("C")))
    assert " ".join(map(str, state.legal_actions())) == expected


@given(kingdoms(size=5), dominoes())
def test_placements_come_by_direction_then_row_then_column_in_any_kingdom(board: Kingdom, face: Domino) -> None:
    king = (face.id, A)
    state = replace(start_of("players=2"), kingdoms=(board, board), turns=Turns(0, old=(king,)), seen=1 << face.id)
    listed = [(a.direction, row(a.square), column(a.square)) for a in state.legal_actions() if isinstance(a, Place)]
    assert listed == sorted(listed)
    assert len(listed) == len(placements(board, face, 5))
