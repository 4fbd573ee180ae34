"""Endgames of two kingdoms without hidden information, solved exactly.

A result is a win, a tie or a loss, and among equal ones the margin. The rest of the game is searched to its end
(alpha-beta, greedy's favourites first); a twin may know a position's result without that (twin.Endgame).

Nothing here is recursive: Numba cannot cache recursive kernels.
"""

from dataclasses import dataclass
from typing import Any

from crownland.fast import dispatch, layout, numbering, phase
from crownland.fast.convert import to_words
from crownland.fast.jit import Row, entry, kernel, rare, words
from crownland.fast.twin import TwinKey, require_twin
from crownland.games.protocol import State
from crownland.kernel.action import Seat

__all__ = ["DONE", "LIMIT", "UNKNOWN", "Solution", "nothing_known", "outcome", "search_to_end", "solve"]

MOST_PLIES = 40
WIN = 1 << 20  # more than any margin
LEAST, MOST = -(1 << 40), 1 << 40
UNKNOWN = MOST + 1

# The counter row: positions searched so far, and how many may be.
DONE, LIMIT = 0, 1

# What is kept for every ply: the window of results still in question, the best so far, and the choices.
LOW, HIGH, BEST, NEXT, MANY = 0, 1, 2, 3, 4
PLY_WORDS = 5


@dataclass(frozen=True, slots=True)
class Solution:
    """The number of the best action, and what best play brings the seat that takes it: 1, 0 or -1, and the margin."""

    action: int
    outcome: int
    margin: int


def solve(state: State[Any], seconds: float) -> Solution | None:
    """Returns the best action, or None when something is hidden or the search takes longer than about *seconds*."""
    if len(state.kingdoms) != 2:
        return None
    endgame = require_twin(state.setup).endgame
    return search_to_end(state, int(seconds * endgame.POSITIONS_A_SECOND)) if endgame.is_open(to_words(state)) else None


def search_to_end(state: State[Any], limit: int) -> Solution | None:
    """Returns the best action, or None when it takes more than *limit* positions to find or depends on chance."""
    row, seat = to_words(state), state.actor
    if seat is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    twin, size = require_twin(state.setup), len(row)
    rows, kingdoms_of = words(MOST_PLIES * size), words(state.setup.players)
    for slot in range(size):
        rows[slot] = row[slot]
    for one in range(state.setup.players):
        kingdoms_of[one] = state.kingdom_of(Seat(one))
    counter, plies = words(2), words(MOST_PLIES * PLY_WORDS)
    counter[LIMIT] = limit
    best = best_action(
        twin.key,
        rows,
        size,
        kingdoms_of,
        counter,
        words(twin.endgame.MEMORY_WORDS),
        plies,
        words(MOST_PLIES * numbering.MOST_LEGAL),
        words(numbering.MOST_LEGAL),
        words(numbering.MOST_LEGAL),
        words(1),
        words(twin.kernels.SCRATCH_WORDS),
    )
    if best < 0:
        return None
    result = int(plies[BEST]) * (1 if state.kingdom_of(seat) == 0 else -1)
    won = (result > WIN // 2) - (result < -WIN // 2)
    return Solution(int(best), won, result - won * WIN)


@entry
def best_action(
    twin: TwinKey,
    rows: Row,
    size: int,
    kingdoms_of: Row,
    counter: Row,
    memory: Row,
    plies: Row,
    choices: Row,
    actions: Row,
    values: Row,
    lots: Row,
    scratch: Row,
) -> int:
    """Returns the best action in the position at the start of *rows*; -1 when it takes too long or depends on chance.

    Kingdom 0 wants the highest result, kingdom 1 the lowest.
    """
    ply, is_new, is_known, value, chosen = 0, True, False, 0, -1
    plies[LOW], plies[HIGH] = LEAST, MOST
    while counter[DONE] <= counter[LIMIT]:
        at, here, first = ply * size, ply * PLY_WORDS, ply * numbering.MOST_LEGAL
        if is_new:
            is_new = False
            counter[DONE] += 1
            now = rows[at + layout.PHASE]
            if now == phase.OVER:
                value = outcome(dispatch.standing(twin, rows, at, 0), dispatch.standing(twin, rows, at, 1))
                is_known = True
            elif now < phase.CLAIM or ply == MOST_PLIES - 1:
                return -1
            else:
                value = dispatch.known_result(twin, rows, at, memory, counter) if ply else UNKNOWN
                is_known = value != UNKNOWN
            if not is_known:
                plies[here + MANY] = _list_choices(twin, rows, at, first, choices, actions, values, lots, scratch)
                plies[here + NEXT] = 0
                is_first = kingdoms_of[dispatch.seat_to_act(twin, rows, at)] == 0
                plies[here + BEST] = LEAST if is_first else MOST
        elif plies[here + NEXT] == plies[here + MANY] or plies[here + LOW] >= plies[here + HIGH]:
            value, is_known = plies[here + BEST], True
        else:
            for slot in range(size):
                rows[at + size + slot] = rows[at + slot]
            dispatch.apply(twin, rows, at + size, choices[first + plies[here + NEXT]])
            plies[here + PLY_WORDS + LOW], plies[here + PLY_WORDS + HIGH] = plies[here + LOW], plies[here + HIGH]
            plies[here + NEXT] += 1
            ply, is_new = ply + 1, True
        if is_known:
            if ply == 0:
                return chosen
            is_known = False
            ply -= 1
            is_better = _hand_up(
                plies, ply * PLY_WORDS, value, kingdoms_of[dispatch.seat_to_act(twin, rows, ply * size)]
            )
            if is_better and ply == 0:
                chosen = choices[plies[NEXT] - 1]
    return -1


@kernel
def _hand_up(plies: Row, here: int, value: int, kingdom: int) -> bool:
    """Takes in that a choice of *kingdom* leads to *value*; returns whether that is better than all before it."""
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
def outcome(first: int, second: int) -> int:
    """Returns the result for kingdom 0 of two final standings."""
    won = WIN if first > second else (-WIN if first < second else 0)
    return won + (first >> 32) - (second >> 32)


@rare
def _list_choices(
    twin: TwinKey,
    rows: Row,
    at: int,
    first: int,
    choices: Row,
    actions: Row,
    values: Row,
    lots: Row,
    scratch: Row,
) -> int:
    """Writes the legal actions to *choices* from *first* on, greedy's favourites first; returns how many."""
    many = dispatch.legal(twin, rows, at, actions)
    if many > 1:
        dispatch.rate(twin, rows, at, actions, many, values, lots, scratch)
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
def nothing_known(words: Row, at: int, memory: Row, counter: Row) -> int:
    """The known_result of games whose positions are all searched to the end."""
    return UNKNOWN
