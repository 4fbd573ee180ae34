"""C2: the dominoes, read once from the component tables."""

from dataclasses import dataclass, field
from typing import NewType

from crownland.data import read_table
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.terrain import Land, Terrain

__all__ = [
    "DOMINOES",
    "KINGDOMINO",
    "QUEENDOMINO",
    "Domino",
    "DominoId",
    "Half",
    "domino_name",
    "parse_domino",
]

# C2, W4: a domino's identity is its box and its number: equal faces are different dominoes.
DominoId = NewType("DominoId", int)


@dataclass(frozen=True, slots=True)
class Half:
    terrain: Land
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


def _read(table: str, offset: int = 0) -> dict[DominoId, Domino]:
    return {
        (domino := DominoId(offset + int(row["number"]))): Domino(
            domino,
            Half(Terrain[row["terrain_a"].upper()], int(row["crowns_a"])),
            Half(Terrain[row["terrain_b"].upper()], int(row["crowns_b"])),
        )
        for row in read_table(table)
    }


# W4: both boxes number 1–48, so the second box's numbers are moved up.
_SECOND_BOX = 100
DOMINOES: dict[DominoId, Domino] = _read("kingdomino_dominoes")
KINGDOMINO: tuple[DominoId, ...] = tuple(DOMINOES)
DOMINOES |= _read("queendomino_dominoes", _SECOND_BOX)
QUEENDOMINO: tuple[DominoId, ...] = tuple(DOMINOES)[len(KINGDOMINO) :]


def domino_name(domino: DominoId) -> str:
    """The printed number; ``Q`` before it for a Queendomino domino."""
    return _NAMES.get(domino) or _written(domino)


def _written(domino: int) -> str:
    return str(domino) if domino < _SECOND_BOX else f"Q{domino - _SECOND_BOX}"


_NAMES = {domino: _written(domino) for domino in DOMINOES}
_BY_NAME = {name: domino for domino, name in _NAMES.items()}


def parse_domino(name: str) -> DominoId:
    try:
        return _BY_NAME[name]
    except KeyError:
        raise InvalidTextError(f"expected a domino from 1 to 48 or from Q1 to Q48, got: {name[:40]!r}") from None
