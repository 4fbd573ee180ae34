"""What the mouse does at the table."""

from typing import TypeVar

from textual import on
from textual.events import Click

from crownland.table.facts import turns_of
from crownland.tui.around import Surroundings
from crownland.tui.choosers import ClaimChooser
from crownland.tui.dice import die_under
from crownland.tui.lines import standings
from crownland.tui.model import Table
from crownland.tui.roomy import RoomyScreen
from crownland.tui.shelf import space_under
from crownland.tui.tableau import centre_grid

__all__ = ["PointingScreen"]

ResultT = TypeVar("ResultT")


class PointingScreen(RoomyScreen[ResultT]):
    """A screen with a table, where one can point at squares, dominoes, dice and tiles."""

    def __init__(self, around: Surroundings, table: Table) -> None:
        super().__init__(around)
        self.table = table

    def action_confirm(self) -> None:
        """Play what is picked."""
        raise NotImplementedError

    @on(Click, "#centre")
    def point_at_square(self, event: Click) -> None:
        pane = self.query_one("#centre")
        square = centre_grid(self.table, pane.size.width, pane.size.height).square_under(event.x, event.y)
        if square is not None and self.table.chooser is not None:
            self.table.chooser.point_at(square)
            self.repaint()

    @on(Click, "#lines")
    def point_at_domino(self, event: Click) -> None:
        """Picks a domino, or a die; a click on the picked domino claims it."""
        turns, chooser, pane = turns_of(self.table.state), self.table.chooser, self.query_one("#lines")
        die = die_under(event.y, pane.size.height)
        if turns is None and chooser is not None and die is not None:
            chooser.type_digit(str(die))
            self.repaint()
        if turns is None or not isinstance(chooser, ClaimChooser):
            return
        for standing in standings(turns, pane.size.width, pane.size.height):
            if standing.is_new and standing.y <= event.y < standing.y + standing.cell:
                if standing.domino == chooser.domino:
                    self.action_confirm()
                else:
                    chooser.point_at_domino(standing.domino)
                    self.repaint()
                return

    @on(Click, "#shelf")
    def point_at_tile(self, event: Click) -> None:
        if self.table.chooser is not None and self.table.chooser.space is not None:
            self.table.chooser.type_digit(str(space_under(event.x, self.query_one("#shelf").size.width)))
            self.repaint()

    @on(Click, "#prompt")
    def click_prompt(self) -> None:
        self.action_confirm()
