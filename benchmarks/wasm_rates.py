"""Prints how much the kernels do in a second, as JSON; wasm.py runs it here and in WebAssembly."""

import json
import sys
from collections.abc import Callable
from time import perf_counter

from crownland.fast.budget import Budget
from crownland.fast.net_search import NetSearch
from crownland.fast.policy import GREEDY
from crownland.fast.series import play_series
from crownland.fast.tree_search import grow_tree
from crownland.fast.twin import example_setups
from crownland.fast.warm import first_choice
from crownland.games.setup import Setup
from crownland.networks import find_network

LEAST = 0.05  # seconds that tell how much is a second's work


def rates(games: list[str], seconds: float) -> dict[str, float]:
    """Returns the rate of every kind of work."""
    found = {}
    for setup in example_setups():
        if setup.game in games:
            for name, work in works(setup):
                found[f"{setup.game}: {name}"] = rate(work, seconds)
    return found


def works(setup: Setup) -> list[tuple[str, Callable[[int], object]]]:
    """Returns kinds of work, each done as often as it is told."""
    first, network = first_choice(setup), find_network(setup)
    assert network is not None
    return [
        ("random games", lambda many: list(play_series(setup, many, seed=1))),
        ("greedy games", lambda many: list(play_series(setup, many, seed=1, policies=[GREEDY] * setup.players))),
        ("tree simulations", lambda many: grow_tree(first, Budget(sims=many), seed=1)),
        (
            "network simulations",
            lambda many: NetSearch(setup, network.shape, network.weights).search(first, Budget(sims=many), seed=1),
        ),
    ]


def rate(work: Callable[[int], object], seconds: float) -> float:
    work(1)  # compiles, or loads what was compiled
    many, took = 1, 0.0
    while took < min(LEAST, seconds):
        many *= 4
        took = timed(work, many)
    if not seconds:
        return 0
    many = max(1, int(many * seconds / took))
    return many / timed(work, many)


def timed(work: Callable[[int], object], many: int) -> float:
    begin = perf_counter()
    work(many)
    return perf_counter() - begin


def main(games: list[str], seconds: float) -> None:
    sys.stdout.write(f"{json.dumps(rates(games, seconds))}\n")  # Pyodide prints whole lines
