"""The dice, and who took which."""

from collections.abc import Sequence

from crownland.games.meaning import Meaning
from crownland.games.view import Piece, Tray
from crownland.kernel.action import seat_letter
from crownland.kernel.domino import Half
from crownland.table.wording import half_words, named
from crownland.tui.board import Cell, paint_half
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import POINTER
from crownland.tui.model import TableModel
from crownland.tui.palette import Mood, Palette
from crownland.tui.registry import SlotAt
from crownland.tui.terminal import Terminal
from crownland.words import Words

__all__ = ["dice_columns", "die_under", "die_values", "paint_dice", "roll_text"]

NUMBER = 4  # columns for the pointer, the number and blanks
OWNER = 4  # columns for a blank and the owner
LARGEST = 4
NARROW, WIDEST = 13, 20


def dice_columns(spare: int, is_tight: bool) -> int:
    return min(NARROW + spare, WIDEST)


def die_under(trays: Sequence[Tray], x: int, y: int, width: int, height: int) -> SlotAt | None:
    """The die that is painted at row *y* of a pane."""
    tray = trays[0]
    at = (y - 1) // _step(tray, height)
    return (tray.key, at) if y >= 1 and at < len(tray.slots) else None


def paint_dice(canvas: Canvas, trays: Sequence[Tray], table: TableModel, terminal: Terminal) -> None:
    tray, palette = trays[0], terminal.palette
    canvas.put(0, 0, fitted(named(terminal.words, f"tray.{tray.key}", tray.key), canvas.width), palette.quiet)
    step = _step(tray, canvas.height)
    rows = max(1, min(LARGEST, step - 1, (canvas.width - NUMBER - OWNER) // 2))
    picked = () if table.chooser is None else table.chooser.slots(tray)
    for at, slot in enumerate(tray.slots):
        y = 1 + at * step
        middle = y + (rows - 1) // 2
        if at in picked:
            canvas.put(0, middle, POINTER, palette.strong)
        canvas.put_right(NUMBER - 1, middle, str(at + 1), palette.strong if at in picked else palette.plain)
        if slot.piece is None or not slot.piece.halves:
            continue
        mood: Mood = "bright" if at in picked else "calm"
        _paint_face(canvas, NUMBER, y, rows, slot.piece.halves[-1], palette, mood)
        if slot.seat is not None:
            canvas.put(NUMBER + 2 * rows + 1, middle, f" {seat_letter(slot.seat)} ", palette.chip(slot.seat))


def die_values(dice: Sequence[Piece], words: Words) -> dict[str, object]:
    """What the dice of an action show: ``face`` and ``coat`` the first one, ``dice`` and ``coats`` all of them."""
    faces = [half_words(die.halves[-1], words) for die in dice if die.halves]
    first = faces[0] if faces else ""
    return {"face": first, "coat": first, "dice": " + ".join(faces), "coats": " · ".join(faces)}


def roll_text(meaning: Meaning, words: Words) -> str:
    """``Rolled ? f f2 ?.``"""
    faces = [piece.halves[-1] for piece in meaning.pieces]
    return words("table.news.roll", dice=" ".join("?" if face is None else str(face) for face in faces))


def _step(tray: Tray, height: int) -> int:
    """The rows from one die to the next."""
    return max(1, (height - 1) // len(tray.slots))


def _paint_face(canvas: Canvas, x: int, y: int, rows: int, half: Half | None, palette: Palette, mood: Mood) -> None:
    if half is not None:
        paint_half(canvas, x, y, Cell.of(rows), half, palette, mood)
        return
    style = palette.on(palette.shade(0.3 if mood == "bright" else 0.15))
    canvas.fill(x, y, 2 * rows, rows, style)
    canvas.put(x + rows // 3, y + rows // 3, "?*" if mood == "bright" else "?", style)
