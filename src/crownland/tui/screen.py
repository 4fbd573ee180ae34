"""The base of all screens: panes to paint on, and a message when the window is too small."""

from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from crownland.tui.canvas import Canvas
from crownland.tui.terminal import Terminal

__all__ = ["SMALLEST", "BaseScreen", "Pane"]

SMALLEST = 80, 24
ResultT = TypeVar("ResultT")


class Pane(Widget):
    """A rectangle that *paint* fills."""

    ALLOW_SELECT = False

    def __init__(self, paint: Callable[[Canvas], None], terminal: Terminal, *, id: str) -> None:
        super().__init__(id=id)
        self._paint = paint
        self._terminal = terminal
        self._canvas: Canvas | None = None

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = self._painted()
        return Strip(self._canvas.segments(y), width) if y < height else Strip.blank(width)

    def repaint(self) -> None:
        """Paints again, and sends only the rows that changed."""
        if not self.size.area:
            return
        before, self._canvas = self._canvas, self._painted()
        if before is None or (before.width, before.height) != (self._canvas.width, self._canvas.height):
            self.refresh()
        elif rows := self._canvas.changed_rows(before):
            self.refresh(*(Region(0, y, self._canvas.width, 1) for y in rows))

    def _painted(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height, self._terminal.palette.plain)
        self._paint(canvas)
        return canvas


class BaseScreen(Screen[ResultT]):
    """A screen that needs 80 × 24, and says so when it has less."""

    DEFAULT_CSS = """
    BaseScreen > .too-small { display: none; width: 100%; height: 100%; content-align: center middle; }
    BaseScreen.-small > * { display: none; }
    BaseScreen.-small > .too-small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []
    ALLOW_SELECT = False

    def __init__(self, terminal: Terminal) -> None:
        super().__init__()
        self.terminal = terminal

    def body(self) -> ComposeResult:
        """The widgets of the screen."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield Static("", classes="too-small", markup=False)

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        self.set_class(self.is_small, "-small")
        needed = {"width": SMALLEST[0], "height": SMALLEST[1], "columns": width, "rows": height}
        self.query_one(".too-small", Static).update(self.terminal.words("table.too-small", **needed))

    @property
    def is_small(self) -> bool:
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In a window that is too small one can only leave."""
        return not self.is_small or action in ("leave", "close", "quit")

    def repaint(self) -> None:
        """Paints every pane again."""
        for pane in self.query(Pane):
            pane.repaint()
