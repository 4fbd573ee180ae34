"""What lies and stands in a kingdom."""

import json
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from crownland import svg
from crownland.kernel.domino import DOMINOES, domino_name
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import parse_square
from crownland.kernel.terrain import Terrain
from crownland.svg.land import edges
from crownland.svg.motif import half_motif
from tests.svg.land_fixture import FILE, fixture
from tests.svg.support import (
    KINGDOM,
    SVG,
    TABLE,
    uses,
)


@pytest.mark.parametrize("text", ["c", "m3/w/c", "t2t/ct3", str(KINGDOM), *map(str, TABLE.kingdoms)])
def test_a_picture_shows_the_crowns_and_lands_of_the_kingdom(text: str) -> None:
    kingdom = Kingdom.parse(text)
    shown = uses(svg.kingdom(kingdom))
    assert shown["crown"] == sum(land.crowns for land in properties(kingdom))
    assert shown["castle"] == 1
    assert [shown[f"{terrain.key}-texture"] for terrain in Terrain] == [land.bit_count() for land in kingdom.terrains]
    buildings = sum(shown[f"{terrain.key}-crowned"] for terrain in Terrain)
    assert buildings == kingdom.crowns[0].bit_count()


def test_squares_of_one_property_have_no_border_between_them() -> None:
    def inked(text: str) -> int:
        paths = ElementTree.fromstring(svg.kingdom(Kingdom.parse(text))).iterfind(f"./{SVG}g/{SVG}g/{SVG}path")
        return sum(path.attrib["d"].count("M") for path in paths if path.attrib["fill"] == "none")

    assert inked("c") == 4
    assert inked("cw") == 6 + 1
    assert inked("cwww") == 10 + 1
    assert inked("cwfw") == 10 + 3


def test_an_edge_bends_alike_seen_from_either_side() -> None:
    here, north, east = map(parse_square, ("c5", "c6", "d5"))
    seen = dict(edges(here))
    assert seen[north] == dict(edges(north))[here]
    assert seen[east] == dict(edges(east))[here]


def test_neighbours_of_one_terrain_have_different_motifs() -> None:
    rows = "\n".join("f" * 7 for _ in range(6)).replace("\n", "/") + "/" + "f" * 6 + "c"
    motifs = {}
    root = ElementTree.fromstring(svg.kingdom(Kingdom.parse(rows)))
    for use in root.iter(f"{SVG}use"):
        if re.fullmatch(r"#cl-forest-\d", use.attrib["href"]):
            motifs[int(use.attrib["x"]), int(use.attrib["y"])] = use.attrib["href"]
    assert len(motifs) == 48
    assert all(motif != motifs.get((x + 100, y)) for (x, y), motif in motifs.items())
    assert all(motif != motifs.get((x, y + 100)) for (x, y), motif in motifs.items())


def test_a_domino_has_one_picture_in_the_line_and_wherever_it_lies() -> None:
    def pictures(picture: str) -> list[tuple[str, bool]]:
        uses = [use.attrib for use in ElementTree.fromstring(picture).iter(f"{SVG}use")]
        return [(use["href"], "transform" in use) for use in uses if re.fullmatch(r"#cl-\w+-\d", use["href"])]

    for number, domino in DOMINOES.items():
        name = domino_name(number)
        in_line = pictures(svg.line([(number, None)]))
        for first, second in (("h7", "i7"), ("g9", "g8"), ("c4", "b4")):
            squares = [parse_square(first), parse_square(second)]
            land = EMPTY_KINGDOM
            for square, half in zip(squares, (domino.left, domino.right), strict=True):
                land = land.with_half(square, half)
            tiles = {square: (name, half) for half, square in enumerate(squares)}
            assert sorted(pictures(svg.kingdom(land, tiles=tiles))) == sorted(in_line), name


def test_the_halves_of_a_double_differ_and_so_do_dominoes_with_the_same_lands() -> None:
    seen = Counter(
        (name[0], domino.left, domino.right, half_motif(name, 0), half_motif(name, 1))
        for number, domino in DOMINOES.items()
        if (name := domino_name(number))
    )
    assert max(seen.values()) == 1
    assert all(first.number != second.number for *_, first, second in seen)


def test_a_size_shows_where_the_kingdom_may_still_grow() -> None:
    def dotted(kingdom: str, size: int | None) -> int:
        paths = ElementTree.fromstring(svg.kingdom(Kingdom.parse(kingdom), size=size)).iter(f"{SVG}path")
        return sum(path.attrib["d"].count("M") for path in paths if "stroke-dasharray" in path.attrib)

    assert dotted("c", None) == 0
    assert dotted("c", 5) == 9 * 9 - 1
    assert dotted("c", 7) == 13 * 13 - 1
    assert dotted(str(KINGDOM), 5) == 0
    assert dotted("cwwww", 5) == 5 * 9 - 5


def test_highlighted_squares_are_outlined_also_outside_the_kingdom() -> None:
    plain = svg.kingdom(Kingdom.parse("cw"))
    marked = svg.kingdom(Kingdom.parse("cw"), highlighted=1 << parse_square("i7") | 1 << parse_square("j7"))
    assert 'viewBox="0 0 300 200"' in plain
    assert 'viewBox="0 0 500 200"' in marked
    assert marked.count('stroke-width="11"') == plain.count('stroke-width="11"') + 1


def test_the_fixture_shared_with_the_page_is_up_to_date() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == fixture(), "run: python -m tests.svg.land_fixture"
