"""Q2, Q5–Q10 and Q13 on words: coins, knights, towers, buildings, and what they are worth."""

from crownland.fast.bits import count, lowest, shift_left, shift_right
from crownland.fast.jit import Words, kernel, rare, table
from crownland.fast.land import connected, largest_property, property_points
from crownland.fast.layout import (
    BOARD,
    BUILDINGS,
    BUILDINGS_COUNT,
    BUILT,
    CROWNS,
    CROWNS_TWICE,
    ESTATE,
    ESTATE_WORDS,
    HOST,
    KINGDOMS,
    KNIGHT,
    POSTED,
    PURSE,
    TERRAINS,
    TOWER,
    TREASURY_SHIFT,
)
from crownland.fast.turns import land_of
from crownland.games.queen.building import BUILDINGS as KINDS
from crownland.games.queen.estate import COINS_FOR_A_POINT
from crownland.kernel.terrain import Terrain

__all__ = [
    "KIND_CROWNS",
    "KIND_KNIGHTS",
    "KIND_PER",
    "KIND_POINTS",
    "KIND_TAX_BONUS",
    "KIND_TOWERS",
    "PER_KNIGHT",
    "build",
    "building_at",
    "coins",
    "counts_of",
    "estate_of",
    "kind_count",
    "knights",
    "most_towers",
    "plots",
    "price",
    "standing",
    "tax",
    "tile_on",
    "towers",
]

# What a kind's points count: nothing, a terrain's properties, all knights, all towers.
PER_KNIGHT, PER_TOWER = 8, 9
_PER = {"fixed": 0, "knight": PER_KNIGHT, "tower": PER_TOWER}
_PER |= {f"{terrain.key}_property": 1 + terrain for terrain in Terrain}
_TAX_BONUS = {"": 0, "knight": 1, "tower": 2}

# By the kind + 1, as the builders' board holds it.
KIND_POINTS = table([0] + [kind.points for kind in KINDS.values()])
KIND_PER = table([0] + [_PER[kind.points_per] for kind in KINDS.values()])
KIND_CROWNS = table([0] + [kind.crowns for kind in KINDS.values()])
KIND_KNIGHTS = table([0] + [kind.knights for kind in KINDS.values()])
KIND_TOWERS = table([0] + [kind.towers for kind in KINDS.values()])
KIND_TAX_BONUS = table([0] + [_TAX_BONUS[kind.tax_bonus] for kind in KINDS.values()])

_TOWN = int(Terrain.TOWN)


@kernel
def estate_of(at: int, kingdom: int) -> int:
    """Where an estate's slots begin."""
    return at + ESTATE + kingdom * ESTATE_WORDS


@kernel
def coins(purse: int) -> int:
    return purse & 0xFFFF


@kernel
def knights(purse: int) -> int:
    """The knights in the reserve."""
    return purse >> 16 & 0xFFFF


@kernel
def towers(purse: int) -> int:
    return purse >> 32 & 0xFFFF


@kernel
def plots(words: Words, at: int, kingdom: int) -> int:
    """Q7: the town squares without a building."""
    return words[land_of(at, kingdom) + TERRAINS + _TOWN] & ~words[estate_of(at, kingdom) + BUILT]


@kernel
def tile_on(words: Words, at: int, space: int) -> int:
    """The kind + 1 of the tile on that space of the builders' board; 0 when it is empty."""
    return words[at + BOARD] >> 8 * space & 255


@kernel
def price(words: Words, at: int, space: int, kingdom: int) -> int:
    """Q7, Q9: the queen's host pays 1 less, never below 0."""
    return space - 1 if space and words[at + HOST] == kingdom + 1 else space


@rare
def tax(words: Words, at: int, kingdom: int, bit: int) -> int:
    """Q5, Q6: the coins a knight from the reserve brings on that square."""
    land, estate = land_of(at, kingdom), estate_of(at, kingdom)
    squares = 0
    for terrain in range(_TOWN + 1):
        if words[land + TERRAINS + terrain] & bit:
            squares = words[land + TERRAINS + terrain]
    purse = words[estate + PURSE]
    brought = count(connected(bit, squares))
    if purse >> TREASURY_SHIFT & 1:
        brought += knights(purse) + count(words[estate + POSTED])
    if purse >> TREASURY_SHIFT & 2:
        brought += towers(purse)
    return brought


@kernel
def most_towers(words: Words, at: int, without: int) -> int:
    """The most towers of any kingdom but one."""
    most = 0
    for kingdom in range(words[at + KINGDOMS]):
        if kingdom != without:
            most = max(most, towers(words[estate_of(at, kingdom) + PURSE]))
    return most


@rare
def build(words: Words, at: int, kingdom: int, space: int, square: int) -> None:
    """Q7–Q9: the tile on that space is bought and built on that bit of the torus."""
    land, estate, kind = land_of(at, kingdom), estate_of(at, kingdom), tile_on(words, at, space)
    bit = shift_left(1, square)
    words[estate + PURSE] += (
        KIND_KNIGHTS[kind] * KNIGHT
        + KIND_TOWERS[kind] * TOWER
        + (KIND_TAX_BONUS[kind] << TREASURY_SHIFT)
        - price(words, at, space, kingdom)
    )
    words[estate + BUILT] |= bit
    for _ in range(KIND_CROWNS[kind]):
        words[land + CROWNS_TWICE] ^= words[land + CROWNS] & bit
        words[land + CROWNS] ^= bit
    _enter(words, at, kind | kingdom << 5 | square << 8)
    words[at + BOARD] &= ~(255 << 8 * space)
    if KIND_TOWERS[kind] and towers(words[estate + PURSE]) >= most_towers(words, at, kingdom):
        words[at + HOST] = kingdom + 1


@kernel
def building_at(words: Words, at: int, number: int) -> int:
    """An entry of BUILDINGS."""
    return shift_right(words[at + BUILDINGS + (number >> 2)], (number & 3) << 4) & 0xFFFF


@rare
def _enter(words: Words, at: int, building: int) -> None:
    """Adds an entry to BUILDINGS, behind those of the same kingdom and of the kingdoms before it."""
    number = words[at + BUILDINGS_COUNT]
    while number and building_at(words, at, number - 1) >> 5 & 7 > building >> 5 & 7:
        _set_building(words, at, number, building_at(words, at, number - 1))
        number -= 1
    _set_building(words, at, number, building)
    words[at + BUILDINGS_COUNT] += 1


@kernel
def _set_building(words: Words, at: int, number: int, building: int) -> None:
    slot, by = at + BUILDINGS + (number >> 2), (number & 3) << 4
    words[slot] = words[slot] & ~shift_left(0xFFFF, by) | shift_left(building, by)


@rare
def counts_of(words: Words, at: int, kingdom: int) -> int:
    """What buildings count: a byte for the number of properties of each terrain."""
    land = land_of(at, kingdom)
    counts = 0
    for terrain in range(_TOWN + 1):
        squares = words[land + TERRAINS + terrain]
        while squares:
            squares &= ~connected(lowest(squares), squares)
            counts += 1 << 8 * terrain
    return counts


@kernel
def kind_count(kind: int, properties: int, all_knights: int, all_towers: int) -> int:
    """How often the points of a kind + 1 count."""
    per = KIND_PER[kind]
    if per == 0:
        return 1
    if per == PER_KNIGHT:
        return all_knights
    if per == PER_TOWER:
        return all_towers
    return properties >> 8 * (per - 1) & 255


@rare
def standing(words: Words, at: int, kingdom: int) -> int:
    """Q13, Q14: total and largest property as one number, so that the higher one ranks first."""
    land, estate = land_of(at, kingdom), estate_of(at, kingdom)
    purse, largest = words[estate + PURSE], largest_property(words, land)
    total = coins(purse) // COINS_FOR_A_POINT + property_points(words, land)
    if words[at + HOST] == kingdom + 1:
        total += largest  # Q9: one crown for the largest property
    if words[estate + BUILT]:
        properties = counts_of(words, at, kingdom)
        all_knights = knights(purse) + count(words[estate + POSTED])
        for number in range(words[at + BUILDINGS_COUNT]):
            building = building_at(words, at, number)
            if building >> 5 & 7 == kingdom:
                kind = building & 31
                total += KIND_POINTS[kind] * kind_count(kind, properties, all_knights, towers(purse))
    return total << 32 | largest << 16
