"""The network in kernels against its formula, written down with NumPy in the plainest way."""

import json
from collections.abc import Iterator
from math import exp, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from crownland.fast.jit import Bytes, Floats, floats, words
from crownland.fast.network import MARGIN, Shape
from crownland.fast.twin import require_twin
from crownland.games.registry import KINGDOMINO
from crownland.games.setup import Setup
from tests.fast.support import (
    evaluate,
    evaluate_change,
    network_for,
    plain_output,
    positions,
    random_weights,
    record_of,
    write_outlook,
)

SMALL = Shape(kingdoms=3, squares=9, codes=4, numbers=5, table=6, stages=3, hidden=(13, 7, 5))
TWO = KINGDOMINO.setup(2)
SETUPS = [TWO, KINGDOMINO.setup(2, {"mighty-duel": True}), KINGDOMINO.setup(3), KINGDOMINO.setup(4, {"harmony": True})]
CLOSE = 1e-4


def random_record(shape: Shape, rng: Random) -> list[int]:
    found = []
    for _ in range(shape.kingdoms):
        found += [rng.choice([0, rng.randint(1, shape.codes)]) for _ in range(shape.squares)]
        found += [rng.choice([0, rng.randint(-12, 12), -128, 127]) for _ in range(shape.numbers)]
    return [*found, *(rng.randint(-3, 3) for _ in range(shape.table)), rng.randrange(shape.stages)]


def formula(shape: Shape, weights: Floats, record: Any) -> Any:
    """The output, as the description of the network and the order of its parts say."""
    part, at = {}, 0
    for name, sizes in shape.parts.items():
        part[name] = np.array(weights[at : at + prod(sizes)], np.float64).reshape(sizes)
        at += prod(sizes)
    assert at == len(weights)
    blocks = np.array(record[: shape.kingdoms * shape.block], np.float64).reshape(shape.kingdoms, shape.block)
    table = np.array(record[shape.kingdoms * shape.block : shape.record - 1], np.float64)
    second = part["second"] + table @ part["table"]
    for kingdom, block in enumerate(blocks):
        codes, numbers = block[: shape.squares].astype(int), block[shape.squares :]
        chosen = [square * shape.codes + code - 1 for square, code in enumerate(codes) if code]
        first = part["first"] + part["squares"][chosen].sum(axis=0) + numbers @ part["numbers"]
        second = second + np.maximum(first, 0) @ part["kingdoms"][kingdom]
    stage = int(record[shape.record - 1])
    third = np.maximum(np.maximum(second, 0) @ part["stages"][stage] + part["third"][stage], 0)
    return part["out"][stage] @ third + part["bias"][stage]


class Evaluator:
    """Evaluates one record after another, from scratch or by what has changed."""

    def __init__(self, shape: Shape, weights: Floats) -> None:
        self.shape, self.weights = shape, weights
        self.room, self.picked = floats(shape.room), words(shape.picked)
        self.before = shape.new_record()

    def afresh(self, record: Bytes) -> list[float]:
        evaluate(self.shape.row, self.weights, record, self.room, self.picked)
        return self.output()

    def begin(self, record: Any) -> list[float]:
        self._take(self.before[0], record)
        return self.afresh(self.before[0])

    def change(self, record: Any) -> list[float]:
        row, row_words = self.shape.new_record()
        self._take(row, record)
        before, before_words = self.before
        evaluate_change(self.shape.row, self.weights, row, before, row_words, before_words, self.room, self.picked)
        assert list(before) == list(row)
        return self.output()

    def output(self) -> list[float]:
        first, second, third = self.shape.hidden
        at = self.shape.kingdoms * (first + second) + 2 * second + third
        return [float(self.room[at + place]) for place in range(2 * self.shape.kingdoms)]

    def _take(self, row: Bytes, record: Any) -> None:
        for at in range(self.shape.record):
            row[at] = int(record[at])


def small_records() -> Iterator[list[int]]:
    """Records of which each differs from the last one in all, some, one or none of its bytes."""
    rng = Random(3)
    record = random_record(SMALL, rng)
    for _ in range(12):
        yield record
        for share in (1.0, 0.3, 0.02, 0.0):
            other = random_record(SMALL, rng)
            record = [new if rng.random() < share else old for old, new in zip(record, other, strict=True)]
            yield record
        record = [*record[:-1], (record[-1] + 1) % SMALL.stages]


def game_records(setup: Setup) -> list[Bytes]:
    """A game as it is seen by a kingdom that changes now and then."""
    return [record_of(state, at // 5 % setup.players)[0] for at, state in enumerate(positions(setup))]


def answers() -> str:
    """The outputs of a few records, both from scratch and by changes."""
    found = []
    for shape, weights, records in (
        (SMALL, random_weights(SMALL), list(small_records())[:20]),
        (*network_for(TWO), game_records(TWO)[::12]),
    ):
        one = Evaluator(shape, weights)
        found.append(one.begin(records[0]))
        found += [one.change(record) for record in records[1:]]
        found += [one.begin(record) for record in records]
    return json.dumps(found)


def test_a_small_network_follows_the_formula() -> None:
    weights = random_weights(SMALL, size=0.3)
    one = Evaluator(SMALL, weights)
    for record in small_records():
        np.testing.assert_allclose(one.begin(record), formula(SMALL, weights, record), rtol=CLOSE, atol=CLOSE)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_records_of_a_game_are_evaluated_by_the_formula(setup: Setup) -> None:
    shape = require_twin(setup).encoder.shape_of(setup)
    weights = random_weights(shape, size=0.03)
    one = Evaluator(shape, weights)
    for record in game_records(setup)[::6]:
        np.testing.assert_allclose(one.afresh(record), formula(shape, weights, record), rtol=CLOSE, atol=CLOSE)


def test_changes_of_a_small_record_lead_to_the_same_output() -> None:
    one, other = (Evaluator(SMALL, random_weights(SMALL)) for _ in range(2))
    first, *rest = small_records()
    one.begin(first)
    for record in rest:
        assert one.change(record) == pytest.approx(other.begin(record), abs=CLOSE)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_changes_along_a_game_lead_to_the_same_output(setup: Setup) -> None:
    one, other = (Evaluator(*network_for(setup)) for _ in range(2))
    first, *rest = game_records(setup)
    one.begin(first)
    found = [one.change(record) for record in rest]
    expected = [other.afresh(record) for record in rest]
    np.testing.assert_allclose(found, expected, atol=CLOSE)
    assert np.ptp(expected, axis=0).min() > 100 * CLOSE, "an output that never changes tests nothing"


def test_plain_python_calculates_the_same() -> None:
    found = json.loads(plain_output("tests.fast.test_network.answers()"))
    expected = json.loads(answers())
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, abs=CLOSE)


def test_the_room_of_a_record_is_whole_words_of_the_same_memory() -> None:
    record, record_words = SMALL.new_record()
    assert len(record) == 8 * len(record_words) >= SMALL.record > len(record) - 8
    record[8] = -1
    assert record_words[1] == 255


@pytest.mark.parametrize(("kingdom", "kingdoms"), [(0, 3), (1, 3), (2, 3), (0, 2), (1, 2)])
def test_an_outlook_has_the_chances_and_margins_of_kingdoms_by_their_blocks(kingdom: int, kingdoms: int) -> None:
    one = Evaluator(SMALL, random_weights(SMALL, size=0.3))
    out = one.begin(next(small_records()))
    values = floats(2 * kingdoms + 2)
    write_outlook(SMALL.row, one.room, kingdom, kingdoms, values, 1)
    chances = [exp(logit) for logit in out[:kingdoms]]
    for block in range(kingdoms):
        at = 1 + 2 * ((kingdom + block) % kingdoms)
        assert values[at] == pytest.approx(chances[block] / sum(chances), abs=1e-6)
        assert values[at + 1] == pytest.approx(MARGIN * out[SMALL.kingdoms + block], rel=1e-5)
    assert values[0] == values[2 * kingdoms + 1] == 0, "nothing is written before and behind"
    assert sum(values[1 + 2 * place] for place in range(kingdoms)) == pytest.approx(1, abs=1e-6)
    assert len({round(chance, 3) for chance in chances}) == kingdoms


def test_a_logit_without_measure_is_a_certain_win() -> None:
    one = Evaluator(SMALL, random_weights(SMALL))
    one.begin(next(small_records()))
    first, second, third = SMALL.hidden
    at, values = SMALL.kingdoms * (first + second) + 2 * second + third, floats(6)
    for block, logit in enumerate((-900.0, 900.0, 0.0)):
        one.room[at + block] = logit
    write_outlook(SMALL.row, one.room, 0, 3, values, 0)
    assert [values[place] for place in (0, 2, 4)] == [0, 1, 0]
