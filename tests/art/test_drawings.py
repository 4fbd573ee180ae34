"""The drawings and the houses."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from crownland import art, svg
from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import Coat
from crownland.games.queen.building import BUILDINGS
from crownland.kernel.errors import UnknownNameError
from crownland.kernel.terrain import Terrain
from tests.svg.support import (
    SVG,
)

DRAWINGS = sorted(Path(str(art.__file__)).parent.glob("*.svg"))
THEMES = ("light", "dark")


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: str(file.stem))
def test_a_file_of_drawings_is_small_and_well_formed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert {child.tag for child in root} == {f"{SVG}symbol"}
    assert all(child.attrib["viewBox"] == "0 0 100 100" for child in root)
    assert [child.attrib["id"] for child in root] == list(art.symbols(file.stem))
    assert all(child.attrib["id"].partition("-")[0] == file.stem for child in root)
    assert not re.search(r"href|url\(|<style|<image|<text", text)
    assert len(text) < 12000
    assert max(map(len, art.symbols(file.stem).values())) < 5000


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: str(file.stem))
def test_colours_fall_back_to_the_light_ones(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "".join(re.findall(r"#[0-9A-Fa-f]{3,8}\b", re.sub(r"var\([^)]*\)", "", text))) == ""
    for name, fallback in re.findall(r"var\(--([a-z_-]+)(?:, ([^)]*))?\)", text):
        assert fallback == art.palette("light")[name]


@pytest.mark.parametrize("terrain", Terrain)
def test_every_terrain_has_its_drawings(terrain: Terrain) -> None:
    kinds = ("texture", "1", "2", "3", "crowned")
    assert list(art.symbols(terrain.key)) == [f"{terrain.key}-{kind}" for kind in kinds]


def test_every_coat_has_a_shield_and_a_texture() -> None:
    """And there is a shield for the wild face."""
    shields = [*(f"coat-{coat.key}" for coat in Coat), "coat-wild"]
    assert list(art.symbols("coat")) == [*shields, *(f"coat-{coat.key}-texture" for coat in Coat)]


def test_every_spell_has_its_drawing() -> None:
    assert list(art.symbols("spell")) == [f"spell-{key}" for key in SPELLS]


def test_every_building_has_its_drawing() -> None:
    assert list(art.symbols("building")) == [f"building-{key}" for key in BUILDINGS]


def test_a_dragon_is_home_or_away() -> None:
    assert list(art.symbols("dragon")) == ["dragon-home", "dragon-away"]


@pytest.mark.parametrize("figure", ["king", "knight", "queen", "castle"])
def test_the_figures_of_a_house_have_its_colour(figure: str) -> None:
    assert "var(--house, " in art.symbol(figure)


def test_every_house_has_an_emblem_and_a_colour() -> None:
    assert len({house.colour for house in svg.HOUSES}) == len({house.emblem for house in svg.HOUSES}) == 8
    assert list(art.symbols("emblem")) == [f"emblem-{house.emblem}" for house in svg.HOUSES]
    assert all(f"house-{house.colour}" in art.palette(theme) for house in svg.HOUSES for theme in THEMES)


def test_gold_is_only_for_crowns() -> None:
    """A cross is Duel's crown."""
    drawings = [item for file in DRAWINGS for item in art.symbols(file.stem).items()]
    assert [name for name, drawing in drawings if "--gold" in drawing] == ["cross", "crown", "spell-extra_cross"]


def test_an_unknown_drawing_is_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown drawing: 'castle-2'; known: castle"):
        art.symbol("castle-2")
    with pytest.raises(UnknownNameError, match="unknown drawing: 'unicorn'; known: "):
        art.symbol("unicorn")
