"""A sheet to look things up while playing: the building tiles of Queendomino, the spells of Duel."""

from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from crownland.games.duel.book import SPELLS
from crownland.games.duel.state import State as Duel
from crownland.games.protocol import State
from crownland.games.queen.building import BUILDINGS
from crownland.tui.around import Surroundings
from crownland.tui.court import building_words, court_of, tile_about
from crownland.tui.looks import land_words

__all__ = ["guide_text", "has_guide"]


def has_guide(state: State[Any]) -> bool:
    return court_of(state) is not None or isinstance(state, Duel)


def guide_text(state: State[Any], around: Surroundings) -> Text:
    return _spells(around) if isinstance(state, Duel) else _tiles(state, around)


def _tiles(state: State[Any], around: Surroundings) -> Text:
    """Every kind of tile: how many have not been seen yet, what it does, and how sure we are of it (Q15)."""
    words, palette = around.words, around.palette
    court = court_of(state)
    text = Text(words("table.guide.tiles") + "\n", palette.quiet)
    widest = max(cell_len(building_words(key, words)) for key in BUILDINGS)
    for key, building in BUILDINGS.items():
        left = building.copies - (0 if court is None else court.tiles_seen.count(key))
        text.append(f"\n{left}/{building.copies}  ", palette.quiet)
        text.append(set_cell_size(building_words(key, words), widest), palette.strong)
        text.append(f"  {tile_about(key, words)}", palette.plain)
        text.append(" *" if building.is_assumed else "", palette.quiet)
    return text.append(f"\n\n{words('table.guide.assumed')}", palette.quiet)


def _spells(around: Surroundings) -> Text:
    words, palette = around.words, around.palette
    text = Text(words("table.guide.spells") + "\n", palette.quiet)
    for spell in SPELLS.values():
        text.append(f"\n{spell.coat.letter} ", palette.strong)
        text.append(words(f"spell.{spell.key}"), palette.strong)
        boxes = words("table.guide.boxes", count=spell.boxes, coat=land_words(spell.coat, words))
        text.append(f"  {boxes}\n", palette.quiet)
        text.append(f"  {words(f'spell.{spell.key}.about')}", palette.plain)
    return text.append(f"\n\n{words('table.guide.castle')}", palette.plain)
