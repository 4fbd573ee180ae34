import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.games.duel import action as duel_actions
from crownland.games.duel.coat import Coat
from crownland.games.protocol import Action
from crownland.games.queen import action as queen_actions
from crownland.kernel import action as kernel_actions
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat, seat_letter
from crownland.kernel.domino import QUEENDOMINO, DominoId
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
        ("LQ3.Q17", Reveal((QUEENDOMINO[2], QUEENDOMINO[16]))),
        ("KQ17", Claim(QUEENDOMINO[16])),
        ("Q3@g8n", Place(QUEENDOMINO[2], G8, Direction.NORTH)),
        ("Q48x", Discard(QUEENDOMINO[47])),
        (".", End()),
        ("Sfishmarket.church", queen_actions.Stock(("fish_market", "church"))),
        ("N@g8", queen_actions.Tax(G8)),
        ("B5@g8", queen_actions.Build(5, G8)),
        ("D0", queen_actions.Burn(0)),
        ("R1.2.6.3", duel_actions.Roll((1, 2, 6, 3))),
        ("T4", duel_actions.Take((4,))),
        ("T1.3", duel_actions.Take((1, 3))),
        ("Mturn1.6", duel_actions.TurnDie(1, 6)),
        ("W3D", duel_actions.NameWild(3, Coat.DOUBLE_DOT)),
        ("W3d", duel_actions.NameWild(3, Coat.DOT)),
        ("C2", duel_actions.CastleBonus(2)),
        ("Mfree", duel_actions.FreePlacement()),
        ("Msplit", duel_actions.Split()),
        ("1.4@g8w", duel_actions.DrawPair(1, 4, G8, Direction.WEST)),
        ("3@g8", duel_actions.DrawDie(3, G8)),
        ("Mcoatq", duel_actions.CoatBonus(Coat.QUARTERS)),
        ("Mcross@g8", duel_actions.ExtraCross(G8)),
    ],
)
def test_each_kind_of_token_is_read(token: str, action: Action) -> None:
    assert parse_action(token) == action
    assert str(action) == token


@given(actions())
def test_every_action_is_read_back_from_its_token(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(actions())
def test_the_repr_of_an_action_is_code_that_rebuilds_it(action: Action) -> None:
    names = {**vars(kernel_actions), **vars(queen_actions), **vars(duel_actions)}
    assert eval(repr(action), names) == action


@given(actions())
def test_a_token_is_safe_in_a_url_a_shell_and_a_log(action: Action) -> None:
    assert set(str(action)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@.+")


NUMBER = "expected a domino from 1 to 48 or from Q1 to Q48, got: "
SQUARE = "expected a square from a1 to m13, got: "
BUILDING = "expected a building like church or fishmarket, got: "


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
        ("17@g8", ""),  # a domino without its direction, and no die
        ("5@g8", ""),
        ("0@g8", ""),
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
        ("Q3", ""),
        ("KQ", f" ({NUMBER}'Q')"),
        ("KQ49", f" ({NUMBER}'Q49')"),
        ("Kq1", f" ({NUMBER}'q1')"),
        ("K101", f" ({NUMBER}'101')"),
        ("101@g8n", f" ({NUMBER}'101')"),
        ("LQ3,Q4", f" ({NUMBER}'Q3,Q4')"),
        ("Q1@g8s", " (both halves are equal: write the right half north or east of the left one)"),
        ("Q48@g8w", " (both halves are equal: write the right half north or east of the left one)"),
        ("..", ""),
        (". ", ""),
        ("S", f" ({BUILDING}'')"),
        ("Sfish_market", f" ({BUILDING}'fish_market')"),
        ("Schurch.", f" ({BUILDING}'')"),
        ("N", ""),
        ("N@", f" ({SQUARE}'')"),
        ("N@g14", f" ({SQUARE}'g14')"),
        ("Ng8", ""),
        ("B6@g8", ""),
        ("B@g8", ""),
        ("B0g8", ""),
        ("B00@g8", ""),
        ("B0@g8n", f" ({SQUARE}'g8n')"),
        ("D", ""),
        ("D6", ""),
        ("D00", ""),
        ("R1.2.3", ""),
        ("R1.2.3.7", ""),
        ("R0.2.3.4", ""),
        ("R1.2.3.4.", ""),
        ("T", ""),
        ("T5", ""),
        ("T0", ""),
        ("T1.2.3", ""),
        ("T2.1", " (two dice are written by ascending number)"),
        ("T2.2", " (two dice are written by ascending number)"),
        ("2.1@g8n", " (two dice are written by ascending number)"),
        ("1.2@g8", ""),
        ("1.2@g14n", f" ({SQUARE}'g14')"),
        ("1.5@g8n", ""),
        ("4@g14", f" ({SQUARE}'g14')"),
        ("Mturn1.7", ""),
        ("Mturn5.1", ""),
        ("W1w", " (expected a coat letter of dsDSfq, got: 'w')"),
        ("W5d", ""),
        ("C5", ""),
        ("Mfree1", ""),
        ("mfree", ""),
        ("Mcoat", ""),
        ("Mcoatw", " (expected a coat letter of dsDSfq, got: 'w')"),
        ("Mcross@n1", f" ({SQUARE}'n1')"),
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


@given(st.text(alphabet="OLK3178@.gn1esxwABQTWCNDRMdqS", max_size=9))
def test_one_action_has_one_spelling(text: str) -> None:
    try:
        action = parse_action(text)
    except InvalidActionError:
        return
    assert str(action) == text


@pytest.mark.parametrize(
    "shape", ["K{}", "{}x", "L{}", "{}@g8n", "3@g{}n", "3@g{}", "S{}", "N@g{}", "B0@g{}", "D{}", "R{}", "T{}", "?{}"]
)
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
