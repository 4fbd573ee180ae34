"""The queen visits whoever gains towers (Q9); the dragon burns a building once in a round (Q10)."""

import pytest

from tests.games.queen.helpers import land, legal, played, purses, refusal, scene

TOWN = "t/c"
ONCE = "Q10: the dragon flies once in a round"
HOST = "Q10: the dragon does not serve the queen's host"


# Towers of A (who builds on space 0 now), B and C; the host before; the tile; the host after.
@pytest.mark.parametrize(
    ("towers", "before", "tile", "after"),
    [
        ((0, 0, 0), "", "travellingcastle", "A"),  # the first tower of the game
        ((0, 0, 0), "", "statue", ""),  # no tower, no queen
        ((1, 2, 0), "B", "travellingcastle", "A"),  # as many as the host: she moves on a tie
        ((0, 2, 0), "B", "travellingcastle", "B"),  # one too few
        ((0, 2, 0), "B", "guardtower", "A"),
        ((0, 2, 0), "B", "fortress", "A"),  # more than the host
        ((2, 2, 0), "B", "statue", "B"),  # a tie without a gain moves nobody
        ((2, 2, 0), "B", "tavern", "B"),  # knights are no towers
        ((2, 1, 4), "B", "travellingcastle", "B"),  # more than the host, but C has more still
        ((3, 1, 4), "B", "travellingcastle", "A"),  # as many as C
        ((2, 1, 0), "A", "travellingcastle", "A"),  # she stays
        ((0, 3, 3), "", "guardtower", ""),  # nobody gained them by building: still she is with nobody
    ],
)
def test_the_queen_moves_to_whoever_gains_towers_and_then_has_as_many_as_anybody(
    towers: tuple[int, int, int], before: str, tile: str, after: str
) -> None:
    a, b, c = towers
    state = scene(f"{TOWN};7c.1k.{a}t", f"c;7c.1k.{b}t", f"c;7c.1k.{c}t", queen=before, board=f"{tile}.-.-.-.-.-")
    state = played(state, "Q3@f6n B0@g8")
    assert ("" if state.queen is None else "ABCD"[state.queen]) == after


def test_the_queen_leaves_and_her_discount_with_her() -> None:
    state = scene(f"{TOWN};2c.1k.1t", f"{TOWN};0c.1k.0t", queen="A", board="travellingcastle.-.-.statue.-.-")
    state = played(state, "Q3@f6n")
    assert "B3@g8" in legal(state)  # A hosts her and pays 2
    state = played(state, "KQ31 Q20@h7e B0@g8")  # B has as many towers as A now
    assert state.queen == 1
    assert str(state).split()[7] == "queen:B"
    state = played(state, "KQ30 Q21@g8n KQ32 Q22@g8n KQ33")
    state = played(state, "Sstatue.church.church.bakery.bakery LQ34.Q35.Q36.Q37")
    state = played(state, "Q30@f7w KQ35")  # B again
    state = played(state, "Q31@h7n")  # A without her
    assert state.board[3] == "church"
    assert refusal(state, "B3@g8") == "Q7: it costs 3, the purse has 2"


@pytest.mark.parametrize(
    ("space", "hosts", "costs", "lines"),
    [
        (0, False, 0, [("price", 0)]),
        (0, True, 0, [("price", 0)]),  # never below 0
        (1, False, 1, [("price", -1)]),
        (1, True, 0, [("price", -1), ("queen", 1)]),
        (5, False, 5, [("price", -5)]),
        (5, True, 4, [("price", -5), ("queen", 1)]),
    ],
)
def test_the_queens_host_builds_for_a_coin_less_but_never_below_nothing(
    space: int, hosts: bool, costs: int, lines: list[tuple[str, int]]
) -> None:
    state = scene(f"{TOWN};7c.1k.0t", queen="A" if hosts else "B", board="statue.statue.church.church.bakery.bakery")
    state = played(state, "Q3@f6n")
    action = next(action for action in state.legal_actions() if str(action) == f"B{space}@g8")
    assert [(line.reason, line.points) for line in state.coin_lines(action)] == lines
    assert purses(state.play(action))[0] == (7 - costs, 1, 0)


@pytest.mark.parametrize(
    ("coins", "queen", "affordable"), [(4, "B", "01234"), (4, "A", "012345"), (0, "B", "0"), (0, "A", "01")]
)
def test_the_discount_decides_what_a_purse_can_pay(coins: int, queen: str, affordable: str) -> None:
    state = played(scene(f"{TOWN};{coins}c.1k.0t", queen=queen), "Q3@f6n")
    assert "".join(token[1] for token in legal(state).split() if token[0] == "B") == affordable


def test_the_discount_does_not_count_for_the_tower_that_brings_the_queen() -> None:
    state = scene(f"{TOWN};7c.1k.0t", board="statue.statue.travellingcastle.church.bakery.bakery")
    state = played(state, "Q3@f6n B2@g8")
    assert (state.queen, purses(state)[0]) == (0, (5, 1, 1))


# --- the dragon -------------------------------------------------------------------------------------------


def test_the_dragon_burns_a_tile_for_a_coin_and_it_leaves_the_game() -> None:
    state = played(scene(f"{TOWN};7c.1k.0t"), "Q3@f6n")
    assert legal(state).split()[-10:] == ["D0", "D1", "D2", "D3", "D4", "D5", "KQ30", "KQ31", "KQ32", "KQ33"]
    state = played(state, "D4")
    assert purses(state)[0] == (6, 1, 0)
    assert " board:statue.church.bakery.tavern.-.fortress burned:guardtower dragon:away step:claim " in str(state)
    assert legal(state) == "KQ30 KQ31 KQ32 KQ33"


def test_the_dragon_flies_once_in_a_round_for_all_players_together() -> None:
    states = [played(scene(), "Q3@f6n D4")]
    for turn in ("KQ30 Q20@g8n", "KQ31 Q21@g8n", "KQ32 Q22@g8n"):  # B, C, D
        states.append(played(states[-1], turn))
    assert [refusal(state, "D0") for state in states] == [ONCE] * 4
    state = played(states[-1], "KQ33 Sbakery LQ34.Q35.Q36.Q37 Q30@h7e")
    assert "D0" in legal(state)  # the next round


def test_the_dragon_may_be_sent_by_anyone_of_the_round() -> None:
    state = played(scene(), "Q3@f6n KQ30 Q20@g8n KQ31 Q21@g8n KQ32 Q22@g8n D5")
    assert purses(state) == [(7, 1, 0), (7, 1, 0), (7, 1, 0), (6, 1, 0)]


def test_the_dragon_does_not_serve_the_queens_host() -> None:
    state = played(scene(queen="A"), "Q3@f6n")
    assert "D" not in legal(state)
    assert refusal(state, "D0") == HOST
    assert "D0" in legal(played(state, "KQ30 Q20@g8n"))  # B does not host her


def test_the_tower_that_brings_the_queen_sends_the_dragon_away() -> None:
    """Checked at D, so after C."""
    state = scene(f"{TOWN};7c.1k.0t", board="travellingcastle.statue.-.-.-.-")
    state = played(state, "Q3@f6n")
    assert "D1" in legal(state)
    state = played(state, "B0@g8")
    assert legal(state) == "KQ30 KQ31 KQ32 KQ33"
    assert refusal(state, "D1") == HOST


def test_whom_the_queen_has_left_may_send_the_dragon() -> None:
    state = scene(f"{TOWN};7c.1k.1t", "c;7c.1k.1t", queen="B", board="travellingcastle.statue.-.-.-.-")
    state = played(state, "Q3@f6n B0@g8 KQ30 Q20@g8n")
    assert legal(state).split()[2:3] == ["D1"]


def test_the_dragon_wants_a_coin() -> None:
    state = played(scene(f"{TOWN};0c.1k.0t"), "Q3@f6n")
    assert legal(state) == "N@f6 N@f7 B0@g8 KQ30 KQ31 KQ32 KQ33"
    assert refusal(state, "D0") == "Q10: the dragon wants a coin"


def test_the_last_coin_may_go_to_the_dragon_but_not_after_it_was_spent_on_a_building() -> None:
    state = played(scene(f"{TOWN};1c.1k.0t"), "Q3@f6n")
    assert purses(played(state, "D0"))[0] == (0, 1, 0)
    assert refusal(played(state, "B1@g8"), "D0") == "Q10: the dragon wants a coin"


def test_taxes_pay_the_dragon_in_the_same_turn() -> None:
    state = played(scene(f"{TOWN};0c.1k.0t"), "Q3@f6n N@f6 D0")
    assert purses(state)[0] == (1, 0, 0)


def test_the_dragon_finds_nothing_on_an_empty_space() -> None:
    state = played(scene(board="statue.-.-.-.-.-"), "Q3@f6n")
    assert refusal(state, "D3") == "Q10: no tile lies on the space priced 3"


def test_building_and_the_dragon_may_follow_each_other_in_one_turn() -> None:
    state = played(scene(f"{TOWN};7c.1k.0t"), "Q3@f6n N@f6 B0@g8 D5")
    assert purses(state)[0] == (7 + 2 - 1, 0, 0)
    assert legal(state) == "KQ30 KQ31 KQ32 KQ33"


def test_the_queens_crown_lies_on_a_town_when_that_is_the_largest_property() -> None:
    drawing = land(
        """
        t  t w1
        t  c w
        """
    )
    state = scene(f"{drawing};0c.1k.0t", queen="A")
    lines = [(line.reason, line.points, line.factors) for line in state.scores()[0].lines]
    assert lines == [("coins", 0, (0,)), ("wheat", 2, (2, 1)), ("town", 0, (3, 0)), ("queen", 3, (3, 1))]


@pytest.mark.parametrize(
    ("drawing", "crown"),
    [
        ("w w c g2 g2", 2),  # of equals she brings as much to one as to the other
        ("l l l c g3", 3),  # the largest, though another has more crowns
        ("c", 0),  # nothing to crown
    ],
)
def test_the_queen_adds_a_crown_to_the_largest_property(drawing: str, crown: int) -> None:
    alone = scene(f"{land(drawing)};0c.1k.0t", queen="B").scores()[0]
    with_her = scene(f"{land(drawing)};0c.1k.0t", queen="A").scores()[0]
    assert with_her.total - alone.total == crown
    assert with_her.ties == alone.ties
