"""The middle of the table and the bars around it, drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.cells import cell_len

from crownland.kernel.action import seat_letter
from crownland.kernel.square import Square
from crownland.table.facts import area_in, order_of, seats_of
from crownland.table.gain import gain_of
from crownland.tui.around import Surroundings
from crownland.tui.board import Grid, Piece, View, draw_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.court import building_words, court_of, pieces_of
from crownland.tui.guide import has_guide
from crownland.tui.model import Phase, Table
from crownland.tui.others import draw_heading
from crownland.tui.path import Stage, path_of
from crownland.tui.texts import LETTER, headline, news_of, prompt_text, skipped_text
from crownland.words import Words

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
    return Grid.fit(area_in(table.state, table.centre), 0, 1, width, height - 1)


def draw_centre(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """The kingdom of whoever acts, with what the chooser shows in it."""
    state, centre = table.state, table.centre
    draw_heading(canvas, 0, 0, canvas.width, table, centre, around.palette, loud=True)
    view = View(state.kingdoms[centre], seats_of(state, centre), pieces=pieces_of(state, centre, around.words))
    chooser = table.chooser
    if chooser is not None and state.actor is not None and state.kingdom_of(state.actor) == centre:
        pieces = {**view.pieces, **_planned(table, around.words)}
        view = replace(view, marks=chooser.marks, ghost=chooser.ghost, cursor=chooser.cursor, pieces=pieces)
    else:
        view = replace(view, fresh=table.fresh(centre))
    draw_kingdom(canvas, centre_grid(table, canvas.width, canvas.height), view, around.palette)


def _planned(table: Table, words: Words) -> dict[Square, Piece]:
    """The knight or the building that the picked action would put into the kingdom."""
    chooser, court = table.chooser, court_of(table.state)
    if chooser is None or court is None:
        return {}
    square: Square | None = getattr(chooser.action, "square", None)
    if square is None or chooser.kind not in ("tax", "build"):
        return {}
    tile = None if chooser.space is None else court.board[chooser.space]
    return {square: Piece(knight=tile is None, building="" if tile is None else building_words(tile, words))}


def draw_news(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """What happened last, or a note on what is picked; on the right the steps of the turn."""
    words, palette = around.words, around.palette
    path = path_of(table)
    news = news_of(table, words, canvas.width)
    if len(table.choosers) == 1 and news and cell_len(news[-1][1]) + LETTER > canvas.width - _path_width(path, words):
        path = ()  # where there is nothing to choose, news are worth more
    _draw_path(canvas, path, around)
    room = canvas.width - _path_width(path, words)
    note = "" if table.chooser is None else table.chooser.note(words)
    if note:
        canvas.put(1, 0, fitted(note, room - 1), palette.plain)
        return
    x = 0
    for seat, sentence in news_of(table, words, room):
        if seat is not None:
            x = canvas.put(x, 0, f" {seat_letter(seat)} ", palette.chip(seat))
        x = canvas.put(x + 1, 0, fitted(sentence, room - x - 1), palette.quiet) + 1


def _path_width(path: Sequence[Stage], words: Words) -> int:
    return sum(cell_len(stage.text(words)) + 1 for stage in path) + 1 if path else 0


def _draw_path(canvas: Canvas, path: Sequence[Stage], around: Surroundings) -> None:
    palette, right = around.palette, canvas.width - 1
    styles = {"now": palette.strong, "open": palette.plain, "done": palette.quiet, "shut": palette.quiet}
    for stage in reversed(path):
        right = canvas.put_right(right, 0, stage.text(around.words), styles[stage.status]) - 1


def draw_prompt(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """Who is to act and what to do; on the right what it would bring."""
    palette, words = around.palette, around.words
    x = 1
    seat = table.state.actor
    if seat is not None:
        x = canvas.put(0, 0, f" {seat_letter(seat)} {fitted(table.players[seat].name, 20)} ", palette.chip(seat)) + 1
    x = canvas.put(x, 0, fitted(prompt_text(table, words), canvas.width - x), palette.strong) + 2
    room = canvas.width - x - 1
    if table.phase is Phase.PERSON and room > 0:
        detail = _detail(table, words, room)
        canvas.put_right(canvas.width - 1, 0, detail if cell_len(detail) <= room else "", palette.strong)


def _detail(table: Table, words: Words, room: int) -> str:
    """What the picked action brings, or what else could be done before it."""
    chooser = table.chooser
    if chooser is None:
        return ""
    detail = chooser.detail(words, room)
    if detail is None:
        return gain_of(table.state, chooser.action).text(words, room)
    return detail or skipped_text(table, words)


def draw_keys(canvas: Canvas, table: Table, around: Surroundings) -> None:
    put_keys(canvas, _keys(table), around)


def put_keys(canvas: Canvas, keys: Iterable[Key], around: Surroundings) -> None:
    """A row of keys and what each does, as many as there is room for."""
    x = 1
    for key, does in keys:
        text = around.words(f"table.key.{does}")
        if x + cell_len(key) + 1 + cell_len(text) > canvas.width:
            continue
        x = canvas.put(x, 0, key, around.palette.strong) + 1
        x = canvas.put(x, 0, text, around.palette.quiet) + 2


def _keys(table: Table) -> Iterable[Key]:
    if table.phase is Phase.PERSON and table.chooser is not None:
        yield from table.chooser.keys
        yield "Enter", table.chooser.kind
        if len(table.choosers) > 1:
            yield "Tab", "step" if path_of(table) else "kinds"
    elif table.phase is Phase.OVER:
        yield from (("Enter", "reckoning"), ("n", "new"), ("r", "rematch"), ("w", "write"))
    elif not table.has_people:
        yield "space", "pause"
    if table.can_undo:
        yield "u", "undo"
    if has_guide(table.state):
        yield "b", "guide"
    yield from (("?", "help"), ("q", "quit"), ("s", "scores"))
