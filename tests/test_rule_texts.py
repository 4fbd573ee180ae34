"""The rules page has an entry for every rule that a refusal can cite, in every language."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import crownland
from crownland.words import LANGUAGES

SOURCES = Path(crownland.__file__).parent
REPOSITORY = Path(__file__).parents[1]
NUMBER = re.compile(r"[CKQWD]\d{1,2}")


def cited_rules() -> dict[str, str]:
    """Every number that the code hands out as one, and a place where it does."""
    return {
        node.value: f"{path.relative_to(SOURCES)}:{node.lineno}"
        for package in ("kernel", "games")
        for path in sorted((SOURCES / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value)
    }


def page_rules(language: str) -> Iterator[dict[str, str]]:
    file = REPOSITORY / "web" / "src" / "rules" / f"{language}.json"
    for section in json.loads(file.read_text(encoding="utf-8"))["sections"]:
        yield from section["rules"]


def test_refusals_cite_rules() -> None:
    assert {"C4", "C5", "C6", "C7", "C9", "C10", "K4", "Q5", "Q7", "Q10", "D3", "D4", "D7"} <= set(cited_rules())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_a_refusal_cites_is_on_the_rules_page(language: str) -> None:
    written = {rule["number"] for rule in page_rules(language) if rule["title"] and rule["text"]}
    assert {number: place for number, place in cited_rules().items() if number not in written} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_rules_of_the_handbook_in_their_order(language: str) -> None:
    handbook = (REPOSITORY / "docs" / "rules.md").read_text(encoding="utf-8")
    numbers = re.findall(rf"^- \*\*({NUMBER.pattern})\b", handbook, re.MULTILINE)
    assert [rule["number"] for rule in page_rules(language)] == numbers
