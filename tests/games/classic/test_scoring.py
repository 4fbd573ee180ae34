"""C12, K6–K8, K10: points, bonuses and ranking on whole kingdoms."""

import pytest
from hypothesis import given

from crownland.games.classic.state import State, score
from crownland.games.registry import KINGDOMINO
from crownland.kernel.scoring import Score
from crownland.testing.strategies import states
from tests import oracle
from tests.helpers import final_state, kingdom, start_of, to_board

BOARDS = {
    "full 5×5": """
        W  W  F  F  L
        W  W  F  F  L
        G  G  C  L  L
        G  S  S  M  M
        G  S  S  W  W
    """,
    "full 5×5, castle off centre": """
        W  W  F  F  L
        W  W  F  F  L
        G  G  L  L  L
        G  S  C  M  M
        G  S  S  W  W
    """,
    "cross of 5": """
        .  .  W  .  .
        .  .  W  .  .
        L  L  C  F  F
        .  .  W  .  .
        .  .  W  .  .
    """,
    "five wide, three high": """
        W  F  F  L  L
        W  F  C  L  L
        W  W  W  W  W
    """,
    "full 3×3": """
        W  W  W
        W  C  W
        W  W  W
    """,
    "full 7×7": """
        W  W  W  W  W  W  W
        F  F  F  F  F  F  F
        L  L  L  L  L  L  L
        G  G  G  C  G  G  G
        S  S  S  S  S  S  S
        M  M  M  M  M  M  M
        W  W  W  W  W  W  W
    """,
    "cross of 7": """
        .  .  .  W  .  .  .
        .  .  .  W  .  .  .
        .  .  .  W  .  .  .
        L  L  L  C  F  F  F
        .  .  .  W  .  .  .
        .  .  .  W  .  .  .
        .  .  .  W  .  .  .
    """,
    "5×5 with a hole": """
        W  W  F  F  L
        W  W  F  F  L
        G  G  C  L  L
        G  S  S  M  .
        G  S  S  W  W
    """,
    "7×7 with a hole": """
        W  W  W  W  W  W  W
        F  F  F  F  F  F  F
        L  L  L  L  L  L  L
        G  G  G  C  G  G  G
        S  S  S  S  S  S  S
        M  M  M  M  M  M  .
        W  W  W  W  W  W  W
    """,
    "castle alone": """
        C
    """,
}


def bonuses(board: str, setup: str) -> list[tuple[str, int]]:
    result = score(kingdom(BOARDS[board]), start_of(setup).rules)
    return [(line.reason, line.points) for line in result.lines if not line.factors]


MIDDLE = ("middle-kingdom", 10)
HARMONY = ("harmony", 5)


@pytest.mark.parametrize(
    ("board", "size", "earned"),
    [
        ("full 5×5", 5, True),
        ("5×5 with a hole", 5, True),
        ("cross of 5", 5, True),  # holes do not matter
        ("full 5×5, castle off centre", 5, False),
        ("five wide, three high", 5, False),  # the box must be the full 5×5
        ("full 3×3", 5, False),
        ("castle alone", 5, False),
        ("full 7×7", 7, True),
        ("cross of 7", 7, True),
        ("cross of 5", 7, False),  # with seven: three squares each way
        ("full 3×3", 7, False),
    ],
)
def test_k7_middle_kingdom_wants_the_castle_in_the_centre_of_the_full_box(board: str, size: int, earned: bool) -> None:
    setup = f"players=2 middle-kingdom=true mighty-duel={'true' if size == 7 else 'false'}"
    assert bonuses(board, setup) == ([MIDDLE] if earned else [])


@pytest.mark.parametrize(
    ("board", "size", "earned"),
    [
        ("full 5×5", 5, True),
        ("full 5×5, castle off centre", 5, True),  # wherever the castle is
        ("5×5 with a hole", 5, False),
        ("cross of 5", 5, False),
        ("full 3×3", 5, False),  # full, but not 5×5
        ("castle alone", 5, False),
        ("full 7×7", 7, True),
        ("7×7 with a hole", 7, False),
        ("full 5×5", 7, False),
    ],
)
def test_k8_harmony_wants_no_empty_square_in_the_box(board: str, size: int, earned: bool) -> None:
    setup = f"players=2 harmony=true mighty-duel={'true' if size == 7 else 'false'}"
    assert bonuses(board, setup) == ([HARMONY] if earned else [])


@pytest.mark.parametrize(
    "setup",
    ["players=2", "players=2 mighty-duel=true", "players=3", "players=3 three-players=leftover", "players=4"],
)
def test_k8_the_dominoes_of_a_player_fill_the_box_exactly_so_a_discarded_one_leaves_a_hole(setup: str) -> None:
    rules = start_of(setup).rules
    dominoes = rules.lines * len(rules.kings) // rules.setup.players
    assert 2 * dominoes + 1 == rules.size**2


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("players=2", []),
        ("players=2 middle-kingdom=true", [MIDDLE]),
        ("players=4 harmony=true", [HARMONY]),
        ("players=3 harmony=true middle-kingdom=true", [MIDDLE, HARMONY]),
        ("players=2 harmony=true middle-kingdom=true dynasty=true", [MIDDLE, HARMONY]),
    ],
)
def test_k11_only_the_bonuses_that_are_played_with_are_scored(setup: str, expected: list[tuple[str, int]]) -> None:
    assert bonuses("full 5×5", setup) == expected


def test_the_lines_of_a_score_are_the_properties_and_then_the_bonuses() -> None:
    result = score(
        kingdom("""
            .  .  W1 .  .
            .  .  W  .  .
            L  L  C  F  F2
            .  .  W  .  .
            .  .  W1 .  .
        """),
        start_of("players=2 middle-kingdom=true harmony=true").rules,
    )
    assert [(line.reason, line.factors, line.points) for line in result.lines] == [
        ("wheat", (2, 1), 2),
        ("wheat", (2, 1), 2),
        ("forest", (2, 2), 4),
        ("lake", (2, 0), 0),
        ("middle-kingdom", (), 10),
    ]
    assert result.total == 18
    assert result.ties == (2, 4)


# K6


def standings(state: State) -> list[tuple[str, int, int, str | None]]:
    return [("ABCD"[s.kingdom], s.rank, s.total, s.decided_by) for s in state.ranking()]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # the total decides, though B has the largest property and the most crowns
        ("W2 W W C", "W1 C F F F F\n. M1 . . . .\n. S3 . . . .", [("A", 1, 6, None), ("B", 2, 5, "total")]),
        # equal totals: the larger property wins, though the other kingdom has more crowns
        ("W2 W C", "W1 W W W C", [("B", 1, 4, None), ("A", 2, 4, "largest-property")]),
        # and a property without crowns counts as well
        ("W2 W C", "W2 W C L L L", [("B", 1, 4, None), ("A", 2, 4, "largest-property")]),
        # equal totals, equal largest property: more crowns
        ("W1 W W W C", "W1 W C F2\nL L L L .", [("B", 1, 4, None), ("A", 2, 4, "most-crowns")]),
        # nothing separates them
        ("W1 W W W C", "W W W W1 C", [("A", 1, 4, None), ("B", 1, 4, "shared")]),
        ("C", "C", [("A", 1, 0, None), ("B", 1, 0, "shared")]),
    ],
)
def test_k6_total_then_largest_property_then_crowns_then_shared(
    a: str, b: str, expected: list[tuple[str, int, int, str | None]]
) -> None:
    assert standings(final_state("players=2", a, b)) == expected


def test_k6_bonuses_are_part_of_the_total() -> None:
    without = final_state("players=2", "W1 W W W W C", BOARDS["cross of 5"])
    assert standings(without) == [("A", 1, 5, None), ("B", 2, 0, "total")]
    with_bonus = final_state("players=2 middle-kingdom=true", "W1 W W W W C", BOARDS["cross of 5"])
    assert standings(with_bonus) == [("B", 1, 10, None), ("A", 2, 5, "total")]


def test_k6_with_four_players_the_places_after_a_shared_one_are_left_out() -> None:
    state = final_state("players=4", "W1 W C", "W1 W W C", "W1 C W", "W W1 C")
    assert standings(state) == [
        ("B", 1, 3, None),
        ("A", 2, 2, "total"),
        ("D", 2, 2, "shared"),
        ("C", 4, 1, "total"),
    ]


# K10


def test_k10_the_totals_of_three_games_are_added_bonuses_included() -> None:
    state = final_state(
        "players=2 dynasty=true harmony=true",
        "W1 W W C",
        "C",
        past=(("W1 C", "W3 W W C"), (BOARDS["full 5×5"], "W1 C")),
    )
    assert [result.total for result in state.scores()] == [3 + 1 + 5, 0 + 9 + 1]
    assert standings(state) == [("B", 1, 10, None), ("A", 2, 9, "total")]


def test_k10_every_line_says_which_game_it_is_from() -> None:
    state = final_state("players=2 dynasty=true", "W1 C", "C", past=(("W2 C", "C"), ("W3 C", "C")))
    assert [(line.game, line.points) for line in state.scores()[0].lines] == [(1, 2), (2, 3), (3, 1)]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # largest properties 2+2+2 against 4+1+1: summed, not the largest of all
        (
            ("W2 W C", "W W C", "W W C F"),
            ("W1 W W W C", "F C", "F C"),
            [("A", 1, 4, None), ("B", 2, 4, "most-crowns")],
        ),
        # 3+1+1 against 2+2+2
        (
            ("W1 W W C", "W C", "W C"),
            ("W1 W C F1", "W W C", "W W C"),
            [("B", 1, 3, None), ("A", 2, 3, "largest-property")],
        ),
        # equal sums of largest properties: the sum of the crowns
        (("W1 W C", "W C", "W C"), ("W1 C W1", "W W C", "F C"), [("B", 1, 2, None), ("A", 2, 2, "most-crowns")]),
        (("W1 C", "F C", "C"), ("F C", "C", "W1 C"), [("A", 1, 1, None), ("B", 1, 1, "shared")]),
    ],
)
def test_k10_ties_go_to_the_summed_largest_properties_then_the_summed_crowns_then_shared(
    a: tuple[str, str, str], b: tuple[str, str, str], expected: list[tuple[str, int, int, str | None]]
) -> None:
    state = final_state("players=2 dynasty=true", a[2], b[2], past=((a[0], b[0]), (a[1], b[1])))
    assert standings(state) == expected


# properties of all states


def oracle_score(state: State, seat: int) -> tuple[int, int, int]:
    """Total, largest property and crowns of all games so far."""
    middle, harmony = state.setup.is_on("middle-kingdom"), state.setup.is_on("harmony")
    boards = [to_board(kingdoms[seat]) for kingdoms in (*state.past, state.kingdoms)]
    size = state.rules.size
    return (
        sum(oracle.total(board, 0, size, middle=middle, harmony=harmony) for board in boards),
        sum(oracle.largest_property(board) for board in boards),
        sum(oracle.crowns(board) for board in boards),
    )


@given(states(KINGDOMINO))
def test_scores_and_places_agree_with_the_oracle_in_any_state(state: State) -> None:
    scores = state.scores()
    keys = [oracle_score(state, seat) for seat in range(state.setup.players)]
    assert [(result.total, *result.ties) for result in scores] == keys
    assert [_sum_of_lines(result) for result in scores] == [key[0] for key in keys]
    places = {standing.kingdom: standing.rank for standing in state.ranking()}
    assert [places[seat] for seat in range(state.setup.players)] == oracle.ranking(keys)


def _sum_of_lines(result: Score) -> int:
    return sum(line.points for line in result.lines)
