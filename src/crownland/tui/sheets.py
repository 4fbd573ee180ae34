"""What is laid over the table for a moment: help, scores, the log, a question."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from crownland.games.duel.state import State as Duel
from crownland.kernel.terrain import Terrain
from crownland.tui.around import Surroundings
from crownland.tui.court import court_of
from crownland.tui.guide import has_guide
from crownland.tui.looks import land_words
from crownland.tui.model import Table
from crownland.tui.path import path_of
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
    ("b", "guide"),
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
    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q,b,s,l,question_mark,f1,space", "close", "")]

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
    words, state = around.words, table.state
    text = Text(words(f"table.help.goal.{state.setup.game}") + "\n\n")
    for key, does in HELP:
        if does == "guide" and not has_guide(state):
            continue
        text.append(f"{key:>6}  ", "bold")
        text.append(words(f"table.help.{does}") + "\n")
    lands = [land for land in state.kingdoms[0].lands if land is not Terrain.TOWN or court_of(state) is not None]
    text.append("\n" + "  ".join(f"{land.letter} {land_words(land, words)}" for land in lands))
    text.append("\n" + words("table.help.map" if isinstance(state, Duel) else "table.help.board") + "\n")
    if court_of(state) is not None:
        text.append(words("table.help.signs") + "\n")
    if path_of(table):
        text.append(words("table.help.path") + "\n")
    text.append(words("table.commitment", commitment=table.dealer.commitment), "dim")
    return text


def log_text(table: Table) -> Text:
    """The record so far: the same text that is written to a file."""
    return Text(str(table.record()).strip())
