"""C12: properties, the connected lands of one terrain."""

from dataclasses import dataclass

from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import Mask, neighbours
from crownland.kernel.terrain import Land

__all__ = ["Property", "crowned_lands", "properties", "properties_of"]


@dataclass(frozen=True, slots=True)
class Property:
    terrain: Land
    squares: Mask
    crowns: int

    @property
    def size(self) -> int:
        return self.squares.bit_count()

    @property
    def points(self) -> int:
        """C12: squares × crowns."""
        return self.size * self.crowns


def properties(kingdom: Kingdom) -> tuple[Property, ...]:
    """Every property of *kingdom*, by terrain and then by its first square."""
    return tuple([one for land in crowned_lands(kingdom) for one in properties_of(*land)])


def crowned_lands(kingdom: Kingdom) -> list[tuple[Land, Mask, tuple[Mask, ...]]]:
    """The squares of every terrain of *kingdom*, and those of them with more than 0, 1, 2 … crowns."""
    planes = kingdom.crowns
    return [
        (terrain, land, tuple([plane & land for plane in planes]))
        for terrain, land in zip(kingdom.lands.all(), kingdom.terrains, strict=True)
        if land
    ]


def properties_of(terrain: Land, land: Mask, crowned: tuple[Mask, ...]) -> tuple[Property, ...]:
    """Every property of one terrain, by its first square."""
    found = []
    while land:
        squares = _connected(land & -land, land)
        crowns = sum([(plane & squares).bit_count() for plane in crowned])
        found.append(Property(terrain, squares, crowns))
        land ^= squares
    return tuple(found)


def _connected(start: Mask, land: Mask) -> Mask:
    grown, before = start, 0
    while grown != before:
        before = grown
        grown |= neighbours(grown) & land
    return grown
