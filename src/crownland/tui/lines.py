"""The old and the new line with the kings on their dominoes, drawn."""

from dataclasses import dataclass

from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DOMINOES, DominoId, domino_name
from crownland.kernel.turns import Turns
from crownland.table.facts import turns_of
from crownland.tui.around import Surroundings
from crownland.tui.board import Cell, draw_half
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.model import Phase, Table
from crownland.tui.palette import Mood, Palette

__all__ = ["Standing", "draw_domino", "draw_lines", "standings"]

NUMBER = 5  # columns for the pointer, the number and a blank
KING = 4  # columns for a blank and the king
FEWEST = 4  # room is kept for so many dominoes, so that nothing jumps while they leave
POINTER = "▸"


@dataclass(frozen=True, slots=True)
class Standing:
    """A domino of a line, the king on it, and the row where it is drawn in cells of *cell* rows."""

    domino: DominoId
    king: Seat | None
    y: int
    cell: int
    is_new: bool


def standings(turns: Turns, width: int, height: int) -> tuple[Standing, ...]:
    """Both lines by ascending number: the old one in the upper half, the new one in the lower half."""
    longest = max(FEWEST, len(turns.old), len(turns.line))
    half = _new_top(turns, height)
    cell = max(1, min((half - 2) // longest, (width - NUMBER - KING) // 4))
    top = 1 if len(turns.old) * cell < half else 0
    old = [Standing(domino, king, top + at * cell, cell, False) for at, (domino, king) in enumerate(turns.old)]
    new = [Standing(domino, king, half + 1 + at * cell, cell, True) for at, (domino, king) in enumerate(turns.line)]
    return (*old, *new)


def _new_top(turns: Turns, height: int) -> int:
    """The row of the new line's heading: in the middle, or higher when the line is long."""
    return min((height + 1) // 2, height - 1 - len(turns.line))


def draw_lines(canvas: Canvas, table: Table, around: Surroundings) -> None:
    words, palette = around.words, around.palette
    turns = turns_of(table.state)
    if turns is None:
        return
    half = _new_top(turns, canvas.height)
    if turns.old and len(turns.old) < half:
        canvas.put(0, 0, fitted(words("table.old-line"), canvas.width), palette.quiet)
    if turns.line:
        canvas.put(0, half, fitted(words("table.new-line"), canvas.width), palette.quiet)
    for standing in standings(turns, canvas.width, canvas.height):
        _draw_standing(canvas, standing, _is_picked(table, standing), palette)


def draw_domino(canvas: Canvas, x: int, y: int, cell: int, domino: DominoId, palette: Palette, bright: bool) -> None:
    face = DOMINOES[domino]
    mood: Mood = "bright" if bright else "calm"
    draw_half(canvas, x, y, Cell.of(cell), face.left, palette, mood)
    draw_half(canvas, x + 2 * cell, y, Cell.of(cell), face.right, palette, mood)


def _draw_standing(canvas: Canvas, standing: Standing, picked: bool, palette: Palette) -> None:
    middle = standing.y + (standing.cell - 1) // 2
    if picked:
        canvas.put(0, middle, POINTER, palette.strong)
    number = palette.strong if picked else palette.plain
    canvas.put_right(NUMBER - 1, middle, domino_name(standing.domino), number)
    draw_domino(canvas, NUMBER, standing.y, standing.cell, standing.domino, palette, picked)
    if standing.king is not None:
        x = NUMBER + 4 * standing.cell + 1
        canvas.put(x, middle, f" {seat_letter(standing.king)} ", palette.chip(standing.king))


def _is_picked(table: Table, standing: Standing) -> bool:
    """Whether *standing* is what the person to act picks from the line, or what is to be placed now."""
    turns = turns_of(table.state)
    if turns is None or table.phase not in (Phase.PERSON, Phase.BOT):
        return False
    if table.chooser is not None and table.chooser.domino is not None:
        return table.chooser.domino == standing.domino
    return not standing.is_new and not turns.waiting and turns.old[:1] == ((standing.domino, standing.king),)
