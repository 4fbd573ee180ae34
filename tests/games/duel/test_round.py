"""D3, D6, D9 and the lightning spells: dice taken, boxes filled, roles swapped, games ended."""

import pytest

from crownland.games.duel.state import State
from crownland.kernel.errors import IllegalActionError
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from tests.games.duel.oracle import EMPTY, map_text, position, read_map

# Two squares are free, far apart: d9 touches only d, j5 touches only D.
BLOCKED = """
    . d s D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s D
    S f q d s D .
"""
# d9 and e9 are free, the last two; d9 touches d, e9 touches s.
ALMOST_FULL = """
    . . d D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s D
    S f q d s D q
"""


def at(text: str, tokens: str = "") -> State:
    state = parse_position(text)
    assert isinstance(state, State)
    return after(state, tokens)


def after(state: State, tokens: str) -> State:
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


def tokens_of(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def refusal(state: State, token: str) -> str:
    with pytest.raises(IllegalActionError) as caught:
        state.play(parse_action(token))
    return f"{caught.value.rule}: {caught.value.reason}"


def boxes(state: State) -> list[str]:
    return ["".join(map(str, book.boxes)) for book in state.books]


# D3

NEW = "duel players=2 A:c;000000 B:c;000000 round:1"


@pytest.mark.parametrize(("opening", "order"), [("OAB", [0, 1, 0, 1]), ("OBA", [1, 0, 1, 0])])
def test_a_round_goes_from_roll_to_takes_to_drawings_by_a_and_then_b(opening: str, order: list[int]) -> None:
    state = at(NEW, f"{opening} R2.1.1.1")
    actors = []
    for token in ("T1", "T2.3", "1.4@g8n", "2.3@g8n"):
        actors.append(state.actor)
        state = after(state, token)
    assert actors == order
    assert state.actor is None
    assert state.chance is not None
    assert state.chance.pile == "dice 2"


def test_roles_swap_every_round() -> None:
    state = at(NEW, "OAB")
    seen = []
    for square in ("g8n", "h7e", "g6s", "f7w"):
        seen.append((state.round, state.first, state.second))
        state = after(state, f"R2.1.1.1 T1 T2.3 1.4@{square} 2.3@{square}")
    assert seen == [(1, 0, 1), (2, 1, 0), (3, 0, 1), (4, 1, 0)]


def test_a_takes_one_die_of_four_b_two_of_three_and_a_gets_the_last() -> None:
    state = at(position(), "R2.1.1.1")
    assert tokens_of(state) == ["T1", "T2", "T3", "T4"]
    state = after(state, "T2")
    assert tokens_of(state) == ["T1.3", "T1.4", "T3.4"]
    state = after(state, "T1.4")
    assert state.taken == (1, 0, 0, 1)
    assert {token.split("@")[0] for token in tokens_of(state) if "@" in token} == {"2.3"}
    assert {token.split("@")[0] for token in tokens_of(after(state, "2.3@g8n")) if "@" in token} == {"1.4"}


def test_pick_two_takes_two_dice_at_once_and_leaves_b_the_other_two() -> None:
    state = at(position(book_a="000000;pick_two"), "R2.1.1.1")
    assert tokens_of(state) == ["T1", "T2", "T3", "T4", "T1.2", "T1.3", "T1.4", "T2.3", "T2.4", "T3.4"]
    state = after(state, "T1.4")
    assert state.taken == (0, 1, 1, 0)
    assert (state.actor, state.books[0].spells, state.books[0].used) == (0, (), ("pick_two",))


def test_pick_two_is_kept_when_a_takes_one_die() -> None:
    state = at(position(book_a="000000;pick_two"), "R2.1.1.1 T1 T2.3")
    assert (state.taken, state.books[0].spells) == ((0, 1, 1, 0), ("pick_two",))


def test_pick_two_is_nothing_for_b_who_takes_two_anyway() -> None:
    state = at(position(book_b="000000;pick_two"), "R2.1.1.1 T1")
    assert tokens_of(state) == ["T2.3", "T2.4", "T3.4"]
    assert after(state, "T2.3").books[1].spells == ("pick_two",)


def test_pick_two_is_used_once() -> None:
    two_rounds = "R2.1.1.1 {} 1.4@g8n 2.3@g8n R2.1.1.1 T1 T2.3 1.4@h7e 2.3@h7e R2.1.1.1"
    kept = at(position(book_a="000000;pick_two"), two_rounds.format("T1 T2.3"))
    assert "T1.2" in tokens_of(kept)
    used = at(position(book_a="000000;pick_two"), two_rounds.format("T1.4"))
    assert refusal(used, "T1.2") == "D7: only the spell pick_two takes two dice as A"


# D6: boxes


@pytest.mark.parametrize(
    ("tokens", "filled"),
    [
        ("R2.1.1.1 T1 T3.4 1.2@g8n 3.4@g8n", ["100001", "001100"]),
        ("R2.5.2.4 T1 T3.4 1.2@g8n 3.4@g8n", ["200000", "020000"]),
        ("R3.3.3.2 T1 T3.4 1.2@g8n 3.4@g8n", ["000000", "000000"]),
        ("R1.6.2.3 T1 T3.4 W1q 1.2@g8n W4s 3.4@g8n", ["000010", "010000"]),
        ("R2.1.1.1 T1 T3.4 C1 1.2@g8n C4 3.4@g8n", ["000001", "001000"]),
        ("R1.6.1.3 T1 T3.4 W1q C1 1.2@g8n W4s C4 3.4@g8n", ["000010", "001000"]),
        ("R2.1.1.1 T1 T3.4 C1 1.2@g9s 3.4@g8n", ["000001", "001100"]),
    ],
    ids=[
        "one box for each coat",
        "two boxes for two equal coats",
        "none for a coat with crosses",
        "none for a wild face",
        "none for a die with the castle bonus",
        "none for a wild face with the castle bonus",
        "whatever the domino looks like",
    ],
)
def test_a_coat_without_crosses_that_is_drawn_fills_a_box(tokens: str, filled: list[str]) -> None:
    assert boxes(at(position(), tokens)) == filled


def test_boxes_are_filled_by_what_is_drawn_and_not_by_what_was_taken() -> None:
    # A takes two dots and can draw nothing; B turns double stripes into stripes.
    state = at(position(BLOCKED, book_b="000000;turn_die"), "R2.5.6.6 T1 T3.4")
    assert boxes(state) == ["000000", "000000"], "nothing is filled when the dice are taken"
    state = after(state, ". Mturn3.2 3.4@g8n")
    assert boxes(state) == ["000000", "011000"]


def test_a_die_lost_in_a_split_fills_no_box() -> None:
    state = at(position(BLOCKED, book_a="000000;split"), "R2.2.1.1 T1 T3.4 Msplit 1@d9 3.4@g8n")
    assert boxes(state) == ["100000", "001100"]


def test_boxes_are_filled_after_both_have_drawn() -> None:
    state = at(position(), "R2.1.1.1 T1 T3.4 1.2@g8n")
    assert boxes(state) == ["000000", "000000"]


@pytest.mark.parametrize(
    ("first", "tokens", "filled", "spells"),
    [
        ("A", "R2.5.1.1 T1 T2.3 1.4@g8n 2.3@g8n", ["500100", "401000"], [("free_placement",), ()]),
        ("B", "R2.5.1.1 T1 T2.3 1.4@g8n 2.3@g8n", ["401000", "500100"], [(), ("free_placement",)]),
        ("A", "R1.5.1.1 T1 T2.3 W1d 1.4@g8n 2.3@g8n", ["400100", "501000"], [(), ("free_placement",)]),
    ],
    ids=["both would: A", "both would, roles swapped: B", "only B does"],
)
def test_the_first_to_fill_a_row_owns_its_spell_and_a_fills_first(
    first: str, tokens: str, filled: list[str], spells: list[tuple[str, ...]]
) -> None:
    state = at(position(book_a="400000", book_b="400000", first=first), tokens)
    assert boxes(state) == filled
    assert [book.spells for book in state.books] == spells


@pytest.mark.parametrize("owned", ["free_placement", "-free_placement"])
def test_a_row_already_won_takes_no_more_boxes(owned: str) -> None:
    before = position(book_a=f"500000;{owned}", book_b="300000")
    state = at(before, "R2.5.5.5 T1 T2.3 1.4@g8n 2.3@g8n")
    assert boxes(state) == ["500000", "300000"], "neither the owner's line nor the one struck out"
    assert state.books[1].spells == ()


def test_a_row_is_not_overfilled() -> None:
    state = at(position(book_a="400000"), "R2.5.1.1 T1 T3.4 1.2@g8n 3.4@g8n")
    assert boxes(state)[0] == "500000"
    assert state.books[0].spells == ("free_placement",)


def test_two_equal_coats_finish_a_row_together() -> None:
    state = at(position(book_a="300000"), "R2.5.1.1 T1 T3.4 1.2@g8n 3.4@g8n")
    assert state.books[0].spells == ("free_placement",)


def test_two_rows_are_won_in_one_round() -> None:
    state = at(position(book_a="430000", book_b="003300"), "R2.2.1.1 T1 T3.4 1.2@g8n 3.4@g8n")
    assert [book.spells for book in state.books] == [("free_placement",), ("pick_two", "turn_die")]
    assert boxes(state) == ["540000", "004400"]


@pytest.mark.parametrize(
    ("spell", "row", "face", "token"),
    [
        ("free_placement", "400000", 5, "Mfree"),
        ("split", "040000", 2, "Msplit"),
        ("turn_die", "000300", 6, "Mturn2.2"),
    ],
)
def test_a_spell_is_used_from_the_round_after_it_was_won(spell: str, row: str, face: int, token: str) -> None:
    state = at(position(book_a=row), f"R2.1.{face}.1 T3 T1.4")
    assert refusal(state, token) == f"D7: the spell {spell} is not at hand"
    state = after(state, "2.3@g8n 1.4@g8n R2.1.1.1 T1 T2.3 1.4@h7e")
    assert state.round == 6
    assert token in tokens_of(state)


def test_pick_two_is_used_from_the_round_after_it_was_won() -> None:
    # B of this round wins it and is A of the next one.
    state = at(position(book_b="003000"), "R2.1.1.1 T1 T2.3")
    state = after(state, "1.4@g8n 2.3@g8n R2.1.1.1")
    assert (state.actor, "T1.2" in tokens_of(state)) == (1, True)


# D7: lightning


def test_the_coat_bonus_acts_at_once_for_a_before_b_fills() -> None:
    state = at(position(book_a="000020", book_b="003300"), "R2.6.1.1 T1 T3.4 1.2@g8n 3.4@g8n")
    assert (state.actor, boxes(state)) == (0, ["100030", "003300"])
    assert tokens_of(state) == ["Mcoatd", "Mcoats", "McoatD", "McoatS", "Mcoatf", "Mcoatq"]
    state = after(state, "Mcoatq")
    assert boxes(state) == ["100030", "004400"]
    assert (state.books[0].spells, state.books[0].used) == ((), ("coat_bonus",))
    assert state.books[0].coat is not None
    assert state.books[0].coat.key == "quarters"
    assert state.books[1].coat is None
    assert state.round == 6


def test_the_extra_cross_acts_at_once_on_any_square_drawn() -> None:
    land = """
        . . . .  . . .
        . . . d2 . . .
        . . s c  . . .
        . . . .  . . .
        . . . .  . . .
    """
    state = at(position(b=land, book_b="000002"), "R2.1.1.1 T3 T1.2 3.4@g8n 1.2@h7e")
    assert (state.actor, tokens_of(state)) == (1, ["Mcross@f7", "Mcross@h7", "Mcross@i7", "Mcross@g8"])
    state = after(state, "Mcross@g8")
    assert str(state.kingdoms[1]) == ".d3/scdq"
    assert (state.books[1].spells, state.books[1].used) == ((), ("extra_cross",))
    assert str(state.kingdoms[0]) == "S/D/c", "only one's own map"
    assert state.round == 6


def test_the_extra_cross_can_be_the_fourth_of_a_square() -> None:
    state = at(position(book_a="000002"), "R2.1.3.1 T3 T1.4 C3 2.3@g8n 1.4@g8n Mcross@g9")
    assert str(state.kingdoms[0]) == "f4/q/c"


def test_the_extra_cross_goes_on_what_was_drawn_in_this_round_too() -> None:
    state = at(position(book_a="000002"), "R2.1.1.1 T1 T3.4 1.2@g8n 3.4@g8n")
    assert tokens_of(state) == ["Mcross@g8", "Mcross@g9"]


def test_lightning_is_used_up_and_fills_no_further_row() -> None:
    state = at(position(book_a="000020"), "R2.6.1.1 T1 T3.4 1.2@g8n 3.4@g8n Mcoatd")
    state = after(state, "R2.6.1.1 T1 T2.3 1.4@h7e 2.3@h7e")
    assert state.actor is None
    assert boxes(state)[0] == "101030"
    assert state.books[0].used == ("coat_bonus",)


def test_a_wins_lightning_before_b_and_both_choose() -> None:
    # Only die 2 has solid and quarters without a cross, so no roll gives this; the order still holds.
    state = at(
        f"duel players=2 A:d/c;000020 B:{map_text(read_map(EMPTY))};000002 first:A round:5 dice:1.1.1.1 taken:ABBA"
        " drewA:f showing:1.1",
        "2.3@g8n",
    )
    assert (state.actor, state.lightning, boxes(state)[1]) == (0, ("coat_bonus",), "000002")
    state = after(state, "Mcoatd")
    assert (state.actor, state.lightning) == (1, ("extra_cross",))
    state = after(state, "Mcross@g8")
    assert (state.round, boxes(state)) == (6, ["000030", "001003"])


def test_both_lightning_rows_of_one_player_are_used_one_after_the_other() -> None:
    state = at(
        "duel players=2 A:q/f/c;000033;coat_bonus;extra_cross B:S/D/c;000000 first:A round:5 dice:1.1.1.1 taken:AABB"
        " drewA:fq drewB:DS lightning:A.coat_bonus.extra_cross"
    )
    assert refusal(state, "Mcross@g8") == "D7: the lightning spell coat_bonus acts at once: choose a coat of arms"
    state = after(state, "Mcoatf")
    assert (state.actor, tokens_of(state)) == (0, ["Mcross@g8", "Mcross@g9"])
    state = after(state, "Mcross@g8")
    assert str(state.kingdoms[0]) == "q/f1/c"
    assert state.books[0].used == ("coat_bonus", "extra_cross")
    assert (state.round, boxes(state)) == (6, ["000033", "001100"])


# D9


@pytest.mark.parametrize(("first", "a", "b"), [("A", ALMOST_FULL, EMPTY), ("B", EMPTY, ALMOST_FULL)])
def test_the_game_ends_after_the_round_in_which_somebody_filled_the_last_free_square(
    first: str, a: str, b: str
) -> None:
    state = at(position(a, b, first=first), "R2.2.1.1 T1 T3.4 1.2@d9e")
    assert not state.is_over, "B draws too"
    state = after(state, "3.4@g8n")
    assert state.is_over
    assert (state.actor, state.chance, state.legal_actions()) == (None, None, ())
    assert sorted(land.occupied.bit_count() - 1 for land in state.kingdoms) == [2, 34]


def test_the_game_ends_when_b_fills_the_last_free_square() -> None:
    state = at(position(b=ALMOST_FULL), "R2.2.1.1 T3 T1.2 3.4@g8n 1.2@d9e")
    assert state.is_over


def test_the_game_goes_on_while_a_square_is_free() -> None:
    state = at(position(BLOCKED, book_a="000000;split"), "R2.2.1.1 T1 T3.4 Msplit 1@d9 3.4@g8n")
    assert not state.is_over
    assert state.kingdoms[0].occupied.bit_count() - 1 == 33


@pytest.mark.parametrize("first", ["A", "B"])
def test_the_game_ends_after_a_round_in_which_neither_drew_anything(first: str) -> None:
    state = at(position(BLOCKED, BLOCKED, first=first), "R4.6.2.4 T1 T3.4 .")
    assert not state.is_over
    state = after(state, ".")
    assert state.is_over
    assert state.round == 5


def test_a_blocked_player_who_splits_keeps_the_game_going() -> None:
    state = at(position(BLOCKED, BLOCKED, book_b="000000;split"), "R4.6.1.4 T1 T3.4 . Msplit 3@j5")
    assert not state.is_over
    assert state.round == 6


@pytest.mark.parametrize(
    ("b", "tokens"),
    [(BLOCKED, "R2.2.4.4 T1 T3.4 1.2@d9e ."), (ALMOST_FULL, "R2.2.5.4 T1 T3.4 1.2@d9e 3.4@d9e")],
    ids=["one fills up and the other draws nothing", "both fill up"],
)
def test_the_game_ends_once_when_both_reasons_come_together(b: str, tokens: str) -> None:
    state = at(position(ALMOST_FULL, b), tokens)
    assert state.is_over
    assert state.round == 5


def test_lightning_still_acts_in_the_last_round() -> None:
    almost_full = ALMOST_FULL.replace(". . d D", ". . f D")
    state = at(position(almost_full, book_a="000020"), "R2.6.1.1 T1 T3.4 1.2@d9e 3.4@g8n")
    assert (state.is_over, state.actor) == (False, 0)
    state = after(state, "Mcoatf")
    assert state.is_over
    assert state.scores()[0].lines[-1].reason == "coat_bonus"


def test_boxes_are_filled_in_the_last_round_too() -> None:
    state = at(position(ALMOST_FULL, book_a="400000"), "R2.2.1.1 T1 T3.4 1.2@d9e 3.4@g8n")
    assert state.books[0].spells == ("free_placement",)
