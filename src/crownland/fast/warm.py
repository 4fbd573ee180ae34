"""Compiling the kernels ahead of their first use.

The first call of a kernel compiles it, which takes seconds, and keeps it in the user's cache folder; later starts load
it from there. ``python -m crownland.fast.warm`` compiles all of them and tells how far it is.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from crownland.dealer import Dealer, derived_seed
from crownland.fast import entries
from crownland.fast.batch import Batch
from crownland.fast.budget import Budget
from crownland.fast.convert import chance_items, start_words
from crownland.fast.dispatch import game_of
from crownland.fast.endgame import search_to_end
from crownland.fast.greedy import SCRATCH_WORDS
from crownland.fast.jit import COMPILED, words
from crownland.fast.layout import GAME
from crownland.fast.numbering import MOST_LEGAL
from crownland.fast.playouts import play_out
from crownland.fast.policy import GREEDY
from crownland.fast.series import play_series
from crownland.fast.tree_search import grow_tree
from crownland.games.protocol import State
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO, find_game
from crownland.games.setup import Setup

__all__ = ["first_choice", "warm_up", "warm_up_in_background"]

# One game for each set of kernels: Royal Wedding's are Queendomino's.
_GAMES = (KINGDOMINO, QUEENDOMINO, DUEL)


def warm_up(report: Callable[[str, int, int], None] | None = None) -> None:
    """Compiles every kernel, or loads it; *report* hears what is next, how many are done, and of how many."""
    if not COMPILED:
        return
    works = [(game.key, name, work) for game in _GAMES for name, work in _works(game.setup())]
    for done, (game, name, work) in enumerate(works):
        if report is not None:
            report(f"{game}: {name}", done, len(works))
        work()


def warm_up_in_background() -> "subprocess.Popen[bytes]":
    """Starts another process that compiles every kernel, so that this one finds them in the cache. Nobody need wait."""
    return subprocess.Popen(
        [sys.executable, "-m", "crownland.fast.warm"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _works(setup: Setup) -> Iterator[tuple[str, Callable[[], object]]]:
    """What to call to have each kernel of a game compiled, with its name."""
    yield "random games", lambda: list(play_series(setup, 1, seed=0))
    yield "greedy games", lambda: list(play_series(setup, 1, seed=0, policies=[GREEDY] * setup.players))
    yield "batches", lambda: _use_batch(setup)
    yield "single games", lambda: _use_one(setup)
    yield "play-outs", lambda: play_out(first_choice(setup), Budget(sims=1), seed=0)
    yield "trees", lambda: grow_tree(first_choice(setup), Budget(sims=1), seed=0)
    yield "endgames", lambda: search_to_end(first_choice(setup), limit=0)


def _use_batch(setup: Setup) -> None:
    batch = Batch(setup, 1)
    batch.legal()
    batch.move()
    batch.step(words(1))
    batch.standings()


def _use_one(setup: Setup) -> None:
    row, rng, scratch = start_words(setup), words(1), words(SCRATCH_WORDS)
    game = game_of(row[GAME])
    opening = Dealer(derived_seed(setup)).deal(find_game(setup.game).start(setup))
    entries.deal(game, row, 0, chance_items(opening))
    while not entries.legal(game, row, 0, scratch):
        entries.chance(game, row, 0, rng)
    entries.gains(game, row, len(row), 0, words(len(row)), scratch, words(MOST_LEGAL))
    entries.apply(game, row, 0, entries.greedy_choice(game, row, 0, rng, scratch))
    while entries.actor(game, row, 0) < 0:
        entries.chance(game, row, 0, rng)
    entries.random_move(game, row, 0, rng)
    entries.standing(game, row, 0, 0)


def first_choice(setup: Setup) -> State[Any]:
    """The first position where a seat is to act."""
    state, dealer = find_game(setup.game).start(setup), Dealer(derived_seed(setup))
    while state.actor is None:
        state = state.play(dealer.deal(state))
    return state


def _main() -> None:
    if not COMPILED:
        sys.stdout.write("Numba is not there or is switched off: nothing is compiled.\n")
        return

    def report(name: str, done: int, count: int) -> None:
        sys.stdout.write(f"{done}/{count} {name}\n")
        sys.stdout.flush()

    warm_up(report)
    sys.stdout.write("All kernels are compiled.\n")


if __name__ == "__main__":
    _main()
