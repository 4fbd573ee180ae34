"""What all screens share: words, colours, panes to draw on, and a word when the terminal is too small."""

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

from crownland.tui.around import Surroundings
from crownland.tui.canvas import Canvas

__all__ = ["ROOM", "Pane", "RoomyScreen"]

ROOM = 80, 24
ResultT = TypeVar("ResultT")


class Pane(Widget):
    """A rectangle that *draw* fills."""

    ALLOW_SELECT = False

    def __init__(self, draw: Callable[[Canvas], None], around: Surroundings, *, id: str) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._around = around
        self._canvas: Canvas | None = None

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = self._drawn()
        return Strip(self._canvas.segments(y), width) if y < height else Strip.blank(width)

    def repaint(self) -> None:
        """Draw again, and send only the rows that changed."""
        if not self.size.area:
            return
        before, self._canvas = self._canvas, self._drawn()
        if before is None or (before.width, before.height) != (self._canvas.width, self._canvas.height):
            self.refresh()
        elif rows := self._canvas.changed_rows(before):
            self.refresh(*(Region(0, y, self._canvas.width, 1) for y in rows))

    def _drawn(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height, self._around.palette.plain)
        self._draw(canvas)
        return canvas


class RoomyScreen(Screen[ResultT]):
    """A screen that needs 80 × 24, and says so instead of breaking when it has less."""

    DEFAULT_CSS = """
    RoomyScreen > .too-small { display: none; width: 100%; height: 100%; content-align: center middle; }
    RoomyScreen.-small > * { display: none; }
    RoomyScreen.-small > .too-small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []
    ALLOW_SELECT = False

    def __init__(self, around: Surroundings) -> None:
        super().__init__()
        self.around = around

    def body(self) -> ComposeResult:
        """The widgets of the screen."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield Static("", classes="too-small", markup=False)

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        self.set_class(self.is_small, "-small")
        needed = {"width": ROOM[0], "height": ROOM[1], "columns": width, "rows": height}
        self.query_one(".too-small", Static).update(self.around.words("table.too-small", **needed))

    @property
    def is_small(self) -> bool:
        return self.size.width < ROOM[0] or self.size.height < ROOM[1]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is done that cannot be seen, but one can always leave."""
        return not self.is_small or action in ("leave", "close", "quit")

    def repaint(self) -> None:
        """Draw every pane again."""
        for pane in self.query(Pane):
            pane.repaint()
