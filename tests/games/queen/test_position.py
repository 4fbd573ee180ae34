"""Positions of Queendomino and Royal Wedding: one line of text, and back."""

import pytest

from crownland.games.queen.state import State
from crownland.kernel.errors import InvalidTextError
from crownland.notation.position import parse_position
from tests.games.queen.helpers import BOARD, land, played, scene, start_of

TOWNS = land(
    """
    t t t
    w c .
    """
)
POSITION = str(scene(f"{TOWNS};7c.1k.0t;N@f7;church@g8", board="statue.-.bakery.tavern.guardtower.fortress", queen="A"))


def test_a_position_tells_all_that_is_on_the_table() -> None:
    state = played(start_of("queendomino players=2"), f"OABBA S{BOARD} LQ3.Q17.Q33.Q46 KQ33 KQ3 KQ46 KQ17 LQ1.Q2.Q4.Q5")
    assert str(state) == (
        "queendomino players=2 A:c;7c.1k.0t B:c;7c.1k.0t "
        "board:statue.church.bakery.tavern.guardtower.fortress old:Q3B.Q17A.Q33A.Q46B new:Q1.Q2.Q4.Q5"
    )
    state = played(state, "Q3@g8n N@g9 D4 KQ5 Q17@h7e KQ1 Q33@f7n N@f8 B5@f7")
    assert str(state) == (
        "queendomino players=2 A:l/tcf1w;3c.0k.3t;N@f8;fortress@f7 B:f/f/c;8c.0k.0t;N@g9 "
        "board:statue.church.bakery.tavern.-.- burned:guardtower queen:A dragon:away step:dragon "
        "old:Q33A.Q46B new:Q1A.Q2.Q4.Q5B gone:Q3.Q17"
    )
    assert parse_position(str(state)) == state


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        ("", "fortress old:"),
        ("Q46@g8n", "fortress step:tax fresh:g8.g9 old:"),
        ("Q46@g8n N@g9", "fortress step:tax fresh:g8 old:"),
        ("Q46@g8n N@g9 N@g8", "fortress step:tax old:"),
        ("Q46@g8n B0@g8", "fortress step:dragon old:"),
        ("Q46@g8n D5", "- burned:fortress dragon:away step:claim old:"),
    ],
)
def test_a_position_tells_the_step_of_the_turn(tokens: str, part: str) -> None:
    state = played(scene("c;7c.2k.0t", old="Q46A", new="Q1B.Q2C.Q3D.Q4"), tokens)
    assert part in str(state)
    assert parse_position(str(state)) == state
    assert repr(state) == f"parse_position({str(state)!r})"


def test_the_position_is_read_with_all_its_parts() -> None:
    state = parse_position(POSITION)
    assert isinstance(state, State)
    assert str(state) == POSITION
    assert (state.queen, state.board[1], state.estates[0].posted.bit_count()) == (0, None, 1)


@pytest.mark.parametrize(
    ("part", "other", "why"),
    [
        ("A:ttt/wc;7c.1k.0t;N@f7;church@g8", "A:c", "expected a kingdom and a purse like c;7c.1k.0t, got: 'c'"),
        ("B:c;7c.1k.0t", "B:c;7c.1k", "expected a kingdom and a purse like c;7c.1k.0t, got: 'c;7c.1k'"),
        ("B:c;7c.1k.0t", "B:c;-1c.1k.0t", "expected a kingdom and a purse like c;7c.1k.0t, got: 'c;-1c.1k.0t'"),
        ("B:c;7c.1k.0t ", "", "expected B: in a position, got none"),
        ("N@f7", "N@z9", "expected a knight or a building like N@h8 or church@g9, got: 'N@z9'"),
        ("N@f7", "N", "expected a knight or a building like N@h8 or church@g9, got: 'N'"),
        ("church@g8", "palace@g8", "expected a building like church or fishmarket, got: 'palace'"),
        ("board:statue.-.", "board:statue.", "expected 6 spaces on the builders' board, got: "),
        ("board:statue", "board:castle", "expected a building like church or fishmarket, got: 'castle'"),
        (" old:", " step:tea old:", "expected a step tax, build, dragon or claim, got: 'tea'"),
        ("queen:A", "queen:E", "expected a position that a game can come to: the queen and the kingdoms do not agree"),
        ("queen:A", "queen:X", "expected a seat from A to H, got: 'X'"),
        (
            "church@g8",
            "fortress@g8",
            "expected a position that a game can come to: the building tiles do not agree",
        ),
        (
            "church@g8",
            "church@f7",
            "expected a position that a game can come to: knights, buildings and land do not agree",
        ),
        (
            "church@g8",
            "church@g8;weaver@g8",
            "expected a position that a game can come to: knights, buildings and land do not agree",
        ),
        (
            "N@f7",
            "N@i7",
            "expected a position that a game can come to: knights, buildings and land do not agree",
        ),
        ("A:ttt/wc;", "A:tttttt/.c;", "expected a kingdom within 5×5 (C4), got: 'tttttt/.c'"),
    ],
)
def test_a_malformed_position_is_refused_by_name(part: str, other: str, why: str) -> None:
    text = POSITION.replace(part, other, 1)
    assert text != POSITION
    with pytest.raises(InvalidTextError) as caught:
        parse_position(text)
    assert str(caught.value).startswith(why)


@pytest.mark.parametrize(
    ("part", "other"),
    [
        pytest.param(" old:", " fresh:f7 old:", id="Q5-fresh-before-placing"),
        pytest.param(" old:", " step:dragon fresh:f8 old:", id="Q4-fresh-when-taxing-is-over"),
        pytest.param(" old:", " step:tax fresh:a1 old:", id="Q5-fresh-where-nothing-lies"),
        pytest.param(" old:", " step:tax fresh:g7 old:", id="Q5-fresh-castle"),
        pytest.param(" old:", " step:tax fresh:f8.g8.h8 old:", id="Q5-three-fresh-squares"),
        pytest.param(" old:", " step:tax fresh:f7 old:", id="Q5-fresh-under-a-knight"),
        pytest.param("N@f7", "N@g7", id="Q5-knight-on-the-castle"),
        pytest.param("A:ttt", "A:t1tt", id="T2-crown-on-a-town-without-a-building"),
        pytest.param("church@g8", "queenstower@g8", id="Q13-queens-tower-without-its-crown"),
        pytest.param("old:Q3A", "old:3A", id="Q1-domino-of-the-other-box"),
        pytest.param("old:Q3A.Q20B", "old:Q20B.Q3A", id="C10-old-line-not-ascending"),
        pytest.param("new:Q30.Q31", "new:Q31.Q30", id="C8-new-line-not-ascending"),
        pytest.param(" queen:", " burned:weaver.bakery queen:", id="one-spelling-burned-in-another-order"),
    ],
)
def test_a_position_that_no_game_can_come_to_is_refused(part: str, other: str) -> None:
    text = POSITION.replace(part, other, 1)
    assert text != POSITION
    with pytest.raises(InvalidTextError):
        parse_position(text)


def test_a_line_of_the_wedding_comes_from_one_box() -> None:
    seats = "A:c;7c.1k.0t B:c;7c.1k.0t C:c;7c.1k.0t D:c;7c.1k.0t"
    text = f"royal-wedding players=4 {seats} board:{BOARD} old:Q1A.Q2B.Q3C.Q4D new:1.2.3.4"
    assert str(parse_position(text)) == text
    with pytest.raises(InvalidTextError):
        parse_position(text.replace("new:1.2.3.4", "new:1.2.3.Q5"))
