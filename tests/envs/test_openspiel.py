"""Our games in OpenSpiel, by OpenSpiel's own tests and algorithms."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from crownland.fast.endgame import search_to_end
from crownland.games.registry import find_game
from crownland.kernel.domino import DominoId
from tests.envs import playthroughs
from tests.envs.support import need, results

pyspiel = need("pyspiel", "openspiel")
from open_spiel.python.algorithms import cfr, expected_game_score, mcts  # noqa: E402

from crownland.envs.classic import small  # noqa: E402
from crownland.envs.openspiel import short_name  # noqa: E402

GAMES = "kingdomino", "queendomino", "royal-wedding", "duel"
# Two kingdoms with one free place each, and four dominoes.
TINY = {
    "dominoes": "1.3.7.13",
    "a": "wwwww/wwcww/wwwww/f1ffff/fff..",
    "b": "lllll/llcll/lllll/f1ffff/fff..",
}


@pytest.mark.parametrize("name", [*map(short_name, GAMES), small.NAME])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", playthroughs.NAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    """After a meant change: python -m tests.envs.playthroughs."""
    assert playthroughs.played(name) == playthroughs.file_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_as_by_the_reference(game: str) -> None:
    state, rng = pyspiel.load_game(short_name(game), {"reward": "margin"}).new_initial_state(), np.random.default_rng(2)
    reference: Any = find_game(game).new()
    while not state.is_terminal():
        assert state.position == reference
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
            if state.position != reference:  # all is drawn
                assert reference.chance is not None
                reference = state.position
        else:
            action = rng.choice(state.legal_actions())
            chosen = reference.legal_actions()[state.legal_actions().index(action)]
            assert state.action_to_string(state.current_player(), action) == str(chosen)
            reference = reference.play(chosen)
            state.apply_action(int(action))
    assert state.returns() == results(reference)["margin"]


def test_every_line_is_drawn_as_often_as_the_others() -> None:
    state = pyspiel.load_game(small.NAME).new_initial_state()
    found: dict[str, float] = {}

    def walk(node: Any, share: float) -> None:
        if not node.is_chance_node():
            found[str(node)] = share
            return
        for outcome, chance in node.chance_outcomes():
            walk(node.child(outcome), share * chance)

    walk(state, 1.0)
    assert len(found) == 15  # four of six dominoes
    assert list(found.values()) == pytest.approx([1 / 15] * 15)


def test_mcts_finds_the_best_action_of_an_endgame() -> None:
    game = pyspiel.load_game(small.NAME, {**TINY, "reward": "margin"})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(3))
    bot = mcts.MCTSBot(game, 2, 100, evaluator, solve=True, random_state=np.random.RandomState(3))

    def solved(node: Any) -> int:
        """Returns A's margin when both play perfectly."""
        solution = search_to_end(node.position, limit=10**9)
        assert solution is not None
        return solution.margin if node.current_player() == 0 else -solution.margin

    margins = {action: solved(state.child(action)) for action in state.legal_actions()}
    assert len(set(margins.values())) > 1
    assert margins[bot.step(state)] == max(margins.values())


def test_cfr_comes_near_what_the_solver_finds() -> None:
    game = pyspiel.load_game(small.NAME, TINY)
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    exact = small.solve_line(game.new_initial_state().position)
    assert exact.win == 1
    assert 0.6 < value[0] <= 1  # the average of three iterations; without learning A wins about as often as B


@pytest.mark.parametrize(
    ("dominoes", "value"),
    [
        ((3, 12, 19, 26, 36, 48), small.Value(0.6, 0.2, 15)),
        ((1, 2, 13, 19, 40, 48), small.Value(13 / 15, 16 / 15, 15)),
        ((1, 7, 13, 19, 24, 30, 40, 48), small.Value(0.7, 34 / 70, 70)),
    ],
)
def test_small_games_have_the_values_that_are_published(dominoes: tuple[int, ...], value: small.Value) -> None:
    found = small.solve_line(small.small_start(tuple(map(DominoId, dominoes))))
    assert (found.win, found.margin, found.lines) == pytest.approx((value.win, value.margin, value.lines))


def test_options_are_named_in_the_game_string() -> None:
    game = pyspiel.load_game("crownland_kingdomino(players=3,options=dynasty+opening:clockwise)")
    setup = game.new_initial_state().position.setup
    assert (setup.players, setup.is_on("dynasty"), setup["opening"]) == (3, True, "clockwise")


@pytest.mark.parametrize(
    ("dominoes", "message"), [("1.2.3", "expected 4 dominoes of the box or more, got"), ("1.2.3.99", "of the box")]
)
def test_a_small_game_needs_dominoes(dominoes: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        small.small_start(tuple(DominoId(int(one)) for one in dominoes.split(".")))


def test_a_process_ends_well_after_it_has_registered_our_games() -> None:
    code = "import pyspiel, crownland.envs.classic.small; game = pyspiel.load_game('crownland_small')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
