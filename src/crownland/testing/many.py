"""Runs many games, over every game and every combination of options, on several cores: for commands that test."""

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context

from crownland.games.registry import GAMES
from crownland.games.setup import Setup

__all__ = ["every_setup", "on_many_games"]


def every_setup() -> list[Setup]:
    """Returns the setups of every game, with every number of players and every combination of options."""
    return [setup for game in GAMES.values() for setup in game.all_setups()]


def on_many_games(
    about: str | None, try_one: Callable[[Setup, int], int], is_wanted: Callable[[Setup], object] = lambda setup: True
) -> tuple[int, int]:
    """Reads ``--games`` and ``--jobs``; returns how many games were tried, and the sum of what *try_one* returned.

    *try_one* gets a setup for which *is_wanted* is true and a number; other processes must be able to import it.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    done = total = 0
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for count in pool.map(try_one, *zip(*_numbered(options.games, is_wanted), strict=True), chunksize=10):
            done, total = done + 1, total + count
            if sys.stderr.isatty() and done % 10 == 0:
                sys.stderr.write(f"\r{done} of {options.games} games")
    return done, total


def _numbered(games: int, is_wanted: Callable[[Setup], object]) -> Iterator[tuple[Setup, int]]:
    setups = [setup for setup in every_setup() if is_wanted(setup)]
    return islice(((setup, number // len(setups)) for number, setup in enumerate(cycle(setups))), games)
