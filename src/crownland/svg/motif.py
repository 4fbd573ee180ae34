"""Which motif stands on a square, and how it leans: the same on every picture and on the page."""

from typing import NamedTuple

from crownland.kernel.square import Square, column, row

__all__ = ["MOTIFS", "Motif", "motif_of"]

MOTIFS = 3
TILT = 2.5  # how many degrees a coat of arms leans to either side

# In a row the motifs follow each other; each row starts elsewhere, so that no two neighbours are equal.
_ROW_SHIFT = (0, 1, 2, 1, 0, 2, 0, 1, 0, 2, 1, 2, 0)


class Motif(NamedTuple):
    """The number of a terrain's motif, from 1, and whether it is mirrored; the degrees by which a coat leans."""

    number: int
    is_mirrored: bool
    tilt: float


def motif_of(square: Square, vary: int = 0) -> Motif:
    # Must agree with motifOf in web/src/lib/land.ts: tests/fixtures/land.json holds the two together.
    x, y = column(square), row(square)
    place = (x + _ROW_SHIFT[y] + vary) % MOTIFS
    return Motif(place + 1, (x * 3 + y * 5 + x * y + vary) % 4 < 2, TILT * (place - 1))
