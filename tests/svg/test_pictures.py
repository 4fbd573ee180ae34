"""Every picture stands alone and says what it shows."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from crownland import svg
from crownland.games.duel.coat import Map
from crownland.games.registry import DUEL, QUEENDOMINO, ROYAL_WEDDING
from crownland.kernel.domino import QUEENDOMINO as QUEENDOMINO_BOX
from crownland.kernel.errors import UnknownNameError
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.square import parse_square
from tests.svg.support import (
    DUEL_TABLE,
    KINGDOM,
    MAP_OF_ALL,
    PIECES,
    QUEEN_TABLE,
    START,
    SVG,
    TABLE,
    uses,
)

DOCS = Path(__file__).parents[2] / "docs"
BY_HAND = ("architecture.svg",)  # in docs/pictures
PICTURES = {
    "kingdom": svg.kingdom(KINGDOM),
    "kingdom of towns": svg.kingdom(Kingdom.parse("t2t/ct3"), theme="dark"),
    "castle alone": svg.kingdom(EMPTY_KINGDOM, size=7),
    "kingdom with a frame": svg.kingdom(Kingdom.parse("m3/w/c"), size=5, highlighted=1 << parse_square("g9")),
    "line": svg.line(TABLE.turns.line),
    "no line": svg.line(()),
    "table": svg.table(TABLE),
    "table before the deal": svg.table(START),
    "dark table": svg.table(TABLE, theme="dark"),
    "legend": svg.legend(),
    "legend of Queendomino": svg.legend(dominoes=QUEENDOMINO_BOX),
    "buildings": svg.buildings(),
    "dark buildings": svg.buildings(theme="dark"),
    "built kingdom": svg.kingdom(Kingdom.parse("t2t/ct3"), pieces=PIECES),
    "Queendomino": svg.table(QUEEN_TABLE),
    "dark Queendomino": svg.table(QUEEN_TABLE, theme="dark"),
    "Queendomino before the deal": svg.table(QUEENDOMINO.new(2)),
    "map": svg.kingdom(MAP_OF_ALL),
    "empty map": svg.kingdom(Map.empty(), theme="dark"),
    "Duel": svg.table(DUEL_TABLE),
    "dark Duel": svg.table(DUEL_TABLE, theme="dark"),
    "Duel before the roll": svg.table(DUEL.new(2)),
    "coats": svg.coats(),
    "dark coats": svg.coats(theme="dark"),
    "Royal Wedding of four teams": svg.table(ROYAL_WEDDING.new(8, teams=True)),
}
every_picture = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)


@every_picture
def test_a_picture_defines_exactly_the_drawings_it_uses(picture: str) -> None:
    defined = [
        symbol.attrib["id"].removeprefix("cl-") for symbol in ElementTree.fromstring(picture).iter(f"{SVG}symbol")
    ]
    assert sorted(defined) == sorted(uses(picture))


@every_picture
def test_a_picture_refers_to_nothing_outside_itself(picture: str) -> None:
    links = re.findall(r'(?:href|src)="([^"]*)"', picture)
    assert all(link.startswith("#") for link in links)
    assert "url(" not in picture
    assert picture.count("http") == picture.count('xmlns="http://www.w3.org/2000/svg"') == 1


@every_picture
def test_a_picture_says_what_it_shows(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == root.findtext(f"{SVG}title") != ""


@every_picture
def test_a_picture_needs_no_colour_of_a_page(picture: str) -> None:
    assert not re.search(r"var\(--[a-z_-]+\)", picture)


def test_symbols_of_one_id_are_the_same_in_all_pictures() -> None:
    """So several pictures can be inlined in one page."""
    by_id: dict[str, set[str]] = {}
    for picture in PICTURES.values():
        for match in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', picture, re.DOTALL):
            by_id.setdefault(match[1], set()).add(match[0])
    assert all(len(drawings) == 1 and name.startswith("cl-") for name, drawings in by_id.items())
    bare = [re.sub(r"<symbol.*?</symbol>", "", picture, flags=re.DOTALL) for picture in PICTURES.values()]
    assert not any(re.search(r'\sid="', picture) for picture in bare)


def test_a_picture_shows_itself_in_a_notebook() -> None:
    picture = svg.kingdom(KINGDOM)
    assert picture._repr_svg_() == picture
    assert KINGDOM._repr_svg_() == picture
    assert TABLE._repr_svg_() == svg.table(TABLE)


def test_a_dark_picture_has_the_dark_colours() -> None:
    root = ElementTree.fromstring(svg.kingdom(KINGDOM, theme="dark"))
    assert "--wheat: #B8923F" in root.attrib["style"]
    with pytest.raises(UnknownNameError, match=r"unknown theme: 'blue'; known: dark, light"):
        svg.kingdom(KINGDOM, theme="blue")


def test_importing_reads_no_drawing() -> None:
    code = (
        "from crownland import art, svg; print(art.symbols.cache_info().currsize + art.palette.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"


def test_the_pictures_of_the_docs_are_up_to_date() -> None:
    pictures = runpy.run_path(str(DOCS / "pictures.py"))["pictures"]()
    files = {file.name: file.read_text(encoding="utf-8") for file in (DOCS / "pictures").glob("*.svg")}
    assert sorted(files) == sorted((*pictures, *BY_HAND))
    stale = [name for name, picture in pictures.items() if files[name] != picture]
    assert not stale, "run: python docs/pictures.py"
