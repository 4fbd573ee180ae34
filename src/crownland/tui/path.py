"""The steps of a turn as a small path: what is done, where one is, what is possible, what is not."""

from dataclasses import dataclass
from typing import Literal

from crownland.table.wording import named
from crownland.tui.model import Phase, TableModel
from crownland.words import Words

__all__ = ["Stage", "path_of", "step_words"]

Status = Literal["done", "now", "open", "shut"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the turn; *key* is the step of an action's meaning."""

    key: str
    status: Status

    def text(self, words: Words) -> str:
        """``✓place``, ``[tax]``, ``build``, ``(dragon)``: it can be read without colour."""
        name = step_words(self.key, words)
        return {"done": f"✓{name}", "now": f"[{name}]", "open": name, "shut": f"({name})"}[self.status]


def step_words(step: str, words: Words) -> str:
    return named(words, f"table.step.{step}", step)


def path_of(table: TableModel) -> tuple[Stage, ...]:
    """The path of the person who is to act; empty in a turn of one step."""
    chooser = table.chooser
    if table.phase is not Phase.PERSON or chooser is None:
        return ()
    now = chooser.meaning.step
    possible = {one.meaning.step for one in table.choosers}
    done = set(table.session.moment.done)
    return tuple(Stage(key, _status(key, now, possible, done)) for key in table.view.steps)


def _status(key: str, now: str, possible: set[str], done: set[str]) -> Status:
    if key == now:
        return "now"
    if key in possible or now == "place":  # what comes after placing is not known before
        return "open"
    return "done" if key in done else "shut"
