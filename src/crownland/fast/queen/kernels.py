"""Queendomino and Royal Wedding on words: Q1–Q14, W1–W4."""

from crownland.fast import phase
from crownland.fast.bits import below, count, index, lowest, rest_of, select, shift_left, shift_right
from crownland.fast.greedy import best_spot, rate_spots
from crownland.fast.jit import Words, kernel, part, rare, table
from crownland.fast.land import (
    bit_of,
    list_spots,
    place_at_random,
    place_numbered,
    rotated,
    start_of,
)
from crownland.fast.layout import (
    BOARD,
    BOX,
    BURNED,
    DRAGON,
    FREE,
    FRESH,
    HOST,
    KINGDOMS,
    KNIGHT,
    LINE,
    LINES_LEFT,
    OLD,
    PHASE,
    POSTED,
    PURSE,
    SIZE,
    TILES,
    WAITING,
)
from crownland.fast.numbering import BUILD, BURN, DISCARD, END, QUEEN_CLAIM, SIDE, SQUARES, TAX
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

__all__ = [
    "actor",
    "apply",
    "chance",
    "deal",
    "finish",
    "greedy_choice",
    "kingdom_to_act",
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
def kingdom_to_act(words: Words, at: int) -> int:
    """W3: the kingdom that the seat to act acts for."""
    seat = actor(words, at)
    return seat if seat < words[at + KINGDOMS] else seat - words[at + KINGDOMS]


@part
def legal(words: Words, at: int, out: Words) -> int:
    now = words[at + PHASE]
    if now < phase.CLAIM or now == phase.OVER:
        return 0
    if now == phase.CLAIM:
        return list_claims(words, at, QUEEN_CLAIM, out, 0)
    kingdom = kingdom_to_act(words, at)
    land = land_of(at, kingdom)
    if now == phase.PLACE:
        return list_spots(words, land, words[at + SIZE], words[at + OLD] & 255, out)
    found = 0
    box = words[land + BOX]
    if now == phase.TAX:
        if knights(words[estate_of(at, kingdom) + PURSE]):
            found = _list_squares(words[at + FRESH], box, TAX, out, found)
        open_plots = plots(words, at, kingdom)
        if open_plots:
            spaces = _affordable(words, at, kingdom)
            while spaces:
                found = _list_squares(open_plots, box, BUILD + SQUARES * index(spaces), out, found)
                spaces = rest_of(spaces)
    spaces = _burnable(words, at, kingdom)
    while spaces:
        out[found] = BURN + index(spaces)
        found += 1
        spaces = rest_of(spaces)
    if words[at + FREE]:
        return list_claims(words, at, QUEEN_CLAIM, out, found)
    out[found] = END
    return found + 1


@rare
def _list_squares(mask: int, box: int, first: int, out: Words, found: int) -> int:
    """Writes the squares of *mask*, which lie in the box, as numbers from *first*, in their true order."""
    column, row = start_of(box), start_of(shift_right(box, 8))
    rest = rotated(mask, column, row)
    while rest:
        square = index(rest)
        out[found] = first + (row + (square >> 3)) * SIDE + column + (square & 7)
        found += 1
        rest = rest_of(rest)
    return found


@kernel
def _affordable(words: Words, at: int, kingdom: int) -> int:
    """Q7: a bit for every space whose tile the kingdom can pay."""
    purse = coins(words[estate_of(at, kingdom) + PURSE])
    spaces = 0
    for space in range(SPACES):
        if tile_on(words, at, space) and price(words, at, space, kingdom) <= purse:
            spaces |= 1 << space
    return spaces


@kernel
def _burnable(words: Words, at: int, kingdom: int) -> int:
    """Q10: a bit for every space whose tile the dragon may burn now."""
    if (
        words[at + PHASE] > phase.DRAGON
        or not words[at + DRAGON]
        or words[at + HOST] == kingdom + 1
        or not coins(words[estate_of(at, kingdom) + PURSE])
    ):
        return 0
    spaces = 0
    for space in range(SPACES):
        if tile_on(words, at, space):
            spaces |= 1 << space
    return spaces


@part
def apply(words: Words, at: int, action: int) -> None:
    if action >= QUEEN_CLAIM:
        if action == END:
            _end_turn(words, at)
        else:
            _claim(words, at, action - QUEEN_CLAIM)
        return
    kingdom = kingdom_to_act(words, at)
    if action < DISCARD:
        words[at + FRESH] = place_numbered(words, land_of(at, kingdom), words[at + OLD] & 255, action)
        words[at + PHASE] = phase.TAX
    elif action == DISCARD:
        words[at + PHASE] = phase.TAX  # Q5: a discarded domino allows no tax
    elif action < BUILD:
        _collect(words, at, kingdom, shift_left(1, bit_of(action - TAX)))
    elif action < BURN:
        space = (action - BUILD) // SQUARES
        _build(words, at, kingdom, space, bit_of(action - BUILD - space * SQUARES))
    else:
        _burn(words, at, kingdom, action - BURN)


@kernel
def _collect(words: Words, at: int, kingdom: int, bit: int) -> None:
    """Q5: a knight from the reserve stands on that square."""
    estate = estate_of(at, kingdom)
    words[estate + PURSE] += tax(words, at, kingdom, bit) - KNIGHT
    words[estate + POSTED] |= bit
    words[at + FRESH] &= ~bit


@kernel
def _build(words: Words, at: int, kingdom: int, space: int, square: int) -> None:
    build(words, at, kingdom, space, square)
    words[at + FRESH] = 0
    words[at + PHASE] = phase.DRAGON


@kernel
def _burn(words: Words, at: int, kingdom: int, space: int) -> None:
    """Q10: the dragon takes a coin and a tile."""
    words[estate_of(at, kingdom) + PURSE] -= 1
    words[at + BURNED] += 1 << 2 * (tile_on(words, at, space) - 1)
    words[at + BOARD] &= ~(255 << 8 * space)
    words[at + DRAGON] = 0
    words[at + FRESH] = 0
    words[at + PHASE] = phase.END


@kernel
def _claim(words: Words, at: int, place: int) -> None:
    if not words[at + WAITING]:
        placed(words, at)
    words[at + FRESH] = 0
    words[at + PHASE] = claim(words, at, place)
    if not words[at + LINE]:
        _end_round(words, at)


@kernel
def _end_turn(words: Words, at: int) -> None:
    placed(words, at)
    words[at + FRESH] = 0
    words[at + PHASE] = phase.PLACE if words[at + OLD] else phase.OVER


@rare
def _end_round(words: Words, at: int) -> None:
    """Q11: the dragon goes home, the tiles slide towards price 0, and new ones follow as long as there are any."""
    words[at + DRAGON] = 1
    board, by = 0, 0
    for space in range(SPACES):
        tile = tile_on(words, at, space)
        if tile:
            board |= tile << by
            by += 8
    words[at + BOARD] = board
    if by < 8 * SPACES and words[at + TILES]:
        words[at + PHASE] = phase.STOCK


@part
def chance(words: Words, at: int, rng: Words) -> None:
    now = words[at + PHASE]
    if now == phase.LINE:
        draw_line(words, at, rng)
        words[at + PHASE] = phase.CLAIM if words[at + WAITING] else phase.PLACE
    elif now == phase.STOCK:
        while words[at + TILES] and _empty_space(words, at) < SPACES:
            _stock(words, at, _KIND_OF[select(words[at + TILES], below(rng, count(words[at + TILES])))])
        _stocked(words, at)
    else:
        words[at + WAITING] = draw_opening(words, at, rng)
        words[at + PHASE] = phase.STOCK


@part
def deal(words: Words, at: int, items: Words) -> None:
    now = words[at + PHASE]
    if now == phase.LINE:
        deal_line(words, at, items)
        words[at + PHASE] = phase.CLAIM if words[at + WAITING] else phase.PLACE
    elif now == phase.STOCK:
        drawn = 0
        while words[at + TILES] and _empty_space(words, at) < SPACES:
            _stock(words, at, items[drawn])
            drawn += 1
        _stocked(words, at)
    else:
        words[at + WAITING] = deal_opening(words, at, items)
        words[at + PHASE] = phase.STOCK


@kernel
def _empty_space(words: Words, at: int) -> int:
    """The cheapest space of the builders' board without a tile."""
    space = 0
    while space < SPACES and tile_on(words, at, space):
        space += 1
    return space


@kernel
def _stock(words: Words, at: int, kind: int) -> None:
    """Q3, Q11: a tile of that kind goes from the pile to the cheapest empty space."""
    words[at + TILES] ^= lowest(words[at + TILES] & _ALL_OF[kind])
    words[at + BOARD] |= (kind + 1) << 8 * _empty_space(words, at)


@kernel
def _stocked(words: Words, at: int) -> None:
    words[at + PHASE] = phase.LINE if words[at + LINES_LEFT] else phase.PLACE


@part
def random_move(words: Words, at: int, rng: Words) -> None:
    now = words[at + PHASE]
    if now == phase.CLAIM:
        _claim(words, at, random_claim(words, at, rng))
        return
    kingdom = kingdom_to_act(words, at)
    if now == phase.PLACE:
        land = land_of(at, kingdom)
        words[at + FRESH] = place_at_random(words, land, words[at + SIZE], words[at + OLD] & 255, rng)
        words[at + PHASE] = phase.TAX
        return
    taxable, open_plots, spaces = 0, 0, 0
    if now == phase.TAX:
        taxable = words[at + FRESH] if knights(words[estate_of(at, kingdom) + PURSE]) else 0
        open_plots = plots(words, at, kingdom)
        spaces = _affordable(words, at, kingdom) if open_plots else 0
    burnable = _burnable(words, at, kingdom)
    taxes, builds, burns = count(taxable), count(open_plots) * count(spaces), count(burnable)
    others = taxes + builds + burns
    rank = below(rng, others + max(1, count(words[at + FREE])))
    if rank < taxes:
        _collect(words, at, kingdom, shift_left(1, select(taxable, rank)))
    elif rank < taxes + builds:
        rank -= taxes
        space = rank // count(open_plots)
        _build(words, at, kingdom, select(spaces, space), select(open_plots, rank - space * count(open_plots)))
    elif rank < others:
        _burn(words, at, kingdom, select(burnable, rank - taxes - builds))
    elif words[at + FREE]:
        _claim(words, at, select(words[at + FREE], rank - others))
    else:
        _end_turn(words, at)


@part
def greedy_choice(words: Words, at: int, rng: Words, scratch: Words) -> int:
    """The action of highest value; equals are drawn by lot, among claims the lowest number wins."""
    kingdom = kingdom_to_act(words, at)
    if words[at + PHASE] == phase.PLACE:
        land = land_of(at, kingdom)
        return best_spot(words, land, words[at + SIZE], 0, words[at + OLD] & 255, rng, scratch)[1]
    chosen, best, equals = -1, 0, 0
    for number in range(legal(words, at, scratch)):
        action = scratch[number]
        value = judge(words, at, kingdom, action, rng, scratch)
        if chosen < 0 or value > best:
            chosen, best, equals = action, value, 1
        elif value == best and chosen < QUEEN_CLAIM:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen


@part
def rate(words: Words, at: int, actions: Words, many: int, values: Words, rng: Words, scratch: Words) -> None:
    """What the greedy way thinks of the first *many* of *actions*, all legal: higher is better."""
    kingdom = kingdom_to_act(words, at)
    if words[at + PHASE] == phase.PLACE:
        land = land_of(at, kingdom)
        rate_spots(words, land, words[at + SIZE], 0, words[at + OLD] & 255, actions, many, values, scratch)
        return
    for number in range(many):
        values[number] = judge(words, at, kingdom, actions[number], rng, scratch)


@part
def finish(words: Words, at: int, rng: Words) -> None:
    """Plays to the end, every action at random."""
    while words[at + PHASE] != phase.OVER:
        if words[at + PHASE] < phase.CLAIM:
            chance(words, at, rng)
        else:
            random_move(words, at, rng)


@kernel
def total(words: Words, at: int, kingdom: int) -> int:
    return standing(words, at, kingdom) >> 32
