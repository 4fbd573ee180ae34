"""Open-loop tree search inside compiled code.

A node stands for the actions that led to it; chance is sampled afresh in every simulation and is not part of it. So
the legal actions at a node can differ from visit to visit: a hash table finds edges by node and action, and only those
that are legal now take part. Each seat follows the edge with the best outlook for itself (PUCT): greedy's order of the
actions is the prior, and greedy play to the end rates a new edge.
"""

from math import sqrt

from crownland.fast import dispatch, layout, phase
from crownland.fast.bits import multiply, seed_of, shift_right
from crownland.fast.jit import Row, entry, kernel, part
from crownland.fast.twin import TwinKey

__all__ = [
    "ACTION_BITS",
    "EDGES",
    "EDGE_WORDS",
    "FIRST_EDGE",
    "KEY",
    "MOST_PLIES",
    "NODES",
    "RESULTS",
    "VISITS",
    "grow",
]

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
    """Returns where to begin looking for a key."""
    return shift_right(multiply(key, -0x61C8864680B583EB), 20) & mask


@kernel
def _edge_of(tree: Row, table: Row, mask: int, key: int) -> int:
    """Returns the offset of the edge with that key; 0 when there is none."""
    slot = _slot(key, mask)
    while table[slot] and tree[table[slot] + KEY] != key:
        slot = (slot + 1) & mask
    return table[slot]


@kernel
def _add_edge(tree: Row, table: Row, mask: int, key: int, prior: int) -> int:
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
def _add_priors(tree: Row, table: Row, mask: int, node: int, actions: Row, many: int, values: Row) -> None:
    """Adds edges for the actions that have none: the better greedy rates an action, the higher its prior."""
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
def _select(tree: Row, table: Row, mask: int, node: int, actions: Row, many: int) -> int:
    """Returns the edge to follow, of those that are legal now."""
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
    twin: TwinKey,
    root: Row,
    size: int,
    kingdoms_of: Row,
    seed: int,
    first: int,
    simulations: int,
    policies: int,
    tree: Row,
    table: Row,
    actions: Row,
    values: Row,
    path: Row,
    room: Row,
    rng: Row,
    lots: Row,
    scratch: Row,
) -> None:
    """Runs *simulations*, numbered from *first*.

    *kingdoms_of* has the kingdom of every seat. *table* has a power of two of words, more than twice the edges that the
    tree has room for.
    """
    mask = len(table) - 1
    room_for = (len(tree) - FIRST_EDGE) // EDGE_WORDS
    for simulation in range(first, first + simulations):
        for slot in range(size):
            room[slot] = root[slot]
        rng[0] = seed_of(seed, simulation)
        lots[0] = seed_of(seed, ~simulation)
        node, plies, is_new = 1, 0, False
        while room[layout.PHASE] != phase.OVER and not is_new and plies < MOST_PLIES:
            if room[layout.PHASE] < phase.CLAIM:
                dispatch.chance(twin, room, 0, rng)
                continue
            many = dispatch.legal(twin, room, 0, actions)
            if many == 1:
                dispatch.apply(twin, room, 0, actions[0])
                continue
            seat = dispatch.seat_to_act(twin, room, 0)
            missing = False
            for number in range(many):
                missing |= _edge_of(tree, table, mask, node << ACTION_BITS | actions[number]) == 0
            if missing and tree[EDGES] + many > room_for:
                break  # greedy plays from here: a tree that is full is searched on without new edges
            if missing:
                dispatch.rate(twin, room, 0, actions, many, values, lots, scratch)
                _add_priors(tree, table, mask, node, actions, many, values)
            edge = _select(tree, table, mask, node, actions, many)
            is_new = tree[edge + VISITS] == 0
            if not is_new and not tree[edge + CHILD]:
                tree[NODES] += 1
                tree[edge + CHILD] = tree[NODES]
            path[2 * plies] = edge
            path[2 * plies + 1] = kingdoms_of[seat]
            plies += 1
            dispatch.apply(twin, room, 0, tree[edge + KEY] & ((1 << ACTION_BITS) - 1))
            node = tree[edge + CHILD]
        dispatch.finish(twin, room, rng, lots, policies, scratch)
        _learn(twin, room, tree, path, plies, values)


@part
def _learn(twin: TwinKey, words: Row, tree: Row, path: Row, plies: int, values: Row) -> None:
    """Adds the result to every edge of the path, as the kingdom that took it sees it."""
    kingdoms = words[layout.KINGDOMS]
    for kingdom in range(kingdoms):
        values[kingdom] = dispatch.standing(twin, words, 0, kingdom)
    for ply in range(plies):
        edge, kingdom = path[2 * ply], path[2 * ply + 1]
        mine, best = values[kingdom], 0
        for other in range(kingdoms):
            if other != kingdom:
                best = max(best, values[other])
        won = WIN if mine > best else (WIN // 2 if mine == best else 0)
        tree[edge + VISITS] += 1
        tree[edge + RESULTS] += won + POINT * ((mine >> 32) - (best >> 32))
