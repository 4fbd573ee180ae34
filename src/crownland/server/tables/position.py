"""A state of the game, and what a table remembers beside it: a fold over actions, without input or output."""

from dataclasses import dataclass, replace
from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Seat
from crownland.kernel.square import Mask
from crownland.kernel.turns import King
from crownland.table.facts import turn_of, turns_of

__all__ = ["Position"]


@dataclass(frozen=True, slots=True)
class Position:
    """*old* is the old line as the round began, *fresh* what was laid last in each kingdom.

    *before* is where taking the last action back leads; None when nobody can take it back.
    """

    state: State[Any]
    old: tuple[King, ...] = ()
    fresh: tuple[Mask, ...] = ()
    turn: tuple[object, ...] = ()
    turn_began: int = 0  # milliseconds since 1970
    before: "Position | None" = None

    @classmethod
    def first(cls, state: State[Any]) -> "Position":
        return cls(state, fresh=(0,) * len(state.kingdoms))

    @property
    def taker(self) -> Seat | None:
        """The seat that can take its last action back."""
        return None if self.before is None else self.before.state.actor

    def followed_by(self, state: State[Any], at: int, *, by_person: bool) -> "Position":
        """The position with *state*, to which an action has just led.

        A person's action can be taken back as long as nobody else has acted and chance has not spoken; nothing can be
        when the game is over, because its seed is told then.
        """
        turn = turn_of(state)
        before = None
        if by_person and not state.is_over:
            before = self if self.taker == self.state.actor else replace(self, before=None)
        return Position(
            state,
            self._old_line(state),
            tuple(map(_fresh, self.fresh, self.state.kingdoms, state.kingdoms)),
            turn,
            self.turn_began if turn == self.turn else at,
            before,
        )

    def _old_line(self, state: State[Any]) -> tuple[King, ...]:
        """The line whose dominoes are laid in this round, also those that are laid already; none in the first round."""
        turns, turns_before = turns_of(state), turns_of(self.state)
        if turns is None or turns_before is None or state.round == 1:
            return ()
        return turns.old if len(turns.old) > len(turns_before.old) else self.old


def _fresh(was: Mask, before: Any, after: Any) -> Mask:
    if before is after:
        return was
    laid: Mask = after.occupied & ~before.occupied
    return laid or (was & after.occupied)
