"""D4, D5, D8 and the spells of drawing, in positions made for them."""

from collections.abc import Iterator

import pytest

from crownland.games.duel.state import State
from crownland.kernel.errors import IllegalActionError
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from tests.games.duel.oracle import EMPTY, map_text, position, read_map

# The castle has no free side; every coat but S and f is there once.
RING = """
    . . . . . . .
    . . . d . . .
    . . s c q . .
    . . . D . . .
    . . . . . . .
"""
# Two squares are free, far apart: d9 touches only d, j5 touches only D.
BLOCKED = """
    . d s D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s D
    S f q d s D .
"""
# As above, but d9 touches d and s, and j5 touches D and s.
SHARED = """
    . s s D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s s
    S f q d s D .
"""
ALL_SPELLS = "000000;free_placement;split;turn_die"


def at(text: str, tokens: str = "") -> State:
    state = parse_position(text)
    assert isinstance(state, State)
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


def tokens_of(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def refusal(state: State, token: str) -> str:
    with pytest.raises(IllegalActionError) as caught:
        state.play(parse_action(token))
    return f"{caught.value.rule}: {caught.value.reason}"


def picture(land: str) -> str:
    return map_text(read_map(land))


def drawings(state: State, sofar: tuple[str, ...] = ()) -> Iterator[tuple[str, State]]:
    """Every complete drawing of the player to draw: its tokens and the state after it."""
    for action in state.legal_actions():
        after = state.apply(action)
        words = (*sofar, str(action))
        if after.drawing is not None and after.actor == state.actor:
            yield from drawings(after, words)
        else:
            yield " ".join(words), after


# A has die 1, stripes, and die 2, solid.
STRIPE_AND_SOLID = "R4.6.1.1 T1 T3.4"
UNCONNECTED = "D4: no half touches the castle or matching arms of an earlier round"


@pytest.mark.parametrize(
    ("token", "after"),
    [
        (
            "1.2@e7w",
            """
            . . . . . . .
            . . . d . . .
            f s s c q . .
            . . . D . . .
            . . . . . . .
            """,
        ),
        (
            "1.2@f8n",
            """
            . . f . . . .
            . . s d . . .
            . . s c q . .
            . . . D . . .
            . . . . . . .
            """,
        ),
        (
            "1.2@f6s",
            """
            . . . . . . .
            . . . d . . .
            . . s c q . .
            . . s D . . .
            . . f . . . .
            """,
        ),
    ],
)
def test_one_half_next_to_its_own_coat_is_enough(token: str, after: str) -> None:
    state = at(position(RING), f"{STRIPE_AND_SOLID} {token}")
    assert str(state.kingdoms[0]) == picture(after)


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("1.2@g9e", "stripes above a dot: another coat"),
        ("1.2@h6e", "stripes beside quarters and double dots: other coats"),
        ("1.2@d7e", "the solid half lies beside the stripes, the stripes beside nothing"),
        ("1.2@e8w", "stripes touch stripes by a corner"),
        ("1.2@d9e", "in the open"),
    ],
)
def test_no_half_next_to_its_own_coat_is_refused(token: str, why: str) -> None:
    assert refusal(at(position(RING), STRIPE_AND_SOLID), token) == UNCONNECTED, why


def test_any_coat_may_lie_beside_the_castle_but_not_at_its_corner() -> None:
    state = at(position(), STRIPE_AND_SOLID)
    beside = "1.2@f7s 1.2@g6e 1.2@g8n 1.2@h7n 1.2@e7e 1.2@g9s"
    assert set(beside.split()) <= set(tokens_of(state))
    assert refusal(state, "1.2@h8n") == UNCONNECTED


def test_the_dice_are_drawn_with_their_crosses() -> None:
    state = at(position(), "R5.4.4.2 T2 T1.4 2.3@g8n")
    assert str(state.kingdoms[0]) == picture("""
        . . . q2 . . .
        . . . S1 . . .
        . . . c  . . .
        . . . .  . . .
        . . . .  . . .
    """)


# A has die 1, wild, and die 2, solid; nothing solid is on the map.
WILD_AND_SOLID = "R1.6.1.1 T1 T3.4"


def test_a_wild_face_is_drawn_as_the_coat_it_was_given_without_a_cross() -> None:
    state = at(position(RING), f"{WILD_AND_SOLID} W1q 1.2@h8e")
    assert str(state.kingdoms[0]) == picture("""
        . . . . . . .
        . . . d q f .
        . . s c q . .
        . . . D . . .
        . . . . . . .
    """)


def test_a_wild_face_cannot_connect_through_its_own_other_half() -> None:
    state = at(position(RING), WILD_AND_SOLID)
    assert tokens_of(state) == ["W1d", "W1s", "W1D", "W1q"]
    assert refusal(state, "W1f") == "D5: nothing could be drawn with that coat of arms"


def test_a_wild_face_must_connect_as_the_coat_it_was_given() -> None:
    state = at(position(RING), f"{WILD_AND_SOLID} W1q")
    assert refusal(state, "1.2@e7w") == UNCONNECTED


def test_the_coat_of_a_wild_face_stays_and_connects_from_the_round_after() -> None:
    state = at(position(), f"{WILD_AND_SOLID} W1S 1.2@g8n 3.4@g8n R2.1.6.1 T1 T2.3 1.4@h7e 2.3@e8e")
    assert str(state.kingdoms[0]) == picture("""
        . . . f . . .
        . q S S . . .
        . . . c . . .
        . . . . . . .
        . . . . . . .
    """)


def test_who_can_draw_must_draw() -> None:
    assert refusal(at(position(), STRIPE_AND_SOLID), ".") == "D4: who can draw must draw"


def test_who_can_draw_only_with_a_wild_face_must_draw() -> None:
    only_d9_e9 = """
        . . d D S f q
        d s D S f q d
        s D S c q d s
        D S f q d s D
        S f q d s D q
    """
    state = at(position(only_d9_e9), WILD_AND_SOLID)
    assert tokens_of(state) == ["W1d", "W1s"]
    assert refusal(state, ".") == "D4: who can draw must draw"


def test_who_cannot_draw_draws_nothing() -> None:
    state = at(position(BLOCKED), STRIPE_AND_SOLID)
    assert tokens_of(state) == ["."]
    after = at(position(BLOCKED), f"{STRIPE_AND_SOLID} .")
    assert after.kingdoms == state.kingdoms
    assert after.drew == (False, False)


def test_one_player_is_blocked_and_the_other_draws_and_the_game_goes_on() -> None:
    state = at(position(a=BLOCKED), f"{STRIPE_AND_SOLID} . 3.4@g8n")
    assert not state.is_over
    assert (state.round, state.first) == (6, 1)
    assert str(state.kingdoms[1]) == picture("""
        . . . S . . .
        . . . D . . .
        . . . c . . .
        . . . . . . .
        . . . . . . .
    """)


def test_nobody_has_to_spend_a_spell_or_the_castle_bonus_to_be_able_to_draw() -> None:
    state = at(position(BLOCKED, book_a=ALL_SPELLS), "R2.5.1.1 T1 T3.4")
    assert "Msplit" in tokens_of(state)
    assert tokens_of(state)[-1] == "."
    after = at(position(BLOCKED, book_a=ALL_SPELLS), "R2.5.1.1 T1 T3.4 .")
    assert after.books[0] == state.books[0]
    assert after.actor == 1


@pytest.mark.parametrize(
    ("land", "begun"),
    [(RING, "Mturn1.3"), (RING, "Mfree"), (BLOCKED, "C1"), (BLOCKED, "Msplit"), (BLOCKED, "C1 Msplit")],
)
def test_nothing_can_be_drawn_only_before_a_drawing_is_begun(land: str, begun: str) -> None:
    state = at(position(land, book_a=ALL_SPELLS), f"R2.5.1.1 T1 T3.4 {begun}")
    assert refusal(state, ".") == "D4: who can draw must draw"


# D8


@pytest.mark.parametrize(
    ("tokens", "after"),
    [
        ("R2.1.1.1 T1 T3.4 C1 1.2@g8n", "q/d1/c"),
        ("R2.1.1.1 T1 T3.4 C2 1.2@g8n", "q1/d/c"),
        ("R1.1.1.1 T1 T3.4 W1f C1 1.2@g8n", "q/f1/c"),
        ("R5.1.1.1 T1 T3.4 C1 1.2@g8n", "q/D2/c"),
        ("R2.1.3.1 T2 T1.4 C3 2.3@g8n", "f3/q/c"),
    ],
    ids=["a plain die", "the other die", "a wild face", "a die with a cross", "a die with two crosses"],
)
def test_the_castle_bonus_adds_a_cross_to_one_die_once_in_a_game(tokens: str, after: str) -> None:
    state = at(position(), tokens)
    assert str(state.kingdoms[0]) == after
    assert not state.books[0].castle
    assert state.books[1].castle, "each player has their own"


def test_the_castle_bonus_is_refused_when_it_was_used() -> None:
    state = at(position(book_a="000000;castle"), STRIPE_AND_SOLID)
    assert refusal(state, "C1") == "D8: the castle bonus is used once in a game"


def test_the_castle_bonus_is_only_spent_when_its_die_is_drawn() -> None:
    # Both dice fit only on d9: a plain dot, die 1, and a dot with a cross, die 4.
    state = at(position(BLOCKED, book_a="000000;split"), "R2.1.1.5 T1 T2.3")
    seen = {(str(after.kingdoms[0])[:2], after.books[0].castle) for tokens, after in drawings(state) if tokens != "."}
    assert seen == {("dd", True), ("d1", False), ("d1", True), ("d2", False)}


# D7: free_placement


def test_free_placement_draws_the_domino_anywhere() -> None:
    state = at(position(RING, book_a="000000;free_placement"), f"{STRIPE_AND_SOLID} Mfree 1.2@d5e")
    assert str(state.kingdoms[0]) == picture("""
        . . . . . . .
        . . . d . . .
        . . s c q . .
        . . . D . . .
        s f . . . . .
    """)
    assert (state.books[0].spells, state.books[0].used) == ((), ("free_placement",))


def test_free_placement_is_on_any_two_adjacent_empty_squares() -> None:
    state = at(position(book_a="000000;free_placement"), f"{STRIPE_AND_SOLID} Mfree")
    # 58 pairs of neighbours on 7 × 5, 4 of them with the castle, each in both directions.
    assert len(tokens_of(state)) == 2 * (58 - 4)
    equal = at(position(book_a="000000;free_placement"), "R2.5.1.1 T1 T3.4 Mfree")
    assert len(tokens_of(equal)) == 58 - 4


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("1.2@g9s", "D4: a square is drawn already"),
        ("1.2@d5s", "D2: that is not on the map, or on the castle"),
        ("1.2@d9w", "D2: that is not on the map, or on the castle"),
        ("1@d5", "D7: only a split draws dice apart"),
    ],
)
def test_free_placement_still_needs_two_adjacent_empty_squares(token: str, why: str) -> None:
    state = at(position(RING, book_a="000000;free_placement"), f"{STRIPE_AND_SOLID} Mfree")
    assert refusal(state, token) == why


def test_free_placement_cannot_be_cast_when_no_two_empty_squares_are_adjacent() -> None:
    state = at(position(BLOCKED, book_a="000000;free_placement"), STRIPE_AND_SOLID)
    assert tokens_of(state) == ["."]


def test_free_placement_is_not_forced_and_can_be_kept() -> None:
    state = at(position(RING, book_a="000000;free_placement"), f"{STRIPE_AND_SOLID} 1.2@e7w")
    assert state.books[0].spells == ("free_placement",)


# D7: split


def test_a_split_draws_the_dice_apart() -> None:
    state = at(position(RING, book_a="000000;split"), "R4.5.1.1 T1 T3.4 Msplit 1@e7 2@h8")
    assert str(state.kingdoms[0]) == picture("""
        . . . . . . .
        . . . d d . .
        . s s c q . .
        . . . D . . .
        . . . . . . .
    """)
    assert (state.books[0].spells, state.books[0].used) == ((), ("split",))


def test_the_second_die_of_a_split_does_not_connect_to_the_first() -> None:
    state = at(position(RING, book_a="000000;split"), "R4.1.1.2 T1 T2.3 Msplit 1@e7")
    assert tokens_of(state) == ["4@f6", "4@f8"], "not d7, e8 or e6, which touch only stripes of this round"
    assert refusal(state, "4@d7") == "D7: the die does not connect there"


@pytest.mark.parametrize(
    ("roll", "legal"),
    [
        ("R2.1.1.1 T1 T2.4", ["1@d9"]),  # a dot and double dots: both, and the lower die first
        ("R2.2.1.1 T1 T3.4", ["1@d9"]),  # a dot and stripes, which fit nowhere: the dot
        ("R4.5.1.1 T1 T3.4", ["2@d9"]),  # stripes, which fit nowhere, and a dot: the dot
        ("R2.1.1.5 T1 T2.3", ["1@d9", "4@d9"]),  # a dot and a dot with a cross, for one square: either one
        ("R2.5.1.1 T1 T3.4", ["1@d9"]),  # two equal dots for one square: written with the lower die
    ],
)
def test_a_split_draws_both_dice_when_it_can_and_else_the_one_that_it_can(roll: str, legal: list[str]) -> None:
    assert tokens_of(at(position(BLOCKED, book_a="000000;split"), f"{roll} Msplit")) == legal


def test_a_split_that_draws_both_is_done_after_the_second_die() -> None:
    begun = at(position(BLOCKED, book_a="000000;split"), "R2.1.1.1 T1 T2.4 Msplit 1@d9")
    assert (begun.actor, tokens_of(begun)) == (0, ["3@j5"])
    done = begun.play(parse_action("3@j5"))
    assert done.actor == 1
    assert done.kingdoms[0].is_full


def test_a_split_loses_the_die_that_cannot_be_drawn() -> None:
    state = at(position(BLOCKED, book_a="000000;split"), "R2.2.1.1 T1 T3.4 Msplit 1@d9")
    assert state.actor == 1
    assert str(state.kingdoms[0]) == "d" + picture(BLOCKED)[1:]
    assert state.plain[0] is not None
    assert [coat.key for coat in state.plain[0]] == ["dot"]


def test_the_first_die_of_a_split_leaves_a_square_for_the_second() -> None:
    # Stripes, die 1, fit on d9 and j5; double dots, die 3, only on j5.
    state = at(position(SHARED, book_a="000000;split"), "R4.1.1.1 T1 T2.4 Msplit")
    assert tokens_of(state) == ["1@d9"]
    assert refusal(state, "1@j5") == "D7: the other die would find no square"


def test_a_split_cannot_be_cast_when_neither_die_can_be_drawn() -> None:
    state = at(position(BLOCKED, book_a="000000;split"), STRIPE_AND_SOLID)
    assert tokens_of(state) == ["."]


def test_a_split_draws_both_dice_whatever_coat_a_wild_face_needs_for_it() -> None:
    # A dot, die 2, fits only on d9. Die 1 is wild: as double dots it fits on j5, so both can be drawn.
    state = at(position(BLOCKED, book_a="000000;split;castle"), "R1.5.1.1 T1 T3.4")
    maps = {str(after.kingdoms[0]) for tokens, after in drawings(state) if "Msplit" in tokens}
    assert maps == {picture(BLOCKED.replace(". d s", "d d s", 1).replace("s D .", "s D D"))}


# D7: turn_die


def test_a_die_is_turned_to_each_other_face_it_has_once() -> None:
    state = at(position(book_a="000000;turn_die"), "R2.1.1.1 T1 T3.4")
    turns = [token.removeprefix("Mturn") for token in tokens_of(state) if token.startswith("Mturn")]
    assert turns == ["1.1", "1.3", "1.4", "1.5", "2.2", "2.3", "2.4", "2.5", "2.6"]


@pytest.mark.parametrize(
    ("tokens", "after"),
    [
        ("Mturn1.3 1.2@g8n", "q/S1/c"),
        ("Mturn2.6 1.2@g8n", "f/d/c"),
        ("Mturn1.1 W1D 1.2@g8n", "q/D/c"),
    ],
    ids=["to a cross", "the other die", "to a wild face"],
)
def test_a_turned_die_is_drawn_as_it_shows_now(tokens: str, after: str) -> None:
    state = at(position(book_a="000000;turn_die"), f"R2.1.1.1 T1 T3.4 {tokens}")
    assert str(state.kingdoms[0]) == after
    assert (state.books[0].spells, state.books[0].used) == ((), ("turn_die",))


def test_only_one_die_is_turned_and_only_ones_own() -> None:
    state = at(position(book_a="000000;turn_die"), "R2.1.1.1 T1 T3.4")
    assert refusal(state, "Mturn3.2").startswith("D7: ")
    turned = state.play(parse_action("Mturn1.3"))
    assert refusal(turned, "Mturn2.2") == "D7: the spell turn_die is not at hand"


# Several together


@pytest.mark.parametrize(
    ("tokens", "after", "used"),
    [
        (
            "Mfree Msplit 1@d9 2@j5",
            """
            d . . . . . .
            . . . d . . .
            . . s c q . .
            . . . D . . .
            . . . . . . q
            """,
            ("free_placement", "split"),
        ),
        (
            "Mturn1.3 Mfree 1.2@d5e",
            """
            .  . . . . . .
            .  . . d . . .
            .  . s c q . .
            .  . . D . . .
            S1 q . . . . .
            """,
            ("free_placement", "turn_die"),
        ),
        (
            "Mturn2.2 Msplit 1@h8 2@e7",
            """
            . . . . . . .
            . . . d d . .
            . s s c q . .
            . . . D . . .
            . . . . . . .
            """,
            ("split", "turn_die"),
        ),
        (
            "Mturn1.1 W1f C1 Mfree Msplit 1@d9 2@j5",
            """
            f1 . . . . . .
            .  . . d . . .
            .  . s c q . .
            .  . . D . . .
            .  . . . . . q
            """,
            ("free_placement", "split", "turn_die"),
        ),
        (
            "C2 Mfree 1.2@d5e",
            """
            . .  . . . . .
            . .  . d . . .
            . .  s c q . .
            . .  . D . . .
            d q1 . . . . .
            """,
            ("free_placement",),
        ),
    ],
    ids=["free and split", "turn and free", "turn and split", "all with the castle", "castle and free"],
)
def test_spells_work_together_and_with_the_castle_bonus(tokens: str, after: str, used: tuple[str, ...]) -> None:
    state = at(position(RING, book_a=ALL_SPELLS), f"R2.1.1.1 T1 T3.4 {tokens}")
    assert str(state.kingdoms[0]) == picture(after)
    assert state.books[0].used == used
    assert state.books[0].castle == ("C" not in tokens)


def test_free_placement_with_a_split_draws_both_dice_anywhere() -> None:
    state = at(position(book_a=ALL_SPELLS), "R2.1.1.1 T1 T3.4 Mfree Msplit")
    assert len(tokens_of(state)) == 34
    assert len(tokens_of(state.play(parse_action("1@d5")))) == 33


@pytest.mark.parametrize(
    ("spell", "token", "drawn"),
    [
        ("free_placement", "Mfree", "Mfree 1.2@d5e"),
        ("split", "Msplit", "Msplit 1@f7 2@h7"),
        ("turn_die", "Mturn2.4", "Mturn1.3 1.2@g8n"),
    ],
)
def test_each_spell_of_drawing_is_used_once(spell: str, token: str, drawn: str) -> None:
    # The round after: B takes die 1, A dice 2 and 3; B draws first.
    next_round = "R2.1.1.1 T1 T2.3 1.4@h7e"
    kept = at(position(book_a=f"000000;{spell}"), f"R2.1.1.1 T1 T3.4 1.2@g8n 3.4@g8n {next_round}")
    assert token in tokens_of(kept)
    used = at(position(book_a=f"000000;{spell}"), f"R2.1.1.1 T1 T3.4 {drawn} 3.4@g8n {next_round}")
    assert refusal(used, token) == f"D7: the spell {spell} is not at hand"


def test_the_empty_picture_is_the_empty_map() -> None:
    assert str(at(position()).kingdoms[0]) == picture(EMPTY) == "c"
