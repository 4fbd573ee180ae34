"""The builders' board (Q3): the spaces with their printed prices, and what lies on them."""

from collections.abc import Sequence
from textwrap import wrap

from crownland.games.queen.building import BUILDINGS
from crownland.games.view import Tray
from crownland.kernel.terrain import Terrain
from crownland.table.wording import badge_words, piece_words
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import COIN, POINTER
from crownland.tui.model import TableModel
from crownland.tui.palette import Mood
from crownland.tui.queen.tiles import tile_signs
from crownland.tui.registry import SlotAt
from crownland.tui.terminal import Terminal
from crownland.words import Words

__all__ = ["dragon_text", "paint_shelf", "shelf_rows", "space_under"]

TALL = 28  # from so many rows on a name may take two of them
WIDE = 114  # from so many columns on every building has its whole name in one row


def shelf_rows(trays: Sequence[Tray], width: int, height: int) -> int:
    return 3 if height >= TALL and width < WIDE else 2


def space_under(trays: Sequence[Tray], x: int, y: int, width: int, height: int) -> SlotAt | None:
    """The space that is painted at column *x* of a shelf."""
    tray = trays[0]
    spaces = len(tray.slots)
    return tray.key, min(spaces - 1, x // (width // spaces))


def paint_shelf(canvas: Canvas, trays: Sequence[Tray], table: TableModel, terminal: Terminal) -> None:
    """One column to a space: the tile's name, and in the last row the price, what the tile is worth and brings."""
    tray, palette, words = trays[0], terminal.palette, terminal.words
    if not canvas.height:
        return
    width = canvas.width // len(tray.slots)
    bottom, room = canvas.height - 1, width - 1
    picked = () if table.chooser is None else table.chooser.slots(tray)
    for space, slot in enumerate(tray.slots):
        x = space * width
        mood: Mood = "bright" if space in picked else "calm"
        tile = slot.piece
        style = palette.on(palette.shade(0.1)) if tile is None else palette.land_styles(Terrain.TOWN, mood)[0]
        canvas.fill(x, 0, room, canvas.height, style)
        signs = canvas.put(x, bottom, f"{space}{COIN}{POINTER if space in picked else ' '}", style)
        if tile is not None:
            name = piece_words(tile, words)
            for y, text in enumerate(wrap(name, room)[:bottom] if bottom > 1 else [name]):
                canvas.put(x, y, fitted(text, room), style)
            about = tile_signs(BUILDINGS[tile.key]) if tile.key in BUILDINGS else ""
            canvas.put(signs, bottom, fitted(about, x + room - signs), style)


def dragon_text(tray: Tray, words: Words) -> str:
    """Whether the dragon is at home."""
    return ", ".join(badge_words(badge, words) for badge in tray.badges if badge.key == "dragon")
