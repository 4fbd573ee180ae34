"""Step B: knights collect taxes on the domino just placed (Q5, Q6)."""

import pytest

from crownland.games.queen.state import State
from crownland.notation.token import parse_action
from tests.games.queen.helpers import land, legal, played, purses, refusal, scene

JUST_LAID = "Q5: a knight goes onto a square of the domino just placed, one to a square"
# The castle is g7: lakes on h7 and i7, a wheat on g8; A has laid nothing yet in this turn.
LAKES = land(
    """
    w .  .
    c l1 l
    """
)


def coins(state: State, token: str) -> list[tuple[str, int]]:
    return [(line.reason, line.points) for line in state.coin_lines(parse_action(token))]


def test_each_half_of_a_double_collects_for_the_whole_property() -> None:
    state = played(scene(f"{LAKES};7c.2k.0t", old="Q5A.Q20B.Q21C.Q22D"), "Q5@h8e")  # two lakes north of two lakes
    assert coins(state, "N@h8") == coins(state, "N@i8") == [("tax", 4)]
    once = played(state, "N@h8")
    assert purses(once)[0] == (11, 1, 0)
    assert legal(once) == "N@i8 D0 D1 D2 D3 D4 D5 KQ30 KQ31 KQ32 KQ33"
    assert refusal(once, "N@h8") == JUST_LAID
    twice = played(once, "N@i8")
    assert purses(twice)[0] == (15, 0, 0)
    assert "N@" not in legal(twice)
    assert str(twice).split()[2] == "A:wll/cl1l;15c.0k.0t;N@h8;N@i8"


@pytest.mark.parametrize("order", ["N@h8 N@h9", "N@h9 N@h8"])
def test_two_knights_may_collect_in_either_order(order: str) -> None:
    state = played(scene(f"{LAKES};7c.2k.0t", old="Q18A.Q20B.Q21C.Q22D"), f"Q18@h9s {order}")  # forest h9, lake h8
    assert purses(state)[0] == (7 + 3 + 1, 0, 0)


@pytest.mark.parametrize(
    ("domino", "place", "square", "brings"),
    [
        ("Q18", "Q18@h9s", "h8", 3),  # a lake beside two lakes
        ("Q18", "Q18@h9s", "h9", 1),  # its forest stands alone; its crown brings no coin
        ("Q33", "Q33@h9s", "h9", 1),  # a town is taxed too
        ("Q48", "Q48@f7n", "f7", 2),  # both towns of the double are one property
        ("Q2", "Q2@f8n", "f9", 3),  # two wheats beside one
    ],
)
def test_a_knight_brings_a_coin_for_every_square_of_its_property(
    domino: str, place: str, square: str, brings: int
) -> None:
    state = played(scene(f"{LAKES};7c.1k.0t", old=f"{domino}A", new="Q23B.Q24C.Q25D.Q26"), place)
    assert coins(state, f"N@{square}") == [("tax", brings)]
    assert purses(played(state, f"N@{square}"))[0] == (7 + brings, 0, 0)


def test_a_large_property_brings_as_many_coins_as_it_has_squares() -> None:
    snake = land(
        """
        l l l l l
        . . . . l
        . . c l l
        """
    )
    state = played(scene(f"{snake};0c.2k.0t", old="Q5A.Q20B.Q21C.Q22D"), "Q5@e8e")  # below the northern end
    assert coins(state, "N@e8") == coins(state, "N@f8") == [("tax", 10)]
    assert purses(played(state, "N@e8 N@f8"))[0] == (20, 0, 0)


def test_knights_already_there_do_not_matter() -> None:
    state = scene(f"{LAKES};7c.1k.0t;N@h7;N@i7", old="Q5A.Q20B.Q21C.Q22D")
    assert purses(played(state, "Q5@h8e N@i8"))[0] == (11, 0, 0)


@pytest.mark.parametrize("square", ["g7", "h7", "g8", "g9", "a1"])
def test_only_a_square_of_the_domino_just_placed_is_taxed(square: str) -> None:
    state = played(scene(f"{LAKES};7c.2k.0t", old="Q5A.Q20B.Q21C.Q22D"), "Q5@h8e")
    assert refusal(state, f"N@{square}") == JUST_LAID


def test_without_a_knight_in_the_reserve_there_is_no_tax() -> None:
    state = played(scene(f"{LAKES};7c.0k.0t;N@g8", old="Q5A.Q20B.Q21C.Q22D"), "Q5@h8e")
    assert "N@" not in legal(state)
    assert refusal(state, "N@h8") == "Q5: there is no knight in the reserve"


def test_with_one_knight_one_square_is_taxed() -> None:
    state = played(scene(f"{LAKES};7c.1k.0t", old="Q5A.Q20B.Q21C.Q22D"), "Q5@h8e N@h8")
    assert refusal(state, "N@i8") == "Q5: there is no knight in the reserve"


def test_a_knight_stays_on_its_square_when_the_turn_is_over() -> None:
    state = scene(f"{LAKES};7c.1k.0t", old="Q5A.Q20B.Q21C.Q22D")
    assert str(played(state, "Q5@h8e N@h8 KQ31")).split()[2] == "A:wll/cl1l;11c.0k.0t;N@h8"


def test_a_discarded_domino_allows_no_tax_but_the_other_steps() -> None:
    full = land(
        """
        w w w w w
        w w w w w
        w w c w w
        w w w w w
        w w w w t
        """
    )
    state = scene(f"{full};7c.3k.0t", old="Q9A.Q20B.Q21C.Q22D")
    assert legal(state) == "Q9x"
    state = played(state, "Q9x")
    assert legal(state) == "B0@i5 B1@i5 B2@i5 B3@i5 B4@i5 B5@i5 D0 D1 D2 D3 D4 D5 KQ30 KQ31 KQ32 KQ33"
    assert {refusal(state, f"N@{square}") for square in ("e9", "i5", "g7")} == {JUST_LAID}


def test_nobody_taxes_before_placing() -> None:
    state = scene(f"{LAKES};7c.2k.0t", old="Q5A.Q20B.Q21C.Q22D")
    assert refusal(state, "N@h7") == "C10: the king on Q5 places it before anything else"


# --- the treasuries (Q6): towns on f7 and f8 hold them, a wheat stands on g8 --------------------------------

TOWNS = land(
    """
    t w .
    t c l
    """
)
KNIGHTS, TOWERS = "knightstreasury@f7", "towerstreasury@f8"


@pytest.mark.parametrize(
    ("things", "more"),
    [
        (KNIGHTS, [("knights_treasury", 3)]),
        (TOWERS, [("towers_treasury", 4)]),
        (f"{KNIGHTS};{TOWERS}", [("knights_treasury", 3), ("towers_treasury", 4)]),
    ],
)
def test_every_knight_that_collects_also_fills_the_treasuries(things: str, more: list[tuple[str, int]]) -> None:
    """Three knights in all, one of them long since on g8; four towers. Q13 is a wheat and a swamp."""
    state = played(scene(f"{TOWNS};7c.2k.4t;N@g8;{things}", old="Q13A.Q20B.Q21C.Q22D"), "Q13@h8n")
    assert coins(state, "N@h8") == [("tax", 2), *more]
    state = played(state, "N@h8")
    assert coins(state, "N@h9") == [("tax", 1), *more]
    state = played(state, "N@h9")
    assert purses(state)[0] == (7 + 2 + 1 + 2 * sum(points for _, points in more), 0, 4)


def test_a_treasury_fills_only_its_owners_purse() -> None:
    mine = "c;7c.1k.3t"
    state = played(scene(mine, f"{TOWNS};7c.2k.4t;{KNIGHTS};{TOWERS}", old="Q5A.Q20B.Q21C.Q22D"), "Q5@g8n N@g8")
    assert purses(state)[:2] == [(9, 0, 3), (7, 2, 4)]


def test_a_treasury_counts_from_the_turn_after_it_was_built() -> None:
    """B comes before C: what is built now cannot fill a purse in this turn."""
    state = scene(f"{TOWNS};7c.1k.2t", old="Q13A", new="Q1B.Q2C.Q3D.Q4", board="towerstreasury.-.-.-.-.-")
    state = played(state, "Q13@h8n N@h8 B0@f7")
    assert purses(state)[0] == (9, 0, 3)
    assert refusal(state, "N@h9") == "Q4: taxes are collected before building and before the dragon"
