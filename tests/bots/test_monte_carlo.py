"""The bot that plays every choice to the end."""

from random import Random
from typing import Any

import pytest

from crownland.arena.match import play_match
from crownland.bots import Limit, make_bot, search_bot
from crownland.bots.monte_carlo import MonteCarlo
from crownland.bots.search_bot import SearchBot
from crownland.dealer import Dealer, derived_seed
from crownland.fast.budget import Budget
from crownland.fast.convert import action_number
from crownland.fast.playouts import play_out
from crownland.fast.tree_search import grow_tree
from crownland.games.protocol import State
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import InvalidTextError, UnknownNameError
from tests.helpers import seconds_of

SETUPS = [game.setup() for game in GAMES.values()] + [find_game("royal-wedding").setup(6, {"teams": "true"})]


def choice_in(setup: Setup, decisions: int = 9) -> State[Any]:
    """A position some decisions into a random game, where there is something to choose."""
    state, dealer, rng = find_game(setup.game).start(setup), Dealer(derived_seed(setup)), Random(3)
    while state.actor is None or decisions > 0 or len(state.legal_actions()) < 2:
        decisions -= state.actor is not None
        state = state.play(dealer.deal(state) if state.actor is None else rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", ["mc", "mcts"])
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_number_of_simulations_gives_the_same_action_for_the_same_generator(setup: Setup, name: str) -> None:
    state = choice_in(setup)
    chosen = [make_bot(f"{name}:sims=200").choose(state, Limit(), Random(5)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in state.legal_actions()


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_legal_action_is_tried(setup: Setup) -> None:
    state = choice_in(setup)
    found = play_out(state, Budget(sims=300), seed=1)
    assert {one.action for one in found} == {action_number(state, action) for action in state.legal_actions()}
    assert all(one.visits >= 1 and 0 <= look.win <= 1 for one in found for look in one.outlooks)
    assert found[0].visits == max(one.visits for one in found)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_tree_knows_every_legal_action_and_counts_its_simulations(setup: Setup) -> None:
    state = choice_in(setup)
    found = grow_tree(state, Budget(sims=300), seed=1)
    assert {one.action for one in found} == {action_number(state, action) for action in state.legal_actions()}
    assert sum(one.visits for one in found) == 300
    assert found[0].visits == max(one.visits for one in found)


def test_a_placement_is_weighed_with_the_claim_that_follows() -> None:
    state = choice_in(find_game("kingdomino").setup(2), decisions=4)
    found = play_out(state, Budget(sims=100), seed=1)
    pairs = {(one.action, one.then) for one in found}
    assert len(pairs) == len(found) == 4 * len(state.legal_actions())


@pytest.mark.parametrize("name", ["mc", "mcts"])
@pytest.mark.parametrize("setup", SETUPS[:4], ids=str)
def test_time_is_kept(setup: Setup, name: str) -> None:
    bot = make_bot(f"{name}:sims=50")
    state = choice_in(setup)
    bot.choose(state, Limit(), Random(1))  # when its kernels are there
    timed = make_bot(f"{name}:time=0.3")
    assert timed.choose(state, Limit(), Random(1)) in state.legal_actions()
    assert 0.2 < seconds_of(lambda: timed.choose(state, Limit(), Random(1)), 0.9) < 0.9
    assert seconds_of(lambda: bot.choose(state, Limit(time=0.1), Random(1)), 0.7) < 0.7


def test_without_kernels_a_bot_answers_in_time_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "_READY", {})
    monkeypatch.setattr(SearchBot, "_load", lambda self, setup, ready: None)  # never done
    state = choice_in(SETUPS[0])
    assert MonteCarlo().choose(state, Limit(time=0.4), Random(1)) in state.legal_actions()
    assert seconds_of(lambda: MonteCarlo().choose(state, Limit(time=0.4), Random(1)), 0.8) < 0.8


@pytest.mark.parametrize("name", ["mc:sims=150", "mcts:sims=300"])
def test_it_beats_greedy(name: str) -> None:
    setup = find_game("kingdomino").setup(2)
    wins = 0
    for deal in range(5):
        for names in ([name, "greedy"], ["greedy", name]):
            match = play_match(setup, [make_bot(name) for name in names], names, derived_seed("mc", deal))
            wins += names[match.final.ranking()[0].kingdom] != "greedy"
    assert wins >= 8


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mc:sims=x", "expected a number above 0 like sims=2, got: 'sims=x'"),
        ("mc:sims", "expected a number above 0 like sims=2, got: 'sims'"),
        ("mc:time=-1", "expected a number above 0 like time=2, got: 'time=-1'"),
        ("mc:time=nan", "expected a number above 0 like time=2, got: 'time=nan'"),
    ],
)
def test_a_parameter_that_is_no_number_is_refused(name: str, message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        make_bot(name)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mc:simz=3", "unknown parameter of mc: 'simz'; known: sims, time"),
        ("greedy:sims=3", "unknown parameter of greedy: 'sims'; known: none"),
        (
            "cm:sims=3",
            "unknown bot: 'cm'; known: beginner, careless, casual, grandmaster, greedy, master, mc, mcts, net, "
            "skilled, steady, uniform",
        ),
    ],
)
def test_a_parameter_nobody_knows_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        make_bot(name)
    assert str(caught.value) == message
