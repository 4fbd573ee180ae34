"""Queendomino and Royal Wedding in the terminal: the builders' board, purses, and picking a tile."""

from crownland.tui.looks import COIN
from crownland.tui.queen.choosers import BuildChooser, TileChooser
from crownland.tui.queen.shelf import dragon_text, paint_shelf, shelf_rows, space_under
from crownland.tui.queen.signs import KNIGHT, QUEEN, TOWER
from crownland.tui.queen.tiles import tile_note, tiles_guide
from crownland.tui.registry import Registry, TrayPainter

__all__ = ["register"]


def register(registry: Registry) -> None:
    registry.trays["builders"] = TrayPainter(
        "bottom",
        paint_shelf,
        rows=shelf_rows,
        slot_under=space_under,
        headline=dragon_text,
        guide=tiles_guide,
        help="table.help.signs",
        lands=frozenset({"town"}),
    )
    registry.choosers |= {"build": BuildChooser, "dragon": TileChooser}
    registry.notes |= {"build": tile_note, "dragon": tile_note}
    registry.badges |= {"coin": COIN, "knight": KNIGHT, "tower": TOWER, "queen": QUEEN}
    registry.pieces["knight"] = KNIGHT
