"""The score pads: what people write down is scored as a table would score it, and what cannot be is marked."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from crownland.dealer import Dealer, derived_seed
from crownland.games.registry import GAMES
from crownland.games.score_pad import PadNote, Reckoned, ScorePad, reckon
from crownland.kernel.errors import InvalidTextError, SetupError
from crownland.kernel.square import square_name, squares


def reckoned(game: str, players: int, *kingdoms: tuple[str, Mapping[str, object]], **options: str) -> Reckoned:
    found = GAMES[game]
    pad: ScorePad = found.load("score_pad")
    start = found.start(found.setup(players, {key.replace("_", "-"): value for key, value in options.items()}))
    return reckon(pad, start, [pad.read(land, values) for land, values in kingdoms])


def told(note: PadNote) -> tuple[str, dict[str, int | str], dict[int, list[str]]]:
    return note.key, dict(note.values), {at: [square_name(one) for one in squares(mask)] for at, mask in note.sheets}


def written(state: Any, at: int) -> tuple[str, dict[str, object]]:
    """What the owner of a kingdom would write down at the end of a game."""
    values: dict[str, object] = {}
    if hasattr(state, "estates"):
        estate = state.estates[at]
        values = {"coins": estate.coins, "knights": estate.all_knights, "towers": estate.towers}
        values |= {"buildings": [key for _, key in estate.buildings], "queen": state.queen == at}
    elif hasattr(state, "books") and state.books[at].coat is not None:
        values = {"coat": state.books[at].coat.key}
    return str(state.kingdoms[at]), values


SETUPS = [
    ("kingdomino", 4, {"harmony": "true", "middle-kingdom": "true"}),
    ("kingdomino", 2, {"mighty-duel": "true"}),
    ("queendomino", 2, {}),
    ("queendomino", 4, {}),
    ("royal-wedding", 6, {}),
    ("royal-wedding", 8, {"teams": "true"}),
    ("duel", 2, {}),
]


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_kingdoms_that_were_played_are_scored_like_the_table_and_nothing_is_marked(
    game: str, players: int, options: dict[str, str]
) -> None:
    found = GAMES[game]
    for number in range(3):
        rng, dealer = Random(number), Dealer(derived_seed("pad", game, number))
        state = found.start(found.setup(players, {**options}))
        while not state.is_over:
            state = state.apply(dealer.deal(state) if state.chance else rng.choice(state.legal_actions()))
        kingdoms = [written(state, at) for at in range(len(state.kingdoms))]
        pad: ScorePad = found.load("score_pad")
        start = found.start(found.setup(players, {**options}))
        result = reckon(pad, start, [pad.read(land, values) for land, values in kingdoms])
        assert [score.total for score in result.scores] == [score.total for score in state.scores()]
        assert result.standings == state.ranking()
        assert result.notes == ()


def test_a_dynasty_adds_up_its_games() -> None:
    first: tuple[str, dict[str, object]] = ("cw1w", {})
    second: tuple[str, dict[str, object]] = ("cf1", {})
    result = reckoned("kingdomino", 2, first, second, first, first, second, second, dynasty="true")
    assert [score.total for score in result.scores] == [2, 1, 2, 2, 1, 1]
    assert [line.game for score in result.scores for line in score.lines] == [1, 1, 2, 2, 3, 3]
    assert [(one.kingdom, one.total) for one in result.standings] == [(0, 5), (1, 4)]


def test_a_tie_is_broken_and_the_standings_say_by_what() -> None:
    result = reckoned("kingdomino", 2, ("cf1f1", {}), ("cffff1/.", {}))
    assert [(one.kingdom, one.rank, one.decided_by) for one in result.standings] == [
        (1, 1, None),
        (0, 2, "largest-property"),
    ]


@pytest.mark.parametrize(
    ("game", "kingdoms", "notes"),
    [
        (
            "kingdomino",
            [("cwwwww", {}), ("c", {})],
            [("too-wide", {"width": 6, "height": 1, "columns": 5, "rows": 5}, {0: ["l7"]})],
        ),
        ("kingdomino", [("c", {}), ("w./.c", {})], [("unconnected", {"count": 1}, {1: ["f8"]})]),
        (
            "kingdomino",  # two mines with three crowns in the kingdoms of one game
            [("cm3", {}), ("cm3", {})],
            [("crowns", {"land": "mine", "count": 2, "most": 1, "crowns": 3}, {0: ["h7"], 1: ["h7"]})],
        ),
        (
            "kingdomino",
            [("mmm/mc./mm.", {}), ("mmm/mc./mm.", {})],
            [
                (
                    "squares",
                    {"land": "mine", "count": 12, "most": 6},
                    {at: ["f6", "g6", "f7", "f8", "g8", "h8"] for at in (0, 1)},
                )
            ],
        ),
        (
            "queendomino",  # one queen, and as many copies as the box has
            [("ct1", {"queen": True, "buildings": ["queens_tower"]}), ("ct", {"queen": True, "buildings": ["church"]})],
            [("supply", {"field": "queen", "count": 2, "most": 1}, {0: [], 1: []})],
        ),
        (
            "queendomino",
            [("ct", {"buildings": ["queens_tower"]}), ("ct1", {})],
            [("uncrowned", {"count": 1, "crowns": 0}, {0: []})],
        ),
        (
            "queendomino",
            [("ctt", {"buildings": ["fortress", "church"]}), ("ct", {"buildings": ["fortress"]})],
            [("supply", {"piece": "building.fortress", "count": 2, "most": 1}, {0: [], 1: []})],
        ),
        (
            "duel",
            [("cd", {"coat": "dot"}), ("cd", {"coat": "solid"})],
            [("supply", {"field": "coat", "count": 2, "most": 1}, {0: [], 1: []})],
        ),
    ],
)
def test_what_cannot_be_is_marked_with_its_squares(
    game: str, kingdoms: list[tuple[str, dict[str, object]]], notes: list[object]
) -> None:
    assert list(map(told, reckoned(game, 2, *kingdoms).notes)) == notes


@pytest.mark.parametrize(
    ("game", "values", "message"),
    [
        ("kingdomino", {"coins": 1}, "expected a field of none, got: 'coins'"),
        ("queendomino", {"coins": -1}, "expected coins to be a number from 0 to 999, got: '-1'"),
        ("queendomino", {"coins": True}, "expected coins to be a number from 0 to 999, got: 'True'"),
        ("queendomino", {"queen": 1}, "expected queen to be true or false, got: '1'"),
        ("queendomino", {"buildings": ["igloo"]}, "expected buildings to be bakery, "),
        ("duel", {"coat": "q"}, "expected coat to be dot, stripe, "),
    ],
)
def test_a_value_that_a_field_cannot_hold_is_refused(game: str, values: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        reckoned(game, 2, ("c", values), ("c", {}))
    assert str(caught.value).startswith(message)


def test_every_kingdom_of_the_game_is_needed() -> None:
    with pytest.raises(SetupError, match="expected 4 kingdoms, got 1"):
        reckoned("royal-wedding", 8, ("c", {}), teams="true")
