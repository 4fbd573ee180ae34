"""Q3, Q15: the building tiles. The data file is the one place to correct a tile."""

from dataclasses import dataclass

from crownland.data import read_table
from crownland.kernel.errors import InvalidTextError

__all__ = ["BUILDINGS", "SPACES", "TILES", "Building", "building_name", "parse_building"]

SPACES = 6  # Q3: priced 0 to 5


@dataclass(frozen=True, slots=True)
class Building:
    """A kind of building. *points* count once for ``fixed``, else for each of what *points_per* names."""

    key: str
    copies: int
    crowns: int
    knights: int
    towers: int
    tax_bonus: str  # Q6: "knight", "tower" or nothing
    points: int
    points_per: str
    instant_evidence: str  # Q15: how sure we are of its knights and towers

    @property
    def is_assumed(self) -> bool:
        """Q15: whether an instant icon of this tile has not been seen by us."""
        return self.instant_evidence != "seen"


def _read() -> dict[str, Building]:
    return {
        row["key"]: Building(
            key=row["key"],
            copies=int(row["copies"]),
            crowns=int(row["crowns"]),
            knights=int(row["knights"]),
            towers=int(row["towers"]),
            tax_bonus=row["tax_bonus"],
            points=int(row["points"]),
            points_per=row["points_per"],
            instant_evidence=row["instant_evidence"],
        )
        for row in read_table("queendomino_buildings")
    }


BUILDINGS = _read()
# The pile, as the keys of its tiles; copies of a building are alike.
TILES: tuple[str, ...] = tuple(key for key, building in BUILDINGS.items() for _ in range(building.copies))


def building_name(key: str) -> str:
    """The name in tokens and positions, where only letters may be: ``fishmarket``."""
    return key.replace("_", "")


_BY_NAME = {building_name(key): key for key in BUILDINGS}


def parse_building(name: str) -> str:
    try:
        return _BY_NAME[name]
    except KeyError:
        raise InvalidTextError(f"expected a building like church or fishmarket, got: {name[:40]!r}") from None
