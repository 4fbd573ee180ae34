from math import inf, log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.arena.contest import GameResult
from crownland.arena.ratings import ELO, Points, elo_of, fraction_of, mean_of, pair_points, rate, share_of, student


def two(*shares: float) -> list[Points]:
    """Deals of two games, of which the second bot took these shares."""
    return [np.array([[0, 2 - 2 * share], [2 * share, 0]]) for share in shares]


def game(seating: tuple[int, ...], ranks: tuple[int, ...]) -> GameResult:
    return GameResult(1, 1, seating, scores=tuple(-rank for rank in ranks), ranks=ranks)


@pytest.mark.parametrize(
    ("fraction", "elo"),
    [(0.5, 0.0), (0.75, 190.8485), (0.25, -190.8485), (10 / 11, 400.0), (0.99, 798.2540), (1.0, inf), (0.0, -inf)],
)
def test_the_elo_of_a_score_is_that_of_the_tables(fraction: float, elo: float) -> None:
    assert elo_of(fraction) == pytest.approx(elo, abs=1e-3)


@given(st.floats(-2000, 2000))
def test_elo_and_fraction_are_inverse(elo: float) -> None:
    assert elo_of(fraction_of(elo)) == pytest.approx(elo, abs=1e-3)


def test_of_two_sides_the_better_ranked_takes_the_point_and_equals_share_it() -> None:
    games = [game((0, 1), (1, 2)), game((1, 0), (1, 2)), game((0, 1), (1, 1))]
    assert pair_points(games, 2).tolist() == [[0, 1.5], [1.5, 0]]


def test_a_game_of_four_sides_counts_as_one_game() -> None:
    alone = pair_points([game((0, 1, 1, 1), (2, 1, 3, 4))], 2)
    assert alone == pytest.approx(np.array([[0, 2 / 3], [1 / 3, 0]]))
    four = pair_points([game((0, 1, 2, 3), (1, 2, 3, 4))], 4)
    assert four.sum() == pytest.approx(1)
    assert four == pytest.approx(np.triu(np.ones((4, 4)), 1) / 6)


def test_two_bots_are_rated_by_their_score() -> None:
    first, second = rate(two(1, 0.5, 0.5, 1, 0.75, 0.75))
    assert (first.value, first.low, first.high) == (0, 0, 0)
    assert second.value == pytest.approx(190.8485, abs=1e-3)
    assert second.low < second.value < second.high


def test_the_interval_of_two_bots_is_the_textbooks_when_there_are_many_deals() -> None:
    shares = [0.0, 0.25, 0.5, 0.75, 1.0] * 2000
    error = 1.959964 * np.std(shares, ddof=1) / len(shares) ** 0.5
    _, second = rate(two(*shares))
    assert second.low == pytest.approx(elo_of(0.5 - error), abs=0.01)
    assert second.high == pytest.approx(elo_of(0.5 + error), abs=0.01)


def test_several_bots_of_known_strength_are_found_again() -> None:
    strength = np.array([1.0, 2.0, 4.0, 0.5])
    expected = strength[:, None] / (strength[:, None] + strength)
    np.fill_diagonal(expected, 0)
    ratings = rate([expected * games for games in (1, 2, 3, 4)])
    assert [one.value for one in ratings] == pytest.approx([400 * log10(value) for value in strength], abs=1e-6)


def test_games_of_one_deal_that_all_end_alike_say_no_more_than_one_game() -> None:
    rng = np.random.default_rng(1)
    results = rng.integers(0, 2, 400).astype(float).tolist()
    once = share_of(results, [1] * 400)
    twice = share_of([2 * result for result in results], [2] * 400)
    assert [twice.low, twice.high] == pytest.approx([once.low, once.high], abs=1e-3)


def test_deals_whose_luck_cancels_give_a_narrow_interval() -> None:
    paired = share_of([1.0] * 200, [2] * 200)  # the better seat wins both games
    loose = share_of([0.0, 2.0] * 100, [2] * 200)
    assert paired.high - paired.low < 0.2 * (loose.high - loose.low)


@pytest.mark.parametrize(("freedom", "errors"), [(2, 4.303), (3, 3.182), (10, 2.228), (30, 2.042), (10**6, 1.960)])
def test_few_deals_widen_an_interval_as_students_table_says(freedom: int, errors: float) -> None:
    assert student(freedom) == pytest.approx(errors, rel=0.035)


@pytest.mark.parametrize("skill", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("deals", [8, 60])
def test_95_of_100_intervals_cover_the_truth(deals: int, skill: float) -> None:
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(600):
        luck = rng.normal(0, 0.1, deals)
        wins = (rng.random((deals, 2)) < np.clip(skill + np.stack([luck, luck], axis=1), 0, 1)).sum(axis=1)
        _, second = rate(two(*(wins / 2)))
        covered += second.low <= elo_of(skill) <= second.high
    assert 0.92 <= covered / 600 <= (0.985 if deals > 8 else 0.995)  # few deals: rather too wide


def test_95_of_100_intervals_of_three_bots_cover_the_truth() -> None:
    rng = np.random.default_rng(8)
    elos = np.array([0.0, 100.0, -150.0])
    expected = 1 / (1 + np.exp((elos - elos[:, None]) / ELO))
    covered = np.zeros(3)
    for _ in range(200):
        ratings = rate([_drawn(expected, rng) for _ in range(80)])
        covered += [one.low <= elo <= one.high for one, elo in zip(ratings, elos, strict=True)]
    assert covered[0] == 200
    assert all(0.91 <= share <= 0.99 for share in covered[1:] / 200)


def test_the_intervals_of_several_bots_agree_with_the_bootstrap() -> None:
    rng = np.random.default_rng(9)
    expected = fraction_of(0) + np.array([[0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]])
    deals = [_drawn(expected, rng) for _ in range(300)]
    ratings = rate(deals)
    again = [rate([deals[at] for at in rng.integers(0, 300, 300)]) for _ in range(200)]
    for bot in (1, 2):
        spread = float(np.std([ratings[bot].value for ratings in again]))
        assert (ratings[bot].high - ratings[bot].low) / (2 * 1.96) == pytest.approx(spread, rel=0.15)


def _drawn(expected: Points, rng: np.random.Generator) -> Points:
    """A deal on which every two bots play two games."""
    points = np.zeros_like(expected)
    for a in range(len(points)):
        for b in range(a):
            points[a, b] = rng.binomial(2, expected[a, b])
            points[b, a] = 2 - points[a, b]
    return points


def test_a_bot_that_never_lost_has_a_rating_but_no_upper_end() -> None:
    _, second = rate(two(*[1.0] * 10))
    assert second.value == pytest.approx(elo_of(21 / 22))
    assert second.high == inf
    assert 250 < second.low < second.value
    _, below = rate(two(*[0.0] * 10))
    assert (below.value, below.low, below.high) == pytest.approx((-second.value, -inf, -second.low))


def test_among_several_only_the_beaten_and_the_unbeaten_are_open_to_a_side() -> None:
    deal = np.array([[0, 1, 2], [1, 0, 2], [0, 0, 0]], dtype=float)  # the last one loses everything
    ratings = rate([deal] * 20)
    assert ratings[1].value == pytest.approx(0)
    assert ratings[1].low > -inf
    assert ratings[1].high < inf
    assert ratings[2].low == -inf
    assert ratings[2].value < ratings[2].high < 0


@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=1, max_size=30))
def test_an_interval_always_holds_its_value(shares: list[float]) -> None:
    _, second = rate(two(*shares))
    assert second.low <= second.value <= second.high
    assert second.low < second.high
    share = share_of(shares, [1] * len(shares))
    assert 0 <= share.low <= share.value <= share.high <= 1


def test_a_mean_has_the_textbooks_interval_and_one_deal_has_none() -> None:
    mean = mean_of([1, 2, 3, 4])
    assert [mean.value, mean.high] == pytest.approx([2.5, 2.5 + 3.182 * (5 / 3) ** 0.5 / 2], rel=0.01)
    assert (mean_of([5]).low, mean_of([5]).high) == (-inf, inf)
