"""Whole games by the thousand, over all cores."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from crownland.fast import entries, layout
from crownland.fast.convert import start_words
from crownland.fast.jit import Row, words
from crownland.fast.twin import Twin, require_twin
from crownland.games.setup import Setup

__all__ = ["all_cores", "play_series"]

# Games in one compiled call, by whether a seat has a policy: some hundredths of a second.
_CHUNK = {False: 4096, True: 128}


def all_cores() -> int:
    """Returns the number of cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def play_series(
    setup: Setup, games: int, seed: int, policies: Sequence[int] = (), jobs: int = 1
) -> Iterator[tuple[int, Row]]:
    """Plays *games* games; each seat acts by its policy, RANDOM or GREEDY, or at random when there are no policies.

    Yields the games in order and in chunks: how many there are, and the standings of their kingdoms, game by game. A
    standing is the total shifted left by 32, and what breaks ties where totals are equal. Game k of a seed is the same
    game, however many *jobs* play and whether the kernels are compiled or not. Raises UnsupportedGameError when the
    game has no twin.
    """
    twin, start = require_twin(setup), start_words(setup)
    packed = sum(policy << 4 * seat for seat, policy in enumerate(policies))
    chunk = _CHUNK[packed != 0]

    def play(first: int) -> tuple[int, Row]:
        count = min(chunk, games - first)
        return count, _play(twin, start, seed, first, count, packed)

    firsts = iter(range(0, games, chunk))
    if jobs == 1:
        yield from map(play, firsts)
        return
    with ThreadPoolExecutor(jobs) as pool:  # compiled kernels let other threads run
        waiting: list[Future[tuple[int, Row]]] = [pool.submit(play, first) for first in islice(firsts, 2 * jobs)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(play, first) for first in islice(firsts, 1)]


def _play(twin: Twin, start: Row, seed: int, first: int, count: int, policies: int) -> Row:
    size = len(start)
    room, rng, standings = words(size), words(1), words(count * start[layout.KINGDOMS])
    if policies:
        scratch = words(twin.kernels.SCRATCH_WORDS)
        entries.policy_games(twin.key, start, size, seed, first, count, policies, room, rng, scratch, standings)
    else:
        entries.random_games(twin.key, start, size, seed, first, count, room, rng, standings)
    return standings
