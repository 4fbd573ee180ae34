"""Play-outs for search: the results of an action over many futures."""

from crownland.fast import dispatch, layout
from crownland.fast.bits import seed_of
from crownland.fast.jit import Row, entry
from crownland.fast.twin import TwinKey

__all__ = ["NO_ACTION", "SUMS", "sample"]

NO_ACTION = -1
SUMS = 2  # words for each candidate: its wins, in halves, and its margins


@entry
def sample(
    twin: TwinKey,
    root: Row,
    size: int,
    candidates: Row,
    chosen: Row,
    seed: int,
    first: int,
    futures: int,
    kingdom: int,
    policies: int,
    room: Row,
    rng: Row,
    lots: Row,
    scratch: Row,
    sums: Row,
) -> None:
    """Plays every chosen candidate to the end in the same *futures*, from number *first* on, and sums up the results.

    A candidate is two actions for the seat to act, the second of which may be NO_ACTION; *chosen* has the numbers of
    those to play. A margin is the kingdom's total less the best of the others'; a shared win counts half.
    """
    for future in range(first, first + futures):
        for place in range(len(chosen)):
            candidate = chosen[place]
            for slot in range(size):
                room[slot] = root[slot]
            dispatch.apply(twin, room, 0, candidates[2 * candidate])
            if candidates[2 * candidate + 1] != NO_ACTION:
                dispatch.apply(twin, room, 0, candidates[2 * candidate + 1])
            rng[0] = seed_of(seed, future)
            lots[0] = seed_of(seed, ~future)
            dispatch.finish(twin, room, rng, lots, policies, scratch)
            mine, best = dispatch.standing(twin, room, 0, kingdom), 0
            for other in range(root[layout.KINGDOMS]):
                if other != kingdom:
                    best = max(best, dispatch.standing(twin, room, 0, other))
            sums[SUMS * candidate] += 2 if mine > best else (1 if mine == best else 0)
            sums[SUMS * candidate + 1] += (mine >> 32) - (best >> 32)
