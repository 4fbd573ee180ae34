"""What people get wrong: one clear sentence, exit code 2, no traceback."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

# The command hides its module in the package.
from tests.cli.support import GOLDEN, RECORD, run, run_well

BAD_INPUT = [
    (["score", "m3/w"], "expected one castle c in a kingdom like 'm3/w/c', got 0: 'm3/w'"),
    (["score", "m4/w/c"], "expected a kingdom like 'm3/w/c'"),
    (["score", ""], "expected one castle c"),
    (["score", "x/c"], "expected a terrain letter of wflgsmt, got: 'x'"),
    (["score", "c", "--size", "6"], "expected a size of 5 or 7, got: 6"),
    (["score", "c", "--size", "7", "--option", "mighty-duel=false"], "expected a size of 5, got: 7"),
    (["score", "w" * 5000 + "c"], "of at most 13 squares a row"),
    (["score", "c", "--coins", "3"], "expected no --coins for kingdomino: it is for queendomino, royal-wedding"),
    (
        ["score", "c", "-g", "queendomino", "-o", "harmony"],
        "unknown option: 'harmony'; known: none",
    ),
    (["score", "ct", "-g", "queendomino", "--buildings", "chruch"], "expected a building like church or fishmarket"),
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
    (["score", "c", "--coat", "q"], "expected no --coat for kingdomino: it is for duel"),
    (["score", "c", "-g", "duel", "--coat", "x"], "expected a coat letter of dsDSfq, got: 'x'"),
    (["score", "ccc", "-g", "duel"], "expected one castle c"),
    (["games", "chess"], "unknown game: 'chess'; known: "),
    (["simulate", "chess"], "unknown game: 'chess'; known: "),
    (["simulate", "kingdomino", "--players", "5"], "kingdomino is for 2, 3 or 4 players, got: 5"),
    (
        ["simulate", "kingdomino", "--bots", "mtcs"],
        "unknown bot: 'mtcs'; known: beginner, careless, casual, grandmaster, greedy, master, mc, mcts, net, ",
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
    (["simulate", "kingdomino", "--bots", "mc:foo=1"], "unknown parameter of mc: 'foo'; known: "),
    (["simulate", "kingdomino", "--bots", "mc:sims=0"], "expected a number above 0 like sims=2, got: 'sims=0'"),
    (["arena", "greedy"], "expected two or more bots, each once, got: 'greedy'"),
    (["arena", "greedy", "uniform", "--engine", "steam"], "unknown engine: 'steam'; known: processes, ray, serial"),
    (["arena", "greedy", "uniform", "-j", "2", "--engine", "serial"], "expected one job for the serial engine, got: 2"),
    (["arena", "greedy", "uniform", "--address", "x:1"], "expected --engine ray with --address, got the engine serial"),
    (["arena", "greedy", "uniform", "--ladder", "l", "--sprt"], "expected no --sprt with --ladder: a ladder decides"),
    (["puzzles", "--theme", "x"], "unknown theme: 'x'; known: "),
    (["puzzles", "--level", "x"], "unknown level: 'x'; known: easy, hard, medium"),
    (["puzzles", "--game", "duel", "--theme", "dragon"], "expected at least one puzzle that matches, there is none"),
    (["serve", "--set", "away"], "Invalid value for --set: expected NAME=VALUE, got: 'away'"),
    (["site"], "Invalid value for DIR: expected a folder to write, or --serve to try the site"),
    (["site", "public", "--port", "0"], "Invalid value for --serve: expected --serve with --port, --path and --open"),
    (["site", __file__], f"expected a folder, {__file__} is a file"),
    (["site", str(GOLDEN)], f"expected an empty folder or an older site, {GOLDEN} has other files"),
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
    "empty": (b"", "expected a record, which begins with a tag like"),
    "two games": (
        b'[Game "kingdomino"]\n[Players "2"]\n\n1. OABBA\n' * 2,
        "line 5, column 1: expected one game, got another one here",
    ),
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
    assert run_well("--version") == f"crownland {version('crownland')}\n"


def test_the_command_line_does_not_import_the_table() -> None:
    code = "import sys, crownland.cli; print([m for m in ('textual', 'rich.table', 'hypothesis') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
