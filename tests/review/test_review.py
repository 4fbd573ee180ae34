"""Reviews: the equation, grades, and what they say about golden games."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crownland.bots.analysis import Evaluation
from crownland.fast.outlook import Outlook
from crownland.games.protocol import State
from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Record, read_record
from crownland.review import Decision, Draw, Grade, Review, ReviewError, Way, review_record
from crownland.review.file import VERSION, find_kept, keep, kept_at, read_review, review_json
from crownland.review.grade import accuracy, grade_of
from crownland.review.judge import mean_over_draws, result_of
from crownland.review.review import Wins
from crownland.review.wording import Telling
from crownland.words import Words

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.kdn").read_text(encoding="utf-8"))


class PointsJudge:
    """Thinks that points are everything: a kingdom's chance is its share of all points. Quick, and never exact."""

    name = "points"

    def wins(self, state: State[Any], seed: int) -> Wins:
        if state.is_over:
            return result_of(state)
        totals = [score.total + 1 for score in state.scores()]
        return tuple(one / sum(totals) for one in totals)

    def expected(self, state: State[Any], seed: int) -> Wins:
        return mean_over_draws(state, 3, seed, lambda after: self.wins(after, seed))

    def evaluate(self, state: State[Any], seed: int) -> list[Evaluation]:
        assert state.actor is not None
        mine, found = state.kingdom_of(state.actor), []
        for action in state.legal_actions():
            outlooks = tuple(Outlook(one, 0.0) for one in self.wins(state.play(action), seed))
            found.append(Evaluation(action, outlooks[mine].win, 0.0, 0, outlooks))
        return found


def reviewed(name: str) -> Review:
    return review_record(golden(name), PointsJudge())


@pytest.mark.parametrize("name", ["kingdomino-2", "kingdomino-4", "queendomino-3", "royal-wedding-teams-4", "duel-2"])
def test_luck_skill_and_rest_make_up_the_difference_between_start_and_result(name: str) -> None:
    review = reviewed(name)
    kingdoms = range(len(review.start))
    sums = [review.start[k] + review.luck[k] + review.skill[k] + review.rest[k] for k in kingdoms]
    assert sums == pytest.approx(review.end)
    assert review.is_over
    assert sum(review.end) == pytest.approx(1)
    assert [one.seq for one in review.moments] == list(range(len(review.moments)))
    assert all(one.lost >= 0 for one in review.decisions)


def test_partners_share_a_kingdom_and_its_chances() -> None:
    review = reviewed("royal-wedding-teams-4")
    assert len(review.start) == len(review.names) == 2
    assert {one.seat for one in review.decisions} == {0, 1, 2, 3}
    assert {one.kingdom for one in review.decisions} == {0, 1}


def test_a_forced_action_loses_nothing_and_does_not_count() -> None:
    review = reviewed("kingdomino-2")
    forced = [one for one in review.decisions if one.is_forced]
    assert forced
    assert all(one.lost == 0 and one.grade is Grade.BEST for one in forced)
    assert not set(review.worst(many=100)) & set(forced)


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes() -> None:
    record = golden("kingdomino-2")
    short = Record(record.tags, record.rounds[:3])
    review = review_record(short, PointsJudge())
    assert not review.is_over
    assert len(review.moments) == sum(1 for _ in short.items)
    assert 0 < review.end[0] < 1


def test_what_was_given_up_is_neither_luck_nor_a_decision() -> None:
    record = golden("kingdomino-2")
    short = Record((*record.tags, ("Forfeit", "B: resigned")), record.rounds[:3])
    review = review_record(short, PointsJudge())
    assert (review.loser, review.is_over) == (1, False)
    assert review.result == (1.0, 0.0)
    assert 0 < review.end[1] < 1
    assert review.given == pytest.approx((review.end[1], -review.end[1]))
    sums = (review.start, review.luck, review.skill, review.rest, review.given)
    assert [sum(one[k] for one in sums) for k in (0, 1)] == pytest.approx([1, 0])
    assert read_review(json.dumps(review_json(review))).result == review.result
    telling = Telling(replace(review, judge="network"), short, Words("en"))
    assert telling.course(0)[-2:] == [review.end[0], 1.0]
    assert "gave up with a win chance of" in telling.notes()[-1]
    assert "given up" in telling.sums()[0]
    assert telling.sums()[1][1][1].endswith("→ 0 %")


def test_a_whole_game_is_not_given_up_whatever_its_record_says() -> None:
    record = golden("kingdomino-2")
    review = review_record(Record((*record.tags, ("Forfeit", "A: resigned")), record.rounds), PointsJudge())
    assert review.loser is None
    assert review.result == review.end


def test_a_game_without_actions_cannot_be_reviewed() -> None:
    record = golden("kingdomino-2")
    with pytest.raises(ReviewError, match="expected a game with at least one action, got none"):
        review_record(Record(record.tags, ()), PointsJudge())


@pytest.mark.parametrize(
    ("lost", "grade"),
    [(0, "best"), (0.0099, "best"), (0.01, "good"), (0.04, "inaccuracy"), (0.08, "mistake"), (0.15, "blunder")],
)
def test_grades_follow_the_lost_win_chance(lost: float, grade: str) -> None:
    assert grade_of(lost).value == grade


def test_accuracy_is_the_mean_worth_of_decisions() -> None:
    assert accuracy([0.0, 0.1, 0.2, 0.9]) == pytest.approx((1 + 0.5) / 4)
    assert accuracy([]) is None


def test_what_would_have_been_right_is_told_where_something_else_was_done() -> None:
    ways = tuple(Way(f"K{at}", (0.60 - 0.01 * at, 0.40 + 0.01 * at), 0) for at in range(4))
    good = Decision(2, 1, 0, 0, Way("K5", (0.57, 0.43), 0), ways, 20)
    assert (good.grade, good.right) == (Grade.GOOD, ())  # not "only these": more are right than are told
    bad = Decision(2, 1, 0, 0, Way("K9", (0.30, 0.70), 0), ways, 20)
    assert (bad.grade, bad.right) == (Grade.BLUNDER, ("K0", "K1", "K2", "K3"))


def test_turning_points_are_the_largest_changes_in_the_order_of_the_game() -> None:
    small = Draw(0, 1, "L1.2", (0.5, 0.5), (0.52, 0.48))
    large = Draw(4, 2, "L3.4", (0.5, 0.5), (0.9, 0.1))
    bad = Decision(2, 1, 0, 0, Way("K2", (0.3, 0.7), 0), (Way("K1", (0.6, 0.4), 0), Way("K2", (0.3, 0.7), 0)), 2)
    review = Review("kingdomino", ("A", "B"), "points", (0.5, 0.5), (small, bad, large), (1.0, 0.0), True)
    assert review.turning_points(2) == (bad, large)
    assert bad.lost == pytest.approx(0.3)
    assert bad.grade is Grade.BLUNDER
    assert review.worst() == (bad,)
    assert review.accuracy(1) is None


def test_a_review_is_kept_beside_its_record_and_read_again(tmp_path: Path) -> None:
    record, file = golden("kingdomino-2"), tmp_path / "game.kdn"
    review = review_record(record, PointsJudge())
    assert find_kept(file, record) is None
    assert keep(file, record, review)
    assert kept_at(file).name == "game.review.json"
    kept = find_kept(file, record)
    assert kept is not None
    assert review_json(kept) == review_json(read_review(json.dumps(review_json(review))))
    assert kept.luck == pytest.approx(review.luck, abs=0.01)
    other = Record((*record.tags, ("Event", "another")), record.rounds)
    assert find_kept(file, other) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", f'{{"crownland-review": {VERSION}}}', "[" * 100_000])
def test_what_is_no_review_is_refused(text: str) -> None:
    with pytest.raises(InvalidTextError, match="expected a review as JSON, got: "):
        read_review(text)


def test_a_review_of_another_version_is_refused() -> None:
    with pytest.raises(InvalidTextError, match=f"expected a review of version {VERSION}, got version 7"):
        read_review('{"crownland-review": 7}')


def test_the_order_in_which_kings_are_drawn_counts_as_a_draw() -> None:
    start = golden("kingdomino-2-draw-bonuses").start()
    assert start.chance is not None
    found = mean_over_draws(start, 60, 1, lambda after: (float(str(after.order[0])), 0.0))
    assert 0.2 < found[0] < 0.8


def test_what_chance_decides_after_a_draw_is_drawn_with_it() -> None:
    start, judged = golden("queendomino-2").start(), list[State[Any]]()

    def judge(state: State[Any]) -> Wins:
        judged.append(state)
        return 0.25, 0.75

    assert start.play(next(iter(golden("queendomino-2").replay())).action).chance is not None
    assert mean_over_draws(start, 4, 0, judge) == (0.25, 0.75)
    assert len(judged) == 4  # not four for each of four
    assert all(state.actor is not None for state in judged)


def test_a_game_by_past_rules_says_so() -> None:
    with pytest.raises(ReviewError, match="expected a game by today's rules, got one of rules version 1"):
        review_record(golden("duel-2"))
