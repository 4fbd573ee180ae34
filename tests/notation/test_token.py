import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.games.protocol import Action
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal, Seat, seat_letter
from crownland.kernel.domino import DominoId
from crownland.kernel.errors import InvalidActionError, InvalidTextError
from crownland.kernel.square import Direction, parse_square
from crownland.notation.token import parse_action, parse_seat
from crownland.testing.strategies import actions

G8 = parse_square("g8")


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("OABBA", Opening((Seat(0), Seat(1), Seat(1), Seat(0)))),
        ("OH", Opening((Seat(7),))),
        ("L3.17.22.41", Reveal(tuple(map(DominoId, (3, 17, 22, 41))))),
        ("L3", Reveal((DominoId(3),))),
        ("K17", Claim(DominoId(17))),
        ("3@g8n", Place(DominoId(3), G8, Direction.NORTH)),
        ("3@g8e", Place(DominoId(3), G8, Direction.EAST)),
        ("48@g8s", Place(DominoId(48), G8, Direction.SOUTH)),
        ("48@m13w", Place(DominoId(48), parse_square("m13"), Direction.WEST)),
        ("3x", Discard(DominoId(3))),
    ],
)
def test_each_kind_of_token_is_read(token: str, action: Action) -> None:
    assert parse_action(token) == action
    assert str(action) == token


@given(actions())
def test_every_action_is_read_back_from_its_token(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(actions())
def test_a_token_is_safe_in_a_url_a_shell_and_a_log(action: Action) -> None:
    assert set(str(action)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@.+")


NUMBER = "expected a domino number from 1 to 48, got: "


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("", ""),
        ("K", f" ({NUMBER}'')"),
        ("K0", f" ({NUMBER}'0')"),
        ("K49", f" ({NUMBER}'49')"),
        ("K017", f" ({NUMBER}'017')"),
        ("k17", ""),
        ("K17 ", f" ({NUMBER}'17 ')"),
        ("K17x", f" ({NUMBER}'17x')"),
        ("L", f" ({NUMBER}'')"),
        ("L3.", f" ({NUMBER}'')"),
        ("L3,17", f" ({NUMBER}'3,17')"),
        ("L3..17", f" ({NUMBER}'')"),
        ("O", ""),
        ("OABX", " (expected a seat from A to H, got: 'X')"),
        ("Oab", " (expected a seat from A to H, got: 'a')"),
        ("x", f" ({NUMBER}'')"),
        ("49x", f" ({NUMBER}'49')"),
        ("3X", ""),
        ("3@g8", ""),
        ("3@g8N", ""),
        ("3@g14n", " (expected a square from a1 to m13, got: 'g14')"),
        ("3@n8n", " (expected a square from a1 to m13, got: 'n8')"),
        ("3@g08n", " (expected a square from a1 to m13, got: 'g08')"),
        ("13@g8q", " (expected a direction n, e, s or w, got: 'q')"),
        ("49@g8n", f" ({NUMBER}'49')"),
        ("03@g8n", f" ({NUMBER}'03')"),
        ("3@g8n\n", ""),
        ("3@g８n", ""),
        ("３@g8n", ""),
        ("3@g8s", " (both halves are equal: write the right half north or east of the left one)"),
        ("3@g8w", " (both halves are equal: write the right half north or east of the left one)"),
        ("Q21", ""),
    ],
)
def test_what_spells_no_action_is_refused_with_the_expectation_first(token: str, why: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        parse_action(token)
    assert str(caught.value) == f"expected an action like K17, 3@g8n or 3x, got: {token!r}{why}"


@given(st.text(max_size=12))
def test_any_text_is_either_a_token_or_refused_as_one(text: str) -> None:
    try:
        action = parse_action(text)
    except InvalidActionError:
        return
    assert str(action) == text


@given(st.text(alphabet="OLK3178@.gn1esxwABQ", max_size=9))
def test_one_action_has_one_spelling(text: str) -> None:
    try:
        action = parse_action(text)
    except InvalidActionError:
        return
    assert str(action) == text


@pytest.mark.parametrize("shape", ["K{}", "{}x", "L{}", "{}@g8n", "3@g{}n", "?{}"])
def test_a_very_long_token_is_shown_in_part(shape: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        parse_action(shape.format("1" * 5000))
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("seat", [Seat(number) for number in range(8)])
def test_a_seat_is_read_back_from_its_letter(seat: Seat) -> None:
    assert parse_seat(seat_letter(seat)) == seat


@pytest.mark.parametrize("text", ["", "I", "a", "AB", "1", "Ａ"])
def test_what_is_no_seat_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_seat(text)
    assert str(caught.value) == f"expected a seat from A to H, got: {text!r}"
