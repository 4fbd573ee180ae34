import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.kernel.domino import Domino
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import square_name, squares
from crownland.testing.strategies import dominoes, kingdoms, placements
from tests import oracle
from tests.helpers import kingdom, to_board, to_kingdom


def summary(drawing: str) -> list[str]:
    """Each property as ``forest 5×2``."""
    return [f"{land.terrain.key} {land.size}×{land.crowns}" for land in properties(kingdom(drawing))]


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        ("F1 F F1 F F C", 10),
        ("L L L C", 0),
        (
            """
            F  F1 F
            F  F  F2
            C  F  .
            """,
            21,
        ),
        (
            """
            L  L  L
            L  L  L
            L  L  L
            C  .  .
            """,
            0,
        ),
    ],
)
def test_t1_the_points_of_a_property_are_its_squares_times_its_crowns(drawing: str, points: int) -> None:
    (land,) = properties(kingdom(drawing))
    assert land.points == points


def test_c12_separate_properties_of_one_terrain_score_separately() -> None:
    assert summary("W1 W C W2 F") == ["wheat 2×1", "wheat 1×2", "forest 1×0"]


def test_c12_corners_do_not_connect() -> None:
    assert summary("""
        W1 F
        F  W
        C  .
    """) == ["wheat 1×0", "wheat 1×1", "forest 1×0", "forest 1×0"]


def test_c3_the_castle_joins_nothing() -> None:
    assert summary("W1 C W") == ["wheat 1×1", "wheat 1×0"]


def test_a_property_winds_round_corners() -> None:
    assert summary("""
        S1 S  S
        S  C  S
        S  .  S1
        S  S  S
    """) == ["swamp 10×2"]


def test_a_kingdom_without_land_has_no_properties() -> None:
    assert properties(EMPTY_KINGDOM) == ()


def test_properties_come_by_terrain_and_then_by_their_first_square_from_a1() -> None:
    board = kingdom("""
        M3 W  .
        W  C  L1
        .  W  W2
    """)
    listed = [(land.terrain.key, [square_name(s) for s in squares(land.squares)]) for land in properties(board)]
    assert listed == [
        ("wheat", ["g6", "h6"]),
        ("wheat", ["f7"]),
        ("wheat", ["g8"]),
        ("lake", ["h7"]),
        ("mine", ["f8"]),
    ]


@given(st.one_of(kingdoms(size=5), kingdoms(size=7)))
def test_properties_share_out_all_the_land_and_all_the_crowns(board: Kingdom) -> None:
    lands = properties(board)
    assert sum(land.size for land in lands) == len(to_board(board)) - 1
    assert sum(land.crowns for land in lands) == oracle.crowns(to_board(board))


@given(st.one_of(kingdoms(size=5), kingdoms(size=7)), st.integers(0, 7))
def test_the_eight_symmetries_keep_the_score(board: Kingdom, symmetry: int) -> None:
    turned = to_kingdom(oracle.transform(to_board(board), symmetry))
    assert sorted(map(repr, _faces(turned))) == sorted(map(repr, _faces(board)))


@given(kingdoms(size=5), dominoes(), st.data())
def test_a_placement_never_lowers_the_points_of_properties(board: Kingdom, face: Domino, data: st.DataObject) -> None:
    spots = placements(board, face, 5)
    if spots:
        after = board.place(face, *data.draw(st.sampled_from(spots)))
        assert sum(land.points for land in properties(after)) >= sum(land.points for land in properties(board))


def _faces(board: Kingdom) -> list[tuple[str, int, int]]:
    return [(land.terrain.key, land.size, land.crowns) for land in properties(board)]
