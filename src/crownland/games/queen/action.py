"""The actions that Queendomino adds. ``str(action)`` is its token."""

from dataclasses import dataclass
from typing import TypeAlias

from crownland.games.queen.building import SPACES, building_name, parse_building
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal
from crownland.kernel.square import Square, parse_square, square_name
from crownland.kernel.token import parse_domino_action

__all__ = ["Action", "Build", "Burn", "Stock", "Tax", "parse_action"]


@dataclass(frozen=True, slots=True)
class Stock:
    """Chance: building tiles are revealed on the empty spaces of the builders' board, cheapest first (Q3, Q11)."""

    tiles: tuple[str, ...]

    def __str__(self) -> str:
        return "S" + ".".join(map(building_name, self.tiles))


@dataclass(frozen=True, slots=True)
class Tax:
    """A knight goes onto *square* of the domino just placed and collects taxes (Q5)."""

    square: Square

    def __str__(self) -> str:
        return f"N@{square_name(self.square)}"


@dataclass(frozen=True, slots=True)
class Build:
    """The tile on the space priced *price* is built on *square* (Q7)."""

    price: int
    square: Square

    def __str__(self) -> str:
        return f"B{self.price}@{square_name(self.square)}"


@dataclass(frozen=True, slots=True)
class Burn:
    """The dragon removes the tile on the space priced *price* (Q10)."""

    price: int

    def __str__(self) -> str:
        return f"D{self.price}"


Action: TypeAlias = Opening | Stock | Reveal | Place | Discard | Tax | Build | Burn | Claim | End

_PRICES = tuple(map(str, range(SPACES)))


def parse_action(token: str) -> Action | None:
    """The action that *token* spells; None when it has another form."""
    kind, rest = token[:1], token[1:]
    if kind == "S":
        return Stock(tuple(map(parse_building, rest.split("."))))
    if kind == "N" and rest[:1] == "@":
        return Tax(parse_square(rest[1:]))
    if kind == "B" and rest[:1] in _PRICES and rest[1:2] == "@":
        return Build(int(rest[0]), parse_square(rest[2:]))
    if kind == "D" and rest in _PRICES:
        return Burn(int(rest))
    return parse_domino_action(token)
