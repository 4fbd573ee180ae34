"""What is laid over the table for a moment: help, scores, the log, a question."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from crownland.kernel.terrain import Terrain
from crownland.tui.around import Surroundings
from crownland.tui.model import Table
from crownland.tui.roomy import RoomyScreen

__all__ = ["LeaveSheet", "Sheet", "help_text", "log_text"]

HELP = (
    ("←↑↓→", "arrows"),
    ("r", "turn"),
    ("space", "pause"),
    ("Enter", "confirm"),
    ("1–9", "number"),
    ("Tab", "kinds"),
    ("u", "undo"),
    ("v", "look"),
    ("s", "scores"),
    ("l", "log"),
    ("w", "write"),
    ("t", "theme"),
    ("q", "quit"),
)


class Sheet(RoomyScreen[None], ModalScreen[None]):
    """A text over the table; any of the usual keys closes it."""

    CSS = """
    Sheet { align: center middle; background: $background 60%; }
    Sheet > VerticalScroll {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        background: $background; border: round $foreground 40%; border-title-color: $foreground; padding: 0 1;
    }
    Sheet Static { width: auto; max-width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q,s,l,question_mark,f1,space", "close", "")]

    def __init__(self, around: Surroundings, title: str, text: Text) -> None:
        super().__init__(around)
        self._heading, self._text = title, text

    def body(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.border_title = self._heading
            scroll.border_subtitle = self.around.words("table.close")
            yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        self.dismiss(None)


class LeaveSheet(RoomyScreen[bool], ModalScreen[bool]):
    """Asks once whether to leave a game that is on."""

    CSS = """
    LeaveSheet { align: center middle; background: $background 60%; }
    LeaveSheet > #question {
        width: auto; height: auto; padding: 1 3; background: $background; border: round $foreground 40%;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("q,y,enter,ctrl+c", "leave", ""), ("escape,n,space", "close", "")]

    def body(self) -> ComposeResult:
        yield Static(self.around.words("table.leave"), id="question", markup=False)

    def action_leave(self) -> None:
        self.dismiss(True)

    def action_close(self) -> None:
        self.dismiss(False)


def help_text(table: Table, around: Surroundings) -> Text:
    words = around.words
    text = Text(words("table.help.goal") + "\n\n")
    for key, does in HELP:
        text.append(f"{key:>6}  ", "bold")
        text.append(words(f"table.help.{does}") + "\n")
    letters = [f"{terrain.letter} {words(f'terrain.{terrain.key}')}" for terrain in Terrain]
    text.append("\n" + "  ".join(letters) + "\n" + words("table.help.board") + "\n")
    text.append(words("table.commitment", commitment=table.dealer.commitment), "dim")
    return text


def log_text(table: Table) -> Text:
    """The record so far: the same text that is written to a file."""
    return Text(str(table.record()).strip())
