"""A state of a game and what a table remembers beside it: a fold over actions, without input or output."""

from dataclasses import dataclass
from typing import Any

from crownland.games.meaning import Meaning
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.view import Slot, Tray, View
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import Mask

__all__ = ["Moment", "finished_games"]


@dataclass(frozen=True, slots=True)
class Moment:
    """*fresh* is what was laid last in each kingdom, *taken* what left the trays in this round, tray by tray.

    *done* are the steps taken in this turn. *before* is where taking the last action back leads; None when nobody can
    take it back.
    """

    state: State[Any]
    fresh: tuple[Mask, ...] = ()
    taken: tuple[tuple[str, Slot], ...] = ()
    done: tuple[str, ...] = ()
    turn: tuple[object, ...] = ()
    turn_began: int = 0  # milliseconds since 1970
    before: "Moment | None" = None

    @classmethod
    def first(cls, state: State[Any]) -> "Moment":
        return cls(state, fresh=(0,) * len(state.kingdoms), turn=state.turn)

    @property
    def taker(self) -> Seat | None:
        """The seat that can take its last action back."""
        return None if self.before is None else self.before.state.actor

    def followed_by(self, state: State[Any], meaning: Meaning, at: int, *, by_person: bool) -> "Moment":
        """The moment with *state*, to which an action of that *meaning* has just led.

        A person's action can be taken back until somebody else has acted or chance has spoken.
        """
        turn = state.turn
        before = None
        if by_person:
            before = self if self.taker == self.state.actor else self._final()
        return Moment(
            state,
            tuple(map(_fresh, self.fresh, self.state.kingdoms, state.kingdoms)),
            self._taken(state, meaning),
            (*self.done, meaning.step) if turn == self.turn else (),
            turn,
            self.turn_began if turn == self.turn else at,
            before,
        )

    def view(self) -> View:
        """What faces draw, with the pieces that left a tray in this round where the tray keeps them."""
        view = find_game(self.state.setup.game).view(self.state)
        if not self.taken:
            return view
        trays = tuple([self._with_done(tray) if tray.keeps_done else tray for tray in view.trays])
        return View(view.realms, trays, view.hand, view.steps, view.past)

    def _with_done(self, tray: Tray) -> Tray:
        lying = {_name(slot) for slot in tray.slots}
        gone = [slot for key, slot in self.taken if key == tray.key and _name(slot) not in lying]
        if not gone:
            return tray
        return Tray(tray.kind, tray.key, (*gone, *tray.slots), tray.badges, tray.keeps_done, tray.left)

    def _final(self) -> "Moment":
        """This moment, where nothing can be taken back."""
        if self.before is None:
            return self
        return Moment(self.state, self.fresh, self.taken, self.done, self.turn, self.turn_began)

    def _taken(self, state: State[Any], meaning: Meaning) -> tuple[tuple[str, Slot], ...]:
        """What seats have taken from trays in this round; chance only fills them."""
        if (state.round, len(state.past)) != (self.state.round, len(self.state.past)):
            return ()
        if self.state.actor is None or not meaning.tray:
            return self.taken
        slots = [Slot(piece, self.state.actor, is_done=True) for piece in meaning.pieces]
        return (*self.taken, *((meaning.tray, slot) for slot in slots))


def _name(slot: Slot) -> tuple[str, str] | None:
    """What tells the piece of a slot from others in its tray."""
    return None if slot.piece is None else (slot.piece.kind, slot.piece.key)


def finished_games(state: State[Any]) -> int:
    """How many games of a series are over (K10)."""
    return len(state.past) + state.is_over


def _fresh(was: Mask, before: Kingdom, after: Kingdom) -> Mask:
    if before is after:
        return was
    laid: Mask = after.occupied & ~before.occupied
    return laid or (was & after.occupied)
