"""The order of legal actions is part of the contract: a bot, a test or a page may rely on it."""

import pytest

from tests.games.queen.helpers import BOARD, land, legal, played, scene, start_of

TOWNS = land(
    """
    .  t  t
    t  c  w
    """
)


def test_claims_come_by_ascending_number() -> None:
    state = played(start_of("queendomino players=4"), f"OABCD S{BOARD} LQ3.Q17.Q22.Q41 KQ17")
    assert legal(state) == "KQ3 KQ22 KQ41"


def test_placements_come_by_direction_and_then_from_a1() -> None:
    state = scene("t/c;7c.1k.0t", old="Q46A", new="Q1B.Q2C.Q3D.Q4")
    assert legal(state) == (
        "Q46@g5n Q46@f6n Q46@h6n Q46@f7n Q46@h7n Q46@f8n Q46@h8n Q46@g9n "
        "Q46@f6e Q46@g6e Q46@e7e Q46@h7e Q46@e8e Q46@h8e Q46@f9e Q46@g9e"
    )


@pytest.mark.parametrize(
    ("history", "actions"),
    [
        (
            "Q32@f6w",  # towns on f7, g8, h8 and now f6; a forest on e6
            "N@e6 N@f6 "
            "B0@f6 B0@f7 B0@g8 B0@h8 B1@f6 B1@f7 B1@g8 B1@h8 B3@f6 B3@f7 B3@g8 B3@h8 "
            "D0 D1 D3 D5 KQ1 KQ9 KQ12",
        ),
        ("Q32@f6w N@f6 B3@h8", "D0 D1 D5 KQ1 KQ9 KQ12"),
        ("Q32@f6w D3", "KQ1 KQ9 KQ12"),
    ],
)
def test_after_placing_come_taxes_builds_the_dragon_and_claims(history: str, actions: str) -> None:
    state = scene(
        f"{TOWNS};4c.1k.0t", old="Q32A.Q40B.Q41C", new="Q1.Q4D.Q9.Q12", board="statue.church.-.tavern.-.fortress"
    )
    assert legal(played(state, history)) == actions


def test_taxes_come_from_a1_wherever_the_left_half_lies() -> None:
    state = scene("c;7c.2k.0t", old="Q20A.Q40B.Q41C", new="Q1.Q4D.Q9.Q12")
    assert {
        place: legal(played(state, place)).split(" D")[0] for place in ("Q20@g8n", "Q20@g9s", "Q20@h7e", "Q20@i7w")
    } == {
        "Q20@g8n": "N@g8 N@g9",
        "Q20@g9s": "N@g8 N@g9",
        "Q20@h7e": "N@h7 N@i7",
        "Q20@i7w": "N@h7 N@i7",
    }


def test_the_end_of_a_turn_comes_last_in_the_last_round() -> None:
    state = scene(f"{TOWNS};2c.1k.0t", old="Q32A.Q40B", new="", lines=12, board="statue.-.church.tavern.-.fortress")
    assert legal(played(state, "Q32@f6w N@e6")) == (
        "B0@f6 B0@f7 B0@g8 B0@h8 B2@f6 B2@f7 B2@g8 B2@h8 B3@f6 B3@f7 B3@g8 B3@h8 D0 D2 D3 D5 ."
    )
