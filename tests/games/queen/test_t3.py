"""T3: the example of the Queendomino booklet, played to its end through the engine and scored line by line."""

from pathlib import Path
from typing import NamedTuple

import pytest

from crownland.games.queen.action import Action, Build, Burn, Tax
from crownland.games.queen.state import State
from crownland.kernel.action import Place
from crownland.kernel.domino import DOMINOES, parse_domino
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.laying import laying_actions
from crownland.kernel.square import square_name, squares
from crownland.notation.record import Record, read_record
from tests.games.queen import oracle as oracle
from tests.games.queen.helpers import land

FILE = Path(__file__).parents[2] / "golden" / "examples" / "queendomino-t3.kdn"
# As printed in the rules: rows north to south, digit = crowns.
LAYOUT = """
t  l1 f  g  g
t  l  l1 g1 g2
m1 t  c  w  f
m3 m  w1 w  f1
t  t  s1 f1 t
"""
ORDER = "Q21 Q33 Q39 Q43 Q24 Q7 Q27 Q45 Q14 Q15 Q38 Q42"


class Step(NamedTuple):
    before: State
    action: Action
    after: State


@pytest.fixture(scope="module")
def record() -> Record:
    record = read_record(FILE.read_text(encoding="utf-8"))
    assert record.errors == ()
    return record


@pytest.fixture(scope="module")
def steps(record: Record) -> list[Step]:
    steps = []
    for step in record.replay():
        assert isinstance(step.state, State)
        assert isinstance(step.after, State)
        steps.append(Step(step.state, step.action, step.after))
    return steps


@pytest.fixture(scope="module")
def final(steps: list[Step]) -> State:
    return steps[-1].after


def ways_to_lay(kingdom: Kingdom, dominoes: list[str], goal: Kingdom) -> list[str]:
    """Every sequence of legal placements of *dominoes*, in this order, that ends in *goal*."""
    if not dominoes:
        return [""] if kingdom == goal else []
    found = []
    for action in laying_actions(kingdom, parse_domino(dominoes[0]), 5):
        if isinstance(action, Place):
            laid = kingdom.place(DOMINOES[action.domino], action.square, action.direction)
            if all(laid.at(square) == goal.at(square) for square in squares(laid.occupied)):
                found += [f"{action} {rest}".rstrip() for rest in ways_to_lay(laid, dominoes[1:], goal)]
    return found


def test_the_printed_layout_is_laid_in_the_printed_order_in_these_ways_and_no_other() -> None:
    goal = Kingdom.parse(land(LAYOUT))
    assert ways_to_lay(EMPTY_KINGDOM, ORDER.split(), goal) == [
        "Q21@g8n Q33@f7n Q39@f9w Q43@e7n Q24@h8s Q7@h9e Q27@i8s Q45@e6s Q14@g6w Q15@h5n Q38@i6s Q42@g5w",
        "Q21@g8n Q33@e8e Q39@f9w Q43@e7e Q24@h8s Q7@h9e Q27@i8s Q45@e6s Q14@g6w Q15@h5n Q38@i6s Q42@g5w",
    ]


def test_seat_a_lays_the_printed_dominoes_in_the_printed_order(steps: list[Step]) -> None:
    laid = [str(step.action) for step in steps if step.before.actor == 0 and isinstance(step.action, Place)]
    assert " ".join(laid) == (
        "Q21@g8n Q33@e8e Q39@f9w Q43@e7e Q24@h8s Q7@h9e Q27@i8s Q45@e6s Q14@g6w Q15@h5n Q38@i6s Q42@g5w"
    )


def test_the_game_is_over_and_the_kingdom_is_the_printed_one(final: State) -> None:
    assert final.is_over
    assert str(final.kingdoms[0]) == land(LAYOUT)
    estate = final.estates[0]
    assert (estate.coins, estate.knights, estate.all_knights, estate.towers) == (11, 0, 4, 3)
    assert final.queen == 0
    assert {square_name(square): key for square, key in estate.buildings} == {
        "e8": "big_tavern",
        "e9": "guardtower",
        "f7": "statue",
        "e5": "church",
        "i5": "sawmill",
        "f5": "travelling_castle",
    }


# Reason, points, factors, squares to light up.
LINES = [
    ("coins", 3, (11,), ""),
    ("wheat", 3, (3, 1), "g6 h6 h7"),
    ("forest", 1, (1, 1), "h5"),
    ("forest", 2, (2, 1), "i6 i7"),
    ("forest", 0, (1, 0), "g9"),
    ("lake", 6, (3, 2), "f8 g8 f9"),
    ("grassland", 12, (4, 3), "h8 i8 h9 i9"),
    ("swamp", 1, (1, 1), "g5"),
    ("mine", 12, (3, 4), "e6 f6 e7"),
    ("town", 0, (2, 0), "e5 f5"),
    ("town", 0, (1, 0), "i5"),
    ("town", 0, (1, 0), "f7"),
    ("town", 0, (2, 0), "e8 e9"),
    ("queen", 4, (4, 1), "h8 i8 h9 i9"),
    ("big_tavern", 2, (), "e8"),
    ("guardtower", 3, (), "e9"),
    ("statue", 5, (), "f7"),
    ("church", 8, (4, 2), "e5"),
    ("sawmill", 6, (3, 2), "i5"),
    ("travelling_castle", 3, (3, 1), "f5"),
]


def test_the_booklet_counts_71_points_line_by_line(final: State) -> None:
    score = final.scores()[0]
    lines = [
        (line.reason, line.points, line.factors, " ".join(map(square_name, squares(line.squares))))
        for line in score.lines
    ]
    assert lines == LINES
    assert score.total == 71
    assert sum(points for _, points, _, _ in LINES) == 71


def test_the_oracle_counts_the_same_from_the_drawing_alone() -> None:
    rows = [row.split() for row in LAYOUT.strip().splitlines()]
    drawn = {(x - 2, 2 - y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    kingdom = {spot: (cell[0], int(cell[1:] or 0)) for spot, cell in drawn.items() if cell != "c"}
    built = ["big_tavern", "guardtower", "statue", "church", "sawmill", "travelling_castle"]
    towns = [spot for spot, (terrain, _) in kingdom.items() if terrain == "t"]
    realm = oracle.Realm(
        land={(0, 0): (oracle.CASTLE, 0), **kingdom},
        coins=11,
        towers=3,
        built=dict(zip(towns, built, strict=True)),
        queen=True,
    )
    assert oracle.score_parts(realm) == {"coins": 3, "properties": 37, "buildings": 27, "queen": 4}
    assert oracle.score(realm) == 71


# What seat A does beside placing and claiming, and its purse, reserve, towers and the queen's host afterwards.
ECONOMY = [
    ("B3@e8", (("price", -3),), (4, 4, 0), "B"),  # the big tavern
    ("B0@e9", (("price", 0),), (4, 4, 2), "A"),  # the guardtower: 2 towers, as many as B has
    ("B0@f7", (("price", 0),), (4, 4, 2), "A"),  # the statue, no discount below 0
    ("N@i9", (("tax", 3),), (7, 3, 2), "A"),
    ("N@h9", (("tax", 3),), (10, 2, 2), "A"),
    ("N@e5", (("tax", 1),), (11, 1, 2), "A"),
    ("B0@e5", (("price", 0),), (11, 1, 2), "A"),  # the church, where a knight stands
    ("N@g6", (("tax", 1),), (12, 0, 2), "A"),
    ("B1@i5", (("price", -1), ("queen", 1)), (12, 0, 2), "A"),  # the sawmill for nothing
    ("B1@f5", (("price", -1),), (11, 0, 3), "A"),  # the travelling castle takes the queen back from D
]


def test_every_coin_of_seat_a_is_accounted_for(steps: list[Step]) -> None:
    told = []
    for step in steps:
        if step.before.actor == 0 and isinstance(step.action, Tax | Build | Burn):
            coins = tuple((line.reason, line.points) for line in step.before.coin_lines(step.action))
            estate = step.after.estates[0]
            host = "" if step.after.queen is None else "ABCD"[step.after.queen]
            told.append((str(step.action), coins, (estate.coins, estate.knights, estate.towers), host))
    assert told == ECONOMY


def test_the_queen_moves_from_b_to_a_to_d_and_back(steps: list[Step]) -> None:
    moves = [
        (step.before.round, str(step.action), step.before.queen, step.after.queen)
        for step in steps
        if step.before.queen != step.after.queen
    ]
    assert moves == [(2, "B0@g5", None, 1), (4, "B0@e9", 1, 0), (13, "B5@e7", 0, 3), (13, "B1@f5", 3, 0)]


def test_the_other_seats_score_what_the_record_and_the_oracle_say(record: Record, final: State) -> None:
    table = oracle.Table(4)
    for item in record.items:
        table.play(str(item.what))
    totals = [score.total for score in final.scores()]
    assert totals == [71, 54, 58, 56]
    assert totals == [oracle.score(realm) for realm in table.realms]
    assert record.tag("Totals") == "71 54 58 56"
    assert [(standing.kingdom, standing.rank) for standing in final.ranking()] == [(0, 1), (2, 2), (3, 3), (1, 4)]


def test_the_record_is_written_as_it_was_read(record: Record) -> None:
    assert str(record) == FILE.read_text(encoding="utf-8")
