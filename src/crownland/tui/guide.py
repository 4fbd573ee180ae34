"""A sheet to look things up while playing: what the trays of the table offer."""

from rich.text import Text

from crownland.tui.layout import groups_of
from crownland.tui.model import TableModel
from crownland.tui.terminal import Terminal

__all__ = ["guide_text", "has_guide"]


def has_guide(table: TableModel) -> bool:
    return any(painter.guide is not None for painter, _ in groups_of(table.view))


def guide_text(table: TableModel, terminal: Terminal) -> Text:
    """The guides to all trays that have one."""
    guides = [
        painter.guide(tray, terminal)
        for painter, trays in groups_of(table.view)
        if painter.guide is not None
        for tray in trays
    ]
    return Text("\n\n").join(guides)
