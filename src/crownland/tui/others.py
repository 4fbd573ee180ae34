"""The other kingdoms, small: name, score, land, and the dominoes their kings stand on."""

from dataclasses import dataclass

from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DominoId, domino_name
from crownland.tui.around import Surroundings
from crownland.tui.board import Cell, Grid, View, draw_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.facts import seats_of, size_of, turns_of
from crownland.tui.lines import POINTER, draw_domino
from crownland.tui.model import Table
from crownland.tui.palette import Palette, style

__all__ = ["draw_heading", "draw_others"]

NEXT = 9  # columns for a number and a domino beside the land
MOST_NEXT = 4
LARGEST = 4


@dataclass(frozen=True, slots=True)
class _Room:
    """How much of each kingdom there is room for."""

    cell: int  # rows of a square; 0 when only the heading fits
    height: int  # rows of the whole, heading and gap included
    beside: bool  # whether the dominoes come beside the land, and not under it


def _room(width: int, height: int, kingdoms: int, size: int) -> _Room:
    """The largest squares that fit with the dominoes beside the land or below it."""
    each = height // max(1, kingdoms)
    for cell in range(LARGEST, 0, -1):
        wide, land = 2 * cell * size, 1 + cell * size
        beside = wide + 1 + NEXT <= width
        if wide <= width and land <= each and (beside or cell == 1 or land + 2 <= each):
            return _Room(cell, each, beside)
    return _Room(0, max(1, each), beside=True)


def draw_others(canvas: Canvas, table: Table, around: Surroundings) -> None:
    palette = around.palette
    others = [kingdom for kingdom in range(len(table.state.kingdoms)) if kingdom != table.centre]
    size = size_of(table.state)
    room = _room(canvas.width, canvas.height, len(others), size)
    for at, kingdom in enumerate(others):
        y = at * room.height
        draw_heading(canvas, 0, y, canvas.width, table, kingdom, palette)
        if not room.cell:
            continue
        land = table.state.kingdoms[kingdom]
        view = View(land, seats_of(table.state, kingdom), fresh=table.fresh(kingdom))
        wide, high = 2 * room.cell * size, room.cell * size
        left, above = (size - land.width) * room.cell, (size - land.height) * room.cell // 2
        grid = Grid(land.box, left, y + 1 + above, Cell.of(room.cell))
        draw_kingdom(canvas, grid, view, palette)
        x, below = (wide + 1, y + 1) if room.beside else (0, y + 1 + high)
        rows = min(MOST_NEXT, room.height - (1 if room.beside else 1 + high))
        for row, (domino, is_next) in enumerate(_dominoes_of(table, kingdom)[:rows]):
            canvas.put(x, below + row, POINTER if is_next else " ", palette.strong)
            canvas.put_right(x + 4, below + row, domino_name(domino), palette.plain)
            draw_domino(canvas, x + 5, below + row, 1, domino, palette, False)


def draw_heading(
    canvas: Canvas, x: int, y: int, width: int, table: Table, kingdom: int, palette: Palette, *, loud: bool = False
) -> None:
    """A kingdom's seats, name and score; *loud* on the colour of its house."""
    seats = seats_of(table.state, kingdom)
    bar = palette.chip(seats[0]) if loud else style(palette.ink, palette.shade(0.12), bold=True)
    canvas.fill(x, y, width, 1, bar)
    acting = table.state.actor in seats
    total = f" {table.totals[kingdom]} "
    at = x
    for seat in seats:
        at = canvas.put(at, y, f" {seat_letter(seat)} ", palette.chip(seat))
    at = canvas.put(at, y, POINTER if acting else " ", bar)
    canvas.put(at, y, fitted(table.name_of(kingdom), x + width - at - len(total)), bar)
    canvas.put_right(x + width, y, total, bar)


def _dominoes_of(table: Table, kingdom: int) -> list[tuple[DominoId, bool]]:
    """What the kings of *kingdom* stand on, and whether it is to be placed in this round."""
    turns = turns_of(table.state)
    if turns is None:
        return []
    seats: tuple[Seat, ...] = seats_of(table.state, kingdom)
    old = [(domino, True) for domino, seat in turns.old if seat in seats]
    return old + [(domino, False) for domino, seat in turns.claimed if seat in seats]
