"""The window of the newest samples, from which batches are drawn."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from crownland.fast.network import Shape

__all__ = ["NumpyRing", "Records", "Ring", "Targets", "sample_bytes", "window_of"]

Records = NDArray[np.int8]
Targets = NDArray[np.float32]

GIB = 2**30


class Ring(Protocol):
    """The newest samples. When it is full, a new sample replaces the oldest."""

    filled: int  # samples it has

    def add(self, records: Records, targets: Targets) -> None:
        """Adds samples, at most as many as the window has."""

    def draw(self, batch: int) -> tuple[Any, Any]:
        """Returns the records and targets of *batch* samples, drawn at random, as Trainer.step() takes them."""


def sample_bytes(shape: Shape) -> int:
    """Returns the bytes of one sample: a record, and a win share and a margin for each kingdom."""
    return shape.record + 4 * 2 * shape.kingdoms


def window_of(shape: Shape, window: int, memory: float) -> int:
    """Returns how many samples, at most *window*, fit into *memory* GiB."""
    return min(window, int(memory * GIB) // sample_bytes(shape))


def places_of(at: int, window: int, count: int) -> list[tuple[slice, slice]]:
    """Returns which part of *count* samples goes where, when the next place of the ring is *at*."""
    first = min(count, window - at)
    parts = [(slice(0, first), slice(at, at + first))]
    if first < count:
        parts.append((slice(first, count), slice(0, count - first)))
    return parts


class NumpyRing:
    """A ring in the memory of this process."""

    def __init__(self, shape: Shape, window: int, seed: int) -> None:
        self.filled, self._at = 0, 0
        self._records: Records = np.empty((window, shape.record), np.int8)
        self._targets: Targets = np.empty((window, 2 * shape.kingdoms), np.float32)
        self._random = np.random.default_rng([seed, 1])

    def add(self, records: Records, targets: Targets) -> None:
        window = len(self._records)
        for source, place in places_of(self._at, window, len(records)):
            self._records[place], self._targets[place] = records[source], targets[source]
        self._at = (self._at + len(records)) % window
        self.filled = min(window, self.filled + len(records))

    def draw(self, batch: int) -> tuple[Records, Targets]:
        picked = self._random.integers(self.filled, size=batch)
        return self._records[picked], self._targets[picked]
