"""A tree over a network: what it counts, how it is cut and moved, and that no room is too small for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import pytest

from crownland.fast import net_tree
from crownland.fast.convert import action_number, from_words, to_words
from crownland.fast.jit import floats, words
from crownland.fast.judging import MOST_WAYS, NO_ACTION, POINT, make_desk
from crownland.fast.net_tree import (
    ACTION,
    CHANCE,
    CHILD,
    CHILDREN,
    EDGE_WORDS,
    EDGES,
    FIRST_EDGE,
    KIND,
    LEAF,
    MANY,
    MOST_PLIES,
    MOST_WIDTH,
    MOVER,
    NODE_WORDS,
    NODES,
    PRIOR,
    ROOT_WIDTH,
    SEAT,
    SIBLING,
    TAKEN,
    THEN,
    UNKNOWN,
    VALUE,
    VISITS,
    Tree,
    find_node,
    make_tree,
    move_tree,
    narrow_tree,
)
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.games.registry import KINGDOMINO, ROYAL_WEDDING
from crownland.games.setup import Setup
from crownland.kernel.action import Place
from tests.fast.support import choices, network_for, positions

TWO = KINGDOMINO.setup(2)
FOUR = KINGDOMINO.setup(4, {"middle-kingdom": True})
SETUPS = [TWO, KINGDOMINO.setup(3), FOUR, ROYAL_WEDDING.setup(4, {"teams": "true"})]
SIMS = 400


@dataclass
class Grown:
    """A tree for a position, and what it takes to let it grow."""

    state: State[Any]
    nodes: int = SIMS + 1

    def __post_init__(self) -> None:
        self.row, self.kingdoms = to_words(self.state), len(self.state.kingdoms)
        self.size = len(self.row)
        self.tree = self.empty()

    def empty(self) -> Tree:
        return make_tree(self.nodes, self.nodes * MOST_WIDTH + ROOT_WIDTH, self.size, self.kingdoms)

    def grow(self, simulations: int = SIMS, seed: int = 1, tree: Tree | None = None) -> "Grown":
        twin, (shape, weights) = require_twin(self.state.setup), network_for(self.state.setup)
        net_tree.grow(
            twin.key,
            shape.row,
            weights,
            twin.encoder.LOOKS_TWICE,
            self.row,
            self.size,
            seed,
            simulations,
            tree or self.tree,
            words(2 * MOST_PLIES),
            words(self.size),
            words(1),
            words(2 * MOST_WAYS),
            floats(2 * self.kingdoms * MOST_WAYS),
            make_desk(twin, shape, self.size),
        )
        return self


@dataclass(frozen=True)
class Edge:
    """An edge of a tree, with its nodes."""

    action: int
    then: int
    kind: int
    prior: float
    taken: int
    value: tuple[float, ...]
    found: tuple[float, ...]
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Reader:
    """Reads a tree node by node."""

    tree: Tree
    size: int
    kingdoms: int

    @property
    def count(self) -> int:
        return int(self.tree[0][NODES])

    def node(self, node: int, slot: int) -> int:
        return int(self.tree[2][node * NODE_WORDS + slot])

    def game(self, node: int) -> list[int]:
        return [int(word) for word in self.tree[1][node * self.size : (node + 1) * self.size]]

    def edges(self, node: int) -> list[Edge]:
        first = self.node(node, FIRST_EDGE)
        return [self._edge(edge) for edge in range(first, first + self.node(node, MANY))]

    def _edge(self, edge: int) -> Edge:
        slots = self.tree[3][edge * EDGE_WORDS : (edge + 1) * EDGE_WORDS]
        width, room = 2 * self.kingdoms, net_tree.edge_floats(self.kingdoms)
        numbers = [float(one) for one in self.tree[4][edge * room : (edge + 1) * room]]
        nodes, child = [], int(slots[CHILD]) - 1
        while child >= 0:
            nodes.append(child)
            child = self.node(child, SIBLING)
        assert len(nodes) == slots[CHILDREN]
        return Edge(
            int(slots[ACTION]),
            int(slots[THEN]),
            int(slots[KIND]),
            numbers[PRIOR],
            int(numbers[TAKEN]),
            tuple(numbers[VALUE : VALUE + width]),
            tuple(numbers[VALUE + width :]),
            tuple(nodes),
        )

    def walk(self, node: int = 0) -> Iterator[tuple[object, ...]]:
        """All that is at *node* and behind it, whatever the numbers of nodes and edges are."""
        yield self.game(node), self.node(node, MOVER), self.node(node, VISITS)
        for edge in self.edges(node):
            yield edge.action, edge.then, edge.kind, edge.prior, edge.taken, edge.value, edge.found, len(edge.nodes)
            for one in edge.nodes:
                yield from self.walk(one)


def read(grown: Grown, tree: Tree | None = None) -> Reader:
    return Reader(tree or grown.tree, grown.size, grown.kingdoms)


@pytest.fixture(scope="module")
def middle() -> Grown:
    """A tree for a placement in the middle of a game of two."""
    return Grown(placements_of(TWO)[4]).grow()


def placements_of(setup: Setup) -> list[State[Any]]:
    return [state for state in choices(setup) if isinstance(state.legal_actions()[0], Place)]


def before_chance(setup: Setup) -> State[Any]:
    """A position in the middle of a game, soon after which chance has its say."""
    game = positions(setup)
    asked = [at for at, state in enumerate(game) if state.chance is not None]
    soon = [state for at, state in enumerate(game) if {at + 2, at + 3} & {*asked} and len(state.legal_actions()) > 1]
    return soon[len(soon) // 2]


def copied(grown: Grown) -> Tree:
    target = grown.empty()
    move_tree(grown.tree, 0, grown.size, words(grown.nodes), target)
    return target


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_seed_grows_the_same_tree(setup: Setup) -> None:
    state = before_chance(setup)
    one, other, third = (read(Grown(state).grow(seed=seed)) for seed in (1, 1, 2))
    assert list(one.walk()) == list(other.walk())
    assert list(one.walk()) != list(third.walk())


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_visits_add_up_and_every_kingdom_has_its_value(setup: Setup) -> None:
    state = before_chance(setup)
    tree = read(Grown(state).grow())
    kinds = set()
    assert tree.node(0, VISITS) == SIMS
    assert tree.count > SIMS // 3
    for node in range(tree.count):
        edges = tree.edges(node)
        position = from_words(setup, tree.game(node))
        assert position.actor is not None
        assert tree.node(node, MOVER) == position.kingdom_of(position.actor)
        assert tree.node(node, VISITS) == sum(edge.taken for edge in edges)
        assert 0 < len(edges) <= (MOST_WIDTH if node else ROOT_WIDTH)
        assert sum(edge.prior for edge in edges) == pytest.approx(1, abs=1e-5)
        for edge in edges:
            kinds.add(edge.kind)
            assert sum(edge.value[::2]) == pytest.approx(1, abs=1e-5)
            assert sum(edge.found[::2]) == pytest.approx(edge.taken, rel=1e-4)
            if edge.kind in (SEAT, CHANCE):
                visits = [tree.node(one, VISITS) for one in edge.nodes]
                assert edge.taken == len(visits) + sum(visits)
                assert len(visits) == 1 or edge.kind == CHANCE
                assert len(visits) <= 2 + net_tree.WIDEN * sqrt(edge.taken)
            else:
                assert not edge.nodes
                assert edge.kind == LEAF or edge.taken == 0
    assert {SEAT, CHANCE, UNKNOWN} <= kinds


def test_a_new_node_is_worth_its_best_edge() -> None:
    grown = Grown(placements_of(TWO)[4]).grow(1)
    tree = read(grown)
    taken = next(edge for edge in tree.edges(0) if edge.taken)
    assert taken.found == tree.edges(taken.nodes[0])[0].value
    mine = tree.node(taken.nodes[0], MOVER)
    worths = [edge.value[2 * mine] + POINT * edge.value[2 * mine + 1] for edge in tree.edges(taken.nodes[0])]
    assert worths == sorted(worths, reverse=True)


def test_nodes_are_the_positions_that_their_edges_lead_to(middle: Grown) -> None:
    tree = read(middle)
    for node in range(0, tree.count, 7):
        state = from_words(TWO, tree.game(node))
        for edge in tree.edges(node):
            after = state
            for number in (edge.action, edge.then):
                if number != NO_ACTION:
                    after = after.play(next(a for a in after.legal_actions() if action_number(after, a) == number))
            assert edge.kind == UNKNOWN or edge.kind == LEAF or (edge.kind == CHANCE) == (after.chance is not None)
            if edge.kind == SEAT:
                assert tree.game(edge.nodes[0]) == [int(word) for word in to_words(after)]


def test_more_simulations_go_on_where_the_first_ended(middle: Grown) -> None:
    parts = Grown(middle.state).grow(150).grow(SIMS - 150)
    assert list(read(parts).walk()) == list(read(middle).walk())


@pytest.mark.parametrize("nodes", [1, 2, 5, 30])
@pytest.mark.parametrize("setup", [TWO, FOUR], ids=str)
def test_a_full_tree_is_searched_on(setup: Setup, nodes: int) -> None:
    grown = Grown(placements_of(setup)[4], nodes).grow()
    tree = read(grown)
    assert tree.count == nodes
    assert tree.node(0, VISITS) == SIMS == sum(edge.taken for edge in tree.edges(0))
    assert grown.tree[0][EDGES] <= nodes * MOST_WIDTH + ROOT_WIDTH
    for edge in tree.edges(0):
        assert sum(edge.found[::2]) == pytest.approx(edge.taken, rel=1e-4)


def test_a_node_is_found_by_its_position(middle: Grown) -> None:
    tree = read(middle)
    for node in range(tree.count):
        game = words(middle.size)
        for slot, word in enumerate(tree.game(node)):
            game[slot] = word
        found = find_node(game, middle.size, middle.tree)
        assert found <= node
        assert tree.game(found) == tree.game(node)
        game[middle.size - 1] ^= 1
        assert find_node(game, middle.size, middle.tree) == -1


def test_nothing_is_found_in_an_empty_tree() -> None:
    grown = Grown(placements_of(TWO)[4])
    assert find_node(grown.row, grown.size, grown.tree) == -1


def test_a_moved_tree_is_exactly_what_was_behind_its_new_root(middle: Grown) -> None:
    tree = read(middle)
    nodes = [0, *Random(1).sample(range(1, tree.count), 40)]
    moved = 0
    for node in nodes:
        target = middle.empty()
        move_tree(middle.tree, node, middle.size, words(middle.nodes), target)
        other = read(middle, target)
        expected = list(tree.walk(node))
        assert list(other.walk()) == expected
        assert other.node(0, SIBLING) == -1
        assert other.count == sum(len(line) == 3 for line in expected)
        assert target[0][EDGES] == sum(len(line) == 8 for line in expected)
        assert find_node(target[1][: middle.size], middle.size, target) == 0
        moved += other.count
    assert moved > tree.count + len(nodes), "some of them have nodes behind them"


def test_a_moved_tree_grows_on(middle: Grown) -> None:
    tree = read(middle)
    node = max(range(1, tree.count), key=lambda one: tree.node(one, VISITS))
    target, before = middle.empty(), tree.node(node, VISITS)
    move_tree(middle.tree, node, middle.size, words(middle.nodes), target)
    middle.grow(50, tree=target)
    assert read(middle, target).node(0, VISITS) == before + 50 > 60
    assert list(read(middle, copied(middle)).walk()) == list(tree.walk()), "the tree that it came from is the same"


def test_a_tree_is_narrowed_to_an_action(middle: Grown) -> None:
    tree = read(middle)
    chosen = max(tree.edges(0), key=lambda edge: edge.taken).action
    kept = [edge for edge in tree.edges(0) if edge.action == chosen]
    action = next(a for a in middle.state.legal_actions() if action_number(middle.state, a) == chosen)
    target, after = copied(middle), to_words(middle.state.play(action))
    assert narrow_tree(target, after, middle.size, chosen) == len(kept) > 1
    other = read(middle, target)
    assert other.game(0) == [int(word) for word in after]
    assert [(edge.action, edge.then) for edge in other.edges(0)] == [(edge.then, NO_ACTION) for edge in kept]
    assert [(edge.taken, edge.value, edge.found, edge.kind) for edge in other.edges(0)] == [
        (edge.taken, edge.value, edge.found, edge.kind) for edge in kept
    ]
    assert other.node(0, VISITS) == sum(edge.taken for edge in kept)
    total = sum(edge.prior for edge in kept)
    assert [edge.prior for edge in other.edges(0)] == pytest.approx([edge.prior / total for edge in kept], rel=1e-5)
    for before, now in zip(kept, other.edges(0), strict=True):
        for old, new in zip(before.nodes, now.nodes, strict=True):
            assert list(other.walk(new)) == list(tree.walk(old))
    assert find_node(after, middle.size, target) == 0


def test_a_tree_is_not_narrowed_to_what_it_does_not_know(middle: Grown) -> None:
    tree, target = read(middle), copied(middle)
    known = {edge.action for edge in tree.edges(0)}
    unknown = next(number for number in range(1000) if number not in known)
    assert narrow_tree(target, middle.row, middle.size, unknown) == 0
    assert list(read(middle, target).walk()) == list(tree.walk())


def test_a_claim_alone_narrows_nothing() -> None:
    state = next(state for state in choices(TWO) if not isinstance(state.legal_actions()[0], Place))
    grown = Grown(state).grow(50)
    action = read(grown).edges(0)[0].action
    assert narrow_tree(grown.tree, grown.row, grown.size, action) == 0
