"""Kingdomino on words: K1–K10."""

from crownland.fast import phase
from crownland.fast.bits import index, rest_of
from crownland.fast.greedy import best_spot, rate_spots
from crownland.fast.jit import Words, kernel, part, rare
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
from crownland.fast.layout import (
    BONUSES,
    BOX,
    CROWNS,
    CROWNS_TWICE,
    FREE,
    GAMES,
    GAMES_OVER,
    KINGDOM_WORDS,
    KINGDOMS,
    LINE,
    LINES,
    LINES_LEFT,
    OCCUPIED,
    OLD,
    OLD_OWNERS,
    PAST,
    PAST_POINTS,
    PAST_WORDS,
    PHASE,
    SEEN,
    SIZE,
    TERRAINS,
    WAITING,
)
from crownland.fast.numbering import CLASSIC_CLAIM, DISCARD
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

__all__ = [
    "actor",
    "apply",
    "begin",
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


@kernel
def begin(words: Words, at: int) -> None:
    """Empties the table for a game, or for the next one of a Dynasty."""
    for kingdom in range(words[at + KINGDOMS]):
        empty_kingdom(words, land_of(at, kingdom))
    words[at + LINES_LEFT] = words[at + LINES]
    words[at + SEEN] = 0
    words[at + PHASE] = phase.OPENING


@part
def legal(words: Words, at: int, out: Words) -> int:
    now = words[at + PHASE]
    if now == phase.PLACE:
        land = _land(words, at)
        return list_spots(words, land, words[at + SIZE], words[at + OLD] & 255, out)
    return list_claims(words, at, CLASSIC_CLAIM, out, 0) if now == phase.CLAIM else 0


@part
def apply(words: Words, at: int, action: int) -> None:
    if action >= CLASSIC_CLAIM:
        words[at + PHASE] = claim(words, at, action - CLASSIC_CLAIM)
        return
    if action < DISCARD:
        place_numbered(words, _land(words, at), words[at + OLD] & 255, action)
    _after_placing(words, at)


@part
def chance(words: Words, at: int, rng: Words) -> None:
    if words[at + PHASE] == phase.OPENING:
        _opened(words, at, draw_opening(words, at, rng))
    else:
        draw_line(words, at, rng)
        _dealt(words, at)


@part
def deal(words: Words, at: int, items: Words) -> None:
    if words[at + PHASE] == phase.OPENING:
        _opened(words, at, deal_opening(words, at, items))
    else:
        deal_line(words, at, items)
        _dealt(words, at)


@part
def random_move(words: Words, at: int, rng: Words) -> None:
    if words[at + PHASE] == phase.PLACE:
        place_at_random(words, _land(words, at), words[at + SIZE], words[at + OLD] & 255, rng)
        _after_placing(words, at)
    else:
        words[at + PHASE] = claim(words, at, random_claim(words, at, rng))


@part
def greedy_choice(words: Words, at: int, rng: Words, scratch: Words) -> int:
    """The action of highest value; equals are drawn by lot, among claims the lowest number wins."""
    size, bonuses = words[at + SIZE], words[at + BONUSES]
    if words[at + PHASE] == phase.PLACE:
        return best_spot(words, _land(words, at), size, bonuses, words[at + OLD] & 255, rng, scratch)[1]
    land = land_of(at, words[at + WAITING] & 15) - KINGDOM_WORDS
    chosen, best, free = -1, 0, words[at + FREE]
    while free:
        place = index(free)
        free = rest_of(free)
        value = best_spot(words, land, size, bonuses, words[at + LINE] >> 8 * place & 255, rng, scratch)[0]
        if chosen < 0 or value > best:
            chosen, best = place, value
    return CLASSIC_CLAIM + chosen


@part
def rate(words: Words, at: int, actions: Words, many: int, values: Words, rng: Words, scratch: Words) -> None:
    """What the greedy way thinks of the first *many* of *actions*, all legal: higher is better."""
    size, bonuses = words[at + SIZE], words[at + BONUSES]
    if words[at + PHASE] == phase.PLACE:
        rate_spots(words, _land(words, at), size, bonuses, words[at + OLD] & 255, actions, many, values, scratch)
        return
    land = land_of(at, words[at + WAITING] & 15) - KINGDOM_WORDS
    for number in range(many):
        domino = words[at + LINE] >> 8 * (actions[number] - CLASSIC_CLAIM) & 255
        values[number] = best_spot(words, land, size, bonuses, domino, rng, scratch)[0]


@part
def finish(words: Words, at: int, rng: Words) -> None:
    """Plays to the end, every action at random."""
    while True:
        now = words[at + PHASE]
        if now == phase.PLACE:
            place_at_random(words, _land(words, at), words[at + SIZE], words[at + OLD] & 255, rng)
            _after_placing(words, at)
        elif now == phase.CLAIM:
            words[at + PHASE] = claim(words, at, random_claim(words, at, rng))
        elif now == phase.OVER:
            return
        else:
            chance(words, at, rng)


@kernel
def total(words: Words, at: int, kingdom: int) -> int:
    """C12, K7, K8: the points of a kingdom; K10: of all games."""
    now = _points(words, at, kingdom)
    return now + (words[at + PAST_POINTS + kingdom] >> 32) if words[at + GAMES_OVER] else now


@kernel
def _points(words: Words, at: int, kingdom: int) -> int:
    """The points of this game."""
    land = land_of(at, kingdom)
    return property_points(words, land) + bonus_points(
        words[land + BOX], words[land + OCCUPIED], words[at + SIZE], words[at + BONUSES]
    )


@rare
def standing(words: Words, at: int, kingdom: int) -> int:
    """Total, largest property and crowns as one number, so that the higher one ranks first (K6); K10: all games."""
    land = land_of(at, kingdom)
    now = _points(words, at, kingdom) << 32 | largest_property(words, land) << 16 | all_crowns(words, land)
    return now + words[at + PAST_POINTS + kingdom] if words[at + GAMES_OVER] else now


@kernel
def _land(words: Words, at: int) -> int:
    """The kingdom of the king that places."""
    return land_of(at, words[at + OLD_OWNERS] & 15) - KINGDOM_WORDS


@kernel
def _opened(words: Words, at: int, order: int) -> None:
    words[at + WAITING] = order
    words[at + PHASE] = phase.LINE


@kernel
def _dealt(words: Words, at: int) -> None:
    words[at + PHASE] = phase.CLAIM if words[at + WAITING] else phase.PLACE


@kernel
def _after_placing(words: Words, at: int) -> None:
    placed(words, at)
    if words[at + WAITING]:
        words[at + PHASE] = phase.CLAIM
    elif not words[at + OLD]:
        words[at + PHASE] = phase.OVER
        if words[at + GAMES_OVER] + 1 < words[at + GAMES]:
            _next_game(words, at)


@rare
def _next_game(words: Words, at: int) -> None:
    """K10: what came of this game is kept, and the next one begins."""
    for kingdom in range(words[at + KINGDOMS]):
        words[at + PAST_POINTS + kingdom] = standing(words, at, kingdom)
        land = land_of(at, kingdom)
        past = at + PAST + (4 * words[at + GAMES_OVER] + kingdom) * PAST_WORDS
        for terrain in range(7):
            for plane in range(3):
                if (terrain + 1) >> plane & 1:
                    words[past + plane] |= words[land + TERRAINS + terrain]
        words[past + 3] = words[land + CROWNS]
        words[past + 4] = words[land + CROWNS_TWICE]
    words[at + GAMES_OVER] += 1
    begin(words, at)
