"""The points that every legal action brings at once, from compiled code."""

from typing import Any

from crownland.fast import entries, numbering
from crownland.fast.convert import to_words
from crownland.fast.jit import words
from crownland.fast.twin import example_setups, require_twin
from crownland.games.protocol import State

__all__ = ["gains_of", "load_gains"]


def gains_of(state: State[Any]) -> list[int]:
    """Returns the points that each legal action brings the seat to act, in the order of ``legal_actions()``.

    Raises UnsupportedGameError when the game has no twin.
    """
    # Must agree with crownland.table.gain.gain_of().
    if state.actor is None:
        return []
    row = to_words(state)
    kingdom = state.kingdom_of(state.actor)
    room, out, points = words(len(row)), words(numbering.MOST_LEGAL), words(numbering.MOST_LEGAL)
    many = entries.gains(require_twin(state.setup).key, row, len(row), kingdom, room, out, points)
    return [int(gain) for gain in points[:many]]


def load_gains() -> None:
    """Compiles what :func:`gains_of` needs, or loads it."""
    from crownland.fast.warm import first_choice

    for setup in example_setups():
        gains_of(first_choice(setup))


if __name__ == "__main__":
    load_gains()
