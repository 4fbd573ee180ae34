import csv
from collections.abc import Callable, Generator, Iterable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import Serial
from crownland.arena.results import Results
from crownland.arena.schedule import Pairing
from crownland.arena.tournament import Tournament
from crownland.games.registry import KINGDOMINO
from crownland.kernel.errors import InvalidTextError, SetupError

CONTEST = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)
GAMES = 6


@cache
def known() -> dict[int, tuple[GameResult, str]]:
    return {done[0].number: done for done in Serial().run(CONTEST.play, CONTEST.schedule.pairings(GAMES))}


class Remembering:
    """An engine that knows the games already, and gives them in any order."""

    def __init__(self, order: int = 0) -> None:
        self.order, self.asked = order, list[int]()

    def run(self, play: Callable[[Pairing], Any], pairings: Iterable[Pairing]) -> Generator[Any, None, None]:
        self.asked = [pairing.number for pairing in pairings]
        for number in Random(self.order).sample(self.asked, len(self.asked)):
            yield known()[number]


def run(folder: Path, engine: Remembering, contest: Contest = CONTEST, *, records: bool = False) -> bytes:
    with Results(contest, folder) as results:
        Tournament(contest, GAMES, results).run(engine, lambda: None, records=records)
    return (folder / "results.csv").read_bytes()


@cache
def whole_file() -> bytes:
    with TemporaryDirectory() as folder:
        return run(Path(folder), Remembering())


def test_the_file_says_what_the_run_is_about_and_has_a_line_for_every_game() -> None:
    lines = whole_file().decode().splitlines()
    assert lines[:7] == [
        "# crownland arena 1",
        "# setup: kingdomino players=2 opening=snake",
        "# rules: 1",
        "# seed: 3",
        "# bots: uniform, greedy",
        "# time: no limit",
        "game,deal,bot_1,bot_2,score_1,score_2,rank_1,rank_2,forfeit",
    ]
    first = known()[1][0]
    rows = list(csv.reader(lines[7:]))
    assert rows[0] == ["1", "1", "uniform", "greedy", *map(str, first.scores), *map(str, first.ranks), ""]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]


@given(st.data())
def test_a_run_cut_off_at_any_byte_goes_on_to_the_same_file(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole_file())))
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "results.csv").write_bytes(whole_file()[:at])
        engine = Remembering(order=at)
        assert run(folder, engine) == whole_file()
        kept = max(0, whole_file()[:at].count(b"\n") - 7)
        assert engine.asked == list(range(kept + 1, GAMES + 1))


def test_games_are_kept_as_they_come_and_put_in_order_at_the_end(tmp_path: Path) -> None:
    with Results(CONTEST, tmp_path) as results:
        for number in (4, 2):
            results.add(*known()[number])
            assert results.file.read_text().splitlines()[-1].startswith(f"{number},")
    engine = Remembering(order=1)
    assert run(tmp_path, engine) == whole_file()
    assert engine.asked == [1, 3, 5, 6]


def test_a_finished_run_plays_nothing_again_and_can_be_prolonged(tmp_path: Path) -> None:
    with Results(CONTEST, tmp_path) as results:
        tournament = Tournament(CONTEST, 4, results)
        assert (tournament.missing, tournament.games) == (4, 4)
        tournament.run(Remembering(), lambda: None)
    engine = Remembering()
    run(tmp_path, engine)
    assert engine.asked == [5, 6]
    run(tmp_path, engine)
    assert engine.asked == []


def test_records_are_kept_by_number_and_only_when_asked_for(tmp_path: Path) -> None:
    run(tmp_path / "plain", Remembering())
    assert [file.name for file in (tmp_path / "plain").iterdir()] == ["results.csv"]
    run(tmp_path / "records", Remembering(), records=True)
    files = sorted((tmp_path / "records" / "records").iterdir())
    assert [file.name for file in files] == [f"{number:06}.kdn" for number in range(1, 7)]
    assert files[2].read_text() == known()[3][1]


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=4), "has seed '3', not '4'"),
        (Contest(KINGDOMINO.setup(2), ("greedy", "uniform"), 3), "has bots 'uniform, greedy', not 'greedy, uniform'"),
        (Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), 3, time=0.5), "has time 'no limit', not '0.5'"),
        (
            Contest(KINGDOMINO.setup(2, {"harmony": True}), ("uniform", "greedy"), seed=3),
            "has setup 'kingdomino players=2 opening=snake', not 'kingdomino players=2 opening=snake harmony=true'",
        ),
    ],
)
def test_the_folder_of_another_run_is_refused_by_what_differs(other: Contest, difference: str, tmp_path: Path) -> None:
    run(tmp_path, Remembering())
    with pytest.raises(SetupError) as refused:
        Results(other, tmp_path)
    assert str(refused.value) == f"expected a folder of the same run or a new one, {tmp_path} {difference}"
    assert (tmp_path / "results.csv").read_bytes() == whole_file()


@pytest.mark.parametrize("text", ["a,b,c\n1,2,3\n", "hello", "# crownland arena 2\n# seed: 3\n"])
def test_a_file_of_something_else_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text(text)
    with pytest.raises(SetupError, match=r"^expected results of an arena or no file at all, got another file: "):
        Results(CONTEST, tmp_path)
    assert file.read_text() == text


@pytest.mark.parametrize(
    "line",
    [
        "three,2,uniform,greedy,1,2,2,1,",
        "",
        "3,2,greedy,uniform,1,2,2,1,",  # it is the other one's turn to be first
        "3,1,uniform,greedy,1,2,2,1,",
        "0,1,uniform,greedy,1,2,2,1,",
        "3,2,uniform,greedy,1,2,2,",
        "3,2,uniform,greedy,1,2,2,1,1,",
        "3,2,uniform,greedy,1, 2,2,1,",
    ],
)
def test_a_line_that_is_no_game_of_the_run_is_refused_by_its_number(line: str, tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_bytes(whole_file() + f"{line}\n".encode())
    with pytest.raises(InvalidTextError, match=r"^expected a game of this run in line 14 of .*results.csv, got: "):
        Results(CONTEST, tmp_path)


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        Results(CONTEST, tmp_path),
        pytest.raises(SetupError, match=r"^expected a folder that no other run writes to, got: "),
    ):
        Results(CONTEST, tmp_path)
    Results(CONTEST, tmp_path).__exit__(None, None, None)
