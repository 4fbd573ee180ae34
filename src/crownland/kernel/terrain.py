"""C1: the terrains, and what they share with Duel's coats of arms."""

from enum import IntEnum
from functools import cache
from typing import Self, TypeVar

from crownland.kernel.errors import InvalidTextError

__all__ = ["Land", "Terrain", "parse_land", "parse_terrain"]

LandT = TypeVar("LandT", bound="Land")


class Land(IntEnum):
    """What a square can show. The value is its index in a kingdom's tuple of masks."""

    __hash__ = int.__hash__  # an enum's own is slow

    @property
    def key(self) -> str:
        """The name in data files and catalogues: ``wheat``."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """The letter in the text of a kingdom: ``w``."""
        return self.name[0].lower()

    @classmethod
    @cache
    def all(cls) -> "tuple[Self, ...]":
        """All of them, in the order of their values; iterating over an enum itself is slow."""
        return tuple(cls)

    @classmethod
    def set_name(cls) -> str:
        """The name of the set in catalogues: ``terrain``."""
        return cls.__name__.lower()

    @classmethod
    def crown_sign(cls) -> str:
        """The sign in texts for what multiplies the squares of a land."""
        return "♛"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Terrain(Land):
    WHEAT = 0
    FOREST = 1
    LAKE = 2
    GRASSLAND = 3
    SWAMP = 4
    MINE = 5
    TOWN = 6


def parse_land(lands: type[LandT], letter: str) -> LandT:
    for land in lands:
        if land.letter == letter:
            return land
    letters = "".join(land.letter for land in lands)
    raise InvalidTextError(f"expected a {lands.__name__.lower()} letter of {letters}, got: {letter[:40]!r}")


def parse_terrain(letter: str) -> Terrain:
    return parse_land(Terrain, letter)
