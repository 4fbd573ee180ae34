"""A state of a game and what a table remembers beside it: a fold over actions, without input or output."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from crownland.games.meaning import Meaning
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.view import Piece, Slot, Tray, View
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import Mask, Square

__all__ = ["Moment", "Tile", "Tiles", "finished_games"]


class Tile(NamedTuple):
    """A half of a domino that lies on a square: the domino's key, and 0 for its left half or 1 for its right one."""

    domino: str
    half: int


Tiles: TypeAlias = Mapping[Square, Tile]


class Moment(Struct, frozen=True, gc=False):
    """*fresh* is what was laid last in each kingdom, *taken* what left the trays in this round, tray by tray.

    *tiles* are the dominoes on the squares of each kingdom, *past_tiles* those of earlier games (K10). A kingdom itself
    knows only lands and crowns: where it was not laid domino by domino, as in a position from a text, there are none.
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
    tiles: tuple[Tiles, ...] = ()
    past_tiles: tuple[tuple[Tiles, ...], ...] = ()

    @classmethod
    def first(cls, state: State[Any]) -> "Moment":
        """The moment at which a game begins: at the start, or in any position."""
        count = len(state.kingdoms)
        bare: tuple[Tiles, ...] = ({},) * count
        return cls(state, (0,) * count, turn=state.turn, tiles=bare, past_tiles=(bare,) * len(state.past))

    @property
    def taker(self) -> Seat | None:
        """The seat that can take its last action back."""
        return None if self.before is None else self.before.state.actor

    def followed_by(self, state: State[Any], meaning: Meaning, at: int, *, by_person: bool) -> "Moment":
        """The moment with *state*, to which an action of that *meaning* has just led.

        A person's action can be taken back until somebody else has acted or chance has spoken.
        """
        turn, seat, kingdoms = state.turn, self.state.actor, self.state.kingdoms
        goes_on = turn == self.turn
        before, fresh, tiles, past_tiles = None, self.fresh, self.tiles, self.past_tiles
        if by_person:
            before = self if self.before is not None and self.before.state.actor == seat else self._final()
        if state.kingdoms is not kingdoms:
            fresh = tuple(map(_fresh, fresh, kingdoms, state.kingdoms))
            tiles, past_tiles = self._tiles(state, meaning, seat)
        return Moment(
            state,
            fresh,
            self._taken(state, meaning, seat),
            (*self.done, meaning.step) if goes_on else (),
            self.turn if goes_on else turn,
            self.turn_began if goes_on else at,
            before,
            tiles,
            past_tiles,
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
        return Moment(
            self.state,
            self.fresh,
            self.taken,
            self.done,
            self.turn,
            self.turn_began,
            None,
            self.tiles,
            self.past_tiles,
        )

    def _taken(self, state: State[Any], meaning: Meaning, seat: Seat | None) -> tuple[tuple[str, Slot], ...]:
        """What seats have taken from trays in this round; chance only fills them."""
        if state.round != self.state.round or len(state.past) != len(self.state.past):
            return ()
        if seat is None or not meaning.tray:
            return self.taken
        return (*self.taken, *[(meaning.tray, _done(piece, seat)) for piece in meaning.pieces])

    def _tiles(
        self, state: State[Any], meaning: Meaning, seat: Seat | None
    ) -> tuple[tuple[Tiles, ...], tuple[tuple[Tiles, ...], ...]]:
        """The dominoes on the squares after an action: one domino on two squares is laid there, whatever the game."""
        tiles = self.tiles
        if seat is not None and len(meaning.squares) == 2 and len(meaning.pieces) == 1:
            (piece,), at = meaning.pieces, self.state.kingdom_of(seat)
            laid = {square: _tile(piece.key, half) for half, square in enumerate(meaning.squares)}
            tiles = (*tiles[:at], {**tiles[at], **laid}, *tiles[at + 1 :])
        if len(state.past) > len(self.state.past):  # K10: the next game begins on empty ground
            return ({},) * len(state.kingdoms), (*self.past_tiles, tiles)
        return tiles, self.past_tiles


@lru_cache(1024)
def _tile(domino: str, half: int) -> Tile:
    """A tile, which all tables share."""
    return Tile(domino, half)


@lru_cache(1024)
def _done(piece: Piece, seat: Seat) -> Slot:
    return Slot(piece, seat, is_done=True)


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
