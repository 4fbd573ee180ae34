from math import log
from random import Random

import pytest

from crownland.arena.ratings import fraction_of
from crownland.arena.sprt import Question, Sprt
from crownland.kernel.errors import SetupError


def followed(question: Question, shares: list[float]) -> Sprt:
    sprt = Sprt(question)
    for share in shares:
        sprt.add(share)
    return sprt


def test_the_bounds_are_walds() -> None:
    assert Question().lower == pytest.approx(log(0.05 / 0.95))
    assert Question(alpha=0.01, beta=0.1).upper == pytest.approx(log(0.9 / 0.01))


def test_the_ratio_is_that_of_two_normal_likelihoods() -> None:
    shares = [0.0, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0, 0.5] * 5
    sprt = followed(Question(-5, 5), shares)
    low, high = fraction_of(-5), fraction_of(5)
    mean = sum(shares) / 40
    variance = sum((share - mean) ** 2 for share in [*shares, 0.0, 1.0]) / 42
    llr = sum((share - low) ** 2 - (share - high) ** 2 for share in shares) / (2 * variance)
    assert sprt.llr == pytest.approx(llr)
    assert sprt.answer is None


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (100.0, "H0")])
def test_the_wrong_answer_comes_about_as_rarely_as_promised(elo: float, wrong: str) -> None:
    rng = Random(5)
    skill = fraction_of(elo)
    answers = []
    for _ in range(1000):
        sprt = Sprt(Question(0, 100))
        while sprt.answer is None:
            luck = rng.gauss(0, 0.1)
            sprt.add(sum(rng.random() < skill + luck for _ in range(2)) / 2)
        answers.append(sprt.answer)
    assert 0.01 < answers.count(wrong) / 1000 < 0.075


def test_a_clear_case_is_soon_answered_but_not_by_three_deals() -> None:
    sprt = followed(Question(), [1.0] * 50)
    assert sprt.answer == "H1"
    assert 4 < sprt.deals < 30
    assert followed(Question(), [0.0] * 50).answer == "H0"


def test_what_comes_after_the_answer_changes_nothing() -> None:
    sprt = followed(Question(), [1.0] * 50)
    deals, llr = sprt.deals, sprt.llr
    sprt.add(0.0)
    assert (sprt.deals, sprt.llr, sprt.answer) == (deals, llr, "H1")


def test_before_the_first_deal_nothing_is_known() -> None:
    assert (Sprt(Question()).llr, Sprt(Question()).answer) == (0, None)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((20, 20), "expected elo0 below elo1, both from -2000 to 2000, got: 20 and 20"),
        ((-1e6, 20), "expected elo0 below elo1, both from -2000 to 2000, got: -1e+06 and 20"),
        ((0, 20, 0), "expected alpha between 0 and 0.5, got: 0"),
        ((0, 20, 0.05, 0.5), "expected beta between 0 and 0.5, got: 0.5"),
        ((float("nan"), 20), "expected elo0 below elo1, both from -2000 to 2000, got: nan and 20"),
    ],
)
def test_a_question_without_sense_is_refused(values: tuple[float, ...], message: str) -> None:
    with pytest.raises(SetupError) as refused:
        Question(*values)
    assert str(refused.value) == message
