"""The colours of both themes."""

import re
from itertools import combinations
from math import cbrt, pow

import pytest

from crownland import art, svg
from crownland.games.duel.coat import Coat
from crownland.kernel.terrain import Terrain

THEMES = ("light", "dark")


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else pow((part + 0.055) / 1.055, 2.4) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lightness(colour: str) -> float:
    return 116 * cbrt(luminance(colour)) - 16


def test_both_themes_have_the_same_colours() -> None:
    assert list(art.palette("light")) == list(art.palette("dark"))


@pytest.mark.parametrize("theme", THEMES)
def test_what_must_be_seen_has_contrast(theme: str) -> None:
    colours = art.palette(theme)
    assert contrast(colours["ink"], colours["paper"]) >= 4.5
    assert contrast(colours["gold"], colours["pen"]) >= 3
    assert contrast(colours["silver"], colours["pen"]) >= 3, "coins and their edge"
    assert contrast(colours["silver"], colours["silver-deep"]) >= 2, "coins and their print"
    for card in ("town-pale", "chalk"):
        assert contrast(colours["pen"], colours[card]) >= 4.5, "texts on a building tile"
    for house in svg.HOUSES:
        colour = colours[f"house-{house.colour}"]
        assert contrast(colour, colours["chalk"]) >= 3, f"{house.emblem} on its banner"
        assert contrast(colour, colours["paper"]) >= 3, f"{house.colour} around a panel"


@pytest.mark.parametrize("theme", THEMES)
def test_terrains_differ_without_colour(theme: str) -> None:
    """In greyscale fills differ a little; where they differ least, the ink of the texture must stand out."""
    colours = art.palette(theme)
    for one, other in combinations([terrain.key for terrain in Terrain], 2):
        assert abs(lightness(colours[one]) - lightness(colours[other])) >= 2, f"{one} and {other}"
    for terrain in Terrain:
        fill = colours[terrain.key]
        inks = [contrast(fill, colours[f"{terrain.key}-{ink}"]) for ink in ("deep", "pale")]
        assert max(inks) >= 1.7, terrain


@pytest.mark.parametrize("theme", THEMES)
def test_coats_differ_without_colour(theme: str) -> None:
    """A charge stands out from its shield; the grounds differ a little, and their lines run differently."""
    colours = art.palette(theme)
    for one, other in combinations([f"coat-{coat.key}" for coat in Coat], 2):
        assert abs(lightness(colours[one]) - lightness(colours[other])) >= 2, f"{one} and {other}"
        assert re.findall('d="([^"]*)"', art.symbol(f"{one}-texture")) != re.findall(
            'd="([^"]*)"', art.symbol(f"{other}-texture")
        )
    for coat in Coat:
        assert contrast(colours[f"coat-{coat.key}-deep"], colours["chalk"]) >= 4.5, coat
