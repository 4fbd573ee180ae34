"""Kingdoms and dominoes painted in cells: letter, texture, crowns; colour comes on top."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import Half
from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.square import CASTLE, Mask, Square, column, row, square_at
from crownland.tui.canvas import Canvas
from crownland.tui.looks import CASTLE_SIGN, MARK, letter_of, texture_of
from crownland.tui.palette import Mood, Palette, style

__all__ = ["Cell", "Grid", "Marker", "Scene", "paint_half", "paint_kingdom"]

LARGEST_CELL = 6
LABELS = 3, 1  # the columns of the row numbers, the rows of the column letters


class Cell(NamedTuple):
    """The size of a square on the canvas. Twice as wide as high looks square."""

    columns: int
    rows: int

    @classmethod
    def of(cls, rows: int) -> "Cell":
        return cls(2 * rows, rows)


@dataclass(frozen=True, slots=True)
class Marker:
    """What stands on a square beside its crowns: a sign, a named piece, a mark that the square comes into question.

    *short* are two letters for *name*, where there is no room for more.
    """

    sign: str = ""
    name: str = ""
    short: str = ""
    mark: bool = False


NOTHING = Marker()


@dataclass(frozen=True, slots=True)
class Scene:
    """A kingdom and what is to be seen in it.

    *marks* are squares in question and *cursor* the picked ones, *ghost* is what an action would lay, *fresh* land was
    laid last, *lit* land lights up alone. *markers* stand on the squares.
    """

    kingdom: Kingdom
    seats: tuple[Seat, ...]
    marks: Mask = 0
    ghost: Mapping[Square, Half] = field(default_factory=dict)
    fresh: Mask = 0
    lit: Mask | None = None
    cursor: Mask = 0
    markers: Mapping[Square, Marker] = field(default_factory=dict)

    def marker(self, square: Square) -> Marker:
        marker = self.markers.get(square, NOTHING)
        return replace(marker, mark=True) if self.marks >> square & 1 and square not in self.ghost else marker

    def mood(self, square: Square) -> Mood:
        if square in self.ghost or (self.fresh | self.cursor) >> square & 1:
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
        """The square that is painted at a point of the canvas."""
        west, south, east, north = self.area
        across, up = west + (x - self.x) // self.cell.columns, north - (y - self.y) // self.cell.rows
        return square_at(across, up) if west <= across <= east and south <= up <= north else None


def paint_kingdom(canvas: Canvas, grid: Grid, scene: Scene, palette: Palette) -> None:
    west, south, east, north = grid.area
    for up in range(south, north + 1):
        for across in range(west, east + 1):
            square = square_at(across, up)
            half = scene.ghost.get(square) or scene.kingdom.at(square)
            x, y = grid.corner(square)
            if square == CASTLE:
                _paint_castle(canvas, x, y, grid.cell, scene, palette)
            elif half is None:
                _paint_free(canvas, x, y, grid.cell, square, scene, palette)
            else:
                paint_half(canvas, x, y, grid.cell, half, palette, scene.mood(square), scene.marker(square))
    if grid.labels:
        _paint_labels(canvas, grid, palette)


def paint_half(
    canvas: Canvas,
    x: int,
    y: int,
    cell: Cell,
    half: Half,
    palette: Palette,
    mood: Mood = "calm",
    marker: Marker = NOTHING,
) -> None:
    """A half of a domino and what stands on it. What is bright shows without colour too."""
    if cell.rows == 1:
        _paint_low(canvas, x, y, cell, half, palette, mood, marker)
        return
    writing, texture = palette.land_styles(half.terrain, mood)
    pattern = texture_of(half.terrain)
    for j in range(cell.rows):
        canvas.put(x, y + j, (pattern[j % 2] * cell.columns)[: cell.columns], texture)
    inset = cell.rows // 3
    at = canvas.put(x + inset, y + inset, f"{letter_of(half.terrain, mood == 'bright')} ", writing)
    crowns, last = half.terrain.crown_sign() * half.crowns, x + cell.columns - 1
    if marker.name:
        canvas.put(x, y + cell.rows - 1, f"{marker.name:{cell.columns}}"[: cell.columns], writing)
        canvas.put(at, y + inset, crowns, palette.crown)
    else:
        canvas.put(x + inset, y + inset + 1, crowns, palette.crown)
    if marker.sign or marker.mark:
        canvas.put(last, y + inset, marker.sign or MARK, writing)


def _paint_low(
    canvas: Canvas, x: int, y: int, cell: Cell, half: Half, palette: Palette, mood: Mood, marker: Marker
) -> None:
    """One row: letter, crowns, and a sign where a third column is; a named piece shows two letters."""
    writing, texture = palette.land_styles(half.terrain, mood)
    canvas.fill(x, y, cell.columns, 1, texture)
    letter, last = letter_of(half.terrain, mood == "bright"), x + cell.columns - 1
    sign = marker.sign or (MARK if marker.mark else "")
    if marker.name:
        if cell.columns > 2:
            canvas.put(x, y, sign or letter, writing)
        canvas.put(last - 1, y, marker.short or marker.name[:2].capitalize(), writing)
        return
    canvas.put(x, y, letter[: cell.columns], writing)
    if half.crowns:
        canvas.put(x + 1, y, str(half.crowns), palette.crown)
    canvas.put(last, y, sign, writing)


def _paint_castle(canvas: Canvas, x: int, y: int, cell: Cell, scene: Scene, palette: Palette) -> None:
    chip = palette.chip(scene.seats[0])
    canvas.fill(x, y, *cell, chip)
    text = CASTLE_SIGN if cell.rows == 1 else CASTLE_SIGN + "".join(map(seat_letter, scene.seats))
    canvas.put(x + (cell.columns - len(text)) // 2, y + (cell.rows - 1) // 2, text, chip)


def _paint_free(canvas: Canvas, x: int, y: int, cell: Cell, square: Square, scene: Scene, palette: Palette) -> None:
    marked = scene.marks >> square & 1
    light = (column(square) + row(square)) % 2
    fill = palette.shade((0.22, 0.26)[light] if marked else (0.03, 0.06)[light])
    canvas.fill(x, y, *cell, palette.on(fill))
    mark, ink = (MARK, palette.ink) if marked else ("·", palette.shade(0.3))
    canvas.put(x + (cell.columns - 1) // 2, y + (cell.rows - 1) // 2, mark, style(ink, fill, bold=bool(marked)))


def _paint_labels(canvas: Canvas, grid: Grid, palette: Palette) -> None:
    west, south, east, north = grid.area
    bottom = grid.y + (north - south + 1) * grid.cell.rows
    for across in range(west, east + 1):
        x, _ = grid.corner(square_at(across, south))
        canvas.put(x + (grid.cell.columns - 1) // 2, bottom, "abcdefghijklm"[across], palette.quiet)
    for up in range(south, north + 1):
        _, y = grid.corner(square_at(west, up))
        canvas.put_right(grid.x - 1, y + (grid.cell.rows - 1) // 2, str(up + 1), palette.quiet)


def _largest(columns: int, rows: int, width: int, height: int) -> Cell:
    """The largest cell for so many squares; the smallest ones are wider when there is room, to be read better."""
    cell = Cell.of(max(1, min(LARGEST_CELL, width // (2 * columns), height // rows)))
    return Cell(3, 1) if cell.rows == 1 and 3 * columns <= width else cell
