"""Step C: one building a turn, from the builders' board onto a town square of one's own (Q7, Q8)."""

import pytest

from crownland.games.queen.action import Build, Burn
from crownland.kernel.errors import IllegalActionError
from crownland.kernel.square import parse_square
from tests.games.queen.helpers import land, legal, played, purses, refusal, scene

# Towns on f7, f8 and h7; the church stands on f8.
TOWNS = land(
    """
    t w .
    t c t
    """
)
MINE = f"{TOWNS};3c.1k.0t;church@f8"
BOARD = "statue.church.-.tavern.guardtower.fortress"


def test_every_tile_that_the_purse_can_pay_goes_onto_every_plot() -> None:
    state = played(scene(MINE, board=BOARD), "Q3@f6e")
    builds = [token for token in legal(state).split() if token[0] == "B"]
    assert builds == ["B0@f7", "B0@h7", "B1@f7", "B1@h7", "B3@f7", "B3@h7"]  # 4 and 5 are too dear, 2 is empty


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("B4@f7", "Q7: it costs 4, the purse has 3"),
        ("B5@h7", "Q7: it costs 5, the purse has 3"),
        ("B2@f7", "Q7: no tile lies on the space priced 2"),
        ("B0@f8", "Q7: f8 is not a town square of one's own without a building"),  # the church is there
        ("B0@g8", "Q7: g8 is not a town square of one's own without a building"),  # wheat
        ("B0@g7", "Q7: g7 is not a town square of one's own without a building"),  # the castle
        ("B0@f6", "Q7: f6 is not a town square of one's own without a building"),  # just laid, but a forest
        ("B0@e7", "Q7: e7 is not a town square of one's own without a building"),  # nothing
        ("B0@g9", "Q7: g9 is not a town square of one's own without a building"),  # a town, but B's
    ],
)
def test_what_cannot_be_built_is_refused_by_name(token: str, why: str) -> None:
    state = played(scene(MINE, "t/w/c;7c.1k.0t", board=BOARD), "Q3@f6e")
    assert refusal(state, token) == why


@pytest.mark.parametrize(
    ("space", "coins", "knights", "towers", "built"),
    [
        (0, 3, 1, 0, "statue"),
        (1, 2, 1, 0, "church"),
        (3, 0, 3, 0, "tavern"),
    ],
)
def test_building_costs_the_price_of_the_space_and_brings_what_the_tile_shows(
    space: int, coins: int, knights: int, towers: int, built: str
) -> None:
    state = played(scene(MINE, board=BOARD), f"Q3@f6e B{space}@h7")
    assert purses(state)[0] == (coins, knights, towers)
    assert state.estates[0].buildings == ((parse_square("f8"), "church"), (parse_square("h7"), built))
    assert state.board[space] is None


def test_the_spaces_stay_where_they_are_until_the_round_ends() -> None:
    state = played(scene(MINE, board=BOARD), "Q3@f6e B1@h7 KQ30")
    assert "board:statue.-.-.tavern.guardtower.fortress" in str(state)
    assert legal(played(state, "Q20@g8n")).startswith("N@g8 N@g9 D0 D3 D4 D5")


def test_a_second_building_in_the_same_turn_is_refused() -> None:
    state = played(scene(MINE, board=BOARD), "Q3@f6e B0@h7")
    assert "B" not in legal(state)
    assert refusal(state, "B1@f7") == "Q7: one building a turn"


def test_nobody_builds_before_placing() -> None:
    assert refusal(scene(MINE, board=BOARD), "B0@h7") == "C10: the king on Q3 places it before anything else"


def test_a_square_just_laid_may_be_built_on_at_once() -> None:
    state = scene("c;7c.1k.0t", old="Q33A", new="Q1B.Q2C.Q4D.Q5")  # a town and a lake
    state = played(state, "Q33@g8n B0@g8")
    assert str(state).split()[2] == "A:l/t/c;7c.1k.0t;statue@g8"


def test_a_knight_on_the_square_does_not_hinder_building() -> None:
    state = scene("c;7c.1k.0t", old="Q33A", new="Q1B.Q2C.Q4D.Q5")
    state = played(state, "Q33@g8n N@g8 B0@g8")
    assert str(state).split()[2] == "A:l/t/c;8c.0k.0t;N@g8;statue@g8"


def test_the_knights_of_a_building_serve_from_the_next_turn() -> None:
    state = scene("t/c;7c.0k.0t", old="Q5A", new="Q10B.Q11C.Q12D.Q13", board="tavern.-.-.-.-.-")
    state = played(state, "Q5@h7e")
    assert "N@" not in legal(state)  # nobody in the reserve yet
    state = played(state, "B0@g8")
    assert purses(state)[0] == (7, 2, 0)
    assert legal(state) == "KQ13"
    assert refusal(state, "N@h7") == "Q4: taxes are collected before building and before the dragon"
    state = played(state, "KQ13 Sstatue.statue.statue.church.church.bakery LQ40.Q41.Q42.Q43")
    state = played(state, "Q10@g8n KQ40 Q11@g8n KQ41 Q12@g8n KQ42 Q13@f7w")
    assert legal(state).startswith("N@e7 N@f7 ")


def test_a_crown_of_the_queens_tower_counts_for_its_town() -> None:
    state = scene("t/t/c;7c.0k.0t", board="queenstower.-.-.-.-.-")
    state = played(state, "Q3@f6n B0@g9")
    assert str(state.kingdoms[0]) == ".t1/.t/fc/f"
    town = next(line for line in state.scores()[0].lines if line.reason == "town")
    assert (town.points, town.factors) == (2, (2, 1))


@pytest.mark.parametrize("space", [-1, -6, 6, 9])
def test_a_space_that_the_board_does_not_have_is_refused(space: int) -> None:
    """No token spells it, but a program may still ask."""
    state = played(scene(f"{TOWNS};9c.1k.0t"), "Q3@f6e")
    for rule, action in (("Q7", Build(space, parse_square("f7"))), ("Q10", Burn(space))):
        with pytest.raises(IllegalActionError, match=rf"\({rule}: no tile lies on the space priced {space}\)"):
            state.play(action)
