"""The rules page has an entry for every rule that a refusal can cite, and its numbers come from the rules."""

import ast
import re
from pathlib import Path

import pytest

import crownland
from crownland.cyrillic import CYRILLIC, LATIN, in_cyrillic
from crownland.placeholders import fill
from crownland.words import NUMBERS, own_texts
from tests.helpers import parsed
from tools import texts as report

SOURCES = Path(crownland.__file__).parent
REPOSITORY = Path(__file__).parents[1]
NUMBER = re.compile(r"[CKQWD]\d{1,2}")
CATALOGUES = own_texts()
BOOKS = report.read_rules(report.RULES)
BOOKS[CYRILLIC] = {place: in_cyrillic(text) for place, text in BOOKS[LATIN].items()}


def cited_rules() -> dict[str, str]:
    """Every number that the code hands out as one, and a place where it does."""
    return {
        node.value: f"{path.relative_to(SOURCES)}:{node.lineno}"
        for package in ("kernel", "games")
        for path in sorted((SOURCES / package).rglob("*.py"))
        for node in ast.walk(parsed(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value)
    }


def test_refusals_cite_rules() -> None:
    assert {"C4", "C5", "C6", "C7", "C9", "C10", "K4", "Q5", "Q7", "Q10", "D3", "D4", "D7"} <= set(cited_rules())


def test_every_rule_that_a_refusal_cites_is_on_the_rules_page() -> None:
    english = BOOKS["en"]
    written = {number for number in cited_rules() if english.get(f"{number}.title") and english.get(f"{number}.text")}
    assert {number: place for number, place in cited_rules().items() if number not in written} == {}


def test_the_page_has_the_rules_of_the_handbook_in_their_order() -> None:
    handbook = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
    numbers = re.findall(rf"^- \*\*({NUMBER.pattern})\b", handbook, re.MULTILINE)
    titles = (place.removesuffix(".title") for place in BOOKS["en"] if place.endswith(".title"))
    assert [title for title in titles if NUMBER.fullmatch(title)] == numbers


@pytest.mark.parametrize("language", BOOKS)
def test_nothing_is_wrong_in_the_rules_of_a_language(language: str) -> None:
    plural = CATALOGUES[language]["language.plural"]
    assert report.errors(BOOKS["en"], BOOKS[language], plural, report.allowed("rules", CATALOGUES)) == []


# The numbers that a rule may write itself: numbers of players as cases, dominoes in examples, what a box holds.
WRITTEN = {
    "C2": {1},
    "K1": {2, 3, 4},
    "K2": {2, 3, 4},
    "K4": {2, 3, 4},
    "K9": {2},
    "Q1": {2, 3, 4},
    "Q4": {2},
    "Q12": {15, 22},
    "W": {4, 6, 8},
    "W1": {3, 4},
    "W2": {5, 6},
    "W3": {4, 6, 8},
    "W4": {1, 17},
}


@pytest.mark.parametrize("language", BOOKS)
def test_numbers_of_the_rules_are_placeholders(language: str) -> None:
    """Captions of pictures aside: they count what a fixed picture shows."""
    found = {place: report.written_numbers(text) for place, text in BOOKS[language].items()}
    assert {
        place: numbers
        for place, numbers in found.items()
        if not numbers <= WRITTEN.get(place.partition(".")[0], set()) and not place.startswith("captions.")
    } == {}


@pytest.mark.parametrize(
    ("language", "points", "text"),
    [
        ("en", 5, "5 points for a complete kingdom"),
        ("en", 1, "1 point for a complete kingdom"),
        ("nl", 6, "6 punten voor een volledig koninkrijk"),
        ("pl", 3, "3 punkty za kompletne królestwo"),
        ("pl", 6, "6 punktów za kompletne królestwo"),
        ("sr", 21, "21 poen za kompletno kraljevstvo"),
    ],
)
def test_the_rules_say_what_the_rules_count(language: str, points: int, text: str) -> None:
    numbers = {**NUMBERS, "kingdomino.harmony.points": points}
    filled = fill(BOOKS[language]["K8.text"], CATALOGUES[language]["language.plural"], numbers)
    assert filled.startswith(text)
