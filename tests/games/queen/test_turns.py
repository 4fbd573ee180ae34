"""Rounds, turns and steps: who may do what, and when (Q1, Q4, C9–C11)."""

import pytest

from tests.games.queen.helpers import BOARD, legal, played, purses, refusal, scene, start_of

START = f"OABCD S{BOARD} LQ3.Q17.Q22.Q41"


@pytest.mark.parametrize(
    ("players", "size", "kings", "opening"),
    [(2, 7, "AABB", "snake"), (3, 5, "ABC", "draw"), (4, 5, "ABCD", "draw")],
)
def test_the_number_of_players_decides_the_setup(players: int, size: int, kings: str, opening: str) -> None:
    rules = start_of(f"queendomino players={players}").rules
    assert (rules.size, rules.line_length, rules.lines, rules.opening.key) == (size, 4, 12, opening)
    assert "".join("ABCD"[seat] for seat in rules.kings) == kings
    assert (rules.kingdoms, rules.kingdom_of) == (players, tuple(range(players)))


def test_everybody_starts_with_seven_coins_and_a_knight() -> None:
    state = start_of("queendomino players=3")
    assert purses(state) == [(7, 1, 0)] * 3
    assert state.queen is None
    assert state.dragon_is_home


@pytest.mark.parametrize(
    ("players", "opening", "accepted"),
    [
        (2, "OABBA", True),
        (2, "OBAAB", True),
        (2, "OABAB", False),
        (2, "OAABB", False),
        (3, "OBCA", True),
        (4, "ODBAC", True),
    ],
)
def test_two_players_open_in_a_snake_and_more_by_drawing(players: int, opening: str, accepted: bool) -> None:
    state = start_of(f"queendomino players={players}")
    if accepted:
        assert "".join("ABCD"[seat] for seat in played(state, opening).turns.waiting) == opening[1:]
    else:
        assert refusal(state, opening) == "K4: not an order of the opening snake"


# --- the first round --------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["Q3@g8n", "Q3x", "N@g8", "B0@g8", "D0", "."])
def test_the_first_round_only_claims(token: str) -> None:
    state = played(start_of("queendomino players=4"), START)
    assert legal(state) == "KQ3 KQ17 KQ22 KQ41"
    assert refusal(state, token) == "C10: the king of A is to claim"


def test_a_king_stands_on_a_free_domino_of_the_line() -> None:
    state = played(start_of("queendomino players=4"), f"{START} KQ17")
    assert refusal(state, "KQ17") == "C9: a king already stands on Q17"
    assert refusal(state, "KQ4") == "C9: domino Q4 is not in the line"
    assert refusal(state, "K3") == "C9: domino 3 is not in the line"  # of the other box


# --- the steps of a turn: A place, B tax, C build, D dragon, E claim ----------------------------------------

OWNED = "t/c;7c.2k.0t"
LATE_TAX = "Q4: taxes are collected before building and before the dragon"
LATE_BUILD = "Q4: building comes before the dragon"
SECOND_BUILD = "Q7: one building a turn"
LAID = "C10: the domino of this turn is already laid"
CLAIMS = "KQ30 KQ31 KQ32 KQ33"
BUILDS = "B0@g8 B1@g8 B2@g8 B3@g8 B4@g8 B5@g8"


@pytest.mark.parametrize(
    ("steps", "open_steps"),
    [
        ("", f"N@f6 N@f7 {BUILDS} D0 D1 D2 D3 D4 D5 {CLAIMS}"),
        ("N@f6", f"N@f7 {BUILDS} D0 D1 D2 D3 D4 D5 {CLAIMS}"),
        ("N@f6 N@f7", f"{BUILDS} D0 D1 D2 D3 D4 D5 {CLAIMS}"),
        ("B0@g8", f"D1 D2 D3 D4 D5 {CLAIMS}"),
        ("N@f6 B0@g8", f"D1 D2 D3 D4 D5 {CLAIMS}"),
        ("D5", CLAIMS),
        ("N@f6 D5", CLAIMS),
        ("B0@g8 D5", CLAIMS),
        ("N@f7 N@f6 B0@g8 D5", CLAIMS),
    ],
)
def test_each_step_may_be_left_out_and_closes_those_before_it(steps: str, open_steps: str) -> None:
    assert legal(played(scene(OWNED), f"Q3@f6n {steps}")) == open_steps


@pytest.mark.parametrize(
    ("steps", "token", "why"),
    [
        ("B0@g8", "N@f6", LATE_TAX),
        ("D5", "N@f6", LATE_TAX),
        ("B0@g8 D5", "N@f6", LATE_TAX),
        ("N@f6 B0@g8", "N@f7", LATE_TAX),
        ("D5", "B0@g8", LATE_BUILD),
        ("B0@g8 D5", "B1@g8", LATE_BUILD),
        ("B0@g8", "B1@g8", SECOND_BUILD),
        ("D5", "D4", "Q10: the dragon flies once in a round"),
        ("", "Q3@f6n", LAID),
        ("", "Q3x", LAID),
        ("N@f6", "Q20@g9n", LAID),
    ],
)
def test_a_step_that_is_over_does_not_come_back(steps: str, token: str, why: str) -> None:
    assert refusal(played(scene(OWNED), f"Q3@f6n {steps}"), token) == why


@pytest.mark.parametrize("token", ["N@g8", "B0@g8", "D0", "KQ30", "."])
def test_placing_comes_first(token: str) -> None:
    assert refusal(scene(OWNED), token) == "C10: the king on Q3 places it before anything else"


@pytest.mark.parametrize("steps", ["", "N@f6", "B0@g8", "D5", "N@f6 B0@g8 D5"])
def test_a_claim_ends_the_turn_at_any_step(steps: str) -> None:
    state = played(scene(OWNED), f"Q3@f6n {steps} KQ32")
    assert state.actor == 1
    assert " old:Q20B.Q21C.Q22D new:Q30.Q31.Q32A.Q33 " in str(state)
    assert "step:" not in str(state)
    assert "fresh:" not in str(state)


def test_a_turn_does_not_end_with_a_dot_while_there_is_a_line() -> None:
    state = played(scene(OWNED), "Q3@f6n")
    assert "." not in legal(state).split()
    assert refusal(state, ".") == "Q4: a turn ends with a claim"


def test_a_turn_still_claims_from_the_line_in_the_round_before_the_last() -> None:
    state = played(scene(OWNED, lines=12), "Q3@f6n")
    assert legal(state).endswith(CLAIMS)
    assert refusal(state, ".") == "Q4: a turn ends with a claim"


# --- the last round ---------------------------------------------------------------------------------------


def test_the_last_round_has_every_step_but_the_claim() -> None:
    state = scene(OWNED, old="Q3A.Q20B.Q21C.Q22D", new="", lines=12)
    state = played(state, "Q3@f6n")
    assert legal(state) == f"N@f6 N@f7 {BUILDS} D0 D1 D2 D3 D4 D5 ."
    why = "C11: the last round has no line to claim from: end the turn with '.'"
    assert refusal(state, "KQ30") == why
    state = played(state, "N@f6 B0@g8 D1")
    assert legal(state) == "."
    state = played(state, ".")
    assert (state.actor, legal(state).split()[0]) == (1, "Q20@g5n")
    state = played(state, "Q20@g8n . Q21@g8n . Q22@g8n")
    assert not state.is_over
    state = played(state, ".")
    assert state.is_over
    assert legal(state) == ""
    assert state.chance is None
    assert {refusal(state, token) for token in (".", "KQ30", "D0", "Q22x")} == {"C11: the game is over"}


def test_the_dragon_flies_once_in_the_last_round_too() -> None:
    state = scene(old="Q3A.Q20B.Q21C.Q22D", new="", lines=12)
    state = played(state, "Q3@f6n D0 . Q20@g8n")
    assert refusal(state, "D1") == "Q10: the dragon flies once in a round"


# --- three players ----------------------------------------------------------------------------------------


def test_with_three_players_the_unclaimed_domino_leaves_the_game() -> None:
    state = played(start_of("queendomino players=3"), f"OABC S{BOARD} LQ3.Q17.Q22.Q41 KQ41 KQ3")
    assert legal(state) == "KQ17 KQ22"
    state = played(state, "KQ22")
    assert str(state).endswith(" old:Q3B.Q22C.Q41A gone:Q17")
    assert refusal(state, "LQ5.Q9.Q17.Q30") == "C8: a domino of this line has left the pile before"
    state = played(state, "LQ5.Q9.Q30.Q48 Q3@g8n KQ9 Q22@g8n KQ30 Q41@g8n")
    assert legal(state).endswith(" KQ5 KQ48")  # the last one still chooses
    assert str(played(state, "KQ48")).endswith(" old:Q9B.Q30C.Q48A gone:Q3.Q5.Q17.Q22.Q41")


# --- two players ------------------------------------------------------------------------------------------


def test_with_two_players_every_kings_turn_is_a_full_one() -> None:
    """A has both lower kings and acts twice in a row; each time it may tax and build, but the dragon flies once."""
    state = scene("t/t/c;7c.2k.0t", players=2, old="Q3A.Q5A.Q21B.Q22B")
    state = played(state, "Q3@f6n N@f6 B0@g8 D1 KQ33")
    assert state.actor == 0
    assert " old:Q5A.Q21B.Q22B new:Q30.Q31.Q32.Q33A " in str(state)
    state = played(state, "Q5@h7e")
    assert legal(state).split()[:2] == ["N@h7", "N@i7"]
    assert refusal(state, "D2") == "Q10: the dragon flies once in a round"
    state = played(state, "N@i7 B2@g9 KQ30")
    assert purses(state)[0] == (7 + 2 - 0 - 1 + 2 - 2, 0, 0)
    assert state.actor == 1
    state = played(state, "Q21@g8n KQ31 Q22@g6s KQ32")
    assert str(state).split(" old:")[1].startswith("Q30A.Q31B.Q32B.Q33A gone:")


def test_two_players_build_kingdoms_of_seven_by_seven() -> None:
    state = scene("cffffff;7c.1k.0t", players=2, old="Q3A.Q5A.Q21B.Q22B")
    state = played(state, "Q3@m8n")
    assert (state.kingdoms[0].width, state.kingdoms[0].height) == (7, 3)
    assert refusal(scene("cffffff;7c.1k.0t", players=2, old="Q3A.Q5A.Q21B.Q22B"), "Q3@e7e") == (
        "C4: the kingdom would be wider or higher than 7"
    )
    assert refusal(scene("cffff;7c.1k.0t"), "Q3@e7e") == "C4: the kingdom would be wider or higher than 5"


def test_a_domino_that_fits_must_be_placed() -> None:
    assert refusal(scene(), "Q3x") == "C7: domino Q3 can be placed"


def test_the_king_on_the_lowest_number_acts() -> None:
    assert refusal(scene(), "Q20@g8n") == "C10: the king on Q3 is to act"
