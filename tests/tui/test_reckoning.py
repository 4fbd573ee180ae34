"""The score is read out line by line, and at the end it is said who won and why."""

import re
from random import Random

import pytest
from rich.cells import cell_len

from crownland.tui.model import Phase, TableModel
from crownland.tui.palette import Palette
from crownland.tui.reckoning import Reckoning
from crownland.tui.scores import counted_lines, ranking_text, score_columns
from tests.helpers import final_state
from tests.tui.support import WORDS, play_randomly, seat_at, table_of

DARK = Palette("dark")
RICH = "W1 W W\nF1 C L2\nF . L"
POOR = "W W W\nF C L"


def finished(*boards: str, past: tuple[tuple[str, ...], ...] = (), setup: str = "players=2") -> TableModel:
    table = table_of(["Ann", "Bob", "Cleo", "Dan"][: len(boards)])
    return seat_at(table, final_state(setup, *boards, past=past))


def read_out(reckoning: Reckoning) -> list[tuple[int, list[str], int | None]]:
    seen = []
    while not reckoning.is_done:
        lines = [f"{line.reason} {line.factors_text} = {line.points}" for line in reckoning.lines]
        seen.append((reckoning.kingdom, lines, reckoning.total(reckoning.kingdom)))
        reckoning.next()
    return seen


def test_every_line_with_points_is_read_out_and_the_total_grows_with_them() -> None:
    reckoning = Reckoning(finished(RICH, POOR).view, 1)
    wheat, forest, lake = "wheat 3 × 1 = 3", "forest 2 × 1 = 2", "lake 2 × 2 = 4"
    assert read_out(reckoning) == [
        (0, [wheat], 3),
        (0, [wheat, forest], 5),
        (0, [wheat, forest, lake], 9),
        (1, [], 0),
    ]
    assert [reckoning.total(kingdom) for kingdom in (0, 1)] == [9, 0]


def test_the_totals_of_later_kingdoms_are_not_told_before_their_turn() -> None:
    reckoning = Reckoning(finished(RICH, RICH).view, 1)
    assert [reckoning.total(kingdom) for kingdom in (0, 1)] == [3, None]


def test_all_can_be_shown_at_once() -> None:
    reckoning = Reckoning(finished(RICH, POOR).view, 1)
    reckoning.show_all()
    assert reckoning.is_done
    reckoning.next()
    assert reckoning.is_done


def test_a_dynasty_is_read_out_game_by_game_and_ranked_by_the_sum() -> None:
    table = finished(POOR, RICH, past=((RICH, POOR), (RICH, POOR)), setup="players=2 dynasty=true")
    first, last = Reckoning(table.view, 1), Reckoning(table.view, 3)
    assert first.total(0) == 3
    assert last.total(0) == 0
    for reckoning in (first, last):
        reckoning.show_all()
    assert [first.total(0), first.total(1), last.total(0), last.total(1)] == [9, 0, 0, 9]
    assert ranking_text(table, WORDS, DARK).plain.splitlines() == [
        "♛ 1.  A  Ann   18",
        "  2.  B  Bob    9  on points",
    ]


@pytest.mark.parametrize(
    ("boards", "ranking"),
    [
        ((RICH, POOR), ["♛ 1.  A  Ann    9", "  2.  B  Bob    0  on points"]),
        ((POOR, POOR), ["♛ 1.  A  Ann    0", "♛ 1.  B  Bob    0  tied"]),
        (("W W C", "W C"), ["♛ 1.  A  Ann    0", "  2.  B  Bob    0  on largest property"]),
    ],
)
def test_the_ranking_says_what_decided_it(boards: tuple[str, ...], ranking: list[str]) -> None:
    assert ranking_text(finished(*boards), WORDS, DARK).plain.splitlines() == ranking


def test_scores_stand_side_by_side() -> None:
    text = score_columns(finished(RICH, "W1 C"), 1, 50, WORDS, DARK).plain
    assert [line.rstrip() for line in text.splitlines()] == [
        " A  Ann                    B  Bob",
        "wheat         3 × 1 =  3  wheat         1 × 1 =  1",
        "forest        2 × 1 =  2",
        "lake          2 × 2 =  4",
        "────────────────────────  ────────────────────────",
        "total                  9  total                  1",
    ]


@pytest.mark.parametrize("width", [40, 76, 120])
def test_the_columns_fit_their_width_and_add_up(width: int) -> None:
    table = table_of(["uniform", "greedy", "greedy", "uniform"], middle_kingdom=True)
    play_randomly(table, Random(1))
    assert table.phase is Phase.OVER
    text = score_columns(table, 1, width, WORDS, DARK).plain
    assert max(map(cell_len, text.splitlines())) <= width
    assert [int(total) for total in re.findall(r"total +(\d+)", text)] == [
        score.total for score in table.state.scores()
    ]
    for score in table.state.scores():
        assert sum(line.points for line in counted_lines(score, 1)) == score.total
