"""Play-outs for search: the results of an action over many futures."""

from crownland.fast import dispatch, layout
from crownland.fast.bits import seed_of
from crownland.fast.jit import Row, entry, rare
from crownland.fast.twin import TwinKey

__all__ = ["NO_ACTION", "SUMS", "sample"]

NO_ACTION = -1
SUMS = 2  # words for each candidate and kingdom: the wins, in halves, and the margins


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
            _add_result(twin, room, scratch, sums, SUMS * candidate * root[layout.KINGDOMS])


@rare
def _add_result(twin: TwinKey, game: Row, standings: Row, sums: Row, first: int) -> None:
    """Adds the result of a game that is over, for every kingdom."""
    kingdoms = game[layout.KINGDOMS]
    for kingdom in range(kingdoms):
        standings[kingdom] = dispatch.standing(twin, game, 0, kingdom)
    for kingdom in range(kingdoms):
        mine, best = standings[kingdom], 0
        for other in range(kingdoms):
            if other != kingdom:
                best = max(best, standings[other])
        sums[first + SUMS * kingdom] += 2 if mine > best else (1 if mine == best else 0)
        sums[first + SUMS * kingdom + 1] += (mine >> 32) - (best >> 32)
