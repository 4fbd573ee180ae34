"""Everything that a state refuses: the rule's number, the reason, and nothing changed."""

from dataclasses import replace

import pytest

from crownland.games.classic.state import Action, State
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DominoId
from crownland.kernel.errors import IllegalActionError
from crownland.kernel.square import Direction, parse_square
from crownland.notation.token import parse_action
from tests.helpers import final_state, kingdom, played

DEALT = "OABBA L3.17.22.41"
CLAIMED = f"{DEALT} K3 K17 K22 K41"
PLACING = f"{CLAIMED} L5.9.30.48"  # A is to place 3
CLAIMING = f"{PLACING} 3@g8n"  # A is to claim
NEXT = f"{CLAIMING} K9"  # B is to place 17


def refusal(state: State, action: Action) -> IllegalActionError:
    """The error; the message has its shape and the state is as before."""
    before, listed, text = replace(state), state.legal_actions(), str(state)
    with pytest.raises(IllegalActionError) as caught:
        state.play(action)
    error = caught.value
    assert str(error) == f"illegal action: {action} ({error.rule}: {error.reason}) in {text}"
    assert (error.action, error.position) == (action, state)
    assert (state, state.legal_actions(), str(state)) == (before, listed, text)
    return error


def test_the_whole_message_is_the_bug_report() -> None:
    state = played("players=2", PLACING)
    with pytest.raises(IllegalActionError) as caught:
        state.play(parse_action("3@g9n"))
    assert str(caught.value) == (
        "illegal action: 3@g9n (C5: no half touches the castle or matching terrain) in "
        "kingdomino players=2 opening=snake A:c B:c old:3A.17B.22B.41A new:5.9.30.48"
    )


@pytest.mark.parametrize(
    ("setup", "history", "token", "rule", "reason"),
    [
        # K4: the opening
        ("players=2", "OABBA", "OABBA", "K4", "the opening order is drawn once, before the first line"),
        ("players=2", DEALT, "OABBA", "K4", "the opening order is drawn once, before the first line"),
        ("players=2", CLAIMED, "OBAAB", "K4", "the opening order is drawn once, before the first line"),
        ("players=2", PLACING, "OBAAB", "K4", "the opening order is drawn once, before the first line"),
        ("players=2", "", "OABB", "K4", "the kings are AABB"),
        ("players=2", "", "OAB", "K4", "the kings are AABB"),
        ("players=2", "", "OABBAA", "K4", "the kings are AABB"),
        ("players=2", "", "OABCA", "K4", "the kings are AABB"),
        ("players=3", "", "OABBA", "K4", "the kings are ABC"),
        ("players=3", "", "OABD", "K4", "the kings are ABC"),
        ("players=4", "", "OABCC", "K4", "the kings are ABCD"),
        ("players=2", "", "OABAB", "K4", "not an order of the opening snake"),
        ("players=2", "", "OAABB", "K4", "not an order of the opening snake"),
        ("players=2 opening=clockwise", "", "OABBA", "K4", "not an order of the opening clockwise"),
        ("players=3 opening=clockwise", "", "OACB", "K4", "not an order of the opening clockwise"),
        ("players=4 opening=clockwise", "", "OABDC", "K4", "not an order of the opening clockwise"),
        # C8: the line
        ("players=2", "", "L3.17.22.41", "C8", "no line is dealt now"),
        ("players=2", DEALT, "L5.9.30.48", "C8", "no line is dealt now"),
        ("players=2", f"{DEALT} K3 K17 K22", "L5.9.30.48", "C8", "no line is dealt now"),
        ("players=2", PLACING, "L6.7.8.10", "C8", "no line is dealt now"),
        ("players=2", CLAIMING, "L6.7.8.10", "C8", "no line is dealt now"),
        ("players=2", "OABBA", "L3.17.22", "C8", "a line has 4 dominoes here"),
        ("players=2", "OABBA", "L3.17.22.41.42", "C8", "a line has 4 dominoes here"),
        ("players=3", "OABC", "L3.17.22.41", "C8", "a line has 3 dominoes here"),
        ("players=3 three-players=leftover", "OABC", "L3.17.22", "C8", "a line has 4 dominoes here"),
        ("players=2", "OABBA", "LQ3.Q17.Q22.Q41", "C8", "this line is dealt from the pile 1 to 48"),
        ("players=2", CLAIMED, "L5.9.30.Q48", "C8", "this line is dealt from the pile 1 to 48"),
        ("players=2", CLAIMED, "L5.9.30.41", "C8", "a domino of this line has left the pile before"),
        (
            "players=3 three-players=leftover",
            "OABC L3.17.22.41 K3 K17 K22",
            "L5.9.30.41",
            "C8",
            "a domino of this line has left the pile before",
        ),
        ("players=2", "OABBA", "L17.3.22.41", "C8", "a line lies by ascending number"),
        ("players=2", "OABBA", "L3.17.41.22", "C8", "a line lies by ascending number"),
        ("players=2", "OABBA", "L3.3.22.41", "C8", "a line lies by ascending number"),
        # C8: chance comes first
        ("players=2", "", "K3", "C8", "the dealer acts now"),
        ("players=2", "OABBA", "K3", "C8", "the dealer acts now"),
        ("players=2", "OABBA", "3x", "C8", "the dealer acts now"),
        ("players=2", CLAIMED, "3@g8n", "C8", "the dealer acts now"),
        ("players=2", CLAIMED, "K5", "C8", "the dealer acts now"),
        # C9: claims
        ("players=2", f"{DEALT} K3", "K3", "C9", "a king already stands on 3"),
        ("players=2", f"{NEXT} 17@g8n", "K9", "C9", "a king already stands on 9"),
        ("players=2", DEALT, "K5", "C9", "domino 5 is not in the line"),
        ("players=2", CLAIMING, "K41", "C9", "domino 41 is not in the line"),
        ("players=2", CLAIMING, "K3", "C9", "domino 3 is not in the line"),
        # C10: whose turn, and what first
        ("players=2", DEALT, "3@g8n", "C10", "the king of A is to claim"),
        ("players=2", f"{DEALT} K3", "3@g8n", "C10", "the king of B is to claim"),
        ("players=2", f"{DEALT} K3", "3x", "C10", "the king of B is to claim"),
        ("players=2", CLAIMING, "17@g8n", "C10", "the king of A is to claim"),
        ("players=2", PLACING, "K5", "C10", "the king on 3 places it before anything else"),
        ("players=2", NEXT, "K5", "C10", "the king on 17 places it before anything else"),
        ("players=2", PLACING, "17@g8n", "C10", "the king on 3 is to act"),
        ("players=2", PLACING, "41@g8n", "C10", "the king on 3 is to act"),
        ("players=2", PLACING, "5@g8n", "C10", "the king on 3 is to act"),
        ("players=2", PLACING, "17x", "C10", "the king on 3 is to act"),
        ("players=2", NEXT, "3@g8n", "C10", "the king on 17 is to act"),
        ("players=2", PLACING, "Q3@g8n", "C10", "the king on 3 is to act"),
        # actions of other games
        ("players=2", DEALT, ".", "C10", "the king of A is to claim"),
        ("players=2", CLAIMING, "N@g8", "C10", "the king of A is to claim"),
        ("players=2", PLACING, ".", "C10", "the king on 3 places it before anything else"),
        ("players=2", PLACING, "3@g8", "C10", "the king on 3 places it before anything else"),
        ("players=2", PLACING, "T1", "C10", "the king on 3 places it before anything else"),
        ("players=2", "OABBA", "R1.2.3.4", "C8", "the dealer acts now"),
        ("players=2", "", "Schurch", "C8", "the dealer acts now"),
        # C7: must place
        ("players=2", PLACING, "3x", "C7", "domino 3 can be placed"),
        # C4, C5, C6: placements
        ("players=2", PLACING, "3@g7n", "C6", "a half lies on an occupied square"),
        ("players=2", PLACING, "3@g6n", "C6", "a half lies on an occupied square"),
        ("players=2", PLACING, "3@k7e", "C4", "the kingdom would be wider or higher than 5"),
        ("players=2", PLACING, "3@g13n", "C4", "the kingdom would be wider or higher than 5"),
        ("players=2", PLACING, "3@m7e", "C4", "the kingdom would be wider or higher than 5"),
        ("players=2", NEXT, "17@a1w", "C4", "the kingdom would be wider or higher than 5"),
        ("players=2", NEXT, "17@a1s", "C4", "the kingdom would be wider or higher than 5"),
        (
            "players=2 mighty-duel=true",
            f"{PLACING}",
            "3@g13n",
            "C4",
            "the kingdom would be wider or higher than 7",
        ),
        ("players=2", PLACING, "3@h8n", "C5", "no half touches the castle or matching terrain"),
        ("players=2", PLACING, "3@i8e", "C5", "no half touches the castle or matching terrain"),
    ],
)
def test_it_is_refused_with_the_number_of_the_rule(
    setup: str, history: str, token: str, rule: str, reason: str
) -> None:
    error = refusal(played(setup, history), parse_action(token))
    assert (error.rule, error.reason) == (rule, reason)


@pytest.mark.parametrize(
    ("direction", "square"), [(Direction.SOUTH, "g9"), (Direction.WEST, "i7"), (Direction.SOUTH, "g6")]
)
def test_c2_a_double_the_other_way_round_is_refused_since_each_placement_has_one_spelling(
    direction: Direction, square: str
) -> None:
    error = refusal(played("players=2", PLACING), Place(DominoId(3), parse_square(square), direction))
    assert (error.rule, error.reason) == (
        "C2",
        "both halves are equal: write the right half north or east of the left one",
    )


@pytest.mark.parametrize(
    ("token", "rule", "reason"),
    [
        ("K3", "C11", "the game is over"),
        ("3@g8n", "C11", "the game is over"),
        ("3x", "C11", "the game is over"),
        ("OABBA", "K4", "the opening order is drawn once, before the first line"),
        ("L3.17.22.41", "C8", "no line is dealt now"),
    ],
)
def test_c11_after_the_last_placement_nothing_is_taken_any_more(token: str, rule: str, reason: str) -> None:
    error = refusal(final_state("players=2", "C", "C"), parse_action(token))
    assert (error.rule, error.reason) == (rule, reason)


def test_c11_in_the_last_round_a_king_does_not_claim() -> None:
    state = played("players=2", "OABBA L3.17.22.41 K3 K17 K22 K41")
    for line in ("L5.6.7.8", "L9.10.11.12", "L13.14.15.16", "L18.19.20.21", "L23.24.25.26"):
        state = state.play(parse_action(line))
        for _ in range(8):
            state = state.play(state.legal_actions()[0])
    assert (state.turns.lines_left, state.chance, state.turns.old[0][0]) == (0, None, 23)
    error = refusal(state, parse_action("K27"))
    assert (error.rule, error.reason) == ("C10", "the king on 23 places it before anything else")
    state = state.play(state.legal_actions()[0])
    assert state.turns.old[0][0] == 24
    assert refusal(state, parse_action("L1.2.4.27")).rule == "C8"


def test_c7_a_domino_that_fits_nowhere_is_placed_nowhere() -> None:
    full = """
        W  W  W
        W  C  W
        W  W  W
    """
    state = replace(played("players=2", PLACING), kingdoms=(kingdom(full), kingdom("C")))
    assert refusal(state, parse_action("3@e5n")).rule == "C5"
    assert state.play(Discard(DominoId(3))).kingdoms == state.kingdoms


@pytest.mark.parametrize("numbers", [(0, 17, 22, 41), (3, 17, 22, 49), (49, 50, 51, 52)])
def test_k1_a_line_of_dominoes_that_do_not_exist_is_refused(numbers: tuple[int, ...]) -> None:
    refusal(played("players=2", "OABBA"), Reveal(tuple(map(DominoId, numbers))))


def test_an_opening_without_kings_or_with_a_seat_that_does_not_exist_is_refused() -> None:
    state = played("players=2", "")
    assert refusal(state, Opening(())).rule == "K4"
    assert refusal(state, Opening((Seat(0), Seat(1), Seat(1), Seat(9)))).rule == "K4"


def test_a_claim_of_a_domino_that_does_not_exist_is_refused() -> None:
    assert refusal(played("players=2", DEALT), Claim(DominoId(49))).rule == "C9"
