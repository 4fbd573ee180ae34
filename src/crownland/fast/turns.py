"""C8–C11 and K4 on words: the lines, the kings on them, and whose turn it is. For Kingdomino and Queendomino alike."""

from crownland.fast import phase
from crownland.fast.bits import below, count, index, rest_of, select
from crownland.fast.jit import Words, kernel, rare, table
from crownland.fast.layout import (
    FREE,
    KINGDOM,
    KINGDOM_WORDS,
    KINGS,
    LINE,
    LINE_LENGTH,
    LINES,
    LINES_LEFT,
    OLD,
    OLD_OWNERS,
    OPENING_RULE,
    OWNERS,
    PILES,
    SEATS,
    SEEN,
    WAITING,
)
from crownland.kernel.opening import OPENINGS

__all__ = [
    "BOX_SIZE",
    "actor",
    "claim",
    "deal_line",
    "deal_opening",
    "draw_line",
    "draw_opening",
    "land_of",
    "list_claims",
    "placed",
    "random_claim",
]

BOX_SIZE = 48
_WHOLE_BOX = (1 << BOX_SIZE) - 1
_EVERY_KING = 0x87654321
_TWO_KINGS_EACH = 0x2211
_DRAW = 0  # its place in OPENINGS
# By the place of an opening in OPENINGS: 1 + the seat that was chosen to begin, or 0; and whether it turns back.
_STARTER = table(0 if rule.starter is None else 1 + rule.starter for rule in OPENINGS.values())
_TURNS_BACK = table(int(rule.order is OPENINGS["snake"].order) for rule in OPENINGS.values())


@kernel
def land_of(at: int, kingdom: int) -> int:
    """Where a kingdom's slots begin."""
    return at + KINGDOM + kingdom * KINGDOM_WORDS


@kernel
def actor(words: Words, at: int) -> int:
    """The seat to act, when one is: the first of the waiting kings, or the one on the lowest old domino (C10)."""
    return ((words[at + WAITING] or words[at + OLD_OWNERS]) & 15) - 1


@rare
def draw_opening(words: Words, at: int, rng: Words) -> int:
    """K4: the kings in the order of their first claims, as WAITING holds them."""
    seats, kings = words[at + SEATS], words[at + KINGS]
    order, rule = 0, words[at + OPENING_RULE]
    if rule == _DRAW:
        left = _EVERY_KING if kings == seats else _TWO_KINGS_EACH
        for king in range(kings):
            drawn = 4 * below(rng, kings - king)
            order |= (left >> drawn & 15) << 4 * king
            left = left & ((1 << drawn) - 1) | left >> drawn + 4 << drawn
        return order
    seat, step = _STARTER[rule] - 1 if _STARTER[rule] else below(rng, seats), 1
    for king in range(kings):
        order |= (seat + 1) << 4 * king
        if king + 1 == seats and _TURNS_BACK[rule]:
            step = seats - 1  # and back again, from the seat that has just claimed
        else:
            seat += step
        if seat >= seats:
            seat -= seats
    return order


@rare
def deal_opening(words: Words, at: int, items: Words) -> int:
    """The order that the seats in *items* are."""
    order = 0
    for king in range(words[at + KINGS]):
        order |= (items[king] + 1) << 4 * king
    return order


@kernel
def _pile(words: Words, at: int) -> int:
    """Which box the next line comes from: PILES has a bit for the first line, and one for the second (W1)."""
    return words[at + PILES] >> ((words[at + LINES] - words[at + LINES_LEFT]) & 1) & 1


@kernel
def draw_line(words: Words, at: int, rng: Words) -> None:
    """C8: a random line from what is left of the pile."""
    pile = _pile(words, at)
    rest = ~words[at + SEEN + pile] & _WHOLE_BOX
    left = count(rest)
    line = 0
    for drawn in range(words[at + LINE_LENGTH]):
        one = 1 << select(rest, below(rng, left - drawn))
        rest ^= one
        line |= one
    _reveal(words, at, pile, line)


@rare
def deal_line(words: Words, at: int, items: Words) -> None:
    """The line of the dominoes in *items*, which are numbered from 0 through both boxes."""
    pile = _pile(words, at)
    line = 0
    for drawn in range(words[at + LINE_LENGTH]):
        line |= 1 << items[drawn] - pile * BOX_SIZE
    _reveal(words, at, pile, line)


@kernel
def _reveal(words: Words, at: int, pile: int, line: int) -> None:
    words[at + SEEN + pile] |= line
    first, by, packed = 1 + pile * BOX_SIZE, 0, 0
    while line:
        packed |= (first + index(line)) << by
        line = rest_of(line)
        by += 8
    words[at + LINE] = packed
    words[at + FREE] = (1 << words[at + LINE_LENGTH]) - 1
    words[at + LINES_LEFT] -= 1


@rare
def list_claims(words: Words, at: int, first: int, out: Words, found: int) -> int:
    """Writes the claims, numbered from *first* by their place in the line, behind the *found* actions in *out*."""
    free = words[at + FREE]
    while free:
        out[found] = first + index(free)
        found += 1
        free = rest_of(free)
    return found


@kernel
def random_claim(words: Words, at: int, rng: Words) -> int:
    """A place in the line that nobody has claimed."""
    free = words[at + FREE]
    return select(free, below(rng, count(free)))


@kernel
def claim(words: Words, at: int, place: int) -> int:
    """C9: the waiting king stands on that place of the line. The phase that follows; the caller sets it.

    When it was the last king, the new line becomes the old one, and what nobody claimed leaves the game (K5, Q1).
    """
    waiting = words[at + WAITING]
    owners = words[at + OWNERS] | (waiting & 15) << 4 * place
    free = words[at + FREE] & ~(1 << place)
    waiting >>= 4
    words[at + WAITING] = waiting
    if waiting or words[at + OLD]:
        words[at + OWNERS] = owners
        words[at + FREE] = free
        return phase.CLAIM if waiting else phase.PLACE
    line = words[at + LINE]
    if free:
        line, owners = _claimed(line, owners)
    words[at + OLD] = line
    words[at + OLD_OWNERS] = owners
    words[at + LINE] = 0
    words[at + OWNERS] = 0
    words[at + FREE] = 0
    return phase.LINE if words[at + LINES_LEFT] else phase.PLACE


@rare
def _claimed(line: int, owners: int) -> tuple[int, int]:
    """The places of the line that have an owner, closed up."""
    kept, kept_owners, found = 0, 0, 0
    while line:
        if owners & 15:
            kept |= (line & 255) << 8 * found
            kept_owners |= (owners & 15) << 4 * found
            found += 1
        line >>= 8
        owners >>= 4
    return kept, kept_owners


@kernel
def placed(words: Words, at: int) -> None:
    """The king whose turn it is has placed or discarded its domino: it waits to claim, unless no line is left (C11)."""
    if words[at + FREE]:
        words[at + WAITING] = words[at + OLD_OWNERS] & 15
    words[at + OLD] >>= 8
    words[at + OLD_OWNERS] >>= 4
