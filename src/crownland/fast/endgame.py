"""Endgames of two kingdoms in which nothing is hidden any more, solved exactly.

A result is a win, a tie or a loss, and among equal ones the margin. What is left is searched to its end (alpha-beta,
the greedy way's favourites first). In Kingdomino the kingdoms go apart as soon as all that is left to claim goes to one
of them: from there on each simply reaches the best standing it can, whatever the other does, and is remembered.

Nothing calls itself here: Numba cannot keep recursive kernels in its cache.
"""

from dataclasses import dataclass
from typing import Any

from crownland.fast import dispatch as kernels
from crownland.fast import phase
from crownland.fast.bits import index, multiply, rest_of, shift_right
from crownland.fast.convert import to_words
from crownland.fast.dispatch import Game, game_of
from crownland.fast.greedy import SCRATCH_WORDS
from crownland.fast.jit import COMPILED, Words, entry, kernel, rare, words
from crownland.fast.land import all_crowns, bonus_points, largest_property, place, property_points, spots
from crownland.fast.layout import (
    BONUSES,
    BOX,
    CLASSIC,
    DUEL,
    FREE,
    GAME,
    GAMES,
    GAMES_OVER,
    KINGDOM_WORDS,
    LINE,
    LINES_LEFT,
    OCCUPIED,
    OLD,
    OLD_OWNERS,
    OWNERS,
    PAST_POINTS,
    PHASE,
    SIZE,
    WAITING,
)
from crownland.fast.numbering import MOST_LEGAL
from crownland.fast.turns import land_of
from crownland.games.protocol import State
from crownland.kernel.action import Seat

__all__ = ["Solution", "search_to_end", "solve"]

# About how many positions are looked at in a second, at the least; by game.
NODES_A_SECOND = (1_000_000, 50_000, 50_000) if COMPILED else (5_000, 500, 500)

MOST_PLIES = 40
MOST_DOMINOES = 8  # left to lay in one kingdom
MEMORY = 1 << 16  # standings that are remembered; a power of two
WIN = 1 << 20  # more than any margin
LEAST, MOST = -(1 << 40), 1 << 40

# The counter row: positions looked at, how many may be, and how many standings are remembered.
DONE, LIMIT, KEPT = 0, 1, 2

# What is kept for every ply: the window of results still in question, the best so far, and the choices.
LOW, HIGH, BEST, NEXT, MANY = 0, 1, 2, 3, 4
PLY_WORDS = 5

# What is kept for every domino that is laid: the kingdom before, the spots still to try by direction, whether to leave
# it out, the best standing so far, and the key it is remembered by.
SPOTS = KINGDOM_WORDS
LEAVE_OUT = SPOTS + 4
BEST_STANDING = LEAVE_OUT + 1
KEY = BEST_STANDING + 1
LAYING_WORDS = KEY + 1


@dataclass(frozen=True, slots=True)
class Solution:
    """The number of the best action, and what comes of best play for who takes it: 1, 0 or -1, and the margin."""

    action: int
    outcome: int
    margin: int


def solve(state: State[Any], seconds: float) -> Solution | None:
    """The best action, when nothing is hidden any more and the rest of the game can be searched in about *seconds*."""
    if len(state.kingdoms) != 2:
        return None
    row = to_words(state)
    if (row[GAME] != DUEL and row[LINES_LEFT]) or (row[GAME] == CLASSIC and row[GAMES_OVER] + 1 < row[GAMES]):
        return None
    return search_to_end(state, int(seconds * NODES_A_SECOND[row[GAME]]))


def search_to_end(state: State[Any], limit: int) -> Solution | None:
    """The best action, if no more than *limit* positions are to be looked at and chance decides nothing."""
    row, seat = to_words(state), state.actor
    if seat is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    size = len(row)
    rows, kingdoms_of = words(MOST_PLIES * size), words(state.setup.players)
    for slot in range(size):
        rows[slot] = row[slot]
    for one in range(state.setup.players):
        kingdoms_of[one] = state.kingdom_of(Seat(one))
    counter, plies = words(3), words(MOST_PLIES * PLY_WORDS)
    counter[LIMIT] = limit
    best = best_action(
        game_of(row[GAME]),
        rows,
        size,
        kingdoms_of,
        counter,
        words(2 * MEMORY if row[GAME] == CLASSIC else 2),
        plies,
        words((MOST_DOMINOES + 1) * LAYING_WORDS),
        words(MOST_PLIES * MOST_LEGAL),
        words(MOST_LEGAL),
        words(MOST_LEGAL),
        words(1),
        words(SCRATCH_WORDS),
    )
    if best < 0:
        return None
    result = int(plies[BEST]) * (1 if state.kingdom_of(seat) == 0 else -1)
    outcome = (result > WIN // 2) - (result < -WIN // 2)
    return Solution(int(best), outcome, result - outcome * WIN)


@entry
def best_action(
    game: Game,
    rows: Words,
    size: int,
    kingdoms_of: Words,
    counter: Words,
    memory: Words,
    plies: Words,
    lands: Words,
    choices: Words,
    actions: Words,
    values: Words,
    lots: Words,
    scratch: Words,
) -> int:
    """The best action in the position at the start of *rows*; -1 when that would take too long, or chance decides.

    Kingdom 0 wants the highest result, kingdom 1 the lowest.
    """
    ply, is_new, is_known, value, chosen = 0, True, False, 0, -1
    plies[LOW], plies[HIGH] = LEAST, MOST
    while counter[DONE] <= counter[LIMIT]:
        at, here, first = ply * size, ply * PLY_WORDS, ply * MOST_LEGAL
        if is_new:
            is_new = False
            counter[DONE] += 1
            now = rows[at + PHASE]
            if now == phase.OVER:
                value = _outcome(kernels.standing(game, rows, at, 0), kernels.standing(game, rows, at, 1))
                is_known = True
            elif now < phase.CLAIM or ply == MOST_PLIES - 1:
                return -1
            elif ply and rows[at + GAME] == CLASSIC and _is_shared_out(rows, at):
                value = _outcome(
                    _best_standing(rows, at, 0, lands, memory, counter),
                    _best_standing(rows, at, 1, lands, memory, counter),
                )
                is_known = True
            else:
                plies[here + MANY] = _list_choices(game, rows, at, first, choices, actions, values, lots, scratch)
                plies[here + NEXT] = 0
                is_first = kingdoms_of[kernels.seat_to_act(game, rows, at)] == 0
                plies[here + BEST] = LEAST if is_first else MOST
        elif plies[here + NEXT] == plies[here + MANY] or plies[here + LOW] >= plies[here + HIGH]:
            value, is_known = plies[here + BEST], True
        else:
            for slot in range(size):
                rows[at + size + slot] = rows[at + slot]
            kernels.apply(game, rows, at + size, choices[first + plies[here + NEXT]])
            plies[here + PLY_WORDS + LOW], plies[here + PLY_WORDS + HIGH] = plies[here + LOW], plies[here + HIGH]
            plies[here + NEXT] += 1
            ply, is_new = ply + 1, True
        if is_known:
            if ply == 0:
                return chosen
            is_known = False
            ply -= 1
            is_better = _hand_up(
                plies, ply * PLY_WORDS, value, kingdoms_of[kernels.seat_to_act(game, rows, ply * size)]
            )
            if is_better and ply == 0:
                chosen = choices[plies[NEXT] - 1]
    return -1


@kernel
def _hand_up(plies: Words, here: int, value: int, kingdom: int) -> bool:
    """One of the choices of *kingdom* leads to *value*; whether that is better than all before it."""
    if kingdom == 0:
        is_better = value > plies[here + BEST]
        plies[here + BEST] = max(plies[here + BEST], value)
        plies[here + LOW] = max(plies[here + LOW], value)
    else:
        is_better = value < plies[here + BEST]
        plies[here + BEST] = min(plies[here + BEST], value)
        plies[here + HIGH] = min(plies[here + HIGH], value)
    return is_better


@kernel
def _outcome(first: int, second: int) -> int:
    """What two final standings are worth to kingdom 0."""
    won = WIN if first > second else (-WIN if first < second else 0)
    return won + (first >> 32) - (second >> 32)


@rare
def _list_choices(
    game: Game,
    rows: Words,
    at: int,
    first: int,
    choices: Words,
    actions: Words,
    values: Words,
    lots: Words,
    scratch: Words,
) -> int:
    """Writes the legal actions to *choices* from *first* on, the ones that the greedy way likes best before others."""
    many = kernels.legal(game, rows, at, actions)
    if many > 1:
        kernels.rate(game, rows, at, actions, many, values, lots, scratch)
    for number in range(many):
        action, value, place = actions[number], values[number], number
        while place > 0 and values[place - 1] < value:
            choices[first + place] = choices[first + place - 1]
            values[place] = values[place - 1]
            place -= 1
        choices[first + place] = action
        values[place] = value
    return many


@kernel
def _is_shared_out(rows: Words, at: int) -> bool:
    """Whether all dominoes left to claim go to the same kingdom, or none is left."""
    kings, both = _kings_to_claim(rows, at) if rows[at + FREE] else 0, 0
    while kings:
        both |= kings & 15
        kings >>= 4
    return both != 3  # seats are 1 and 2


@kernel
def _kings_to_claim(rows: Words, at: int) -> int:
    """The kings that have yet to claim: the one that waits, and all that have yet to place; a nibble each."""
    waiting = rows[at + WAITING]
    return rows[at + OLD_OWNERS] << 4 | waiting if waiting else rows[at + OLD_OWNERS]


@rare
def _best_standing(rows: Words, at: int, kingdom: int, lands: Words, memory: Words, counter: Words) -> int:
    """The highest standing that a kingdom can reach with what it has claimed and what will be left to it."""
    dominoes = _dominoes_of(rows[at + OLD], rows[at + OLD_OWNERS], kingdom, False)
    rest = _dominoes_of(rows[at + LINE], rows[at + OWNERS], kingdom, _has_to_claim(rows, at, kingdom))
    many, left = 0, dominoes
    while left:
        left >>= 8
        many += 1
    dominoes |= rest << 8 * many
    while rest:
        rest >>= 8
        many += 1
    land = land_of(at, kingdom)
    for slot in range(KINGDOM_WORDS):
        lands[slot] = rows[land + slot]
    past = rows[at + PAST_POINTS + kingdom] if rows[at + GAMES_OVER] else 0
    return past + _lay_all(lands, dominoes, many, rows[at + SIZE], rows[at + BONUSES], memory, counter)


@kernel
def _dominoes_of(line: int, owners: int, kingdom: int, takes_free: bool) -> int:
    """The dominoes of a line that a kingdom has, with those that nobody has if it *takes_free* ones too."""
    found, many = 0, 0
    while line:
        if owners & 15 == kingdom + 1 or (takes_free and not owners & 15):
            found |= (line & 255) << 8 * many
            many += 1
        line >>= 8
        owners >>= 4
    return found


@kernel
def _has_to_claim(rows: Words, at: int, kingdom: int) -> bool:
    """Whether a king of that kingdom is among those that have yet to claim."""
    kings, found = _kings_to_claim(rows, at), False
    while kings:
        found |= kings & 15 == kingdom + 1
        kings >>= 4
    return found


@rare
def _lay_all(lands: Words, dominoes: int, many: int, size: int, bonuses: int, memory: Words, counter: Words) -> int:
    """The highest standing of the first kingdom in *lands* once all dominoes are laid, in turn, where they fit."""
    depth, is_new, value = 0, True, -1
    while counter[DONE] <= counter[LIMIT]:
        land, domino = depth * LAYING_WORDS, dominoes >> 8 * depth & 255
        if is_new:
            is_new = False
            counter[DONE] += 1
            if depth == many:
                value = _standing(lands, land, size, bonuses)
            else:
                lands[land + KEY] = _key(lands, land, dominoes >> 8 * depth)
                value = _remembered(memory, lands[land + KEY])
                if value < 0:
                    _find_spots(lands, land, size, domino)
        elif not _lay_next(lands, land, domino):
            value = lands[land + BEST_STANDING]
            _remember(memory, lands[land + KEY], value, counter)
        else:
            depth, is_new = depth + 1, True
        if value >= 0:
            if depth == 0:
                return value
            depth -= 1
            best = depth * LAYING_WORDS + BEST_STANDING
            lands[best] = max(lands[best], value)
            value = -1
    return 0


@kernel
def _find_spots(lands: Words, land: int, size: int, domino: int) -> None:
    northern, eastern, southern, western = spots(lands, land, size, domino)
    lands[land + SPOTS], lands[land + SPOTS + 1] = northern, eastern
    lands[land + SPOTS + 2], lands[land + SPOTS + 3] = southern, western
    lands[land + LEAVE_OUT] = not (northern | eastern | southern | western)  # C7
    lands[land + BEST_STANDING] = 0


@kernel
def _lay_next(lands: Words, land: int, domino: int) -> bool:
    """Lays *domino* on the next spot, in a copy of the kingdom behind it; False when all were tried."""
    direction = 0
    while direction < 4 and not lands[land + SPOTS + direction]:
        direction += 1
    if direction == 4 and not lands[land + LEAVE_OUT]:
        return False
    for slot in range(land, land + KINGDOM_WORDS):
        lands[slot + LAYING_WORDS] = lands[slot]
    if direction == 4:
        lands[land + LEAVE_OUT] = 0
    else:
        rest = lands[land + SPOTS + direction]
        lands[land + SPOTS + direction] = rest_of(rest)
        place(lands, land + LAYING_WORDS, domino, index(rest), direction)
    return True


@rare
def _standing(lands: Words, land: int, size: int, bonuses: int) -> int:
    """Must agree with classic.standing()."""
    points = property_points(lands, land) + bonus_points(lands[land + BOX], lands[land + OCCUPIED], size, bonuses)
    return points << 32 | largest_property(lands, land) << 16 | all_crowns(lands, land)


@kernel
def _key(lands: Words, land: int, dominoes: int) -> int:
    """A number that tells a kingdom and its dominoes from others; never 0."""
    key = dominoes
    for slot in range(land, land + OCCUPIED):
        key = multiply(key ^ lands[slot], -0x61C8864680B583EB)
        key ^= shift_right(key, 29)
    return key | 1


@kernel
def _remembered(memory: Words, key: int) -> int:
    """The standing kept under *key*; -1 when there is none."""
    slot = _slot(memory, key)
    return memory[2 * slot + 1] if memory[2 * slot] else -1


@kernel
def _remember(memory: Words, key: int, standing: int, counter: Words) -> None:
    if counter[KEPT] < MEMORY // 2:
        slot = _slot(memory, key)
        memory[2 * slot], memory[2 * slot + 1] = key, standing
        counter[KEPT] += 1


@kernel
def _slot(memory: Words, key: int) -> int:
    """Where *key* is, or would be, in memory."""
    slot = shift_right(key, 40) & (MEMORY - 1)
    while memory[2 * slot] and memory[2 * slot] != key:
        slot = (slot + 1) & (MEMORY - 1)
    return slot
