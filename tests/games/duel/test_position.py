"""Positions of Duel: a state as one line of text, and back."""

from random import Random

import pytest

from crownland.dealer import Dealer, derived_seed
from crownland.games.duel.state import State
from crownland.games.registry import DUEL
from crownland.kernel.errors import InvalidTextError
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from tests.games.duel.oracle import EMPTY, map_text, position, read_map

START = "duel players=2 A:c;000000 B:c;000000 first:A round:5"
SPELLS = "000000;free_placement;split;turn_die"


def at(text: str, tokens: str = "") -> State:
    state = parse_position(text)
    assert isinstance(state, State)
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


@pytest.mark.parametrize(
    ("text", "tokens", "after"),
    [
        ("duel players=2 A:c;000000 B:c;000000 round:1", "OBA", "duel players=2 A:c;000000 B:c;000000 first:B round:1"),
        (START, "R2.1.1.1", f"{START} dice:2.1.1.1"),
        (START, "R2.1.1.1 T2", f"{START} dice:2.1.1.1 taken:-A--"),
        (START, "R2.1.1.1 T2 T3.4", f"{START} dice:2.1.1.1 taken:AABB showing:2.1"),
        (
            START,
            "R2.1.1.1 T2 T3.4 1.2@g8n",
            "duel players=2 A:q/d/c;000000 B:c;000000 first:A round:5 dice:2.1.1.1 taken:AABB drewA:dq showing:1.1",
        ),
        (
            START,
            "R3.4.1.1 T2 T3.4 1.2@g8n",
            "duel players=2 A:S1/S1/c;000000 B:c;000000 first:A round:5 dice:3.4.1.1 taken:AABB drewA:0 showing:1.1",
        ),
        (
            START,
            "R2.1.1.1 T2 T3.4 1.2@g8n 3.4@h7e",
            "duel players=2 A:q/d/c;100001 B:cDS;001100 first:B round:6",
        ),
        (
            position(book_a=SPELLS),
            "R2.1.1.1 T2 T3.4 Mturn1.1",
            "duel players=2 A:c;000000;free_placement;split;-turn_die B:c;000000 first:A round:5 dice:2.1.1.1"
            " taken:AABB part:name showing:1.1",
        ),
        (
            position(book_a=SPELLS),
            "R2.1.1.1 T2 T3.4 Mturn1.1 W1f C1 Mfree Msplit 1@d5",
            "duel players=2 A:c;000000;-free_placement;-split;-turn_die B:c;000000 first:A round:5 dice:2.1.1.1"
            " taken:AABB part:draw showing:1.1 named:1f bonus:1 cast:free.split drawn:d5",
        ),
        (
            position(book_a="000020"),
            "R2.6.1.1 T1 T3.4 C1 1.2@g8n 3.4@g8n",
            "duel players=2 A:f/d1/c;000030;coat_bonus;castle B:S/D/c;000000 first:A round:5 dice:2.6.1.1"
            " taken:AABB drewA:f drewB:DS lightning:A.coat_bonus",
        ),
        (
            position(book_a="000020"),
            "R2.6.1.1 T1 T3.4 C1 1.2@g8n 3.4@g8n Mcoatq",
            "duel players=2 A:f/d1/c;000030;-coat_bonus;castle;coat.q B:S/D/c;001100 first:B round:6",
        ),
    ],
    ids=[
        "before the first roll",
        "rolled",
        "A has taken",
        "both have taken",
        "A has drawn",
        "A has drawn nothing that fills a box",
        "the next round",
        "a die turned",
        "everything decided but the second die",
        "lightning",
        "a coat with its bonus",
    ],
)
def test_a_position_tells_all_that_was_decided_and_is_read_back(text: str, tokens: str, after: str) -> None:
    state = at(text, tokens)
    assert str(state) == after
    assert at(after) == state
    assert repr(state) == f"parse_position({after!r})"


def test_who_drew_nothing_is_told_apart_from_who_filled_no_box() -> None:
    blocked = """
        . d s D S f q
        d s D S f q d
        s D S c q d s
        D S f q d s D
        S f q d s D .
    """
    state = at(position(blocked), "R4.6.1.1 T1 T3.4 .")
    assert " drewA:- " in str(state)
    assert at(str(state)) == state


def test_a_map_that_free_placement_has_parted_from_its_castle_is_read_back() -> None:
    state = at(position(book_a=SPELLS), "R2.1.1.1 T2 T3.4 Mfree 1.2@d5e")
    apart = EMPTY.rstrip().removesuffix(". . . . . . .") + "d q . . . . ."
    assert str(state.kingdoms[0]) == map_text(read_map(apart))
    assert at(str(state)) == state


def test_a_map_that_a_split_with_free_placement_has_scattered_is_read_back() -> None:
    state = at(position(book_a=SPELLS), "R2.1.1.1 T2 T3.4 Mfree Msplit 1@d5 2@j9")
    assert at(str(state)) == state


@pytest.mark.parametrize("game", range(6))
def test_positions_of_random_games_are_read_back(game: int) -> None:
    state, dealer, rng = DUEL.new(2), Dealer(derived_seed("duel positions", game)), Random(game)
    wrong = []
    while not state.is_over:
        state = state.play(dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions()))
        wrong += [] if parse_position(str(state)) == state else [str(state)]
    assert wrong == []


DISAGREE = "expected a position that a game can come to: {} do not agree"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("duel players=2 A:c;000000 first:A round:5", "expected B: in a position, got none"),
        ("duel players=2 A:c;000000 B:c;000000 first:A", "expected round: in a position, got none"),
        (START.replace("round:5", "round:0"), "expected a number from 1 to 999, got: '0'"),
        (START.replace("round:5", "round:x"), "expected a number from 1 to 999, got: 'x'"),
        (START.replace("first:A", "first:C"), DISAGREE.format("the players and their turns")),
        (START.replace("first:A", "first:Z"), "expected a seat from A to H, got: 'Z'"),
        (START.replace("A:c;", "A:....c;"), None),
        (
            START.replace("A:c;", "A:c...d;"),
            "expected a map of 7×5 around its castle (D2), got: 'c...d'",
        ),
        (
            START.replace("A:c;", "A:cdddd;"),
            "expected a map of 7×5 around its castle (D2), got: 'cdddd'",
        ),
        (
            START.replace("A:c;", "A:d/d/d/c;"),
            "expected a map of 7×5 around its castle (D2), got: 'd/d/d/c'",
        ),
        (START.replace("A:c;", "A:cx;"), "expected a coat letter of dsDSfq, got: 'x'"),
        (
            START.replace("A:c;", "A:cd5;"),
            "expected a kingdom like 'm3/w/c', each square a letter with at most 4 crowns, '.' or c, got: 'cd5'",
        ),
        (START.replace("A:c;000000", "A:c"), "expected the boxes of six rows like 012000, got: ''"),
        (START.replace("A:c;000000", "A:c;00000"), "expected the boxes of six rows like 012000, got: '00000'"),
        (START.replace("A:c;000000", "A:c;00000x"), "expected the boxes of six rows like 012000, got: '00000x'"),
        (
            START.replace("A:c;000000", "A:c;600000"),
            "expected no more boxes than the rows have (D6), got: '600000'",
        ),
        (
            START.replace("A:c;000000", "A:c;000004"),
            "expected no more boxes than the rows have (D6), got: '000004'",
        ),
        (
            START.replace("A:c;000000", "A:c;000000;fly"),
            "expected spells like split or -turn_die, got: 'c;000000;fly'",
        ),
        (
            START.replace("A:c;000000", "A:c;000000;coat.x"),
            "expected a coat letter of dsDSfq, got: 'x'",
        ),
        (
            START.replace("A:c;000000 B:c;000000", "A:c;050000;split B:c;050000;-split"),
            DISAGREE.format("the two sides of the spell book"),
        ),
        (f"{START} dice:1.1.1", DISAGREE.format("the dice and who took them")),
        (f"{START} dice:1.1.1.7", "expected a number from 1 to 6, got: '7'"),
        (f"{START} taken:A---", DISAGREE.format("the dice and who took them")),
        (f"{START} dice:1.1.1.1 taken:A--", DISAGREE.format("the dice and who took them")),
        (f"{START} dice:1.1.1.1 taken:AAAB showing:1.1", DISAGREE.format("the dice and who took them")),
        (f"{START} dice:1.1.1.1 taken:AABC showing:1.1", DISAGREE.format("the dice and who took them")),
        (f"{START} dice:1.1.1.1 taken:AABB", DISAGREE.format("the dice and who took them")),
        (
            f"{START} dice:1.1.1.1 taken:AABB part:dance showing:1.1",
            "expected a part of the drawing like castle or draw, got: 'dance'",
        ),
        (f"{START} dice:2.1.1.1 taken:AABB showing:2.1 bonus:3", "expected a number from 1 to 2, got: '3'"),
        (
            f"{START} dice:2.1.1.1 taken:AABB drewA:d drewB:d lightning:A.fly",
            DISAGREE.format("the two sides of the spell book"),
        ),
        (f"{START} first:A", "expected first: once in a position, got it again: 'first:A'"),
        (f"{START} over:no", f"expected a position written as '{START}', got: '{START} over:no'"),
        (
            f"{START} dice:1.1.1.1 taken:AABB showing:1.1 named:3d",
            f"expected a position written as '{START} dice:1.1.1.1 taken:AABB showing:1.1',"
            f" got: '{START} dice:1.1.1.1 taken:AABB showing:1.1 named:3d'",
        ),
    ],
)
def test_what_is_no_position_is_refused(text: str, message: str | None) -> None:
    if message is None:
        message = f"expected a position written as {START!r}, got: {text!r}"
    with pytest.raises(InvalidTextError) as caught:
        parse_position(text)
    assert str(caught.value) == message


ALL_DRAWN = " dice:1.1.1.1 taken:AABB drewA:d drewB:d"


@pytest.mark.parametrize(
    "text",
    [
        f"{START} dice:1.1.1.1 taken:-B--",
        f"{START} dice:1.1.1.1 taken:BB--",
        START.replace("A:c;000000", "A:c;000003;extra_cross") + f"{ALL_DRAWN} lightning:A.extra_cross",
        START.replace("A:c;000000", "A:d4/c;000003;extra_cross") + f"{ALL_DRAWN} lightning:A.extra_cross",
        START.replace("A:c;000000", "A:d/c;050000;split") + f"{ALL_DRAWN} lightning:A.split",
        f"{START} dice:2.2.1.1 taken:AABB part:draw showing:2.2 cast:split drawn:g7",
        f"{START} dice:2.2.1.1 taken:AABB part:draw showing:2.2 cast:split drawn:a1",
        f"{START} dice:1.1.1.1 taken:AABB drewB:- showing:1.1",
    ],
    ids=[
        "B has taken before A",
        "B has taken both before A",
        "an extra cross for an empty map",
        "an extra cross for a square that has four",
        "lightning that is none",
        "a split die on the castle",
        "a split die off the map",
        "B has drawn before A",
    ],
)
def test_what_no_game_can_come_to_is_refused(text: str) -> None:
    with pytest.raises(InvalidTextError):
        parse_position(text)
