from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import ENGINES, Serial
from crownland.arena.results import Results
from crownland.arena.schedule import Pairing
from crownland.arena.sprt import Question
from crownland.arena.tournament import Tournament
from crownland.bots.registry import BOTS
from crownland.dealer import derived_seed
from crownland.games.registry import KINGDOMINO, find_game
from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.notation.record import read_record

TWO = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)


class Scripted:
    """An engine whose games end as *ranks* says, a chunk at a time in any order."""

    def __init__(self, ranks: Callable[[Pairing], tuple[int, ...]], order: int | None = None) -> None:
        self.ranks, self.order, self.given = ranks, order, 0

    def run(self, play: Callable[[Pairing], Any], pairings: Iterable[Pairing]) -> Generator[Any, None, None]:
        todo = list(pairings)
        while todo:
            chunk, todo = todo[:8], todo[8:]
            if self.order is not None:
                Random(self.order).shuffle(chunk)
            for pairing in chunk:
                self.given += 1
                ranks = self.ranks(pairing)
                scores = tuple(50 - 10 * rank for rank in ranks)
                yield GameResult(pairing.number, pairing.deal, pairing.seating, scores, ranks), ""


def second_wins(pairing: Pairing) -> tuple[int, ...]:
    return tuple(1 if bot == 1 else 2 for bot in pairing.seating)


def first_seat_wins(pairing: Pairing) -> tuple[int, ...]:
    return tuple(range(1, len(pairing.seating) + 1))


def run(tournament: Tournament, engine: Any) -> dict[str, Any]:
    tournament.run(engine, lambda: None)
    return tournament.summary().as_dict()


def test_both_games_of_a_deal_have_the_same_tiles() -> None:
    records = [read_record(TWO.play(pairing)[1]) for pairing in TWO.schedule.pairings(4)]
    assert [record.names for record in records] == [("uniform", "greedy"), ("greedy", "uniform")] * 2
    seeds = [record.tag("Seed") for record in records]
    assert seeds == [derived_seed(TWO.setup, 3, deal) for deal in (1, 1, 2, 2)]


def test_partners_are_one_side() -> None:
    contest = Contest(find_game("royal-wedding").setup(4, {"teams": True}), ("uniform", "greedy"), seed=1)
    assert contest.side_of_seat == (0, 0, 1, 1)
    played, record = contest.play(contest.schedule.pairing(2))
    assert played.seating == (1, 0)
    assert len(played.scores) == len(played.ranks) == 2
    assert read_record(record).names == ("greedy", "greedy", "uniform", "uniform")


def test_a_game_is_reported_with_scores_and_ranks_by_side() -> None:
    played, record = TWO.play(TWO.schedule.pairing(1))
    totals = read_record(record).tag("Totals")
    assert totals == " ".join(map(str, played.scores))
    assert played.ranks == ((1, 2) if played.scores[0] > played.scores[1] else (2, 1))


def test_where_the_seat_decides_everything_paired_deals_find_no_difference() -> None:
    result = run(Tournament(TWO, 400), Scripted(first_seat_wins))
    _, second = result["bots"]
    assert (second["elo"], second["win_rate"], second["mean_margin"]) == (0, 0.5, 0)
    assert second["win_rate_interval"][1] - second["win_rate_interval"][0] < 0.01
    assert second["mean_margin_interval"] == [0, 0]
    assert result["matrix"] == [[None, 0.5], [0.5, None]]


def test_the_summary_does_not_depend_on_the_order_in_which_games_end() -> None:
    results = [run(Tournament(TWO, 60), Scripted(_by_deal, order)) for order in (None, 1, 2)]
    assert results[0] == results[1] == results[2]


def _by_deal(pairing: Pairing) -> tuple[int, ...]:
    return second_wins(pairing) if Random(pairing.number).random() < 0.8 else first_seat_wins(pairing)


def test_a_shared_victory_is_shared_out() -> None:
    contest = Contest(KINGDOMINO.setup(4), ("uniform", "greedy"), seed=1)
    result = run(Tournament(contest, 8), Scripted(lambda pairing: (1, 1, 1, 1)))
    assert [bot["win_rate"] for bot in result["bots"]] == [0.5, 0.5]
    assert [bot["elo"] for bot in result["bots"]] == [0, 0]
    assert [bot["mean_score"] for bot in result["bots"]] == [40, 40]


def test_games_are_rounded_up_to_whole_deals() -> None:
    engine = Scripted(second_wins)
    result = run(Tournament(Contest(KINGDOMINO.setup(4), ("uniform", "greedy"), seed=1), 9), engine)
    assert (engine.given, result["games"], result["deals"]) == (16, 16, 2)


@pytest.mark.parametrize("order", [None, 1, 2, 3])
def test_a_question_stops_the_run_at_the_same_deal_whatever_the_order(order: int | None) -> None:
    engine = Scripted(second_wins, order)
    tournament = Tournament(TWO, 1000, question=Question(0, 50))
    result = run(tournament, engine)
    assert result["sprt"]["answer"] == "H1"
    assert (result["deals"], result["games"], result["sprt"]["deals"]) == (9, 18, 9)
    assert 18 <= engine.given <= 24


def test_a_question_without_an_answer_says_so() -> None:
    result = run(Tournament(TWO, 10, question=Question()), Scripted(first_seat_wins))
    assert (result["sprt"]["answer"], result["games"]) == (None, 10)


def test_a_question_is_about_two_bots() -> None:
    three = Contest(KINGDOMINO.setup(2), ("uniform", "greedy", "mc"), seed=1)
    with pytest.raises(SetupError, match=r"^expected 2 bots for a test of two hypotheses, got 3$"):
        Tournament(three, 10, question=Question())


@pytest.mark.parametrize(
    ("bots", "error"),
    [(("greedy",), SetupError), (("greedy", "greedy"), SetupError), (("greedy", "mtcs"), UnknownNameError)],
)
def test_bots_are_known_and_different(bots: tuple[str, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        Contest(KINGDOMINO.setup(2), bots, seed=1)


def test_greedy_is_stronger_than_uniform_in_real_games() -> None:
    result = run(Tournament(TWO, 10), Serial())
    uniform, greedy = result["bots"]
    assert greedy["elo_interval"][0] > 100
    assert greedy["mean_score"] - uniform["mean_score"] == pytest.approx(greedy["mean_margin"], abs=0.01)


def test_a_bot_that_fails_loses_its_games_and_the_run_goes_on(tmp_path: Path) -> None:
    """Loaded from a file, in this process and in workers alike; the results say whose bot failed and why."""
    file = tmp_path / "fails.py"
    file.write_text(
        "from crownland import register_bot\n"
        "@register_bot('fails', 'Knows nothing.')\n"
        "class Fails:\n"
        "    def choose(self, state, limit, rng):\n"
        "        raise KeyError('plan')\n"
    )
    contest = Contest(KINGDOMINO.setup(2), ("uniform", "fails"), seed=1, load=(file,))
    for engine in (ENGINES["serial"](1), ENGINES["processes"](2)):
        with Results(contest, tmp_path / engine.__class__.__name__) as results:
            tournament = Tournament(contest, 4, results)
            tournament.run(engine, lambda: None)
        summary = tournament.summary()
        assert [line.wins.value for line in summary.lines] == [1.0, 0.0]
        assert len(summary.forfeits) == 4
        assert summary.forfeits[0].startswith("game 1, B: ")
        assert "plan" in summary.forfeits[0]
    BOTS.pop("fails")
