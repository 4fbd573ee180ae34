"""Q2, Q5–Q8, Q13: what a kingdom owns beside its land, and what all of it is worth."""

from collections import Counter
from dataclasses import dataclass

from crownland.games.queen.building import BUILDINGS, Building
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import Property, properties
from crownland.kernel.scoring import Score, ScoreLine, property_score
from crownland.kernel.square import Mask, Square
from crownland.kernel.terrain import Terrain

__all__ = ["FIRST_ESTATE", "Estate", "score", "tax_lines"]

COINS_FOR_A_POINT = 3
QUEEN_CROWNS = 1  # Q9


@dataclass(frozen=True, slots=True)
class Estate:
    """Coins, knights in the reserve, knights *posted* in the kingdom, towers, and buildings on their squares."""

    coins: int
    knights: int
    posted: Mask = 0
    towers: int = 0
    buildings: tuple[tuple[Square, str], ...] = ()

    @property
    def all_knights(self) -> int:
        return self.knights + self.posted.bit_count()

    @property
    def built(self) -> Mask:
        return sum(1 << square for square, _ in self.buildings)

    def plots(self, kingdom: Kingdom) -> Mask:
        """Q7: the town squares of *kingdom* without a building."""
        return kingdom.terrains[Terrain.TOWN] & ~self.built

    def taxed(self, square: Square, coins: int) -> "Estate":
        """Q5: a knight from the reserve stands on *square* and has brought *coins*."""
        return Estate(self.coins + coins, self.knights - 1, self.posted | 1 << square, self.towers, self.buildings)

    def with_building(self, building: Building, square: Square, price: int) -> "Estate":
        """Q7, Q8: *building* bought for *price* and put on *square*."""
        return Estate(
            self.coins - price,
            self.knights + building.knights,
            self.posted,
            self.towers + building.towers,
            (*self.buildings, (square, building.key)),
        )


FIRST_ESTATE = Estate(coins=7, knights=1)  # Q2


def tax_lines(kingdom: Kingdom, estate: Estate, square: Square) -> tuple[ScoreLine, ...]:
    """Q5, Q6: the coins a knight from the reserve brings on *square*, each with its reason."""
    land = next(land for land in properties(kingdom) if land.squares >> square & 1)
    lines = [ScoreLine("tax", land.size, squares=land.squares)]
    owned = {"knight": estate.all_knights, "tower": estate.towers}
    for _, key in estate.buildings:
        if bonus := BUILDINGS[key].tax_bonus:
            lines.append(ScoreLine(key, owned[bonus]))
    return tuple(lines)


def score(kingdom: Kingdom, estate: Estate, *, hosts_queen: bool) -> Score:
    """Q13: coins, properties, the queen's crown, buildings; Q14: the largest property breaks a tie."""
    land_lines, lands = property_score(kingdom)
    coins = ScoreLine("coins", estate.coins // COINS_FOR_A_POINT, (estate.coins,), divisor=COINS_FOR_A_POINT)
    queen = _queen_lines(lands) if hosts_queen else ()
    counts = Counter(f"{land.terrain.key}_property" for land in lands)
    counts.update(knight=estate.all_knights, tower=estate.towers)
    buildings = (_building_line(BUILDINGS[key], counts, square) for square, key in estate.buildings)
    largest = max((land.size for land in lands), default=0)
    return Score((coins, *land_lines, *queen, *buildings), (largest,))


def _queen_lines(lands: tuple[Property, ...]) -> tuple[ScoreLine, ...]:
    """Q9: crowns for the largest property. It brings as many points on any of equal size, so the choice is free."""
    if not lands:
        return ()
    largest = max(lands, key=lambda land: land.size)
    return (ScoreLine("queen", largest.size * QUEEN_CROWNS, (largest.size, QUEEN_CROWNS), largest.squares),)


def _building_line(building: Building, counts: Counter[str], square: Square) -> ScoreLine:
    if building.points_per == "fixed":
        return ScoreLine(building.key, building.points, squares=1 << square)
    count = counts[building.points_per]
    return ScoreLine(building.key, count * building.points, (count, building.points), 1 << square)
