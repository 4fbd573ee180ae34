"""How the bot ``greedy`` rates Queendomino's actions, in thousandths of a point. Must agree with ``bots.queen_judge``.

After placing, several steps are open at once and taking one closes those before it, so a step that is worth taking is
lifted above all later ones, and a claim is worth about -500.
"""

from crownland.fast.bits import count, shift_left
from crownland.fast.greedy import best_spot, value_now
from crownland.fast.jit import Row, kernel, rare
from crownland.fast.land import LEFT_TERRAIN, RIGHT_TERRAIN, bit_of, connected
from crownland.fast.queen import layout, numbering
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
def judge(words: Row, at: int, kingdom: int, action: int, rng: Row, scratch: Row) -> int:
    """Returns the value of an action after placing for the kingdom that takes it."""
    left = words[at + layout.LINES_LEFT] + (1 if words[at + layout.LINE] else 0)
    coin = COIN + COIN_A_ROUND * min(left, COIN_ROUNDS)
    if action < numbering.BUILD:
        coins = tax(words, at, kingdom, shift_left(1, bit_of(action - numbering.TAX)))
        return _in_turn(coins * coin - (KNIGHT if left > 1 else 0), 3)
    if action < numbering.BURN:
        space = (action - numbering.BUILD) // numbering.SQUARES
        square = bit_of(action - numbering.BUILD - space * numbering.SQUARES)
        worth = _building_value(words, at, kingdom, tile_on(words, at, space), square, left)
        return _in_turn(worth - price(words, at, space, kingdom) * coin - (PATIENCE if left > 1 else 0), 2)
    if action < numbering.CLAIM:
        return NEVER
    if action == numbering.END:
        return 0
    domino = words[at + layout.LINE] >> 8 * (action - numbering.CLAIM) & 255
    land, size, towns = land_of(at, kingdom), words[at + layout.SIZE], _towns(domino)
    spot, number = best_spot(words, land, size, 0, domino, rng, scratch)
    if number < numbering.DISCARD:
        now = count(plots(words, at, kingdom))
        spot += PLOT * (min(now + towns, PLOTS) - min(now, PLOTS)) + TOWN * towns
    return CLAIM + spot - value_now(words, land, size, 0)


@kernel
def _in_turn(value: int, steps_after: int) -> int:
    """Lifts a step that is worth taking above the later ones, which would close it."""
    return value + EARLIER * steps_after if value > 0 else value


@kernel
def _towns(domino: int) -> int:
    """Returns the number of town squares on a domino."""
    return (1 if LEFT_TERRAIN[domino] == _TOWN else 0) + (1 if RIGHT_TERRAIN[domino] == _TOWN else 0)


@kernel
def _building_value(words: Row, at: int, kingdom: int, kind: int, square: int, left: int) -> int:
    """Returns the value of a building: its points as things stand, crowns, knights, towers and the queen."""
    estate = estate_of(at, kingdom)
    purse = words[estate + layout.PURSE]
    new_knights, new_towers = KIND_KNIGHTS[kind], KIND_TOWERS[kind]
    all_towers = towers(purse) + new_towers
    all_knights = knights(purse) + count(words[estate + layout.POSTED]) + new_knights
    counted = kind_count(kind, counts_of(words, at, kingdom), all_knights, all_towers)
    worth = 1000 * KIND_POINTS[kind] * counted + TOWER * new_towers
    if KIND_CROWNS[kind]:
        town = words[land_of(at, kingdom) + layout.TERRAINS + _TOWN]
        worth += 1000 * KIND_CROWNS[kind] * count(connected(shift_left(1, square), town))
    if left > 1:
        worth += KNIGHT * new_knights
    elif KIND_PER[kind] == PER_KNIGHT:
        worth += LAST_KNIGHT * new_knights
    if new_towers and words[at + layout.HOST] != kingdom + 1 and all_towers >= most_towers(words, at, kingdom):
        worth += QUEEN
    return worth + (TAX_BONUS * left if KIND_TAX_BONUS[kind] else 0)
