"""What every legal action brings at once, told by compiled code."""

from typing import Any

from crownland.fast import entries
from crownland.fast.convert import to_words
from crownland.fast.dispatch import game_of
from crownland.fast.jit import words
from crownland.fast.layout import GAME
from crownland.fast.numbering import MOST_LEGAL
from crownland.games.protocol import State
from crownland.games.registry import DUEL, KINGDOMINO, QUEENDOMINO

__all__ = ["gains_of", "load_gains"]


def gains_of(state: State[Any]) -> list[int]:
    """The points that each legal action brings the seat to act, in the order of ``legal_actions()``."""
    # Must agree with crownland.table.gain.gain_of().
    if state.actor is None:
        return []
    row = to_words(state)
    kingdom = state.kingdom_of(state.actor)
    room, out, points = words(len(row)), words(MOST_LEGAL), words(MOST_LEGAL)
    many = entries.gains(game_of(row[GAME]), row, len(row), kingdom, room, out, points)
    return [int(gain) for gain in points[:many]]


def load_gains() -> None:
    """Compile what :func:`gains_of` needs, or load it."""
    from crownland.fast.warm import first_choice

    for game in (KINGDOMINO, QUEENDOMINO, DUEL):
        gains_of(first_choice(game.setup()))


if __name__ == "__main__":
    load_gains()
