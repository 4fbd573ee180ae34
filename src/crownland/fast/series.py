"""Whole games by the thousand, over all cores."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from crownland.fast import entries
from crownland.fast.convert import start_words
from crownland.fast.dispatch import game_of
from crownland.fast.greedy import SCRATCH_WORDS
from crownland.fast.jit import Words, words
from crownland.fast.layout import GAME, KINGDOMS
from crownland.games.setup import Setup

__all__ = ["all_cores", "play_series"]

# Games in one compiled call, by whether a seat has a policy: some hundredths of a second.
_CHUNK = {False: 4096, True: 128}


def all_cores() -> int:
    """The cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def play_series(
    setup: Setup, games: int, seed: int, policies: Sequence[int] = (), jobs: int = 1
) -> Iterator[tuple[int, Words]]:
    """Plays *games* games; each seat acts by its policy, RANDOM or GREEDY, all at random when there are none.

    Yields, chunk by chunk and in order, how many games it has and the standings of their kingdoms, game by game: the
    total shifted left by 32, and what breaks ties where totals are equal. Game k of a seed is the same game, however
    many *jobs* play and whether the kernels are compiled or not.
    """
    start = start_words(setup)
    packed = sum(policy << 4 * seat for seat, policy in enumerate(policies))
    chunk = _CHUNK[packed != 0]

    def play(first: int) -> tuple[int, Words]:
        count = min(chunk, games - first)
        return count, _play(start, seed, first, count, packed)

    firsts = iter(range(0, games, chunk))
    if jobs == 1:
        yield from map(play, firsts)
        return
    with ThreadPoolExecutor(jobs) as pool:  # compiled kernels let other threads run
        waiting: list[Future[tuple[int, Words]]] = [pool.submit(play, first) for first in islice(firsts, 2 * jobs)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(play, first) for first in islice(firsts, 1)]


def _play(start: Words, seed: int, first: int, count: int, policies: int) -> Words:
    game, size = game_of(start[GAME]), len(start)
    room, rng, standings = words(size), words(1), words(count * start[KINGDOMS])
    if policies:
        scratch = words(SCRATCH_WORDS)
        entries.policy_games(game, start, size, seed, first, count, policies, room, rng, scratch, standings)
    else:
        entries.random_games(game, start, size, seed, first, count, room, rng, standings)
    return standings
