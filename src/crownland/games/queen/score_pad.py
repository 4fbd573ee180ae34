"""The score pad of Queendomino and the Royal Wedding."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from crownland.games.queen.building import BUILDINGS, parse_building
from crownland.games.queen.estate import Estate, score
from crownland.games.queen.state import State
from crownland.games.score_pad import PadField, PadNote, ScorePad, Sheet, crowned_lands, halves_of
from crownland.games.setup import Setup
from crownland.kernel.domino import DOMINOES, Half
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score
from crownland.kernel.square import CASTLE
from crownland.kernel.terrain import Terrain

__all__ = ["PAD"]

KNIGHTS, TOWERS = 22, 15  # Q12: what the box holds
TOWN, CROWNED_TOWN = Half(Terrain.TOWN, 0), Half(Terrain.TOWN, 1)


def _score(setup: Setup, sheet: Sheet, _: int) -> Score:
    """Q13. Which town square a building stands on does not matter, so it is not asked for."""
    values = sheet.values
    estate = Estate(
        values.get("coins", 0),
        values.get("knights", 0),
        towers=values.get("towers", 0),
        buildings=tuple((CASTLE, key) for key in values.get("buildings", ())),
    )
    found = score(sheet.kingdom, estate, hosts_queen=values.get("queen", False))
    lines = tuple(replace(line, squares=0) if line.reason in BUILDINGS else line for line in found.lines)
    return Score(lines, found.ties)


def _crowned(sheet: Sheet) -> int:
    """How many buildings with a crown a kingdom has: the crown is written on their town squares."""
    return sum(BUILDINGS[key].crowns for key in sheet.values.get("buildings", ()))


def _halves(start: State, sheets: Sequence[Sheet]) -> tuple[Half, ...]:
    """The dominoes of the boxes that are played with; every building with a crown stands on one of their towns."""
    piles = start.rules.piles
    halves = list(halves_of(number for pile in piles for number in pile.dominoes))
    for _ in range(min(sum(map(_crowned, sheets)), halves.count(TOWN))):
        halves[halves.index(TOWN)] = CROWNED_TOWN
    return tuple(halves)


def _notes(sheet: Sheet, at: int) -> Iterator[PadNote]:
    towns = sheet.kingdom.terrains[Terrain.TOWN]
    built, plots = len(sheet.values.get("buildings", ())), towns.bit_count()
    if built > plots:
        yield PadNote("plots", "Q7", {"count": built, "most": plots}, ((at, towns),))
    crowns = sum((plane & towns).bit_count() for plane in sheet.kingdom.crowns)
    if crowns < _crowned(sheet):
        yield PadNote("uncrowned", "Q13", {"count": _crowned(sheet), "crowns": crowns}, ((at, 0),))


def _parse_buildings(text: str) -> tuple[str, ...]:
    names = [name.strip().lower().replace(" ", "").replace("_", "") for name in text.split(",") if name.strip()]
    return tuple(map(parse_building, names))


PAD = ScorePad(
    kingdom=Kingdom,
    lands=crowned_lands((*halves_of(DOMINOES), CROWNED_TOWN)),
    score=_score,
    halves=_halves,
    notes=_notes,
    fields=(
        PadField("coins", "number", "coin"),
        PadField("knights", "number", "knight", most=KNIGHTS, rule="Q12", about="In reserve and kingdom."),
        PadField("towers", "number", "tower", most=TOWERS, rule="Q12"),
        PadField("queen", "flag", "queen", most=1, rule="Q9", about="The queen is your guest."),
        PadField(
            "buildings",
            "several",
            "building",
            choices=tuple((key, one.copies) for key, one in BUILDINGS.items()),
            rule="Q3",
            about="Comma-separated: church,statue.",
            parse=_parse_buildings,
        ),
    ),
    options=("teams",),
    letters="Queendomino adds [bold]t[/] town; write a queen's tower as a crown on its town.",
    example="crownland score 'tt/cl1/ll' --game queendomino --coins 11 --towers 2 --buildings church --queen",
)
