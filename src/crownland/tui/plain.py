"""A tray without a painter of its own, as a list: its title, and a row for every slot."""

from collections.abc import Sequence

from crownland.games.view import Slot, Tray
from crownland.kernel.action import seat_letter
from crownland.table.wording import badge_words, named, piece_words
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import COIN, POINTER
from crownland.tui.model import TableModel
from crownland.tui.registry import SlotAt, TrayPainter
from crownland.tui.terminal import Terminal
from crownland.words import Words

__all__ = ["PLAIN_TRAY"]

NARROW, WIDEST = 24, 64
MOST_ROWS = 7  # of one tray
FULL, EMPTY = "■", "□"


def _columns(spare: int, is_tight: bool) -> int:
    return min(NARROW + 2 * spare, WIDEST)


def _rows(trays: Sequence[Tray], width: int, height: int) -> int:
    return sum(_rows_of(tray) for tray in trays)


def _rows_of(tray: Tray) -> int:
    return min(MOST_ROWS, 1 + len(tray.slots))


def _first(tray: Tray, picked: Sequence[int]) -> int:
    """The first slot that is shown: what is picked can always be seen."""
    room = _rows_of(tray) - 1
    return max(0, max(picked, default=0) - room + 1)


def _paint(canvas: Canvas, trays: Sequence[Tray], table: TableModel, terminal: Terminal) -> None:
    palette, words, y = terminal.palette, terminal.words, 0
    for tray in trays:
        picked = () if table.chooser is None else table.chooser.slots(tray)
        first = _first(tray, picked)
        title = [named(words, f"tray.{tray.key}", tray.key), *(badge_words(badge, words) for badge in tray.badges)]
        canvas.put(0, y, fitted(" · ".join(title), canvas.width), palette.quiet)
        for row, slot in enumerate(tray.slots[first : first + _rows_of(tray) - 1], start=1):
            place = first + row - 1
            style = palette.strong if place in picked else palette.quiet if slot.is_done else palette.plain
            x = canvas.put(0, y + row, f"{POINTER if place in picked else ' '}{place + 1} ", style)
            if slot.seat is not None:
                x = canvas.put(x, y + row, f" {seat_letter(slot.seat)} ", palette.chip(slot.seat)) + 1
            canvas.put(x, y + row, fitted(_text(slot, words), canvas.width - x), style)
        y += _rows_of(tray)


def _text(slot: Slot, words: Words) -> str:
    """``rake 3● ■□ □□``."""
    parts = ["–" if slot.piece is None else piece_words(slot.piece, words, with_halves=True)]
    parts += [] if slot.price is None else [f"{slot.price}{COIN}"]
    parts += [FULL * filled + EMPTY * (slot.boxes - filled) for filled in slot.filled] if slot.boxes else []
    return " ".join(parts)


def _slot_under(trays: Sequence[Tray], x: int, y: int, width: int, height: int) -> SlotAt | None:
    for tray in trays:
        if 1 <= y < _rows_of(tray):
            return tray.key, y - 1
        y -= _rows_of(tray)
    return None


PLAIN_TRAY = TrayPainter("right", _paint, columns=_columns, rows=_rows, slot_under=_slot_under)
