import pytest

from crownland.kernel.errors import InvalidTextError
from crownland.kernel.terrain import Terrain, parse_terrain
from tests import oracle


def test_c1_there_are_six_terrains_and_the_town_of_queendomino() -> None:
    assert [terrain.key for terrain in Terrain] == [*oracle.TERRAINS.values(), "town"]


@pytest.mark.parametrize("terrain", Terrain)
def test_a_terrain_is_read_back_from_its_letter(terrain: Terrain) -> None:
    assert parse_terrain(terrain.letter) is terrain


@pytest.mark.parametrize("terrain", Terrain)
def test_the_repr_of_a_terrain_is_code_that_rebuilds_it(terrain: Terrain) -> None:
    assert repr(terrain) == f"Terrain.{terrain.name}"
    assert eval(repr(terrain), {"Terrain": Terrain}) is terrain


def test_no_terrain_has_the_letter_of_the_castle() -> None:
    assert "c" not in {terrain.letter for terrain in Terrain}


@pytest.mark.parametrize("text", ["", "c", "W", "x", "wheat"])
def test_what_is_no_terrain_is_refused_with_the_text_itself(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_terrain(text)
    assert str(caught.value) == f"expected a terrain letter of wflgsmt, got: {text!r}"
