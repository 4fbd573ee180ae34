"""What the back ends of training share.

A trainer holds the weights that it changes step by step, and their average, which plays. It multiplies the numbers of
kingdoms by their scales; the weights it hands out have the scales folded in, as fast/network.py reads them.

The loss of a sample is the cross-entropy of the kingdoms' shares in the win, and half of the mean square of the error
in their margins, in units of MARGIN.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import prod
from typing import Any, Protocol, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from crownland.fast.network import Shape
from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.learning.ring import Ring

__all__ = [
    "BACK_ENDS",
    "Lesson",
    "Trainer",
    "Weights",
    "averaging",
    "first_weights",
    "folded",
    "make_trainer",
    "parts_of",
]

Weights = NDArray[np.float32]

# AdamW
BETA_1, BETA_2, EPSILON, DECAY = 0.9, 0.999, 1e-8, 1e-4
MARGIN_WEIGHT = 0.5

# The average forgets a step by this factor; at first faster, since the first weights are worth nothing.
AVERAGE, FIRST_AVERAGE, FIRST_STEPS = 0.999, 0.98, 2000

BACK_ENDS = ("numpy", "torch")
STATE = ("weights", "average", "moments", "squares", "steps")


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a trainer must know of a game: sizes, scales of the numbers, and the symmetries of a kingdom's squares."""

    shape: Shape
    scales: Sequence[float]
    symmetries: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        squares = list(range(self.shape.squares))
        if len(self.scales) != self.shape.numbers:
            raise ValueError(f"expected {self.shape.numbers} scales, got: {len(self.scales)}")
        if not self.symmetries or any(sorted(one) != squares for one in self.symmetries):
            raise ValueError(f"expected permutations of {len(squares)} squares as symmetries")


class Trainer(Protocol):
    """A back end. Both give the same results but for rounding, without chance: one symmetry, the same samples."""

    name: str  # one of BACK_ENDS
    device: str  # where it calculates, for people
    lesson: Lesson
    steps: int  # taken so far

    def make_ring(self, window: int) -> Ring:
        """Returns a ring of *window* samples where this trainer can draw from it quickly."""

    def step(self, records: Any, targets: Any, rate: float) -> tuple[SupportsFloat, SupportsFloat]:
        """Changes the weights by one batch; returns the losses of win and margin, of which float() may have to wait.

        Every kingdom of every record is turned by one of the symmetries, at random.
        """

    def weights(self) -> Weights:
        """Returns the averaged weights, in the order of ``shape.parts``, with the scales folded in."""

    def load(self, weights: Weights) -> None:
        """Starts anew from weights as weights() returns them."""

    def state(self) -> dict[str, NDArray[Any]]:
        """Returns all that training depends on, but not chance, as arrays; each back end reads that of the other."""

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continues from what state() returned."""


def make_trainer(lesson: Lesson, seed: int, back_end: str | None = None, device: str | None = None) -> Trainer:
    """Returns a trainer with random weights.

    Without *back_end* it is PyTorch if that is installed and has a GPU: on a CPU, NumPy is faster. Without *device* it
    is the GPU if PyTorch has one. Raises SetupError when it cannot be had.
    """
    if back_end is None:
        back_end = "torch" if (_has_gpu() if device is None else device != "cpu") else "numpy"
    if back_end not in BACK_ENDS:
        raise UnknownNameError("back end", back_end, BACK_ENDS)
    if back_end == "numpy":
        if device not in (None, "cpu"):
            raise SetupError(f"expected the device cpu for the back end numpy, got: {device!r}")
        from crownland.learning.numpy_trainer import NumpyTrainer

        return NumpyTrainer(lesson, seed)
    try:
        from crownland.learning.torch_trainer import TorchTrainer
    except ImportError as error:
        got = f"got: {error}; install it with: pip install 'crownland[train]'"
        raise SetupError(f"expected PyTorch for the back end torch, {got}") from None
    return TorchTrainer(lesson, seed, device)


def _has_gpu() -> bool:
    if find_spec("torch") is None:
        return False
    import torch

    return bool(torch.cuda.is_available())


def averaging(steps: int) -> float:
    """Returns how much of the average stays after step number *steps*."""
    return AVERAGE if steps > FIRST_STEPS else FIRST_AVERAGE


def parts_of(shape: Shape) -> Iterator[tuple[str, slice, tuple[int, ...]]]:
    """Yields the name, the place in the row of weights and the dimensions of each part."""
    at = 0
    for name, dimensions in shape.parts.items():
        yield name, slice(at, at + prod(dimensions)), dimensions
        at += prod(dimensions)


def first_weights(shape: Shape, seed: int) -> Weights:
    """Returns random weights to begin with, without scales. All stages begin alike."""
    random = np.random.default_rng([seed, 0])
    first, second, _ = shape.hidden
    sizes = {
        "squares": 0.05,
        "numbers": 0.08,
        "kingdoms": (1 / first) ** 0.5,
        "table": 0.1,
        "stages": (2 / second) ** 0.5,
        "out": 0.1,
    }
    weights = np.zeros(shape.weights, np.float32)
    for name, place, dimensions in parts_of(shape):
        if name in sizes:
            drawn = (1, *dimensions[1:]) if name in ("stages", "out") else dimensions
            values = random.standard_normal(drawn, np.float32) * np.float32(sizes[name])
            weights[place] = np.broadcast_to(values, dimensions).reshape(-1)
    return weights


def folded(lesson: Lesson, weights: Weights, *, back: bool = False) -> Weights:
    """Returns a copy of *weights* with the scales multiplied into those of the numbers; *back* divides them out."""
    made = weights.copy()
    scales = np.array(lesson.scales, weights.dtype)[:, None]
    for name, place, dimensions in parts_of(lesson.shape):
        if name == "numbers":
            numbers = made[place].reshape(dimensions)
            made[place] = (numbers / scales if back else numbers * scales).reshape(-1)
    return made
