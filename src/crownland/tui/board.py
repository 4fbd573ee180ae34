"""Kingdoms and dominoes drawn in cells: letter, texture, crowns; colour comes on top."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import Half
from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.square import CASTLE, Mask, Square, column, row, square_at
from crownland.kernel.terrain import Terrain
from crownland.tui.canvas import Canvas
from crownland.tui.choosers.chooser import CROWN
from crownland.tui.palette import Mood, Palette, style

__all__ = ["Cell", "Grid", "View", "draw_half", "draw_kingdom"]

LARGEST_CELL = 6
TOWER = "♜"
LABELS = 3, 1  # the columns of the row numbers, the rows of the column letters

# Two rows that repeat over the land.
TEXTURES = {
    Terrain.WHEAT: ("/ / ", " / /"),
    Terrain.FOREST: ("^ ^ ", " ^ ^"),
    Terrain.LAKE: ("~~  ", "  ~~"),
    Terrain.GRASSLAND: ('  " ', '"   '),
    Terrain.SWAMP: ("= o ", " o ="),
    Terrain.MINE: ("<>  ", "  <>"),
    Terrain.TOWN: ("⌂   ", "  ⌂ "),
}


class Cell(NamedTuple):
    """The size of a square on the canvas. Twice as wide as high looks square."""

    columns: int
    rows: int

    @classmethod
    def of(cls, rows: int) -> "Cell":
        return cls(2 * rows, rows)


@dataclass(frozen=True, slots=True)
class View:
    """A kingdom and what is to be seen in it: squares in question, a ghost, fresh land, land that lights up alone."""

    kingdom: Kingdom
    seats: tuple[Seat, ...]
    marks: Mask = 0
    ghost: Mapping[Square, Half] = field(default_factory=dict)
    fresh: Mask = 0
    lit: Mask | None = None

    def mood(self, square: Square) -> Mood:
        if square in self.ghost or self.fresh >> square & 1:
            return "bright"
        if self.lit is not None:
            return "bright" if self.lit >> square & 1 else "faded"
        return "calm"


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the squares of *area* lie on a canvas, from *x*, *y* on."""

    area: Box
    x: int
    y: int
    cell: Cell
    labels: bool = False

    @classmethod
    def fit(cls, area: Box, x: int, y: int, width: int, height: int, *, labels: bool = True) -> "Grid":
        """The largest cells that fit, in the middle of the room; labelled when that makes them no smaller."""
        columns, rows = area[2] - area[0] + 1, area[3] - area[1] + 1
        left, below = LABELS
        cell = _largest(columns, rows, width, height)
        labels = labels and _largest(columns, rows, width - left, height - below) == cell
        left, below = LABELS if labels else (0, 0)
        spare_x, spare_y = width - left - cell.columns * columns, height - below - cell.rows * rows
        return cls(area, x + left + max(0, spare_x // 2), y + max(0, spare_y // 2), cell, labels)

    def corner(self, square: Square) -> tuple[int, int]:
        """The upper left corner of *square*."""
        west, _, _, north = self.area
        return self.x + (column(square) - west) * self.cell.columns, self.y + (north - row(square)) * self.cell.rows

    def square_under(self, x: int, y: int) -> Square | None:
        """The square that is drawn at a point of the canvas."""
        west, south, east, north = self.area
        across, up = west + (x - self.x) // self.cell.columns, north - (y - self.y) // self.cell.rows
        return square_at(across, up) if west <= across <= east and south <= up <= north else None


def draw_kingdom(canvas: Canvas, grid: Grid, view: View, palette: Palette) -> None:
    west, south, east, north = grid.area
    for up in range(south, north + 1):
        for across in range(west, east + 1):
            square = square_at(across, up)
            half = view.ghost.get(square) or view.kingdom.at(square)
            x, y = grid.corner(square)
            if square == CASTLE:
                _draw_castle(canvas, x, y, grid.cell, view, palette)
            elif half is None:
                _draw_free(canvas, x, y, grid.cell, square, view, palette)
            else:
                draw_half(canvas, x, y, grid.cell, half, palette, view.mood(square))
    if grid.labels:
        _draw_labels(canvas, grid, palette)


def draw_half(canvas: Canvas, x: int, y: int, cell: Cell, half: Half, palette: Palette, mood: Mood = "calm") -> None:
    """A half of a domino. What is bright has a capital letter, so that it shows without colour too."""
    writing, texture = palette.land(half.terrain, mood)
    letter = half.terrain.letter.upper() if mood == "bright" else half.terrain.letter
    if cell.rows == 1:
        canvas.fill(x, y, cell.columns, 1, texture)
        canvas.put(x, y, letter, writing)
        if half.crowns:
            canvas.put(x + 1, y, str(half.crowns), palette.crown)
        return
    pattern = TEXTURES[half.terrain]
    for j in range(cell.rows):
        canvas.put(x, y + j, (pattern[j % 2] * cell.columns)[: cell.columns], texture)
    inset = cell.rows // 3
    canvas.put(x + inset, y + inset, f"{letter} ", writing)
    if half.crowns:
        canvas.put(x + inset, y + inset + 1, CROWN * half.crowns, palette.crown)


def _draw_castle(canvas: Canvas, x: int, y: int, cell: Cell, view: View, palette: Palette) -> None:
    chip = palette.chip(view.seats[0])
    canvas.fill(x, y, *cell, chip)
    text = TOWER if cell.rows == 1 else TOWER + "".join(map(seat_letter, view.seats))
    canvas.put(x + (cell.columns - len(text)) // 2, y + (cell.rows - 1) // 2, text, chip)


def _draw_free(canvas: Canvas, x: int, y: int, cell: Cell, square: Square, view: View, palette: Palette) -> None:
    marked = view.marks >> square & 1
    light = (column(square) + row(square)) % 2
    fill = palette.shade((0.22, 0.26)[light] if marked else (0.03, 0.06)[light])
    canvas.fill(x, y, *cell, palette.on(fill))
    mark, ink = ("+", palette.ink) if marked else ("·", palette.shade(0.3))
    canvas.put(x + (cell.columns - 1) // 2, y + (cell.rows - 1) // 2, mark, style(ink, fill, bold=bool(marked)))


def _draw_labels(canvas: Canvas, grid: Grid, palette: Palette) -> None:
    west, south, east, north = grid.area
    bottom = grid.y + (north - south + 1) * grid.cell.rows
    for across in range(west, east + 1):
        x, _ = grid.corner(square_at(across, south))
        canvas.put(x + (grid.cell.columns - 1) // 2, bottom, "abcdefghijklm"[across], palette.quiet)
    for up in range(south, north + 1):
        _, y = grid.corner(square_at(west, up))
        canvas.put_right(grid.x - 1, y + (grid.cell.rows - 1) // 2, str(up + 1), palette.quiet)


def _largest(columns: int, rows: int, width: int, height: int) -> Cell:
    """The largest cell for so many squares; the smallest ones are drawn wider when there is room, to be read better."""
    cell = Cell.of(max(1, min(LARGEST_CELL, width // (2 * columns), height // rows)))
    return Cell(3, 1) if cell.rows == 1 and 3 * columns <= width else cell
