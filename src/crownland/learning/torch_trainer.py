"""The trainer for machines with PyTorch, on a GPU if there is one."""

from math import sqrt
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functional
from numpy.typing import NDArray

from crownland.fast.network import MARGIN, Shape
from crownland.kernel.errors import SetupError
from crownland.learning.ring import Records, Targets, places_of
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

__all__ = ["TorchRing", "TorchTrainer"]


class TorchRing:
    """A ring in the memory of the device."""

    def __init__(self, shape: Shape, window: int, device: torch.device, generator: torch.Generator) -> None:
        self.filled, self._at, self._window = 0, 0, window
        self._device, self._generator = device, generator
        self._records = torch.empty((window, shape.record), dtype=torch.int8, device=device)
        self._targets = torch.empty((window, 2 * shape.kingdoms), dtype=torch.float32, device=device)

    def add(self, records: Records, targets: Targets) -> None:
        for source, place in places_of(self._at, self._window, len(records)):
            self._records[place] = torch.from_numpy(records[source]).to(self._device)
            self._targets[place] = torch.from_numpy(targets[source]).to(self._device)
        self._at = (self._at + len(records)) % self._window
        self.filled = min(self._window, self.filled + len(records))

    def draw(self, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
        picked = torch.randint(self.filled, (batch,), device=self._device, generator=self._generator)
        return self._records[picked], self._targets[picked]


class TorchTrainer:
    """Lets PyTorch find the gradients. All weights lie in one row, whose parts are the leaves of the graph."""

    name = "torch"

    def __init__(self, lesson: Lesson, seed: int, device: str | None = None) -> None:
        self.lesson, self.seed, self.steps = lesson, seed, 0
        self._device = _find_device(device)
        self._on_gpu = self._device.type == "cuda"
        self.device = torch.cuda.get_device_name(self._device) if self._on_gpu else "CPU"
        if self._on_gpu:
            torch.set_float32_matmul_precision("high")
        else:
            torch.set_num_threads(1)  # the other cores play
        self._generator = torch.Generator(self._device)
        self._generator.manual_seed(seed)
        self._flat = self._there(first_weights(lesson.shape, seed))
        self._gradient = torch.zeros_like(self._flat)
        self._average = self._flat.clone()
        self._moments, self._squares = torch.zeros_like(self._flat), torch.zeros_like(self._flat)
        self._weights = {}
        for name, place, size in parts_of(lesson.shape):
            leaf = self._flat[place].view(size).detach().requires_grad_()
            leaf.grad = self._gradient[place].view(size)
            self._weights[name] = leaf
        self._scales = self._there(np.array(lesson.scales, np.float32))
        self._symmetries = self._there(np.array(lesson.symmetries, np.int64))
        self._codes_at = torch.arange(lesson.shape.squares, device=self._device) * lesson.shape.codes

    def make_ring(self, window: int) -> TorchRing:
        return TorchRing(self.lesson.shape, window, self._device, self._generator)

    def step(self, records: Any, targets: Any, rate: float) -> tuple[torch.Tensor, torch.Tensor]:
        losses = self.find_gradient(records, targets)
        self.steps += 1
        with torch.no_grad():
            self._moments.lerp_(self._gradient, 1 - BETA_1)
            self._squares.mul_(BETA_2).addcmul_(self._gradient, self._gradient, value=1 - BETA_2)
            size = self._squares.sqrt().mul_(1 / sqrt(1 - BETA_2**self.steps)).add_(EPSILON)
            self._flat.mul_(1 - rate * DECAY)
            self._flat.addcdiv_(self._moments, size, value=-rate / (1 - BETA_1**self.steps))
            self._average.lerp_(self._flat, 1 - averaging(self.steps))
        return losses

    def weights(self) -> Weights:
        return folded(self.lesson, _here(self._average))

    def load(self, weights: Weights) -> None:
        zeros = np.zeros(self.lesson.shape.weights, np.float32)
        start = folded(self.lesson, np.asarray(weights, np.float32), back=True)
        self.restore(dict(zip(STATE, (start, start, zeros, zeros, np.array(0)), strict=True)))

    def state(self) -> dict[str, NDArray[Any]]:
        rows = map(_here, (self._flat, self._average, self._moments, self._squares))
        return dict(zip(STATE, (*rows, np.array(self.steps)), strict=True))

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        with torch.no_grad():
            for row, name in zip((self._flat, self._average, self._moments, self._squares), STATE, strict=False):
                row.copy_(torch.from_numpy(np.asarray(state[name], np.float32)))
        self.steps = int(state["steps"])

    def find_gradient(self, records: Any, targets: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Writes the gradient of the mean loss over the batch; returns the losses of win and margin."""
        records, targets = self._there(records), self._there(targets)
        kingdoms = self.lesson.shape.kingdoms
        out = self._forward(records)
        chances = functional.log_softmax(out[:, :kingdoms], 1)
        win = -(targets[:, :kingdoms] * chances).sum(1).mean()
        margin = functional.mse_loss(out[:, kingdoms:], targets[:, kingdoms:] / MARGIN)
        self._gradient.zero_()
        (win + MARGIN_WEIGHT * margin).backward()
        return win.detach(), margin.detach()

    def _forward(self, records: torch.Tensor) -> torch.Tensor:
        shape, weights = self.lesson.shape, self._weights
        second = records[:, shape.kingdoms * shape.block : -1].float() @ weights["table"] + weights["second"]
        for kingdom in range(shape.kingdoms):
            block = records[:, kingdom * shape.block : (kingdom + 1) * shape.block]
            first = self._squares_of(block[:, : shape.squares])
            first = first + (block[:, shape.squares :].float() * self._scales) @ weights["numbers"] + weights["first"]
            second = second + functional.relu(first) @ weights["kingdoms"][kingdom]
        second = functional.relu(second)
        stage = functional.one_hot(records[:, -1].long(), shape.stages).to(second.dtype)
        third = functional.relu(torch.einsum("bh,shk->bsk", second, weights["stages"]) + weights["third"])
        # All stages are calculated, and one is taken: they are small.
        out = torch.einsum("bsk,sok->bso", third, weights["out"]) + weights["bias"]
        return (out * stage[:, :, None]).sum(1)

    def _squares_of(self, squares: torch.Tensor) -> torch.Tensor:
        """Returns what the squares of one kingdom add to the first layer, each record turned at random."""
        shape, count = self.lesson.shape, len(squares)
        turns = torch.randint(len(self._symmetries), (count,), device=self._device, generator=self._generator)
        squares = squares.gather(1, self._symmetries[turns])
        is_taken = squares > 0
        rows = self._codes_at + (squares.long() - 1).clamp(min=0)
        weights = self._weights["squares"]
        if self._on_gpu:  # a matrix of zeros and ones is quicker there than any gathering
            hot = torch.zeros(count, len(weights), device=self._device, dtype=torch.bfloat16)
            hot.scatter_(1, rows, is_taken.to(torch.bfloat16))
            return (hot @ weights.to(torch.bfloat16)).float()
        empty = len(weights)
        padded = torch.cat([weights, weights.new_zeros(1, shape.hidden[0])])
        return functional.embedding_bag(rows.where(is_taken, empty), padded, mode="sum", padding_idx=empty)

    def _there(self, values: Any) -> torch.Tensor:
        return torch.as_tensor(values, device=self._device)


def _here(row: torch.Tensor) -> Weights:
    copied: Weights = row.detach().cpu().numpy().copy()
    return copied


def _find_device(name: str | None) -> torch.device:
    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise SetupError(f"expected a device of PyTorch like cuda or cpu, got: {name!r} ({reason})") from None
    return device
