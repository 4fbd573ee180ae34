"""A small game for trainers: made-up sizes, random records, and targets that can be learned from them."""

from importlib.util import find_spec

import numpy as np

from crownland.fast.network import Shape
from crownland.learning.ring import Records, Targets
from crownland.learning.trainer import BACK_ENDS, Lesson

SHAPE = Shape(kingdoms=3, squares=9, codes=4, numbers=5, table=4, stages=3, hidden=(16, 12, 8))
SCALES = (1.0, 0.5, 0.125, 1.0, 0.25)
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
PLAIN = Lesson(SHAPE, SCALES, [range(9)])
TURNED = Lesson(SHAPE, SCALES, [range(9), MIRRORED])

# PyTorch is never installed by ./check and CI, where a skipped test is a failure: its cases are there when it is.
INSTALLED = [name for name in BACK_ENDS if name != "torch" or find_spec("torch") is not None]


def samples(count: int, seed: int = 1, shape: Shape = SHAPE) -> tuple[Records, Targets]:
    """Returns random records. Who has most of code 1 and of the first number wins; the margin is by how much."""
    random = np.random.default_rng(seed)
    records = np.zeros((count, shape.record), np.int8)
    blocks = records[:, : shape.kingdoms * shape.block].reshape(count, shape.kingdoms, shape.block)
    squares, numbers = blocks[:, :, : shape.squares], blocks[:, :, shape.squares :]
    squares[:] = random.integers(shape.codes + 1, size=squares.shape) * (random.random(squares.shape) < 0.6)
    numbers[:] = random.integers(-3, 9, size=numbers.shape)
    records[:, shape.kingdoms * shape.block : -1] = random.integers(2, size=(count, shape.table))
    records[:, -1] = random.integers(shape.stages, size=count)
    totals = 4.0 * (squares == 1).sum(2) + numbers[:, :, 0]
    best = totals.max(1, keepdims=True)
    shares = (totals == best) / (totals == best).sum(1, keepdims=True)
    others = [np.delete(totals, kingdom, 1).max(1) for kingdom in range(shape.kingdoms)]
    return records, np.hstack([shares, totals - np.stack(others, 1)]).astype(np.float32)
