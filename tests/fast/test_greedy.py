"""The policy inside the twin takes what the bot takes."""

from random import Random
from typing import Any

import pytest

from crownland.bots.greedy import judge_of
from crownland.dealer import Dealer, derived_seed
from crownland.fast import entries
from crownland.fast.bits import seed_of
from crownland.fast.convert import action_number, to_words
from crownland.fast.jit import words
from crownland.fast.twin import require_twin
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.testing.many import every_setup

SETUPS = [setup for setup in every_setup() if "dynasty=true" not in str(setup)][::3]


def best_numbers(state: State[Any]) -> set[int]:
    """The actions between which the bot draws lots; claims of equal value it does not."""
    actions = state.legal_actions()
    judge = judge_of(state.setup.game).value
    values = [judge(state, action) for action in actions] if len(actions) > 1 else [0.0]
    return {
        action_number(state, action)
        for action, value in zip(actions, values, strict=True)
        if value >= max(values) - 1e-9
    }


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_policy_takes_one_of_the_best_actions(setup: Setup) -> None:
    dealer, rng = Dealer(derived_seed("greedy", setup)), Random(str(setup))
    twin = require_twin(setup)
    state, generator, scratch = find_game(setup.game).start(setup), words(1), words(twin.kernels.SCRATCH_WORDS)
    generator[0] = seed_of(1, 2)
    while not state.is_over:
        if state.actor is None:
            state = state.play(dealer.deal(state))
            continue
        row, best = to_words(state), best_numbers(state)
        chosen = {entries.greedy_choice(twin.key, row, 0, generator, scratch) for _ in range(4)}
        assert chosen <= best, state
        number = rng.choice(sorted(best)) if rng.random() < 0.7 else None  # mostly well, so that positions are rich
        actions = {action_number(state, action): action for action in state.legal_actions()}
        state = state.play(actions[number] if number is not None else rng.choice(list(actions.values())))


def test_equal_placements_are_drawn_by_lot() -> None:
    """The first domino of a kingdom: many places are equally good, and all of them come up."""
    setup = find_game("kingdomino").setup(2)
    dealer, state = Dealer(derived_seed(1)), find_game("kingdomino").start(setup)
    while len(state.legal_actions()) < 5:
        state = state.play(dealer.deal(state) if state.actor is None else state.legal_actions()[0])
    twin = require_twin(setup)
    row, generator, scratch = to_words(state), words(1), words(twin.kernels.SCRATCH_WORDS)
    chosen = {entries.greedy_choice(twin.key, row, 0, generator, scratch) for _ in range(300)}
    assert chosen == best_numbers(state)
    assert len(chosen) > 1
