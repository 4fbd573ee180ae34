"""The tokens of Queendomino: one action, one spelling, and everything else refused."""

import pytest

from crownland.games.protocol import Action
from crownland.games.queen.action import Build, Burn, Stock, Tax
from crownland.games.queen.building import BUILDINGS, SPACES, building_name, parse_building
from crownland.kernel.action import Claim, Discard, End, Place, Reveal
from crownland.kernel.domino import DOMINOES, QUEENDOMINO, DominoId, domino_name, parse_domino
from crownland.kernel.errors import InvalidActionError, InvalidTextError
from crownland.kernel.square import FIELD, Direction, parse_square, squares
from crownland.notation.token import parse_action

G8 = parse_square("g8")


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("N@g8", Tax(G8)),
        ("N@m13", Tax(parse_square("m13"))),
        ("B0@g8", Build(0, G8)),
        ("B5@a1", Build(5, parse_square("a1"))),
        ("D0", Burn(0)),
        ("D5", Burn(5)),
        (".", End()),
        ("Sfishmarket", Stock(("fish_market",))),
        ("Sstatue.statue.church", Stock(("statue", "statue", "church"))),
        ("KQ48", Claim(parse_domino("Q48"))),
        ("LQ1.Q2.Q48", Reveal((parse_domino("Q1"), parse_domino("Q2"), parse_domino("Q48")))),
        ("Q17x", Discard(parse_domino("Q17"))),
        ("Q17@g8s", Place(parse_domino("Q17"), G8, Direction.SOUTH)),
    ],
)
def test_a_token_is_read_and_written(token: str, action: Action) -> None:
    assert parse_action(token) == action
    assert str(action) == token


def test_every_action_of_the_game_survives_its_token() -> None:
    actions: list[Action] = [End()]
    actions += [Tax(square) for square in squares(FIELD)]
    actions += [Build(space, square) for space in range(SPACES) for square in squares(FIELD)]
    actions += [Burn(space) for space in range(SPACES)]
    actions += [Stock((key,)) for key in BUILDINGS]
    for domino in QUEENDOMINO:
        ways = list(Direction)[: 2 if DOMINOES[domino].is_double else 4]
        actions += [Claim(domino), Discard(domino), *(Place(domino, G8, way) for way in ways)]
    tokens = [str(action) for action in actions]
    assert [parse_action(token) for token in tokens] == actions
    assert len(set(tokens)) == len(tokens)


PLAIN = "expected an action like K17, 3@g8n or 3x, got: "
SQUARE = "expected a square from a1 to m13, got: "
DOMINO = "expected a domino from 1 to 48 or from Q1 to Q48, got: "
BUILDING = "expected a building like church or fishmarket, got: "


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("N@", f" ({SQUARE}'')"),
        ("N", ""),
        ("Ng8", ""),
        ("N@g0", f" ({SQUARE}'g0')"),
        ("N@g14", f" ({SQUARE}'g14')"),
        ("N@n8", f" ({SQUARE}'n8')"),
        ("N@g8n", f" ({SQUARE}'g8n')"),
        ("N@G8", f" ({SQUARE}'G8')"),
        ("N@g08", f" ({SQUARE}'g08')"),
        ("N@g8 ", f" ({SQUARE}'g8 ')"),
        ("N@g８", f" ({SQUARE}'g８')"),  # a digit of another script
        ("B6@g8", ""),
        ("B-1@g8", ""),
        ("B2g8", ""),
        ("B@g8", ""),
        ("B", ""),
        ("B2@", f" ({SQUARE}'')"),
        ("B02@g8", ""),
        ("B²@g8", ""),
        ("D9", ""),
        ("D6", ""),
        ("D", ""),
        ("D-1", ""),
        ("D00", ""),
        ("D1x", f" ({DOMINO}'D1')"),
        ("..", ""),
        ("", ""),
        (" .", ""),
        ("Snosuch", f" ({BUILDING}'nosuch')"),
        ("S", f" ({BUILDING}'')"),
        ("Sstatue.", f" ({BUILDING}'')"),
        ("Sstatue..church", f" ({BUILDING}'')"),
        ("Sfish_market", f" ({BUILDING}'fish_market')"),
        ("SStatue", f" ({BUILDING}'Statue')"),
        ("KQ49", f" ({DOMINO}'Q49')"),
        ("KQ0", f" ({DOMINO}'Q0')"),
        ("KQ", f" ({DOMINO}'Q')"),
        ("KQ01", f" ({DOMINO}'Q01')"),
        ("K149", f" ({DOMINO}'149')"),
        ("K101", f" ({DOMINO}'101')"),  # how Q1 is counted inside is nobody's business
        ("Q0@g8n", f" ({DOMINO}'Q0')"),
        ("Q49@g8n", f" ({DOMINO}'Q49')"),
        ("Q17@g8", ""),
        ("Q17@g8N", ""),
        ("Q17@g8q", " (expected a direction n, e, s or w, got: 'q')"),
        ("Q3@g8s", " (both halves are equal: write the right half north or east of the left one)"),
        ("Qx", f" ({DOMINO}'Q')"),
        ("LQ1.q2", f" ({DOMINO}'q2')"),
        # lower case
        ("n@g8", ""),
        ("b2@g8", ""),
        ("d2", ""),
        ("sstatue", ""),
        ("kq17", ""),
        ("kQ17", ""),
        ("q17@g8n", f" ({DOMINO}'q17')"),
        ("q17x", f" ({DOMINO}'q17')"),
        ("Q17X", ""),
    ],
)
def test_a_malformed_token_is_refused(token: str, why: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        parse_action(token)
    assert str(caught.value) == f"{PLAIN}{token!r}{why}"


def test_a_building_is_named_without_dashes_and_read_back() -> None:
    assert [parse_building(building_name(key)) for key in BUILDINGS] == list(BUILDINGS)
    assert all(building_name(key).isalpha() and building_name(key).islower() for key in BUILDINGS)


def test_a_domino_of_the_second_box_is_named_with_a_q() -> None:
    assert [domino_name(domino) for domino in QUEENDOMINO] == [f"Q{number}" for number in range(1, 49)]
    assert [parse_domino(f"Q{number}") for number in range(1, 49)] == list(QUEENDOMINO)
    with pytest.raises(InvalidTextError):
        parse_domino("Q")
    assert DominoId(17) != parse_domino("Q17")
