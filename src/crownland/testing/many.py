"""Many games over every game and every combination of options, on several cores: for commands that try things out."""

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from multiprocessing import get_context

from crownland.games.registry import GAMES
from crownland.games.setup import Game, Setup

__all__ = ["every_setup", "on_many_games", "sampled", "sampled_setups"]

COMBINED = 3  # so many values of an option are combined with those of the others in a sample


def every_setup() -> list[Setup]:
    """Of every game, with every number of players and every combination of options; the sampled ones first."""
    return [
        *sampled_setups(),
        *(one for game in GAMES.values() for one in game.all_setups() if one not in sampled(game)),
    ]


def sampled_setups() -> list[Setup]:
    """A sample of every game: quick enough for tests."""
    return [setup for game in GAMES.values() for setup in sampled(game)]


def sampled(game: Game) -> list[Setup]:
    """The setups of *game* in all combinations, but rarer values only once for each number of players.

    Rare is what an option lists after its first values, like an opening with a chosen starter.
    """
    rare = {option.key: {choice.value for choice in option.choices[COMBINED:]} for option in game.options}

    def is_sampled(setup: Setup) -> bool:
        odd = [key for key, value in setup.options if value in rare[key]]
        return not odd or setup == game.setup(setup.players, {odd[0]: setup[odd[0]]})

    return [setup for setup in game.all_setups() if is_sampled(setup)]


def on_many_games(about: str | None, try_one: Callable[[Setup, int], int]) -> tuple[int, int]:
    """Reads ``--games`` and ``--jobs``; how many games were tried, and the sum of what *try_one* made of each.

    *try_one* gets a setup and a number, and is a function that another process can import.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    done = total = 0
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for count in pool.map(try_one, *zip(*_numbered(options.games), strict=True), chunksize=10):
            done, total = done + 1, total + count
            if sys.stderr.isatty() and done % 10 == 0:
                sys.stderr.write(f"\r{done} of {options.games} games")
    return done, total


def _numbered(games: int) -> Iterator[tuple[Setup, int]]:
    setups = every_setup()
    return islice(((setup, number // len(setups)) for number, setup in enumerate(cycle(setups))), games)
