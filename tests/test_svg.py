"""The drawings and the pictures made of them."""

import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import cbrt, pow
from pathlib import Path
from random import Random
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from crownland import art, svg
from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Limit
from crownland.bots.uniform import Uniform
from crownland.dealer import Dealer, derived_seed
from crownland.games.classic.state import State as ClassicState
from crownland.games.classic.state import start
from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import FREE_SQUARES, Coat, Map
from crownland.games.duel.dice import DICE
from crownland.games.duel.state import State as DuelState
from crownland.games.queen.building import BUILDINGS, SPACES
from crownland.games.queen.estate import Estate
from crownland.games.queen.state import State as QueenState
from crownland.games.queen.state import Step
from crownland.games.registry import DUEL, GAMES, KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING
from crownland.kernel.action import Opening, Reveal, Seat
from crownland.kernel.domino import DOMINOES, DominoId
from crownland.kernel.domino import QUEENDOMINO as QUEENDOMINO_BOX
from crownland.kernel.errors import UnknownNameError
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import parse_square
from crownland.kernel.terrain import Terrain
from crownland.notation import parse_position
from crownland.svg.land import edges
from crownland.words import Words


def classic_position(text: str) -> ClassicState:
    state = parse_position(text)
    assert isinstance(state, ClassicState)
    return state


def queen_position(text: str) -> QueenState:
    state = parse_position(text)
    assert isinstance(state, QueenState)
    return state


def duel_position(text: str) -> DuelState:
    state = parse_position(text)
    assert isinstance(state, DuelState)
    return state


SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parent.parent / "docs"
DRAWINGS = sorted(Path(str(art.__file__)).parent.glob("*.svg"))
THEMES = ("light", "dark")
START = start(KINGDOMINO.setup(2))

KINGDOM = Kingdom.parse("wm2ssw/m3m2ssw1/ll1cww/lff1f1f1/llgff")
TABLE = classic_position(
    "kingdomino players=4 opening=draw A:.mw1ll/ww1wff1/ww1wc/.gs1 B:.w/.s2s1gg1/fws2gl/ff1cll"
    " C:m3m2m2s/wwwc/llf1fg/.l1fff D:gg2w/gg2ll/m1fll/wc/.ff old:12B.15D.26A new:3.25.31.47C"
    " gone:1.4.5.6.7.8.9.10.13.17.18.20.21.23.24.27.28.32.37.38.39.40.41.42.43.44.45.46.48"
)
QUEEN_TABLE = queen_position(
    "queendomino players=4 A:tt1ff1/tsf1c/.slg;9c.1k.3t;N@f7;N@e8;witchhouse@d7;queenstower@e8"
    " B:.wwc/ttf;0c.0k.1t;travellingcastle@d6 C:c;7c.1k.0t D:tl/.c;4c.2k.0t;tavern@f8"
    " board:church.-.knightstreasury.towerstreasury.bigtavern.queenstower queen:A dragon:away step:tax fresh:e6.f6"
    " old:Q32B.Q37C new:Q8A.Q22.Q41.Q48D gone:Q1.Q2.Q3.Q4.Q5.Q6.Q7.Q9.Q10.Q11.Q12.Q13.Q14.Q15.Q16.Q17.Q18.Q19"
)
ESTATE = Estate(
    3, 0, 1 << parse_square("g8"), buildings=((parse_square("g8"), "statue"), (parse_square("h7"), "queens_tower"))
)
# Ada has drawn her dice; Ben has named the wild face of die 4.
DUEL_TABLE = duel_position(
    "duel players=2 A:Dd1ff/ddd1d1s/dsscssd/f..dssd/...q2qqd;551032;free_placement;-split;-coat_bonus;castle;coat.s"
    " B:...dd/S1SS1dd1/SS1dcs/SS1D1Ds/sDDD1Df2;124402;turn_die;-pick_two first:A round:12 dice:6.5.4.3 taken:ABAB"
    " drewA:d part:name showing:5.3 named:4S"
)
MAP_OF_ALL = Map.parse("d4s3D/S2cf1q")
PICTURES = {
    "kingdom": svg.kingdom(KINGDOM),
    "kingdom of towns": svg.kingdom(Kingdom.parse("t2t/ct3"), theme="dark"),
    "castle alone": svg.kingdom(EMPTY_KINGDOM, size=7),
    "kingdom with a frame": svg.kingdom(Kingdom.parse("m3/w/c"), size=5, highlighted=1 << parse_square("g9")),
    "line": svg.line(TABLE.turns.line),
    "no line": svg.line(()),
    "table": svg.table(TABLE),
    "table before the deal": svg.table(START),
    "dark table": svg.table(TABLE, theme="dark"),
    "legend": svg.legend(),
    "legend of Queendomino": svg.legend(dominoes=QUEENDOMINO_BOX),
    "buildings": svg.buildings(),
    "dark buildings": svg.buildings(theme="dark"),
    "built kingdom": svg.kingdom(Kingdom.parse("t2t/ct3"), estate=ESTATE),
    "Queendomino": svg.table(QUEEN_TABLE),
    "dark Queendomino": svg.table(QUEEN_TABLE, theme="dark"),
    "Queendomino before the deal": svg.table(QUEENDOMINO.new(2)),
    "map": svg.kingdom(MAP_OF_ALL),
    "empty map": svg.kingdom(Map.empty(), theme="dark"),
    "Duel": svg.table(DUEL_TABLE),
    "dark Duel": svg.table(DUEL_TABLE, theme="dark"),
    "Duel before the roll": svg.table(DUEL.new(2)),
    "coats": svg.coats(),
    "dark coats": svg.coats(theme="dark"),
    "Royal Wedding of four teams": svg.table(ROYAL_WEDDING.new(8, teams=True)),
}
every_picture = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)


class Loud(Words):
    """Another language."""

    def __call__(self, key: str, **values: object) -> str:
        return super().__call__(key, **values).upper()


def uses(picture: str) -> Counter[str]:
    """How often *picture* shows each drawing."""
    return Counter(use.attrib["href"].removeprefix("#cl-") for use in ElementTree.fromstring(picture).iter(f"{SVG}use"))


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def walk(game: str, players: int, *, teams: bool, bold: bool) -> Iterator[Any]:
    """The states of one game: bots that build now and then, or none that plans at all."""
    state = GAMES[game].new(players, **({"teams": True} if teams else {}))
    dealer, rng = Dealer(derived_seed(game, players, teams)), Random(players)
    bot = Uniform() if bold else Greedy()
    while not state.is_over:
        yield state
        action = dealer.deal(state) if state.actor is None else bot.choose(state, Limit(), rng)
        state = state.play(action)
    yield state


# Pictures


@every_picture
def test_a_picture_defines_exactly_the_drawings_it_uses(picture: str) -> None:
    defined = [
        symbol.attrib["id"].removeprefix("cl-") for symbol in ElementTree.fromstring(picture).iter(f"{SVG}symbol")
    ]
    assert sorted(defined) == sorted(uses(picture))


@every_picture
def test_a_picture_refers_to_nothing_outside_itself(picture: str) -> None:
    links = re.findall(r'(?:href|src)="([^"]*)"', picture)
    assert all(link.startswith("#") for link in links)
    assert "url(" not in picture
    assert picture.count("http") == picture.count('xmlns="http://www.w3.org/2000/svg"') == 1


@every_picture
def test_a_picture_says_what_it_shows(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == root.findtext(f"{SVG}title") != ""


@every_picture
def test_a_picture_needs_no_colour_of_a_page(picture: str) -> None:
    assert not re.search(r"var\(--[a-z_-]+\)", picture)


def test_the_words_of_a_kingdom_and_of_a_table() -> None:
    assert "<title>Kingdom of 1 × 3: wheat 1 × 0, mine 1 × 3</title>" in svg.kingdom(Kingdom.parse("m3/w/c"))
    assert "<title>Kingdom of 1 × 1: only the castle</title>" in svg.kingdom(EMPTY_KINGDOM)
    assert "<title>Line: 31 lake 1 and wheat, 47 swamp and mine 2 (king of C)</title>" in svg.line(TABLE.turns.line[2:])
    assert "<title>Line: empty</title>" in svg.line(())
    title = ElementTree.fromstring(svg.table(TABLE, ["Ada", "Ben", "Clio", "Dora"])).findtext(f"{SVG}title")
    assert title == (
        "Table. Ada: 24 points; Ben: 21 points; Clio: 29 points; Dora: 17 points"
        "; to place: 12 swamp and swamp (king of B), 15 wheat and grassland (king of D)"
        ", 26 forest 1 and wheat (king of A)"
        "; to claim: 3 forest and forest, 25 forest 1 and wheat, 31 lake 1 and wheat, 47 swamp and mine 2 (king of C)"
        "; Ben is to act"
    )


def test_symbols_of_one_id_are_the_same_in_all_pictures() -> None:
    """So several pictures can be inlined in one page."""
    by_id: dict[str, set[str]] = {}
    for picture in PICTURES.values():
        for match in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', picture, re.DOTALL):
            by_id.setdefault(match[1], set()).add(match[0])
    assert all(len(drawings) == 1 and name.startswith("cl-") for name, drawings in by_id.items())
    bare = [re.sub(r"<symbol.*?</symbol>", "", picture, flags=re.DOTALL) for picture in PICTURES.values()]
    assert not any(re.search(r'\sid="', picture) for picture in bare)


@pytest.mark.parametrize("text", ["c", "m3/w/c", "t2t/ct3", str(KINGDOM), *map(str, TABLE.kingdoms)])
def test_a_picture_shows_the_crowns_and_lands_of_the_kingdom(text: str) -> None:
    kingdom = Kingdom.parse(text)
    shown = uses(svg.kingdom(kingdom))
    assert shown["crown"] == sum(land.crowns for land in properties(kingdom))
    assert shown["castle"] == 1
    assert [shown[f"{terrain.key}-texture"] for terrain in Terrain] == [land.bit_count() for land in kingdom.terrains]
    buildings = sum(shown[f"{terrain.key}-crowned"] for terrain in Terrain)
    assert buildings == kingdom.crowns[0].bit_count()


def test_squares_of_one_property_have_no_border_between_them() -> None:
    def inked(text: str) -> int:
        paths = ElementTree.fromstring(svg.kingdom(Kingdom.parse(text))).iterfind(f"./{SVG}g/{SVG}g/{SVG}path")
        return sum(path.attrib["d"].count("M") for path in paths if path.attrib["fill"] == "none")

    assert inked("c") == 4
    assert inked("cw") == 6 + 1
    assert inked("cwww") == 10 + 1
    assert inked("cwfw") == 10 + 3


def test_an_edge_bends_alike_seen_from_either_side() -> None:
    here, north, east = map(parse_square, ("c5", "c6", "d5"))
    seen = dict(edges(here))
    assert seen[north] == dict(edges(north))[here]
    assert seen[east] == dict(edges(east))[here]


def test_neighbours_of_one_terrain_have_different_motifs() -> None:
    rows = "\n".join("f" * 7 for _ in range(6)).replace("\n", "/") + "/" + "f" * 6 + "c"
    motifs = {}
    root = ElementTree.fromstring(svg.kingdom(Kingdom.parse(rows)))
    for use in root.iter(f"{SVG}use"):
        if re.fullmatch(r"#cl-forest-\d", use.attrib["href"]):
            motifs[int(use.attrib["x"]), int(use.attrib["y"])] = use.attrib["href"]
    assert len(motifs) == 48
    assert all(motif != motifs.get((x + 100, y)) for (x, y), motif in motifs.items())
    assert all(motif != motifs.get((x, y + 100)) for (x, y), motif in motifs.items())


def test_a_size_shows_where_the_kingdom_may_still_grow() -> None:
    def dotted(kingdom: str, size: int | None) -> int:
        paths = ElementTree.fromstring(svg.kingdom(Kingdom.parse(kingdom), size=size)).iter(f"{SVG}path")
        return sum(path.attrib["d"].count("M") for path in paths if "stroke-dasharray" in path.attrib)

    assert dotted("c", None) == 0
    assert dotted("c", 5) == 9 * 9 - 1
    assert dotted("c", 7) == 13 * 13 - 1
    assert dotted(str(KINGDOM), 5) == 0
    assert dotted("cwwww", 5) == 5 * 9 - 5


def test_highlighted_squares_are_outlined_also_outside_the_kingdom() -> None:
    plain = svg.kingdom(Kingdom.parse("cw"))
    marked = svg.kingdom(Kingdom.parse("cw"), highlighted=1 << parse_square("i7") | 1 << parse_square("j7"))
    assert 'viewBox="0 0 300 200"' in plain
    assert 'viewBox="0 0 500 200"' in marked
    assert marked.count('stroke-width="11"') == plain.count('stroke-width="11"') + 1


def test_text_is_escaped() -> None:
    nasty = '<b>&"\x00\x1b\ud800</b>'
    picture = svg.table(TABLE, [nasty, "Ben", "Clio", "Dora"], title=nasty)
    root = ElementTree.fromstring(picture)
    assert "<b>" not in picture
    assert root.findtext(f"{SVG}title") == root.attrib["aria-label"] == texts(picture)[7] == '<b>&"</b>'


def test_a_long_name_is_cut() -> None:
    shown = texts(svg.table(TABLE, ["Ada", "Wolfeschlegelsteinhausen", "Clio", "Dora"]))
    assert "Wolfeschlegel…" in shown


def test_a_line_has_its_lowest_number_on_top_and_its_kings() -> None:
    line = ((DominoId(3), None), (DominoId(17), Seat(2)), (DominoId(48), Seat(0)))
    picture = svg.line(line)
    assert texts(picture) == ["3", "17", "48"]
    shown = uses(picture)
    assert (shown["king"], shown["emblem-fish"], shown["emblem-rose"], shown["emblem-sun"]) == (2, 1, 1, 0)


def test_a_table_shows_names_scores_and_every_king() -> None:
    picture = svg.table(TABLE, ["Ada", "Ben", "Clio", "Dora"])
    assert " ".join(texts(picture)) == "12 15 26 3 25 31 47 Ada 24 Ben 21 Clio 29 Dora 17"
    assert uses(picture)["king"] == 4
    assert uses(picture)["castle"] == 4


def test_kings_that_wait_to_claim_are_shown_too() -> None:
    assert uses(svg.table(START))["king"] == 0
    opened = START.play(Opening((Seat(0), Seat(1), Seat(1), Seat(0))))
    assert uses(svg.table(opened))["king"] == 4
    assert uses(svg.table(opened.play(Reveal((DominoId(1), DominoId(2), DominoId(3), DominoId(4))))))["king"] == 4


def test_a_table_is_refused_for_another_game() -> None:
    with pytest.raises(TypeError, match="expected a state of a game of the family, got: object"):
        svg.table(cast("Any", object()))


def test_a_picture_shows_itself_in_a_notebook() -> None:
    picture = svg.kingdom(KINGDOM)
    assert picture._repr_svg_() == picture
    assert KINGDOM._repr_svg_() == picture
    assert TABLE._repr_svg_() == svg.table(TABLE)


def test_the_legend_counts_the_box() -> None:
    shown = texts(svg.legend())
    assert shown[:4] == ["wheat", "26 squares · 5 crowns", "forest", "22 squares · 6 crowns"]
    assert "town" not in shown
    queen = texts(svg.legend(dominoes=QUEENDOMINO_BOX))
    assert queen[:2] == ["wheat", "19 squares · 5 crowns"]
    assert queen[-2:] == ["town", "20 squares · 0 crowns"]
    assert texts(svg.legend(Loud()))[:2] == ["WHEAT", "26 SQUARES · 5 CROWNS"]


def test_a_dark_picture_has_the_dark_colours() -> None:
    root = ElementTree.fromstring(svg.kingdom(KINGDOM, theme="dark"))
    assert "--wheat: #B8923F" in root.attrib["style"]
    with pytest.raises(UnknownNameError, match=r"unknown theme: 'blue'; known: dark, light"):
        svg.kingdom(KINGDOM, theme="blue")


def test_importing_reads_no_drawing() -> None:
    code = (
        "from crownland import art, svg; print(art.symbols.cache_info().currsize + art.palette.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"


def test_the_pictures_of_the_docs_are_up_to_date() -> None:
    pictures = runpy.run_path(str(DOCS / "pictures.py"))["pictures"]()
    files = {file.name: file.read_text(encoding="utf-8") for file in (DOCS / "pictures").glob("*.svg")}
    assert sorted(files) == sorted(pictures)
    stale = [name for name, picture in pictures.items() if files[name] != picture]
    assert not stale, "run: python docs/pictures.py"


# Queendomino and Royal Wedding


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
    assert " points, 9 coins, 1 knight, 3 towers, the queen; Ben: 1 point, 0 coins, 0 knights, 1 tower; Clio: " in title
    assert title.endswith(
        "; builders' board: church for 0, knights treasury for 2, towers treasury for 3, big tavern for 4"
        ", queens tower for 5; the dragon is away; to place: Q37 town and swamp (king of C)"
        "; to claim: Q8 grassland and grassland (king of A), Q22 lake 1 and forest, Q41 grassland 1 and town"
        ", Q48 town and town (king of D); Ben is to act"
    )
    built = svg.kingdom(Kingdom.parse("t2t/ct3"), estate=ESTATE)
    assert "<title>Kingdom of 2 × 2: town 3 × 5; statue on g8, queens tower on h7; knight on g8</title>" in built


def test_names_at_a_queendomino_table_are_escaped() -> None:
    picture = svg.table(QUEEN_TABLE, ["<i>&", "Ben", "Clio", "Dora"])
    assert "<i>" not in picture
    assert "<i>&" in texts(picture)


def test_a_building_hides_the_motif_of_its_plot_and_keeps_its_crowns() -> None:
    shown = uses(svg.kingdom(Kingdom.parse("t2t/ct3"), estate=ESTATE))
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


# Duel


def crosses_of(land: Map) -> int:
    return sum(plane.bit_count() for plane in land.crowns)


@pytest.mark.parametrize("bold", [True, False])
def test_a_table_of_duel_shows_all_that_the_state_holds(bold: bool) -> None:
    for state in list(walk("duel", 2, teams=False, bold=bold))[::7]:
        picture = svg.table(state)
        shown, drawing = uses(picture), state.drawing
        assert shown["castle"] == 2 + len(state.books), "on its map, and as the sign of the bonus"
        faces = [DICE[die][face] for die, face in enumerate(state.dice, start=1)]
        if drawing is not None:
            for die, face in zip(drawing.dice, drawing.shown, strict=True):
                faces[die - 1] = face
        on_dice = sum(face.crosses for face in faces) + (drawing is not None and drawing.bonus is not None)
        first = drawing is not None and drawing.first is not None
        pending = drawing.halves[0].crowns if drawing is not None and first else 0
        on_maps = sum(map(crosses_of, state.kingdoms)) + pending
        assert shown["cross"] == on_maps + on_dice + sum(book.castle for book in state.books)
        drawn = sum((land.occupied & FREE_SQUARES).bit_count() for land in state.kingdoms)
        assert sum(shown[f"coat-{coat.key}-texture"] for coat in Coat) == drawn + first
        assert shown["die"] == len(DICE)
        assert sum(shown[f"spell-{key}"] for key in SPELLS) == len(SPELLS)
        assert shown["box-filled"] == sum(sum(book.boxes) for book in state.books)
        left = [
            (spell.boxes - filled, any(other.owns(spell.key) for other in state.books))
            for book in state.books
            for filled, spell in zip(book.boxes, SPELLS.values(), strict=True)
        ]
        assert shown["box-empty"] == sum(count for count, is_won in left if not is_won)
        assert shown["box-struck"] == sum(count for count, is_won in left if is_won)
        names = texts(picture)
        assert names == ["A", str(state.scores()[0].total), "B", str(state.scores()[1].total)]
        taken = [sum(owner == seat for owner in state.taken) for seat in range(2)]
        won = [len(book.spells) + len(book.used) for book in state.books]
        emblems = [shown[f"emblem-{house.emblem}"] for house in svg.HOUSES[:2]]
        assert emblems == [2 + dice + spells for dice, spells in zip(taken, won, strict=True)], "panel and page too"


@pytest.mark.parametrize(
    "land", [Map.empty(), MAP_OF_ALL, *DUEL_TABLE.kingdoms], ids=lambda land: str(land).replace("/", "_")
)
def test_a_map_shows_its_coats_and_crosses_and_is_never_smaller_than_its_extent(land: Map) -> None:
    picture = svg.kingdom(land, square=100)
    shown, root = uses(picture), ElementTree.fromstring(picture)
    assert shown["cross"] == crosses_of(land)
    for coat in Coat:
        assert shown[f"coat-{coat.key}"] == shown[f"coat-{coat.key}-texture"] == land.terrains[coat].bit_count()
    assert (root.attrib["width"], root.attrib["height"]) == ("800", "600")


def test_crosses_stay_within_their_square() -> None:
    """Four of them, too."""
    root = ElementTree.fromstring(svg.kingdom(Map.parse("d4c")))
    lefts = [float(use.attrib["x"]) for use in root.iter(f"{SVG}use") if use.attrib["href"] == "#cl-cross"]
    size = next(float(use.attrib["width"]) for use in root.iter(f"{SVG}use") if use.attrib["href"] == "#cl-cross")
    assert len(lefts) == 4
    assert min(lefts) // 100 == (max(lefts) + size) // 100
    assert all(right - left >= size for left, right in pairwise(lefts)), "none hides another"


def test_a_wild_face_that_was_named_shows_both() -> None:
    shown = uses(svg.table(DUEL_TABLE))
    stripes = sum(land.terrains[Coat.DOUBLE_STRIPE].bit_count() for land in DUEL_TABLE.kingdoms)
    assert shown["coat-wild"] == 1
    assert shown["coat-double_stripe"] == stripes + 2, "on the die and in the spell book"


def test_the_coat_that_has_the_bonus_is_in_the_spell_book() -> None:
    ada, ben = DUEL_TABLE.books
    without = replace(DUEL_TABLE, books=(replace(ada, coat=None), ben))
    assert uses(svg.table(DUEL_TABLE)) - uses(svg.table(without)) == Counter({"coat-stripe": 1})


def test_of_dice_drawn_apart_the_first_is_on_the_map() -> None:
    apart = duel_position(
        "duel players=2 A:d1c;000000;-split B:c;000000 first:A round:2 dice:2.2.3.4 taken:AABB part:draw showing:2.2"
        " cast:split"
    )
    action = next(action for action in apart.legal_actions() if str(action).startswith("1@"))
    begun = apart.play(action)
    assert begun.drawing is not None
    assert begun.drawing.first is not None
    assert uses(svg.table(begun)) - uses(svg.table(apart)) == Counter({"coat-dot": 1, "coat-dot-texture": 1})


def test_the_words_of_a_duel() -> None:
    title = ElementTree.fromstring(svg.table(DUEL_TABLE, ["Ada", "Ben"])).findtext(f"{SVG}title")
    assert title == (
        "Table. Ada: 30 points, castle bonus used, 5 of 5 dot, 5 of 5 stripe, 1 of 4 double dot, 3 of 3 solid"
        ", 2 of 3 quarters, spell free placement ready, spell split used, spell coat bonus used on stripe"
        "; Ben: 46 points, castle bonus ready, 1 of 5 dot, 2 of 5 stripe, 4 of 4 double dot, 4 of 4 double stripe"
        ", 2 of 3 quarters, spell turn die ready, spell pick two used"
        "; dice: 1 dot (Ada), 2 dot (Ben), 3 quarters 2 (Ada), 4 double stripe (Ben); Ben is to act"
    )
    assert "<title>Map: dot 1 × 1, double dot 1 × 0</title>" in svg.kingdom(Map.parse("d1cD"))
    assert "<title>Map: only the castle</title>" in svg.kingdom(Map.empty())


def test_names_at_a_table_of_duel_are_escaped() -> None:
    picture = svg.table(DUEL_TABLE, ["<i>&", "Ben"])
    assert "<i>" not in picture
    assert texts(picture)[0] == "<i>&"


def test_whoever_draws_is_outlined() -> None:
    frames = re.compile(r'rx="30" fill="none" stroke="var\(--(ink|house),')
    assert frames.findall(svg.table(DUEL_TABLE)) == ["ink", "house"]
    assert frames.findall(svg.table(DUEL.new(2))) == ["ink", "ink"]


def test_the_coats_show_what_their_rows_say() -> None:
    picture = svg.coats()
    shown, said = uses(picture), texts(picture)
    assert shown["box-empty"] == sum(spell.boxes for spell in SPELLS.values())
    assert all(shown[f"spell-{key}"] == 1 for key in SPELLS)
    assert all(shown[f"coat-{coat.key}"] == 3 for coat in Coat)
    assert shown["cross"] == 4 * 1 + 2 * 2
    assert said[:4] == ["dot", "free placement", "stripe", "split"]
    assert "DOUBLE STRIPE" in texts(svg.coats(Loud()))


# Drawings


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: str(file.stem))
def test_a_file_of_drawings_is_small_and_well_formed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert {child.tag for child in root} == {f"{SVG}symbol"}
    assert all(child.attrib["viewBox"] == "0 0 100 100" for child in root)
    assert [child.attrib["id"] for child in root] == list(art.symbols(file.stem))
    assert all(child.attrib["id"].partition("-")[0] == file.stem for child in root)
    assert not re.search(r"href|url\(|<style|<image|<text", text)
    assert len(text) < 12000
    assert max(map(len, art.symbols(file.stem).values())) < 5000


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: str(file.stem))
def test_colours_fall_back_to_the_light_ones(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "".join(re.findall(r"#[0-9A-Fa-f]{3,8}\b", re.sub(r"var\([^)]*\)", "", text))) == ""
    for name, fallback in re.findall(r"var\(--([a-z_-]+)(?:, ([^)]*))?\)", text):
        assert fallback == art.palette("light")[name]


@pytest.mark.parametrize("terrain", Terrain)
def test_every_terrain_has_its_drawings(terrain: Terrain) -> None:
    kinds = ("texture", "1", "2", "3", "crowned")
    assert list(art.symbols(terrain.key)) == [f"{terrain.key}-{kind}" for kind in kinds]


def test_every_coat_has_a_shield_and_a_texture() -> None:
    """And there is a shield for the wild face."""
    shields = [*(f"coat-{coat.key}" for coat in Coat), "coat-wild"]
    assert list(art.symbols("coat")) == [*shields, *(f"coat-{coat.key}-texture" for coat in Coat)]


def test_every_spell_has_its_drawing() -> None:
    assert list(art.symbols("spell")) == [f"spell-{key}" for key in SPELLS]


def test_every_building_has_its_drawing() -> None:
    assert list(art.symbols("building")) == [f"building-{key}" for key in BUILDINGS]


def test_a_dragon_is_home_or_away() -> None:
    assert list(art.symbols("dragon")) == ["dragon-home", "dragon-away"]


@pytest.mark.parametrize("figure", ["king", "knight", "queen", "castle"])
def test_the_figures_of_a_house_have_its_colour(figure: str) -> None:
    assert "var(--house, " in art.symbol(figure)


def test_every_house_has_an_emblem_and_a_colour() -> None:
    assert len({house.colour for house in svg.HOUSES}) == len({house.emblem for house in svg.HOUSES}) == 8
    assert list(art.symbols("emblem")) == [f"emblem-{house.emblem}" for house in svg.HOUSES]
    assert all(f"house-{house.colour}" in art.palette(theme) for house in svg.HOUSES for theme in THEMES)


def test_gold_is_only_for_crowns() -> None:
    """A cross is Duel's crown."""
    drawings = [item for file in DRAWINGS for item in art.symbols(file.stem).items()]
    assert [name for name, drawing in drawings if "--gold" in drawing] == ["cross", "crown", "spell-extra_cross"]


def test_an_unknown_drawing_is_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown drawing: 'castle-2'; known: castle"):
        art.symbol("castle-2")
    with pytest.raises(UnknownNameError, match="unknown drawing: 'unicorn'; known: "):
        art.symbol("unicorn")


# Colours


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else pow((part + 0.055) / 1.055, 2.4) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lightness(colour: str) -> float:
    return 116 * cbrt(luminance(colour)) - 16


def test_both_themes_have_the_same_colours() -> None:
    assert list(art.palette("light")) == list(art.palette("dark"))


@pytest.mark.parametrize("theme", THEMES)
def test_what_must_be_seen_has_contrast(theme: str) -> None:
    colours = art.palette(theme)
    assert contrast(colours["ink"], colours["paper"]) >= 4.5
    assert contrast(colours["gold"], colours["pen"]) >= 3
    assert contrast(colours["silver"], colours["pen"]) >= 3, "coins and their edge"
    assert contrast(colours["silver"], colours["silver-deep"]) >= 2, "coins and their print"
    for card in ("town-pale", "chalk"):
        assert contrast(colours["pen"], colours[card]) >= 4.5, "texts on a building tile"
    for house in svg.HOUSES:
        colour = colours[f"house-{house.colour}"]
        assert contrast(colour, colours["chalk"]) >= 3, f"{house.emblem} on its banner"
        assert contrast(colour, colours["paper"]) >= 3, f"{house.colour} around a panel"


@pytest.mark.parametrize("theme", THEMES)
def test_terrains_differ_without_colour(theme: str) -> None:
    """In greyscale fills differ a little; where they differ least, the ink of the texture must stand out."""
    colours = art.palette(theme)
    for one, other in combinations([terrain.key for terrain in Terrain], 2):
        assert abs(lightness(colours[one]) - lightness(colours[other])) >= 2, f"{one} and {other}"
    for terrain in Terrain:
        fill = colours[terrain.key]
        inks = [contrast(fill, colours[f"{terrain.key}-{ink}"]) for ink in ("deep", "pale")]
        assert max(inks) >= 1.7, terrain


@pytest.mark.parametrize("theme", THEMES)
def test_coats_differ_without_colour(theme: str) -> None:
    """A charge stands out from its shield; the grounds differ a little, and their lines run differently."""
    colours = art.palette(theme)
    for one, other in combinations([f"coat-{coat.key}" for coat in Coat], 2):
        assert abs(lightness(colours[one]) - lightness(colours[other])) >= 2, f"{one} and {other}"
        assert re.findall('d="([^"]*)"', art.symbol(f"{one}-texture")) != re.findall(
            'd="([^"]*)"', art.symbol(f"{other}-texture")
        )
    for coat in Coat:
        assert contrast(colours[f"coat-{coat.key}-deep"], colours["chalk"]) >= 4.5, coat
