"""What the mouse does at the table."""

from typing import TypeVar

from textual import on
from textual.events import Click

from crownland.tui.layout import Side, slot_at
from crownland.tui.model import TableModel
from crownland.tui.screen import BaseScreen
from crownland.tui.tableau import centre_grid
from crownland.tui.terminal import Terminal

__all__ = ["PointingScreen"]

ResultT = TypeVar("ResultT")


class PointingScreen(BaseScreen[ResultT]):
    """A screen with a table, where one can point at squares and at the slots of trays."""

    def __init__(self, terminal: Terminal, table: TableModel) -> None:
        super().__init__(terminal)
        self.table = table

    def action_confirm(self) -> None:
        """Plays what is picked."""
        raise NotImplementedError

    @on(Click, "#centre")
    def point_at_square(self, event: Click) -> None:
        pane = self.query_one("#centre")
        square = centre_grid(self.table, pane.size.width, pane.size.height).square_under(event.x, event.y)
        if square is not None and self.table.chooser is not None:
            self.table.chooser.point_at(square)
            self.repaint()

    @on(Click, "#left")
    def point_left(self, event: Click) -> None:
        self._point_at_slot("left", event)

    @on(Click, "#right")
    def point_right(self, event: Click) -> None:
        self._point_at_slot("right", event)

    @on(Click, "#bottom")
    def point_below(self, event: Click) -> None:
        self._point_at_slot("bottom", event)

    def _point_at_slot(self, side: Side, event: Click) -> None:
        """Picks what lies in the slot; a click on the picked domino of a line claims it."""
        chooser, size = self.table.chooser, self.query_one(f"#{side}").size
        found = slot_at(self.table, side, event.x, event.y, size.width, size.height)
        tray = None if found is None else self.table.view.tray(found[0])
        if chooser is None or found is None or tray is None:
            return
        if chooser.confirms and chooser.slots(tray) == (found[1],):
            self.action_confirm()
        else:
            chooser.point_at_slot(tray, found[1])
            self.repaint()

    @on(Click, "#prompt")
    def click_prompt(self) -> None:
        self.action_confirm()
