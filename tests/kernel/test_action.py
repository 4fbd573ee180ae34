import pytest

from crownland.kernel.action import (
    Claim,
    Discard,
    End,
    Opening,
    Place,
    Reveal,
    Seat,
    all_places,
    claim_of,
    seat_letter,
)
from crownland.kernel.domino import QUEENDOMINO, DominoId
from crownland.kernel.square import FIELD, Direction, parse_square, squares
from tests.helpers import A, B

D3, D17, D48, Q1 = DominoId(3), DominoId(17), DominoId(48), QUEENDOMINO[0]


@pytest.mark.parametrize(
    ("action", "token"),
    [
        (Opening((A, B, B, A)), "OABBA"),
        (Reveal((D3, D17, D48)), "L3.17.48"),
        (Claim(D17), "K17"),
        (Place(D3, parse_square("g8"), Direction.NORTH), "3@g8n"),
        (Place(D48, parse_square("m13"), Direction.WEST), "48@m13w"),
        (Place(D48, parse_square("a1"), Direction.EAST), "48@a1e"),
        (Place(D48, parse_square("b10"), Direction.SOUTH), "48@b10s"),
        (Discard(D48), "48x"),
        (Reveal((Q1, QUEENDOMINO[47])), "LQ1.Q48"),
        (Claim(Q1), "KQ1"),
        (Place(Q1, parse_square("g8"), Direction.NORTH), "Q1@g8n"),
        (Discard(Q1), "Q1x"),
        (End(), "."),
    ],
)
def test_the_text_of_an_action_is_its_token(action: object, token: str) -> None:
    assert str(action) == token


@pytest.mark.parametrize(("seat", "letter"), [(0, "A"), (1, "B"), (3, "D"), (7, "H")])
def test_seats_are_written_as_letters_from_a(seat: int, letter: str) -> None:
    assert seat_letter(Seat(seat)) == letter


def test_a_claim_made_once_is_the_claim_itself() -> None:
    assert claim_of(D17) == Claim(D17)
    assert claim_of(D17) is claim_of(D17)


def test_the_placements_kept_ready_are_those_of_every_square_in_every_direction() -> None:
    ready = [place for by_square in all_places(D3) for place in by_square.values()]
    assert ready == [Place(D3, square, direction) for direction in Direction for square in squares(FIELD)]


def test_a_placement_kept_ready_is_found_by_the_bit_of_its_square() -> None:
    g8 = parse_square("g8")
    assert all_places(D3)[Direction.EAST][1 << g8] == Place(D3, g8, Direction.EAST)
