"""The middle of the table and the bars around it, drawn."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from crownland.kernel.action import seat_letter
from crownland.tui.around import Surroundings
from crownland.tui.board import Grid, View, draw_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.facts import area_of, order_of, seats_of, size_of
from crownland.tui.gain import gain_of
from crownland.tui.model import Phase, Table
from crownland.tui.others import draw_heading
from crownland.tui.texts import headline, news_of, prompt_text

__all__ = ["centre_grid", "draw_centre", "draw_head", "draw_keys", "draw_news", "draw_prompt", "put_keys"]

Key = Sequence[str]


def draw_head(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """What is played, and the kings in the order in which they act."""
    right = canvas.width - 1
    for seat in reversed(order_of(table.state)):
        right = canvas.put_right(right, 0, f" {seat_letter(seat)} ", around.palette.chip(seat)) - 1
    canvas.put(1, 0, fitted(headline(table.state, around.words), right - 2), around.palette.quiet)


def centre_grid(table: Table, width: int, height: int) -> Grid:
    """Where the squares of the large kingdom lie: all that it can still reach, under its heading."""
    area = area_of(table.state.kingdoms[table.centre], size_of(table.state))
    return Grid.fit(area, 0, 1, width, height - 1)


def draw_centre(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """The kingdom of whoever acts, with what the chooser shows in it."""
    state, centre = table.state, table.centre
    draw_heading(canvas, 0, 0, canvas.width, table, centre, around.palette, loud=True)
    view = View(state.kingdoms[centre], seats_of(state, centre), fresh=table.fresh(centre))
    chooser = table.chooser
    if chooser is not None and state.actor is not None and state.kingdom_of(state.actor) == centre:
        view = View(state.kingdoms[centre], view.seats, chooser.marks, chooser.ghost)
    draw_kingdom(canvas, centre_grid(table, canvas.width, canvas.height), view, around.palette)


def draw_news(canvas: Canvas, table: Table, around: Surroundings) -> None:
    x = 0
    for seat, sentence in news_of(table, around.words, canvas.width):
        x = canvas.put(x, 0, f" {seat_letter(seat)} ", around.palette.chip(seat)) + 1
        x = canvas.put(x, 0, fitted(sentence, canvas.width - x), around.palette.quiet) + 2


def draw_prompt(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """Who is to act and what to do; on the right what it would bring."""
    palette, words = around.palette, around.words
    x = 1
    seat = table.state.actor
    if seat is not None:
        x = canvas.put(0, 0, f" {seat_letter(seat)} {fitted(table.players[seat].name, 20)} ", palette.chip(seat)) + 1
    x = canvas.put(x, 0, fitted(prompt_text(table, words), canvas.width - x), palette.strong) + 2
    room = canvas.width - x - 1
    if table.phase is Phase.PERSON and table.chooser is not None and room > 0:
        detail = table.chooser.detail(words, room)
        if detail is None:
            detail = gain_of(table.state, table.chooser.action).text(words, room)
        canvas.put_right(canvas.width - 1, 0, detail if cell_len(detail) <= room else "", palette.strong)


def draw_keys(canvas: Canvas, table: Table, around: Surroundings) -> None:
    put_keys(canvas, _keys(table), around)


def put_keys(canvas: Canvas, keys: Iterable[Key], around: Surroundings) -> None:
    """A row of keys and what each does."""
    x = 1
    for key, does in keys:
        x = canvas.put(x, 0, key, around.palette.strong) + 1
        x = canvas.put(x, 0, around.words(f"table.key.{does}"), around.palette.quiet) + 2


def _keys(table: Table) -> Iterable[Key]:
    if table.phase is Phase.PERSON and table.chooser is not None:
        yield from table.chooser.keys
        yield "Enter", table.chooser.kind
        if len(table.choosers) > 1:
            yield "Tab", "kinds"
    elif table.phase is Phase.OVER:
        yield from (("Enter", "reckoning"), ("n", "new"), ("r", "rematch"), ("w", "write"))
    elif not table.has_people:
        yield "space", "pause"
    if table.can_undo:
        yield "u", "undo"
    yield from (("s", "scores"), ("?", "help"), ("q", "quit"))
