"""Kingdomino on words: K1–K10. What the public functions do is in twin.Kernels."""

from crownland.fast import phase
from crownland.fast.bits import index, rest_of
from crownland.fast.classic import layout, numbering
from crownland.fast.greedy import SCRATCH_WORDS, best_spot, rate_spots
from crownland.fast.jit import Row, kernel, part, rare
from crownland.fast.land import (
    all_crowns,
    bonus_points,
    empty_kingdom,
    largest_property,
    list_spots,
    place_at_random,
    place_numbered,
    property_points,
)
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
from crownland.kernel.terrain import Terrain

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

_TERRAINS = len(Terrain)


@part
def legal(words: Row, at: int, out: Row) -> int:
    now = words[at + layout.PHASE]
    if now == phase.PLACE:
        land = _land(words, at)
        return list_spots(words, land, words[at + layout.SIZE], words[at + layout.OLD] & 255, out)
    return list_claims(words, at, numbering.CLAIM, out, 0) if now == phase.CLAIM else 0


@part
def apply(words: Row, at: int, action: int) -> None:
    if action >= numbering.CLAIM:
        words[at + layout.PHASE] = claim(words, at, action - numbering.CLAIM)
        return
    if action < numbering.DISCARD:
        place_numbered(words, _land(words, at), words[at + layout.OLD] & 255, action)
    _after_placing(words, at)


@part
def chance(words: Row, at: int, rng: Row) -> None:
    if words[at + layout.PHASE] == phase.OPENING:
        _opened(words, at, draw_opening(words, at, rng))
    else:
        draw_line(words, at, rng)
        _dealt(words, at)


@part
def deal(words: Row, at: int, items: Row) -> None:
    if words[at + layout.PHASE] == phase.OPENING:
        _opened(words, at, deal_opening(words, at, items))
    else:
        deal_line(words, at, items)
        _dealt(words, at)


@part
def random_move(words: Row, at: int, rng: Row) -> None:
    if words[at + layout.PHASE] == phase.PLACE:
        place_at_random(words, _land(words, at), words[at + layout.SIZE], words[at + layout.OLD] & 255, rng)
        _after_placing(words, at)
    else:
        words[at + layout.PHASE] = claim(words, at, random_claim(words, at, rng))


@part
def greedy_choice(words: Row, at: int, rng: Row, scratch: Row) -> int:
    """Returns the action of highest value; chooses among equals at random, among claims the lowest number."""
    size, bonuses = words[at + layout.SIZE], words[at + layout.BONUSES]
    if words[at + layout.PHASE] == phase.PLACE:
        return best_spot(words, _land(words, at), size, bonuses, words[at + layout.OLD] & 255, rng, scratch)[1]
    land = land_of(at, words[at + layout.WAITING] & 15) - layout.KINGDOM_WORDS
    chosen, best, free = -1, 0, words[at + layout.FREE]
    while free:
        place = index(free)
        free = rest_of(free)
        value = best_spot(words, land, size, bonuses, words[at + layout.LINE] >> 8 * place & 255, rng, scratch)[0]
        if chosen < 0 or value > best:
            chosen, best = place, value
    return numbering.CLAIM + chosen


@part
def rate(words: Row, at: int, actions: Row, many: int, values: Row, rng: Row, scratch: Row) -> None:
    size, bonuses = words[at + layout.SIZE], words[at + layout.BONUSES]
    if words[at + layout.PHASE] == phase.PLACE:
        rate_spots(words, _land(words, at), size, bonuses, words[at + layout.OLD] & 255, actions, many, values, scratch)
        return
    land = land_of(at, words[at + layout.WAITING] & 15) - layout.KINGDOM_WORDS
    for number in range(many):
        domino = words[at + layout.LINE] >> 8 * (actions[number] - numbering.CLAIM) & 255
        values[number] = best_spot(words, land, size, bonuses, domino, rng, scratch)[0]


@part
def finish(words: Row, at: int, rng: Row) -> None:
    while True:
        now = words[at + layout.PHASE]
        if now == phase.PLACE:
            place_at_random(words, _land(words, at), words[at + layout.SIZE], words[at + layout.OLD] & 255, rng)
            _after_placing(words, at)
        elif now == phase.CLAIM:
            words[at + layout.PHASE] = claim(words, at, random_claim(words, at, rng))
        elif now == phase.OVER:
            return
        else:
            chance(words, at, rng)


@kernel
def total(words: Row, at: int, kingdom: int) -> int:
    """Returns the points of a kingdom (C12, K7, K8), in all games (K10)."""
    now = _points(words, at, kingdom)
    return now + (words[at + layout.PAST_POINTS + kingdom] >> 32) if words[at + layout.GAMES_OVER] else now


@kernel
def _points(words: Row, at: int, kingdom: int) -> int:
    """Returns the points of this game."""
    land = land_of(at, kingdom)
    return property_points(words, land) + bonus_points(
        words[land + layout.BOX], words[land + layout.OCCUPIED], words[at + layout.SIZE], words[at + layout.BONUSES]
    )


@rare
def standing(words: Row, at: int, kingdom: int) -> int:
    """Returns total, largest property and crowns as one number, the higher ranks first (K6); of all games (K10)."""
    land = land_of(at, kingdom)
    now = _points(words, at, kingdom) << 32 | largest_property(words, land) << 16 | all_crowns(words, land)
    return now + words[at + layout.PAST_POINTS + kingdom] if words[at + layout.GAMES_OVER] else now


@kernel
def _land(words: Row, at: int) -> int:
    """Returns where the kingdom of the king that places begins."""
    return land_of(at, words[at + layout.OLD_OWNERS] & 15) - layout.KINGDOM_WORDS


@kernel
def _opened(words: Row, at: int, order: int) -> None:
    words[at + layout.WAITING] = order
    words[at + layout.PHASE] = phase.LINE


@kernel
def _dealt(words: Row, at: int) -> None:
    words[at + layout.PHASE] = phase.CLAIM if words[at + layout.WAITING] else phase.PLACE


@kernel
def _after_placing(words: Row, at: int) -> None:
    placed(words, at)
    if words[at + layout.WAITING]:
        words[at + layout.PHASE] = phase.CLAIM
    elif not words[at + layout.OLD]:
        words[at + layout.PHASE] = phase.OVER
        if words[at + layout.GAMES_OVER] + 1 < words[at + layout.GAMES]:
            _next_game(words, at)


@rare
def _next_game(words: Row, at: int) -> None:
    """Keeps the results of this game and begins the next one (K10)."""
    for kingdom in range(words[at + layout.KINGDOMS]):
        words[at + layout.PAST_POINTS + kingdom] = standing(words, at, kingdom)
        land = land_of(at, kingdom)
        past = at + layout.PAST + (layout.MOST_KINGDOMS * words[at + layout.GAMES_OVER] + kingdom) * layout.PAST_WORDS
        for terrain in range(_TERRAINS):
            for plane in range(layout.PAST_PLANES):
                if (terrain + 1) >> plane & 1:
                    words[past + plane] |= words[land + layout.TERRAINS + terrain]
        words[past + layout.PAST_PLANES] = words[land + layout.CROWNS]
        words[past + layout.PAST_PLANES + 1] = words[land + layout.CROWNS_TWICE]
        empty_kingdom(words, land)
    words[at + layout.GAMES_OVER] += 1
    words[at + layout.LINES_LEFT] = words[at + layout.LINES]
    words[at + layout.SEEN] = 0
    words[at + layout.PHASE] = phase.OPENING
