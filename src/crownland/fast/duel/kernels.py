"""Duel on words. What the public functions do is in twin.Kernels. Must agree with crownland.games.duel.state."""

from crownland.fast.bits import below, count, select
from crownland.fast.duel import layout, numbering, phase
from crownland.fast.duel.dice import ROLLED
from crownland.fast.duel.drawing import drawing_options
from crownland.fast.duel.greedy import best_actions
from crownland.fast.duel.greedy import greedy_choice as best_choice
from crownland.fast.duel.map import ANYWHERE, BIT_OF, score, step
from crownland.fast.duel.options import SMALL, chosen, listed, number_of, options, size, takes
from crownland.fast.duel.round import decide, draw, draw_die, roll, strike, take
from crownland.fast.jit import Row, kernel, rare
from crownland.fast.numbering import MOST_LEGAL

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

SCRATCH_WORDS = MOST_LEGAL


@kernel
def actor(words: Row, at: int) -> int:
    """Returns the seat to act; -1 when the game waits for chance or is over."""
    return words[at + layout.ACTOR] if phase.TAKE <= words[at + layout.PHASE] <= phase.LIGHTNING else -1


@kernel
def deal(words: Row, at: int, items: Row) -> None:
    """Plays the seats in order, or the faces of a roll (D3)."""
    if words[at + layout.PHASE] == phase.OPENING:
        words[at + layout.FIRST] = items[0]
        words[at + layout.PHASE] = phase.ROLL
    else:
        faces = 0
        for die in range(numbering.DICE):
            faces |= items[die] << 4 * die
        roll(words, at, faces)


@kernel
def chance(words: Row, at: int, rng: Row) -> None:
    if words[at + layout.PHASE] == phase.OPENING:
        words[at + layout.FIRST] = below(rng, 2)
        words[at + layout.PHASE] = phase.ROLL
    else:
        roll(words, at, ROLLED[below(rng, len(ROLLED)) & 2047])


@rare
def legal(words: Row, at: int, out: Row) -> int:
    return listed(words, at, options(words, at), out)


@rare
def apply(words: Row, at: int, action: int) -> None:
    at &= ANYWHERE
    if action < numbering.TURN:
        take(words, at, action)
    elif action < numbering.PAIR:
        decide(words, at, action)
    elif numbering.DIE <= action < numbering.COAT:
        die, square = (action - numbering.DIE) // numbering.SQUARES, (action - numbering.DIE) % numbering.SQUARES
        draw_die(words, at, die != words[at + layout.LOW] >> 3, 1 << BIT_OF[square & 63])
    elif numbering.COAT <= action < numbering.END:
        strike(words, at, action - numbering.COAT, 1 << BIT_OF[action - numbering.CROSS & 63])
    else:
        here, there = 0, 0
        if action < numbering.DIE:
            pair = action - numbering.PAIR
            direction, square = pair // numbering.SQUARES, pair % numbering.SQUARES
            here = 1 << BIT_OF[square & 63]
            there = step(here, direction)
        draw(words, at, here, there)


@rare
def standing(words: Row, at: int, kingdom: int) -> int:
    """Returns total and largest domain as one number, the higher ranks first (D10, D11)."""
    points, largest = score(words, at + layout.SIDE + kingdom * layout.SIDE_WORDS)
    return points << 32 | largest << 16


@kernel
def _random_move(words: Row, at: int, rng: Row) -> None:
    now = words[at + layout.PHASE]
    if now == phase.TAKE:
        legal_takes = takes(words, at)
        take(words, at, select(legal_takes, below(rng, count(legal_takes))))
        return
    some = drawing_options(words, at) if now == phase.DRAW else options(words, at)
    group, bit = chosen(some, below(rng, size(some)))
    if group == SMALL or now != phase.DRAW or words[at + layout.SPLIT]:
        apply(words, at, number_of(words, at, group, bit))
    else:
        draw(words, at, 1 << bit, step(1 << bit, group - 1))


@rare
def random_move(words: Row, at: int, rng: Row) -> None:
    _random_move(words, at & ANYWHERE, rng)


@rare
def finish(words: Row, at: int, rng: Row) -> None:
    at &= ANYWHERE
    while words[at + layout.PHASE] != phase.OVER:
        if words[at + layout.PHASE] == phase.ROLL or words[at + layout.PHASE] == phase.OPENING:
            chance(words, at, rng)
        else:
            _random_move(words, at, rng)


@kernel
def greedy_choice(words: Row, at: int, rng: Row, scratch: Row) -> int:
    """Returns the action of highest value; chooses among equals at random. Needs no scratch row."""
    return best_choice(words, at, rng)


@kernel
def rate(words: Row, at: int, actions: Row, many: int, values: Row, rng: Row, scratch: Row) -> None:
    """Writes 1 for the best of the actions and 0 for the others."""
    best = best_actions(words, at, scratch)
    found = 0
    for number in range(many):
        is_best = found < best and scratch[found] == actions[number]
        values[number] = 1 if is_best else 0
        found += 1 if is_best else 0


@kernel
def total(words: Row, at: int, kingdom: int) -> int:
    return standing(words, at, kingdom) >> 32
