"""The shipped check finds every broken promise, and lets good bots pass."""

import random
from random import Random
from time import sleep
from typing import Any

import numpy as np
import pytest

from crownland.bots import Limit
from crownland.bots.uniform import Uniform
from crownland.games.protocol import Action, State
from crownland.games.registry import GAMES
from crownland.testing import bot_test
from crownland.testing.bot_test import check_bot, checks

PROMISES = [promise for promise, _, _ in bot_test.PROMISES]


@pytest.mark.parametrize("game", GAMES)
def test_a_good_bot_keeps_every_promise(game: str) -> None:
    found = list(checks("uniform", [game]))
    assert [(check.game, check.promise, check.problem) for check in found] == [(game, one, None) for one in PROMISES]
    assert str(found[0]) == f"✓ {game}: plays whole games by the rules"


class Cheating(Uniform):
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        return None


class Forgetful(Uniform):
    """Its actions follow from how often it was asked, whatever the seed."""

    def __init__(self) -> None:
        self.rng = Random(1)

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        return super().choose(state, limit, self.rng)


class Careless(Uniform):
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        return random.choice(state.legal_actions())


class Numerical(Uniform):
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        actions = state.legal_actions()
        return actions[np.random.randint(len(actions))]


class Slow(Uniform):
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        if limit.time is not None:
            sleep(limit.time + 0.1)
        return super().choose(state, limit, rng)


class Fragile(Uniform):
    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        if limit.time is not None:
            raise NotImplementedError("no clock")
        return super().choose(state, limit, rng)


RULES, GENERATORS, SEED, CLOCK = PROMISES
GLOBAL = "expected no use of a global generator, got one of: "
IN_TIME = "expected an answer within 0.05 s, got"


@pytest.mark.parametrize(
    ("bot", "promise", "problem", "advice"),
    [
        (Cheating(), RULES, "expected a whole game, got a forfeit of seat ", "return one of state.legal_actions()"),
        (Careless(), GENERATORS, f"{GLOBAL}random", "rng.choice(…) instead of random.choice(…)"),
        (Numerical(), GENERATORS, f"{GLOBAL}numpy.random", "rng.choice(…) instead of random.choice(…)"),
        (Forgetful(), SEED, "expected the same actions twice, got K", "use only the given generator or seed"),
        (Slow(), CLOCK, f"{IN_TIME} one after 0.", "stop thinking when limit.time is over"),
        (Fragile(), CLOCK, f"{IN_TIME}: NotImplementedError: no clock (", "stop thinking when limit.time is over"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_broken_promise_is_reported_with_what_to_do(
    bot: Uniform, promise: str, problem: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_test, "TIME", 0.05)
    monkeypatch.setattr(bot_test, "GRACE", 0.05)
    *kept, broken = checks(bot, ["kingdomino"])
    assert [check.problem for check in kept] == [None] * len(kept)
    assert broken.promise == promise
    assert str(broken.problem).startswith(problem)
    with pytest.raises(AssertionError) as caught:
        check_bot(bot, ["kingdomino"])
    first, second, third = str(caught.value).splitlines()
    assert first == f"✗ kingdomino: {promise}"
    assert second.startswith(f"  {problem}")
    assert third.startswith("  what to do: ")
    assert advice in third


def test_a_bot_is_tried_only_in_the_games_it_knows() -> None:
    class OneGame(Uniform):
        def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
            assert state.setup.game == "duel"
            return super().choose(state, limit, rng)

    check_bot(OneGame(), games=["duel"])
    with pytest.raises(AssertionError, match=r"^✗ queendomino: plays whole games by the rules\n"):
        check_bot(OneGame(), games=["duel", "queendomino"])
