from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.games.protocol import State
from crownland.games.setup import Setup
from crownland.kernel.errors import InvalidTextError, SetupError, UnknownNameError
from crownland.notation.position import parse_position, parse_setup
from crownland.testing.strategies import setups, states
from tests.helpers import final_state, played, start_of

TWO = "kingdomino players=2 opening=snake"
LATE = ".".join(map(str, range(1, 21)))  # five lines of a game of two


def test_the_first_position_is_the_setup_and_the_castles() -> None:
    assert str(start_of("players=3")) == "kingdomino players=3 opening=draw three-players=lines-of-3 A:c B:c C:c"


@pytest.mark.parametrize(
    ("history", "rest"),
    [
        ("", "A:c B:c"),
        ("OABBA", "A:c B:c claiming:ABBA"),
        ("OABBA L3.17.22.41", "A:c B:c claiming:ABBA new:3.17.22.41"),
        ("OABBA L3.17.22.41 K22", "A:c B:c claiming:BBA new:3.17.22A.41"),
        ("OABBA L3.17.22.41 K22 K3 K41 K17", "A:c B:c old:3B.17A.22A.41B"),
        (
            "OABBA L3.17.22.41 K22 K3 K41 K17 L5.9.30.48 3@g8n",
            "A:c B:f/f/c claiming:B old:17A.22A.41B new:5.9.30.48 gone:3",
        ),
        (
            "OABBA L3.17.22.41 K22 K3 K41 K17 L5.9.30.48 3@g8n K48 17@h7e K5",
            "A:cfl B:f/f/c old:22A.41B new:5A.9.30.48B gone:3.17",
        ),
    ],
)
def test_a_position_tells_kingdoms_waiting_kings_old_line_new_line_and_dominoes_gone(history: str, rest: str) -> None:
    state = played("players=2", history)
    assert str(state) == f"{TWO} {rest}"
    assert parse_position(f"{TWO} {rest}") == state


def test_a_dynasty_tells_the_kingdoms_of_earlier_games() -> None:
    state = final_state("players=2 dynasty=true", "C", "C", past=(("W C", "F1 C"), ("C", "C")))
    assert str(state).startswith(f"{TWO} dynasty=true past:wc+f1c past:c+c A:c B:c gone:")


@given(states())
def test_a_state_of_any_game_is_read_back_from_its_position(state: State[Any]) -> None:
    assert parse_position(str(state)) == state


@given(states())
def test_the_repr_of_a_state_is_code_that_rebuilds_it(state: State[Any]) -> None:
    assert eval(repr(state), {"parse_position": parse_position}) == state


def test_d7_a_map_that_free_placement_left_in_two_parts_is_read_back() -> None:
    position = (
        "duel players=2 A:..sf2/.fsfS1SD1/ss1scf2.D/Dsq2...S2/.d;152120;split;castle "
        "B:.qqdd1S1/.d1dd1/.ddcSd/D1.SD1.ds/s.dD1;500202;-free_placement "
        "first:B round:10 dice:5.2.3.4 taken:BAAB drewB:s showing:2.3"
    )
    assert str(parse_position(position)) == position


@given(states(finished=False))
def test_a_state_read_back_is_played_on_alike(state: State[Any]) -> None:
    other = parse_position(str(state))
    assert (other.actor, other.chance, other.round) == (state.actor, state.chance, state.round)
    assert other.legal_actions() == state.legal_actions()
    assert other.scores() == state.scores()
    assert other.ranking() == state.ranking()


@given(setups())
def test_a_setup_is_read_back_from_its_words(setup: Setup) -> None:
    assert parse_setup(str(setup).split()) == setup


def test_blanks_around_the_words_do_not_matter() -> None:
    assert parse_position(f"  {TWO}   A:c\n B:c ") == start_of("players=2")


IMPOSSIBLE = "expected a position that a game can come to: "
LINES = f"{IMPOSSIBLE}the dominoes and the lines do not agree"
KINGS = f"{IMPOSSIBLE}the kings and their turns do not agree"
LAND = f"{IMPOSSIBLE}the kingdoms and the dominoes laid do not agree"
DYNASTY = f"{IMPOSSIBLE}the games of the Dynasty do not agree"
TOWN = f"{IMPOSSIBLE}a town and Kingdomino (C1) do not agree"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected the number of players, like players=2, got: ''"),
        ("kingdomino", "expected the number of players, like players=2, got: 'kingdomino'"),
        ("kingdomino players=two", "expected the number of players, like players=2, got: 'kingdomino players=two'"),
        ("kingdomino players=-2", "expected the number of players, like players=2, got: 'kingdomino players=-2'"),
        ("kingdomino players", "expected a word like key=value, got: 'players'"),
        (f"{TWO} A:c", "expected B: in a position, got none"),
        (f"{TWO} A:c B:c A:c", "expected A: once in a position, got it again: 'A:c'"),
        (f"{TWO} A:c B:c C:c", f"expected a position written as '{TWO} A:c B:c', got: '{TWO} A:c B:c C:c'"),
        (f"{TWO} B:c A:c", f"expected a position written as '{TWO} A:c B:c', got: '{TWO} B:c A:c'"),
        (f"{TWO} A:c B:c pile:3", f"expected a position written as '{TWO} A:c B:c', got: '{TWO} A:c B:c pile:3'"),
        (f"{TWO} A:c B:c x", "expected a word like key:value, got: 'x'"),
        (f"{TWO} A:c B:c claiming:ABBX", "expected a seat from A to H, got: 'X'"),
        (f"{TWO} A:c B:c gone:49", "expected a domino from 1 to 48 or from Q1 to Q48, got: '49'"),
        (f"{TWO} A:c B:c old:3AB", "expected dominoes with their kings like 3A.17.22B, got: '3AB'"),
        (f"{TWO} A:wwwwwc B:c", "expected a kingdom within 5×5 (C4), got: 'wwwwwc'"),
        (f"{TWO} A:w.c B:c", "expected a kingdom connected with its castle (C5), got: 'w.c'"),
        (f"{TWO} A:x B:c", "expected a terrain letter of wflgsmt, got: 'x'"),
        # a domino in two places
        (f"{TWO} A:c B:c old:3A.17B.22B.41A new:3.9.30.48", LINES),
        # a line too short
        (f"{TWO} A:c B:c claiming:ABBA new:3.17.22", LINES),
        # kings too many, too few, or of the wrong player
        (f"{TWO} A:c B:c claiming:ABBAA new:3.17.22.41", KINGS),
        (f"{TWO} A:c B:c claiming:ABB new:3.17.22.41", KINGS),
        (f"{TWO} A:c B:c old:3A.17A.22B.41A new:5.9.30.48", KINGS),
        (f"{TWO} A:c B:c old:3A.17C.22B.41A new:5.9.30.48", KINGS),
        # land without dominoes
        (f"{TWO} A:wwc B:c", LAND),
        (f"{TWO} A:wwc B:c old:3A.17B.22B.41A new:5.9.30.48", LAND),
        # more lines than the game has
        (f"{TWO} A:c B:c gone:{LATE}.21.22.23.24.25.26.27.28", LINES),
        # earlier games without a dynasty, too many of them, or of too few kingdoms
        (f"{TWO} past:c+c A:c B:c", DYNASTY),
        (f"{TWO} dynasty=true past:c+c past:c+c past:c+c A:c B:c", DYNASTY),
        (f"{TWO} dynasty=true past:c A:c B:c", DYNASTY),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_position(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        pytest.param("A:c B:c old:17B.3A.22B.41A new:5.9.30.48", LINES, id="C8: an old line that is not ascending"),
        pytest.param("A:c B:c claiming:AAAA", KINGS, id="K2: four kings of one player before the first line"),
        pytest.param("A:c B:c claiming:H", KINGS, id="K2: a king of a seat that does not exist"),
        pytest.param("A:c B:c claiming:AABB", KINGS, id="K4: an order that is not of this opening"),
        pytest.param("A:c B:c claiming:AABB new:3.17.22.41", KINGS, id="K4: nor is it when the line is dealt"),
        pytest.param("A:c B:c gone:3.17.22.41", KINGS, id="C11: over before anybody has placed"),
        pytest.param("A:c B:c claiming:ABBA new:Q3.Q17.Q22.Q41", LINES, id="C2: dominoes of the other box"),
        pytest.param("A:c B:c new:3A.17B.22B.41A", KINGS, id="C8: all of a line claimed, and still the new line"),
        pytest.param(
            "A:c B:c claiming:AB old:3A.17B new:5.9.30.48 gone:22.41",
            KINGS,
            id="C10: two kings waiting after the first round",
        ),
        pytest.param("A:c B:c claiming:A old:17B.22B.41A gone:3", KINGS, id="C8: a king to claim and no line"),
        pytest.param(
            f"A:c B:c claiming:A gone:{LATE}.21.22.23.24", KINGS, id="C11: a king to claim after the last round"
        ),
        pytest.param(
            f"A:c B:c old:21A.22A.23A.24A gone:{LATE}", KINGS, id="K2: four kings of one player in the last round"
        ),
        pytest.param(
            f"A:c B:c old:21A.22B.23B.24H gone:{LATE}", KINGS, id="K2: a seat that does not exist in the last round"
        ),
        pytest.param("A:wc B:c claiming:A old:17B.22B.41A new:5.9.30.48 gone:3", LAND, id="C2: half a domino"),
        pytest.param("A:ttc B:c claiming:A old:17B.22B.41A new:5.9.30.48 gone:3", TOWN, id="C1: a town in Kingdomino"),
    ],
)
def test_what_no_game_could_come_to_is_refused(rest: str, message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_position(f"{TWO} {rest}")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (
            "chess players=2 A:c B:c",
            UnknownNameError,
            "unknown game: 'chess'; known: duel, kingdomino, queendomino, royal-wedding",
        ),
        ("kingdomino players=5", SetupError, "kingdomino is for 2, 3 or 4 players, got: 5"),
        (
            "kingdomino players=3 mighty-duel=true A:c B:c C:c",
            SetupError,
            "mighty-duel=true is for 2 players (K9), got: 3",
        ),
        (
            "kingdomino players=2 colour=red A:c B:c",
            UnknownNameError,
            "unknown option: 'colour'; known: dynasty, harmony, middle-kingdom, mighty-duel, opening, three-players",
        ),
    ],
)
def test_a_position_of_no_allowed_setup_is_refused_as_the_setup_is(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        parse_position(text)
    assert str(caught.value) == message


def test_a_number_of_players_with_thousands_of_digits_is_refused_like_any_other() -> None:
    with pytest.raises((InvalidTextError, SetupError)):
        parse_position("kingdomino players=" + "9" * 5000)


@pytest.mark.parametrize("words", ["opening=snake opening=draw", "opening=draw opening=draw", "players=3"])
def test_a_setup_that_says_something_twice_is_refused(words: str) -> None:
    with pytest.raises((InvalidTextError, SetupError)):
        parse_setup(f"kingdomino players=2 {words}".split())


@given(states(), st.integers(0, 2**32))
def test_a_damaged_position_is_refused_or_is_another_position(state: State[Any], seed: int) -> None:
    rng = Random(seed)
    text = list(str(state))
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        text[at : at + rng.randint(0, 2)] = rng.choice(
            ["", " ", ".", ":", "A", "B", "c", "3", "17", "w", "/", "+", "="]
        )
    damaged = "".join(text)
    try:
        read = parse_position(damaged)
    except (InvalidTextError, SetupError, UnknownNameError):
        return
    assert str(read).split() == damaged.split()


@given(st.text())
def test_any_text_is_a_position_or_refused_with_one_of_our_errors(text: str) -> None:
    with pytest.raises((InvalidTextError, SetupError, UnknownNameError)):
        parse_position(text)
