"""Open-loop tree search over the fast twin: rates every action when all seats play their best."""

from dataclasses import dataclass
from time import monotonic
from typing import Any

from crownland.fast import numbering
from crownland.fast.budget import Budget
from crownland.fast.convert import to_words
from crownland.fast.jit import words
from crownland.fast.policy import GREEDY
from crownland.fast.tree import (
    ACTION_BITS,
    EDGE_WORDS,
    EDGES,
    FIRST_EDGE,
    KEY,
    MOST_PLIES,
    NODES,
    RESULTS,
    VISITS,
    grow,
)
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.kernel.action import Seat

__all__ = ["Branch", "grow_tree"]

MOST_EDGES = 200_000


@dataclass(frozen=True, slots=True)
class Branch:
    """An action at the root: its number, how often it was followed, and the mean of its results, a win being 1."""

    action: int
    visits: int
    result: float


def grow_tree(state: State[Any], budget: Budget, seed: int) -> list[Branch]:
    """Returns every action of the seat to act, the most visited first."""
    begin, twin, row = monotonic(), require_twin(state.setup), to_words(state)
    size = len(row)
    players = range(state.setup.players)
    kingdoms_of = words(len(players))
    for seat in players:
        kingdoms_of[seat] = state.kingdom_of(Seat(seat))
    edges = MOST_EDGES if budget.sims is None else min(MOST_EDGES, 60 * budget.sims + 2 * numbering.MOST_LEGAL)
    tree, table = words(FIRST_EDGE + EDGE_WORDS * edges), words(1 << (2 * edges).bit_length())
    tree[NODES] = tree[EDGES] = 1  # edge 0 is none
    actions, values = words(numbering.MOST_LEGAL), words(numbering.MOST_LEGAL)
    rows = actions, values, words(2 * MOST_PLIES), words(size), words(1), words(1), words(twin.kernels.SCRATCH_WORDS)
    policies = sum(GREEDY << 4 * seat for seat in players)

    def run(first: int, simulations: int) -> None:
        grow(twin.key, row, size, kingdoms_of, seed, first, simulations, policies, tree, table, *rows)

    budget.spend(run, begin)
    return _branches(tree)


def _branches(tree: Any) -> list[Branch]:
    """Returns the edges of the root, which are the first ones: they were all added together."""
    found = []
    for edge in range(FIRST_EDGE + EDGE_WORDS, FIRST_EDGE + EDGE_WORDS * int(tree[EDGES]), EDGE_WORDS):
        if tree[edge + KEY] >> ACTION_BITS != 1:
            break
        visits = int(tree[edge + VISITS])
        mean = int(tree[edge + RESULTS]) / visits / 1000 if visits else 0.0
        found.append(Branch(int(tree[edge + KEY]) & ((1 << ACTION_BITS) - 1), visits, mean))
    return sorted(found, key=lambda branch: (branch.visits, branch.result), reverse=True)
