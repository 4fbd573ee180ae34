"""``crownland score``: the score pad."""

import json

import pytest

# The command hides its module in the package.
from tests.cli.support import run, run_well


@pytest.mark.parametrize(
    ("words", "lines", "total"),
    [
        (["m3/w/c"], [("wheat", [1, 0], 0), ("mine", [1, 3], 3)], 3),
        (["fff/f1f1/c"], [("forest", [5, 2], 10)], 10),  # T1
        (["fffffff/clll", "--size", "7"], [("forest", [7, 0], 0), ("lake", [3, 0], 0)], 0),
        (["c"], [], 0),
        (
            ["wwwww/wwwww/wwcww/wwwww/wwwww1", "--option", "middle-kingdom=true", "--option", "harmony"],
            [("wheat", [24, 1], 24), ("middle-kingdom", [], 10), ("harmony", [], 5)],
            39,
        ),
    ],
)
def test_score_explains_every_line(words: list[str], lines: list[tuple[str, list[int], int]], total: int) -> None:
    shown = json.loads(run_well("score", *words, "--json"))
    assert [(line["reason"], line["factors"], line["points"]) for line in shown["lines"]] == lines
    assert shown["total"] == total


def test_score_of_queendomino_is_the_booklets_71() -> None:
    land = "tl1fgg/tll1g1g2/m1tcwf/m3mw1wf1/tts1f1t"  # T3
    owned = ["--size", "5", "--coins", "11", "--towers", "3", "--queen"]
    built = "church, big tavern, statue, guard tower, sawmill, travelling_castle"
    shown = json.loads(run_well("score", land, "--game", "queendomino", *owned, "--buildings", built, "--json"))
    points = [(line["reason"], line["points"]) for line in shown["lines"] if line["points"]]
    assert points == [
        ("coins", 3),
        ("wheat", 3),
        ("forest", 1),
        ("forest", 2),
        ("lake", 6),
        ("grassland", 12),
        ("swamp", 1),
        ("mine", 12),
        ("queen", 4),
        ("church", 8),
        ("big_tavern", 2),
        ("statue", 5),
        ("guardtower", 3),
        ("sawmill", 6),
        ("travelling_castle", 3),
    ]
    assert shown["total"] == 71


def test_score_of_duel_counts_crosses_and_the_bonus_for_a_coat() -> None:
    shown = json.loads(run_well("score", "d1d.q/.cq4", "--game", "duel", "--coat", "q", "--json"))
    assert [(line["reason"], line["factors"], line["points"]) for line in shown["lines"]] == [
        ("dot", [2, 1], 2),
        ("quarters", [1, 4], 4),
        ("quarters", [1, 0], 0),
        ("coat_bonus", [2, 3], 6),
    ]


def test_score_shows_a_table_to_people() -> None:
    shown = run_well("score", "m3/w/c").splitlines()
    assert [line.split() for line in shown[1:]] == [
        ["wheat", "1", "×", "0", "0"],
        ["mine", "1", "×", "3", "3"],
        ["total", "3"],
    ]


def test_the_score_pad_speaks_the_language_of_the_reader() -> None:
    shown = run_well("score", "m3/w/c", "--language", "nl")
    assert [line.split() for line in shown.splitlines()] == [
        ["punten"],
        ["koren", "1", "×", "0", "0"],
        ["bergen", "1", "×", "3", "3"],
        ["totaal", "3"],
    ]


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (["wwwwww/c"], "6 × 2 squares: a kingdom has at most 5 × 5 (C4)."),
        (["c.w"], "1 square is not connected with the castle (C5)."),
        (["t1c"], "town: 1 square; the box has 0 (C2)."),
        (["cm3m3"], "mine: 2 squares with 3 crowns or more; the box has 1 (C2)."),
        (["ct", "-g", "queendomino", "--buildings", "church,statue"], "2 buildings on 1 town square (Q7)."),
        (["ctt", "-g", "queendomino", "--buildings", "fortress,fortress"], "fortress: 2 in all; a game has 1 (Q3)."),
        (["ct", "-g", "queendomino", "--towers", "16"], "towers: 16 in all; a game has 15 (Q12)."),
        (["cdddd", "-g", "duel"], "1 square lies beside the map of 7 × 5 (D2)."),
        (["cd4", "-g", "duel"], "3 crosses more than the dice show, but bonuses give only 2 (D8)."),
    ],
)
def test_what_cannot_be_is_scored_and_marked(words: list[str], note: str) -> None:
    done = run("score", *words)
    assert (done.returncode, done.stderr) == (0, f"Note: {note}\n")
    assert "total" in done.stdout
