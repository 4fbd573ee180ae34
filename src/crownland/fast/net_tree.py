"""A tree over a network, inside compiled code.

A node is a position where a seat is to act; its edges are the ways to act that the network likes best, each with the
network's value of the position that follows. A new node is worth its best edge. Chance is sampled: an edge that chance
follows gets more outcomes the more often it is taken, and siblings get the same ones. Each seat goes for its own best.

What the exact solver plays (Encoder.is_beyond) is not searched: the network's value before the last chance counts.
"""

from math import exp, sqrt
from typing import TypeAlias

from crownland.fast import dispatch, layout, phase
from crownland.fast.bits import multiply, seed_of, shift_right
from crownland.fast.jit import Floats, Row, entry, float_kernel, floats, kernel, part, rare, words
from crownland.fast.judging import NO_ACTION, POINT, Desk, judge_ways, play, utility
from crownland.fast.twin import TwinKey

__all__ = [
    "ACTION",
    "EDGES",
    "EDGE_WORDS",
    "FIRST_EDGE",
    "MANY",
    "MOVER",
    "NODES",
    "NODE_WORDS",
    "ROOT_WIDTH",
    "THEN",
    "Tree",
    "find_node",
    "grow",
    "make_tree",
    "mean_outlook",
    "move_tree",
    "narrow_tree",
]

# A node.
MOVER, FIRST_EDGE, MANY, VISITS, SIBLING, MARK = range(6)  # the mark is a hash of the position
NODE_WORDS = 6
# An edge: two actions as judge_ways() has them; what follows; its first node + 1; how many nodes it has.
ACTION, THEN, KIND, CHILD, CHILDREN = range(5)
EDGE_WORDS = 5
UNKNOWN, SEAT, CHANCE, LEAF = range(4)
# The floats of an edge: prior, visits; the network's value; the sum of the values found.
PRIOR, TAKEN, VALUE = 0, 1, 2

NODES, EDGES = 0, 1  # how many there are

# Counts; rows of the games of all nodes; nodes; edges; floats of the edges.
Tree: TypeAlias = tuple[Row, Row, Row, Row, Floats]

MOST_PLIES = 128
MOST_WIDTH = 12  # edges of a node
ROOT_WIDTH = 30  # of the root
EXPLORE = 0.6
SOFTNESS = 0.04  # of the priors, in win chance
VIRTUAL = 2.0  # visits that the network's own value counts
WIDEN = 2.0  # outcomes of chance: 1 + WIDEN × √visits


@kernel
def edge_floats(kingdoms: int) -> int:
    return VALUE + 4 * kingdoms


def make_tree(nodes: int, edges: int, size: int, kingdoms: int) -> Tree:
    """Returns an empty tree with room for so many nodes and edges."""
    return (
        words(2),
        words(nodes * size),
        words(nodes * NODE_WORDS),
        words(edges * EDGE_WORDS),
        floats(edges * (VALUE + 4 * kingdoms)),  # edge_floats(), which Python would have to compile
    )


@kernel
def _mark(game: Row, first: int, size: int) -> int:
    mark = 1
    for slot in range(first, first + size):
        mark = multiply(mark ^ game[slot], -0x61C8864680B583EB)
        mark ^= shift_right(mark, 29)
    return mark


@part
def _add_node(
    twin: TwinKey,
    shape: Row,
    weights: Floats,
    looks_twice: bool,
    game: Row,
    size: int,
    most: int,
    tree: Tree,
    ways: Row,
    values: Floats,
    desk: Desk,
) -> int:
    """Adds the position in *game*, with an edge for each of its *most* best ways; returns the node."""
    counts, games, nodes, edges, outlooks = tree
    many = judge_ways(twin, shape, weights, looks_twice, game, 0, size, ways, values, desk)
    kingdoms = game[layout.KINGDOMS]
    kingdom, width, room = dispatch.mover(twin, game, 0), 2 * kingdoms, edge_floats(kingdoms)
    node, first = counts[NODES], counts[EDGES]
    counts[NODES] += 1
    for slot in range(size):
        games[node * size + slot] = game[slot]
    kept, best, total = min(many, most), 0.0, 0.0
    for number in range(kept):
        chosen, worth = 0, -1e9
        for way in range(many):
            its = utility(values, way * width, kingdom)
            if its > worth:
                chosen, worth = way, its
        if number == 0:
            best = worth
        edge = (first + number) * EDGE_WORDS
        edges[edge + ACTION], edges[edge + THEN] = ways[2 * chosen], ways[2 * chosen + 1]
        edges[edge + KIND], edges[edge + CHILD], edges[edge + CHILDREN] = UNKNOWN, 0, 0
        at = (first + number) * room
        prior = exp((worth - best) / SOFTNESS)
        total += prior
        outlooks[at + PRIOR], outlooks[at + TAKEN] = prior, 0.0
        for place in range(width):
            outlooks[at + VALUE + place] = values[chosen * width + place]
            outlooks[at + VALUE + width + place] = 0.0
        values[chosen * width + 2 * kingdom] = -1e6  # chosen already
    for number in range(kept):
        outlooks[(first + number) * room + PRIOR] /= total
    counts[EDGES] += kept
    at = node * NODE_WORDS
    nodes[at + MOVER], nodes[at + FIRST_EDGE], nodes[at + MANY] = kingdom, first, kept
    nodes[at + VISITS], nodes[at + SIBLING], nodes[at + MARK] = 0, -1, _mark(game, 0, size)
    return node


@float_kernel
def mean_outlook(outlooks: Floats, at: int, place: int, width: int) -> float:
    """Returns a place of an edge's value: the network's own, and what was found behind it."""
    found = outlooks[at + VALUE + width + place]
    return (VIRTUAL * outlooks[at + VALUE + place] + found) / (VIRTUAL + outlooks[at + TAKEN])  # type: ignore[no-any-return]


@rare
def _select(tree: Tree, node: int, kingdoms: int) -> int:
    """Returns the edge to take at *node*."""
    nodes, outlooks = tree[2], tree[4]
    at, width, room = node * NODE_WORDS, 2 * kingdoms, edge_floats(kingdoms)
    reach, mine = EXPLORE * sqrt(nodes[at + VISITS] + 1.0), 2 * nodes[at + MOVER]
    chosen, best = nodes[at + FIRST_EDGE], -1e9
    for edge in range(nodes[at + FIRST_EDGE], nodes[at + FIRST_EDGE] + nodes[at + MANY]):
        here = edge * room
        worth = mean_outlook(outlooks, here, mine, width) + POINT * mean_outlook(outlooks, here, mine + 1, width)
        worth += reach * outlooks[here + PRIOR] / (1.0 + outlooks[here + TAKEN])
        if worth > best:
            chosen, best = edge, worth
    return chosen


@rare
def _least_visited(tree: Tree, node: int) -> int:
    """Returns the least visited of *node* and its siblings."""
    nodes, chosen = tree[2], node
    while node >= 0:
        if nodes[node * NODE_WORDS + VISITS] < nodes[chosen * NODE_WORDS + VISITS]:
            chosen = node
        node = nodes[node * NODE_WORDS + SIBLING]
    return chosen


@entry
def grow(
    twin: TwinKey,
    shape: Row,
    weights: Floats,
    looks_twice: bool,
    start: Row,
    size: int,
    seed: int,
    simulations: int,
    tree: Tree,
    path: Row,
    game: Row,
    rng: Row,
    ways: Row,
    values: Floats,
    desk: Desk,
) -> None:
    """Runs *simulations* from the root, which is *start*; a tree without nodes gets it first.

    A tree that is full is searched on without new nodes.
    """
    counts, games, nodes, edges, outlooks = tree
    kingdoms = start[layout.KINGDOMS]
    width, room = 2 * kingdoms, edge_floats(kingdoms)
    most_nodes, most_edges = len(nodes) // NODE_WORDS, len(edges) // EDGE_WORDS
    for _ in range(simulations if counts[NODES] else simulations + 1):
        is_root = counts[NODES] == 0
        if is_root:
            for slot in range(size):
                game[slot] = start[slot]
        node, plies, chances, leaf, edge, follows = 0, 0, 0, -1, 0, SEAT
        is_new = is_root
        while leaf < 0 and not is_new:
            chosen = _select(tree, node, kingdoms)
            path[2 * plies], path[2 * plies + 1] = node, chosen
            plies += 1
            edge = chosen * EDGE_WORDS
            kind = edges[edge + KIND]
            chances += kind == CHANCE
            is_wide = edges[edge + CHILDREN] >= 1 + int(WIDEN * sqrt(outlooks[chosen * room + TAKEN]))
            is_full = counts[NODES] == most_nodes or counts[EDGES] + MOST_WIDTH > most_edges
            if kind == LEAF or plies == MOST_PLIES:
                leaf = chosen
            elif kind == SEAT:
                node = edges[edge + CHILD] - 1
            elif kind == CHANCE and (is_wide or is_full):
                node = _least_visited(tree, edges[edge + CHILD] - 1)
            elif is_full:
                leaf = chosen
            else:
                for slot in range(size):
                    game[slot] = games[node * size + slot]
                play(twin, game, 0, edges[edge + ACTION])
                if edges[edge + THEN] != NO_ACTION:
                    play(twin, game, 0, edges[edge + THEN])
                follows = CHANCE if game[layout.PHASE] < phase.CLAIM else SEAT
                if follows == CHANCE:
                    rng[0] = seed_of(seed, (chances if kind == CHANCE else chances + 1) << 32 | edges[edge + CHILDREN])
                    while game[layout.PHASE] < phase.CLAIM:
                        dispatch.chance(twin, game, 0, rng)
                is_new = game[layout.PHASE] != phase.OVER and not dispatch.is_beyond(twin, game, 0)
                if not is_new:
                    edges[edge + KIND], leaf = LEAF, chosen
        if is_new:
            most = ROOT_WIDTH if is_root else MOST_WIDTH
            child = _add_node(twin, shape, weights, looks_twice, game, size, most, tree, ways, values, desk)
            leaf = nodes[child * NODE_WORDS + FIRST_EDGE]
            if not is_root:
                nodes[child * NODE_WORDS + SIBLING] = edges[edge + CHILD] - 1
                edges[edge + KIND], edges[edge + CHILD] = follows, child + 1
                edges[edge + CHILDREN] += 1
        for ply in range(plies):
            nodes[path[2 * ply] * NODE_WORDS + VISITS] += 1
            at = path[2 * ply + 1] * room
            outlooks[at + TAKEN] += 1.0
            for place in range(width):
                outlooks[at + VALUE + width + place] += outlooks[leaf * room + VALUE + place]


@entry
def find_node(game: Row, size: int, tree: Tree) -> int:
    """Returns the node of the position in *game*; -1 when the tree has none."""
    counts, games, nodes, _, _ = tree
    mark = _mark(game, 0, size)
    for node in range(counts[NODES]):
        if nodes[node * NODE_WORDS + MARK] == mark:
            differs = 0
            for slot in range(size):
                differs |= games[node * size + slot] ^ game[slot]
            if not differs:
                return node
    return -1


@entry
def move_tree(tree: Tree, root: int, size: int, origins: Row, target: Tree) -> None:
    """Copies the tree behind the node *root* into the empty tree *target*, where it becomes the root.

    *origins* has room for a word for each node.
    """
    _, games, nodes, edges, outlooks = tree
    counts, new_games, new_nodes, new_edges, new_outlooks = target
    room = edge_floats(games[layout.KINGDOMS])
    counts[NODES], counts[EDGES] = 1, 0
    origins[0], node = root, 0
    new_nodes[SIBLING] = -1
    while node < counts[NODES]:
        old, new = origins[node] * NODE_WORDS, node * NODE_WORDS
        for slot in range(size):
            new_games[node * size + slot] = games[origins[node] * size + slot]
        for slot in (MOVER, MANY, VISITS, MARK):
            new_nodes[new + slot] = nodes[old + slot]
        new_nodes[new + FIRST_EDGE] = counts[EDGES]
        for number in range(nodes[old + MANY]):
            source, edge = nodes[old + FIRST_EDGE] + number, counts[EDGES]
            counts[EDGES] += 1
            for slot in range(EDGE_WORDS):
                new_edges[edge * EDGE_WORDS + slot] = edges[source * EDGE_WORDS + slot]
            for place in range(room):
                new_outlooks[edge * room + place] = outlooks[source * room + place]
            child, newest = edges[source * EDGE_WORDS + CHILD] - 1, -1
            while child >= 0:
                if newest < 0:
                    new_edges[edge * EDGE_WORDS + CHILD] = counts[NODES] + 1
                else:
                    new_nodes[newest * NODE_WORDS + SIBLING] = counts[NODES]
                newest = counts[NODES]
                origins[newest] = child
                new_nodes[newest * NODE_WORDS + SIBLING] = -1
                counts[NODES] += 1
                child = nodes[child * NODE_WORDS + SIBLING]
        node += 1


@entry
def narrow_tree(tree: Tree, game: Row, size: int, action: int) -> int:
    """Makes *game* the root, which the old root reaches by *action*; keeps the edges that begin with it.

    Returns how many edges these are; without any, the tree stays as it is.
    """
    _, games, nodes, edges, outlooks = tree
    room = edge_floats(games[layout.KINGDOMS])
    first, kept, taken, prior = nodes[FIRST_EDGE], 0, 0, 0.0
    for edge in range(first, first + nodes[MANY]):
        if edges[edge * EDGE_WORDS + ACTION] == action and edges[edge * EDGE_WORDS + THEN] != NO_ACTION:
            target = first + kept
            for slot in range(EDGE_WORDS):
                edges[target * EDGE_WORDS + slot] = edges[edge * EDGE_WORDS + slot]
            for place in range(room):
                outlooks[target * room + place] = outlooks[edge * room + place]
            edges[target * EDGE_WORDS + ACTION] = edges[edge * EDGE_WORDS + THEN]
            edges[target * EDGE_WORDS + THEN] = NO_ACTION
            taken += int(outlooks[target * room + TAKEN])
            prior += outlooks[target * room + PRIOR]
            kept += 1
    if kept == 0:
        return 0
    for edge in range(first, first + kept):
        outlooks[edge * room + PRIOR] /= prior
    for slot in range(size):
        games[slot] = game[slot]
    nodes[MANY], nodes[VISITS], nodes[MARK] = kept, taken, _mark(game, 0, size)
    return kept
