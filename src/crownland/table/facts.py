"""What a game may show beyond the protocol: its lines and kings, the size of a kingdom, earlier games of a series."""

from typing import Any

from crownland.games.duel.action import Roll
from crownland.games.duel.state import State as Duel
from crownland.games.protocol import Action, State
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Box, Kingdom
from crownland.kernel.square import CASTLE, SIDE, column, row
from crownland.kernel.turns import Turns

__all__ = [
    "area_in",
    "area_of",
    "extent_of",
    "finished_games",
    "games_of",
    "is_roll",
    "kingdoms_of_game",
    "order_of",
    "rounds_of",
    "seats_of",
    "size_of",
    "small_area_in",
    "turn_of",
    "turns_of",
]

# Must agree with games.duel.coat.MAP.
MAP_BOX: Box = (column(CASTLE) - 3, row(CASTLE) - 2, column(CASTLE) + 3, row(CASTLE) + 2)


def turns_of(state: State[Any]) -> Turns | None:
    """The lines and the kings on them, in the games that have lines."""
    turns = getattr(state, "turns", None)
    return turns if isinstance(turns, Turns) else None


def order_of(state: State[Any]) -> tuple[Seat, ...]:
    """C10: the kings still to act in this round, in their order; D3: A before B."""
    if isinstance(state, Duel):
        return () if state.first is None else (state.first, state.second)
    turns = turns_of(state)
    return () if turns is None else (*turns.waiting, *(seat for _, seat in turns.old))


def rounds_of(state: State[Any]) -> int | None:
    """C11: the last round; None in a game that ends when it ends (D9)."""
    lines = getattr(getattr(state, "rules", None), "lines", None)
    return lines + 1 if isinstance(lines, int) else None


def turn_of(state: State[Any]) -> tuple[object, ...]:
    """What stays the same as long as one turn lasts, and changes with the next, also when the same seat takes it."""
    if isinstance(state, Duel):
        return state.round, state.actor, state.drawing is None
    turns = turns_of(state)
    left = 0 if turns is None else len(turns.waiting) + len(turns.old)
    return finished_games(state), state.round, state.actor, left


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


def is_roll(action: Action) -> bool:
    """Whether chance has rolled the dice: that is worth a moment's look (D3)."""
    return isinstance(action, Roll)


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


def area_in(state: State[Any], kingdom: int) -> Box:
    """The box of the squares that a kingdom of *state* may still cover; a map of Duel is fixed (D2)."""
    return MAP_BOX if isinstance(state, Duel) else area_of(state.kingdoms[kingdom], size_of(state))


def small_area_in(state: State[Any], kingdom: int) -> Box:
    """The box to show of a kingdom where there is little room: what is laid, or the map."""
    return MAP_BOX if isinstance(state, Duel) else state.kingdoms[kingdom].box


def extent_of(state: State[Any]) -> tuple[int, int]:
    """How many squares wide and high a kingdom can be in the end."""
    if isinstance(state, Duel):
        return MAP_BOX[2] - MAP_BOX[0] + 1, MAP_BOX[3] - MAP_BOX[1] + 1
    return size_of(state), size_of(state)


def _past(state: State[Any]) -> tuple[tuple[Kingdom, ...], ...]:
    past: tuple[tuple[Kingdom, ...], ...] = getattr(state, "past", ())
    return past
