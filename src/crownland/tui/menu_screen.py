"""The menu before a game: one list of questions, Enter starts."""

from textwrap import wrap
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Click, Key

from crownland.games.setup import Setup
from crownland.kernel.domino import Half
from crownland.kernel.errors import SetupError
from crownland.kernel.terrain import Terrain
from crownland.tui.board import Cell, paint_half
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import CROWN
from crownland.tui.menu import Menu, Row
from crownland.tui.palette import style
from crownland.tui.screen import BaseScreen, Pane
from crownland.tui.tableau import put_keys
from crownland.tui.terminal import Terminal

__all__ = ["Chosen", "MenuScreen"]

# The setup and a word for each seat; None is to leave.
Chosen = tuple[Setup, tuple[str, ...]] | None

TOP = 4  # rows above the list
BELOW = 3  # rows below the list
LEFT, LABEL, WIDTH = 4, 21, 72


class MenuScreen(BaseScreen[Chosen]):
    CSS = """
    MenuScreen > #menu { height: 1fr; }
    MenuScreen > #keys { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up,shift+tab", "move(-1)", ""),
        ("down,tab", "move(1)", ""),
        ("left", "change(-1)", ""),
        ("right", "change(1)", ""),
        ("enter", "start", ""),
        ("backspace", "erase", ""),
        ("escape,ctrl+c", "leave", ""),
    ]

    def __init__(self, terminal: Terminal, menu: Menu) -> None:
        super().__init__(terminal)
        self.menu = menu
        self._problem = ""

    def body(self) -> ComposeResult:
        yield Pane(self._paint_menu, self.terminal, id="menu")
        yield Pane(self._paint_keys, self.terminal, id="keys")

    def action_move(self, by: int) -> None:
        self.menu.move(by)
        self._update()

    def action_change(self, by: int) -> None:
        self.menu.change(by)
        self._update()

    def action_erase(self) -> None:
        self.menu.erase()
        self._update()

    def action_start(self) -> None:
        try:
            self.dismiss((self.menu.setup(), self.menu.seats))
        except SetupError as error:
            self._problem = str(error)
            self.repaint()

    def action_leave(self) -> None:
        self.dismiss(None)

    def on_key(self, event: Key) -> None:
        """Letters are a name where one is asked for; elsewhere q leaves and the space bar changes the value."""
        if event.character is None or not event.is_printable or self.is_small:
            return
        if self.menu.row.is_text:
            self.menu.type(event.character)
        elif event.character == " ":
            self.menu.change(1)
        elif event.character == "q":
            self.action_leave()
        self._update()

    @on(Click, "#menu")
    def point_at_row(self, event: Click) -> None:
        """Goes to a row; a click on the row that is picked changes it."""
        at = event.y - TOP + self._first(self.query_one("#menu").size.height)
        if event.y >= TOP and at < len(self.menu.rows):
            if at == self.menu.at:
                self.menu.change(1)
            self.menu.at = at
            self._update()

    def _update(self) -> None:
        self._problem = ""
        self.repaint()

    def _first(self, height: int) -> int:
        """The first row that is shown, when not all of them fit."""
        room = height - TOP - BELOW
        return max(0, min(self.menu.at - room // 2, len(self.menu.rows) - room))

    def _paint_menu(self, canvas: Canvas) -> None:
        words, palette, menu = self.terminal.words, self.terminal.palette, self.menu
        canvas.put(LEFT - 2, 1, CROWN, style(palette["gold"], palette.paper, bold=True))
        canvas.put(LEFT, 1, words("menu.title"), palette.strong)
        canvas.put(LEFT, 2, fitted(words("menu.subtitle"), LABEL + LEFT), palette.quiet)
        for at, terrain in enumerate(Terrain):
            paint_half(canvas, LEFT + LABEL + 8 + 5 * at, 1, Cell.of(2), Half(terrain, 0), palette)
        first = self._first(canvas.height)
        shown = menu.rows[first : first + canvas.height - TOP - BELOW]
        for at, row in enumerate(shown):
            self._paint_row(canvas, TOP + at, row, first + at == menu.at)
        about = self._problem or menu.row.about
        for at, text in enumerate(wrap(about, WIDTH)[: BELOW - 1], start=TOP + len(shown) + 1):
            canvas.put(LEFT, at, text, palette.plain)

    def _paint_row(self, canvas: Canvas, y: int, row: Row, picked: bool) -> None:
        palette = self.terminal.palette
        bar = palette.on(palette.shade(0.16)) if picked else palette.plain
        off = not picked and row.value == self.terminal.words("menu.off")
        if picked:
            canvas.fill(LEFT - 2, y, WIDTH, 1, bar)
        canvas.put(LEFT - 2, y, "▸" if picked else " ", bar)
        x = LEFT
        if isinstance(row.key, int):
            x = canvas.put(x, y, f" {row.label} ", palette.chip(row.key))
        else:
            canvas.put(x, y, row.label, bar)
        value = f"‹ {row.value}{'▏' if picked and row.is_text else ''} ›" if picked else f"  {row.value}"
        canvas.put(LEFT + LABEL, y, fitted(value, WIDTH - LABEL - 2), palette.quiet if off else bar)

    def _paint_keys(self, canvas: Canvas) -> None:
        keys = [("↑↓", "choose"), ("←→", "change"), ("Enter", "start"), ("Esc", "quit")]
        put_keys(canvas, keys, self.terminal)
