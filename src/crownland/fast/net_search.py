"""What a network thinks of a position: at once, or after a search that keeps its tree from one position to the next."""

from dataclasses import dataclass
from time import monotonic
from typing import Any

from crownland.fast import dispatch, entries, numbering
from crownland.fast.budget import Budget
from crownland.fast.convert import to_words
from crownland.fast.jit import Floats, Row, entry, floats, words
from crownland.fast.judging import MOST_WAYS, NO_ACTION, POINT, Desk, judge_ways, make_desk
from crownland.fast.net_tree import (
    ACTION,
    EDGE_WORDS,
    EDGES,
    FIRST_EDGE,
    MANY,
    MOST_PLIES,
    MOST_WIDTH,
    NODE_WORDS,
    NODES,
    ROOT_WIDTH,
    TAKEN,
    THEN,
    VALUE,
    VIRTUAL,
    Tree,
    find_node,
    grow,
    make_tree,
    move_tree,
    narrow_tree,
)
from crownland.fast.network import Shape
from crownland.fast.outlook import Outlook
from crownland.fast.twin import TwinKey, require_twin
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["NetSearch", "Way"]

MOST_NODES = 40_000
NODES_A_SECOND = 40_000  # at most


@dataclass(frozen=True, slots=True)
class Way:
    """A way to act: the numbers of an action and of the one that follows it, or NO_ACTION.

    With what every kingdom may expect of it, and how often it was searched.
    """

    action: int
    then: int
    outlooks: tuple[Outlook, ...]
    visits: int = 0

    def worth(self, kingdom: int) -> float:
        return self.outlooks[kingdom].win + POINT * self.outlooks[kingdom].margin


@entry
def judge(
    twin: TwinKey,
    shape: Row,
    weights: Floats,
    looks_twice: bool,
    game: Row,
    size: int,
    ways: Row,
    values: Floats,
    desk: Desk,
) -> int:
    """Judges all ways to act; returns how many there are, or 0 where the solver of endgames knows best."""
    if dispatch.is_beyond(twin, game, 0):
        return 0
    return judge_ways(twin, shape, weights, looks_twice, game, 0, size, ways, values, desk)


class NetSearch:
    """Judges positions of one setup with a network."""

    def __init__(self, setup: Setup, shape: Shape, weights: Floats) -> None:
        self._twin, self._shape, self._weights = require_twin(setup), shape, weights
        self._kingdoms = len(find_game(setup.game).start(setup).kingdoms)
        self._ways, self._values = words(2 * MOST_WAYS), floats(2 * self._kingdoms * MOST_WAYS)
        self._desk: Desk | None = None
        self._trees: list[Tree] = []
        self._chosen = NO_ACTION

    def judge(self, state: State[Any]) -> list[Way]:
        """Returns every way to act, the best first; none where the solver of endgames knows best."""
        row, kingdom = to_words(state), _mover(state)
        many = judge(*self._network(), row, len(row), self._ways, self._values, self._desk_for(row))
        width = 2 * self._kingdoms
        found = [
            Way(int(self._ways[2 * way]), int(self._ways[2 * way + 1]), _outlooks(self._values, way * width, width))
            for way in range(many)
        ]
        return sorted(found, key=lambda way: way.worth(kingdom), reverse=True)

    def search(self, state: State[Any], budget: Budget, seed: int) -> list[Way]:
        """Returns the best ways to act, the most visited first."""
        begin, row, kingdom = monotonic(), to_words(state), _mover(state)
        self._take_root(row, budget)
        tree, size = self._trees[0], len(row)
        path, game, rng = words(2 * MOST_PLIES), words(size), words(1)

        def run(first: int, simulations: int) -> None:
            grow(
                *self._network(),
                row,
                size,
                seed,
                simulations,
                tree,
                path,
                game,
                rng,
                self._ways,
                self._values,
                self._desk_for(row),
            )

        run(0, 0)
        if int(tree[2][MANY]) > 1:
            budget.spend(run, begin)
        found = sorted(self._root_ways(tree), key=lambda way: (way.visits, way.worth(kingdom)), reverse=True)
        self._chosen = found[0].action
        return found

    def _take_root(self, row: Row, budget: Budget) -> None:
        """Finds the position in the tree of the last search, or begins a new tree."""
        size = len(row)
        wanted = budget.sims + 1 if budget.sims else NODES_A_SECOND * (budget.seconds or 0) + 100
        nodes = int(min(MOST_NODES, wanted))
        if self._trees:
            tree = self._trees[0]
            kept = narrow_tree(tree, row, size, self._chosen) if self._leads_to(tree, row) else 0
            if kept > 1:
                return
            # A single way that was kept is no choice: the others were not good enough for the tree before.
            node, room = -1 if kept else find_node(row, size, tree), len(tree[2]) // NODE_WORDS
            if node >= 0 and room >= nodes:
                if len(self._trees) == 1:
                    self._trees.append(self._new_tree(room, size))
                move_tree(tree, node, size, words(room), self._trees[1])
                self._trees.reverse()
                return
            if room < nodes:
                self._trees = []
        if not self._trees:
            self._trees.append(self._new_tree(nodes, size))
        self._trees[0][0][NODES] = self._trees[0][0][EDGES] = 0

    def _new_tree(self, nodes: int, size: int) -> Tree:
        return make_tree(nodes, nodes * MOST_WIDTH + ROOT_WIDTH, size, self._kingdoms)

    def _leads_to(self, tree: Tree, row: Row) -> bool:
        """Returns whether the action that was chosen last leads from the root to *row*, without chance."""
        if self._chosen == NO_ACTION:
            return False
        game = words(len(row))
        for slot in range(len(row)):
            game[slot] = tree[1][slot]
        legal = words(numbering.MOST_LEGAL)
        many = entries.legal(self._twin.key, game, 0, legal)
        if all(legal[number] != self._chosen for number in range(many)):
            return False
        entries.apply(self._twin.key, game, 0, self._chosen)
        return all(game[slot] == row[slot] for slot in range(len(row)))

    def _root_ways(self, tree: Tree) -> list[Way]:
        """Returns the edges of the root. In plain Python: a kernel that is not cached would be compiled first."""
        _, _, nodes, edges, outlooks = tree
        width, first = 2 * self._kingdoms, int(nodes[FIRST_EDGE])
        room = VALUE + 2 * width
        found = []
        for edge in range(first, first + int(nodes[MANY])):
            action, then = (int(edges[edge * EDGE_WORDS + slot]) for slot in (ACTION, THEN))
            taken, *numbers = (float(one) for one in outlooks[edge * room + TAKEN : (edge + 1) * room])
            means = [
                (VIRTUAL * judged + sum_found) / (VIRTUAL + taken)
                for judged, sum_found in zip(numbers[:width], numbers[width:], strict=True)
            ]
            found.append(Way(action, then, _outlooks(means, 0, width), int(taken)))
        return found

    def _network(self) -> tuple[TwinKey, Row, Floats, bool]:
        return self._twin.key, self._shape.row, self._weights, self._twin.encoder.LOOKS_TWICE

    def _desk_for(self, row: Row) -> Desk:
        if self._desk is None:
            self._desk = make_desk(self._twin, self._shape, len(row))
        return self._desk


def _mover(state: State[Any]) -> int:
    if state.actor is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    return state.kingdom_of(state.actor)


def _outlooks(values: Any, at: int, width: int) -> tuple[Outlook, ...]:
    return tuple(Outlook(float(values[at + place]), float(values[at + place + 1])) for place in range(0, width, 2))
