"""Bars for long work, and a word while the kernels are compiled."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["Bar", "bar", "compiling"]

COMPILING = "compiling the fast engine, once"
PATIENCE = 1.5  # seconds: longer than it takes to load what was compiled before


class Bar:
    """How far the work is; on a terminal only."""

    def __init__(self, progress: "Progress", task: "TaskID", *, shown: bool, said: str) -> None:
        self._progress, self._task, self.shown, self._said = progress, task, shown, said

    def advance(self, steps: int = 1) -> None:
        self._progress.advance(self._task, steps)

    def say(self, text: str | None = None) -> None:
        """Puts *text* before the bar, or what stood there at first."""
        self._progress.update(self._task, description=text or self._said)


@contextmanager
def bar(steps: int, *, shown: bool, text: str = "playing") -> Iterator[Bar]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    shown = shown and console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not shown, transient=True) as progress:
        yield Bar(progress, progress.add_task(text, total=steps), shown=shown, said=text)


@contextmanager
def compiling(progress: Bar) -> Iterator[None]:
    """Says so when what happens inside takes long because kernels are compiled for the first time."""

    def say() -> None:
        if progress.shown:
            progress.say(COMPILING)
        else:
            typer.echo(f"crownland: {COMPILING} …", err=True)

    timer = Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        progress.say()
