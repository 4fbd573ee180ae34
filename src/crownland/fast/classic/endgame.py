"""Endgames of Kingdomino in which the kingdoms no longer affect each other.

They go apart as soon as all that is left to claim goes to one of them: from there on each simply reaches the best
standing it can, whatever the other does. The standings of single kingdoms are remembered.
"""

from crownland.fast.bits import index, multiply, rest_of, shift_right
from crownland.fast.classic import layout
from crownland.fast.endgame import DONE, LIMIT, UNKNOWN, outcome
from crownland.fast.jit import FAST, Row, kernel, rare
from crownland.fast.land import all_crowns, bonus_points, largest_property, place, property_points, spots
from crownland.fast.turns import land_of

__all__ = ["MEMORY_WORDS", "POSITIONS_A_SECOND", "is_open", "known_result"]

POSITIONS_A_SECOND = 1_000_000 if FAST else 5_000

MOST_DOMINOES = 8  # left to lay in one kingdom
MEMORY = 1 << 16  # standings that are remembered; a power of two

# What is kept for every domino that is laid: the kingdom before, the spots still to try by direction, whether to leave
# it out, the best standing so far, and the key it is remembered by.
SPOTS = layout.KINGDOM_WORDS
LEAVE_OUT = SPOTS + 4
BEST_STANDING = LEAVE_OUT + 1
KEY = BEST_STANDING + 1
LAYING_WORDS = KEY + 1

# The memory row: what is kept for every domino, how many standings are remembered, and a hash table of them.
KEPT = (MOST_DOMINOES + 1) * LAYING_WORDS
TABLE = KEPT + 1
MEMORY_WORDS = TABLE + 2 * MEMORY


def is_open(row: Row) -> bool:
    """Returns whether all lines of the last game are dealt."""
    return not row[layout.LINES_LEFT] and row[layout.GAMES_OVER] + 1 == row[layout.GAMES]


@rare
def known_result(words: Row, at: int, memory: Row, counter: Row) -> int:
    """Returns the result once the kingdoms have gone apart, else UNKNOWN."""
    if not _is_shared_out(words, at):
        return UNKNOWN
    return outcome(_best_standing(words, at, 0, memory, counter), _best_standing(words, at, 1, memory, counter))


@kernel
def _is_shared_out(words: Row, at: int) -> bool:
    """Returns whether all dominoes left to claim go to the same kingdom, or none is left."""
    kings, both = _kings_to_claim(words, at) if words[at + layout.FREE] else 0, 0
    while kings:
        both |= kings & 15
        kings >>= 4
    return both != 3  # seats are 1 and 2


@kernel
def _kings_to_claim(words: Row, at: int) -> int:
    """Returns the kings that have yet to claim, a nibble each: the one that waits, and all that have yet to place."""
    waiting = words[at + layout.WAITING]
    return words[at + layout.OLD_OWNERS] << 4 | waiting if waiting else words[at + layout.OLD_OWNERS]


@rare
def _best_standing(words: Row, at: int, kingdom: int, memory: Row, counter: Row) -> int:
    """Returns the highest standing that a kingdom can reach with what it has claimed and what will be left to it."""
    dominoes = _dominoes_of(words[at + layout.OLD], words[at + layout.OLD_OWNERS], kingdom, False)
    rest = _dominoes_of(words[at + layout.LINE], words[at + layout.OWNERS], kingdom, _has_to_claim(words, at, kingdom))
    many, left = 0, dominoes
    while left:
        left >>= 8
        many += 1
    dominoes |= rest << 8 * many
    while rest:
        rest >>= 8
        many += 1
    land = land_of(at, kingdom)
    for slot in range(layout.KINGDOM_WORDS):
        memory[slot] = words[land + slot]
    past = words[at + layout.PAST_POINTS + kingdom] if words[at + layout.GAMES_OVER] else 0
    return past + _lay_all(memory, dominoes, many, words[at + layout.SIZE], words[at + layout.BONUSES], counter)


@kernel
def _dominoes_of(line: int, owners: int, kingdom: int, takes_free: bool) -> int:
    """Returns the dominoes of a line that a kingdom has, with unclaimed ones if it *takes_free* ones too."""
    found, many = 0, 0
    while line:
        if owners & 15 == kingdom + 1 or (takes_free and not owners & 15):
            found |= (line & 255) << 8 * many
            many += 1
        line >>= 8
        owners >>= 4
    return found


@kernel
def _has_to_claim(words: Row, at: int, kingdom: int) -> bool:
    """Returns whether a king of that kingdom has yet to claim."""
    kings, found = _kings_to_claim(words, at), False
    while kings:
        found |= kings & 15 == kingdom + 1
        kings >>= 4
    return found


@rare
def _lay_all(memory: Row, dominoes: int, many: int, size: int, bonuses: int, counter: Row) -> int:
    """Returns the highest standing of the first kingdom in *memory* once all dominoes are laid, in turn."""
    depth, is_new, value = 0, True, -1
    while counter[DONE] <= counter[LIMIT]:
        land, domino = depth * LAYING_WORDS, dominoes >> 8 * depth & 255
        if is_new:
            is_new = False
            counter[DONE] += 1
            if depth == many:
                value = _standing(memory, land, size, bonuses)
            else:
                memory[land + KEY] = _key(memory, land, dominoes >> 8 * depth)
                value = _remembered(memory, memory[land + KEY])
                if value < 0:
                    _find_spots(memory, land, size, domino)
        elif not _lay_next(memory, land, domino):
            value = memory[land + BEST_STANDING]
            _remember(memory, memory[land + KEY], value)
        else:
            depth, is_new = depth + 1, True
        if value >= 0:
            if depth == 0:
                return value
            depth -= 1
            best = depth * LAYING_WORDS + BEST_STANDING
            memory[best] = max(memory[best], value)
            value = -1
    return 0


@kernel
def _find_spots(memory: Row, land: int, size: int, domino: int) -> None:
    northern, eastern, southern, western = spots(memory, land, size, domino)
    memory[land + SPOTS], memory[land + SPOTS + 1] = northern, eastern
    memory[land + SPOTS + 2], memory[land + SPOTS + 3] = southern, western
    memory[land + LEAVE_OUT] = not (northern | eastern | southern | western)  # C7
    memory[land + BEST_STANDING] = 0


@kernel
def _lay_next(memory: Row, land: int, domino: int) -> bool:
    """Lays *domino* on the next spot, in a copy of the kingdom behind it; False when all were tried."""
    direction = 0
    while direction < 4 and not memory[land + SPOTS + direction]:
        direction += 1
    if direction == 4 and not memory[land + LEAVE_OUT]:
        return False
    for slot in range(land, land + layout.KINGDOM_WORDS):
        memory[slot + LAYING_WORDS] = memory[slot]
    if direction == 4:
        memory[land + LEAVE_OUT] = 0
    else:
        rest = memory[land + SPOTS + direction]
        memory[land + SPOTS + direction] = rest_of(rest)
        place(memory, land + LAYING_WORDS, domino, index(rest), direction)
    return True


@rare
def _standing(memory: Row, land: int, size: int, bonuses: int) -> int:
    """Must agree with kernels.standing()."""
    points = property_points(memory, land) + bonus_points(
        memory[land + layout.BOX], memory[land + layout.OCCUPIED], size, bonuses
    )
    return points << 32 | largest_property(memory, land) << 16 | all_crowns(memory, land)


@kernel
def _key(memory: Row, land: int, dominoes: int) -> int:
    """Returns a hash of a kingdom and the dominoes left to lay; never 0."""
    key = dominoes
    for slot in range(land, land + layout.OCCUPIED):
        key = multiply(key ^ memory[slot], -0x61C8864680B583EB)
        key ^= shift_right(key, 29)
    return key | 1


@kernel
def _remembered(memory: Row, key: int) -> int:
    """Returns the standing kept under *key*; -1 when there is none."""
    slot = _slot(memory, key)
    return memory[TABLE + 2 * slot + 1] if memory[TABLE + 2 * slot] else -1


@kernel
def _remember(memory: Row, key: int, standing: int) -> None:
    if memory[KEPT] < MEMORY // 2:
        slot = _slot(memory, key)
        memory[TABLE + 2 * slot], memory[TABLE + 2 * slot + 1] = key, standing
        memory[KEPT] += 1


@kernel
def _slot(memory: Row, key: int) -> int:
    """Returns where *key* is, or would be, in the table."""
    slot = shift_right(key, 40) & (MEMORY - 1)
    while memory[TABLE + 2 * slot] and memory[TABLE + 2 * slot] != key:
        slot = (slot + 1) & (MEMORY - 1)
    return slot
