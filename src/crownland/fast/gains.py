"""The points that every legal action brings at once, from compiled code."""

from threading import local
from typing import Any, cast

from crownland.fast import entries, numbering
from crownland.fast.jit import words
from crownland.fast.twin import example_setups, require_twin
from crownland.games.protocol import State

__all__ = ["gains_of", "load_gains"]


def gains_of(state: State[Any]) -> list[int]:
    """Returns the points that each legal action brings the seat to act, in the order of ``legal_actions()``.

    Raises UnsupportedGameError when the game has no twin.
    """
    # Must agree with crownland.table.gain.gain_of().
    actor = state.actor
    if actor is None:
        return []
    twin = require_twin(state.setup)
    row = twin.convert.to_words(state)
    many = entries.gains(twin.key, row, len(row), state.kingdom_of(actor), words(len(row)), _own.out, _own.points)
    return cast(list[int], _own.points[:many].tolist())  # type: ignore[attr-defined]


class _Scratch(local):
    """Rows of every thread for its calls."""

    def __init__(self) -> None:
        self.out, self.points = words(numbering.MOST_LEGAL), words(numbering.MOST_LEGAL)


_own = _Scratch()


def load_gains() -> None:
    """Compiles what :func:`gains_of` needs, or loads it."""
    from crownland.fast.warm import first_choice

    for setup in example_setups():
        gains_of(first_choice(setup))


if __name__ == "__main__":
    load_gains()
