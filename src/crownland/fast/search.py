"""Play-outs for search: what comes of an action, over many futures."""

from crownland.fast import dispatch as kernels
from crownland.fast.bits import seed_of
from crownland.fast.dispatch import Game
from crownland.fast.jit import Words, entry
from crownland.fast.layout import KINGDOMS

__all__ = ["NO_ACTION", "SUMS", "sample"]

NO_ACTION = -1
SUMS = 2  # words for each candidate: its wins, in halves, and its margins


@entry
def sample(
    game: Game,
    root: Words,
    size: int,
    candidates: Words,
    chosen: Words,
    seed: int,
    first: int,
    futures: int,
    kingdom: int,
    policies: int,
    room: Words,
    rng: Words,
    lots: Words,
    scratch: Words,
    sums: Words,
) -> None:
    """Plays every chosen candidate to the end in the same *futures*, from number *first* on, and adds up what came.

    A candidate is two actions for the seat to act, the second of which may be NO_ACTION; *chosen* has the numbers of
    those to play. A margin is the kingdom's total less the best of the others'; half a win is a shared one.
    """
    for future in range(first, first + futures):
        for place in range(len(chosen)):
            candidate = chosen[place]
            for slot in range(size):
                room[slot] = root[slot]
            kernels.apply(game, room, 0, candidates[2 * candidate])
            if candidates[2 * candidate + 1] != NO_ACTION:
                kernels.apply(game, room, 0, candidates[2 * candidate + 1])
            rng[0] = seed_of(seed, future)
            lots[0] = seed_of(seed, ~future)
            kernels.finish(game, room, rng, lots, policies, scratch)
            mine, best = kernels.standing(game, room, 0, kingdom), 0
            for other in range(root[KINGDOMS]):
                if other != kingdom:
                    best = max(best, kernels.standing(game, room, 0, other))
            sums[SUMS * candidate] += 2 if mine > best else (1 if mine == best else 0)
            sums[SUMS * candidate + 1] += (mine >> 32) - (best >> 32)
