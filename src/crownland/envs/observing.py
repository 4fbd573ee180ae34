"""What environments show of a position: named parts of one row of signed bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import isqrt, prod
from typing import Any

import numpy as np

from crownland.envs import kernels
from crownland.fast.jit import Bytes, Row, small_integers, words
from crownland.fast.twin import require_twin
from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["FEATURES", "OBSERVATIONS", "PLANES", "Array", "Layout", "layout_of"]

Array = Any  # a NumPy array

FEATURES = "features"  # the record that our networks read
PLANES = "planes"  # only what lies on the table: not every game has it
OBSERVATIONS = FEATURES, PLANES


@dataclass(frozen=True)
class Layout:
    """The parts of an observation, as kernels write it: *width* bytes a game.

    *parts* have their dimensions; *blocks* of them are written kingdom by kingdom, the others behind them.
    """

    setup: Setup
    kind: str
    parts: Mapping[str, tuple[int, ...]]
    blocks: tuple[str, ...]
    codes: int  # that a square can have, besides 0

    @cached_property
    def width(self) -> int:
        return sum(map(prod, self.parts.values()))

    @cached_property
    def _plan(self) -> tuple[int, list[tuple[str, slice, tuple[int, ...]]], list[tuple[str, slice, tuple[int, ...]]]]:
        """Where the blocks end; then the parts in a block, and those behind the blocks, with their places."""
        inside, behind, at = [], [], 0
        for name in self.blocks:
            size = prod(self.parts[name][1:])
            inside.append((name, slice(at, at + size), self.parts[name]))
            at += size
        end = at = at * self.parts["squares"][0]
        for name, dimensions in self.parts.items():
            if name not in self.blocks:
                behind.append((name, slice(at, at + prod(dimensions)), dimensions))
                at += prod(dimensions)
        return end, inside, behind

    def split(self, rows: Array) -> dict[str, Array]:
        """Returns the named parts of *rows*, whose last axis is the observation. They share its memory."""
        front, (end, inside, behind) = rows.shape[:-1], self._plan
        found = {}
        if inside:
            block = rows[..., :end].reshape(*front, self.parts["squares"][0], -1)
            found = {name: block[..., place].reshape(front + dimensions) for name, place, dimensions in inside}
        for name, place, dimensions in behind:
            found[name] = rows[..., place].reshape(front + dimensions)
        return found

    def space(self) -> Any:
        """Returns the Gymnasium space of the named parts."""
        from crownland.envs import require

        spaces = require("gymnasium.spaces", "envs")
        return spaces.Dict({name: self._box(spaces, name) for name in self.parts})

    def _box(self, spaces: Any, name: str) -> Any:
        low, high = (0, self.codes) if name == "squares" else (-128, 127)
        return spaces.Box(low, high, self.parts[name], np.int8)

    def desk(self) -> tuple[Bytes, Row]:
        """Returns rows for write(), which every thread needs for itself."""
        memory = require_twin(self.setup).encoder.MEMORY_WORDS if self.kind == FEATURES else 0
        return small_integers(-(-self.width // 8) * 8), words(memory)

    def write(
        self, rows: Row, size: int, first: int, games: int, viewers: Row, out: Bytes, desk: tuple[Bytes, Row]
    ) -> None:
        """Writes the observations of these games of *rows* into *out*, which is flat."""
        kernel = kernels.observe_features if self.kind == FEATURES else kernels.observe_planes
        kernel(require_twin(self.setup).key, size, self.width, first, games, rows, viewers, out, *desk)


@cache
def layout_of(setup: Setup, kind: str = FEATURES) -> Layout:
    """Returns how a position of *setup* is shown. Raises ValueError for a kind that its game does not have."""
    twin = require_twin(setup)
    if kind == PLANES and twin.has_planes:
        return Layout(setup, kind, twin.planes.parts_of(setup), (), twin.planes.CODES)
    if kind == FEATURES and twin.has_encoder:
        shape = twin.encoder.shape_of(setup)
        wide, high = find_game(setup.game).start(setup).extent
        window = (high, wide) if wide * high == shape.squares else (isqrt(shape.squares),) * 2
        parts: dict[str, tuple[int, ...]] = {
            "squares": (shape.kingdoms, *window),
            "numbers": (shape.kingdoms, shape.numbers),
            "table": (shape.table,),
            "stage": (1,),
        }
        return Layout(setup, kind, parts, ("squares", "numbers"), shape.codes)
    known = [name for name, has in ((FEATURES, twin.has_encoder), (PLANES, twin.has_planes)) if has]
    raise ValueError(f"expected an observation of {setup.game}: {' or '.join(known)}, got: {kind!r}")
