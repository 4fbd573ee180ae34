"""The steps of a turn as a small path: what is done, where one is, what is possible, what is not."""

from dataclasses import dataclass
from typing import Any, Literal

from crownland.games.duel.state import State as Duel
from crownland.games.protocol import Action, State
from crownland.games.queen.state import State as Court
from crownland.tui.choosers import CHOOSERS
from crownland.tui.model import Phase, Table
from crownland.words import Words

__all__ = ["Stage", "path_of"]

Status = Literal["done", "now", "open", "shut"]

QUEEN_STEPS = ("place", "tax", "build", "dragon")  # Q4; at the end a claim, or nothing in the last round
DUEL_PARTS = ("turn", "name", "castle", "free", "split", "draw")
ENDS = ("claim", "end", "take")  # what closes a turn, or the part of it before


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the turn; *key* is the kind of a chooser."""

    key: str
    status: Status

    def text(self, words: Words) -> str:
        """``✓place``, ``[tax]``, ``build``, ``(dragon)``: it can be read without colour."""
        name = words(f"table.step.{self.key}")
        return {"done": f"✓{name}", "now": f"[{name}]", "open": name, "shut": f"({name})"}[self.status]


def path_of(table: Table) -> tuple[Stage, ...]:
    """The path of whoever is to act at the keyboard; empty in a turn of one step."""
    chooser = table.chooser
    if table.phase is not Phase.PERSON or chooser is None:
        return ()
    now = _step(chooser.kind, table.state)
    possible = {_step(one.kind, table.state) for one in table.choosers}
    done = _done(table)
    return tuple(Stage(key, _status(key, now, possible, done)) for key in _steps(table.state))


def _steps(state: State[Any]) -> tuple[str, ...]:
    match state:
        case Court() if state.turns.old and not state.turns.waiting:
            return (*QUEEN_STEPS, "claim" if state.turns.free else "end")
        case Duel() if state.drawing is not None:
            return DUEL_PARTS
    return ()


def _status(key: str, now: str, possible: set[str], done: set[str]) -> Status:
    if key == now:
        return "now"
    if key in possible or now == "place":  # what comes after placing is not known before
        return "open"
    return "done" if key in done else "shut"


def _done(table: Table) -> set[str]:
    """The steps taken in this turn."""
    done: set[str] = set()
    for played in reversed(table.history):
        kind = _kind(played.action, table.state)
        if played.seat != table.state.actor or kind in ENDS:
            break
        done.add(kind)
    return done


def _kind(action: Action, state: State[Any]) -> str:
    chooser = CHOOSERS.get(type(action))
    return "" if chooser is None else _step(chooser.kind, state)


def _step(kind: str, state: State[Any]) -> str:
    """The step that a chooser's kind belongs to."""
    if kind == "end" and isinstance(state, Duel):
        return "draw"
    return "place" if kind == "discard" else kind
