import pytest
from hypothesis import given

from crownland.kernel.errors import InvalidTextError
from crownland.kernel.square import (
    CASTLE,
    FIELD,
    SIDE,
    Direction,
    Mask,
    Square,
    column,
    neighbours,
    parse_direction,
    parse_square,
    rectangle,
    row,
    square_at,
    square_name,
    squares,
)
from crownland.testing.strategies import field_squares


def names(mask: Mask) -> str:
    return " ".join(square_name(square) for square in squares(mask))


def mask_of(text: str) -> Mask:
    return sum(1 << parse_square(name) for name in text.split())


def test_the_field_has_the_169_squares_from_a1_to_m13_each_with_its_own_name() -> None:
    expected = [f"{letter}{number}" for number in range(1, 14) for letter in "abcdefghijklm"]
    assert names(FIELD).split() == expected


@given(field_squares())
def test_a_square_is_read_back_from_its_name(square: Square) -> None:
    assert parse_square(square_name(square)) == square


@given(field_squares())
def test_a_square_is_found_by_its_column_and_row(square: Square) -> None:
    assert square_at(column(square), row(square)) == square


@pytest.mark.parametrize(
    ("name", "column_and_row"),
    [("a1", (0, 0)), ("m1", (12, 0)), ("a13", (0, 12)), ("m13", (12, 12)), ("g7", (6, 6)), ("b10", (1, 9))],
)
def test_letters_count_columns_from_the_west_and_numbers_rows_from_the_south(
    name: str, column_and_row: tuple[int, int]
) -> None:
    square = parse_square(name)
    assert (column(square), row(square)) == column_and_row


def test_the_castle_stands_on_g7_as_far_from_every_side_as_a_kingdom_of_7_can_reach() -> None:
    assert square_name(CASTLE) == "g7"
    assert (column(CASTLE), row(CASTLE)) == (SIDE // 2, SIDE // 2)


@pytest.mark.parametrize(
    "text", ["", "g", "7", "g0", "g14", "n7", "G7", "g07", " g7", "g7 ", "g7\n", "g٧", "gg7", "g77"]
)
def test_what_is_no_square_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_square(text)
    assert str(caught.value) == f"expected a square from a1 to m13, got: {text!r}"


@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ("g7", "g6 f7 h7 g8"),
        ("a1", "b1 a2"),
        ("m1", "l1 m2"),
        ("a2", "a1 b2 a3"),
        ("m12", "m11 l12 m13"),
        ("a13", "a12 b13"),
        ("m13", "m12 l13"),
    ],
)
def test_neighbours_share_an_edge_and_never_wrap_around_the_field(square: str, expected: str) -> None:
    assert names(neighbours(mask_of(square)) & FIELD) == expected


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        ((6, 6, 6, 6), "g7"),
        ((5, 6, 7, 7), "f7 g7 h7 f8 g8 h8"),
        ((-3, -3, 1, 0), "a1 b1"),
        ((11, 12, 20, 20), "l13 m13"),
    ],
)
def test_a_rectangle_includes_its_corners_and_ends_at_the_edge_of_the_field(
    corners: tuple[int, int, int, int], expected: str
) -> None:
    assert names(rectangle(*corners)) == expected


@pytest.mark.parametrize(("letter", "neighbour"), [("n", "g8"), ("e", "h7"), ("s", "g6"), ("w", "f7")])
def test_a_direction_is_one_step_that_way(letter: str, neighbour: str) -> None:
    direction = parse_direction(letter)
    assert direction.letter == letter
    assert square_name(Square(CASTLE + direction.step)) == neighbour


def test_directions_go_clockwise_from_north() -> None:
    assert "".join(direction.letter for direction in Direction) == "nesw"


@pytest.mark.parametrize("direction", Direction)
def test_the_repr_of_a_direction_is_code_that_rebuilds_it(direction: Direction) -> None:
    assert repr(direction) == f"Direction.{direction.name}"
    assert eval(repr(direction), {"Direction": Direction}) is direction


@pytest.mark.parametrize("text", ["", "N", "north", "x", "ne"])
def test_what_is_no_direction_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_direction(text)
    assert str(caught.value) == f"expected a direction n, e, s or w, got: {text!r}"
