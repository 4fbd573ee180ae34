"""``crownland games``."""

import json

# The command hides its module in the package.
from tests.cli.support import run_well


def test_games_lists_assumed_icons() -> None:
    shown = run_well("games", "queendomino")
    assert "fortress: assumed" in shown
    assert "witch house: seen on one copy" in shown
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
