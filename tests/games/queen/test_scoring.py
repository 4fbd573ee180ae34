"""Coins, properties, the queen and every kind of building as points; who wins (Q9, Q13, Q14)."""

import pytest

from crownland.games.queen.building import BUILDINGS, building_name
from crownland.games.queen.state import State
from tests.games.queen import oracle as oracle
from tests.games.queen.helpers import land, played, purses, scene

# Properties: wheat 3, forest 4, lake 1, grassland 5, swamp 2, mine 6, town 7; some crowned, some not.
COUNTS = land(
    """
    l  l  l  l  l  l  l
    l  t  m  l  t  m  l
    l  m  t  l  m  t  l
    l  t  m2 c  t  m  l
    l  g  f  g  f  g  l
    l  f1 g  t  g1 f  l
    l  w  s1 w  s  w1 l
    """
)
BARE = 2 + 1 + 1 + 1 + 1  # its crowns: m2, f1, g1, s1, w1, each on a property of one square
PLOT = "g5"  # the town in the south


def counted(things: str, kingdom: str = COUNTS) -> State:
    """Eight knights, three of them on land, and nine towers."""
    return scene(
        f"{kingdom};0c.5k.9t;N@e4;N@f4;N@g4;{things}",
        players=2,
        old="Q20A.Q21A.Q22B.Q23B",
        lines=12,
        board="-.-.-.-.-.-",
    )


# Points and the factors shown.
@pytest.mark.parametrize(
    ("key", "points", "factors"),
    [
        ("bakery", 6, (3, 2)),
        ("sawmill", 8, (4, 2)),
        ("fish_market", 2, (1, 2)),
        ("weaver", 10, (5, 2)),
        ("witch_house", 4, (2, 2)),
        ("mine_works", 12, (6, 2)),
        ("church", 14, (7, 2)),
        ("archery_range", 8, (8, 1)),
        ("travelling_castle", 9, (9, 1)),
        ("tavern", 3, ()),
        ("big_tavern", 2, ()),
        ("guardtower", 3, ()),
        ("fortress", 2, ()),
        ("statue", 5, ()),
        ("knights_treasury", 2, ()),
        ("towers_treasury", 2, ()),
        ("queens_tower", 0, ()),
    ],
)
def test_each_building_scores_its_points(key: str, points: int, factors: tuple[int, ...]) -> None:
    crowns = oracle.TILES[key].crowns  # a crown of the building lies on its town, which has one square
    kingdom = COUNTS.replace("lf1gtg1fl", f"lf1gt{crowns}g1fl") if crowns else COUNTS
    score = counted(f"{building_name(key)}@{PLOT}", kingdom).scores()[0]
    line = score.lines[-1]
    assert (line.reason, line.points, line.factors) == (key, points, factors)
    assert score.total == BARE + crowns + points
    assert [one.reason for one in score.lines].count(key) == 1


def test_the_table_above_has_every_building() -> None:
    assert set(BUILDINGS) == set(oracle.TILES)
    assert len(BUILDINGS) == 17


@pytest.mark.parametrize("key", oracle.TILES)
def test_each_building_brings_its_knights_towers_and_crowns_at_once(key: str) -> None:
    tile = oracle.TILES[key]
    state = scene("t/t/c;7c.1k.0t", "c;7c.1k.4t", queen="B", board=f"-.-.{building_name(key)}.-.-.-")
    state = played(state, "Q3@f6n B2@g9")
    assert purses(state)[0] == (5, 1 + tile.knights, tile.towers)
    top = str(state.kingdoms[0]).split("/")[0]
    assert top == (f".t{tile.crowns}" if tile.crowns else ".t")
    assert state.queen == 1  # no tile brings as many towers as B has


def test_two_copies_of_a_building_both_score() -> None:
    state = counted(f"church@{PLOT};church@e9")
    churches = [(line.points, line.factors) for line in state.scores()[0].lines if line.reason == "church"]
    assert churches == [(14, (7, 2))] * 2


def test_the_church_counts_towns_built_or_not() -> None:
    drawing = land(
        """
        t  w  t
        t  c  .
        .  t  .
        """
    )
    state = scene(f"{drawing};0c.1k.0t;church@f8")
    assert [(line.reason, line.points) for line in state.scores()[0].lines][-1] == ("church", 6)  # three towns


def test_a_building_per_property_without_any_scores_nothing_but_has_its_line() -> None:
    line = scene("t/c;0c.1k.0t;bakery@g8").scores()[0].lines[-1]
    assert (line.reason, line.points, line.factors) == ("bakery", 0, (0, 2))


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3), (12, 4)])
def test_three_coins_are_a_point(coins: int, points: int) -> None:
    (line,) = scene(f"c;{coins}c.1k.0t").scores()[0].lines
    assert (line.reason, line.points, line.factors) == ("coins", points, (coins,))


def test_a_towns_crowns_come_from_its_buildings_and_count_for_all_its_squares() -> None:
    drawing = land(
        """
        t  t1 t1
        t  c  .
        """
    )
    state = scene(f"{drawing};0c.1k.0t;queenstower@g8;queenstower@h8", queen="A")
    lines = [(line.reason, line.points, line.factors) for line in state.scores()[0].lines]
    assert lines == [
        ("coins", 0, (0,)),
        ("town", 8, (4, 2)),
        ("queen", 4, (4, 1)),  # together 4 × (2 + 1)
        ("queens_tower", 0, ()),
        ("queens_tower", 0, ()),
    ]


def finished(*owned: str, queen: str = "") -> list[tuple[str, int, int, str | None]]:
    """Who is where when the game is over: seat, rank, total, what decided."""
    state = scene(*owned, players=len(owned), old="", new="", lines=12, queen=queen)
    assert state.is_over
    return [("ABCD"[place.kingdom], place.rank, place.total, place.decided_by) for place in state.ranking()]


def test_the_highest_total_wins() -> None:
    assert finished("cwww;9c.0k.0t", "c;12c.0k.0t") == [("B", 1, 4, None), ("A", 2, 3, "total")]


def test_a_tie_goes_to_the_largest_property_crowned_or_not() -> None:
    ranking = finished("cg1g;7c.0k.0t", "cwww;12c.0k.0t", "cl1;9c.0k.0t")
    assert ranking == [("B", 1, 4, None), ("A", 2, 4, "largest-property"), ("C", 3, 4, "largest-property")]


def test_a_town_is_a_property_when_a_tie_is_broken() -> None:
    assert finished("cww;9c.0k.0t", "cttt;9c.0k.0t") == [("B", 1, 3, None), ("A", 2, 3, "largest-property")]


def test_crowns_break_no_tie_the_victory_is_shared() -> None:
    """Unlike in K6: A has its points from coins, B from a crown, on as large a wheat."""
    ranking = finished("cww;6c.0k.0t", "cw1w;0c.0k.0t", "c;7c.0k.0t")
    assert ranking == [("A", 1, 2, None), ("B", 1, 2, "shared"), ("C", 3, 2, "largest-property")]


def test_coins_left_over_break_no_tie() -> None:
    assert finished("cww;9c.0k.0t", "cww;11c.0k.0t") == [("A", 1, 3, None), ("B", 1, 3, "shared")]


def test_the_queens_crown_counts_in_the_ranking() -> None:
    owned = ("cww;9c.0k.0t", "cww;9c.0k.0t")
    assert finished(*owned, queen="B") == [("B", 1, 5, None), ("A", 2, 3, "total")]
