"""What an action brings: its points, and the lines of the score that it changes."""

from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.action import Claim, Place, Seat
from crownland.kernel.domino import DOMINOES
from crownland.kernel.laying import laying_actions
from crownland.kernel.scoring import Score, ScoreLine
from crownland.table.wording import reason_words
from crownland.words import Words

__all__ = ["Change", "Gain", "best_spot", "gain_between", "gain_of"]


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the score that is new or different, and the lines that it grew from."""

    after: ScoreLine
    before: tuple[ScoreLine, ...] = ()

    @property
    def points(self) -> int:
        return self.after.points - sum(line.points for line in self.before)

    def text(self, words: Words) -> str:
        """``forest 3×2 → 4×3``; a bonus is only its name."""
        name = reason_words(self.after.reason, words)
        old = " + ".join(_product(line) for line in self.before)
        return " ".join(filter(None, (name, f"{old} →" if old else "", _product(self.after))))


@dataclass(frozen=True, slots=True)
class Gain:
    points: int
    changes: tuple[Change, ...]

    def text(self, words: Words, width: int = 1000) -> str:
        """``+7 forest 3×2 → 4×3``, with as many of the changes as fit into *width*."""
        text = f"{self.points:+d}"
        for at, change in enumerate(self.changes):
            longer = f"{text}{', ' if at else ' '}{change.text(words)}"
            if len(longer) > width:
                break
            text = longer
        return text


def gain_of(state: State[Any], action: Action) -> Gain:
    """What *action* brings the seat to act in *state*."""
    seat = state.actor
    if seat is None:
        raise ValueError(f"expected a position where a seat is to act, got: {state}")
    return gain_between(state, state.play(action), seat)


def gain_between(before: State[Any], after: State[Any], seat: Seat) -> Gain:
    """What the kingdom of *seat* won from one state to a later one."""
    kingdom = before.kingdom_of(seat)
    old, new = before.score(kingdom), after.score(kingdom)
    return Gain(new.total - old.total, _changes(old, new))


def best_spot(state: State[Any], action: Action) -> tuple[Place, int] | None:
    """Where the domino that *action* claims would bring the most points if it were placed now, and how many.

    None when it fits nowhere, or when nothing is claimed.
    """
    if not isinstance(action, Claim) or state.actor is None or not is_dataclass(state):
        return None
    at, kingdoms = state.kingdom_of(state.actor), state.kingdoms
    now = state.score(at).total
    found: list[tuple[Place, int]] = []
    for spot in laying_actions(kingdoms[at], action.domino, max(state.extent)):
        if isinstance(spot, Place):
            laid = kingdoms[at].place(DOMINOES[action.domino], spot.square, spot.direction)
            after: Any = replace(state, kingdoms=(*kingdoms[:at], laid, *kingdoms[at + 1 :]))
            found.append((spot, after.score(at).total - now))
    return max(found, key=lambda one: one[1], default=None)


def _changes(old: Score, new: Score) -> tuple[Change, ...]:
    known = {(line.game, line.reason, line.squares, line.points) for line in old.lines}
    changes = [
        Change(line, tuple(was for was in old.lines if _grew(was, line)))
        for line in new.lines
        if (line.game, line.reason, line.squares, line.points) not in known
    ]
    worth_showing = [change for change in changes if change.before or change.points]
    return tuple(sorted(worth_showing, key=lambda change: -change.points))


def _grew(was: ScoreLine, line: ScoreLine) -> bool:
    """Whether *line* is the land of *was* with more squares, or what is not on the board and has changed: coins."""
    same = (was.game, was.reason) == (line.game, line.reason)
    return same and was.squares & line.squares == was.squares and (was.squares != 0) == (line.squares != 0)


def _product(line: ScoreLine) -> str:
    return "×".join(map(str, line.factors))
