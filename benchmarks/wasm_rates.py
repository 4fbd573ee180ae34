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

SECONDS = 0.5  # of one round
ROUNDS = 3


def rates() -> dict[str, float]:
    """Returns the best of some rounds for every twin and kind of work."""
    found = {}
    for setup in example_setups():
        for name, work in works(setup):
            found[f"{setup.game}: {name}"] = rate(work)
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


def rate(work: Callable[[int], object]) -> float:
    many, took, best = 1, 0.0, 0.0
    while took < SECONDS / 4:  # also warms up
        many *= 4
        begin = perf_counter()
        work(many)
        took = perf_counter() - begin
    many = max(1, int(many * SECONDS / took))
    for _ in range(ROUNDS):
        begin = perf_counter()
        work(many)
        best = max(best, many / (perf_counter() - begin))
    return best


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(rates())}\n")  # Pyodide prints whole lines
