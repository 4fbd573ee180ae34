"""The score of a game read out: kingdom by kingdom, land by land, then the standings."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from crownland.kernel.action import seat_letter
from crownland.tui.badges import markers_of
from crownland.tui.board import Grid, Scene, paint_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.model import TableModel
from crownland.tui.reckoning import Reckoning
from crownland.tui.saving import save
from crownland.tui.scores import line_parts, put_line, ranking_text, score_columns
from crownland.tui.screen import BaseScreen, Pane
from crownland.tui.tableau import put_keys
from crownland.tui.terminal import Terminal

__all__ = ["Answer", "ReckoningScreen"]

# What to do when the score was read out.
Answer = Literal["on", "undo", "new", "rematch", "leave"]

LIST = 34  # columns of the lines of a score
AROUND_STANDINGS = 3  # rows: title, blank, keys


class ReckoningScreen(BaseScreen[Answer]):
    CSS = """
    ReckoningScreen > #title, ReckoningScreen > #keys { height: 1; }
    ReckoningScreen > #land { height: 1fr; }
    ReckoningScreen > #end { display: none; height: 1fr; padding: 1 2 0 2; scrollbar-size-vertical: 1; }
    ReckoningScreen.-done > #land { display: none; }
    ReckoningScreen.-done > #end { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,space", "next", ""),
        ("a,end", "all", ""),
        ("u", "undo", ""),
        ("n", "again('new')", ""),
        ("r", "again('rematch')", ""),
        ("w", "write", ""),
        ("escape", "on", ""),
        ("q,ctrl+c", "leave", ""),
    ]

    def __init__(self, terminal: Terminal, table: TableModel, game: int, *, show_all: bool = False) -> None:
        super().__init__(terminal)
        self.table = table
        self.reckoning = Reckoning(table.view, game)
        self._is_long = False  # the standings do not fit the window
        if show_all:
            self.reckoning.show_all()

    def body(self) -> ComposeResult:
        yield Pane(self._paint_title, self.terminal, id="title")
        yield Pane(self._paint_land, self.terminal, id="land")
        with VerticalScroll(id="end"):
            yield Static("", markup=False)
        yield Pane(self._paint_keys, self.terminal, id="keys")

    def on_mount(self) -> None:
        self._update()

    def action_next(self) -> None:
        if self.reckoning.is_done:
            self.dismiss("on")
        else:
            self.reckoning.next()
            self._update()

    def action_all(self) -> None:
        self.reckoning.show_all()
        self._update()

    def action_undo(self) -> None:
        if self.table.can_undo:
            self.dismiss("undo")

    def action_again(self, answer: Answer) -> None:
        if self.reckoning.is_done and self.table.state.is_over:
            self.dismiss(answer)

    def action_write(self) -> None:
        self.notify(save(self.table, self.terminal.words), markup=False)

    def action_on(self) -> None:
        self.dismiss("on")

    def action_leave(self) -> None:
        self.dismiss("leave")

    def on_click(self) -> None:
        self.action_next()

    def _update(self) -> None:
        done = self.reckoning.is_done
        self.set_class(done, "-done")
        if done:
            standings = self._standings()
            self._is_long = len(standings.split(allow_blank=True)) > self.app.size.height - AROUND_STANDINGS
            self.query_one("#end Static", Static).update(standings)
            self.query_one("#end").focus()
        self.repaint()

    def _standings(self) -> Text:
        table, terminal = self.table, self.terminal
        columns = score_columns(table, self.reckoning.game, self.app.size.width - 5, terminal.words, terminal.palette)
        over_all = terminal.words("table.all-games") + "\n" if table.state.games > 1 else ""
        ranking = ranking_text(table, terminal.words, terminal.palette)
        text = Text.assemble((over_all, terminal.palette.quiet), ranking)
        if table.state.is_over:
            text.append("\n\n" + terminal.words("table.seed", seed=table.dealer.seed), terminal.palette.quiet)
        return Text.assemble(text, "\n\n", columns)

    def _paint_title(self, canvas: Canvas) -> None:
        words, games = self.terminal.words, self.table.state.games
        key = "table.standings" if self.reckoning.is_done else "table.reckoning"
        game = words("table.game", game=self.reckoning.game, games=games)
        title = words(key) if games == 1 else f"{words(key)} · {game}"
        canvas.put(1, 0, title, self.terminal.palette.strong)

    def _paint_land(self, canvas: Canvas) -> None:
        """The kingdom with the land that is being read out, and beside it what was read out."""
        reckoning, palette = self.reckoning, self.terminal.palette
        realm = reckoning.realms[reckoning.kingdom]
        lines = reckoning.lines
        lit = lines[-1].squares if lines and lines[-1].squares else None
        width = canvas.width - LIST - 2
        grid = Grid.fit(realm.kingdom.box, 1, 1, width, canvas.height - 2, labels=False)
        markers = markers_of(realm, self.terminal.words)
        paint_kingdom(canvas, grid, Scene(realm.kingdom, realm.seats, lit=lit, markers=markers), palette)
        self._paint_list(canvas, canvas.width - LIST)

    def _paint_list(self, canvas: Canvas, x: int) -> None:
        reckoning, palette, words = self.reckoning, self.terminal.palette, self.terminal.words
        width = LIST - 2
        rows = canvas.height - 3 - len(reckoning.realms)
        self._paint_name(canvas, x, 1, width, reckoning.kingdom, loud=True)
        for y, line in enumerate(reckoning.lines[-rows:], start=2):
            newest = line is reckoning.lines[-1]
            put_line(canvas, x, y, width, line_parts(line, words), palette.strong if newest else palette.plain)
        if not reckoning.lines:
            canvas.put(x, 2, fitted(words("table.no-points"), width), palette.plain)
        for kingdom in range(len(reckoning.realms)):
            y = canvas.height - len(reckoning.realms) + kingdom
            self._paint_name(canvas, x, y, width, kingdom, loud=False)

    def _paint_name(self, canvas: Canvas, x: int, y: int, width: int, kingdom: int, *, loud: bool) -> None:
        """A kingdom and its points as far as they were read out."""
        palette, total = self.terminal.palette, self.reckoning.total(kingdom)
        seats = self.table.state.seats_of(kingdom)
        style = palette.chip(seats[0]) if loud else palette.plain
        canvas.fill(x, y, width, 1, style)
        at = x
        for seat in seats:
            at = canvas.put(at, y, f" {seat_letter(seat)} ", palette.chip(seat))
        canvas.put(at + 1, y, fitted(self.table.names[kingdom], width - 12), style)
        canvas.put_right(x + width, y, "·" if total is None else str(total), style)

    def _paint_keys(self, canvas: Canvas) -> None:
        put_keys(canvas, self._keys(), self.terminal)

    def _keys(self) -> Iterator[tuple[str, str]]:
        if not self.reckoning.is_done:
            yield from (("Enter", "next"), ("a", "all"))
        elif self.table.state.is_over:
            yield from (("n", "new"), ("r", "rematch"), ("w", "write"), ("Enter", "back"))
        else:
            yield "Enter", "next-game"
        if self.table.can_undo:
            yield "u", "undo"
        yield "q", "quit"
        if self.reckoning.is_done and self._is_long:
            yield "↑↓", "scroll"
