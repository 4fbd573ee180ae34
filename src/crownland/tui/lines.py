"""Lines of dominoes with the kings on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from crownland.games.view import Piece, Slot, Tray
from crownland.kernel.action import Seat, seat_letter
from crownland.table.wording import named
from crownland.tui.board import Cell, paint_half
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.choosers.chooser import ButtonChooser
from crownland.tui.choosers.slot import DominoChooser
from crownland.tui.looks import POINTER, TERRAINS
from crownland.tui.model import Phase, TableModel
from crownland.tui.palette import Mood, Palette
from crownland.tui.registry import Registry, SlotAt, TrayPainter
from crownland.tui.terminal import Terminal

__all__ = ["ROOMY", "Placed", "paint_lines", "paint_piece", "paint_slot", "placed", "register", "to_place"]

NUMBER = 5  # columns for the pointer, the number and a blank
KING = 4  # columns for a blank and the king
FEWEST = 4  # room is kept for so many dominoes, so that nothing jumps while they leave
NARROW, ROOMY, WIDEST = 13, 18, 33  # columns: of dominoes one row high, of two rows, of the largest


def register(registry: Registry) -> None:
    """What all games with dominoes share."""
    registry.trays["line"] = TrayPainter("left", paint_lines, columns=_columns, slot_under=_slot_under)
    registry.choosers |= {"claim": DominoChooser, "discard": ButtonChooser, "end": ButtonChooser}
    registry.lands["terrain"] = TERRAINS


@dataclass(frozen=True, slots=True)
class Placed:
    """A slot of a line, and the row where it is painted in cells of *cell* rows."""

    tray: Tray
    place: int
    y: int
    cell: int

    @property
    def slot(self) -> Slot:
        return self.tray.slots[self.place]


def placed(trays: Sequence[Tray], width: int, height: int) -> tuple[Placed, ...]:
    """The lines one below the other: two of them in the upper and in the lower half."""
    tops = _tops(trays, height)
    room = tops[1] if len(tops) > 1 else height
    longest = max(FEWEST, *(len(tray.slots) for tray in trays))
    cell = max(1, min((room - 2) // longest, (width - NUMBER - KING) // 4))
    found = []
    for at, (tray, top) in enumerate(zip(trays, tops, strict=True)):
        first = top + (0 if at == 0 and len(tray.slots) * cell >= room else 1)
        found += [Placed(tray, place, first + place * cell, cell) for place in range(len(tray.slots))]
    return tuple(found)


def to_place(table: TableModel, tray: Tray) -> Slot | None:
    """The first slot of the line that is being placed, when its king is to act; other kings wait to claim."""
    is_acting = tray.keeps_done and tray.slots and len(table.state.order) == len(tray.slots)
    return tray.slots[0] if is_acting else None


def paint_lines(canvas: Canvas, trays: Sequence[Tray], table: TableModel, terminal: Terminal) -> None:
    words, palette = terminal.words, terminal.palette
    tops = _tops(trays, canvas.height)
    for at, (tray, top) in enumerate(zip(trays, tops, strict=True)):
        is_long = at == 0 and len(tops) > 1 and len(tray.slots) >= tops[1]
        if tray.slots and not is_long:
            canvas.put(0, top, fitted(named(words, f"tray.{tray.key}", tray.key), canvas.width), palette.quiet)
    picked = _picked(table, trays)
    for one in placed(trays, canvas.width, canvas.height):
        paint_slot(canvas, one, one.slot in picked, palette)


def paint_piece(canvas: Canvas, x: int, y: int, cell: int, piece: Piece, palette: Palette, bright: bool) -> None:
    """The halves of a domino side by side."""
    mood: Mood = "bright" if bright else "calm"
    for place, half in enumerate(piece.halves):
        if half is not None:
            paint_half(canvas, x + 2 * cell * place, y, Cell.of(cell), half, palette, mood)


def paint_slot(canvas: Canvas, one: Placed, picked: bool, palette: Palette) -> None:
    """The number of a domino, the domino, and the king on it."""
    piece, king = one.slot.piece, one.slot.seat
    if piece is None:
        return
    middle = one.y + (one.cell - 1) // 2
    if picked:
        canvas.put(0, middle, POINTER, palette.strong)
    canvas.put_right(NUMBER - 1, middle, piece.key, palette.strong if picked else palette.plain)
    paint_piece(canvas, NUMBER, one.y, one.cell, piece, palette, picked)
    if king is not None:
        canvas.put(NUMBER + 4 * one.cell + 1, middle, f" {seat_letter(Seat(king))} ", palette.chip(king))


def _columns(spare: int, is_tight: bool) -> int:
    return NARROW if is_tight else min(ROOMY + spare, WIDEST)


def _slot_under(trays: Sequence[Tray], x: int, y: int, width: int, height: int) -> SlotAt | None:
    for one in placed(trays, width, height):
        if one.y <= y < one.y + one.cell:
            return one.tray.key, one.place
    return None


def _tops(trays: Sequence[Tray], height: int) -> list[int]:
    """The rows of the headings: in equal parts, the last one higher when its line is long."""
    count = max(2, len(trays))
    tops = [(at * height + count - 1) // count for at in range(len(trays))]
    if len(tops) > 1:
        tops[-1] = min(tops[-1], height - 1 - len(trays[-1].slots))
    return tops


def _picked(table: TableModel, trays: Sequence[Tray]) -> list[Slot]:
    """What the person to act picks from the lines, or what is to be placed now."""
    if table.phase not in (Phase.PERSON, Phase.BOT):
        return []
    if table.chooser is not None:
        chosen = [tray.slots[place] for tray in trays for place in table.chooser.slots(tray)]
        if chosen:
            return chosen
    return [slot for tray in trays if (slot := to_place(table, tray)) is not None]
