"""``crownland review``."""

import json
import shutil
from pathlib import Path

import pytest

from crownland.notation.record import read_record
from crownland.review.file import VERSION, keep, kept_at
from crownland.review.reviewing import review_record
from tests.cli.support import RECORD, run, run_well
from tests.review.test_review import PointsJudge


class Quick(PointsJudge):
    """A judge that needs no kernels, under the name of ours."""

    name = "network"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A record with its review beside it."""
    file = tmp_path / "game.kdn"
    shutil.copy(RECORD, file)
    record = read_record(file.read_text(encoding="utf-8"))
    assert keep(file, record, review_record(record, Quick()))
    return file


def test_a_review_shows_sums_a_line_for_each_kingdom_and_turning_points(game: Path) -> None:
    shown = run_well("review", game, "--language", "en")
    assert "Review: Kingdomino" in shown
    assert all(word in shown for word in ("win chance", "luck", "decisions", "accuracy", "Turning points"))
    assert any(bar in shown for bar in "▂▃▄▅▆▇")
    assert "♜" in shown


def test_a_review_speaks_other_languages(game: Path) -> None:
    assert "Analiza: Kingdomino" in run_well("review", game, "--language", "sr")


def test_a_review_as_json_has_every_moment(game: Path) -> None:
    data = json.loads(run_well("review", game, "--json"))
    assert data["crownland-review"] == VERSION
    assert data["over"] is True
    assert [one["seq"] for one in data["moments"]] == list(range(len(data["moments"])))
    assert {"draw", "played"} <= {key for one in data["moments"] for key in one}


def test_a_review_as_a_page_stands_alone(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert run_well("review", game, "--html", page) == ""
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<polyline" in text
    assert "http" not in text.replace("http://www.w3.org/", "")


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    file, page = tmp_path / "game.kdn", tmp_path / "game.html"
    text = RECORD.read_text(encoding="utf-8")
    name = "<script>alert(1)</script>[bold]"
    file.write_text("".join(f'[A "{name}"]\n' if line.startswith("[A ") else line for line in text.splitlines(True)))
    record = read_record(file.read_text(encoding="utf-8"))
    keep(file, record, review_record(record, Quick()))
    run_well("review", file, "--html", page)
    assert "<script" not in page.read_text(encoding="utf-8")
    assert "[bold]" in run_well("review", file)


def test_a_network_reviews_the_first_rounds_of_a_game_and_keeps_the_review(tmp_path: Path) -> None:
    file = tmp_path / "short.kdn"
    head, _, rounds = RECORD.read_text(encoding="utf-8").partition("\n\n")
    file.write_text(f"{head}\n\n" + "\n".join(rounds.splitlines()[:2]) + "\n", encoding="utf-8")
    shown = run_well("review", file, "--language", "en")
    assert "Judged by a learned network and a search." in shown
    assert "The game is not over" in shown
    assert kept_at(file).exists()
    assert run_well("review", file, "--language", "en") == shown


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("no record", 2, "expected a record, which begins with a tag like [Game \"kingdomino\"], got: 'no record'"),
        ('[Game "chess"]\n', 2, "chess"),
        ('[Game "kingdomino"]\n[Players "2"]\n', 2, "expected a game with at least one action, got none"),
        ('[Game "kingdomino"]\n[Players "2"]\n\n1. K3\n', 1, "illegal action: K3"),
    ],
)
def test_what_cannot_be_reviewed_is_one_sentence(tmp_path: Path, text: str, code: int, message: str) -> None:
    file = tmp_path / "game.kdn"
    file.write_text(text, encoding="utf-8")
    done = run("review", file)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not kept_at(file).exists()
