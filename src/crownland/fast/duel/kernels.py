"""Kingdomino Duel on a row of words: what may be done, doing it, and playing on.

Must agree with crownland.games.duel.state.
"""

from crownland.fast.bits import below, count, select
from crownland.fast.duel.dice import ROLLED
from crownland.fast.duel.drawing import drawing_options
from crownland.fast.duel.greedy import best_actions
from crownland.fast.duel.greedy import greedy_choice as best_choice
from crownland.fast.duel.map import ANYWHERE, BIT_OF, score, step
from crownland.fast.duel.numbering import COAT, CROSS, DIE, END, PAIR, SQUARES, TURN
from crownland.fast.duel.options import SMALL, chosen, listed, number_of, options, size, takes
from crownland.fast.duel.round import decide, draw, draw_die, roll, strike, take
from crownland.fast.jit import Words, kernel, rare
from crownland.fast.layout import (
    DUEL_ACTOR,
    DUEL_FIRST,
    DUEL_LOW,
    DUEL_SIDE,
    DUEL_SIDE_WORDS,
    DUEL_SPLIT,
    PHASE,
)
from crownland.fast.phase import DRAW, LIGHTNING, OPENING, OVER, ROLL, TAKE

__all__ = [
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


@kernel
def actor(words: Words, at: int) -> int:
    """The seat to act, or -1 when chance is asked or the game is over."""
    return words[at + DUEL_ACTOR] if TAKE <= words[at + PHASE] <= LIGHTNING else -1


@kernel
def deal(words: Words, at: int, items: Words) -> None:
    """What chance was asked for: the seats in order, or the four faces of a roll (D3)."""
    if words[at + PHASE] == OPENING:
        words[at + DUEL_FIRST] = items[0]
        words[at + PHASE] = ROLL
    else:
        roll(words, at, items[0] | items[1] << 4 | items[2] << 8 | items[3] << 12)


@kernel
def chance(words: Words, at: int, rng: Words) -> None:
    """What chance is asked for is drawn, all outcomes being equally likely."""
    if words[at + PHASE] == OPENING:
        words[at + DUEL_FIRST] = below(rng, 2)
        words[at + PHASE] = ROLL
    else:
        roll(words, at, ROLLED[below(rng, len(ROLLED)) & 2047])


@rare
def legal(words: Words, at: int, out: Words) -> int:
    """The numbers of all legal actions are written into *out*, ascending; how many they are, 0 when nobody acts."""
    return listed(words, at, options(words, at), out)


@rare
def apply(words: Words, at: int, action: int) -> None:
    """The legal *action* is done."""
    at &= ANYWHERE
    if action < TURN:
        take(words, at, action)
    elif action < PAIR:
        decide(words, at, action)
    elif DIE <= action < COAT:
        die, square = (action - DIE) // SQUARES, (action - DIE) % SQUARES
        draw_die(words, at, die != words[at + DUEL_LOW] >> 3, 1 << BIT_OF[square & 63])
    elif COAT <= action < END:
        strike(words, at, action - COAT, 1 << BIT_OF[action - CROSS & 63])
    else:
        here, there = 0, 0
        if action < DIE:
            direction, square = (action - PAIR) // SQUARES, (action - PAIR) % SQUARES
            here = 1 << BIT_OF[square & 63]
            there = step(here, direction)
        draw(words, at, here, there)


@rare
def standing(words: Words, at: int, kingdom: int) -> int:
    """D10, D11: comparable, the higher the better: the total and then the largest domain."""
    points, largest = score(words, at + DUEL_SIDE + kingdom * DUEL_SIDE_WORDS)
    return points << 32 | largest << 16


@kernel
def _random_move(words: Words, at: int, rng: Words) -> None:
    phase = words[at + PHASE]
    if phase == TAKE:
        legal_takes = takes(words, at)
        take(words, at, select(legal_takes, below(rng, count(legal_takes))))
        return
    some = drawing_options(words, at) if phase == DRAW else options(words, at)
    group, bit = chosen(some, below(rng, size(some)))
    if group == SMALL or phase != DRAW or words[at + DUEL_SPLIT]:
        apply(words, at, number_of(words, at, group, bit))
    else:
        draw(words, at, 1 << bit, step(1 << bit, group - 1))


@rare
def random_move(words: Words, at: int, rng: Words) -> None:
    """The seat to act does something legal, everything being equally likely."""
    _random_move(words, at & ANYWHERE, rng)


@rare
def finish(words: Words, at: int, rng: Words) -> None:
    """Plays to the end, every action at random."""
    at &= ANYWHERE
    while words[at + PHASE] != OVER:
        if words[at + PHASE] == ROLL or words[at + PHASE] == OPENING:
            chance(words, at, rng)
        else:
            _random_move(words, at, rng)


@kernel
def greedy_choice(words: Words, at: int, rng: Words, scratch: Words) -> int:
    """The action of highest value; equals are drawn by lot. Needs no scratch row, unlike other games."""
    return best_choice(words, at, rng)


@kernel
def rate(words: Words, at: int, actions: Words, many: int, values: Words, rng: Words, scratch: Words) -> None:
    """What the greedy way thinks of the first *many* of *actions*, all legal: 1 for the best, 0 for the others."""
    best = best_actions(words, at, scratch)
    found = 0
    for number in range(many):
        is_best = found < best and scratch[found] == actions[number]
        values[number] = 1 if is_best else 0
        found += 1 if is_best else 0


@kernel
def total(words: Words, at: int, kingdom: int) -> int:
    return standing(words, at, kingdom) >> 32
