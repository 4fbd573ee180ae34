"""Which actions mean the same: a puzzle must not ask for one of them and refuse the other."""

from typing import Any

from crownland.bots.analysis import Evaluation
from crownland.games.protocol import Action, State
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import CASTLE, CASTLE_MASK, column, row, square_at, squares

__all__ = ["best_alike", "turned_texts"]

NEAR = 0.02  # of win chance: so much may differ between two squares for one and the same building

# What x and y become: the four turns, and the four turns of the mirror image.
TURNS = ((1, 0, 0, 1), (-1, 0, 0, -1), (-1, 0, 0, 1), (1, 0, 0, -1))
QUARTER_TURNS = ((0, 1, 1, 0), (0, -1, -1, 0), (0, 1, -1, 0), (0, -1, 1, 0))


def best_alike(state: State[Any], found: list[Evaluation], *, is_solved: bool) -> list[Evaluation]:
    """Returns the best of *found*, which is sorted, and those that mean the same.

    Alike are actions that lead to the same position, perhaps turned or mirrored; that use the same piece of a tray for
    the same points; and, where the outcome is known, those that end equal.
    """
    best, *others = found
    position, use = _position(state, best.action), _use(state, best.action)
    return [best] + [
        one
        for one in others
        if (is_solved and (one.win, one.margin) == (best.win, best.margin))
        or (best.win - one.win <= NEAR and use is not None and _use(state, one.action) == use)
        or _position(state, one.action) == position
    ]


def turned_texts(kingdom: Kingdom) -> list[str]:
    """Returns *kingdom* as text, in every way that it can be turned and mirrored around its castle."""
    turns = TURNS if kingdom.fixed_area is not None else (*TURNS, *QUARTER_TURNS)
    return [str(_turned(kingdom, turn)) for turn in turns]


def _turned(kingdom: Kingdom, turn: tuple[int, int, int, int]) -> Kingdom:
    a, b, c, d = turn
    made = type(kingdom).empty()
    for square in squares(kingdom.occupied & ~CASTLE_MASK):
        x, y = column(square) - column(CASTLE), row(square) - row(CASTLE)
        half = kingdom.at(square)
        assert half is not None
        made = made.with_half(square_at(column(CASTLE) + a * x + b * y, row(CASTLE) + c * x + d * y), half)
    return made


def _use(state: State[Any], action: Action) -> object:
    """Returns what is done with a piece of a tray, and for how many points, wherever it goes; None if nothing."""
    meaning, seat = state.meaning(action), state.actor
    if not (meaning.spaces and meaning.squares and meaning.tray) or seat is None:
        return None
    kingdom = state.kingdom_of(seat)
    return meaning.kind, meaning.spaces, meaning.pieces, state.apply(action).score(kingdom).total


def _position(state: State[Any], action: Action) -> str:
    """Returns the position after *action*, the kingdom of the seat to act turned the way whose text comes first."""
    assert state.actor is not None
    after, kingdom = state.apply(action), state.kingdom_of(state.actor)
    land = after.kingdoms[kingdom]
    if land == state.kingdoms[kingdom]:
        return str(after)
    mark = f"{seat_letter(Seat(kingdom))}:"
    return str(after).replace(f"{mark}{land}", f"{mark}{min(turned_texts(land))}", 1)
