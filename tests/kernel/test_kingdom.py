"""C3–C6 on small boards: rows from north to south, `C` the castle on g7, a letter its terrain, a digit its crowns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.kernel.action import Place
from crownland.kernel.domino import Domino, Half
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom, reach
from crownland.kernel.square import CASTLE, FIELD, Direction, parse_square, square_name, squares
from crownland.kernel.terrain import Terrain
from crownland.testing.strategies import dominoes, kingdoms, placements
from tests import oracle
from tests.helpers import domino, kernel_spots, kingdom, place, square_of, to_board, to_kingdom

WHEAT_WEST = "W W W W C"
WHEAT_BOTH_WAYS = "W W C W W"
LAKE_NORTH = """
L
L
L
L
C
"""


def tokens(kingdom: Kingdom, number: int, size: int = 5) -> str:
    face = domino(number)
    return " ".join(str(Place(face.id, *spot)) for spot in placements(kingdom, face, size))


def is_legal(kingdom: Kingdom, token: str, size: int = 5) -> bool:
    action = place(token)
    return (action.square, action.direction) in placements(kingdom, domino(action.domino), size)


def why_not(kingdom: Kingdom, token: str, size: int = 5) -> tuple[str, str]:
    action = place(token)
    return kingdom.why_not(domino(action.domino), action.square, action.direction, size)


# C3


def test_c3_a_kingdom_starts_as_one_castle_square_on_g7() -> None:
    assert to_board(EMPTY_KINGDOM) == oracle.new_board()
    assert [square_name(square) for square in squares(EMPTY_KINGDOM.occupied)] == ["g7"]


def test_c3_the_castle_is_no_terrain_and_has_no_crowns() -> None:
    assert EMPTY_KINGDOM.at(CASTLE) is None


def test_the_first_double_has_12_placements_each_listed_once() -> None:
    assert tokens(EMPTY_KINGDOM, 1) == ("1@g5n 1@f6n 1@h6n 1@f7n 1@h7n 1@g8n 1@f6e 1@g6e 1@e7e 1@h7e 1@f8e 1@g8e")


def test_the_first_domino_of_two_terrains_has_24_placements() -> None:
    assert tokens(EMPTY_KINGDOM, 13) == (
        "13@g5n 13@f6n 13@h6n 13@f7n 13@h7n 13@g8n "
        "13@f6e 13@g6e 13@e7e 13@h7e 13@f8e 13@g8e "
        "13@g6s 13@f7s 13@h7s 13@f8s 13@h8s 13@g9s "
        "13@g6w 13@h6w 13@f7w 13@i7w 13@g8w 13@h8w"
    )


# C4


@pytest.mark.parametrize(
    ("board", "token", "legal"),
    [
        (WHEAT_WEST, "3@h7n", False),  # a sixth column
        (WHEAT_WEST, "3@h7e", False),
        (WHEAT_WEST, "3@g8e", False),
        (WHEAT_WEST, "3@g8n", True),
        (WHEAT_WEST, "3@f8e", True),
        (WHEAT_BOTH_WAYS, "1@j7n", False),
        (WHEAT_BOTH_WAYS, "1@d7e", False),
        (WHEAT_BOTH_WAYS, "1@i8e", False),
        (WHEAT_BOTH_WAYS, "1@h8e", True),
        (LAKE_NORTH, "3@g5n", False),  # a sixth row
        (LAKE_NORTH, "7@g12e", False),
        (LAKE_NORTH, "7@h11n", False),
        (LAKE_NORTH, "7@h11e", True),
        (LAKE_NORTH, "7@h10n", True),
    ],
)
def test_c4_no_placement_makes_the_kingdom_wider_or_higher_than_5(board: str, token: str, legal: bool) -> None:
    assert is_legal(kingdom(board), token, size=5) is legal


@pytest.mark.parametrize(
    ("board", "token", "legal"),
    [
        (WHEAT_WEST, "3@h7e", True),
        ("W W W W W W C", "3@h7n", False),
        ("W W W W W W C", "3@g8n", True),
        ("W W W C W W W", "1@k7n", False),
        ("W W W W C W W", "1@j7n", False),
        ("W W W W C W", "1@i7n", True),
    ],
)
def test_c4_with_seven_the_box_is_seven(board: str, token: str, legal: bool) -> None:
    assert is_legal(kingdom(board), token, size=7) is legal


@pytest.mark.parametrize(
    ("text", "size", "corners"),
    [
        ("C", 5, "c3 k11"),
        ("C", 7, "a1 m13"),
        (WHEAT_WEST, 5, "c3 g11"),
        (WHEAT_BOTH_WAYS, 5, "e3 i11"),
        (LAKE_NORTH, 5, "c7 k11"),
        ("W W C", 5, "c3 i11"),
        ("W W C", 7, "a1 k13"),
    ],
)
def test_c4_the_squares_within_reach_shrink_as_the_box_grows(text: str, size: int, corners: str) -> None:
    within = [square_name(square) for square in squares(reach(size, kingdom(text).box))]
    assert f"{within[0]} {within[-1]}" == corners


@pytest.mark.parametrize("board", ["W W W W C", "W W W C W", "W W C W W", "W C W W W", "C W W W W"])
def test_c4_the_castle_may_end_in_any_column(board: str) -> None:
    # the box floats: forests fit above and below each of them
    assert is_legal(kingdom(board), "3@g8n")
    assert is_legal(kingdom(board), "3@g5n")


# C5


@pytest.mark.parametrize(
    ("board", "token", "legal"),
    [
        ("W C", "13@e7w", True),  # the wheat of 13 touches wheat
        ("W C", "13@d7e", False),  # the forest of 13 touches it, the wheat does not
        ("F C", "13@e7w", False),
        ("F C", "13@d7e", True),
        ("W C", "3@f8e", True),  # the castle takes any terrain; the wheat below may mismatch
        ("W C", "3@e8e", False),  # f8 touches the wheat and no castle
        ("W C", "1@e8e", True),
        ("W C", "3@f8n", False),
        ("W C", "1@f8n", True),
        ("W C", "1@e8n", False),  # corner to corner is no connection
        ("W C", "13@h8n", False),
    ],
)
def test_c5_a_half_must_touch_the_castle_or_its_own_terrain(board: str, token: str, legal: bool) -> None:
    assert is_legal(kingdom(board), token) is legal


def test_c5_a_neighbour_of_one_half_does_not_count_for_the_other_half() -> None:
    board = kingdom("F W C")
    # 13 is wheat and forest; above the row, turned wrongly each half touches only the terrain of the other
    assert not is_legal(board, "13@e8e")
    assert is_legal(board, "13@f8w")


def test_c5_the_halves_of_a_double_do_not_connect_it_to_the_kingdom() -> None:
    assert not is_legal(kingdom("W C"), "3@d7n")
    assert not is_legal(EMPTY_KINGDOM, "3@i7e")


def test_c5_one_connected_half_is_enough_whatever_the_other_one_touches() -> None:
    board = kingdom("""
        W  W
        C  .
        .  L
    """)
    assert is_legal(board, "17@h7e")  # the forest touches castle, wheat and lake
    assert is_legal(board, "17@i7w")
    assert is_legal(board, "13@i8s")  # its wheat touches wheat
    assert not is_legal(board, "17@i8s")


# C6


@pytest.mark.parametrize("token", ["1@g7n", "1@g6n", "1@f7e", "1@e7e", "1@f6n", "1@f7n"])
def test_c6_nothing_is_laid_over_the_castle_or_another_domino(token: str) -> None:
    assert not is_legal(kingdom("W C"), token)


# why_not


@pytest.mark.parametrize(
    ("board", "token", "rule", "reason"),
    [
        ("W C", "1@f7n", "C6", "a half lies on an occupied square"),
        ("W C", "1@g6n", "C6", "a half lies on an occupied square"),
        ("W C", "1@e7e", "C6", "a half lies on an occupied square"),
        (WHEAT_WEST, "1@g7e", "C6", "a half lies on an occupied square"),  # and too wide: the overlap is told first
        (WHEAT_WEST, "3@h7n", "C4", "the kingdom would be wider or higher than 5"),
        (LAKE_NORTH, "3@g5n", "C4", "the kingdom would be wider or higher than 5"),
        ("C", "13@a1w", "C4", "the kingdom would be wider or higher than 5"),
        ("C", "13@a1s", "C4", "the kingdom would be wider or higher than 5"),
        ("C", "13@a7w", "C4", "the kingdom would be wider or higher than 5"),
        ("C", "13@m7e", "C4", "the kingdom would be wider or higher than 5"),
        ("C", "13@m13n", "C4", "the kingdom would be wider or higher than 5"),
        ("C", "13@i8n", "C5", "no half touches the castle or matching terrain"),
        ("F C", "13@e7w", "C5", "no half touches the castle or matching terrain"),
    ],
)
def test_a_refused_placement_is_told_with_the_rule_that_forbids_it(
    board: str, token: str, rule: str, reason: str
) -> None:
    assert not is_legal(kingdom(board), token)
    assert why_not(kingdom(board), token) == (rule, reason)


@pytest.mark.parametrize("token", ["13@a7w", "13@m7e", "13@g13n", "13@g1s", "13@a1w", "13@a1s"])
def test_with_seven_a_placement_over_the_edge_of_the_field_is_refused_for_its_extent(token: str) -> None:
    assert why_not(EMPTY_KINGDOM, token, size=7) == ("C4", "the kingdom would be wider or higher than 7")


@pytest.mark.parametrize("direction", [Direction.SOUTH, Direction.WEST])
def test_a_double_turned_round_is_refused_because_it_has_one_spelling(direction: Direction) -> None:
    square = parse_square("g9" if direction is Direction.SOUTH else "i7")
    assert EMPTY_KINGDOM.why_not(domino(1), square, direction, 5) == (
        "C2",
        "both halves are equal: write the right half north or east of the left one",
    )


@given(kingdoms(size=5, most=8), dominoes(), st.data())
def test_every_placement_that_is_not_listed_has_a_true_reason(
    board: Kingdom, face: Domino, data: st.DataObject
) -> None:
    square = data.draw(st.sampled_from(list(squares(FIELD))))
    direction = data.draw(st.sampled_from([Direction.NORTH, Direction.EAST]))
    if (square, direction) in placements(board, face, 5):
        return
    rule, _ = board.why_not(face, square, direction, 5)
    cells = to_board(board)
    x, y = ord(square_name(square)[0]) - ord("g"), int(square_name(square)[1:]) - 7
    left, right = (x, y), ((x, y + 1) if direction is Direction.NORTH else (x + 1, y))
    halves = oracle.DOMINOES[face.id]
    broken = {
        "C6": left in cells or right in cells,
        "C4": not oracle.within_extent([*cells, left, right], 5),
        "C5": not (oracle.half_connects(cells, left, halves[0]) or oracle.half_connects(cells, right, halves[1])),
    }
    assert broken[rule]


# what lies where


def test_a_domino_is_laid_with_its_left_half_on_the_square_and_its_right_half_in_the_direction() -> None:
    laid = {
        direction: oracle.draw(to_board(EMPTY_KINGDOM.place(domino(48), parse_square(square), direction)))
        for direction, square in zip(Direction, ("g8", "h7", "g6", "f7"), strict=True)
    }
    assert laid == {
        Direction.NORTH: "M3\nW\nC",
        Direction.EAST: "C  W  M3",
        Direction.SOUTH: "C\nW\nM3",
        Direction.WEST: "M3 W  C",
    }


def test_what_lies_on_a_square_is_a_half_with_its_crowns() -> None:
    board = kingdom("M3 W1 C S2")
    assert board.at(square_of((-2, 0))) == Half(Terrain.MINE, 3)
    assert board.at(square_of((-1, 0))) == Half(Terrain.WHEAT, 1)
    assert board.at(square_of((1, 0))) == Half(Terrain.SWAMP, 2)
    assert board.at(square_of((0, 1))) is None


def test_the_box_includes_the_castle() -> None:
    board = kingdom("""
        W  W  W
        C  .  .
    """)
    assert (board.width, board.height) == (3, 2)


@pytest.mark.parametrize(
    ("board", "connected"),
    [("C", True), ("W C", True), ("W . C", False), ("W .\n. C", False), ("W W\n. C", True), ("W W\n. F\n. C", True)],
)
def test_a_kingdom_is_connected_when_every_square_is_reached_from_the_castle(board: str, connected: bool) -> None:
    assert kingdom(board).is_connected is connected


# text


@pytest.mark.parametrize(
    ("text", "drawing"),
    [
        ("c", "C"),
        ("m3/w/c", "M3\nW\nC"),
        ("wwc", "W W C"),
        (".w/.c.l/f1", ".  W\n.  C  .  L\nF1"),
        ("c/./w", "C\n.\nW"),
    ],
)
def test_a_kingdom_is_written_in_rows_from_north_to_south(text: str, drawing: str) -> None:
    assert Kingdom.parse(text) == kingdom(drawing)


def test_the_castle_says_where_the_rows_lie() -> None:
    assert to_board(Kingdom.parse("m3w/.c")) == {(0, 0): ("C", 0), (0, 1): ("W", 0), (-1, 1): ("M", 3)}


@given(st.one_of(kingdoms(size=5), kingdoms(size=7)))
def test_a_kingdom_is_read_back_from_its_text(board: Kingdom) -> None:
    assert Kingdom.parse(str(board)) == board


@given(kingdoms(size=7))
def test_the_repr_of_a_kingdom_is_code_that_rebuilds_it(board: Kingdom) -> None:
    assert repr(board) == f"Kingdom.parse({str(board)!r})"
    assert eval(repr(board), {"Kingdom": Kingdom}) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected one castle c in a kingdom like 'm3/w/c', got 0: ''"),
        ("w", "expected one castle c in a kingdom like 'm3/w/c', got 0: 'w'"),
        ("c/c", "expected one castle c in a kingdom like 'm3/w/c', got 2: 'c/c'"),
        ("c3", "expected a kingdom like 'm3/w/c', each square a letter with at most 3 crowns, '.' or c, got: 'c3'"),
        ("w4c", "expected a kingdom like 'm3/w/c', each square a letter with at most 3 crowns, '.' or c, got: 'w4c'"),
        ("w c", "expected a kingdom like 'm3/w/c', each square a letter with at most 3 crowns, '.' or c, got: 'w c'"),
        ("Wc", "expected a terrain letter of wflgsmt, got: 'W'"),
        ("w٣c", "expected a kingdom like 'm3/w/c', each square a letter with at most 3 crowns, '.' or c, got: 'w٣c'"),
        ("w3/Fc", "expected a terrain letter of wflgsmt, got: 'F'"),
        ("dc", "expected a terrain letter of wflgsmt, got: 'd'"),  # a coat of Duel
        ("xc", "expected a terrain letter of wflgsmt, got: 'x'"),
        ("c.......w", "expected squares within 6 of the castle (C4), got: 'c.......w'"),
        ("w/./././././././c", "expected squares within 6 of the castle (C4), got: 'w/./././././././c'"),
    ],
)
def test_what_is_no_kingdom_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        Kingdom.parse(text)
    assert str(caught.value) == message


def test_a_row_of_14_squares_is_refused_and_one_of_13_is_read() -> None:
    assert Kingdom.parse("wwwwwwcwwwwww").width == 13
    with pytest.raises(InvalidTextError, match="at most 13 squares a row"):
        Kingdom.parse("c" + "." * 13)


def test_a_very_long_row_is_refused_at_once_and_shown_in_part() -> None:
    with pytest.raises(InvalidTextError) as caught:
        Kingdom.parse("c" + "w" * 1_000_000)
    assert len(str(caught.value)) < 400


# properties of all kingdoms


@given(st.one_of(kingdoms(size=5), kingdoms(size=7)), st.integers(0, 7))
def test_the_eight_symmetries_keep_every_placement(board: Kingdom, symmetry: int) -> None:
    size = 5 if max(board.width, board.height) <= 5 else 7
    turned = to_kingdom(oracle.transform(to_board(board), symmetry))
    for number in (1, 13, 20, 48):
        there = {frozenset(spot) if number == 1 else spot for spot in kernel_spots(turned, number, size)}
        here = kernel_spots(board, number, size)
        expected = [(oracle.turn(a, symmetry), oracle.turn(b, symmetry)) for a, b in here]
        assert there == {frozenset(spot) if number == 1 else spot for spot in expected}
        assert len(kernel_spots(turned, number, size)) == len(here)


@given(kingdoms(size=5), dominoes(), st.data())
def test_a_placement_adds_exactly_its_two_halves(board: Kingdom, face: Domino, data: st.DataObject) -> None:
    spots = placements(board, face, 5)
    if not spots:
        assert not any(board.spots(face, 5))
        return
    assert any(board.spots(face, 5))
    index = data.draw(st.integers(0, len(spots) - 1))
    left, right = kernel_spots(board, face.id, 5)[index]
    after = to_board(board.place(face, *spots[index]))
    a, b = oracle.DOMINOES[face.id]
    assert after == {**to_board(board), left: a, right: b}
