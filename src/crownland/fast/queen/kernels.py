"""Queendomino and Royal Wedding on words: Q1–Q14, W1–W4. What the public functions do is in twin.Kernels."""

from crownland.fast.bits import below, count, index, lowest, rest_of, select, shift_left, shift_right
from crownland.fast.greedy import SCRATCH_WORDS, best_spot, rate_spots
from crownland.fast.jit import Row, kernel, part, rare, table
from crownland.fast.land import (
    bit_of,
    list_spots,
    place_at_random,
    place_numbered,
    rotated,
    start_of,
)
from crownland.fast.queen import layout, numbering, phase
from crownland.fast.queen.estate import (
    build,
    coins,
    estate_of,
    knights,
    plots,
    price,
    standing,
    tax,
    tile_on,
)
from crownland.fast.queen.greedy import judge
from crownland.fast.turns import (
    actor,
    claim,
    deal_line,
    deal_opening,
    draw_line,
    draw_opening,
    land_of,
    list_claims,
    placed,
    random_claim,
)
from crownland.games.queen.building import BUILDINGS as KINDS
from crownland.games.queen.building import SPACES
from crownland.games.queen.state import DRAGON_PRICE

__all__ = [
    "SCRATCH_WORDS",
    "actor",
    "apply",
    "chance",
    "deal",
    "finish",
    "greedy_choice",
    "legal",
    "random_move",
    "rate",
    "standing",
    "total",
]

_KINDS = tuple(KINDS.values())
_COPIES = [kind for kind, building in enumerate(_KINDS) for _ in range(building.copies)]
_KIND_OF = table(_COPIES)
_ALL_OF = table(sum(1 << tile for tile, one in enumerate(_COPIES) if one == kind) for kind in range(len(_KINDS)))


@kernel
def _kingdom_to_act(words: Row, at: int) -> int:
    """Returns the kingdom that the seat to act acts for (W3)."""
    return words[at + layout.KINGDOM_OF] >> 4 * actor(words, at) & 15


@part
def legal(words: Row, at: int, out: Row) -> int:
    now = words[at + layout.PHASE]
    if now < phase.CLAIM or now == phase.OVER:
        return 0
    if now == phase.CLAIM:
        return list_claims(words, at, numbering.CLAIM, out, 0)
    kingdom = _kingdom_to_act(words, at)
    land = land_of(at, kingdom)
    if now == phase.PLACE:
        return list_spots(words, land, words[at + layout.SIZE], words[at + layout.OLD] & 255, out)
    found = 0
    box = words[land + layout.BOX]
    if now == phase.TAX:
        if knights(words[estate_of(at, kingdom) + layout.PURSE]):
            found = _list_squares(words[at + layout.FRESH], box, numbering.TAX, out, found)
        open_plots = plots(words, at, kingdom)
        if open_plots:
            spaces = _affordable(words, at, kingdom)
            while spaces:
                found = _list_squares(open_plots, box, numbering.BUILD + numbering.SQUARES * index(spaces), out, found)
                spaces = rest_of(spaces)
    spaces = _burnable(words, at, kingdom)
    while spaces:
        out[found] = numbering.BURN + index(spaces)
        found += 1
        spaces = rest_of(spaces)
    if words[at + layout.FREE]:
        return list_claims(words, at, numbering.CLAIM, out, found)
    out[found] = numbering.END
    return found + 1


@rare
def _list_squares(mask: int, box: int, first: int, out: Row, found: int) -> int:
    """Writes the squares of *mask*, which lie in the box, as numbers from *first*, in their true order.

    Returns how many actions there are now.
    """
    column, row = start_of(box), start_of(shift_right(box, 8))
    rest = rotated(mask, column, row)
    while rest:
        square = index(rest)
        out[found] = first + (row + (square >> 3)) * numbering.SIDE + column + (square & 7)
        found += 1
        rest = rest_of(rest)
    return found


@kernel
def _affordable(words: Row, at: int, kingdom: int) -> int:
    """Returns a bit for every space whose tile the kingdom can pay (Q7)."""
    purse = coins(words[estate_of(at, kingdom) + layout.PURSE])
    spaces = 0
    for space in range(SPACES):
        if tile_on(words, at, space) and price(words, at, space, kingdom) <= purse:
            spaces |= 1 << space
    return spaces


@kernel
def _burnable(words: Row, at: int, kingdom: int) -> int:
    """Returns a bit for every space whose tile the dragon may burn now (Q10)."""
    if (
        words[at + layout.PHASE] > phase.DRAGON
        or not words[at + layout.DRAGON]
        or words[at + layout.HOST] == kingdom + 1
        or coins(words[estate_of(at, kingdom) + layout.PURSE]) < DRAGON_PRICE
    ):
        return 0
    spaces = 0
    for space in range(SPACES):
        if tile_on(words, at, space):
            spaces |= 1 << space
    return spaces


@part
def apply(words: Row, at: int, action: int) -> None:
    if action >= numbering.CLAIM:
        if action == numbering.END:
            _end_turn(words, at)
        else:
            _claim(words, at, action - numbering.CLAIM)
        return
    kingdom = _kingdom_to_act(words, at)
    if action < numbering.DISCARD:
        words[at + layout.FRESH] = place_numbered(words, land_of(at, kingdom), words[at + layout.OLD] & 255, action)
        words[at + layout.PHASE] = phase.TAX
    elif action == numbering.DISCARD:
        words[at + layout.PHASE] = phase.TAX  # Q5: a discarded domino allows no tax
    elif action < numbering.BUILD:
        _collect(words, at, kingdom, shift_left(1, bit_of(action - numbering.TAX)))
    elif action < numbering.BURN:
        space = (action - numbering.BUILD) // numbering.SQUARES
        _build(words, at, kingdom, space, bit_of(action - numbering.BUILD - space * numbering.SQUARES))
    else:
        _burn(words, at, kingdom, action - numbering.BURN)


@kernel
def _collect(words: Row, at: int, kingdom: int, bit: int) -> None:
    """Puts a knight from the reserve on that square and collects taxes (Q5)."""
    estate = estate_of(at, kingdom)
    words[estate + layout.PURSE] += tax(words, at, kingdom, bit) - layout.KNIGHT
    words[estate + layout.POSTED] |= bit
    words[at + layout.FRESH] &= ~bit


@kernel
def _build(words: Row, at: int, kingdom: int, space: int, square: int) -> None:
    build(words, at, kingdom, space, square)
    words[at + layout.FRESH] = 0
    words[at + layout.PHASE] = phase.DRAGON


@kernel
def _burn(words: Row, at: int, kingdom: int, space: int) -> None:
    """Pays the dragon, which burns the tile on that space (Q10)."""
    words[estate_of(at, kingdom) + layout.PURSE] -= DRAGON_PRICE
    words[at + layout.BURNED] += 1 << 2 * (tile_on(words, at, space) - 1)
    words[at + layout.BOARD] &= ~(255 << 8 * space)
    words[at + layout.DRAGON] = 0
    words[at + layout.FRESH] = 0
    words[at + layout.PHASE] = phase.END


@kernel
def _claim(words: Row, at: int, place: int) -> None:
    if not words[at + layout.WAITING]:
        placed(words, at)
    words[at + layout.FRESH] = 0
    words[at + layout.PHASE] = claim(words, at, place)
    if not words[at + layout.LINE]:
        _end_round(words, at)


@kernel
def _end_turn(words: Row, at: int) -> None:
    placed(words, at)
    words[at + layout.FRESH] = 0
    words[at + layout.PHASE] = phase.PLACE if words[at + layout.OLD] else phase.OVER


@rare
def _end_round(words: Row, at: int) -> None:
    """Sends the dragon home, slides the tiles towards price 0, and asks for new ones while there are any (Q11)."""
    words[at + layout.DRAGON] = 1
    board, by = 0, 0
    for space in range(SPACES):
        tile = tile_on(words, at, space)
        if tile:
            board |= tile << by
            by += 8
    words[at + layout.BOARD] = board
    if by < 8 * SPACES and words[at + layout.TILES]:
        words[at + layout.PHASE] = phase.STOCK


@part
def chance(words: Row, at: int, rng: Row) -> None:
    now = words[at + layout.PHASE]
    if now == phase.LINE:
        draw_line(words, at, rng)
        words[at + layout.PHASE] = phase.CLAIM if words[at + layout.WAITING] else phase.PLACE
    elif now == phase.STOCK:
        while words[at + layout.TILES] and _empty_space(words, at) < SPACES:
            _stock(words, at, _KIND_OF[select(words[at + layout.TILES], below(rng, count(words[at + layout.TILES])))])
        _stocked(words, at)
    else:
        words[at + layout.WAITING] = draw_opening(words, at, rng)
        words[at + layout.PHASE] = phase.STOCK


@part
def deal(words: Row, at: int, items: Row) -> None:
    now = words[at + layout.PHASE]
    if now == phase.LINE:
        deal_line(words, at, items)
        words[at + layout.PHASE] = phase.CLAIM if words[at + layout.WAITING] else phase.PLACE
    elif now == phase.STOCK:
        drawn = 0
        while words[at + layout.TILES] and _empty_space(words, at) < SPACES:
            _stock(words, at, items[drawn])
            drawn += 1
        _stocked(words, at)
    else:
        words[at + layout.WAITING] = deal_opening(words, at, items)
        words[at + layout.PHASE] = phase.STOCK


@kernel
def _empty_space(words: Row, at: int) -> int:
    """Returns the cheapest space of the builders' board without a tile; SPACES when there is none."""
    space = 0
    while space < SPACES and tile_on(words, at, space):
        space += 1
    return space


@kernel
def _stock(words: Row, at: int, kind: int) -> None:
    """Moves a tile of that kind from the pile to the cheapest empty space (Q3, Q11)."""
    words[at + layout.TILES] ^= lowest(words[at + layout.TILES] & _ALL_OF[kind])
    words[at + layout.BOARD] |= (kind + 1) << 8 * _empty_space(words, at)


@kernel
def _stocked(words: Row, at: int) -> None:
    words[at + layout.PHASE] = phase.LINE if words[at + layout.LINES_LEFT] else phase.PLACE


@part
def random_move(words: Row, at: int, rng: Row) -> None:
    now = words[at + layout.PHASE]
    if now == phase.CLAIM:
        _claim(words, at, random_claim(words, at, rng))
        return
    kingdom = _kingdom_to_act(words, at)
    if now == phase.PLACE:
        land = land_of(at, kingdom)
        words[at + layout.FRESH] = place_at_random(
            words, land, words[at + layout.SIZE], words[at + layout.OLD] & 255, rng
        )
        words[at + layout.PHASE] = phase.TAX
        return
    taxable, open_plots, spaces = 0, 0, 0
    if now == phase.TAX:
        taxable = words[at + layout.FRESH] if knights(words[estate_of(at, kingdom) + layout.PURSE]) else 0
        open_plots = plots(words, at, kingdom)
        spaces = _affordable(words, at, kingdom) if open_plots else 0
    burnable = _burnable(words, at, kingdom)
    taxes, builds, burns = count(taxable), count(open_plots) * count(spaces), count(burnable)
    others = taxes + builds + burns
    rank = below(rng, others + max(1, count(words[at + layout.FREE])))
    if rank < taxes:
        _collect(words, at, kingdom, shift_left(1, select(taxable, rank)))
    elif rank < taxes + builds:
        rank -= taxes
        space = rank // count(open_plots)
        _build(words, at, kingdom, select(spaces, space), select(open_plots, rank - space * count(open_plots)))
    elif rank < others:
        _burn(words, at, kingdom, select(burnable, rank - taxes - builds))
    elif words[at + layout.FREE]:
        _claim(words, at, select(words[at + layout.FREE], rank - others))
    else:
        _end_turn(words, at)


@part
def greedy_choice(words: Row, at: int, rng: Row, scratch: Row) -> int:
    """Returns the action of highest value; chooses among equals at random, among claims the lowest number."""
    kingdom = _kingdom_to_act(words, at)
    if words[at + layout.PHASE] == phase.PLACE:
        land = land_of(at, kingdom)
        return best_spot(words, land, words[at + layout.SIZE], 0, words[at + layout.OLD] & 255, rng, scratch)[1]
    chosen, best, equals = -1, 0, 0
    for number in range(legal(words, at, scratch)):
        action = scratch[number]
        value = judge(words, at, kingdom, action, rng, scratch)
        if chosen < 0 or value > best:
            chosen, best, equals = action, value, 1
        elif value == best and chosen < numbering.CLAIM:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen


@part
def rate(words: Row, at: int, actions: Row, many: int, values: Row, rng: Row, scratch: Row) -> None:
    kingdom = _kingdom_to_act(words, at)
    if words[at + layout.PHASE] == phase.PLACE:
        land = land_of(at, kingdom)
        rate_spots(
            words, land, words[at + layout.SIZE], 0, words[at + layout.OLD] & 255, actions, many, values, scratch
        )
        return
    for number in range(many):
        values[number] = judge(words, at, kingdom, actions[number], rng, scratch)


@part
def finish(words: Row, at: int, rng: Row) -> None:
    while words[at + layout.PHASE] != phase.OVER:
        if words[at + layout.PHASE] < phase.CLAIM:
            chance(words, at, rng)
        else:
            random_move(words, at, rng)


@kernel
def total(words: Row, at: int, kingdom: int) -> int:
    return standing(words, at, kingdom) >> 32
