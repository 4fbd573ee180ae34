"""The process that runs bots: which ones it keeps from question to question."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from crownland.bots import Limit, register_bot
from crownland.bots.greedy import Greedy
from crownland.bots.search_bot import SearchBot
from crownland.fast.warm import first_choice
from crownland.games.protocol import Action, State
from crownland.games.registry import KINGDOMINO
from crownland.games.setup import Setup
from crownland.server.thinkers.worker import KEPT, Choose, Thinker
from crownland.testing.registering import registrations_undone


@pytest.fixture
def made() -> Iterator[list[str]]:
    """The bots that were made, by name."""
    names: list[str] = []

    class Counted(Greedy):
        def __init__(self) -> None:
            names.append(type(self).__name__.lower())

    class Fresh(Counted):
        pass

    class Kept(Counted):
        is_reusable = True

    class Failing(Kept):
        def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
            raise ValueError("no idea")

    with registrations_undone():
        for bot in (Fresh, Kept, Failing):
            register_bot(bot.__name__.lower(), "Counts how often it is made.")(bot)
        yield names


def question(bot: str, setup: Setup | None = None) -> Choose:
    return Choose(str(first_choice(setup or KINGDOMINO.setup(2))), bot, 1.0)


def test_a_bot_that_may_serve_several_games_is_kept(made: list[str]) -> None:
    thinker = Thinker()
    legal = set(map(str, first_choice(KINGDOMINO.setup(2)).legal_actions()))
    assert all(thinker.answer(question(bot)).token in legal for bot in ("kept", "fresh", "kept", "fresh"))
    assert made == ["kept", "fresh", "fresh"]


def test_another_setup_gets_another_bot(made: list[str]) -> None:
    thinker = Thinker()
    for players in (2, 3, 2, 3):
        thinker.answer(question("kept", KINGDOMINO.setup(players)))
    assert made == ["kept"] * 2


def test_only_the_latest_bots_are_kept(made: list[str]) -> None:
    thinker = Thinker()
    setups = KINGDOMINO.all_setups()[: KEPT + 1]
    for setup in (*setups[:KEPT], setups[0], setups[KEPT], setups[0]):
        thinker.answer(question("kept", setup))
    assert len(made) == KEPT + 1
    thinker.answer(question("kept", setups[1]))
    assert len(made) == KEPT + 2


def test_a_bot_that_failed_is_not_kept(made: list[str]) -> None:
    thinker = Thinker()
    for _ in range(2):
        assert thinker.answer(question("failing")).error == "ValueError: no idea"
    assert made == ["failing"] * 2


def test_the_bots_that_search_may_serve_several_games() -> None:
    assert SearchBot.is_reusable
