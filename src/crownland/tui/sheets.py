"""What is laid over the table for a moment: help, scores, the log, a question."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from crownland.kernel.terrain import Land
from crownland.table.wording import land_words
from crownland.tui.guide import has_guide
from crownland.tui.layout import groups_of
from crownland.tui.model import TableModel
from crownland.tui.path import path_of
from crownland.tui.registry import land_look, registry
from crownland.tui.screen import BaseScreen
from crownland.tui.terminal import Terminal
from crownland.words import Words

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


class Sheet(BaseScreen[None], ModalScreen[None]):
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

    def __init__(self, terminal: Terminal, title: str, text: Text) -> None:
        super().__init__(terminal)
        self._heading, self._text = title, text

    def body(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.border_title = self._heading
            scroll.border_subtitle = self.terminal.words("table.close")
            yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        self.dismiss(None)


class LeaveSheet(BaseScreen[bool], ModalScreen[bool]):
    """Asks once whether to leave a game that is on."""

    CSS = """
    LeaveSheet { align: center middle; background: $background 60%; }
    LeaveSheet > #question {
        width: auto; height: auto; padding: 1 3; background: $background; border: round $foreground 40%;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("q,y,enter,ctrl+c", "leave", ""), ("escape,n,space", "close", "")]

    def body(self) -> ComposeResult:
        yield Static(self.terminal.words("table.leave"), id="question", markup=False)

    def action_leave(self) -> None:
        self.dismiss(True)

    def action_close(self) -> None:
        self.dismiss(False)


def help_text(table: TableModel, terminal: Terminal) -> Text:
    """The goal of the game, the keys, and what letters and signs mean."""
    words, state = terminal.words, table.state
    text = Text(_goal(state.setup.game, words) + "\n\n")
    for key, does in HELP:
        if does == "guide" and not has_guide(table):
            continue
        text.append(f"{key:>6}  ", "bold")
        text.append(words(f"table.help.{does}") + "\n")
    lands = _lands(table)
    text.append("\n" + "  ".join(f"{land.letter} {land_words(land, words)}" for land in lands))
    text.append("\n" + words(land_look(lands[0]).help) + "\n")
    for painter, _ in groups_of(table.view):
        text.append(words(painter.help) + "\n" if painter.help else "")
    if path_of(table):
        text.append(words("table.help.path") + "\n")
    text.append(words("table.commitment", commitment=table.dealer.commitment), "dim")
    return text


def _goal(game: str, words: Words) -> str:
    keys = (f"table.help.goal.{game}", f"game.{game}.about")
    return next((words(key) for key in keys if key in words), game)


def _lands(table: TableModel) -> list[Land]:
    """The lands of the game; some only come with a certain tray."""
    special = frozenset[str]().union(*(painter.lands for painter in registry().trays.values()))
    present = frozenset[str]().union(*(painter.lands for painter, _ in groups_of(table.view)))
    return [land for land in table.state.kingdoms[0].lands if land.key not in special - present]


def log_text(table: TableModel) -> Text:
    """The record so far: the same text that is written to a file."""
    return Text(str(table.record()).strip())
