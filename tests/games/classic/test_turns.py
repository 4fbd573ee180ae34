"""C7–C11: lines, claims, turns and discards."""

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from crownland.games.classic.state import State
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, seat_letter
from crownland.kernel.domino import DominoId
from crownland.notation.token import parse_action
from crownland.testing.strategies import random_play
from tests.helpers import A, kingdom, played, start_of

FIRST = "L3.17.22.41"
SECOND = "L5.9.30.48"

# Domino 3, two forests, fits nowhere here.
WALLED_IN = """
W  W  W
W  C  W
W  W  W
"""


def tokens(state: State) -> str:
    return " ".join(map(str, state.legal_actions()))


def place_anything(state: State) -> State:
    return state.play(state.legal_actions()[0])


# C8, C9


def test_a_game_begins_with_the_order_of_the_kings_then_the_first_line() -> None:
    state = start_of("players=2")
    assert state.chance is not None
    assert (state.chance.pile, state.actor, state.legal_actions()) == ("kings 1", None, ())
    state = state.play(parse_action("OABBA"))
    assert state.chance is not None
    assert (state.chance.pile, state.actor, state.legal_actions()) == ("dominoes 1", None, ())
    state = state.play(parse_action(FIRST))
    assert state.chance is None
    assert state.actor == A


@pytest.mark.parametrize(
    ("claims", "left"),
    [("", "K3 K17 K22 K41"), ("K22", "K3 K17 K41"), ("K22 K3", "K17 K41"), ("K22 K3 K41", "K17")],
)
def test_c9_any_free_domino_may_be_claimed_and_the_last_king_takes_what_is_left(claims: str, left: str) -> None:
    assert tokens(played("players=2", f"OABBA {FIRST} {claims}")) == left


def test_c8_the_next_line_is_dealt_once_a_line_is_fully_claimed_and_lies_open_while_the_old_one_is_placed() -> None:
    state = played("players=2", f"OABBA {FIRST} K3 K17 K22")
    assert state.chance is None
    state = state.play(parse_action("K41"))
    assert state.chance is not None
    assert (state.chance.pile, state.chance.count) == ("dominoes 1", 4)
    assert state.actor is None
    state = state.play(parse_action(SECOND))
    assert [domino for domino, _ in state.turns.line] == [5, 9, 30, 48]
    assert [domino for domino, _ in state.turns.old] == [3, 17, 22, 41]


def test_c8_what_was_drawn_is_laid_by_ascending_number() -> None:
    state = played("players=2", "OABBA")
    assert str(state.chance_action(tuple(map(DominoId, (41, 3, 22, 17))))) == FIRST


# C10, C11


@pytest.mark.parametrize(
    ("setup", "opening", "line", "claims", "order"),
    [
        ("players=4 opening=draw", "OABCD", "L3.17.22.41", "K22 K3 K41 K17", "BDAC"),
        ("players=4 opening=draw", "ODCBA", "L3.17.22.41", "K3 K17 K22 K41", "DCBA"),
        ("players=3", "OCAB", "L3.17.22", "K22 K17 K3", "BAC"),
        ("players=3 three-players=leftover", "OABC", "L3.17.22.41", "K41 K22 K17", "CBA"),
        ("players=2", "OABBA", "L3.17.22.41", "K3 K22 K41 K17", "AABB"),
        ("players=2", "OABBA", "L3.17.22.41", "K41 K3 K22 K17", "BABA"),
        ("players=2 opening=draw", "OBBAA", "L3.17.22.41", "K3 K17 K22 K41", "BBAA"),
    ],
)
def test_c10_kings_act_in_the_order_of_the_dominoes_they_stand_on_lowest_first(
    setup: str, opening: str, line: str, claims: str, order: str
) -> None:
    state = played(setup, f"{opening} {line} {claims}")
    state = state.play(parse_action("L" + ".".join(["5", "9", "30", "48"][: state.rules.line_length])))
    acted = ""
    for _ in order:
        assert state.actor is not None
        acted += seat_letter(state.actor)
        seat = state.actor
        state = place_anything(state)
        assert state.actor == seat  # places, then claims, before anybody else
        assert {type(action) for action in state.legal_actions()} == {Claim}
        state = place_anything(state)
    assert acted == order


def test_c10_a_player_with_two_kings_may_act_twice_in_a_row() -> None:
    state = played("players=2", f"OABBA {FIRST} K3 K22 K41 K17 {SECOND} 3@g8n K48")
    assert state.actor == A
    state = state.play(parse_action("17@h8e"))
    assert tokens(state) == "K5 K9 K30"
    assert state.actor == A


def test_c10_the_order_of_the_next_round_is_that_of_the_new_claims() -> None:
    state = played("players=2", f"OABBA {FIRST} K3 K17 K22 K41 {SECOND}")
    for claim in ("K48", "K5", "K30", "K9"):  # A, B, B, A
        state = place_anything(state).play(parse_action(claim))
    assert [(domino, seat_letter(seat)) for domino, seat in state.turns.old] == [
        (5, "B"),
        (9, "A"),
        (30, "B"),
        (48, "A"),
    ]


def test_c11_the_first_round_only_claims() -> None:
    state = played("players=2", f"OABBA {FIRST}")
    for _ in range(4):
        assert {type(action) for action in state.legal_actions()} == {Claim}
        state = place_anything(state)
    assert isinstance(state.chance_action(tuple(map(DominoId, (5, 9, 30, 48)))), Reveal)


@pytest.mark.parametrize(
    "setup", ["players=2", "players=3", "players=3 three-players=leftover", "players=4", "players=2 mighty-duel=true"]
)
def test_c11_in_the_last_round_kings_only_place(setup: str) -> None:
    state = start_of(setup)
    kinds: list[type] = []
    for action, after in random_play(state.setup, Random(11)):
        if not state.turns.lines_left and not state.turns.line:
            kinds.append(type(action))
            assert not state.is_over
        assert isinstance(after, State)
        state = after
    assert len(kinds) == len(state.rules.kings)
    assert set(kinds) <= {Place, Discard}
    assert state.is_over
    assert (state.actor, state.chance, state.legal_actions()) == (None, None, ())


# K5


def test_k5_the_domino_nobody_claimed_leaves_the_game_and_never_comes_back() -> None:
    state = played("players=3 three-players=leftover", f"OABC {FIRST} K3 K17 K41")
    assert [domino for domino, _ in state.turns.old] == [3, 17, 41]
    assert state.chance is not None
    assert 22 in state.chance.gone
    assert str(state).endswith("old:3A.17B.41C gone:22")


def test_k5_the_last_to_choose_still_has_two_to_choose_from() -> None:
    assert tokens(played("players=3 three-players=leftover", f"OABC {FIRST} K3 K17")) == "K22 K41"


# C7


def walled_in() -> State:
    """A is to place 3, two forests, in a kingdom of wheat without a way to the castle."""
    state = played("players=2", f"OABBA {FIRST} K3 K17 K22 K41 {SECOND}")
    return replace(state, kingdoms=(kingdom(WALLED_IN), state.kingdoms[1]))


def test_c7_a_domino_without_a_placement_is_discarded_and_that_is_the_only_choice() -> None:
    assert walled_in().legal_actions() == (Discard(DominoId(3)),)


def test_c7_its_king_still_claims_and_nothing_replaces_it() -> None:
    before = walled_in()
    after = before.play(Discard(DominoId(3)))
    assert after.kingdoms == before.kingdoms
    assert (after.actor, tokens(after), after.chance) == (A, "K5 K9 K30 K48", None)
    assert after.seen == before.seen


def test_c7_a_domino_with_a_placement_is_never_offered_for_discarding() -> None:
    state = played("players=2", f"OABBA {FIRST} K3 K17 K22 K41 {SECOND}")
    assert len(state.legal_actions()) == 12
    assert {type(action) for action in state.legal_actions()} == {Place}


# values


def test_playing_makes_a_new_state_and_leaves_the_old_one_alone() -> None:
    state = played("players=2", f"OABBA {FIRST}")
    text = str(state)
    assert state.play(parse_action("K3")) != state
    assert str(state) == text


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        start_of("players=2").seen = 5  # type: ignore[misc]


def test_equal_games_are_equal_states_with_equal_hashes() -> None:
    one, other = (played("players=2", f"OABBA {FIRST} K3") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)


def test_every_seat_acts_for_its_own_kingdom() -> None:
    state = start_of("players=4")
    assert [state.kingdom_of(seat) for seat in state.rules.seats] == [0, 1, 2, 3]


def test_a_chance_action_is_never_listed_for_a_seat() -> None:
    state = start_of("players=3")
    for _, after in random_play(state.setup, Random(5)):
        assert not any(isinstance(action, Opening | Reveal) for action in state.legal_actions())
        assert (state.actor is None) == (state.chance is not None)
        assert isinstance(after, State)
        state = after
