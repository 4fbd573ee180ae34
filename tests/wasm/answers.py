"""What the kernels answer that a browser needs. The same questions are asked of the WebAssembly module and here."""

from random import Random
from typing import Any

from crownland.dealer import Dealer, derived_seed
from crownland.fast.budget import Budget
from crownland.fast.endgame import search_to_end
from crownland.fast.gains import gains_of
from crownland.fast.net_search import NetSearch
from crownland.fast.playouts import play_out
from crownland.fast.policy import GREEDY
from crownland.fast.series import play_series
from crownland.fast.tree_search import grow_tree
from crownland.fast.twin import example_setups
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.networks import find_network


def answers() -> dict[str, dict[str, Any]]:
    """Returns the answers of every twin, by its game: values that JSON knows."""
    return {setup.game: _answers(setup) for setup in example_setups()}


def _answers(setup: Setup) -> dict[str, Any]:
    states = _choices(setup)
    first, late = states[0], states[-5]
    solution = search_to_end(late, limit=100_000)
    return {
        "random games": _standings(setup, 50),
        "greedy games": _standings(setup, 4, [GREEDY] * setup.players),
        "gains": gains_of(states[len(states) // 2]),
        "tree": [[one.action, one.visits, one.result] for one in grow_tree(first, Budget(sims=50), seed=3)],
        "play-outs": [[one.action, one.visits, one.value] for one in play_out(first, Budget(sims=50), seed=4)],
        "end": None if solution is None else [solution.action, solution.outcome, solution.margin],
        "network": _judgements(setup, states),
    }


def _choices(setup: Setup) -> list[State[Any]]:
    """Returns the positions of a game where a seat had a choice."""
    state, dealer, rng = find_game(setup.game).start(setup), Dealer(derived_seed("wasm", setup)), Random(f"{setup}")
    found = []
    while not state.is_over:
        if state.actor is None:
            state = state.play(dealer.deal(state))
        else:
            found += [state] if len(state.legal_actions()) > 1 else []
            state = state.play(rng.choice(state.legal_actions()))
    return found


def _standings(setup: Setup, games: int, policies: list[int] | None = None) -> list[int]:
    series = play_series(setup, games, seed=2, policies=policies or ())
    return [int(standing) for _, standings in series for standing in standings]


def _judgements(setup: Setup, states: list[State[Any]]) -> list[list[float]]:
    """Returns ways to act and their outlooks: at once, and after searches that keep their tree."""
    network = find_network(setup)
    assert network is not None
    search = NetSearch(setup, network.shape, network.weights)
    found = search.judge(states[0])
    for state in states[:3]:
        found += search.search(state, Budget(sims=40), seed=5)
    return [
        [way.action, way.then, way.visits, *(number for one in way.outlooks for number in (one.win, one.margin))]
        for way in found
    ]
