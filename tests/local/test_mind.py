"""What thinks beside a house: it fetches the networks that it needs, and plays without those that it cannot get."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from crownland import networks
from crownland.bots.levels import LEVELS, bot_of
from crownland.fast.warm import first_choice
from crownland.games.registry import KINGDOMINO, games
from crownland.local import mind
from crownland.server.thinkers.worker import Choose, Evaluate, Moment, Question


def asked(question: Question) -> str:
    return msgspec.json.encode(question).decode()


@pytest.fixture
def without_networks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Yields the folder that the package has them in."""
    folder = Path(str(networks.FOLDER))
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    monkeypatch.setattr(networks, "_FETCHED", {})
    networks._packaged.cache_clear()
    networks._loaded.cache_clear()
    yield folder
    networks._packaged.cache_clear()
    networks._loaded.cache_clear()


def test_a_network_is_wanted_until_it_is_brought(without_networks: Path) -> None:
    setup = KINGDOMINO.setup(2)
    position = str(first_choice(setup))
    question = asked(Choose(position, "master", 0.1))
    assert mind.wanted(question) == "kingdomino-2.net"
    assert json.loads(mind.answer(question))["token"]
    assert not networks.has_network(setup)
    mind.bring("kingdomino-2.net", (without_networks / "kingdomino-2.net").read_bytes())
    assert mind.wanted(question) == ""
    found = networks.find_network(setup)
    assert found is not None
    assert found.game == "kingdomino"
    assert json.loads(mind.answer(question))["token"]


def test_whatever_judges_wants_a_network_and_a_simple_bot_wants_none(without_networks: Path) -> None:
    position = str(first_choice(KINGDOMINO.setup(4)))
    for question in (Evaluate(position, 0, 1.0), Moment(position, 1, None, 1.0), Choose(position, "grandmaster", 1.0)):
        assert mind.wanted(asked(question)) == "kingdomino-34.net"
    for bot in (*mind.SIMPLE, "beginner", "casual", "steady"):
        assert mind.wanted(asked(Choose(position, bot, 1.0))) == ""


def test_simple_bots_are_those_of_a_server_also_without_networks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    setups = [setup for game in games() for setup in game.all_setups()]
    expected = {(setup, level): bot_of(level, setup) for setup in setups for level in LEVELS}
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    for (setup, level), bot in expected.items():
        found = mind.simple_bot(Choose(str(setup), level, 1.0))
        assert found == (bot if bot.partition(":")[0] in mind.SIMPLE else None), (setup, level)
    assert len({one for one in expected.values() if one.partition(":")[0] in mind.SIMPLE}) > 3


def test_an_error_is_an_answer() -> None:
    answer = json.loads(mind.answer(asked(Choose("chess players=2", "greedy", 1.0))))
    assert "unknown game" in answer["error"]
