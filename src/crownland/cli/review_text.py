"""A review as text for the terminal: sums, a sparkline, every decision, and boards of the turning points."""

from collections.abc import Iterable
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from crownland.games.protocol import State
from crownland.review.grade import Grade
from crownland.review.review import Decision, Draw
from crownland.review.wording import Telling, action_of
from crownland.tui.board import Cell, Grid, Scene, paint_kingdom
from crownland.tui.canvas import Canvas
from crownland.tui.palette import Palette

__all__ = ["print_review", "sparkline"]

BARS = "▁▂▃▄▅▆▇█"
COLOURS = {
    Grade.BEST: "green",
    Grade.GOOD: "",
    Grade.INACCURACY: "yellow",
    Grade.MISTAKE: "dark_orange",
    Grade.BLUNDER: "bold red",
}


def print_review(console: Console, telling: Telling) -> None:
    words = telling.words
    console.print(telling.title, style="bold", markup=False)
    for note in telling.notes():
        console.print(note, highlight=False)
    console.print("", _sums(telling), "", _sparklines(telling), "", sep="\n")
    console.print(words("review.about"), style="dim", highlight=False)
    console.print()
    console.print(_moments(telling))
    console.print()
    console.print(words("review.turning"), style="bold")
    for moment in telling.review.turning_points():
        console.print()
        console.print(_turning_point(moment, telling))


def sparkline(shares: Iterable[float]) -> str:
    """Returns one bar for each share, from 0 to 1."""
    return "".join(BARS[min(len(BARS) - 1, int(max(0.0, share) * len(BARS)))] for share in shares)


def _sums(telling: Telling) -> Table:
    heads, rows = telling.sums()
    table = Table(*heads, box=None, padding=(0, 2, 0, 0))
    for name, *values in rows:
        table.add_row(escape(name), *values)
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _sparklines(telling: Telling) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for kingdom, name in enumerate(telling.review.names):
        table.add_row(escape(name), sparkline(telling.course(kingdom)))
    return table


def _moments(telling: Telling) -> Table:
    table = Table(*telling.heads(), box=None, padding=(0, 1, 0, 0))
    for at in (3, 4):
        table.columns[at].justify = "right"
    for line in telling.lines():
        grade = Text(telling.grade(line.grade), COLOURS[line.grade] if line.grade else "")
        texts = (escape(text) for text in (line.who, line.deed, line.win, line.changes))
        table.add_row(str(line.round), *texts, grade, escape(line.better), style="" if line.grade else "dim")
    return table


def _turning_point(one: Draw | Decision, telling: Telling) -> Group:
    line, step = telling.line(one), telling.steps[one.seq]
    text = Text(telling.headline(one))
    if isinstance(one, Draw):
        return Group(text, _abreast(_board(step.after, kingdom) for kingdom in range(len(telling.review.names))))
    if line.better:
        text.append(f"\n{telling.words('review.better')}: {line.better} – {telling.reason(one)}", "dim")
    actions = dict.fromkeys(action_of(step.state, way.action) for way in (one.played, one.best))
    after = [step.state.apply(action) for action in actions]
    if len({state.kingdoms[one.kingdom] for state in after}) == 1:
        titles = [f"{telling.words('review.better')}: {line.better}"] if line.better else [""]
    else:
        titles = [telling.words("review.played"), f"{telling.words('review.better')}: {line.better}"]
    boards = (_board(state, one.kingdom, step.state) for state in after)
    return Group(text, _abreast(Group(Text(title), board) for title, board in zip(titles, boards, strict=False)))


def _abreast(boards: Iterable[Group | Text]) -> Columns:
    return Columns(list(boards), padding=(0, 4))


def _board(state: State[Any], kingdom: int, before: State[Any] | None = None) -> Text:
    """Paints a kingdom; what is new since *before* is bright."""
    land = state.kingdoms[kingdom]
    fresh = 0 if before is None else land.occupied & ~before.kingdoms[kingdom].occupied
    west, south, east, north = land.box
    area = (west - 1, south - 1, east + 1, north + 1)
    palette = Palette("dark")
    canvas = Canvas(2 * (area[2] - area[0] + 1), area[3] - area[1] + 1, palette.plain)
    scene = Scene(land, state.seats_of(kingdom), fresh=fresh)
    paint_kingdom(canvas, Grid(area, 0, 0, Cell.of(1)), scene, palette)
    return canvas.text()
