"""Results without the luck of the draws: ``crownland arena --reduce-luck``."""

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from crownland.arena.contest import Contest, GameResult
from crownland.arena.report import html_report, wins_text
from crownland.arena.results import Results
from crownland.arena.summary import summary_of
from crownland.games.protocol import State
from crownland.games.registry import KINGDOMINO
from crownland.kernel.errors import InvalidTextError, SetupError
from crownland.notation.record import read_record
from crownland.review.luck import luck_of
from crownland.review.review import Wins
from crownland.review.reviewing import review_record
from tests.cli.support import RECORD
from tests.review.test_review import PointsJudge

CONTEST = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3, reduces_luck=True)


def result(number: int, deal: int, seating: tuple[int, int], first: int, luck: float) -> GameResult:
    ranks = (1, 2) if first == 0 else (2, 1)
    return GameResult(number, deal, seating, (40, 30), ranks, "", (luck, -luck))


class Superstitious(PointsJudge):
    """Judges a position by a number that it spells."""

    def wins(self, state: State[Any], seed: int) -> Wins:
        share = crc32(str(state).encode()) % 1000 / 1000
        return share, 1 - share


DEALS = [
    [result(1, 1, (0, 1), 0, 0.3), result(2, 1, (1, 0), 0, 0.3)],
    [result(3, 2, (0, 1), 1, -0.1), result(4, 2, (1, 0), 1, -0.2)],
]


def test_the_luck_of_a_game_is_that_of_its_draws() -> None:
    record, judge = read_record(RECORD.read_text(encoding="utf-8")), Superstitious()
    draws = review_record(record, judge).draws
    assert len(draws) > 5
    for kingdom, luck in enumerate(luck_of(record, judge)):
        assert luck == pytest.approx(sum(draw.luck[kingdom] for draw in draws), abs=0.01)
        assert luck != 0


def test_wins_without_luck_are_wins_less_luck() -> None:
    summary = summary_of(CONTEST, DEALS)
    uniform, greedy = summary.lines
    assert uniform.luckless is not None
    assert greedy.luckless is not None
    # uniform: game 1 won with +0.3, game 2 lost with -0.3, game 3 lost with -0.1, game 4 won with +0.2
    assert uniform.luckless.value == pytest.approx((1 - 0.3 + 0 + 0.3 + 0 + 0.1 + 1 - 0.2) / 4)
    assert uniform.luckless.value + greedy.luckless.value == pytest.approx(1)
    shown = summary.as_dict()["bots"][0]
    assert shown["win_rate_without_luck"] == pytest.approx(0.475)
    assert len(shown["win_rate_without_luck_interval"]) == 2


def test_the_report_shows_both() -> None:
    page = html_report(summary_of(CONTEST, DEALS), DEALS)
    assert "without luck" in page
    plain = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)
    assert "without luck" not in html_report(summary_of(plain, DEALS), DEALS)


def test_a_single_deal_has_no_interval() -> None:
    line = summary_of(CONTEST, DEALS[:1]).lines[0]
    assert line.luckless is not None
    assert wins_text(line.luckless) == ""


def test_luck_is_kept_with_the_results_and_read_again(tmp_path: Path) -> None:
    with Results(CONTEST, tmp_path) as results:
        for game in DEALS[0]:
            results.add(game)
    with Results(CONTEST, tmp_path) as results:
        assert list(results.played.values()) == DEALS[0]
    plain = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)
    with pytest.raises(SetupError, match="expected"), Results(plain, tmp_path):
        pass


@pytest.mark.parametrize("luck", ["0.3", "0.3,nan", "0.3,x", "0.3,-0.3,0"])
def test_a_line_with_wrong_luck_is_refused(tmp_path: Path, luck: str) -> None:
    with Results(CONTEST, tmp_path) as results:
        results.add(DEALS[0][0])
    file = tmp_path / "results.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("0.3,-0.3", luck), encoding="utf-8")
    with pytest.raises(InvalidTextError, match="expected a game of this run in line"), Results(CONTEST, tmp_path):
        pass
