from random import Random
from typing import Any

import pytest

from crownland.bots import Limit, make_bot
from crownland.dealer import Dealer, derived_seed
from crownland.fast.convert import action_of
from crownland.fast.endgame import search_to_end, solve
from crownland.games.protocol import State
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO
from crownland.games.setup import Setup
from crownland.kernel.action import Seat

SETUPS = [
    KINGDOMINO.setup(2),
    KINGDOMINO.setup(2, {"middle-kingdom": True, "harmony": True}),
    KINGDOMINO.setup(2, {"mighty-duel": True}),
    KINGDOMINO.setup(2, {"dynasty": True}),
    QUEENDOMINO.setup(2),
    DUEL.setup(2),
]


def best_play(state: State[Any]) -> tuple[int, int]:
    """Outcome and margin of best play for kingdom 0, by trying everything in the reference."""
    if state.is_over:
        first, second = state.scores()
        ranks = {standing.kingdom: standing.rank for standing in state.ranking()}
        return (ranks[0] < ranks[1]) - (ranks[0] > ranks[1]), first.total - second.total
    if state.actor is None:
        raise RecursionError("chance decides")
    results = [best_play(state.play(action)) for action in state.legal_actions()]
    return max(results) if state.kingdom_of(state.actor) == 0 else min(results)


def seen_by_actor(state: State[Any], result: tuple[int, int]) -> tuple[int, int]:
    sign = 1 if state.kingdom_of(state.actor or Seat(0)) == 0 else -1
    return sign * result[0], sign * result[1]


def last_choices(setup: Setup, game: int, count: int) -> list[State[Any]]:
    """The last positions of a careless game in which there was something to choose, as many as have few ends."""
    state: State[Any] = {"kingdomino": KINGDOMINO, "queendomino": QUEENDOMINO, "duel": DUEL}[setup.game].start(setup)
    dealer, bot, rng = Dealer(derived_seed(setup, game)), make_bot("greedy"), Random(game)
    found: list[State[Any]] = []
    while not state.is_over:
        if state.actor is None:
            found = []
            state = state.play(dealer.deal(state))
        else:
            found += [state] if len(state.legal_actions()) > 1 else []
            state = state.play(bot.choose(state, Limit(), rng))
    return found[-count:]


def ends(state: State[Any], most: int) -> int:
    """How many ways the game can end, counted up to *most*."""
    if state.is_over:
        return 1
    total = 0
    for action in state.legal_actions():
        total += ends(state.play(action), most - total) if state.actor is not None else most
        if total >= most:
            break
    return total


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_endgames_are_solved_as_the_reference_does_by_trying_everything(setup: Setup) -> None:
    solved = 0
    for game in range(6):
        for state in last_choices(setup, game, 4):
            if ends(state, 3000) >= 3000:
                continue
            solution = solve(state, seconds=10)
            assert solution is not None, state
            expected = seen_by_actor(state, best_play(state))
            assert (solution.outcome, solution.margin) == expected, state
            after = state.play(action_of(state, solution.action))
            assert seen_by_actor(state, best_play(after)) == expected, f"{solution} does not lead there: {state}"
            solved += 1
    assert solved >= 4


def test_an_endgame_is_left_alone_when_lines_are_to_come() -> None:
    state = KINGDOMINO.new(2)
    dealer = Dealer(derived_seed("lines to come"))
    while state.actor is None:
        state = state.play(dealer.deal(state))
    assert solve(state, seconds=1) is None


def test_a_search_that_may_look_at_too_few_positions_gives_up() -> None:
    state = last_choices(KINGDOMINO.setup(2), 0, 4)[0]
    assert search_to_end(state, limit=1) is None


def test_whole_last_rounds_are_solved_at_once() -> None:
    """From the moment the last line is face up, in games as people play them."""
    for game in range(20):
        state = next(s for s in last_choices(KINGDOMINO.setup(2), game, 99))
        assert solve(state, seconds=1) is not None, state


def test_more_than_two_kingdoms_are_not_solved() -> None:
    assert solve(last_choices(KINGDOMINO.setup(3), 0, 1)[0], seconds=1) is None
