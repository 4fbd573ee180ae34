"""Which motif stands on a square, and how it leans: the same on every picture and on the page.

A domino is an object: its pictures belong to its halves, wherever it lies. Where no domino is known, the square
decides.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from crownland.kernel.square import Square, column, row

__all__ = ["MOTIFS", "Motif", "Tiles", "half_motif", "motif_of"]

MOTIFS = 3
TILT = 2.5  # how many degrees a coat of arms leans to either side
VARIANTS = 24  # six pairs of different motifs, each half mirrored or not

# In a row the motifs follow each other; each row starts elsewhere, so that no two neighbours are equal.
_ROW_SHIFT = (0, 1, 2, 1, 0, 2, 0, 1, 0, 2, 1, 2, 0)

# The domino on a square, by its key, and which of its halves that is, 0 or 1: Moment.tiles has one for each kingdom.
Tiles: TypeAlias = Mapping[Square, tuple[str, int]]


class Motif(NamedTuple):
    """The number of a terrain's motif, from 1, and whether it is mirrored; the degrees by which a coat leans."""

    number: int
    is_mirrored: bool
    tilt: float


# Both must agree with web/src/lib/land.ts: tests/fixtures/land.json holds the two together.


def motif_of(square: Square) -> Motif:
    """The motif of a square whose domino is not known."""
    x, y = column(square), row(square)
    return _motif((x + _ROW_SHIFT[y]) % MOTIFS, is_mirrored=(x * 3 + y * 5 + x * y) % 4 < 2)


def half_motif(domino: str, half: int) -> Motif:
    """The motif of a half of the domino with that key; the other half has another one."""
    variant = 0
    for sign in domino:
        variant = (variant * 10 + int(sign) if sign in "0123456789" else variant + ord(sign)) % VARIANTS
    step = 1 + variant // MOTIFS % 2
    return _motif((variant + half * step) % MOTIFS, is_mirrored=variant // 6 >> half & 1 == 1)


def _motif(place: int, *, is_mirrored: bool) -> Motif:
    return Motif(place + 1, is_mirrored, TILT * (place - 1))
