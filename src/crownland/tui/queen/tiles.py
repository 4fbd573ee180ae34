"""The building tiles in signs and in words."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from crownland.games.meaning import Meaning
from crownland.games.queen.building import BUILDINGS, Building
from crownland.games.view import Tray
from crownland.table.wording import reason_words
from crownland.tui.looks import COIN, CROWN
from crownland.tui.queen.signs import KNIGHT, TOWER
from crownland.tui.terminal import Terminal
from crownland.words import Words

__all__ = ["tile_about", "tile_note", "tile_signs", "tiles_guide"]


def tile_signs(building: Building) -> str:
    """``2/g 1♞``: points, what they are for, and what the tile brings at once."""
    parts = []
    if building.points:
        per = {"fixed": "", "knight": f"/{KNIGHT}", "tower": f"/{TOWER}"}
        parts.append(f"{building.points}{per.get(building.points_per, f'/{building.points_per[0]}')}")
    if building.tax_bonus:
        parts.append(f"{COIN}/{KNIGHT if building.tax_bonus == 'knight' else TOWER}")
    for count, sign in ((building.crowns, CROWN), (building.knights, KNIGHT), (building.towers, TOWER)):
        parts += [f"{count}{sign}"] if count else []
    return " ".join(parts)


def tile_about(key: str, words: Words) -> str:
    """``2 points for each town property, 1 knight``."""
    building = BUILDINGS[key]
    parts = []
    if building.points_per.endswith("_property"):
        terrain = words(f"terrain.{building.points_per.removesuffix('_property')}")
        parts.append(words("table.tile.per-property", points=building.points, terrain=terrain))
    elif building.points_per != "fixed":
        parts.append(words(f"table.tile.per-{building.points_per}", count=building.points))
    elif building.points:
        parts.append(words("table.tile.points", count=building.points))
    if building.tax_bonus:
        parts.append(words(f"table.tile.tax-{building.tax_bonus}"))
    parts += [words("count.crowns", count=building.crowns)] if building.crowns else []
    parts += [words("table.tile.knights", count=building.knights)] if building.knights else []
    parts += [words("table.tile.towers", count=building.towers)] if building.towers else []
    return ", ".join(parts)


def tile_note(meaning: Meaning, words: Words) -> str:
    """What the tile that an action is about does."""
    return ", ".join(tile_about(piece.key, words) for piece in meaning.pieces if piece.key in BUILDINGS)


def tiles_guide(tray: Tray, terminal: Terminal) -> Text:
    """Every kind of tile: how many have not been seen yet, what it does, and how sure we are of it (Q15)."""
    words, palette, left = terminal.words, terminal.palette, dict(tray.left)
    text = Text(words("table.guide.tiles") + "\n", palette.quiet)
    widest = max(cell_len(reason_words(key, words)) for key in BUILDINGS)
    for key, building in BUILDINGS.items():
        text.append(f"\n{left.get(key, 0)}/{building.copies}  ", palette.quiet)
        text.append(set_cell_size(reason_words(key, words), widest), palette.strong)
        text.append(f"  {tile_about(key, words)}", palette.plain)
        text.append(" *" if building.is_assumed else "", palette.quiet)
    return text.append(f"\n\n{words('table.guide.assumed')}", palette.quiet)
