"""The other kingdoms, small: name, score, land, and the dominoes their kings stand on."""

from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DominoId, domino_name
from crownland.table.facts import extent_of, seats_of, small_area_in, turns_of
from crownland.tui.around import Surroundings
from crownland.tui.board import Cell, Grid, View, draw_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.court import court_of, pieces_of, purse_text
from crownland.tui.lines import POINTER, draw_domino
from crownland.tui.model import Table
from crownland.tui.palette import Palette, style

__all__ = ["draw_heading", "draw_others", "others_width"]

NEXT = 9  # columns for a number and a domino beside the land
MOST_NEXT = 4
LARGEST = 4
SHORTEST_NAME = 5


@dataclass(frozen=True, slots=True)
class _Room:
    """How much of each kingdom there is room for."""

    cell: int  # rows of a square; 0 when only the headings fit
    width: int
    height: int  # rows of the whole, heading and gap included
    abreast: int  # kingdoms beside each other
    purse: bool  # whether the purse has its own row
    beside: bool  # whether the dominoes come beside the land, and not under it


def _room(width: int, height: int, kingdoms: int, extent: tuple[int, int], *, purses: bool, dominoes: bool) -> _Room:
    """The largest squares that fit, with purses if there are any, and with the dominoes beside the land or below it."""
    for purse in (True, False) if purses else (False,):
        for cell in range(LARGEST, 0, -1):
            wide, land = 2 * cell * extent[0], 1 + purse + cell * extent[1]
            for abreast in range(1, max(1, kingdoms) + 1):
                across, each = (width + 1) // abreast - 1, height // max(1, -(-kingdoms // abreast))
                beside = wide + 1 + NEXT <= across
                below = 0 if beside or cell == 1 or not dominoes else 2
                if wide <= across and land + below <= each:
                    return _Room(cell, across, each, abreast, purse, beside)
    each = max(1, height // max(1, kingdoms))
    return _Room(0, width, each, 1, purses and each > 1, beside=True)


def others_width(state: State[Any], rows: int) -> int:
    """The columns that the other kingdoms need at least, to be seen in so many *rows*."""
    wide, high = extent_of(state)
    others = max(1, len(state.kingdoms) - 1)
    for above in (2, 1):
        for abreast in range(1, others + 1):
            if rows // -(-others // abreast) >= high + above:
                return abreast * (2 * wide + 3) - 1
    return 2 * wide


def draw_others(canvas: Canvas, table: Table, around: Surroundings) -> None:
    palette, state = around.palette, table.state
    others = [kingdom for kingdom in range(len(state.kingdoms)) if kingdom != table.centre]
    purses, dominoes = court_of(state) is not None, turns_of(state) is not None
    room = _room(canvas.width, canvas.height, len(others), extent_of(state), purses=purses, dominoes=dominoes)
    for at, kingdom in enumerate(others):
        x, y = at % room.abreast * (room.width + 1), at // room.abreast * room.height
        draw_heading(canvas, x, y, room.width, table, kingdom, palette)
        if room.purse:
            canvas.put(x, y + 1, fitted(purse_text(state, kingdom), room.width), palette.plain)
        if room.cell:
            _draw_land(canvas, x, y + 1 + room.purse, room, table, kingdom, around)


def _draw_land(canvas: Canvas, x: int, y: int, room: _Room, table: Table, kingdom: int, around: Surroundings) -> None:
    """The land, and the dominoes that its kings stand on as far as there is room."""
    state, palette = table.state, around.palette
    size, area = extent_of(state), small_area_in(state, kingdom)
    width, height = area[2] - area[0] + 1, area[3] - area[1] + 1
    pieces = pieces_of(state, kingdom, around.words)
    view = View(state.kingdoms[kingdom], seats_of(state, kingdom), fresh=table.fresh(kingdom), pieces=pieces)
    wide, high = 2 * room.cell * size[0], room.cell * size[1]
    left, above = (size[0] - width) * room.cell, (size[1] - height) * room.cell // 2
    draw_kingdom(canvas, Grid(area, x + left, y + above, Cell.of(room.cell)), view, palette)
    x, below = (x + wide + 1, y) if room.beside else (x, y + high)
    rows = min(MOST_NEXT, room.height - 1 - room.purse - (0 if room.beside else high))
    if room.abreast > 1 and not room.beside:
        return
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
    purse = f" {purse_text(table.state, kingdom)} " if loud else ""
    at = x
    for seat in seats:
        at = canvas.put(at, y, f" {seat_letter(seat)} ", palette.chip(seat))
    at = canvas.put(at, y, POINTER if acting else " ", bar)
    right = canvas.put_right(x + width, y, total, bar)
    if right - at - len(purse) >= SHORTEST_NAME:
        right = canvas.put_right(right, y, purse, bar)
    canvas.put(at, y, fitted(table.name_of(kingdom), right - at), bar)


def _dominoes_of(table: Table, kingdom: int) -> list[tuple[DominoId, bool]]:
    """What the kings of *kingdom* stand on, and whether it is to be placed in this round."""
    turns = turns_of(table.state)
    if turns is None:
        return []
    seats: tuple[Seat, ...] = seats_of(table.state, kingdom)
    old = [(domino, True) for domino, seat in turns.old if seat in seats]
    return old + [(domino, False) for domino, seat in turns.claimed if seat in seats]
