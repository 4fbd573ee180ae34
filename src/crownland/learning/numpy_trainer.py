"""The trainer for machines without PyTorch: NumPy, and Numba where records are sparse."""

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crownland.fast.jit import entry
from crownland.fast.network import MARGIN
from crownland.learning.ring import NumpyRing, Records, Targets
from crownland.learning.trainer import (
    BETA_1,
    BETA_2,
    DECAY,
    EPSILON,
    MARGIN_WEIGHT,
    STATE,
    Lesson,
    Weights,
    averaging,
    first_weights,
    folded,
    parts_of,
)

__all__ = ["NumpyTrainer"]


class NumpyTrainer:
    """Calculates the gradients by hand. One core adds up the squares, the matrices take what BLAS takes."""

    name, device = "numpy", "CPU"

    def __init__(self, lesson: Lesson, seed: int) -> None:
        self.lesson, self.seed, self.steps = lesson, seed, 0
        self._flat = first_weights(lesson.shape, seed)
        self._gradient = np.zeros_like(self._flat)
        self._average, self._moments, self._squares = self._flat.copy(), self._gradient.copy(), self._gradient.copy()
        self._weights, self._slopes = self._views(self._flat), self._views(self._gradient)
        self._scales = np.array(lesson.scales, np.float32)
        self._symmetries = np.array(lesson.symmetries, np.int64)
        self._random = np.random.default_rng([seed, 2])

    def make_ring(self, window: int) -> NumpyRing:
        return NumpyRing(self.lesson.shape, window, self.seed)

    def step(self, records: Records, targets: Targets, rate: float) -> tuple[float, float]:
        losses = self.find_gradient(records, targets)
        self.steps += 1
        _adam(
            self._flat,
            self._gradient,
            self._moments,
            self._squares,
            self._average,
            np.float32(1 - rate * DECAY),
            np.float32(rate / (1 - BETA_1**self.steps)),
            np.float32(1 / sqrt(1 - BETA_2**self.steps)),
            np.float32(averaging(self.steps)),
        )
        return losses

    def weights(self) -> Weights:
        return folded(self.lesson, self._average)

    def load(self, weights: Weights) -> None:
        zeros = np.zeros_like(self._flat)
        start = folded(self.lesson, np.asarray(weights, np.float32), back=True)
        self.restore(dict(zip(STATE, (start, start, zeros, zeros, np.array(0)), strict=True)))

    def state(self) -> dict[str, NDArray[Any]]:
        values = (self._flat, self._average, self._moments, self._squares, np.array(self.steps))
        return {name: value.copy() for name, value in zip(STATE, values, strict=True)}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        for row, name in zip((self._flat, self._average, self._moments, self._squares), STATE, strict=False):
            row[:] = state[name]
        self.steps = int(state["steps"])

    def _views(self, row: Weights) -> dict[str, Weights]:
        return {name: row[place].reshape(size) for name, place, size in parts_of(self.lesson.shape)}

    def find_gradient(self, records: Records, targets: Targets) -> tuple[float, float]:
        """Writes the gradient of the mean loss over the batch; returns the losses of win and margin."""
        shape, weights, slopes = self.lesson.shape, self._weights, self._slopes
        order = np.argsort(records[:, -1], kind="stable")  # by stage
        records, targets = records[order], targets[order]
        batch, kingdoms = len(records), range(shape.kingdoms)
        turns = self._random.integers(len(self._symmetries), size=(shape.kingdoms, batch))

        begins = [kingdom * shape.block for kingdom in kingdoms]
        numbers = [
            records[:, begin + shape.squares : begin + shape.block].astype(np.float32) * self._scales
            for begin in begins
        ]
        table = records[:, shape.kingdoms * shape.block : -1].astype(np.float32)
        first = []
        for kingdom, begin in enumerate(begins):
            layer = numbers[kingdom] @ weights["numbers"]
            layer += weights["first"]
            _add_squares(records, begin, shape.codes, self._symmetries, turns[kingdom], weights["squares"], layer)
            first.append(np.maximum(layer, 0, out=layer))
        second = table @ weights["table"]
        second += weights["second"]
        for kingdom in kingdoms:
            second += first[kingdom] @ weights["kingdoms"][kingdom]
        np.maximum(second, 0, out=second)

        ends = np.searchsorted(records[:, -1], np.arange(shape.stages + 1))
        stages = [(stage, slice(*ends[stage : stage + 2])) for stage in range(shape.stages)]
        third = np.empty((batch, shape.hidden[2]), np.float32)
        out = np.empty((batch, 2 * shape.kingdoms), np.float32)
        for stage, part in stages:
            third[part] = np.maximum(second[part] @ weights["stages"][stage] + weights["third"][stage], 0)
            out[part] = third[part] @ weights["out"][stage].T + weights["bias"][stage]

        losses, back = _loss(out, targets, shape.kingdoms)

        back_second = np.empty_like(second)
        for stage, part in stages:
            slopes["bias"][stage] = back[part].sum(0)
            slopes["out"][stage] = back[part].T @ third[part]
            back_third = back[part] @ weights["out"][stage]
            back_third *= third[part] > 0
            slopes["third"][stage] = back_third.sum(0)
            slopes["stages"][stage] = second[part].T @ back_third
            back_second[part] = back_third @ weights["stages"][stage].T
        back_second *= second > 0
        slopes["second"][:] = back_second.sum(0)
        slopes["table"][:] = table.T @ back_second
        for name in ("first", "numbers", "squares"):
            slopes[name][:] = 0
        for kingdom, begin in enumerate(begins):
            slopes["kingdoms"][kingdom] = first[kingdom].T @ back_second
            back_first = back_second @ weights["kingdoms"][kingdom].T
            back_first *= first[kingdom] > 0
            slopes["first"] += back_first.sum(0)
            slopes["numbers"] += numbers[kingdom].T @ back_first
            _add_slopes(records, begin, shape.codes, self._symmetries, turns[kingdom], back_first, slopes["squares"])
        return losses


def _loss(out: Weights, targets: Targets, kingdoms: int) -> tuple[tuple[float, float], Weights]:
    """Returns the mean losses of win and margin, and the gradient of the whole loss by the output."""
    batch = len(out)
    shares, margins = targets[:, :kingdoms], targets[:, kingdoms:] / np.float32(MARGIN)
    logits = out[:, :kingdoms] - out[:, :kingdoms].max(1, keepdims=True)
    chances = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    errors = out[:, kingdoms:] - margins
    back = np.empty_like(out)
    back[:, :kingdoms] = (np.exp(chances) * shares.sum(1, keepdims=True) - shares) / batch
    back[:, kingdoms:] = errors * (2 * MARGIN_WEIGHT / errors.size)
    return (-float((shares * chances).sum()) / batch, float((errors**2).mean())), back


@entry
def _add_squares(records: Any, begin: int, codes: int, symmetries: Any, turns: Any, weights: Any, sums: Any) -> None:
    """Adds to the sums of each record the weights of its squares, as they are after its turn."""
    width = sums.shape[1]
    for at in range(len(records)):
        squares, turn, total = records[at, begin:], symmetries[turns[at]], sums[at]
        for square in range(len(turn)):
            code = squares[turn[square]]
            if code:
                row = weights[square * codes + code - 1]
                for place in range(width):
                    total[place] += row[place]


@entry
def _add_slopes(records: Any, begin: int, codes: int, symmetries: Any, turns: Any, back: Any, slopes: Any) -> None:
    """Adds to the gradient of the squares' weights what comes back from each record."""
    width = back.shape[1]
    for at in range(len(records)):
        squares, turn, total = records[at, begin:], symmetries[turns[at]], back[at]
        for square in range(len(turn)):
            code = squares[turn[square]]
            if code:
                row = slopes[square * codes + code - 1]
                for place in range(width):
                    row[place] += total[place]


@entry
def _adam(
    weights: Any,
    gradient: Any,
    moments: Any,
    squares: Any,
    average: Any,
    keeping: Any,
    rate: Any,
    balance: Any,
    averaging: Any,
) -> None:
    """Takes one step of AdamW, and moves the average."""
    beta_1, beta_2, epsilon, one = np.float32(BETA_1), np.float32(BETA_2), np.float32(EPSILON), np.float32(1)
    for at in range(len(weights)):
        slope = gradient[at]
        moment = beta_1 * moments[at] + (one - beta_1) * slope
        square = beta_2 * squares[at] + (one - beta_2) * slope * slope
        weight = weights[at] * keeping - rate * moment / (np.sqrt(square) * balance + epsilon)
        moments[at], squares[at], weights[at] = moment, square, weight
        average[at] = averaging * average[at] + (one - averaging) * weight
