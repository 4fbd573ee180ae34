"""The builders' board (Q3): six spaces with their prices, and what lies on them."""

from textwrap import wrap

from crownland.games.queen.building import BUILDINGS, SPACES
from crownland.kernel.terrain import Terrain
from crownland.tui.around import Surroundings
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.court import building_words, court_of, tile_signs
from crownland.tui.lines import POINTER
from crownland.tui.looks import COIN
from crownland.tui.model import Table
from crownland.tui.palette import Mood

__all__ = ["draw_shelf", "space_under"]


def space_under(x: int, width: int) -> int:
    """The space that is drawn at column *x* of a shelf."""
    return min(SPACES - 1, x // (width // SPACES))


def draw_shelf(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """One column to a space: the tile's name, and in the last row the price, what the tile is worth and brings."""
    court, palette, words = court_of(table.state), around.palette, around.words
    if court is None or not canvas.height:
        return
    width = canvas.width // SPACES
    bottom, room = canvas.height - 1, width - 1
    picked = None if table.chooser is None else table.chooser.space
    for space, key in enumerate(court.board):
        x = space * width
        mood: Mood = "bright" if space == picked else "calm"
        style = palette.on(palette.shade(0.1)) if key is None else palette.land(Terrain.TOWN, mood)[0]
        canvas.fill(x, 0, room, canvas.height, style)
        signs = canvas.put(x, bottom, f"{space}{COIN}{POINTER if space == picked else ' '}", style)
        if key is not None:
            name = building_words(key, words)
            for y, text in enumerate(wrap(name, room)[:bottom] if bottom > 1 else [name]):
                canvas.put(x, y, fitted(text, room), style)
            canvas.put(signs, bottom, fitted(tile_signs(BUILDINGS[key]), x + room - signs), style)
