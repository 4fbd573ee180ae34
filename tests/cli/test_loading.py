"""``--load``: games and bots of one's own in every command."""

import json
from pathlib import Path

import pytest

# The command hides its module in the package.
from tests.cli.support import PERFT, run, run_well


@pytest.fixture
def stranger(tmp_path: Path) -> tuple[str, Path]:
    """A game from outside the package, without texts, judge, twin and score pad; as words of a command."""
    file = tmp_path / "stranger.py"
    file.write_text("""
from dataclasses import replace
from crownland.games.registry import KINGDOMINO, register_game
register_game(replace(KINGDOMINO, key="stranger", judge=None, twin=None, score_pad=None))
""")
    return "--load", file


def test_every_command_knows_a_loaded_game(stranger: tuple[str, Path], tmp_path: Path) -> None:
    assert "stranger (stranger, 2–4 players)" in run_well("games", *stranger)
    assert [game["key"] for game in json.loads(run_well("games", "stranger", "--json", *stranger))] == ["stranger"]
    out = tmp_path / "out"
    shown = run_well(
        "simulate", "stranger", "--bots", "greedy,mc", "--games", "1", "--seed", "7", "--out", out, *stranger
    )
    assert shown.startswith("1 game of stranger, 2 players, seed 7\n")
    record = out / "000001.kdn"
    assert "1. " in run_well("replay", record, *stranger)
    assert run_well("verify", record, *stranger).startswith("The deal is honest")
    perft = tmp_path / "stranger.perft"
    text = (PERFT / "kingdomino-2.perft").read_text(encoding="utf-8")
    perft.write_text(text.replace("kingdomino players", "stranger players"), encoding="utf-8")
    assert run_well("perft", perft, "--depth", "2", *stranger) == "1: 4\n2: 12\n"
    assert run_well("bot-test", "uniform", "--game", "stranger", *stranger).count("✓ stranger") == 4
    assert "expected a terminal to play in" in run("play", "stranger", *stranger).stderr
    assert (
        "expected a game with a score pad, stranger has none" in run("score", "c", "-g", "stranger", *stranger).stderr
    )
    assert "unknown game: 'stranger'" in run("games", "stranger").stderr


def test_workers_know_a_loaded_game(stranger: tuple[str, Path]) -> None:
    for words in (
        ("simulate", "stranger", "--bots", "uniform", "--games", "4"),
        ("arena", "uniform", "greedy", "--game", "stranger", "--games", "4"),
    ):
        shown = [
            json.loads(run_well(*words, "--seed", "7", "--json", "--jobs", jobs, *stranger)) for jobs in ("1", "2")
        ]
        assert shown[0] == shown[1]
