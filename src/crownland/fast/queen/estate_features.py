"""What a network is given of an estate: what it owns, what it could build, and what is open in its turn.

Knights in the kingdom are only counted: the squares they stand on do not matter any more (Q5).
"""

from crownland.fast.bits import count, lowest, rest_of
from crownland.fast.jit import Bytes, Row, kernel, rare
from crownland.fast.land_features import MOST, PROPERTY_WORDS, SIZE, SQUARES
from crownland.fast.queen import layout, phase
from crownland.fast.queen.estate import (
    KIND_CROWNS,
    KIND_KNIGHTS,
    KIND_PER,
    KIND_POINTS,
    KIND_TOWERS,
    PER_KNIGHT,
    PER_TOWER,
    building_at,
    coins,
    estate_of,
    kind_count,
    knights,
    most_towers,
    plots,
    price,
    tax,
    tile_on,
    towers,
)
from crownland.games.queen.building import BUILDINGS as KINDS
from crownland.games.queen.building import SPACES
from crownland.games.queen.estate import COINS_FOR_A_POINT, QUEEN_CROWNS
from crownland.kernel.terrain import Terrain

__all__ = ["ESTATE_NUMBERS", "ESTATE_SCALES", "write_estate", "write_turn"]

_TERRAINS = len(Terrain)
_TOWN = int(Terrain.TOWN)
_KINDS = len(KINDS)

COINS, RESERVE, ALL_KNIGHTS, TOWERS, TOWER_LEAD, HOSTS, PLOTS, BUILT = range(8)
COIN_POINTS, QUEEN_POINTS, BUILDING_POINTS = range(8, 11)
BUILDINGS = 11  # how many of each kind
OFFERS = BUILDINGS + _KINDS  # for each space of the builders' board: points at once, and whether it can be built
TURN = OFFERS + 2 * SPACES  # three flags: every step is open; those after building; only the claim
TAXABLE, TAX, SECOND_TAX = range(TURN + 3, TURN + 6)  # squares that knights may go to, and the coins they bring there
ESTATE_NUMBERS = TURN + 6
ESTATE_SCALES: tuple[float, ...] = (
    *(1 / 12, 1 / 2, 1 / 4, 1 / 4, 1 / 4, 1, 1 / 2, 1 / 4),
    *(1 / 4, 1 / 8, 1 / 16),
    *(1,) * _KINDS,
    *(1 / 8, 1) * SPACES,
    *(1, 1, 1, 1, 1 / 8, 1 / 8),
)


@rare
def write_estate(words: Row, at: int, kingdom: int, found: Row, first: int, record: Bytes, number: int) -> None:
    """Writes the numbers up to TURN, once find_properties() is done."""
    estate, counts, largest = estate_of(at, kingdom), _counts(found, first), _largest(found, first)
    purse, open_plots = words[estate + layout.PURSE], plots(words, at, kingdom)
    all_knights = knights(purse) + count(words[estate + layout.POSTED])
    hosts = words[at + layout.HOST] == kingdom + 1
    others = most_towers(words, at, kingdom)
    for slot in range(number + BUILDINGS, number + TURN):
        record[slot] = 0
    record[number + COINS] = min(coins(purse), MOST)
    record[number + RESERVE] = knights(purse)
    record[number + ALL_KNIGHTS] = all_knights
    record[number + TOWERS] = towers(purse)
    record[number + TOWER_LEAD] = towers(purse) - others
    record[number + HOSTS] = 1 if hosts else 0
    record[number + PLOTS] = count(open_plots)
    record[number + BUILT] = count(words[estate + layout.BUILT])
    record[number + COIN_POINTS] = min(coins(purse) // COINS_FOR_A_POINT, MOST)
    record[number + QUEEN_POINTS] = QUEEN_CROWNS * largest if hosts else 0
    points, for_knight, for_tower = 0, 0, 0  # of the buildings: now, and for one more knight or tower
    for built in range(words[at + layout.BUILDINGS_COUNT]):
        building = building_at(words, at, built)
        if building >> 5 & 7 == kingdom:
            kind = building & 31
            points += KIND_POINTS[kind] * kind_count(kind, counts, all_knights, towers(purse))
            for_knight += KIND_POINTS[kind] if KIND_PER[kind] == PER_KNIGHT else 0
            for_tower += KIND_POINTS[kind] if KIND_PER[kind] == PER_TOWER else 0
            record[number + BUILDINGS + kind - 1] += 1
    record[number + BUILDING_POINTS] = min(points, MOST)
    town = _largest_open_town(found, first, open_plots)
    for space in range(SPACES):
        kind, offer = tile_on(words, at, space), number + OFFERS + 2 * space
        if kind:
            new_knights, new_towers = KIND_KNIGHTS[kind], KIND_TOWERS[kind]
            counted = kind_count(kind, counts, all_knights + new_knights, towers(purse) + new_towers)
            points = KIND_POINTS[kind] * counted + KIND_CROWNS[kind] * town
            points += for_knight * new_knights + for_tower * new_towers
            if new_towers and not hosts and towers(purse) + new_towers >= others:
                points += QUEEN_CROWNS * largest  # Q9: she comes
            record[offer] = min(points, MOST)
            record[offer + 1] = 1 if open_plots and price(words, at, space, kingdom) <= coins(purse) else 0


@rare
def write_turn(words: Row, at: int, kingdom: int, is_acting: bool, record: Bytes, number: int) -> None:
    """Writes the numbers from TURN on; *is_acting* says whether it is the kingdom's turn."""
    for slot in range(number + TURN, number + ESTATE_NUMBERS):
        record[slot] = 0
    now = words[at + layout.PHASE]
    if not is_acting or now < phase.TAX or now > phase.END:
        return
    record[number + TURN + now - phase.TAX] = 1
    fresh, reserve = words[at + layout.FRESH], knights(words[estate_of(at, kingdom) + layout.PURSE])
    if fresh and reserve:
        one, rest = tax(words, at, kingdom, lowest(fresh)), rest_of(fresh)
        other = tax(words, at, kingdom, rest) if rest else 0
        record[number + TAXABLE] = min(reserve, count(fresh))
        record[number + TAX] = min(max(one, other), MOST)
        record[number + SECOND_TAX] = min(one, other, MOST)


@kernel
def _counts(found: Row, first: int) -> int:
    """Returns the number of properties of each terrain, a byte each. Must agree with estate.counts_of()."""
    counts = 0
    for terrain in range(_TERRAINS):
        counts |= (found[first + terrain + 1] - found[first + terrain]) // PROPERTY_WORDS << 8 * terrain
    return counts


@kernel
def _largest(found: Row, first: int) -> int:
    """Returns the size of the largest property."""
    largest = 0
    for slot in range(found[first], found[first + _TERRAINS], PROPERTY_WORDS):
        largest = max(largest, found[slot + SIZE])
    return largest


@kernel
def _largest_open_town(found: Row, first: int, open_plots: int) -> int:
    """Returns the size of the largest town that has a plot."""
    largest = 0
    for slot in range(found[first + _TOWN], found[first + _TOWN + 1], PROPERTY_WORDS):
        if found[slot + SQUARES] & open_plots:
            largest = max(largest, found[slot + SIZE])
    return largest
