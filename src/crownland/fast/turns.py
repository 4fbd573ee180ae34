"""C8–C11 and K4 on words: the lines, the kings on them, and whose turn it is, for all games with lines of dominoes."""

from crownland.fast import layout, phase
from crownland.fast.bits import below, count, index, rest_of, select
from crownland.fast.jit import Row, kernel, rare, table
from crownland.kernel.domino import DOMINOES
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

BOX_SIZE = len(DOMINOES) // layout.BOXES  # as many in each box (C2)
_WHOLE_BOX = (1 << BOX_SIZE) - 1
_EVERY_KING = 0x87654321
_TWO_KINGS_EACH = 0x2211
_DRAW = tuple(OPENINGS).index("draw")
# By the place of an opening in OPENINGS: 1 + the seat that was chosen to begin, or 0; and whether it turns back.
_STARTER = table(0 if rule.starter is None else 1 + rule.starter for rule in OPENINGS.values())
_TURNS_BACK = table(int(rule.order is OPENINGS["snake"].order) for rule in OPENINGS.values())


@kernel
def land_of(at: int, kingdom: int) -> int:
    """Returns where a kingdom's slots begin."""
    return at + layout.KINGDOM + kingdom * layout.KINGDOM_WORDS


@kernel
def actor(words: Row, at: int) -> int:
    """Returns the seat to act: of the first waiting king, or of the king on the lowest old domino (C10)."""
    return ((words[at + layout.WAITING] or words[at + layout.OLD_OWNERS]) & 15) - 1


@rare
def draw_opening(words: Row, at: int, rng: Row) -> int:
    """Returns the kings in the order of their first claims (K4), as WAITING holds them."""
    seats, kings = words[at + layout.SEATS], words[at + layout.KINGS]
    order, rule = 0, words[at + layout.OPENING_RULE]
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
def deal_opening(words: Row, at: int, items: Row) -> int:
    """Returns the seats in *items* as WAITING holds them."""
    order = 0
    for king in range(words[at + layout.KINGS]):
        order |= (items[king] + 1) << 4 * king
    return order


@kernel
def _pile(words: Row, at: int) -> int:
    """Returns the box of the next line: PILES has a bit for the first line, and one for the second (W1)."""
    return words[at + layout.PILES] >> ((words[at + layout.LINES] - words[at + layout.LINES_LEFT]) & 1) & 1


@kernel
def draw_line(words: Row, at: int, rng: Row) -> None:
    """Reveals a random line from what is left of the pile (C8)."""
    pile = _pile(words, at)
    rest = ~words[at + layout.SEEN + pile] & _WHOLE_BOX
    left = count(rest)
    line = 0
    for drawn in range(words[at + layout.LINE_LENGTH]):
        one = 1 << select(rest, below(rng, left - drawn))
        rest ^= one
        line |= one
    _reveal(words, at, pile, line)


@rare
def deal_line(words: Row, at: int, items: Row) -> None:
    """Reveals the line of the dominoes in *items*, which are numbered from 0 through both boxes."""
    pile = _pile(words, at)
    line = 0
    for drawn in range(words[at + layout.LINE_LENGTH]):
        line |= 1 << items[drawn] - pile * BOX_SIZE
    _reveal(words, at, pile, line)


@kernel
def _reveal(words: Row, at: int, pile: int, line: int) -> None:
    words[at + layout.SEEN + pile] |= line
    first, by, packed = 1 + pile * BOX_SIZE, 0, 0
    while line:
        packed |= (first + index(line)) << by
        line = rest_of(line)
        by += 8
    words[at + layout.LINE] = packed
    words[at + layout.FREE] = (1 << words[at + layout.LINE_LENGTH]) - 1
    words[at + layout.LINES_LEFT] -= 1


@rare
def list_claims(words: Row, at: int, first: int, out: Row, found: int) -> int:
    """Writes the claims, numbered from *first* by their place in the line, behind the *found* actions in *out*.

    Returns how many actions there are now.
    """
    free = words[at + layout.FREE]
    while free:
        out[found] = first + index(free)
        found += 1
        free = rest_of(free)
    return found


@kernel
def random_claim(words: Row, at: int, rng: Row) -> int:
    """Returns a random place in the line that nobody has claimed."""
    free = words[at + layout.FREE]
    return select(free, below(rng, count(free)))


@kernel
def claim(words: Row, at: int, place: int) -> int:
    """Puts the waiting king on that place of the line (C9). Returns the phase that follows; the caller sets it.

    When it was the last king, the new line becomes the old one, and what nobody claimed leaves the game (K5, Q1).
    """
    waiting = words[at + layout.WAITING]
    owners = words[at + layout.OWNERS] | (waiting & 15) << 4 * place
    free = words[at + layout.FREE] & ~(1 << place)
    waiting >>= 4
    words[at + layout.WAITING] = waiting
    if waiting or words[at + layout.OLD]:
        words[at + layout.OWNERS] = owners
        words[at + layout.FREE] = free
        return phase.CLAIM if waiting else phase.PLACE
    line = words[at + layout.LINE]
    if free:
        line, owners = _claimed(line, owners)
    words[at + layout.OLD] = line
    words[at + layout.OLD_OWNERS] = owners
    words[at + layout.LINE] = 0
    words[at + layout.OWNERS] = 0
    words[at + layout.FREE] = 0
    return phase.LINE if words[at + layout.LINES_LEFT] else phase.PLACE


@rare
def _claimed(line: int, owners: int) -> tuple[int, int]:
    """Returns the places of the line that have an owner, closed up."""
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
def placed(words: Row, at: int) -> None:
    """Ends the placing of the king whose turn it is: it waits to claim, unless no line is left (C11)."""
    if words[at + layout.FREE]:
        words[at + layout.WAITING] = words[at + layout.OLD_OWNERS] & 15
    words[at + layout.OLD] >>= 8
    words[at + layout.OLD_OWNERS] >>= 4
