"""C2: the dominoes, read once from the component tables."""

import csv
from dataclasses import dataclass, field
from importlib import resources
from typing import NewType

from crownland.kernel.errors import InvalidTextError
from crownland.kernel.terrain import Terrain

__all__ = ["DOMINOES", "KINGDOMINO", "Domino", "DominoId", "Half", "domino_name", "parse_domino"]

# C2: a domino's identity. Equal faces are different dominoes, because the number decides turn order.
DominoId = NewType("DominoId", int)


@dataclass(frozen=True, slots=True)
class Half:
    terrain: Terrain
    crowns: int

    def __str__(self) -> str:
        return f"{self.terrain.letter}{self.crowns or ''}"


@dataclass(frozen=True, slots=True)
class Domino:
    id: DominoId
    left: Half
    right: Half
    # Whether turning the domino round changes nothing; each of its placements then has one spelling.
    is_double: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_double", self.left == self.right)

    def __str__(self) -> str:
        return f"{domino_name(self.id)} {self.left}|{self.right}"


def _read(table: str) -> dict[DominoId, Domino]:
    with (resources.files("crownland") / "data" / table).open(encoding="utf-8") as file:
        return {
            (number := DominoId(int(row["number"]))): Domino(
                number,
                Half(Terrain[row["terrain_a"].upper()], int(row["crowns_a"])),
                Half(Terrain[row["terrain_b"].upper()], int(row["crowns_b"])),
            )
            for row in csv.DictReader(file)
        }


DOMINOES: dict[DominoId, Domino] = _read("kingdomino_dominoes.csv")
KINGDOMINO: tuple[DominoId, ...] = tuple(DOMINOES)
_BY_NAME = {str(number): number for number in DOMINOES}


def domino_name(domino: DominoId) -> str:
    return str(domino)


def parse_domino(name: str) -> DominoId:
    try:
        return _BY_NAME[name]
    except KeyError:
        raise InvalidTextError(f"expected a domino number from 1 to 48, got: {name!r}") from None
