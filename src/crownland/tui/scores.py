"""Scores as text: every line with what was multiplied, and the ranking with what decided it."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from crownland.kernel.action import seat_letter
from crownland.kernel.scoring import Score, ScoreLine
from crownland.table.wording import named, reason_words
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import CROWN
from crownland.tui.model import TableModel
from crownland.tui.palette import Palette
from crownland.words import Words

__all__ = ["counted_lines", "line_parts", "put_line", "ranking_text", "score_columns"]

NARROWEST, ROOMY, WIDEST = 17, 24, 30
GAP = 2


def counted_lines(score: Score, game: int) -> tuple[ScoreLine, ...]:
    """The lines of one game that bring points, or take them."""
    return tuple(line for line in score.lines if line.game == game and line.points)


def line_parts(line: ScoreLine, words: Words) -> tuple[str, str, str]:
    """``forest``, ``5 × 2``, ``10``."""
    return reason_words(line.reason, words), line.factors_text, str(line.points)


def score_columns(table: TableModel, game: int, width: int, words: Words, palette: Palette) -> Text:
    """The score of every kingdom in one *game*, side by side, in as many rows as that takes."""
    state = table.state
    scores = state.scores()
    per_row = max(1, min(len(scores), (width + GAP) // (NARROWEST + GAP)))
    column = min(WIDEST, (width + GAP) // per_row - GAP)
    blocks = []
    for start in range(0, len(scores), per_row):
        shown = range(start, min(start + per_row, len(scores)))
        height = 3 + max(len(counted_lines(scores[kingdom], game)) for kingdom in shown)
        canvas = Canvas((column + GAP) * len(shown) - GAP, height, palette.plain)
        for at, kingdom in enumerate(shown):
            _paint_score(canvas, at * (column + GAP), column, table, kingdom, game, words, palette)
        blocks.append(canvas.text())
    return Text("\n").join(blocks)


def ranking_text(table: TableModel, words: Words, palette: Palette) -> Text:
    """``♛ 1. Anna 54``, and from the second on what separates each from the one before."""
    text = Text()
    ranking = table.state.ranking()
    names = {standing.kingdom: table.names[standing.kingdom] for standing in ranking}
    widest = max(map(cell_len, names.values()))
    for standing in ranking:
        text.append("\n" if text else "")
        text.append(f"{CROWN} " if standing.rank == 1 else "  ", f"bold {palette['gold']}")
        text.append(f"{standing.rank}. ", palette.strong)
        for seat in table.state.seats_of(standing.kingdom):
            text.append(f" {seat_letter(seat)} ", palette.chip(seat))
        text.append(f" {set_cell_size(names[standing.kingdom], widest)} {standing.total:>4}", palette.strong)
        if standing.decided_by is not None:
            text.append(f"  {named(words, f'decided.{standing.decided_by}', standing.decided_by)}", palette.quiet)
    return text


def _paint_score(
    canvas: Canvas, x: int, width: int, table: TableModel, kingdom: int, game: int, words: Words, palette: Palette
) -> None:
    score = table.state.scores()[kingdom]
    seats = table.state.seats_of(kingdom)
    at = x
    for seat in seats:
        at = canvas.put(at, 0, f" {seat_letter(seat)} ", palette.chip(seat))
    canvas.put(at + 1, 0, fitted(table.names[kingdom], x + width - at - 1), palette.strong)
    lines = counted_lines(score, game)
    for y, line in enumerate(lines, start=1):
        put_line(canvas, x, y, width, line_parts(line, words), palette.plain)
    total = str(sum(line.points for line in lines))
    canvas.put(x, canvas.height - 2, "─" * width, palette.quiet)
    put_line(canvas, x, canvas.height - 1, width, (words("table.total"), "", total), palette.strong)


def put_line(canvas: Canvas, x: int, y: int, width: int, parts: Sequence[str], style: Style) -> None:
    """A line of a score: its reason on the left, its factors and points on the right."""
    reason, factors, points = parts
    right = canvas.put_right(x + width, y, f"{points:>3}", style)
    if factors:
        right = canvas.put_right(right, y, f"{factors} =" if width >= ROOMY else factors.replace(" ", ""), style)
    canvas.put(x, y, fitted(reason, right - x), style)
