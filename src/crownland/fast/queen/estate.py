"""Q2, Q5–Q10 and Q13 on words: coins, knights, towers, buildings, and their points."""

from crownland.fast.bits import count, lowest, shift_left, shift_right
from crownland.fast.jit import Row, kernel, rare, table
from crownland.fast.land import connected, largest_property, property_points
from crownland.fast.queen import layout
from crownland.fast.turns import land_of
from crownland.games.queen.building import BUILDINGS as KINDS
from crownland.games.queen.estate import COINS_FOR_A_POINT, QUEEN_CROWNS
from crownland.games.queen.state import QUEEN_DISCOUNT
from crownland.kernel.terrain import Terrain

__all__ = [
    "KIND_CROWNS",
    "KIND_KNIGHTS",
    "KIND_PER",
    "KIND_POINTS",
    "KIND_TAX_BONUS",
    "KIND_TOWERS",
    "PER_KNIGHT",
    "PER_TOWER",
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
    """Returns where an estate's slots begin."""
    return at + layout.ESTATE + kingdom * layout.ESTATE_WORDS


@kernel
def coins(purse: int) -> int:
    return purse & 0xFFFF


@kernel
def knights(purse: int) -> int:
    """Returns the knights in the reserve."""
    return purse >> 16 & 0xFFFF


@kernel
def towers(purse: int) -> int:
    return purse >> 32 & 0xFFFF


@kernel
def plots(words: Row, at: int, kingdom: int) -> int:
    """Returns the town squares without a building (Q7)."""
    return words[land_of(at, kingdom) + layout.TERRAINS + _TOWN] & ~words[estate_of(at, kingdom) + layout.BUILT]


@kernel
def tile_on(words: Row, at: int, space: int) -> int:
    """Returns the kind + 1 of the tile on that space of the builders' board; 0 when it is empty."""
    return words[at + layout.BOARD] >> 8 * space & 255


@kernel
def price(words: Row, at: int, space: int, kingdom: int) -> int:
    """Returns what the tile on that space costs: the queen's host pays less, never below 0 (Q7, Q9)."""
    return max(0, space - QUEEN_DISCOUNT) if words[at + layout.HOST] == kingdom + 1 else space


@rare
def tax(words: Row, at: int, kingdom: int, bit: int) -> int:
    """Returns the coins a knight from the reserve brings on that square (Q5, Q6)."""
    land, estate = land_of(at, kingdom), estate_of(at, kingdom)
    squares = 0
    for terrain in range(_TOWN + 1):
        if words[land + layout.TERRAINS + terrain] & bit:
            squares = words[land + layout.TERRAINS + terrain]
    purse = words[estate + layout.PURSE]
    brought = count(connected(bit, squares))
    if purse >> layout.TREASURY_SHIFT & 1:
        brought += knights(purse) + count(words[estate + layout.POSTED])
    if purse >> layout.TREASURY_SHIFT & 2:
        brought += towers(purse)
    return brought


@kernel
def most_towers(words: Row, at: int, without: int) -> int:
    """Returns the most towers of any kingdom but one."""
    most = 0
    for kingdom in range(words[at + layout.KINGDOMS]):
        if kingdom != without:
            most = max(most, towers(words[estate_of(at, kingdom) + layout.PURSE]))
    return most


@rare
def build(words: Row, at: int, kingdom: int, space: int, square: int) -> None:
    """Buys the tile on that space and builds it on that bit of the torus (Q7–Q9)."""
    land, estate, kind = land_of(at, kingdom), estate_of(at, kingdom), tile_on(words, at, space)
    bit = shift_left(1, square)
    words[estate + layout.PURSE] += (
        KIND_KNIGHTS[kind] * layout.KNIGHT
        + KIND_TOWERS[kind] * layout.TOWER
        + (KIND_TAX_BONUS[kind] << layout.TREASURY_SHIFT)
        - price(words, at, space, kingdom)
    )
    words[estate + layout.BUILT] |= bit
    for _ in range(KIND_CROWNS[kind]):
        words[land + layout.CROWNS_TWICE] ^= words[land + layout.CROWNS] & bit
        words[land + layout.CROWNS] ^= bit
    _enter(words, at, kind | kingdom << 5 | square << 8)
    words[at + layout.BOARD] &= ~(255 << 8 * space)
    if KIND_TOWERS[kind] and towers(words[estate + layout.PURSE]) >= most_towers(words, at, kingdom):
        words[at + layout.HOST] = kingdom + 1


@kernel
def building_at(words: Row, at: int, number: int) -> int:
    """Returns an entry of BUILDINGS."""
    return shift_right(words[at + layout.BUILDINGS + (number >> 2)], (number & 3) << 4) & 0xFFFF


@rare
def _enter(words: Row, at: int, building: int) -> None:
    """Adds an entry to BUILDINGS, behind those of the same kingdom and of the kingdoms before it."""
    number = words[at + layout.BUILDINGS_COUNT]
    while number and building_at(words, at, number - 1) >> 5 & 7 > building >> 5 & 7:
        _set_building(words, at, number, building_at(words, at, number - 1))
        number -= 1
    _set_building(words, at, number, building)
    words[at + layout.BUILDINGS_COUNT] += 1


@kernel
def _set_building(words: Row, at: int, number: int, building: int) -> None:
    slot, by = at + layout.BUILDINGS + (number >> 2), (number & 3) << 4
    words[slot] = words[slot] & ~shift_left(0xFFFF, by) | shift_left(building, by)


@rare
def counts_of(words: Row, at: int, kingdom: int) -> int:
    """Returns the number of properties of each terrain, a byte each."""
    land = land_of(at, kingdom)
    counts = 0
    for terrain in range(_TOWN + 1):
        squares = words[land + layout.TERRAINS + terrain]
        while squares:
            squares &= ~connected(lowest(squares), squares)
            counts += 1 << 8 * terrain
    return counts


@kernel
def kind_count(kind: int, properties: int, all_knights: int, all_towers: int) -> int:
    """Returns how often the points of a kind + 1 count."""
    per = KIND_PER[kind]
    if per == 0:
        return 1
    if per == PER_KNIGHT:
        return all_knights
    if per == PER_TOWER:
        return all_towers
    return properties >> 8 * (per - 1) & 255


@rare
def standing(words: Row, at: int, kingdom: int) -> int:
    """Returns total and largest property as one number, the higher ranks first (Q13, Q14)."""
    land, estate = land_of(at, kingdom), estate_of(at, kingdom)
    purse, largest = words[estate + layout.PURSE], largest_property(words, land)
    total = coins(purse) // COINS_FOR_A_POINT + property_points(words, land)
    if words[at + layout.HOST] == kingdom + 1:
        total += QUEEN_CROWNS * largest  # Q9
    if words[estate + layout.BUILT]:
        properties = counts_of(words, at, kingdom)
        all_knights = knights(purse) + count(words[estate + layout.POSTED])
        for number in range(words[at + layout.BUILDINGS_COUNT]):
            building = building_at(words, at, number)
            if building >> 5 & 7 == kingdom:
                kind = building & 31
                total += KIND_POINTS[kind] * kind_count(kind, properties, all_knights, towers(purse))
    return total << 32 | largest << 16
