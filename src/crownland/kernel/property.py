"""C12: properties, the connected lands of one terrain."""

from dataclasses import dataclass

from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import Mask, neighbours
from crownland.kernel.terrain import Land

__all__ = ["Property", "properties"]


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
    found = []
    for terrain in kingdom.lands:
        land = kingdom.terrains[terrain]
        while land:
            squares = _connected(land & -land, land)
            crowns = sum((plane & squares).bit_count() for plane in kingdom.crowns)
            found.append(Property(terrain, squares, crowns))
            land ^= squares
    return tuple(found)


def _connected(start: Mask, land: Mask) -> Mask:
    grown, before = start, 0
    while grown != before:
        before = grown
        grown |= neighbours(grown) & land
    return grown
