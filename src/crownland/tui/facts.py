"""What a game may show beyond the protocol: its lines and kings, the size of a kingdom, earlier games of a series."""

from typing import Any

from crownland.games.protocol import State
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.square import SIDE
from crownland.kernel.turns import Turns

__all__ = ["area_of", "finished_games", "games_of", "kingdoms_of_game", "order_of", "seats_of", "size_of", "turns_of"]


def turns_of(state: State[Any]) -> Turns | None:
    """The lines and the kings on them, in the games that have lines."""
    turns = getattr(state, "turns", None)
    return turns if isinstance(turns, Turns) else None


def order_of(state: State[Any]) -> tuple[Seat, ...]:
    """C10: the kings still to act in this round, in their order."""
    turns = turns_of(state)
    return () if turns is None else (*turns.waiting, *(seat for _, seat in turns.old))


def size_of(state: State[Any]) -> int:
    """C4: how wide and high a kingdom may become; the whole field in a game that does not say."""
    size = getattr(getattr(state, "rules", None), "size", SIDE)
    return size if isinstance(size, int) else SIDE


def games_of(state: State[Any]) -> int:
    """K10: how many games are played in a row."""
    games = getattr(getattr(state, "rules", None), "games", 1)
    return games if isinstance(games, int) else 1


def finished_games(state: State[Any]) -> int:
    return len(_past(state)) + state.is_over


def kingdoms_of_game(state: State[Any], game: int) -> tuple[Kingdom, ...]:
    """The kingdoms of the game with that number, from 1, as they stand or as they ended."""
    return (*_past(state), state.kingdoms)[game - 1]


def seats_of(state: State[Any], kingdom: int) -> tuple[Seat, ...]:
    """The seats that act for *kingdom*: one, or partners."""
    seats = map(Seat, range(state.setup.players))
    return tuple(seat for seat in seats if state.kingdom_of(seat) == kingdom)


def area_of(kingdom: Kingdom, size: int) -> Box:
    """The box of the squares that *kingdom* may still cover."""
    # Must agree with kernel.kingdom.reach().
    west, south, east, north = kingdom.box
    last = SIDE - 1
    return max(east - size + 1, 0), max(north - size + 1, 0), min(west + size - 1, last), min(south + size - 1, last)


def _past(state: State[Any]) -> tuple[tuple[Kingdom, ...], ...]:
    past: tuple[tuple[Kingdom, ...], ...] = getattr(state, "past", ())
    return past
