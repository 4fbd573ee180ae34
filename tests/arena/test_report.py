import re
from html.parser import HTMLParser
from math import inf
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.arena.contest import Contest, GameResult
from crownland.arena.plots import BINS, bins_of, counts_of, rating_plot
from crownland.arena.ratings import Estimate
from crownland.arena.report import answer_text, deals_of, elo_text, html_report, interval_text, margin_text
from crownland.arena.sprt import Question, Sprt
from crownland.arena.summary import Deal, Summary, summary_of
from crownland.games.registry import KINGDOMINO

CONTEST = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)


def deals(count: int) -> list[Deal]:
    found: list[Deal] = []
    for deal in range(1, count + 1):
        first = GameResult(2 * deal - 1, deal, (0, 1), (10 + deal, 30 + deal), (2, 1))
        second = GameResult(2 * deal, deal, (1, 0), (20 + deal, 25), (2, 1) if deal < 5 else (1, 2))
        found.append([first, second])
    return found


def page(contest: Contest = CONTEST) -> str:
    return html_report(summary_of(contest, deals(8)), deals(8))


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_nothing_from_anywhere() -> None:
    tags = Tags(page())
    assert tags.open == []
    assert not {key for key, _ in tags.attributes} & {"src", "href", "onload"}
    assert "url(" not in page()
    assert "@import" not in page()


def test_every_picture_is_xml_with_a_title() -> None:
    pictures = re.findall(r"<svg.*?</svg>", page(), re.DOTALL)
    titles = [ElementTree.fromstring(picture).findtext("title") for picture in pictures]
    assert titles == [
        "Elo of every bot with its 95 % interval",
        "How often uniform had each score",
        "How often greedy had each score",
    ]
    assert all('role="img"' in picture for picture in pictures)


def test_the_page_has_everything_as_text_too() -> None:
    text = re.sub(r"<[^>]*>", " ", page().split("<main>")[1])
    words = " ".join(text.split())
    assert "16 games of kingdomino, 2 players, seed 3" in words
    assert "8 deals, each with 2 seatings" in words
    assert "uniform – 25.0% greedy 75.0% –" in words  # the matrix
    assert "greedy +191" in words
    assert "How often each bot had each score" in words


def test_the_page_has_colours_for_light_and_dark() -> None:
    assert "color-scheme: light dark" in page()
    assert "@media (prefers-color-scheme: dark)" in page()


def test_what_an_option_or_a_name_says_is_text_not_markup() -> None:
    plot = rating_plot(["<b>&", "x" * 50], [Estimate(0, 0, 0), Estimate(5, -inf, inf)])
    ElementTree.fromstring(plot)
    assert "&lt;b&gt;&amp;" in plot
    assert "x" * 20 + "…" in plot
    assert ("◂" in plot, "▸" in plot) == (True, True)


@given(st.lists(st.integers(0, 300), min_size=1, max_size=50))
def test_every_score_is_counted_once_in_equal_bins(scores: list[int]) -> None:
    bins = bins_of(scores)
    assert len(bins) <= BINS + 1
    assert sum(counts_of(scores, bins)) == len(scores)
    assert len({last - first for first, last in bins}) == 1
    for (first, last), count in zip(bins, counts_of(scores, bins), strict=True):
        assert count == sum(first <= score <= last for score in scores)


@pytest.mark.parametrize(("elo", "text"), [(190.8, "+191"), (-12.0, "−12"), (-0.2, "0"), (inf, "+∞"), (-inf, "−∞")])
def test_ratings_are_written_with_their_sign(elo: float, text: str) -> None:
    assert elo_text(elo) == text


def test_intervals_are_written_as_far_as_they_are_known() -> None:
    assert interval_text(Estimate(5, -3, inf)) == "−3 … +∞"
    assert interval_text(Estimate(0, 0, 0)) == ""
    assert margin_text(Estimate(-2.0, -3.5, -0.5)) == "−2.0 ± 1.5"
    assert margin_text(Estimate(2.0, -inf, inf)) == "+2.0"


def test_one_deal_is_one_deal() -> None:
    assert deals_of(summary_of(CONTEST, deals(1))) == "1 deal, each with 2 seatings"


def _asked(*shares: float) -> Summary:
    sprt = Sprt(Question(0, 30))
    for share in shares:
        sprt.add(share)
    return summary_of(CONTEST, deals(4), sprt)


def test_the_answer_says_which_hypothesis_holds() -> None:
    assert answer_text(summary_of(CONTEST, deals(4))) == ""
    held = answer_text(_asked(*[1.0] * 40))
    assert held.startswith("H1 holds: greedy over uniform is +30 or more rather than +0 or less (LLR 2.9")
    assert held.endswith(", bounds -2.94 and 2.94).")
    assert answer_text(_asked(*[0.0] * 40)).startswith("H0 holds: greedy over uniform is +0 or less rather")
    assert answer_text(_asked(0.5)).startswith("No answer yet: LLR -0.")
