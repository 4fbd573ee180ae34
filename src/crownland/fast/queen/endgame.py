"""Endgames of Queendomino and Royal Wedding: all are searched to the end."""

from crownland.fast.endgame import nothing_known as known_result
from crownland.fast.jit import FAST, Row
from crownland.fast.queen import layout

__all__ = ["MEMORY_WORDS", "POSITIONS_A_SECOND", "is_open", "known_result"]

POSITIONS_A_SECOND = 50_000 if FAST else 500
MEMORY_WORDS = 1


def is_open(row: Row) -> bool:
    """Returns whether all lines are dealt."""
    return not row[layout.LINES_LEFT]
