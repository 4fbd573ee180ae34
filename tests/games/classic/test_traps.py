"""T5: mistakes seen in public programs. Each test fails if the mistake is made."""

from dataclasses import replace

import pytest

from crownland.games.classic.state import State
from crownland.kernel.domino import DOMINOES, KINGDOMINO, QUEENDOMINO, DominoId
from crownland.kernel.errors import IllegalActionError
from crownland.notation.token import parse_action
from tests.helpers import A, B, domino, final_state, kingdom, played, start_of


def placing(number: int, *boards: str) -> State:
    """A is to place domino *number*; the kingdoms are those drawn."""
    others = [n for n in (45, 46, 47, 48, 44, 43) if n != number][:3]
    line = sorted([number, *others])
    state = played("players=2", f"OABBA L{'.'.join(map(str, line))}")
    for _ in range(4):
        state = state.play(state.legal_actions()[0])
    state = state.play(parse_action("L14.15.16.18"))
    return replace(state, kingdoms=tuple(map(kingdom, boards)))


def refused_rule(state: State, token: str) -> str:
    with pytest.raises(IllegalActionError) as caught:
        state.play(parse_action(token))
    return caught.value.rule


@pytest.mark.parametrize(
    ("board", "wrong", "right"),
    [
        ("F W C", "13@e8e", "13@f8w"),
        ("W F C", "13@f8w", "13@e8e"),
        ("W\nF\nC", "13@h8n", "13@h9s"),
        ("F\nW\nC", "13@h9s", "13@h8n"),
    ],
)
def test_t5_a_neighbour_of_one_half_is_not_matched_against_the_other_half(board: str, wrong: str, right: str) -> None:
    state = placing(13, board, "C")  # 13 is wheat and forest: one way round, each touches only the other's terrain
    assert refused_rule(state, wrong) == "C5"
    assert right in map(str, state.legal_actions())


@pytest.mark.parametrize(
    ("board", "token", "after"),
    [
        ("W W C", "1@c7e", "wwwwc"),
        ("C W W", "1@j7e", "cwwww"),
        ("W\nW\nC", "1@g10n", "w/w/w/w/c"),
        ("C\nW\nW", "1@g3n", "c/w/w/w/w"),
        ("W W W W C", "1@c8n", "w/w/wwwwc"),
    ],
)
def test_t5_the_castle_is_not_pinned_to_the_middle(board: str, token: str, after: str) -> None:
    assert str(placing(1, board, "C").play(parse_action(token)).kingdoms[A]) == after


@pytest.mark.parametrize(
    ("board", "token"), [("W W W W C", "3@h7e"), ("W W W C W", "1@i7e"), ("L\nL\nL\nC\nL", "7@g4n")]
)
def test_t5_the_extent_is_checked(board: str, token: str) -> None:
    number = int(token.split("@")[0])
    assert refused_rule(placing(number, board, "C"), token) == "C4"


def test_t5_a_placeable_domino_is_not_discarded() -> None:
    state = placing(3, "W W W W C", "C")
    assert refused_rule(state, "3x") == "C7"
    assert "3x" not in map(str, state.legal_actions())


def test_t5_a_domino_is_not_claimed_and_placed_in_one_turn() -> None:
    state = played("players=2", "OABBA L3.17.22.41 K3 K17 K22 K41 L5.9.30.48 3@g8n K5")
    assert refused_rule(state, "5@h8n") == "C10"
    assert [number for number, _ in state.turns.line if number == 5] == [5]


def test_t5_in_the_first_round_a_claimed_domino_is_not_placed_yet() -> None:
    state = played("players=2", "OABBA L3.17.22.41 K3")
    assert refused_rule(state, "3@g8n") == "C10"


def test_t5_two_players_have_two_kings_each() -> None:
    state = played("players=2", "OABBA L3.17.22.41 K3 K17 K22 K41")
    assert [seat for _, seat in state.turns.old] == [A, B, B, A]
    assert start_of("players=2").rules.kings == (A, A, B, B)


@pytest.mark.parametrize("box", [KINGDOMINO, QUEENDOMINO], ids=["kingdomino", "queendomino"])
def test_t5_the_table_of_dominoes_has_39_crowns(box: tuple[DominoId, ...]) -> None:
    assert sum(DOMINOES[number].left.crowns + DOMINOES[number].right.crowns for number in box) == 39


@pytest.mark.parametrize(("number", "face"), [(19, "19 w1|f"), (20, "20 w1|l"), (39, "39 g|s1"), (43, "43 w|s2")])
def test_t5_the_dominoes_19_20_39_and_43_are_as_printed(number: int, face: str) -> None:
    assert str(domino(number)) == face


def test_t5_a_tie_goes_to_the_largest_property_before_the_crowns() -> None:
    # four points each: A with two crowns, B with one crown and a property of four
    state = final_state("players=2", "W2 W C", "W1 W W W C")
    assert [(s.kingdom, s.rank, s.decided_by) for s in state.ranking()] == [
        (B, 1, None),
        (A, 2, "largest-property"),
    ]
