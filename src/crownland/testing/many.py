"""Runs many games, over every game and every combination of options, on several cores: for commands that test."""

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context

from crownland.games.registry import games
from crownland.games.setup import Game, Setup

__all__ = ["every_setup", "on_many_games", "sampled", "sampled_setups"]

COMBINED = 3  # so many values of an option are combined with those of the others in a sample


def every_setup() -> list[Setup]:
    """Returns all setups of every game; the sampled ones first."""
    sample = sampled_setups()
    return list(dict.fromkeys([*sample, *(setup for game in games() for setup in game.all_setups())]))


def sampled_setups() -> list[Setup]:
    """Returns a sample of the setups of every game: quick enough for tests."""
    return [setup for game in games() for setup in sampled(game)]


def sampled(game: Game) -> list[Setup]:
    """Returns the setups of *game* in all combinations, but rarer values only once for each number of players.

    Rare is what an option lists after its first values, like an opening with a chosen starter.
    """
    rare = {option.key: {choice.value for choice in option.choices[COMBINED:]} for option in game.options}

    def is_sampled(setup: Setup) -> bool:
        odd = [key for key, value in setup.options if value in rare[key]]
        return not odd or setup == game.setup(setup.players, {odd[0]: setup[odd[0]]})

    return [setup for setup in game.all_setups() if is_sampled(setup)]


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
