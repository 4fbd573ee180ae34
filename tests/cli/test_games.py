"""``crownland games``."""

import json
from pathlib import Path

import pytest

from crownland import networks

# The command hides its module in the package.
from tests.cli.support import run_well


def test_games_lists_assumed_icons() -> None:
    shown = run_well("games", "queendomino")
    assert "fortress: assumed" in shown
    assert "witch's house: seen on one copy" in shown
    assert "big tavern" not in shown  # seen


def test_games_cites_the_rule_of_teams_and_has_no_seven_players() -> None:
    shown = " ".join(run_well("games", "royal-wedding").split())
    assert shown.startswith("Royal Wedding (royal-wedding, 3–6 or 8 players)")
    assert "(W3)" in shown
    assert "(W1)" not in shown


def test_games_lists_what_can_be_played_with_every_option() -> None:
    (kingdomino,) = [game for game in json.loads(run_well("games", "--json")) if game["key"] == "kingdomino"]
    keys = ["opening", "three-players", "middle-kingdom", "harmony", "mighty-duel", "dynasty"]
    assert [option["key"] for option in kingdomino["options"]] == keys
    assert kingdomino["players"] == [2, 3, 4]
    assert "mighty-duel" in run_well("games", "kingdomino")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for networks, with none in it."""
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    return tmp_path


def test_games_says_where_the_grandmaster_has_a_network(folder: Path) -> None:
    assert "The grandmaster plays as mcts: there is no network." in run_well("games", "kingdomino")
    for name in ("kingdomino-2", "kingdomino-34", "queendomino-2", "duel"):
        (folder / f"{name}.net").touch()
    shown = " ".join(run_well("games").split())
    two, more = "2 players (not with mighty-duel or dynasty)", "3–4 players (not with dynasty)"
    assert f"The grandmaster plays by a network with {two} or {more}, elsewhere as mcts." in shown
    assert "The grandmaster plays by a network with 2 players, elsewhere as mcts." in shown
    assert "The grandmaster plays by a network." in shown
    (queendomino,) = json.loads(run_well("games", "queendomino", "--json"))
    assert queendomino["networks"] == [{"players": [2], "without": []}]


def test_games_says_when_there_is_no_search_at_all() -> None:
    shown = run_well("games", "harbour", "--load", "examples/harbour.py")
    assert "The grandmaster plays as greedy: there is no compiled code for a search." in shown
