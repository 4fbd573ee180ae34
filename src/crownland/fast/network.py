"""A small network that judges positions, inside compiled code.

It reads a record of signed bytes, which a game's encoder writes for the kingdom that has just moved:

- a block for each kingdom, the mover's first and the others in the order of play: a code for each square of a window
  (0 is empty), then numbers;
- numbers of the table;
- the stage of the game, which chooses the last layers.

Every kingdom goes through the same first layer. The second layer adds up the kingdoms, each with weights for its place
in the order, and the table. The output has for each kingdom, in the order of the blocks, the logit of its win and its
margin, the points by which it leads the best of the others, in units of MARGIN.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp

from crownland.fast.jit import Bytes, Floats, Row, filled, float_kernel, kernel

__all__ = [
    "MARGIN",
    "Shape",
    "evaluate",
    "evaluate_change",
    "kingdom_hidden",
]

MARGIN = 20.0  # points

# The row of a shape, as kernels read it: its sizes, and where each part of the weights begins.
KINGDOMS, SQUARES, CODES, NUMBERS, TABLE, STAGES, FIRST, SECOND, THIRD, BLOCK, RECORD = range(11)
AT_SQUARES, AT_NUMBERS, AT_FIRST, AT_KINGDOMS, AT_TABLE, AT_SECOND, AT_STAGES, AT_THIRD, AT_OUT, AT_BIAS = range(11, 21)
WEIGHTS = 21
SHAPE_WORDS = 22


@dataclass(frozen=True)
class Shape:
    """The sizes of a record and of the network that reads it."""

    kingdoms: int  # blocks of a record
    squares: int  # of the window
    codes: int  # that a square can have, besides 0
    numbers: int  # of a kingdom
    table: int  # numbers of the table
    stages: int
    hidden: tuple[int, int, int] = (256, 64, 32)

    @property
    def block(self) -> int:
        """Bytes of a record for one kingdom."""
        return self.squares + self.numbers

    @property
    def record(self) -> int:
        """Bytes of a record."""
        return self.kingdoms * self.block + self.table + 1

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """The parts of the weights in the order of the file, with their dimensions."""
        first, second, third = self.hidden
        return {
            "squares": (self.squares * self.codes, first),
            "numbers": (self.numbers, first),
            "first": (first,),
            "kingdoms": (self.kingdoms, first, second),
            "table": (self.table, second),
            "second": (second,),
            "stages": (self.stages, second, third),
            "third": (self.stages, third),
            "out": (self.stages, 2 * self.kingdoms, third),
            "bias": (self.stages, 2 * self.kingdoms),
        }

    @property
    def weights(self) -> int:
        return sum(_product(one) for one in self.parts.values())

    @cached_property
    def row(self) -> Row:
        """The shape as kernels read it."""
        sizes = [self.kingdoms, self.squares, self.codes, self.numbers, self.table, self.stages, *self.hidden]
        values, at = [*sizes, self.block, self.record], 0
        for one in self.parts.values():
            values.append(at)
            at += _product(one)
        return filled([*values, at])

    @property
    def room(self) -> int:
        """Floats that evaluate() needs."""
        first, second, third = self.hidden
        return self.kingdoms * (first + second) + 2 * second + third + 2 * self.kingdoms


def _product(dimensions: Sequence[int]) -> int:
    product = 1
    for one in dimensions:
        product *= one
    return product
