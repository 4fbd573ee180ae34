"""A tree that has no room left is searched on."""

import pytest

from crownland.fast import numbering, tree, tree_search
from crownland.fast.budget import Budget
from crownland.fast.convert import action_number, to_words
from crownland.fast.jit import filled, words
from crownland.fast.policy import GREEDY
from crownland.fast.tree_search import grow_tree
from crownland.fast.twin import require_twin
from crownland.games.registry import KINGDOMINO
from tests.fast.support import choices
from tests.helpers import seconds_of

SETUP = KINGDOMINO.setup(2)
STATE = choices(SETUP)[8]
NUMBERS = {action_number(STATE, action) for action in STATE.legal_actions()}
FEW = 300  # edges: far fewer than simulations want


def test_a_full_tree_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = grow_tree(STATE, Budget(sims=2000), seed=1)
    monkeypatch.setattr(tree_search, "MOST_EDGES", FEW)
    found = grow_tree(STATE, Budget(sims=2000), seed=1)
    assert {branch.action for branch in found} == NUMBERS
    assert sum(branch.visits for branch in found) == sum(branch.visits for branch in whole) == 2000
    assert found != whole
    assert found[0].visits == max(branch.visits for branch in found)


def test_a_full_tree_uses_its_time_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    grow_tree(STATE, Budget(sims=1), seed=1)  # when its kernel is there
    monkeypatch.setattr(tree_search, "MOST_EDGES", FEW)
    found = grow_tree(STATE, Budget(seconds=0.3), seed=1)
    assert 0.3 <= seconds_of(lambda: grow_tree(STATE, Budget(seconds=0.3), seed=1), 0.8) < 0.8
    assert sum(branch.visits for branch in found) > 2 * FEW
    assert {branch.action for branch in found} == NUMBERS


@pytest.mark.parametrize("edges", [len(NUMBERS) + 1, 64, 100, 137])
def test_a_tree_never_grows_beyond_its_room(edges: int) -> None:
    """Several nodes of one simulation may want new edges."""
    twin, row = require_twin(SETUP), to_words(STATE)
    used = tree.FIRST_EDGE + tree.EDGE_WORDS * edges
    memory = words(used + 4096)
    for at in range(used, len(memory)):
        memory[at] = -7
    memory[tree.NODES] = memory[tree.EDGES] = 1
    most = numbering.MOST_LEGAL
    tree.grow(
        twin.key,
        row,
        len(row),
        filled([0, 1]),
        5,
        0,
        500,
        GREEDY | GREEDY << 4,
        memory[:used],
        words(1024),
        words(most),
        words(most),
        words(2 * tree.MOST_PLIES),
        words(len(row)),
        words(1),
        words(1),
        words(twin.kernels.SCRATCH_WORDS),
    )
    assert all(memory[at] == -7 for at in range(used, len(memory)))
    assert len(NUMBERS) < memory[tree.EDGES] <= edges
