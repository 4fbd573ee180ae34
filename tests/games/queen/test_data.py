"""The components of the Queendomino box, and how sure we are of them (Q12, Q15, T2)."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import crownland
from crownland.games.queen.building import BUILDINGS, TILES
from crownland.kernel.domino import DOMINOES, KINGDOMINO, QUEENDOMINO, Domino
from tests.games.queen import oracle as oracle
from tests.games.queen.helpers import legal, played, purses, scene

TERRAINS = {"w": "wheat", "f": "forest", "l": "lake", "g": "grassland", "s": "swamp", "m": "mine", "t": "town"}


def face(domino: Domino) -> str:
    halves = (domino.left, domino.right)
    return "".join(f"{half.terrain.letter}{half.crowns}" for half in halves)


@pytest.mark.parametrize(
    ("box", "transcribed"), [(QUEENDOMINO, oracle.QUEENDOMINO), (KINGDOMINO, oracle.KINGDOMINO)], ids=["queen", "king"]
)
def test_the_dominoes_are_those_of_the_box(box: tuple[int, ...], transcribed: str) -> None:
    assert [face(DOMINOES[domino]) for domino in DOMINOES if domino in box] == transcribed.split()


def test_t2_the_deck_adds_up() -> None:
    halves = [half for domino in QUEENDOMINO for half in (DOMINOES[domino].left, DOMINOES[domino].right)]
    squares, crowns = Counter(half.terrain.key for half in halves), Counter[str]()
    for half in halves:
        crowns[half.terrain.key] += half.crowns
    assert squares == {"town": 20, "wheat": 19, "forest": 17, "lake": 14, "grassland": 12, "swamp": 8, "mine": 6}
    assert crowns == {"town": 0, "wheat": 5, "forest": 6, "lake": 6, "grassland": 6, "swamp": 6, "mine": 10}
    assert crowns.total() == 39


@pytest.mark.parametrize("key", oracle.TILES)
def test_each_tile_is_as_transcribed_from_the_table(key: str) -> None:
    tile, told = BUILDINGS[key], oracle.TILES[key]
    per = told.per if told.per in ("fixed", "knight", "tower") else f"{TERRAINS[told.per]}_property"
    assert (tile.copies, tile.crowns, tile.knights, tile.towers, tile.tax_bonus, tile.points, tile.points_per) == (
        *told[:6],
        per,
    )


def test_the_tiles_bring_no_more_than_the_box_holds() -> None:
    """Q12: 22 knights, of which up to 4 are dealt at first, and 15 towers."""
    assert sum(BUILDINGS[key].knights for key in TILES) + 4 == 22
    assert sum(BUILDINGS[key].towers for key in TILES) == 14


# Q15: what we know of the instant icons, tile by tile.
EVIDENCE = {
    "bakery": "assumed",
    "sawmill": "towers deduced; knights assumed",
    "fish_market": "assumed",
    "weaver": "assumed",
    "witch_house": "seen on one copy",
    "mine_works": "assumed",
    "church": "towers deduced; knights assumed",
    "archery_range": "seen",
    "travelling_castle": "seen",
    "tavern": "seen",
    "big_tavern": "seen",
    "guardtower": "seen",
    "fortress": "assumed",
    "statue": "towers deduced; knights assumed",
    "knights_treasury": "assumed",
    "towers_treasury": "seen",
    "queens_tower": "assumed",
}


def test_the_evidence_is_kept_for_every_tile() -> None:
    assert {key: tile.instant_evidence for key, tile in BUILDINGS.items()} == EVIDENCE
    seen = {key for key, tile in BUILDINGS.items() if not tile.is_assumed}
    assert seen == {"archery_range", "travelling_castle", "tavern", "big_tavern", "guardtower", "towers_treasury"}


# --- one edited data file corrects a tile everywhere --------------------------------------------------------

START = scene("t/t/c;7c.1k.0t;statue@g9", queen="B", board="tavern.queenstower.statue.-.-.-")
TURN = "Q3@f6n N@f6 B0@g8"
PROGRAM = f"""
from crownland.games.queen.building import TILES
from crownland.notation import parse_action, parse_position
state = parse_position({str(START)!r})
for token in {TURN!r}.split():
    state = state.play(parse_action(token))
estate = state.estates[0]
print(estate.coins, estate.knights, estate.towers, state.queen, state.scores()[0].total, len(TILES))
print(*state.legal_actions())
"""
ANSWER = "9 2 0 1 11 32\nD1 D2 KQ30 KQ31 KQ32 KQ33\n"


def answer(source: Path) -> str:
    """What *source*, a copy of the package's folder, does with the program."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, cwd=source
    )
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (package,) = crownland.__path__
    shutil.copytree(package, tmp_path / "crownland", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_program_says_here_what_it_says_in_an_unchanged_copy(copy: Path) -> None:
    state = played(START, TURN)
    coins, knights, towers = purses(state)[0]
    assert f"{coins} {knights} {towers} {state.queen} {state.scores()[0].total} 32\n{legal(state)}\n" == ANSWER
    assert answer(copy) == ANSWER


TAVERN = "tavern,2,0,2,0,,3,fixed,seen"
STATUE = "statue,3,0,0,0,,5,fixed,towers deduced; knights assumed"


@pytest.mark.parametrize(
    ("line", "edited", "expected"),
    [
        (TAVERN, "tavern,2,0,5,0,,3,fixed,seen", "9 5 0 1 11 32"),  # five knights
        (TAVERN, "tavern,2,0,2,1,,3,fixed,seen", "9 2 1 0 13 32"),  # a tower brings the queen, and her crown 2 points
        (TAVERN, "tavern,2,0,2,0,,4,fixed,seen", "9 2 0 1 12 32"),  # worth 4
        (TAVERN, "tavern,2,1,2,0,,3,fixed,seen", "9 2 0 1 13 32"),  # a crown for two towns
        (TAVERN, "tavern,2,0,2,0,,2,knight,seen", "9 2 0 1 14 32"),  # 2 for each of three knights
        (TAVERN, "tavern,4,0,2,0,,3,fixed,seen", "9 2 0 1 11 34"),  # two more in the pile
        (STATUE, "statue,3,0,0,0,knight,5,fixed,seen", "10 2 0 1 11 32"),  # a treasury: a coin for the only knight
    ],
    ids=["knights", "towers", "points", "crowns", "points per", "copies", "tax bonus"],
)
def test_one_edited_line_of_the_data_file_changes_the_play(copy: Path, line: str, edited: str, expected: str) -> None:
    table = copy / "crownland" / "data" / "queendomino_buildings.csv"
    text = table.read_text(encoding="utf-8")
    assert text.count(f"\n{line}\n") == 1
    table.write_text(text.replace(f"\n{line}\n", f"\n{edited}\n"), encoding="utf-8")
    assert answer(copy).splitlines()[0] == expected
