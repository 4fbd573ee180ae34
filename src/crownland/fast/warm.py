"""Compiling the kernels ahead of their first use.

The first call of a kernel compiles it, which takes seconds, and keeps it in the user's cache folder; later starts load
it from there. ``python -m crownland.fast.warm`` compiles all of them and prints its progress.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from crownland.dealer import Dealer, derived_seed
from crownland.fast import entries, numbering
from crownland.fast.batch import Batch
from crownland.fast.budget import Budget
from crownland.fast.convert import chance_items, to_words
from crownland.fast.endgame import search_to_end
from crownland.fast.jit import COMPILED, floats, words
from crownland.fast.net_search import NetSearch
from crownland.fast.playouts import play_out
from crownland.fast.policy import GREEDY
from crownland.fast.series import play_series
from crownland.fast.tree_search import grow_tree
from crownland.fast.twin import example_setups, require_twin
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["first_choice", "warm_up", "warm_up_in_background"]


def warm_up(report: Callable[[str, int, int], None] | None = None) -> None:
    """Compiles every kernel, or loads it; calls *report* with what is next, how many are done, and of how many."""
    if not COMPILED:
        return
    works = [(setup.game, name, work) for setup in example_setups() for name, work in _works(setup)]
    for done, (game, name, work) in enumerate(works):
        if report is not None:
            report(f"{game}: {name}", done, len(works))
        work()


def warm_up_in_background() -> "subprocess.Popen[bytes]":
    """Starts another process that compiles every kernel, so that this one finds them in the cache; does not wait."""
    return subprocess.Popen(
        [sys.executable, "-m", "crownland.fast.warm"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _works(setup: Setup) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yields names of kernels and what to call to compile them."""
    yield "random games", lambda: list(play_series(setup, 1, seed=0))
    yield "greedy games", lambda: list(play_series(setup, 1, seed=0, policies=[GREEDY] * setup.players))
    yield "batches", lambda: _use_batch(setup)
    yield "single games", lambda: _use_one(setup)
    yield "play-outs", lambda: play_out(first_choice(setup), Budget(sims=1), seed=0)
    yield "trees", lambda: grow_tree(first_choice(setup), Budget(sims=1), seed=0)
    yield "endgames", lambda: search_to_end(first_choice(setup), limit=0)
    if require_twin(setup).has_encoder:
        yield "networks", lambda: _use_network(setup)


def _use_batch(setup: Setup) -> None:
    batch = Batch(setup, 1)
    batch.legal()
    batch.move()
    batch.step(words(1))
    batch.standings()


def _use_one(setup: Setup) -> None:
    twin, start = require_twin(setup), find_game(setup.game).start(setup)
    row, rng, scratch = to_words(start), words(1), words(twin.kernels.SCRATCH_WORDS)
    entries.deal(twin.key, row, 0, chance_items(start, Dealer(derived_seed(setup)).deal(start)))
    while not entries.legal(twin.key, row, 0, scratch):
        entries.chance(twin.key, row, 0, rng)
    entries.gains(twin.key, row, len(row), 0, words(len(row)), scratch, words(numbering.MOST_LEGAL))
    entries.apply(twin.key, row, 0, entries.greedy_choice(twin.key, row, 0, rng, scratch))
    while entries.actor(twin.key, row, 0) < 0:
        entries.chance(twin.key, row, 0, rng)
    entries.random_move(twin.key, row, 0, rng)
    entries.standing(twin.key, row, 0, 0)


def _use_network(setup: Setup) -> None:
    shape = require_twin(setup).encoder.shape_of(setup)
    search = NetSearch(setup, shape, floats(shape.weights))
    search.judge(first_choice(setup))
    search.search(first_choice(setup), Budget(sims=1), seed=0)


def first_choice(setup: Setup) -> State[Any]:
    """Returns the first position where a seat is to act."""
    state, dealer = find_game(setup.game).start(setup), Dealer(derived_seed(setup))
    while state.actor is None:
        state = state.play(dealer.deal(state))
    return state


def _main() -> None:
    if not COMPILED:
        sys.stdout.write("Numba is not installed or is switched off: nothing is compiled.\n")
        return

    def report(name: str, done: int, count: int) -> None:
        sys.stdout.write(f"{done}/{count} {name}\n")
        sys.stdout.flush()

    warm_up(report)
    sys.stdout.write("All kernels are compiled.\n")


if __name__ == "__main__":
    _main()
