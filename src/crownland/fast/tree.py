"""Open-loop tree search inside compiled code.

A node stands for the actions that led to it; chance is sampled afresh in every simulation and is not part of it. So
what is legal at a node can differ from visit to visit: its edges are found by node and action in a hash table, and only
those that are legal now take part. Each seat goes where its own result promises most (PUCT): the greedy way's order of
the actions is the prior, and greedy play to the end tells what a new edge is worth.
"""

from math import sqrt

from crownland.fast import dispatch as kernels
from crownland.fast import phase
from crownland.fast.bits import multiply, seed_of, shift_right
from crownland.fast.dispatch import Game
from crownland.fast.jit import Words, entry, kernel, part
from crownland.fast.layout import KINGDOMS, PHASE

__all__ = ["ACTION_BITS", "CHILD", "EDGE_WORDS", "KEY", "MOST_PLIES", "RESULTS", "VISITS", "grow"]

# An edge.
KEY = 0  # the node, shifted, and the action
VISITS = 1
RESULTS = 2  # the sum of the actor's results, in thousandths
PRIOR = 3  # in millionths
CHILD = 4  # the node it leads to, or 0
EDGE_WORDS = 5
ACTION_BITS = 11

# A tree: how many nodes and edges it has; then the edges. Edge 0 and node 0 are none; the root is node 1.
NODES, EDGES = 0, 1
FIRST_EDGE = 2

MOST_PLIES = 64  # actions of one simulation inside the tree
WIN = 1000  # thousandths
POINT = 20  # of margin
EXPLORE = 1.6
UNTRIED = 150  # thousandths below the mean of its siblings


@kernel
def _slot(key: int, mask: int) -> int:
    """Where to begin looking for a key."""
    return shift_right(multiply(key, -0x61C8864680B583EB), 20) & mask


@kernel
def _edge_of(tree: Words, table: Words, mask: int, key: int) -> int:
    """The offset of the edge with that key; 0 when there is none."""
    slot = _slot(key, mask)
    while table[slot] and tree[table[slot] + KEY] != key:
        slot = (slot + 1) & mask
    return table[slot]


@kernel
def _add_edge(tree: Words, table: Words, mask: int, key: int, prior: int) -> int:
    edge = FIRST_EDGE + EDGE_WORDS * tree[EDGES]
    tree[EDGES] += 1
    tree[edge + KEY] = key
    tree[edge + VISITS] = 0
    tree[edge + RESULTS] = 0
    tree[edge + PRIOR] = prior
    tree[edge + CHILD] = 0
    slot = _slot(key, mask)
    while table[slot]:
        slot = (slot + 1) & mask
    table[slot] = edge
    return edge


@kernel
def _add_priors(tree: Words, table: Words, mask: int, node: int, actions: Words, many: int, values: Words) -> None:
    """Edges for those of the actions that have none: the better the greedy way thinks of one, the higher its prior."""
    total = 0.0
    for number in range(many):
        total += 1.0 / (number + 1)
    for number in range(many):
        key = node << ACTION_BITS | actions[number]
        if not _edge_of(tree, table, mask, key):
            better = 0
            for other in range(many):
                better += values[other] > values[number] or (values[other] == values[number] and other < number)
            _add_edge(tree, table, mask, key, int(1e6 / (better + 1) / total))


@kernel
def _select(tree: Words, table: Words, mask: int, node: int, actions: Words, many: int) -> int:
    """The edge to follow, of those that are legal now."""
    visits, results = 0, 0
    for number in range(many):
        edge = _edge_of(tree, table, mask, node << ACTION_BITS | actions[number])
        visits += tree[edge + VISITS]
        results += tree[edge + RESULTS]
    mean = results / visits if visits else 0.0
    reach = EXPLORE * sqrt(visits + 1.0)
    best, chosen = -1e18, 0
    for number in range(many):
        edge = _edge_of(tree, table, mask, node << ACTION_BITS | actions[number])
        tried = tree[edge + VISITS]
        value = tree[edge + RESULTS] / tried if tried else mean - UNTRIED
        value += reach * tree[edge + PRIOR] * 1e-3 / (1.0 + tried)
        if value > best:
            best, chosen = value, edge
    return chosen


@entry
def grow(
    game: Game,
    root: Words,
    size: int,
    kingdoms_of: Words,
    seed: int,
    first: int,
    simulations: int,
    policies: int,
    tree: Words,
    table: Words,
    actions: Words,
    values: Words,
    path: Words,
    room: Words,
    rng: Words,
    lots: Words,
    scratch: Words,
) -> int:
    """Runs *simulations*, numbered from *first*, or fewer when the tree is full; tells how many.

    *kingdoms_of* has the kingdom of every seat. *table* has a power of two of words, more than twice the edges that the
    tree has room for.
    """
    mask = len(table) - 1
    room_for = (len(tree) - FIRST_EDGE) // EDGE_WORDS
    for simulation in range(first, first + simulations):
        if tree[EDGES] + len(actions) > room_for:
            return simulation - first
        for slot in range(size):
            room[slot] = root[slot]
        rng[0] = seed_of(seed, simulation)
        lots[0] = seed_of(seed, ~simulation)
        node, plies, is_new = 1, 0, False
        while room[PHASE] != phase.OVER and not is_new and plies < MOST_PLIES:
            if room[PHASE] < phase.CLAIM:
                kernels.chance(game, room, 0, rng)
                continue
            many = kernels.legal(game, room, 0, actions)
            if many == 1:
                kernels.apply(game, room, 0, actions[0])
                continue
            seat = kernels.seat_to_act(game, room, 0)
            missing = False
            for number in range(many):
                missing |= _edge_of(tree, table, mask, node << ACTION_BITS | actions[number]) == 0
            if missing:
                kernels.rate(game, room, 0, actions, many, values, lots, scratch)
                _add_priors(tree, table, mask, node, actions, many, values)
            edge = _select(tree, table, mask, node, actions, many)
            is_new = tree[edge + VISITS] == 0
            if not is_new and not tree[edge + CHILD]:
                tree[NODES] += 1
                tree[edge + CHILD] = tree[NODES]
            path[2 * plies] = edge
            path[2 * plies + 1] = kingdoms_of[seat]
            plies += 1
            kernels.apply(game, room, 0, tree[edge + KEY] & ((1 << ACTION_BITS) - 1))
            node = tree[edge + CHILD]
        kernels.finish(game, room, rng, lots, policies, scratch)
        _learn(game, room, tree, path, plies, values)
    return simulations


@part
def _learn(game: Game, words: Words, tree: Words, path: Words, plies: int, values: Words) -> None:
    """Tells every edge of the path what came of it for the kingdom that took it."""
    kingdoms = words[KINGDOMS]
    for kingdom in range(kingdoms):
        values[kingdom] = kernels.standing(game, words, 0, kingdom)
    for ply in range(plies):
        edge, kingdom = path[2 * ply], path[2 * ply + 1]
        mine, best = values[kingdom], 0
        for other in range(kingdoms):
            if other != kingdom:
                best = max(best, values[other])
        won = WIN if mine > best else (WIN // 2 if mine == best else 0)
        tree[edge + VISITS] += 1
        tree[edge + RESULTS] += won + POINT * ((mine >> 32) - (best >> 32))
