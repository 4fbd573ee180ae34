"""Squares of the field a1–m13, and sets of them as integer masks.

The castle is always g7, so a kingdom of 7×7 reaches every square of the field and none beyond it. A square is the
number of its bit; a mask is an ``int`` with one bit per square. Rows are sixteen bits apart: the three spare bits are a
margin, so "neighbours of" is four shifts and nothing wraps around.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NewType, TypeAlias

from crownland.kernel.errors import InvalidTextError

__all__ = [
    "CASTLE",
    "CASTLE_MASK",
    "FIELD",
    "SIDE",
    "STRIDE",
    "Direction",
    "Mask",
    "Square",
    "column",
    "neighbours",
    "parse_direction",
    "parse_square",
    "rectangle",
    "row",
    "square_at",
    "square_name",
    "squares",
]

Square = NewType("Square", int)
Mask: TypeAlias = int

SIDE = 13
STRIDE = 16


def square_at(column: int, row: int) -> Square:
    """The square in *column* (0 is a) and *row* (0 is 1)."""
    return Square(row * STRIDE + column)


def column(square: Square) -> int:
    return square % STRIDE


def row(square: Square) -> int:
    return square // STRIDE


def rectangle(west: int, south: int, east: int, north: int) -> Mask:
    """All squares of the field from *west* to *east* and from *south* to *north*, both included."""
    west, south, east, north = max(west, 0), max(south, 0), min(east, SIDE - 1), min(north, SIDE - 1)
    one_row = (1 << (east + 1)) - (1 << west)
    return sum(one_row << (STRIDE * r) for r in range(south, north + 1))


FIELD: Mask = rectangle(0, 0, SIDE - 1, SIDE - 1)
CASTLE = square_at(6, 6)
CASTLE_MASK: Mask = 1 << CASTLE


class Direction(IntEnum):
    """Where the right half lies, seen from the left one."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    __hash__ = int.__hash__  # an enum's own is slow

    @property
    def letter(self) -> str:
        return "nesw"[self]

    @property
    def step(self) -> int:
        """What to add to a square to get its neighbour in this direction."""
        return (STRIDE, 1, -STRIDE, -1)[self]

    def __repr__(self) -> str:
        return f"Direction.{self.name}"


_DIRECTIONS = {direction.letter: direction for direction in Direction}
_SQUARE = re.compile(r"([a-m])([1-9]|1[0-3])")


def parse_direction(letter: str) -> Direction:
    try:
        return _DIRECTIONS[letter]
    except KeyError:
        raise InvalidTextError(f"expected a direction n, e, s or w, got: {letter[:40]!r}") from None


def parse_square(name: str) -> Square:
    match = _SQUARE.fullmatch(name)
    if match is None:
        raise InvalidTextError(f"expected a square from a1 to m13, got: {name[:40]!r}")
    return square_at(ord(match[1]) - ord("a"), int(match[2]) - 1)


def square_name(square: Square) -> str:
    return _NAMES.get(square) or _written(square)


def _written(square: Square) -> str:
    return f"{chr(ord('a') + column(square))}{row(square) + 1}"


_NAMES = {square: _written(square) for square in map(Square, range(SIDE * STRIDE))}


def squares(mask: Mask) -> Iterator[Square]:
    """The squares of *mask*, from a1 eastwards and then northwards."""
    while mask:
        low = mask & -mask
        yield Square(low.bit_length() - 1)
        mask ^= low


def neighbours(mask: Mask) -> Mask:
    """The squares that share an edge with a square of *mask*; bits outside the field may be set."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE
