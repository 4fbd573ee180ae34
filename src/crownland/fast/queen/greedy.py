"""The greedy way of playing Queendomino, in thousandths of a point and exact. Must agree with ``bots.queen_judge``.

After placing, several steps are open at once and taking one closes those before it, so a step that is worth taking is
lifted above all later ones, and a claim is worth about -500.
"""

from crownland.fast.bits import count, shift_left
from crownland.fast.greedy import best_spot, value_now
from crownland.fast.jit import Words, kernel, rare
from crownland.fast.land import LEFT_TERRAIN, RIGHT_TERRAIN, bit_of, connected
from crownland.fast.layout import HOST, LINE, LINES_LEFT, POSTED, PURSE, SIZE, TERRAINS
from crownland.fast.numbering import BUILD, BURN, DISCARD, END, QUEEN_CLAIM, SQUARES, TAX
from crownland.fast.queen.estate import (
    KIND_CROWNS,
    KIND_KNIGHTS,
    KIND_PER,
    KIND_POINTS,
    KIND_TAX_BONUS,
    KIND_TOWERS,
    PER_KNIGHT,
    counts_of,
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
from crownland.fast.turns import land_of
from crownland.kernel.terrain import Terrain

__all__ = ["judge"]

PLOT = 12  # tenths, as best_spot() counts
PLOTS = 3
TOWN = 1
KNIGHT = 1600
LAST_KNIGHT = 300
TOWER = 800
QUEEN = 5000
TAX_BONUS = 500
PATIENCE = 800
COIN, COIN_A_ROUND, COIN_ROUNDS = 330, 20, 6
NEVER = -10_000
CLAIM = -500
EARLIER = 100_000

_TOWN = int(Terrain.TOWN)


@rare
def judge(words: Words, at: int, kingdom: int, action: int, rng: Words, scratch: Words) -> int:
    """What an action after placing is worth to the kingdom that takes it."""
    left = words[at + LINES_LEFT] + (1 if words[at + LINE] else 0)
    coin = COIN + COIN_A_ROUND * min(left, COIN_ROUNDS)
    if action < BUILD:
        coins = tax(words, at, kingdom, shift_left(1, bit_of(action - TAX)))
        return _in_turn(coins * coin - (KNIGHT if left > 1 else 0), 3)
    if action < BURN:
        space = (action - BUILD) // SQUARES
        square = bit_of(action - BUILD - space * SQUARES)
        worth = _building_value(words, at, kingdom, tile_on(words, at, space), square, left)
        return _in_turn(worth - price(words, at, space, kingdom) * coin - (PATIENCE if left > 1 else 0), 2)
    if action < QUEEN_CLAIM:
        return NEVER
    if action == END:
        return 0
    domino = words[at + LINE] >> 8 * (action - QUEEN_CLAIM) & 255
    land, size, towns = land_of(at, kingdom), words[at + SIZE], _towns(domino)
    spot, number = best_spot(words, land, size, 0, domino, rng, scratch)
    if number < DISCARD:
        now = count(plots(words, at, kingdom))
        spot += PLOT * (min(now + towns, PLOTS) - min(now, PLOTS)) + TOWN * towns
    return CLAIM + spot - value_now(words, land, size, 0)


@kernel
def _in_turn(value: int, steps_after: int) -> int:
    """A step worth taking comes before the later ones, which would close it."""
    return value + EARLIER * steps_after if value > 0 else value


@kernel
def _towns(domino: int) -> int:
    """The town squares of a domino."""
    return (1 if LEFT_TERRAIN[domino] == _TOWN else 0) + (1 if RIGHT_TERRAIN[domino] == _TOWN else 0)


@kernel
def _building_value(words: Words, at: int, kingdom: int, kind: int, square: int, left: int) -> int:
    """What the building is worth: its points as things stand, crowns, knights, towers and the queen."""
    estate = estate_of(at, kingdom)
    purse = words[estate + PURSE]
    new_knights, new_towers = KIND_KNIGHTS[kind], KIND_TOWERS[kind]
    all_towers = towers(purse) + new_towers
    all_knights = knights(purse) + count(words[estate + POSTED]) + new_knights
    counted = kind_count(kind, counts_of(words, at, kingdom), all_knights, all_towers)
    worth = 1000 * KIND_POINTS[kind] * counted + TOWER * new_towers
    if KIND_CROWNS[kind]:
        town = words[land_of(at, kingdom) + TERRAINS + _TOWN]
        worth += 1000 * KIND_CROWNS[kind] * count(connected(shift_left(1, square), town))
    if left > 1:
        worth += KNIGHT * new_knights
    elif KIND_PER[kind] == PER_KNIGHT:
        worth += LAST_KNIGHT * new_knights
    if new_towers and words[at + HOST] != kingdom + 1 and all_towers >= most_towers(words, at, kingdom):
        worth += QUEEN
    return worth + (TAX_BONUS * left if KIND_TAX_BONUS[kind] else 0)
