"""What games with lines of dominoes share (C8–C11): rounds, turns and the order of the kings."""

from typing import Any, Protocol

from crownland.games.meaning import FIXED_MEANINGS
from crownland.games.position import Lines
from crownland.games.protocol import BaseState, State
from crownland.kernel.action import Claim, Discard, Seat
from crownland.kernel.turns import Turns

__all__ = ["LineState", "deal_numbers"]


SCORELESS: frozenset[type] = frozenset((Claim, Discard))  # C12: only what lies in a kingdom counts


class HasLines(State[Any], Protocol):
    @property
    def rules(self) -> Lines: ...
    @property
    def turns(self) -> Turns: ...
    @property
    def seen(self) -> int: ...


class LineState(BaseState):
    """A base for states with ``rules``, ``turns`` and ``seen``, the mask of the dominoes that have left the pile."""

    __slots__ = ()

    @property
    def actor(self: HasLines) -> Seat | None:
        return self.turns.actor

    @property
    def is_over(self: HasLines) -> bool:
        return self.seen != 0 and not self.turns.has_kings

    @property
    def round(self: HasLines) -> int:
        return self.turns.round_of(self.rules.lines)

    @property
    def rounds(self: HasLines) -> int:
        return self.rules.lines + 1  # C11: the first round only claims

    @property
    def turn(self: HasLines) -> tuple[object, ...]:
        turns = self.turns
        return len(self.past), self.is_over, turns.round_of(self.rules.lines), self.actor, turns.kings_left

    @property
    def order(self: HasLines) -> tuple[Seat, ...]:
        return self.turns.order

    @property
    def fixed_meanings(self) -> frozenset[type]:
        return FIXED_MEANINGS

    @property
    def scoreless(self) -> frozenset[type]:
        return SCORELESS

    @property
    def extent(self: HasLines) -> tuple[int, int]:
        return self.rules.size, self.rules.size


def deal_numbers(case: str, rules: Lines) -> dict[str, int]:
    """Returns the numbers of a deal that texts quote; *case* names the setup: ``2.rounds``, ``mighty-duel.size``."""
    kings = len(rules.kings) // len(set(rules.kings))
    return {
        f"{case}.size": rules.size,
        f"{case}.line": rules.line_length,
        f"{case}.rounds": rules.lines,
        f"{case}.kings": kings,
        f"{case}.dominoes": rules.line_length * rules.lines,
        f"{case}.each": rules.lines * kings,
    }
