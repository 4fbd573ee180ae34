import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score, ScoreLine, Standing, property_score, rank
from crownland.kernel.square import square_name, squares
from crownland.testing.strategies import kingdoms
from tests import oracle
from tests.helpers import kingdom, to_board

TIES = ("largest-property", "most-crowns")


def scored(total: int, largest: int, crowns: int) -> Score:
    return Score((ScoreLine("wheat", total),), (largest, crowns))


def test_c12_every_property_has_a_line_with_its_factors_crowned_or_not() -> None:
    lines, lands = property_score(kingdom("W1 W C L L"))
    assert [(line.reason, line.points, line.factors) for line in lines] == [("wheat", 2, (2, 1)), ("lake", 0, (2, 0))]
    assert [line.squares for line in lines] == [land.squares for land in lands]
    assert [square_name(square) for square in squares(lines[0].squares)] == ["e7", "f7"]


def test_a_line_shows_what_was_multiplied() -> None:
    assert ScoreLine("wheat", 10, (5, 2)).factors_text == "5 × 2"
    assert ScoreLine("harmony", 5).factors_text == ""


def test_a_line_says_of_which_game_it_is() -> None:
    lines, _ = property_score(kingdom("W1 C"), game=3)
    assert [line.game for line in lines] == [3]


@given(kingdoms(size=5))
def test_the_sum_of_the_lines_is_the_total(board: Kingdom) -> None:
    lines, _ = property_score(board)
    assert Score(lines, ()).total == sum(line.points for line in lines) == oracle.property_points(to_board(board))


def test_k10_scores_add_up_line_by_line_and_tie_by_tie() -> None:
    both = scored(10, 4, 2) + scored(7, 5, 1)
    assert both.total == 17
    assert both.ties == (9, 3)
    assert [line.points for line in both.lines] == [10, 7]


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        # higher total first, whatever the tie-breaks say
        ([(30, 9, 9), (31, 1, 1)], [(1, 1, None), (0, 2, "total")]),
        # the largest property before the crowns
        ([(30, 5, 9), (30, 6, 1)], [(1, 1, None), (0, 2, "largest-property")]),
        ([(30, 5, 2), (30, 5, 3)], [(1, 1, None), (0, 2, "most-crowns")]),
        ([(30, 5, 3), (30, 5, 3)], [(0, 1, None), (1, 1, "shared")]),
        # shared in the middle: the next place is left out
        (
            [(10, 1, 1), (40, 2, 2), (20, 3, 3), (20, 3, 3)],
            [(1, 1, None), (2, 2, "total"), (3, 2, "shared"), (0, 4, "total")],
        ),
        # three shared, and the last one told apart by crowns
        (
            [(20, 3, 3), (20, 3, 2), (20, 3, 3), (20, 3, 3)],
            [(0, 1, None), (2, 1, "shared"), (3, 1, "shared"), (1, 4, "most-crowns")],
        ),
        ([(0, 0, 0), (0, 0, 0)], [(0, 1, None), (1, 1, "shared")]),
    ],
)
def test_k6_the_ranking_says_what_decided_each_place(
    scores: list[tuple[int, int, int]], places: list[tuple[int, int, str | None]]
) -> None:
    standings = rank([scored(*score) for score in scores], TIES)
    assert standings == tuple(Standing(k, place, scores[k][0], decided) for k, place, decided in places)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=4))
def test_k6_the_places_agree_with_the_oracle(keys: list[tuple[int, int, int]]) -> None:
    standings = rank([scored(*key) for key in keys], TIES)
    places = {standing.kingdom: standing.rank for standing in standings}
    assert [places[kingdom] for kingdom in range(len(keys))] == oracle.ranking(keys)


def test_a_score_with_other_ties_than_named_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        rank([scored(1, 1, 1), scored(1, 1, 1)], ("largest-property",))
