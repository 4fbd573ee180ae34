"""The docs site: its pages, the links between them, and what is made from the package."""

import tomllib
from pathlib import Path

import pytest

from tools import site

ROOT = Path(__file__).parents[1]


def leaves(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    assert not isinstance(parts, str)
    return [leaf for part in parts for leaf in leaves(part)]  # type: ignore[attr-defined]


def test_every_page_is_in_the_navigation() -> None:
    nav = leaves(tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])
    made = {f"rules-{path.stem}.md" for path in (ROOT / "web/src/rules").glob("*.json")} | {"reference.md"}
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} | set(site.GATHERED) | made
    assert sorted(nav) == sorted(pages), "add the page to nav in zensical.toml"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](other.md)", "[a](other.md)"),
        ("[a](../CHANGELOG.md#new)", "[a](changelog.md#new)"),
        ("[a](#part) and [b](https://x.org/y.md)", "[a](#part) and [b](https://x.org/y.md)"),
        ("see [the code](../src/x.py)", "see the code"),
        ("![a map](pictures/map.png)", "![a map](pictures/map.png)"),
    ],
)
def test_links_lead_from_page_to_page(text: str, expected: str) -> None:
    sources = {"docs/other.md": "other.md", "CHANGELOG.md": "changelog.md"}
    assert site.relinked(text, "docs/page.md", sources) == expected


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<a href="b.html#there">b</a> <img src="b.html">', None),
        ('<a href="c.html">c</a>', "a.html links to c.html, which is not there"),
        ('<a href="b.html#gone">b</a>', "a.html links to b.html#gone, whose part is not there"),
        ('<script src="https://x.org/a.js"></script>', "a.html loads https://x.org/a.js"),
        ('<link rel="stylesheet" href="//x.org/a.css">', "a.html loads //x.org/a.css"),
        ('<a href="https://x.org/">elsewhere</a>', None),
    ],
)
def test_what_is_wrong_with_a_built_site_is_found(tmp_path: Path, body: str, problem: str | None) -> None:
    (tmp_path / "a.html").write_text(body)
    (tmp_path / "b.html").write_text('<h1 id="there">b</h1>')
    assert site.problems(tmp_path) == ([problem] if problem else [])


def test_the_reference_has_signatures_as_written_and_first_sentences() -> None:
    text = site.reference(("crownland.dealer",))
    assert "### Dealer\n\n```python\nclass Dealer" in text
    assert "- `deal(self, state: State[Any]) -> Action`: The chance action that *state* asks for." in text


@pytest.mark.parametrize("language", ["en", "nl", "pl", "sr"])
def test_the_rules_have_every_number_and_no_open_place(language: str) -> None:
    from crownland.words import Words

    text = site.rules(ROOT, Words(language), language)
    numbers = [line.split()[1] for line in text.splitlines() if line.startswith("### ")]
    assert len(numbers) > 40
    assert len(set(numbers)) == len(numbers)
    assert "{ #c5 }" in text
    assert not [line for line in text.splitlines() if "{" in line and not line.startswith("### ")]
