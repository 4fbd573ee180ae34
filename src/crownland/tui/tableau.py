"""The middle of the table and the bars around it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.cells import cell_len

from crownland.kernel.action import seat_letter
from crownland.table.gain import gain_of
from crownland.tui.badges import marker_of, markers_of
from crownland.tui.board import Grid, Scene, paint_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.guide import has_guide
from crownland.tui.model import Phase, TableModel
from crownland.tui.others import paint_heading
from crownland.tui.path import Stage, path_of
from crownland.tui.terminal import Terminal
from crownland.tui.texts import LETTER, headline, news_of, prompt_text, skipped_text
from crownland.words import Words

__all__ = ["centre_grid", "paint_centre", "paint_head", "paint_keys", "paint_news", "paint_prompt", "put_keys"]

Key = Sequence[str]


def paint_head(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    """What is played, and the kings in the order in which they act."""
    right = canvas.width - 1
    for seat in reversed(table.state.order):
        right = canvas.put_right(right, 0, f" {seat_letter(seat)} ", terminal.palette.chip(seat)) - 1
    canvas.put(1, 0, fitted(headline(table, terminal.words), right - 2), terminal.palette.quiet)


def centre_grid(table: TableModel, width: int, height: int) -> Grid:
    """Where the squares of the large kingdom lie: all that it can still reach, under its heading."""
    return Grid.fit(table.view.realms[table.centre].area, 0, 1, width, height - 1)


def paint_centre(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    """The kingdom of the one that acts, with what the chooser shows in it."""
    state, centre, words = table.state, table.centre, terminal.words
    realm, chooser = table.view.realms[centre], table.chooser
    paint_heading(canvas, 0, 0, canvas.width, table, centre, terminal, loud=True)
    scene = Scene(realm.kingdom, realm.seats, markers=markers_of(realm, words))
    if chooser is not None and state.actor is not None and state.kingdom_of(state.actor) == centre:
        planned = {square: marker_of(piece, words) for square, piece in chooser.planned.items()}
        markers = {**scene.markers, **planned}
        scene = replace(scene, marks=chooser.marks, ghost=chooser.ghost, cursor=chooser.cursor, markers=markers)
    else:
        scene = replace(scene, fresh=table.fresh(centre))
    paint_kingdom(canvas, centre_grid(table, canvas.width, canvas.height), scene, terminal.palette)


def paint_news(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    """What happened last, or a note on what is picked; on the right the steps of the turn."""
    words, palette = terminal.words, terminal.palette
    path = path_of(table)
    news = news_of(table, words, canvas.width)
    if len(table.choosers) == 1 and news and cell_len(news[-1][1]) + LETTER > canvas.width - _path_width(path, words):
        path = ()  # where there is nothing to choose, news are worth more
    _paint_path(canvas, path, terminal)
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


def _paint_path(canvas: Canvas, path: Sequence[Stage], terminal: Terminal) -> None:
    palette, right = terminal.palette, canvas.width - 1
    styles = {"now": palette.strong, "open": palette.plain, "done": palette.quiet, "shut": palette.quiet}
    for stage in reversed(path):
        right = canvas.put_right(right, 0, stage.text(terminal.words), styles[stage.status]) - 1


def paint_prompt(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    """Who is to act and what to do; on the right what it would bring."""
    palette, words = terminal.palette, terminal.words
    x = 1
    seat = table.state.actor
    if seat is not None:
        x = canvas.put(0, 0, f" {seat_letter(seat)} {fitted(table.players[seat].name, 20)} ", palette.chip(seat)) + 1
    x = canvas.put(x, 0, fitted(prompt_text(table, words), canvas.width - x), palette.strong) + 2
    room = canvas.width - x - 1
    if table.phase is Phase.PERSON and room > 0:
        detail = _detail(table, words, room)
        canvas.put_right(canvas.width - 1, 0, detail if cell_len(detail) <= room else "", palette.strong)


def _detail(table: TableModel, words: Words, room: int) -> str:
    """What the picked action brings, or what else could be done before it."""
    chooser = table.chooser
    if chooser is None:
        return ""
    detail = chooser.detail(words, room)
    if detail is None:
        return gain_of(table.state, chooser.action).text(words, room)
    return detail or skipped_text(table, words)


def paint_keys(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    put_keys(canvas, _keys(table), terminal)


def put_keys(canvas: Canvas, keys: Iterable[Key], terminal: Terminal) -> None:
    """A row of keys and what each does, as many as there is room for."""
    x = 1
    for key, does in keys:
        name = f"table.key.{does}"
        text = terminal.words(name if name in terminal.words else "table.key.token")
        if x + cell_len(key) + 1 + cell_len(text) > canvas.width:
            continue
        x = canvas.put(x, 0, key, terminal.palette.strong) + 1
        x = canvas.put(x, 0, text, terminal.palette.quiet) + 2


def _keys(table: TableModel) -> Iterable[Key]:
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
    if has_guide(table):
        yield "b", "guide"
    yield from (("?", "help"), ("q", "quit"), ("s", "scores"))
