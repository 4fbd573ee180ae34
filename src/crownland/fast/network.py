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

from crownland.fast.bits import index, shift_left
from crownland.fast.jit import Bytes, Floats, Row, as_words, filled, float_kernel, kernel, rare, small_integers

__all__ = ["MARGIN", "Shape", "evaluate", "evaluate_change", "write_outlook"]

MARGIN = 20.0  # points

# The row of a shape, as kernels read it: its sizes, and where each part of the weights begins.
KINGDOMS, SQUARES, CODES, NUMBERS, TABLE, STAGES, FIRST, SECOND, THIRD, BLOCK, RECORD = range(11)
AT_SQUARES, AT_NUMBERS, AT_FIRST, AT_KINGDOMS, AT_TABLE, AT_SECOND, AT_STAGES, AT_THIRD, AT_OUT, AT_BIAS = range(11, 21)
CHANGES = 21  # where the list of changes begins in the row of picked rows


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

    def new_record(self) -> tuple[Bytes, Row]:
        """Returns a record of zeros, with some bytes behind it, and the same as words of eight bytes."""
        record = small_integers(-(-self.record // 8) * 8)
        return record, as_words(record)

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
        return filled([*values, self._most_picked])

    @property
    def room(self) -> int:
        """Floats that evaluate() needs: see _sums_at() and its neighbours."""
        first, second, third = self.hidden
        return self.kingdoms * (first + second) + 2 * second + third + 2 * self.kingdoms + self._most_picked

    @property
    def picked(self) -> int:
        """Words that evaluate() needs: which rows are added up, and where a record has changed."""
        return self._most_picked + self.record + 1

    @property
    def _most_picked(self) -> int:
        """The most rows that are added up at once."""
        return max(2 * self.squares, self.numbers, self.table, *self.hidden)


def _product(dimensions: Sequence[int]) -> int:
    product = 1
    for one in dimensions:
        product *= one
    return product


# The room of floats: for each kingdom its first layer before the relu, and its share of the second layer; the table's
# share; the second layer; the third; the output; and the amounts of the rows that are added up.
@kernel
def _shares_at(shape: Row) -> int:
    return shape[KINGDOMS] * shape[FIRST]


@kernel
def _table_at(shape: Row) -> int:
    return _shares_at(shape) + shape[KINGDOMS] * shape[SECOND]


@kernel
def _second_at(shape: Row) -> int:
    return _table_at(shape) + shape[SECOND]


@kernel
def _third_at(shape: Row) -> int:
    return _second_at(shape) + shape[SECOND]


@kernel
def _out_at(shape: Row) -> int:
    return _third_at(shape) + shape[THIRD]


@kernel
def _amounts_at(shape: Row) -> int:
    return _out_at(shape) + 2 * shape[KINGDOMS]


@float_kernel
def _add_rows(weights: Floats, first: int, width: int, picked: Row, amounts: Floats, many: int, sums: Floats) -> None:
    """Adds the picked rows of *weights*, each times its amount; four at a time, so that the sums stay in registers."""
    one = 0
    while one + 4 <= many:
        at_a, at_b = first + picked[one] * width, first + picked[one + 1] * width
        at_c, at_d = first + picked[one + 2] * width, first + picked[one + 3] * width
        row_a, row_b = weights[at_a : at_a + width], weights[at_b : at_b + width]
        row_c, row_d = weights[at_c : at_c + width], weights[at_d : at_d + width]
        a, b, c, d = amounts[one], amounts[one + 1], amounts[one + 2], amounts[one + 3]
        for place in range(width):
            sums[place] += a * row_a[place] + b * row_b[place] + c * row_c[place] + d * row_d[place]
        one += 4
    while one < many:
        at_a = first + picked[one] * width
        row_a, a = weights[at_a : at_a + width], amounts[one]
        for place in range(width):
            sums[place] += a * row_a[place]
        one += 1


@float_kernel
def _pass_on(
    weights: Floats, first: int, width: int, layer: Floats, picked: Row, amounts: Floats, sums: Floats
) -> None:
    """Adds what a layer, after its relu, hands to the next one."""
    many = 0
    for unit in range(len(layer)):
        picked[many] = unit
        amounts[many] = layer[unit]
        many += layer[unit] > 0
    _add_rows(weights, first, width, picked, amounts, many, sums)


@float_kernel
def _fill(target: Floats, source: Floats) -> None:
    for place in range(len(target)):
        target[place] = source[place]


@rare
def evaluate(shape: Row, weights: Floats, record: Bytes, room: Floats, picked: Row) -> None:
    """Evaluates *record* from scratch; the output is in *room*."""
    amounts = room[_amounts_at(shape) :]
    width = shape[FIRST]
    for kingdom in range(shape[KINGDOMS]):
        sums = room[kingdom * width : (kingdom + 1) * width]
        _fill(sums, weights[shape[AT_FIRST] : shape[AT_FIRST] + width])
        block, many = kingdom * shape[BLOCK], 0
        for square in range(shape[SQUARES]):
            picked[many] = square * shape[CODES] + record[block + square] - 1
            amounts[many] = 1
            many += record[block + square] != 0
        _add_rows(weights, shape[AT_SQUARES], width, picked, amounts, many, sums)
        block, many = block + shape[SQUARES], 0
        for number in range(shape[NUMBERS]):
            picked[many] = number
            amounts[many] = record[block + number]
            many += record[block + number] != 0
        _add_rows(weights, shape[AT_NUMBERS], width, picked, amounts, many, sums)
        _share(shape, weights, kingdom, room, picked, amounts)
    of_table = room[_table_at(shape) : _table_at(shape) + shape[SECOND]]
    _fill(of_table, weights[shape[AT_SECOND] : shape[AT_SECOND] + shape[SECOND]])
    block, many = shape[KINGDOMS] * shape[BLOCK], 0
    for number in range(shape[TABLE]):
        picked[many] = number
        amounts[many] = record[block + number]
        many += record[block + number] != 0
    _add_rows(weights, shape[AT_TABLE], shape[SECOND], picked, amounts, many, of_table)
    _finish(shape, weights, record, room, picked, amounts)


@rare
def evaluate_change(
    shape: Row,
    weights: Floats,
    record: Bytes,
    before: Bytes,
    record_words: Row,
    before_words: Row,
    room: Floats,
    picked: Row,
) -> None:
    """Evaluates *record* when *room* has the evaluation of *before*, which becomes equal to *record*.

    The rows of words are the same records, eight bytes a word.
    """
    amounts = room[_amounts_at(shape) :]
    _list_changes(shape, record_words, before_words, picked)
    width, change = shape[FIRST], shape[CHANGES]
    for kingdom in range(shape[KINGDOMS]):
        sums = room[kingdom * width : (kingdom + 1) * width]
        block, many = kingdom * shape[BLOCK], 0
        is_new = picked[change] < block + shape[BLOCK]
        while picked[change] < block + shape[SQUARES]:
            place = picked[change]
            code = (place - block) * shape[CODES] - 1
            new, old = record[place], before[place]
            picked[many] = code + old
            amounts[many] = -1
            many += old != 0
            picked[many] = code + new
            amounts[many] = 1
            many += new != 0
            change += 1
        _add_rows(weights, shape[AT_SQUARES], width, picked, amounts, many, sums)
        block, many = block + shape[SQUARES], 0
        while picked[change] < block + shape[NUMBERS]:
            picked[many] = picked[change] - block
            amounts[many] = record[picked[change]] - before[picked[change]]
            many += 1
            change += 1
        _add_rows(weights, shape[AT_NUMBERS], width, picked, amounts, many, sums)
        if is_new:
            _share(shape, weights, kingdom, room, picked, amounts)
    block, many = shape[KINGDOMS] * shape[BLOCK], 0
    while picked[change] < block + shape[TABLE]:
        picked[many] = picked[change] - block
        amounts[many] = record[picked[change]] - before[picked[change]]
        many += 1
        change += 1
    of_table = room[_table_at(shape) : _table_at(shape) + shape[SECOND]]
    _add_rows(weights, shape[AT_TABLE], shape[SECOND], picked, amounts, many, of_table)
    for word in range(len(record_words)):
        before_words[word] = record_words[word]
    _finish(shape, weights, record, room, picked, amounts)


@rare
def _list_changes(shape: Row, record_words: Row, before_words: Row, picked: Row) -> None:
    """Lists the places where two records differ; the length of a record ends the list."""
    change = shape[CHANGES]
    for word in range(len(record_words)):
        differs = record_words[word] ^ before_words[word]
        while differs:
            byte = index(differs) & -8
            picked[change] = 8 * word + (byte >> 3)
            change += 1
            differs &= ~shift_left(255, byte)
    picked[change] = shape[RECORD]


@float_kernel
def _share(shape: Row, weights: Floats, kingdom: int, room: Floats, picked: Row, amounts: Floats) -> None:
    """Calculates a kingdom's share of the second layer."""
    first, second = shape[FIRST], shape[SECOND]
    at = _shares_at(shape) + kingdom * second
    share = room[at : at + second]
    for place in range(second):
        share[place] = 0
    layer = room[kingdom * first : (kingdom + 1) * first]
    _pass_on(weights, shape[AT_KINGDOMS] + kingdom * first * second, second, layer, picked, amounts, share)


@float_kernel
def _finish(shape: Row, weights: Floats, record: Bytes, room: Floats, picked: Row, amounts: Floats) -> None:
    """Calculates the layers behind the shares of kingdoms and table."""
    second, third, stage = shape[SECOND], shape[THIRD], record[shape[RECORD] - 1]
    layer = room[_second_at(shape) : _second_at(shape) + second]
    _fill(layer, room[_table_at(shape) : _table_at(shape) + second])
    for kingdom in range(shape[KINGDOMS]):
        at = _shares_at(shape) + kingdom * second
        share = room[at : at + second]
        for place in range(second):
            layer[place] += share[place]
    last = room[_third_at(shape) : _third_at(shape) + third]
    at = shape[AT_THIRD] + stage * third
    _fill(last, weights[at : at + third])
    _pass_on(weights, shape[AT_STAGES] + stage * second * third, third, layer, picked, amounts, last)
    for place in range(third):
        if last[place] < 0:
            last[place] = 0
    outputs, out = 2 * shape[KINGDOMS], _out_at(shape)
    for number in range(outputs):
        at = shape[AT_OUT] + (stage * outputs + number) * third
        row, total = weights[at : at + third], weights[shape[AT_BIAS] + stage * outputs + number]
        for place in range(third):
            total += row[place] * last[place]
        room[out + number] = total


@float_kernel
def write_outlook(shape: Row, room: Floats, kingdom: int, kingdoms: int, values: Floats, at: int) -> None:
    """Writes for each of *kingdoms* its win chance and its margin in points, after an evaluation for *kingdom*."""
    out, most, total = _out_at(shape), -1e9, 0.0
    for turn in range(kingdoms):
        most = max(most, room[out + turn])
    for turn in range(kingdoms):
        one = kingdom + turn if kingdom + turn < kingdoms else kingdom + turn - kingdoms
        chance = exp(room[out + turn] - most)
        total += chance
        values[at + 2 * one] = chance
        values[at + 2 * one + 1] = MARGIN * room[out + shape[KINGDOMS] + turn]
    for one in range(kingdoms):
        values[at + 2 * one] /= total
