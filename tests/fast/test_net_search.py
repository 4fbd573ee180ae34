"""The search keeps its tree, its time and its word."""

from time import monotonic
from typing import Any

import pytest

from crownland.fast.budget import Budget
from crownland.fast.convert import action_number, action_of, from_words
from crownland.fast.judging import NO_ACTION
from crownland.fast.net_search import NetSearch, Way
from crownland.fast.net_tree import MOST_WIDTH, NODE_WORDS, NODES, ROOT_WIDTH, VISITS
from crownland.games.protocol import State
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING
from crownland.games.setup import Setup
from crownland.kernel.action import Place
from tests.fast.support import choices, network_for, positions
from tests.helpers import seconds_of

TWO = KINGDOMINO.setup(2)
SETUPS = [
    TWO,
    KINGDOMINO.setup(2, {"mighty-duel": True, "harmony": True}),
    KINGDOMINO.setup(3),
    KINGDOMINO.setup(4),
    QUEENDOMINO.setup(2),
    ROYAL_WEDDING.setup(4, {"teams": "true"}),
    DUEL.setup(2),
]
SIMS = 200


def new_search(setup: Setup = TWO) -> NetSearch:
    return NetSearch(setup, *network_for(setup))


def placements_of(setup: Setup) -> list[State[Any]]:
    """The placements from the middle of a game on."""
    return [state for state in choices(setup) if isinstance(state.legal_actions()[0], Place)][4:]


def placing() -> State[Any]:
    """A placement after which the same seat claims."""
    return placements_of(TWO)[0]


def visits(ways: list[Way]) -> int:
    return sum(way.visits for way in ways)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_search_repeats_itself_and_counts_its_simulations(setup: Setup) -> None:
    state = choices(setup)[len(choices(setup)) // 3]
    one, other = (new_search(setup).search(state, Budget(sims=SIMS), seed=3) for _ in range(2))
    assert one == other
    assert visits(one) == SIMS
    assert [way.visits for way in one] == sorted((way.visits for way in one), reverse=True)
    legal = {action_number(state, action) for action in state.legal_actions()}
    assert {way.action for way in one} <= legal
    assert len(one) <= ROOT_WIDTH
    for way in one:
        assert len(way.outlooks) == len(state.kingdoms)
        assert sum(outlook.win for outlook in way.outlooks) == pytest.approx(1, abs=1e-4)
        assert all(-1e-6 <= outlook.win <= 1 + 1e-6 for outlook in way.outlooks)


def test_the_ways_of_a_search_are_those_that_the_network_likes_best() -> None:
    state = placing()
    judged = new_search().judge(state)
    found = new_search().search(state, Budget(sims=1), seed=1)
    assert {(way.action, way.then) for way in found} == {(way.action, way.then) for way in judged[:ROOT_WIDTH]}
    assert len(judged) > ROOT_WIDTH
    untried = {(way.action, way.then): way.outlooks for way in found if not way.visits}
    for way in judged[:ROOT_WIDTH]:
        if (way.action, way.then) in untried:
            assert untried[way.action, way.then] == way.outlooks


def test_the_tree_of_a_placement_is_kept_for_its_claim() -> None:
    search = new_search()
    for state in placements_of(TWO):
        found = search.search(state, Budget(sims=SIMS), seed=3)
        best = found[0]
        kept = [way for way in found if way.action == best.action]
        if len(kept) > 1:
            break
    assert best.then != NO_ACTION
    after = state.play(action_of(state, best.action))
    assert after.actor == state.actor
    claims = search.search(after, Budget(sims=50), seed=4)
    assert visits(claims) == visits(kept) + 50
    assert {way.action for way in claims} == {way.then for way in kept}
    assert all(way.then == NO_ACTION for way in claims)


def test_another_placement_than_the_chosen_one_starts_anew() -> None:
    search, state = new_search(), placing()
    chosen = search.search(state, Budget(sims=SIMS), seed=3)[0].action
    other = next(action for action in state.legal_actions() if action_number(state, action) != chosen)
    claims = search.search(state.play(other), Budget(sims=50), seed=4)
    assert claims == new_search().search(state.play(other), Budget(sims=50), seed=4)


def test_the_tree_is_kept_when_the_reply_was_in_it() -> None:
    search, state = new_search(), placing()
    search.search(state, Budget(sims=SIMS), seed=3)
    _, games, nodes, _, _ = tree = search._trees[0]
    counts = {node: int(nodes[node * NODE_WORDS + VISITS]) for node in range(1, int(tree[0][NODES]))}
    node = max(counts, key=lambda one: counts[one])
    size = len(games) * NODE_WORDS // len(nodes)
    reply = from_words(TWO, games, node * size)
    assert reply.actor is not None
    found = search.search(reply, Budget(sims=20), seed=4)
    assert visits(found) == counts[node] + 20 > 25
    assert len(found) <= MOST_WIDTH
    again = search.search(reply, Budget(sims=20), seed=5)
    assert visits(again) == counts[node] + 40, "and when the same position comes again"


def test_a_tree_that_is_too_small_for_the_budget_is_not_kept() -> None:
    search, state = new_search(), placing()
    search.search(state, Budget(sims=20), seed=3)
    assert search.search(state, Budget(sims=SIMS), seed=4) == new_search().search(state, Budget(sims=SIMS), seed=4)


def test_a_whole_game_is_searched_with_one_tree() -> None:
    search = new_search()
    for state in positions(TWO):
        if state.actor is not None:
            found = search.search(state, Budget(sims=8), seed=1)
            assert action_of(state, found[0].action) in state.legal_actions()


@pytest.mark.parametrize("setup", [TWO, KINGDOMINO.setup(4)], ids=str)
def test_a_position_with_one_way_is_not_searched(setup: Setup) -> None:
    state = next(
        state
        for state in positions(setup)
        if len(state.legal_actions()) == 1 and not isinstance(state.legal_actions()[0], Place)
    )
    begin = monotonic()
    found = new_search(setup).search(state, Budget(seconds=5), seed=1)
    assert monotonic() - begin < 3
    assert [(way.action, way.visits) for way in found] == [(action_number(state, state.legal_actions()[0]), 0)]
    assert len(found[0].outlooks) == setup.players


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_time_is_kept(seconds: float) -> None:
    search, state = new_search(), placing()
    search.search(state, Budget(sims=1), seed=1)  # when its kernels are there
    assert visits(search.search(state, Budget(seconds=seconds), seed=1)) > 100 * seconds
    took = seconds_of(lambda: search.search(state, Budget(seconds=seconds), seed=1), seconds + 0.5)
    assert seconds <= took < seconds + 0.5


def test_simulations_end_a_search_before_its_time() -> None:
    search, state = new_search(), placing()
    search.search(state, Budget(sims=1), seed=1)
    begin = monotonic()
    assert visits(new_search().search(state, Budget(sims=40, seconds=20), seed=1)) == 40
    assert monotonic() - begin < 10


def test_a_search_is_asked_only_where_a_player_is_to_act() -> None:
    state = next(state for state in positions(TWO) if state.actor is None)
    message = r"^expected a position where a player is to act, got: kingdomino "
    with pytest.raises(TypeError, match=message):
        new_search().judge(state)
    with pytest.raises(TypeError, match=message):
        new_search().search(state, Budget(sims=1), seed=1)


def test_searching_longer_finds_what_judging_alone_does_not() -> None:
    """The values of a search are not those of the network alone."""
    state = placing()
    judged = {(way.action, way.then): way.outlooks for way in new_search().judge(state)}
    found = new_search().search(state, Budget(sims=SIMS), seed=1)
    assert any(way.outlooks != judged[way.action, way.then] for way in found if way.visits)
