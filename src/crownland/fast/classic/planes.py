"""A game of Kingdomino as plain planes, which are quickly written. What the public names mean is in twin.Planes.

The kingdom that looks comes first and the others follow in the order of play. ``squares`` has the codes that records
have, ``dominoes`` a flag for each domino: unseen, free to claim, for each kingdom those it has still to place, for each
those it has claimed. ``order`` are the kings that have still to act in this round. ``past`` are the points of earlier
games (K10), ``turn`` says whether a domino is placed now, how many lines are left, and how many games are over.
"""

from crownland.fast import phase
from crownland.fast.classic import layout, numbering
from crownland.fast.jit import Bytes, Row, kernel, rare
from crownland.fast.land_features import MOST, codes, window, write_squares
from crownland.fast.turns import BOX_SIZE, land_of
from crownland.games.classic.rules import rules_of
from crownland.games.setup import Setup
from crownland.kernel.terrain import Terrain

__all__ = ["CODES", "parts_of", "write_planes"]

_TERRAINS = Terrain.TOWN  # all but the town
_PLACES = numbering.MOST_CLAIMS
_TURN = 3
CODES = codes(_TERRAINS)


def parts_of(setup: Setup) -> dict[str, tuple[int, ...]]:
    kingdoms, side = setup.players, window(rules_of(setup).size)
    return {
        "squares": (kingdoms, side, side),
        "dominoes": (2 + 2 * kingdoms, BOX_SIZE),
        "order": (_PLACES, kingdoms),
        "past": (kingdoms,),
        "turn": (_TURN,),
    }


@kernel
def _turn_of(owner: int, kingdom: int, kingdoms: int) -> int:
    """Returns how many places behind *kingdom* the seat of a nibble comes, in the order of seats."""
    turn = owner - 1 - kingdom
    return turn + kingdoms if turn < 0 else turn


@rare
def write_planes(words: Row, at: int, kingdom: int, record: Bytes) -> None:
    kingdoms, size = words[at + layout.KINGDOMS], words[at + layout.SIZE]
    squares = (2 * size - 1) * (2 * size - 1)
    dominoes = kingdoms * squares
    free = dominoes + BOX_SIZE
    to_place = free + BOX_SIZE - 1  # dominoes are numbered from 1 here
    claimed = to_place + kingdoms * BOX_SIZE
    order = dominoes + (2 + 2 * kingdoms) * BOX_SIZE
    past = order + _PLACES * kingdoms
    turn = past + kingdoms
    for number in range(free, turn):
        record[number] = 0
    for domino in range(BOX_SIZE):
        record[dominoes + domino] = 1 - (words[at + layout.SEEN] >> domino & 1)
    for place in range(kingdoms):
        one = kingdom + place if kingdom + place < kingdoms else kingdom + place - kingdoms
        write_squares(words, land_of(at, one), size, _TERRAINS, record, place * squares)
        if words[at + layout.GAMES_OVER]:
            record[past + place] = min(words[at + layout.PAST_POINTS + one] >> 32, MOST)
    kings, place = words[at + layout.WAITING], order
    while kings:
        record[place + _turn_of(kings & 15, kingdom, kingdoms)] = 1
        kings >>= 4
        place += kingdoms
    queue, owners = words[at + layout.OLD], words[at + layout.OLD_OWNERS]
    while queue:
        owner = _turn_of(owners & 15, kingdom, kingdoms)
        record[place + owner] = 1
        record[to_place + owner * BOX_SIZE + (queue & 255)] = 1
        queue >>= 8
        owners >>= 4
        place += kingdoms
    line, owners = words[at + layout.LINE], words[at + layout.OWNERS]
    while line:
        if owners & 15:
            record[claimed + _turn_of(owners & 15, kingdom, kingdoms) * BOX_SIZE + (line & 255)] = 1
        else:
            record[free + (line & 255) - 1] = 1
        line >>= 8
        owners >>= 4
    record[turn] = 1 if words[at + layout.PHASE] == phase.PLACE else 0
    record[turn + 1] = words[at + layout.LINES_LEFT]
    record[turn + 2] = words[at + layout.GAMES_OVER]
