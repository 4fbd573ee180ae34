"""D10, D11: domains, the coat bonus, and who wins."""

import pytest

from crownland.games.duel.state import State
from crownland.notation.position import parse_position
from tests.games.duel.oracle import EMPTY, position, read_map, total

MIXED = """
    d1 d  s  .  .  .  .
    S1 d  s1 q  .  .  .
    S  d  s  c  s1 s  .
    f2 f  D  D1 s  .  .
    .  .  q  D2 .  .  .
"""
# The castle lies between two domains of stripes.
PARTED = """
    . . .  . . . .
    . . .  . . . .
    . s s1 c s s .
    . . .  . . . .
    . . .  . . . .
"""


def over(a: str, b: str = EMPTY, book_a: str = "000000", book_b: str = "000000") -> State:
    state = parse_position(f"{position(a, b, book_a, book_b)} over:yes")
    assert isinstance(state, State)
    return state


def lines(state: State) -> list[tuple[str, tuple[int, ...], int]]:
    return [(line.reason, line.factors, line.points) for line in state.scores()[0].lines]


def test_a_domain_scores_its_squares_times_its_crosses_and_every_line_is_told() -> None:
    state = over(MIXED)
    assert lines(state) == [
        ("dot", (4, 1), 4),
        ("stripe", (3, 1), 3),
        ("stripe", (3, 1), 3),
        ("double_dot", (3, 3), 9),
        ("double_stripe", (2, 1), 2),
        ("solid", (2, 2), 4),
        ("quarters", (1, 0), 0),
        ("quarters", (1, 0), 0),
    ]
    assert state.scores()[0].total == 25 == total(read_map(MIXED))


def test_the_castle_joins_nothing() -> None:
    assert lines(over(PARTED)) == [("stripe", (2, 1), 2), ("stripe", (2, 0), 0)]


def test_an_empty_map_scores_nothing() -> None:
    state = over(EMPTY)
    assert lines(state) == []
    assert [score.total for score in state.scores()] == [0, 0]


@pytest.mark.parametrize(
    ("coat", "bonus"),
    [
        ("q", ("coat_bonus", (2, 3), 6)),
        ("s", ("coat_bonus", (2, 3), 6)),
        ("d", ("coat_bonus", (1, 3), 3)),
    ],
    ids=["domains without a cross", "crossed domains", "one large domain"],
)
def test_the_coat_bonus_brings_three_for_each_own_domain_of_its_coat(
    coat: str, bonus: tuple[str, tuple[int, ...], int]
) -> None:
    state = over(MIXED, MIXED, book_a=f"000030;-coat_bonus;coat.{coat}")
    assert lines(state)[-1] == bonus
    assert [score.total for score in state.scores()] == [25 + bonus[2], 25]


def test_the_coat_bonus_on_a_coat_that_was_never_drawn_brings_nothing() -> None:
    state = over(PARTED, book_a="000030;-coat_bonus;coat.f")
    assert lines(state)[-1] == ("coat_bonus", (0, 3), 0)


SIX_IN_ONE = """
    . . .  . . . .
    . . .  . . . .
    . . d1 c . . .
    . d d  . . . .
    d d d  . . . .
"""
THREE_TIMES_TWO = """
    . . .  .  . . .
    . . .  .  . . .
    . . d1 c  . . .
    . . d  d1 . . .
    . . .  .  . . .
"""
THREE_TIMES_TWO_ELSEWHERE = """
    . . .  . . .  .
    . . .  . . .  .
    . . .  c q q2 q
    . . .  . . .  .
    . . .  . . .  .
"""


@pytest.mark.parametrize(
    ("a", "b", "totals", "ranks", "decided"),
    [
        (SIX_IN_ONE, MIXED, [6, 25], {1: 1, 0: 2}, "total"),
        (SIX_IN_ONE, THREE_TIMES_TWO, [6, 6], {0: 1, 1: 2}, "largest-property"),
        (THREE_TIMES_TWO, SIX_IN_ONE, [6, 6], {1: 1, 0: 2}, "largest-property"),
        (THREE_TIMES_TWO, THREE_TIMES_TWO_ELSEWHERE, [6, 6], {0: 1, 1: 1}, "shared"),
    ],
    ids=["by total", "by the largest domain", "by the largest domain of B", "shared"],
)
def test_the_ranking_is_by_total_then_by_the_largest_domain_then_shared(
    a: str, b: str, totals: list[int], ranks: dict[int, int], decided: str
) -> None:
    state = over(a, b)
    assert [score.total for score in state.scores()] == totals
    assert {standing.kingdom: standing.rank for standing in state.ranking()} == ranks
    assert [standing.decided_by for standing in state.ranking()] == [None, decided]


def test_crosses_break_no_tie() -> None:
    # Both have 6 points and a largest domain of three; B has a cross more.
    more_crosses = """
        . . . . .  .  .
        . . . . .  .  .
        . . d c s1 s2 .
        . . d d .  .  .
        . . . . .  .  .
    """
    state = over(THREE_TIMES_TWO, more_crosses)
    assert [score.total for score in state.scores()] == [6, 6]
    assert [standing.rank for standing in state.ranking()] == [1, 1]


def test_the_largest_domain_counts_without_crosses() -> None:
    large_without = """
        . . . . .  .  .
        d d . . .  .  .
        d d d c s1 s2 .
        . . . . .  .  .
        . . . . .  .  .
    """
    state = over(THREE_TIMES_TWO, large_without)
    assert [score.total for score in state.scores()] == [6, 6]
    assert [(standing.kingdom, standing.decided_by) for standing in state.ranking()] == [
        (1, None),
        (0, "largest-property"),
    ]


def test_the_coat_bonus_counts_before_the_tie_break() -> None:
    state = over(SIX_IN_ONE, THREE_TIMES_TWO, book_b="000030;-coat_bonus;coat.d")
    assert [(standing.kingdom, standing.total, standing.decided_by) for standing in state.ranking()] == [
        (1, 9, None),
        (0, 6, "total"),
    ]
