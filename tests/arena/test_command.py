"""``crownland arena`` as a user meets it: what it prints, how it ends, and how it goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from crownland.arena.contest import Contest
from crownland.bots.search_bot import SearchBot
from crownland.cli.progress import COMPILING
from crownland.games.setup import Setup
from tests.cli.support import PROGRAM, run, run_well

SHORT = ("arena", "uniform", "greedy", "--games", "4", "--seed", "7")
LONG = [PROGRAM, "arena", "uniform", "greedy", "--games", "240", "--jobs", "2", "--out"]


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_the_arena_shows_ratings_to_people() -> None:
    head, columns, uniform, greedy = run_well(*SHORT).splitlines()
    assert head == "4 games of kingdomino, 2 players, seed 7: 2 deals, each with 2 seatings"
    assert columns.split() == ["bot", "Elo", "95", "%", "wins", "95", "%", "score", "margin"]
    assert uniform.split()[:2] == ["uniform", "0"]
    assert greedy.split()[0] == "greedy"


def test_the_arena_prints_the_same_as_json() -> None:
    result = json.loads(run_well(*SHORT, "--json"))
    assert (result["game"], result["players"], result["seed"], result["games"], result["deals"]) == (
        "kingdomino",
        2,
        7,
        4,
        2,
    )
    keys = {"name", "games", "elo", "elo_interval", "win_rate", "win_rate_interval"}
    assert set(result["bots"][0]) == keys | {"mean_score", "mean_margin", "mean_margin_interval"}


def test_three_bots_have_a_table_of_who_beat_whom() -> None:
    shown = run_well("arena", "uniform", "greedy", "mc:sims=1", "--games", "1", "--game", "kingdomino").splitlines()
    assert shown[0].startswith("6 games of kingdomino")
    assert shown[5].split() == ["points", "against", "uniform", "greedy", "mc:sims=1"]
    assert shown[6].split()[:2] == ["uniform", "–"]


def test_the_folder_is_the_same_with_any_engine(tmp_path: Path) -> None:
    words = (*SHORT, "--records", "--out")
    for name, engine in {"a": [], "b": ["--jobs", "2"], "c": ["--engine", "processes"]}.items():
        run_well(*words, tmp_path / name, *engine)
    found = files(tmp_path / "a")
    assert list(found) == [
        *(f"records/{number:06}.kdn" for number in (1, 2, 3, 4)),
        "report.html",
        "results.csv",
        "results.json",
    ]
    assert found == files(tmp_path / "b") == files(tmp_path / "c")
    assert run_well("verify", tmp_path / "a" / "records" / "000003.kdn").startswith("The deal is honest")


def test_a_question_is_answered_in_a_sentence() -> None:
    shown = run_well("arena", "uniform", "greedy", "--games", "200", "--sprt", "--elo1", "200")
    assert shown.splitlines()[-1].startswith(
        "H1 holds: greedy over uniform is +200 or more rather than +0 or less (LLR "
    )


def test_every_action_has_the_limit(tmp_path: Path) -> None:
    run_well(*SHORT, "--time", "0.5", "--out", tmp_path)
    assert "# time: 0.5\n" in (tmp_path / "results.csv").read_text()
    assert json.loads((tmp_path / "results.json").read_text())["time"] == 0.5


def test_ctrl_c_says_how_many_games_are_kept_and_how_to_go_on(tmp_path: Path) -> None:
    real = Contest.play

    def interrupted(contest: Contest, pairing: Any) -> Any:
        if pairing.number == 3:
            raise KeyboardInterrupt
        return real(contest, pairing)

    with mock.patch.object(Contest, "play", interrupted):
        alone, kept = run(*SHORT), run(*SHORT, "--out", tmp_path / "cut")
    assert (alone.returncode, kept.returncode) == (130, 130)
    with_out = "with --out FOLDER they are kept, and the same command resumes"
    assert alone.stderr == f"crownland: stopped after 2 of 4 games; {with_out}\n"
    folder = tmp_path / "cut"
    assert kept.stderr == f"crownland: stopped: 2 of 4 games are kept in {folder}; the same command resumes there\n"
    run_well(*SHORT, "--out", folder)
    run_well(*SHORT, "--out", tmp_path / "whole")
    assert files(folder) == files(tmp_path / "whole")


@pytest.mark.parametrize("sent", ["SIGINT", "SIGKILL"])
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for workers in /proc")
def test_a_run_that_is_cut_off_goes_on_and_leaves_no_worker_behind(sent: str, tmp_path: Path) -> None:
    folder = tmp_path / "cut"
    with subprocess.Popen(
        [*LONG, str(folder)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs in the background
    ) as process:
        rows = folder / "results.csv"
        _wait_until(lambda: rows.exists() and rows.read_bytes().count(b"\n") > 9)
        workers = _children(process.pid)
        assert workers
        if sent == "SIGINT":
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the workers too
        else:
            process.kill()
        _, errors = process.communicate(timeout=30)
    _wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    if sent == "SIGINT":
        assert process.returncode == 130
        assert errors.startswith("crownland: stopped: ")
        assert errors.count("\n") == 1
    kept = rows.read_bytes().count(b"\n") - 7
    assert 3 <= kept < 240
    before = rows.read_bytes().splitlines()[7 : 7 + kept]
    subprocess.run([*LONG, str(folder)], check=True, stdout=subprocess.DEVNULL, timeout=60)
    after = rows.read_bytes().splitlines()[7:]
    assert set(before) <= set(after)
    assert [int(line.split(b",")[0]) for line in after] == list(range(1, 241))


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


BAD_INPUT = [
    (["greedy"], "expected two or more bots, each once, got: 'greedy'"),
    (["greedy", "greedy"], "expected two or more bots, each once, got: 'greedy greedy'"),
    (["greedy", "mtcs"], "unknown bot: 'mtcs'; known: beginner, "),
    (["greedy", "mc:sims=none"], "expected a number above 0 like sims=2, got: 'sims=none'"),
    (["greedy", "uniform", "--game", "chess"], "unknown game: 'chess'; known: "),
    (["greedy", "uniform", "--players", "5"], "kingdomino is for 2, 3 or 4 players, got: 5"),
    (["greedy", "uniform", "--engine", "rey"], "unknown engine: 'rey'; known: processes, ray, serial"),
    (["greedy", "uniform", "--address", "a:1"], "expected --engine ray with --address, got the engine serial"),
    (["greedy", "uniform", "--address", "a:1", "-j", "2"], "expected --engine ray with --address, got the engine proc"),
    (["greedy", "uniform", "--engine", "serial", "--jobs", "2"], "expected one job for the serial engine, got: 2"),
    (["greedy", "uniform", "--records"], "expected --out FOLDER for the records of --records"),
    (["greedy", "uniform", "mc", "--sprt"], "expected 2 bots for a test of two hypotheses, got 3"),
    (
        ["greedy", "uniform", "--sprt", "--elo0", "20"],
        "expected elo0 below elo1, both from -2000 to 2000, got: 20 and 20",
    ),
    (["greedy", "uniform", "--sprt", "--alpha", "1"], "expected alpha between 0 and 0.5, got: 1"),
    (["greedy", "uniform", "--games", "0"], "--games"),
    (["greedy", "uniform", "--time", "0"], "--time"),
    (["greedy", "uniform", "--out", __file__], f"File exists: {__file__}"),
    ([], "expected two or more bots, each once, got: ''"),
]


@pytest.mark.parametrize(("words", "message"), BAD_INPUT, ids=[" ".join(words)[:50] for words, _ in BAD_INPUT])
def test_bad_input_is_one_clear_sentence_and_exit_code_2(words: list[str], message: str) -> None:
    done = run("arena", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_without_ray_its_engine_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "crownland.arena.ray_engine", raising=False)
    with mock.patch.dict(os.environ):
        done = run("arena", "uniform", "greedy", "--engine", "ray")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("crownland: expected Ray for the engine ray, got: ")
    assert done.stderr.endswith("; install it with: pip install 'crownland[ray]'\n")


def test_compiling_kernels_prints_a_message() -> None:
    """Once, before any worker begins, and only if a bot needs them."""

    def slow(bot: SearchBot, setup: Setup) -> None:
        time.sleep(0.2)

    with mock.patch("crownland.cli.progress.PATIENCE", 0.0), mock.patch.object(SearchBot, "prepare", slow):
        done = run("arena", "uniform", "mc:sims=1", "--games", "2")
        level = run("arena", "uniform", "skilled", "--games", "2", "--option", "dynasty")
        quick = run("arena", "steady", "greedy", "--games", "2")
    assert (done.returncode, done.stderr) == (0, f"crownland: {COMPILING} …\n")
    assert (level.returncode, level.stderr) == (0, f"crownland: {COMPILING} …\n")
    assert (quick.returncode, quick.stderr) == (0, "")


def test_the_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    run_well(*SHORT, "--out", tmp_path)
    done = run("arena", "uniform", "greedy", "--seed", "8", "--out", tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        f"crownland: expected a folder of the same run or a new one, {tmp_path} has seed '7', not '8'\n"
    )


def test_help_does_not_import_the_arena() -> None:
    code = "import sys, crownland.cli; print([m for m in ('numpy', 'crownland.arena') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


def test_a_ladder_goes_on_with_the_same_file_and_is_written_for_people(tmp_path: Path) -> None:
    file = tmp_path / "ladder.csv"
    run_well("arena", "--ladder", str(file), "uniform", "greedy", "--games", "4")
    title, _, first, last, where = run_well("arena", "--ladder", str(file), "--games", "3").splitlines()
    assert title == "A ladder of 2 bots: kingdomino, 2 players, 8 games"
    assert first.split()[:2] == ["1", "greedy"]
    assert last.split()[:3] == ["2", "uniform", "0"]
    assert str(tmp_path / "ladder.md") in where
    assert "| 1 | greedy |" in (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert (tmp_path / "ladder.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert json.loads(run_well("arena", "--ladder", str(file), "--games", "1", "--json"))["games"] == 10


@pytest.mark.parametrize("option", [("--sprt",), ("--out", "x"), ("--records",), ("--reduce-luck",)])
def test_a_ladder_decides_itself_what_it_plays(tmp_path: Path, option: tuple[str, ...]) -> None:
    result = run("arena", "--ladder", str(tmp_path / "l.csv"), "uniform", "greedy", *option)
    assert result.returncode == 2
    assert f"expected no {option[0]} with --ladder" in result.stderr
    assert not list(tmp_path.iterdir())
