"""C1: the terrains."""

from enum import IntEnum

from crownland.kernel.errors import InvalidTextError

__all__ = ["Terrain", "parse_terrain"]


class Terrain(IntEnum):
    """A kind of land. The value is its index in a kingdom's tuple of masks."""

    WHEAT = 0
    FOREST = 1
    LAKE = 2
    GRASSLAND = 3
    SWAMP = 4
    MINE = 5
    TOWN = 6

    @property
    def key(self) -> str:
        """The name in data files and catalogues: ``wheat``."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """The letter in the text of a kingdom: ``w``."""
        return self.name[0].lower()


_BY_LETTER = {terrain.letter: terrain for terrain in Terrain}


def parse_terrain(letter: str) -> Terrain:
    try:
        return _BY_LETTER[letter]
    except KeyError:
        raise InvalidTextError(f"expected a terrain letter of {''.join(_BY_LETTER)}, got: {letter!r}") from None
