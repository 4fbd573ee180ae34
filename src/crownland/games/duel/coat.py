"""D1, D2: coats of arms, and the map they are drawn on."""

from dataclasses import dataclass
from typing import ClassVar

from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.square import CASTLE, CASTLE_MASK, Mask, column, rectangle, row
from crownland.kernel.terrain import Land, parse_land

__all__ = ["FREE_SQUARES", "MAP", "MAP_BOX", "Coat", "Map", "parse_coat"]


class Coat(Land):
    DOT = 0
    STRIPE = 1
    DOUBLE_DOT = 2
    DOUBLE_STRIPE = 3
    SOLID = 4
    QUARTERS = 5

    @property
    def letter(self) -> str:
        """A capital is the double of its small letter; a solid coat is filled, so ``f``."""
        return "dsDSfq"[self]

    @classmethod
    def crown_sign(cls) -> str:
        return "✚"


def parse_coat(letter: str) -> Coat:
    return parse_land(Coat, letter)


# D2: 7 columns × 5 rows with the castle in the exact centre.
MAP_BOX: Box = (column(CASTLE) - 3, row(CASTLE) - 2, column(CASTLE) + 3, row(CASTLE) + 2)
MAP: Mask = rectangle(*MAP_BOX)
FREE_SQUARES: Mask = MAP & ~CASTLE_MASK


@dataclass(frozen=True, slots=True, repr=False)
class Map(Kingdom):
    """A player's map: a kingdom of coats and crosses on a fixed extent."""

    lands: ClassVar[type[Land]] = Coat
    most_crowns: ClassVar[int] = 4  # a die's two crosses, the castle bonus and an extra cross
    fixed_area: ClassVar[Box | None] = MAP_BOX

    __hash__ = Kingdom.__hash__

    @property
    def is_full(self) -> bool:
        return self.occupied == MAP
