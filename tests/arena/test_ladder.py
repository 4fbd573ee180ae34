"""A ladder keeps its games, lets bots join, and plays those that tell most."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownland.arena.contest import GameResult
from crownland.arena.engine import Processes, Serial
from crownland.arena.ladder import Ladder
from crownland.arena.ratings import most_telling
from crownland.arena.report import ladder_html, ladder_markdown
from crownland.arena.schedule import Pairing
from crownland.games.registry import KINGDOMINO, ROYAL_WEDDING
from crownland.kernel.errors import InvalidTextError, SetupError

TWO = KINGDOMINO.setup(2)
BOTS = ("uniform", "greedy", "mc:sims=2")


class ByStrength:
    """An engine in which the bot of the higher number wins, or *fails* after so many games."""

    def __init__(self, fails: int = 10**9) -> None:
        self.fails = fails
        self.pairs = Counter[tuple[int, ...]]()

    def run(self, play: Callable[[Pairing], Any], pairings: Iterable[Pairing]) -> Generator[Any, None, None]:
        for at, pairing in enumerate(pairings):
            if at == self.fails:
                raise KeyboardInterrupt
            self.pairs[tuple(sorted(set(pairing.seating)))] += 1
            ranks = tuple(1 if bot == max(pairing.seating) else 2 for bot in pairing.seating)
            scores = tuple(10 * bot for bot in pairing.seating)
            yield GameResult(pairing.number, pairing.deal, pairing.seating, scores, ranks), ""


def climb(file: Path, games: int, *bots: str, engine: Any = None) -> Ladder:
    ladder = Ladder(file, TWO, bots)
    ladder.run(engine or Serial(), games, lambda: None)
    return ladder


def test_games_are_added_and_bots_join(tmp_path: Path) -> None:
    file = tmp_path / "new" / "ladder.csv"
    climb(file, 6, "uniform", "greedy")
    ladder = climb(file, 6, "mc:sims=2")
    assert ladder.contest.bots == BOTS
    assert Ladder(file, TWO).games == ladder.games == 12
    assert Ladder(file, TWO).summary() == ladder.summary()
    assert ladder.summary().lines[0].name == "uniform"
    assert {line.name for line in ladder.summary().lines} == set(BOTS)


def test_the_same_games_come_from_the_same_file_with_any_engine(tmp_path: Path) -> None:
    here = climb(tmp_path / "a.csv", 4, "uniform", "greedy")
    there = climb(tmp_path / "b.csv", 4, "uniform", "greedy", engine=Processes(2))
    assert here.summary() == there.summary()


def test_a_bot_that_joins_plays_first(tmp_path: Path) -> None:
    engine = ByStrength()
    climb(tmp_path / "ladder.csv", 40, *BOTS, engine=engine)
    engine.pairs.clear()
    climb(tmp_path / "ladder.csv", 12, "careless", engine=engine)
    assert all(3 in pair for pair in engine.pairs)


def test_games_are_spread_over_all_bots(tmp_path: Path) -> None:
    engine = ByStrength()
    ladder = climb(tmp_path / "ladder.csv", 60, *BOTS, engine=engine)
    played = Counter[str]({line.name: line.games for line in ladder.summary().lines})
    assert min(played.values()) >= 20


def test_bots_that_are_little_known_tell_most_and_then_those_of_similar_strength() -> None:
    # The second and the third are equal, the first loses nearly always; each pair has met ten times.
    points = np.array([[0, 0.5, 0.5], [9.5, 0, 5], [9.5, 5, 0]])
    asked = np.array([[0, 0, 0], [0, 0, 30], [0, 30, 0]])
    assert most_telling(points, np.zeros((3, 3))) == (1, 2)
    assert most_telling(points, asked) != (1, 2)  # they are being compared already
    assert 2 in most_telling(np.array([[0.0, 5, 0], [5, 0, 0], [0, 0, 0]]), np.zeros((3, 3)))


def test_an_interrupted_deal_is_finished_first(tmp_path: Path) -> None:
    file = tmp_path / "ladder.csv"
    with pytest.raises(KeyboardInterrupt):
        climb(file, 10, *BOTS, engine=ByStrength(fails=5))
    with file.open("a") as stream:
        stream.write("6,3,uni")  # a line that was not written whole
    ladder = Ladder(file, TWO)
    assert ladder.games == 4
    assert ladder.missing(2) == 3
    ladder.run(ByStrength(), 2, lambda: None)
    assert ladder.games == Ladder(file, TWO).games == 8
    assert len({game.number for deal in ladder.deals.values() for game in deal}) == 8


def test_partners_and_more_than_two_sides(tmp_path: Path) -> None:
    ladder = Ladder(tmp_path / "ladder.csv", ROYAL_WEDDING.setup(6, {"teams": "true"}), ("uniform", "greedy"))
    ladder.run(ByStrength(), 1, lambda: None)
    assert ladder.games == ladder.missing(1) == 6  # each bot alone against two teams, on every side
    assert Ladder(ladder.file, ladder.contest.setup).games == 6


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("a letter", SetupError, "got another file"),
        ("# crownland arena 1\n", SetupError, "got another file"),
        ("{head}1,1,uniform,greedy,1,2,2\n", InvalidTextError, "line 9"),
        ("{head}1,1,uniform,uniform,1,2,2,1,\n", InvalidTextError, "line 9"),
        ("{head}1,1,uniform,nobody,1,2,2,1,\n", InvalidTextError, "line 9"),
        ("{head}1,0,uniform,greedy,1,2,2,1,\n", InvalidTextError, "line 9"),
        ("{head}1,1,uniform,greedy,1,2,2,1,\n{wrong}\n", InvalidTextError, "line 10"),
    ],
)
def test_a_file_that_is_no_ladder_is_refused_and_stays_as_it_is(
    tmp_path: Path, text: str, error: type[Exception], says: str
) -> None:
    file = tmp_path / "ladder.csv"
    climb(file, 2, "uniform", "greedy", engine=ByStrength())
    head = "".join(line for line in file.read_text().splitlines(keepends=True) if line[0] in "#g")
    wrong = text.replace("{head}", head).replace("{wrong}", "x" * 500)
    file.write_text(wrong)
    with pytest.raises(error, match=says):
        Ladder(file, TWO, ("uniform", "greedy"))
    assert file.read_text() == wrong


def test_another_seed_time_or_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ladder.csv"
    climb(file, 2, "uniform", "greedy", engine=ByStrength())
    for setup, seed, time in ((TWO, 2, None), (TWO, 1, 0.5), (KINGDOMINO.setup(3), 1, None)):
        with pytest.raises(SetupError, match="expected a ladder of the same kind"):
            Ladder(file, setup, (), seed, time)


def test_it_is_rendered_from_the_strongest_to_the_weakest(tmp_path: Path) -> None:
    summary = climb(tmp_path / "ladder.csv", 30, "greedy", "uniform", engine=ByStrength()).summary()
    text, page = ladder_markdown(summary), ladder_html(summary)
    assert text.startswith("# A ladder of 2 bots: kingdomino, 2 players, 30 games\n")
    assert [line.split(" | ")[1] for line in text.splitlines()[6:]] == ["uniform", "greedy"]
    assert page.index('scope="row">1<') < page.index("uniform</td>") < page.index("greedy</td>")
    assert "<svg" in page
