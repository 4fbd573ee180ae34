"""Pictures of Queendomino and Royal Wedding."""

from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from crownland import svg
from crownland.games.queen.building import BUILDINGS, SPACES
from crownland.games.queen.state import State as QueenState
from crownland.games.queen.state import Step
from crownland.games.registry import QUEENDOMINO, ROYAL_WEDDING
from crownland.kernel.action import Opening, Seat
from crownland.kernel.domino import DOMINOES
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.terrain import Terrain
from tests.svg.support import PIECES, QUEEN_TABLE, SVG, Loud, texts, uses, walk


@pytest.mark.parametrize(
    ("game", "players", "teams"),
    [
        ("queendomino", 2, False),
        ("queendomino", 3, False),
        ("queendomino", 4, False),
        ("royal-wedding", 4, False),
        ("royal-wedding", 6, False),
        ("royal-wedding", 6, True),
        ("royal-wedding", 8, True),
    ],
)
@pytest.mark.parametrize("bold", [True, False])
def test_a_table_shows_all_that_the_state_holds(game: str, players: int, teams: bool, bold: bool) -> None:
    for state in list(walk(game, players, teams=teams, bold=bold))[::17]:
        picture = svg.table(state)
        shown, tiles = uses(picture), [BUILDINGS[key] for key in state.board if key]
        kings = len(state.turns.old) + len(state.turns.claimed) + len(state.turns.waiting)
        assert shown["king"] == kings
        assert shown["castle"] == len(state.kingdoms) == (players // 2 if teams else players)
        assert shown["plot"] == sum(len(estate.buildings) for estate in state.estates)
        built = Counter(key for estate in state.estates for _, key in estate.buildings) + Counter(
            filter(None, state.board)
        )
        assert {key: shown[f"building-{key}"] for key in BUILDINGS} == {key: built[key] for key in BUILDINGS}
        posted = sum(estate.posted.bit_count() for estate in state.estates)
        on_tiles = sum(kind.knights + (kind.points_per == "knight") + (kind.tax_bonus == "knight") for kind in tiles)
        assert shown["knight"] == posted + len(state.estates) + on_tiles
        assert shown["queen"] == 1
        assert (shown["dragon-home"], shown["dragon-away"]) == ((1, 0) if state.dragon_is_home else (0, 1))
        on_land = sum(plane.bit_count() for kingdom in state.kingdoms for plane in kingdom.crowns)
        laid = state.step > Step.PLACE
        dominoes = [DOMINOES[number] for number, _ in (*state.turns.old[laid:], *state.turns.line)]
        on_lines = sum(domino.left.crowns + domino.right.crowns for domino in dominoes)
        assert shown["crown"] == on_land + on_lines + sum(kind.crowns for kind in tiles)


def test_a_table_of_queendomino_shows_prices_purses_and_numbers_of_the_second_box() -> None:
    shown = texts(svg.table(QUEEN_TABLE, ["Ada", "Ben", "Clio", "Dora"]))
    assert shown[:6] == ["Q32", "Q37", "Q8", "Q22", "Q41", "Q48"]
    totals = [str(score.total) for score in QUEEN_TABLE.scores()]
    assert shown[-20:] == [
        *("Ada", totals[0], "9", "1", "3"),
        *("Ben", totals[1], "0", "0", "1"),
        *("Clio", totals[2], "7", "1", "0"),
        *("Dora", totals[3], "4", "2", "0"),
    ]
    shelf = [text for text in shown[6:-20] if text not in "+/"]
    assert shelf == ["2", "0", "1", "2", "2", "2", "3", "2", "4", "5"], "points of a tile, then the price of its space"


def test_what_was_laid_this_turn_is_no_longer_on_its_line() -> None:
    laid = uses(svg.table(QUEEN_TABLE))
    assert laid["king"] == 4
    before = replace(QUEEN_TABLE, step=Step.PLACE, fresh=0)
    more = {name: count for name, count in (uses(svg.table(before)) - laid).items() if name.endswith("-texture")}
    assert more == {"town-texture": 1, "forest-texture": 1}


def test_the_queen_stands_by_the_shelf_until_somebody_hosts_her() -> None:
    """She wears her host's colour."""

    def gown(state: QueenState) -> str:
        parents = {child: parent for parent in ElementTree.fromstring(svg.table(state)).iter() for child in parent}
        at = next(child for child in parents if child.get("href") == "#cl-queen")
        while at in parents and "--house" not in at.get("style", ""):
            at = parents[at]
        return at.get("style", "")

    assert gown(replace(QUEEN_TABLE, queen=None)) == ""
    assert "house-rose" in gown(QUEEN_TABLE)
    assert "house-indigo" in gown(replace(QUEEN_TABLE, queen=3))


def test_partners_share_a_colour_and_keep_their_emblems() -> None:
    start = ROYAL_WEDDING.new(6, teams=True)
    picture = svg.table(start.play(Opening(tuple(map(Seat, range(6))))))
    assert [text for text in texts(picture) if "&" in text] == ["A & B", "C & D", "E & F"]
    shown = uses(picture)
    assert [shown[f"emblem-{house.emblem}"] for house in svg.HOUSES] == [2] * 6 + [0] * 2, "on banner and king"
    assert [picture.count(f"--house: var(--house-{house.colour},") for house in svg.HOUSES] == [3] * 3 + [0] * 5


def test_the_words_of_a_queendomino_table() -> None:
    title = ElementTree.fromstring(svg.table(QUEEN_TABLE, ["Ada", "Ben", "Clio", "Dora"])).findtext(f"{SVG}title")
    assert title is not None
    assert title.startswith("Table. Ada: ")
    assert (
        " points, 9 coins, 1 knight, 3 towers, hosts the queen; Ben: 1 point, 0 coins, 0 knights, 1 tower; Clio: "
        in title
    )
    assert title.endswith(
        "; builders' board: church for 0, knights' treasury for 2, towers' treasury for 3, big tavern for 4"
        ", queen's tower for 5; dragon away; to place: Q37 town and swamp (king of C)"
        "; to claim: Q8 grassland and grassland (king of A), Q22 lake 1 and forest, Q41 grassland 1 and town"
        ", Q48 town and town (king of D); Ben is to act"
    )
    built = svg.kingdom(Kingdom.parse("t2t/ct3"), pieces=PIECES)
    assert "<title>Kingdom of 2 × 2: town 3 × 5; statue on g8, queen&#x27;s tower on h7; knight on g8</title>" in built


def test_names_at_a_queendomino_table_are_escaped() -> None:
    picture = svg.table(QUEEN_TABLE, ["<i>&", "Ben", "Clio", "Dora"])
    assert "<i>" not in picture
    assert "<i>&" in texts(picture)


def test_a_building_hides_the_motif_of_its_plot_and_keeps_its_crowns() -> None:
    shown = uses(svg.kingdom(Kingdom.parse("t2t/ct3"), pieces=PIECES))
    assert (shown["plot"], shown["knight"], shown["crown"], shown["town-texture"]) == (2, 1, 5, 3)
    assert (shown["building-statue"], shown["building-queens_tower"], shown["town-crowned"]) == (1, 1, 0)


def test_the_buildings_show_what_their_data_say() -> None:
    shown, kinds = uses(svg.buildings()), BUILDINGS.values()
    for name in ("knight", "tower"):
        counted = sum((kind.points_per == name) + (kind.tax_bonus == name) for kind in kinds)
        assert shown[name] == counted + sum(getattr(kind, f"{name}s") for kind in kinds)
    assert shown["crown"] == sum(kind.crowns for kind in kinds)
    assert shown["coin"] == sum(bool(kind.tax_bonus) for kind in kinds)
    assert [shown[f"{terrain.key}-1"] for terrain in Terrain] == [
        sum(kind.points_per == f"{terrain.key}_property" for kind in kinds) for terrain in Terrain
    ]
    said = texts(svg.buildings())
    assert [text for text in said if text.isdecimal()] == [str(kind.points) for kind in kinds if kind.points]
    assert "QUEEN'S TOWER" in texts(svg.buildings(Loud()))


def test_an_empty_board_has_six_spaces_with_prices() -> None:
    picture = svg.table(QUEENDOMINO.new(2))
    assert picture.count('stroke-dasharray="0 12"') == SPACES
    assert texts(picture)[:SPACES] == list("012345")
