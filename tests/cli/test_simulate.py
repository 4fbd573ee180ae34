"""``crownland simulate``: the same seed, the same games."""

import json
from pathlib import Path

import pytest

# The command hides its module in the package.
from tests.cli.support import EXAMPLES, run_well, simulate


def test_the_same_seed_gives_byte_identical_records(tmp_path: Path) -> None:
    results = [simulate(tmp_path / name) for name in ("one", "two")]
    assert results[0] == results[1]
    first = {file.name: file.read_bytes() for file in sorted((tmp_path / "one").iterdir())}
    second = {file.name: file.read_bytes() for file in sorted((tmp_path / "two").iterdir())}
    assert first == second
    assert list(first) == [f"{number:06}.kdn" for number in range(1, 7)]


def test_simulate_reports_mean_scores_and_win_rates(tmp_path: Path) -> None:
    result = simulate(tmp_path)
    assert (result["game"], result["players"], result["games"], result["seed"]) == ("kingdomino", 4, 6, 7)
    greedy, uniform = result["bots"]
    assert (greedy["name"], greedy["seats"], uniform["name"], uniform["seats"]) == ("greedy", 2, "uniform", 2)
    assert greedy["mean_score"] > uniform["mean_score"]
    assert greedy["win_rate"] + uniform["win_rate"] == pytest.approx(1)


def test_simulate_shows_a_table_to_people() -> None:
    shown = run_well("simulate", "kingdomino", "--bots", "uniform", "--games", "2", "--seed", "1")
    assert shown.startswith("2 games of kingdomino, 2 players, seed 1\n")
    assert "mean score" in shown


def test_records_are_the_same_with_several_jobs(tmp_path: Path) -> None:
    results = [simulate(tmp_path / jobs, "--jobs", jobs) for jobs in ("1", "2")]
    assert results[0] == results[1]
    files = [{file.name: file.read_bytes() for file in (tmp_path / jobs).iterdir()} for jobs in ("1", "2")]
    assert files[0] == files[1]


@pytest.mark.parametrize("game", ["kingdomino", "queendomino", "royal-wedding", "duel"])
def test_simulate_plays_thousands_of_games_the_same_with_several_jobs(game: str) -> None:
    words = ("simulate", game, "--bots", "uniform", "--games", "40000", "--seed", "3", "--json")
    results = [json.loads(run_well(*words, "--jobs", jobs)) for jobs in ("1", "2")]
    assert results[0] == results[1]
    assert results[0]["games"] == 40000
    assert results[0]["bots"][0]["win_rate"] == pytest.approx(1)


def test_bots_from_files_play_with_several_jobs_as_with_one() -> None:
    loaded = ("--load", EXAMPLES / "first_legal.sh", "--load", EXAMPLES / "cautious.py")
    words = ("simulate", "kingdomino", "--bots", "first_legal,cautious", "--games", "3", "--seed", "7", "--json")
    results = [json.loads(run_well(*words, *loaded, "--jobs", jobs)) for jobs in ("1", "2")]
    assert results[0] == results[1]
    assert [(bot["name"], bot["forfeits"], bot["first_forfeit"]) for bot in results[0]["bots"]] == [
        ("first_legal", 0, None),
        ("cautious", 0, None),
    ]


def test_a_bot_that_cannot_go_on_loses_its_games_and_the_others_are_played(tmp_path: Path) -> None:
    bot, out = tmp_path / "stubborn.sh", tmp_path / "out"
    bot.write_text("while read -r word line; do echo ready; done", encoding="utf-8")
    words = ("simulate", "kingdomino", "--bots", "stubborn:time=1,uniform", "--games", "2", "--seed", "7")
    shown = run_well(*words, "--load", bot, "--out", out).splitlines()
    assert shown[2].split() == ["stubborn:time=1", "1", "0.00", "0.0%"]
    assert shown[3].split()[-1] == "100.0%"
    expected = "bot stubborn: expected 'action' and one of the legal tokens, got: 'ready' in kingdomino players=2 "
    assert shown[4].startswith(f"stubborn:time=1 forfeited 2 of 2 games; the first: {expected}")
    assert f'[Forfeit "A: {expected}' in (out / "000002.kdn").read_text(encoding="utf-8")
    assert "The game is not over." in run_well("replay", out / "000002.kdn")


@pytest.mark.parametrize(
    ("opening", "players", "order"), [("snake-b", 2, "OBAAB"), ("clockwise-a", 2, "OABAB"), ("clockwise-c", 3, "OCAB")]
)
def test_k4_the_starter_is_chosen_by_an_option(opening: str, players: int, order: str, tmp_path: Path) -> None:
    words = (
        "simulate",
        "kingdomino",
        "-p",
        str(players),
        "-o",
        f"opening={opening}",
        "-b",
        "uniform",
        "-n",
        "3",
        "-s",
        "1",
    )
    run_well(*words, "--out", tmp_path / "out")
    records = [file.read_text(encoding="utf-8") for file in sorted((tmp_path / "out").iterdir())]
    assert [record.split("1. ")[1].split()[0] for record in records] == [order] * 3


def test_a_level_plays_inside_the_fast_twin_if_its_bot_does() -> None:
    words = ("simulate", "kingdomino", "--games", "20", "--seed", "3", "--json", "--bots")
    level, bot = (json.loads(run_well(*words, f"{name},uniform"))["bots"] for name in ("steady", "greedy"))
    assert {**level[0], "name": "greedy"} == bot[0]
