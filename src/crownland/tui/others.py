"""The other kingdoms, small: name, score, land, and the dominoes their kings stand on."""

from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import State
from crownland.games.view import Piece
from crownland.kernel.action import seat_letter
from crownland.tui.badges import markers_of, purse_text
from crownland.tui.board import Cell, Grid, Scene, paint_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.lines import paint_piece
from crownland.tui.looks import POINTER
from crownland.tui.model import TableModel
from crownland.tui.palette import style
from crownland.tui.terminal import Terminal

__all__ = ["others_width", "paint_heading", "paint_others"]

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
    wide, high = state.extent
    others = max(1, len(state.kingdoms) - 1)
    for above in (2, 1):
        for abreast in range(1, others + 1):
            if rows // -(-others // abreast) >= high + above:
                return abreast * (2 * wide + 3) - 1
    return 2 * wide


def paint_others(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    palette, words, state = terminal.palette, terminal.words, table.state
    others = [kingdom for kingdom in range(len(state.kingdoms)) if kingdom != table.centre]
    purses = any(purse_text(realm, words) for realm in table.view.realms)
    dominoes = any(tray.kind == "line" for tray in table.view.trays)
    room = _room(canvas.width, canvas.height, len(others), state.extent, purses=purses, dominoes=dominoes)
    for at, kingdom in enumerate(others):
        x, y = at % room.abreast * (room.width + 1), at // room.abreast * room.height
        paint_heading(canvas, x, y, room.width, table, kingdom, terminal)
        if room.purse:
            purse = purse_text(table.view.realms[kingdom], words)
            canvas.put(x, y + 1, fitted(purse, room.width), palette.plain)
        if room.cell:
            _paint_realm(canvas, x, y + 1 + room.purse, room, table, kingdom, terminal)


def _paint_realm(
    canvas: Canvas, x: int, y: int, room: _Room, table: TableModel, kingdom: int, terminal: Terminal
) -> None:
    """The land, and the dominoes that its kings stand on as far as there is room."""
    realm, palette, extent = table.view.realms[kingdom], terminal.palette, table.state.extent
    area = realm.area if realm.is_fixed else realm.kingdom.box
    width, height = area[2] - area[0] + 1, area[3] - area[1] + 1
    scene = Scene(realm.kingdom, realm.seats, fresh=table.fresh(kingdom), markers=markers_of(realm, terminal.words))
    wide, high = 2 * room.cell * extent[0], room.cell * extent[1]
    left, above = (extent[0] - width) * room.cell, (extent[1] - height) * room.cell // 2
    paint_kingdom(canvas, Grid(area, x + left, y + above, Cell.of(room.cell)), scene, palette)
    x, below = (x + wide + 1, y) if room.beside else (x, y + high)
    rows = min(MOST_NEXT, room.height - 1 - room.purse - (0 if room.beside else high))
    if room.abreast > 1 and not room.beside:
        return
    for row, (piece, is_next) in enumerate(_dominoes_of(table, kingdom)[:rows]):
        canvas.put(x, below + row, POINTER if is_next else " ", palette.strong)
        canvas.put_right(x + 4, below + row, piece.key, palette.plain)
        paint_piece(canvas, x + 5, below + row, 1, piece, palette, False)


def paint_heading(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    table: TableModel,
    kingdom: int,
    terminal: Terminal,
    *,
    loud: bool = False,
) -> None:
    """A kingdom's seats, name and score; *loud* on the colour of its house."""
    realm, palette = table.view.realms[kingdom], terminal.palette
    bar = palette.chip(realm.seats[0]) if loud else style(palette.ink, palette.shade(0.12), bold=True)
    canvas.fill(x, y, width, 1, bar)
    acting = table.state.actor in realm.seats
    total = f" {realm.score.total} "
    purse = f" {purse_text(realm, terminal.words)} " if loud else ""
    at = x
    for seat in realm.seats:
        at = canvas.put(at, y, f" {seat_letter(seat)} ", palette.chip(seat))
    at = canvas.put(at, y, POINTER if acting else " ", bar)
    right = canvas.put_right(x + width, y, total, bar)
    if right - at - len(purse) >= SHORTEST_NAME:
        right = canvas.put_right(right, y, purse, bar)
    canvas.put(at, y, fitted(table.names[kingdom], right - at), bar)


def _dominoes_of(table: TableModel, kingdom: int) -> list[tuple[Piece, bool]]:
    """What the kings of *kingdom* stand on, and whether it is to be placed in this round."""
    seats = table.view.realms[kingdom].seats
    lines = sorted((tray for tray in table.view.trays if tray.kind == "line"), key=lambda tray: not tray.keeps_done)
    return [
        (slot.piece, tray.keeps_done)
        for tray in lines
        for slot in tray.slots
        if slot.piece is not None and slot.seat in seats
    ]
