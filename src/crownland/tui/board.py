"""Kingdoms and dominoes drawn in cells: letter, texture, crowns; colour comes on top."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import Half
from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.square import CASTLE, Mask, Square, column, row, square_at
from crownland.tui.canvas import Canvas
from crownland.tui.looks import CASTLE_SIGN, KNIGHT, TEXTURES, crown_sign, letter_of
from crownland.tui.palette import Mood, Palette, style

__all__ = ["Cell", "Grid", "Piece", "View", "draw_half", "draw_kingdom"]

LARGEST_CELL = 6
LABELS = 3, 1  # the columns of the row numbers, the rows of the column letters
MARK = "+"


class Cell(NamedTuple):
    """The size of a square on the canvas. Twice as wide as high looks square."""

    columns: int
    rows: int

    @classmethod
    def of(cls, rows: int) -> "Cell":
        return cls(2 * rows, rows)


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a square beside its crowns: a knight, a building, a mark that the square comes into question."""

    knight: bool = False
    building: str = ""
    mark: bool = False


NOTHING = Piece()


@dataclass(frozen=True, slots=True)
class View:
    """A kingdom and what is to be seen in it.

    *marks* are squares in question and *cursor* the picked ones, *ghost* is what an action would lay, *fresh* land was
    laid last, *lit* land lights up alone. *pieces* stand on the squares.
    """

    kingdom: Kingdom
    seats: tuple[Seat, ...]
    marks: Mask = 0
    ghost: Mapping[Square, Half] = field(default_factory=dict)
    fresh: Mask = 0
    lit: Mask | None = None
    cursor: Mask = 0
    pieces: Mapping[Square, Piece] = field(default_factory=dict)

    def piece(self, square: Square) -> Piece:
        piece = self.pieces.get(square, NOTHING)
        return replace(piece, mark=True) if self.marks >> square & 1 and square not in self.ghost else piece

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
                draw_half(canvas, x, y, grid.cell, half, palette, view.mood(square), view.piece(square))
    if grid.labels:
        _draw_labels(canvas, grid, palette)


def draw_half(
    canvas: Canvas,
    x: int,
    y: int,
    cell: Cell,
    half: Half,
    palette: Palette,
    mood: Mood = "calm",
    piece: Piece = NOTHING,
) -> None:
    """A half of a domino and what stands on it. What is bright shows without colour too."""
    if cell.rows == 1:
        _draw_low(canvas, x, y, cell, half, palette, mood, piece)
        return
    writing, texture = palette.land(half.terrain, mood)
    pattern = TEXTURES[half.terrain.key]
    for j in range(cell.rows):
        canvas.put(x, y + j, (pattern[j % 2] * cell.columns)[: cell.columns], texture)
    inset = cell.rows // 3
    at = canvas.put(x + inset, y + inset, f"{letter_of(half.terrain, mood == 'bright')} ", writing)
    crowns, last = crown_sign(half.terrain) * half.crowns, x + cell.columns - 1
    if piece.building:
        canvas.put(x, y + cell.rows - 1, f"{piece.building:{cell.columns}}"[: cell.columns], writing)
        canvas.put(at, y + inset, crowns, palette.crown)
    else:
        canvas.put(x + inset, y + inset + 1, crowns, palette.crown)
    if piece.knight:
        canvas.put(last, y + inset, KNIGHT, writing)
    elif piece.mark:
        canvas.put(last, y + inset, MARK, writing)


def _draw_low(
    canvas: Canvas, x: int, y: int, cell: Cell, half: Half, palette: Palette, mood: Mood, piece: Piece
) -> None:
    """One row: letter, crowns, and a sign where a third column is; a built square has the building's first letters."""
    writing, texture = palette.land(half.terrain, mood)
    canvas.fill(x, y, cell.columns, 1, texture)
    letter, last = letter_of(half.terrain, mood == "bright"), x + cell.columns - 1
    sign = KNIGHT if piece.knight else MARK if piece.mark else ""
    if piece.building:
        if cell.columns > 2:
            canvas.put(x, y, sign or letter, writing)
        canvas.put(last - 1, y, piece.building[:2].capitalize(), writing)
        return
    canvas.put(x, y, letter[: cell.columns], writing)
    if half.crowns:
        canvas.put(x + 1, y, str(half.crowns), palette.crown)
    canvas.put(last, y, sign, writing)


def _draw_castle(canvas: Canvas, x: int, y: int, cell: Cell, view: View, palette: Palette) -> None:
    chip = palette.chip(view.seats[0])
    canvas.fill(x, y, *cell, chip)
    text = CASTLE_SIGN if cell.rows == 1 else CASTLE_SIGN + "".join(map(seat_letter, view.seats))
    canvas.put(x + (cell.columns - len(text)) // 2, y + (cell.rows - 1) // 2, text, chip)


def _draw_free(canvas: Canvas, x: int, y: int, cell: Cell, square: Square, view: View, palette: Palette) -> None:
    marked = view.marks >> square & 1
    light = (column(square) + row(square)) % 2
    fill = palette.shade((0.22, 0.26)[light] if marked else (0.03, 0.06)[light])
    canvas.fill(x, y, *cell, palette.on(fill))
    mark, ink = (MARK, palette.ink) if marked else ("·", palette.shade(0.3))
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
