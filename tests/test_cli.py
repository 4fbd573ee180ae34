"""The command line as a user meets it: exit codes and streams."""

import io
import json
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from crownland.cli import main
from crownland.cli.progress import COMPILING, bar, compiling
from crownland.testing.registering import registrations_undone

# The command hides its module in the package.
bench_module = sys.modules["crownland.cli.bench"]

GOLDEN = Path(__file__).parent / "golden"
PERFT = Path(__file__).parent / "perft"
RECORD = GOLDEN / "kingdomino-2.kdn"
EXAMPLES = Path(__file__).parent.parent / "examples"


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(*words: str | Path, stdin: str = "") -> Done:
    """The command in this process: what it prints and its exit code, as a shell would see them."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with (
        registrations_undone(),  # a command may load files
        mock.patch("sys.argv", ["crownland", *map(str, words)]),
        mock.patch("sys.stdin", typed),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as exit_:
            code = int(exit_.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


def run_well(*words: str | Path) -> str:
    done = run(*words)
    # A kernel may be compiled for the first time, which prints a message.
    assert (done.returncode, done.stderr.replace(f"crownland: {COMPILING} …\n", "")) == (0, "")
    return done.stdout


def simulate(out: Path, *words: str) -> Any:
    four = ("simulate", "kingdomino", "--players", "4", "--option", "harmony=true", "--bots", "greedy,uniform")
    return json.loads(run_well(*four, "--games", "6", "--seed", "7", "--out", out, "--json", *words))


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


@pytest.fixture
def stranger(tmp_path: Path) -> tuple[str, Path]:
    """A game from outside the package, without texts, judge, twin and score pad; as words of a command."""
    file = tmp_path / "stranger.py"
    file.write_text("""
from dataclasses import replace
from crownland.games.registry import GAMES, KINGDOMINO
GAMES["stranger"] = replace(KINGDOMINO, key="stranger")
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


def test_bot_test_ticks_what_a_bot_promises() -> None:
    shown = run_well("bot-test", "first_legal", "--load", EXAMPLES / "first_legal.sh", "--game", "duel")
    assert shown.splitlines() == [
        "✓ duel: plays whole games by the rules",
        "✓ duel: leaves the global generators alone",
        "✓ duel: takes the same actions from the same seed",
        "✓ duel: answers within a limit of 0.5 s",
    ]


def test_bot_test_explains_a_failed_check_with_exit_code_1(tmp_path: Path) -> None:
    bot = tmp_path / "mute.sh"
    bot.write_text("exit 1", encoding="utf-8")
    done = run("bot-test", "mute", "--load", bot, "--game", "kingdomino")
    assert (done.returncode, done.stderr) == (1, "crownland: mute fails 1 of 1 checks\n")
    first, second, third = done.stdout.splitlines()
    assert first == "✗ kingdomino: plays whole games by the rules"
    assert "bot mute: expected an answer, but it ended with exit code 1 in kingdomino players=2 " in second
    assert third.startswith("  what to do: return one of state.legal_actions(), or answer one of the tokens")


def test_bench_compares_the_engines_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        bench_module, "CASES", {"kingdomino, 2 players": bench_module.Case("kingdomino players=2", 150_000, in_c=2)}
    )
    result = json.loads(run_well("bench", "--rounds", "1", "--json"))
    figures = result["games"]["kingdomino, 2 players"]
    assert figures["fast"] > 20 * figures["reference"]
    assert figures["times_reference"] == pytest.approx(figures["fast"] / figures["reference"], rel=0.01)
    assert ("of_limit" in figures) == result["limit"]
    shown = run_well("bench", "--rounds", "1")
    assert shown.splitlines()[0].split()[:5] == ["random", "games", "a", "second", "reference"]
    assert "kingdomino, 2 players" in shown


def test_compiling_prints_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch("crownland.cli.progress.PATIENCE", 0.0), bar(1, shown=False) as progress, compiling(progress):
        time.sleep(0.2)
    assert capsys.readouterr().err == f"crownland: {COMPILING} …\n"


def test_replay_prints_one_json_object_for_every_action_and_then_the_final_score() -> None:
    lines = [json.loads(line) for line in run_well("replay", RECORD, "--json").splitlines()]
    *actions, final = lines
    assert [line["seq"] for line in actions] == list(range(len(actions)))
    assert actions[0] == {"seq": 0, "actor": "chance", "action": actions[0]["action"]}
    players = [line for line in actions if line["actor"] != "chance"]
    assert {line["actor"] for line in players} == {0, 1}
    assert all(line["action"] in line["legal"] for line in players)
    assert set(final) == {"final"}
    assert set(final["final"]) == {"totals", "lines", "ranking"}
    sums = [sum(line["points"] for line in lines) for lines in final["final"]["lines"]]
    assert final["final"]["totals"] == sums
    assert sorted(standing["kingdom"] for standing in final["final"]["ranking"]) == [0, 1]


def test_replay_shows_the_score_to_people() -> None:
    shown = run_well("replay", RECORD)
    assert "total" in shown
    assert "1. " in shown


def test_an_illegal_action_stops_the_replay_with_exit_code_1_and_the_number_of_the_rule(tmp_path: Path) -> None:
    text = RECORD.read_text(encoding="utf-8")
    claim = next(word for word in text.split() if word.startswith("K"))
    broken = tmp_path / "broken.kdn"
    broken.write_text(text.replace(f" {claim} ", f" {claim} {claim} ", 1), encoding="utf-8")
    done = run("replay", broken, "--json")
    assert done.returncode == 1
    assert f"illegal action: {claim} (C9: a king already stands on {claim[1:]})" in done.stderr
    assert "line 11, column" in done.stderr
    assert len(done.stdout.splitlines()) == 3  # the opening, the line, the first claim


def test_wrong_totals_in_a_record_are_reported(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.kdn"
    text = RECORD.read_text(encoding="utf-8")
    totals = next(line for line in text.splitlines() if line.startswith("[Totals"))
    wrong.write_text(text.replace(totals, '[Totals "1 2"]'), encoding="utf-8")
    done = run("replay", wrong)
    assert done.returncode == 1
    assert "the record says the totals are '1 2', the rules say" in done.stderr


def test_an_unfinished_record_ends_with_its_position() -> None:
    head = RECORD.read_text(encoding="utf-8").split("\n3. ")[0].replace("[Totals", "[Was")
    done = run("replay", "-", "--json", stdin=head)
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["position"].startswith("kingdomino players=2 opening=snake A:")


def test_verify_distinguishes_an_honest_deal_from_a_changed_one(tmp_path: Path) -> None:
    assert run_well("verify", RECORD).startswith("The deal is honest")
    text = RECORD.read_text(encoding="utf-8")
    seed = next(line for line in text.splitlines() if line.startswith("[Seed"))
    changed = tmp_path / "changed.kdn"
    changed.write_text(text.replace(seed, f'[Seed "{"0" * 64}"]'), encoding="utf-8")
    done = run("verify", changed)
    assert done.returncode == 1
    assert "is not that of the seed" in done.stderr
    assert "the seed deals" in done.stderr


@pytest.mark.parametrize(
    ("words", "lines", "total"),
    [
        (["m3/w/c"], [("wheat", [1, 0], 0), ("mine", [1, 3], 3)], 3),
        (["fff/f1f1/c"], [("forest", [5, 2], 10)], 10),  # T1
        (["fffffff/clll", "--size", "7"], [("forest", [7, 0], 0), ("lake", [3, 0], 0)], 0),
        (["c"], [], 0),
        (
            ["wwwww/wwwww/wwcww/wwwww/wwwww1", "--option", "middle-kingdom=true", "--option", "harmony"],
            [("wheat", [24, 1], 24), ("middle-kingdom", [], 10), ("harmony", [], 5)],
            39,
        ),
    ],
)
def test_score_explains_every_line(words: list[str], lines: list[tuple[str, list[int], int]], total: int) -> None:
    shown = json.loads(run_well("score", *words, "--json"))
    assert [(line["reason"], line["factors"], line["points"]) for line in shown["lines"]] == lines
    assert shown["total"] == total


def test_score_of_queendomino_is_the_booklets_71() -> None:
    land = "tl1fgg/tll1g1g2/m1tcwf/m3mw1wf1/tts1f1t"  # T3
    owned = ["--size", "5", "--coins", "11", "--towers", "3", "--queen"]
    built = "church, big tavern, statue, guard tower, sawmill, travelling_castle"
    shown = json.loads(run_well("score", land, "--game", "queendomino", *owned, "--buildings", built, "--json"))
    points = [(line["reason"], line["points"]) for line in shown["lines"] if line["points"]]
    assert points == [
        ("coins", 3),
        ("wheat", 3),
        ("forest", 1),
        ("forest", 2),
        ("lake", 6),
        ("grassland", 12),
        ("swamp", 1),
        ("mine", 12),
        ("queen", 4),
        ("church", 8),
        ("big_tavern", 2),
        ("statue", 5),
        ("guardtower", 3),
        ("sawmill", 6),
        ("travelling_castle", 3),
    ]
    assert shown["total"] == 71


def test_a_team_is_named_after_both_partners() -> None:
    shown = run_well("replay", GOLDEN / "royal-wedding-teams-4.kdn")
    assert "A greedy + C greedy" in shown
    final = json.loads(run_well("replay", GOLDEN / "royal-wedding-teams-4.kdn", "--json").splitlines()[-1])["final"]
    assert len(final["totals"]) == 2
    assert sorted(standing["seats"] for standing in final["ranking"]) == [[0, 2], [1, 3]]


def test_games_lists_the_numbers_of_players_and_cites_the_rule_of_a_flag() -> None:
    shown = " ".join(run_well("games", "royal-wedding").split())
    assert "(royal-wedding, 3–6, 8 players)" in shown
    assert "(W3)" in shown
    assert "(W1)" not in shown


def test_games_lists_assumed_icons() -> None:
    shown = run_well("games", "queendomino")
    assert "fortress: assumed" in shown
    assert "witch house: seen on one copy" in shown
    assert "big tavern" not in shown  # seen


def test_score_of_duel_counts_crosses_and_the_bonus_for_a_coat() -> None:
    shown = json.loads(run_well("score", "d1d.q/.cq4", "--game", "duel", "--coat", "q", "--json"))
    assert [(line["reason"], line["factors"], line["points"]) for line in shown["lines"]] == [
        ("dot", [2, 1], 2),
        ("quarters", [1, 4], 4),
        ("quarters", [1, 0], 0),
        ("coat_bonus", [2, 3], 6),
    ]


def test_score_shows_a_table_to_people() -> None:
    shown = run_well("score", "m3/w/c").splitlines()
    assert [line.split() for line in shown[1:]] == [
        ["wheat", "1", "×", "0", "0"],
        ["mine", "1", "×", "3", "3"],
        ["total", "3"],
    ]


def test_games_cites_the_rule_of_teams_and_has_no_seven_players() -> None:
    shown = " ".join(run_well("games", "royal-wedding").split())
    assert shown.startswith("Royal Wedding (royal-wedding, 3–6 or 8 players)")
    assert "(W3)" in shown
    assert "(W1)" not in shown


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


def test_games_lists_what_can_be_played_with_every_option() -> None:
    (kingdomino,) = [game for game in json.loads(run_well("games", "--json")) if game["key"] == "kingdomino"]
    keys = ["opening", "three-players", "middle-kingdom", "harmony", "mighty-duel", "dynasty"]
    assert [option["key"] for option in kingdomino["options"]] == keys
    assert kingdomino["players"] == [2, 3, 4]
    assert "mighty-duel" in run_well("games", "kingdomino")


def test_perft_prints_the_divide_where_a_count_differs(tmp_path: Path) -> None:
    text = (PERFT / "kingdomino-4.perft").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.perft"
    wrong.write_text(text.split("3: ")[0].replace("2: 12", "2: 13"), encoding="utf-8")
    done = run("perft", wrong)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "1: 4",
        "2: 12, expected 13; the divide:",
        "    K3 3",
        "    K17 3",
        "    K22 3",
        "    K41 3",
    ]


BAD_INPUT = [
    (["score", "m3/w"], "expected one castle c in a kingdom like 'm3/w/c', got 0: 'm3/w'"),
    (["score", "m4/w/c"], "expected a kingdom like 'm3/w/c'"),
    (["score", ""], "expected one castle c"),
    (["score", "x/c"], "expected a terrain letter of wflgsmt, got: 'x'"),
    (["score", "wwwwww/c"], "expected a kingdom within 5×5 (C4), got 6×2; kingdoms of a Mighty Duel have --size 7"),
    (["score", "c", "--size", "6"], "expected a size of 5 or 7 (K3, K9), got: 6"),
    (["score", "c", "--size", "7", "--option", "mighty-duel=false"], "expected --size to agree with mighty-duel=false"),
    (["score", "w" * 5000 + "c"], "of at most 13 squares a row"),
    (["score", "c", "--coins", "3"], "expected no --coins for kingdomino: it is for queendomino, royal-wedding"),
    (
        ["score", "c", "-g", "queendomino", "-o", "harmony"],
        "expected no --option that changes the score of queendomino",
    ),
    (["score", "ct", "-g", "queendomino", "--buildings", "chruch"], "expected a building like church or fishmarket"),
    (
        ["score", "ct", "-g", "queendomino", "--buildings", "church,statue"],
        "expected at most 1 buildings on 1 town squares (Q7), got 2",
    ),
    (
        ["score", "ctt", "-g", "queendomino", "--buildings", "fortress,fortress"],
        "expected at most 1 of fortress (Q3), got 2",
    ),
    (["score", "ct", "-g", "queendomino", "--coins", "-1"], "--coins"),
    (
        ["simulate", "royal-wedding", "--players", "7"],
        "royal-wedding is for 3, 4, 5, 6 or 8 players, got: 7",
    ),
    (
        ["simulate", "royal-wedding", "--players", "8", "-o", "teams=false"],
        "teams=false is for 3, 4, 5 or 6 players (W1), got: 8",
    ),
    (
        ["simulate", "royal-wedding", "--players", "5", "-o", "teams"],
        "teams=true is for 4, 6 or 8 players (W3), got: 5",
    ),
    (["score", "t1c"], "expected a kingdom without towns (C1), got one with t; towns are of --game queendomino"),
    (["score", "c", "--coat", "q"], "expected no --coat for kingdomino: it is for duel"),
    (["score", "c", "-g", "duel", "--coat", "x"], "expected a coat letter of dsDSfq, got: 'x'"),
    (["score", "ccc", "-g", "duel"], "expected one castle c"),
    (["score", "cdddd", "-g", "duel"], "expected a map of 7 columns and 5 rows, the castle in its middle (D2)"),
    (["games", "chess"], "unknown game: 'chess'; known: "),
    (["simulate", "chess"], "unknown game: 'chess'; known: "),
    (["simulate", "kingdomino", "--players", "5"], "kingdomino is for 2, 3 or 4 players, got: 5"),
    (
        ["simulate", "kingdomino", "--bots", "mtcs"],
        "unknown bot: 'mtcs'; known: beginner, careless, casual, greedy, master, mc, mcts, skilled, ",
    ),
    (["simulate", "kingdomino", "--bots", "greedy,uniform,greedy"], "expected at most 2 bots for 2 players, got 3"),
    (["simulate", "kingdomino", "--option", "harmoney=true"], "unknown option: 'harmoney'; known: dynasty, harmony"),
    (["simulate", "kingdomino", "--option", "harmony=yes"], "expected harmony to be false or true, got: 'yes'"),
    (["simulate", "kingdomino", "-o", "harmony", "-o", "harmony=false"], "expected the option harmony once"),
    (
        ["simulate", "kingdomino", "--players", "3", "--option", "mighty-duel=true"],
        "mighty-duel=true is for 2 players (K9), got: 3",
    ),
    (["simulate", "kingdomino", "--seed", "seven"], "--seed"),
    (["simulate", "kingdomino", "--seed", "-1"], "--seed"),
    (["simulate", "kingdomino", "--games", "0"], "--games"),
    (["simulate", "kingdomino", "--games", "1", "--out", str(RECORD)], f"File exists: {RECORD}"),
    (["replay", "no-such-file.kdn"], "crownland: No such file or directory: no-such-file.kdn"),
    (["replay", str(GOLDEN)], f"Is a directory: {GOLDEN}"),
    (["perft", str(RECORD)], "expected 'pile dominoes 1: 3 17 …', 'play: K3 …' or '5: 288', got:"),
    (
        ["play", "kingdomino", "--players", "3", "--seats", "me,greedy"],
        "expected 3 names for 3 seats, got: 'me,greedy'",
    ),
    (["play", "--language", "xx"], "unknown language: 'xx'; known: en, nl, pl, sr"),
    (["play"], "expected a terminal to play in"),
    (["simulate", "kingdomino", "--load", "no.py"], "crownland: No such file or directory: no.py"),
    (["simulate", "kingdomino", "--load", str(GOLDEN)], f"Is a directory: {GOLDEN}"),
    (["simulate", "kingdomino", "--load", __file__], f"expected a bot or a game in {__file__}, got none"),
    (["bot-test", "mtcs"], "unknown bot: 'mtcs'; known: "),
    (["bot-test", "uniform", "--game", "chess"], "unknown game: 'chess'; known: "),
    (["dance"], "No such command 'dance'"),
]


@pytest.mark.parametrize(("words", "message"), BAD_INPUT, ids=[" ".join(words)[:60] for words, _ in BAD_INPUT])
def test_bad_input_is_one_clear_sentence_and_exit_code_2(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


BAD_RECORDS = {
    "binary": (bytes(range(256)) * 10, "expected a text file in UTF-8"),
    "a million lines": (b"K17\n" * 1_000_000, "expected a record of at most 1,000,000 characters, got 4,000,000"),
    "larger than any record": (b"K" * 4_000_001, "expected a file of at most 4,000,000 bytes"),
    "empty": (b"", "expected the number of players"),
    "a bad token": (
        b'[Game "kingdomino"]\n[Players "2"]\n\n1. OABBA K\n',
        "line 4, column 10: expected an action like",
    ),
    "a bad game": (b'[Game "chess"]\n[Players "2"]\n\n1. OABBA\n', "unknown game: 'chess'"),
    "a bad option": (
        b'[Game "kingdomino"]\n[Players "4"]\n[Options "opening=snake"]\n',
        "opening=snake is for 2 players (K4), got: 4",
    ),
}


@pytest.mark.parametrize("kind", BAD_RECORDS)
def test_a_bad_record_is_refused_with_exit_code_2(kind: str, tmp_path: Path) -> None:
    data, message = BAD_RECORDS[kind]
    file = tmp_path / "bad.kdn"
    file.write_bytes(data)
    done = run("replay", file)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m crownland replay {RECORD} --json | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def test_a_mistake_in_a_real_process_leaves_no_traceback() -> None:
    command = [sys.executable, "-m", "crownland", "score", "m3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "crownland: expected one castle c in a kingdom like 'm3/w/c', got 0: 'm3'\n"


def test_the_version_is_printed() -> None:
    assert run_well("--version").startswith("crownland 0.")


def test_the_command_line_does_not_import_the_table() -> None:
    code = "import sys, crownland.cli; print([m for m in ('textual', 'rich.table', 'hypothesis') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
