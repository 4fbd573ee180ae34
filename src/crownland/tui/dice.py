"""Duel's four dice, and who took which."""

from crownland.games.duel.dice import DICE, Face
from crownland.games.duel.state import State as Duel
from crownland.kernel.action import seat_letter
from crownland.kernel.domino import Half
from crownland.tui.around import Surroundings
from crownland.tui.board import Cell, draw_half
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.lines import POINTER
from crownland.tui.model import Table
from crownland.tui.palette import Mood, Palette

__all__ = ["die_under", "draw_dice"]

NUMBER = 4  # columns for the pointer, the number and blanks
OWNER = 4  # columns for a blank and the owner
LARGEST = 4


def die_under(y: int, height: int) -> int | None:
    """The die that is drawn at row *y* of a pane."""
    at = (y - 1) // _step(height)
    return at + 1 if y >= 1 and at < len(DICE) else None


def draw_dice(canvas: Canvas, table: Table, around: Surroundings) -> None:
    state, palette = table.state, around.palette
    if not isinstance(state, Duel):
        return
    canvas.put(0, 0, fitted(around.words("table.dice"), canvas.width), palette.quiet)
    step = _step(canvas.height)
    rows = max(1, min(LARGEST, step - 1, (canvas.width - NUMBER - OWNER) // 2))
    picked = () if table.chooser is None else table.chooser.dice
    for at, die in enumerate(DICE):
        y = 1 + at * step
        middle = y + (rows - 1) // 2
        if die in picked:
            canvas.put(0, middle, POINTER, palette.strong)
        canvas.put_right(NUMBER - 1, middle, str(die), palette.strong if die in picked else palette.plain)
        if not state.dice:
            continue
        _draw_face(canvas, NUMBER, y, rows, _shown(state, die), palette, "bright" if die in picked else "calm")
        owner = state.taken[at]
        if owner is not None:
            canvas.put(NUMBER + 2 * rows + 1, middle, f" {seat_letter(owner)} ", palette.chip(owner))


def _step(height: int) -> int:
    """The rows from one die to the next."""
    return max(1, (height - 1) // len(DICE))


def _shown(state: Duel, die: int) -> Half | None:
    """What *die* will be drawn as, as far as that is decided; None is a wild face without a name."""
    drawing = state.drawing
    if drawing is None or die not in drawing.dice:
        return _half(DICE[die][state.dice[die - 1]])
    at = drawing.dice.index(die)
    coat = drawing.coats[at]
    return None if coat is None else Half(coat, drawing.shown[at].crosses + (drawing.bonus == die))


def _half(face: Face) -> Half | None:
    return None if face.coat is None else Half(face.coat, face.crosses)


def _draw_face(canvas: Canvas, x: int, y: int, rows: int, half: Half | None, palette: Palette, mood: Mood) -> None:
    if half is not None:
        draw_half(canvas, x, y, Cell.of(rows), half, palette, mood)
        return
    style = palette.on(palette.shade(0.3 if mood == "bright" else 0.15))
    canvas.fill(x, y, 2 * rows, rows, style)
    canvas.put(x + rows // 3, y + rows // 3, "?*" if mood == "bright" else "?", style)
