"""Progress bars, and a message while kernels are compiled."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

import typer

from crownland.cli.common import told

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["Bar", "bar", "compiling"]

COMPILING = "compiling the fast engine, once"
PATIENCE = 1.5  # seconds: longer than it takes to load what was compiled before


class Bar:
    """A progress bar; it is shown on a terminal only."""

    def __init__(self, progress: "Progress", task: "TaskID", *, shown: bool, text: str) -> None:
        self._progress, self._task, self.shown, self._text = progress, task, shown, text

    def advance(self, steps: int = 1) -> None:
        self._progress.advance(self._task, steps)

    def move_to(self, steps: int, whole: int | None = None) -> None:
        """Moves to *steps*, of *whole* when that is known only now."""
        self._progress.update(self._task, completed=steps, total=whole)

    def print(self, text: str) -> None:
        """Prints a line above the bar."""
        if self.shown:
            self._progress.console.print(text, highlight=False, markup=False, soft_wrap=True)
        else:
            typer.echo(text)

    def say(self, text: str | None = None) -> None:
        """Shows *text* before the bar; without it, the first text again."""
        self._progress.update(self._task, description=text or self._text)


@contextmanager
def bar(steps: int, *, shown: bool, text: str) -> Iterator[Bar]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    shown = shown and console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not shown, transient=True) as progress:
        text = told(text)
        yield Bar(progress, progress.add_task(text, total=steps), shown=shown, text=text)


@contextmanager
def compiling(progress: Bar) -> Iterator[None]:
    """Shows a message if the code inside takes long, because kernels are being compiled."""

    text = told(COMPILING)

    def say() -> None:
        if progress.shown:
            progress.say(text)
        else:
            typer.echo(f"crownland: {text} …", err=True)

    timer = Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        progress.say()
