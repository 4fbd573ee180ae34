"""``crownland puzzles``."""

import sys
from pathlib import Path

import pytest

from crownland.puzzles import Puzzle, puzzle_of_day, puzzles
from crownland.puzzles.mining import Yield
from tests.cli.support import run, run_well

COMMAND = "crownland.cli.puzzles"  # the command hides its module in the package


def first(theme: str) -> Puzzle:
    return next(one for one in puzzles() if theme in one.themes and one.game == "kingdomino")


def solve(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, lines: str, language: str = "en") -> str:
    monkeypatch.setattr(sys.modules[COMMAND], "_matching", lambda *_: [puzzle])
    done = run("puzzles", "--language", language, stdin=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_puzzle_shows_the_board_and_says_what_a_move_loses_and_why_the_answer_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = first("order")
    lost = puzzle.losses[[str(action) for action in puzzle.state().legal_actions()].index(puzzle.greedy)]
    shown = solve(puzzle, monkeypatch, f"?\nnonsense\n{puzzle.greedy}\n{puzzle.answer}\n")
    assert "♜" in shown
    assert "to claim" in shown
    assert "claimed" in shown  # the list of all moves
    assert "There is no such move here: nonsense" in shown
    assert f"loses {lost} % of win chance" in shown
    assert "Right!" in shown
    assert "Better than what you tried:" in shown
    assert "0 of 1 right at once" in shown


def test_enter_shows_the_answer_and_q_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = first("claim")
    assert f"Odpowiedź: {puzzle.answer}" not in solve(puzzle, monkeypatch, "q\n", "pl")
    shown = solve(puzzle, monkeypatch, "\n", "pl")
    assert f"Rozwiązanie: {puzzle.answer}" in shown
    assert "Od razu dobrze: 0 z 1" in shown
    assert "1 of 1 right at once" in solve(puzzle, monkeypatch, f"{puzzle.answer}\n")


def test_the_puzzle_of_the_day_is_asked_alone() -> None:
    shown = run("puzzles", "--day", "--language", "en", stdin="\n\n").stdout
    assert f"The answer: {puzzle_of_day().answer}" in shown
    assert shown.count("Find the best move") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--theme", "luck"), "unknown theme: 'luck'; known: building, claim"),
        (("--level", "brutal"), "unknown level: 'brutal'; known: easy, hard, medium"),
        (("--game", "chess"), "unknown game: 'chess'"),
        (("--game", "duel", "--theme", "dragon"), "expected at least one puzzle that matches, there is none"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(arguments: tuple[str, ...], message: str) -> None:
    done = run("puzzles", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_new_puzzles_are_added_to_a_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought = Yield(48, 3, puzzles()[:2])
    monkeypatch.setattr(sys.modules[COMMAND], "_mine", lambda setup, seed, number: brought)
    file = tmp_path / "mine.jsonl"
    arguments = ("puzzles", "make", "--game", "kingdomino", "--games", "2", "--out", file)
    assert "2 games, 96 positions, 6 looked at twice, 2 puzzles" in run_well(*arguments)
    assert "2 games, 96 positions, 6 looked at twice, 0 puzzles" in run_well(*arguments)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2


def test_a_setup_without_a_network_is_refused(tmp_path: Path) -> None:
    done = run("puzzles", "make", "--game", "royal-wedding", "--players", "6", "--out", tmp_path / "mine.jsonl")
    assert done.returncode == 2
    assert "expected a setup with a network" in done.stderr
    assert not (tmp_path / "mine.jsonl").exists()
