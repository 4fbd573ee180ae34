"""What the tests of networks share: small networks of random weights, positions of random games, and kernels."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from crownland.fast import dispatch, judging, network
from crownland.fast.convert import to_words
from crownland.fast.jit import Bytes, Floats, Row, entry, floats, words
from crownland.fast.network import Shape
from crownland.fast.twin import TwinKey, require_twin
from crownland.games.protocol import State
from crownland.games.setup import Setup
from crownland.testing.strategies import random_play

__all__ = [
    "best_way",
    "choices",
    "encode",
    "evaluate",
    "evaluate_change",
    "network_for",
    "noisy_way",
    "plain_output",
    "positions",
    "random_weights",
    "record_of",
    "write_outlook",
    "write_result",
]


# Kernels that Python calls are kept in the cache; those that kernels call would be compiled in every run.
@entry
def encode(twin: TwinKey, game: Row, kingdom: int, record: Bytes, memory: Row) -> None:
    dispatch.encode(twin, game, 0, kingdom, record, memory)


@entry
def evaluate(shape: Row, weights: Floats, record: Bytes, room: Floats, picked: Row) -> None:
    network.evaluate(shape, weights, record, room, picked)


@entry
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
    network.evaluate_change(shape, weights, record, before, record_words, before_words, room, picked)


@entry
def write_outlook(shape: Row, room: Floats, kingdom: int, kingdoms: int, values: Floats, at: int) -> None:
    network.write_outlook(shape, room, kingdom, kingdoms, values, at)


@entry
def write_result(twin: TwinKey, game: Row, values: Floats, at: int) -> None:
    judging.write_result(twin, game, 0, values, at)


@entry
def best_way(values: Floats, many: int, kingdom: int, width: int) -> int:
    return judging.best_way(values, many, kingdom, width)


@entry
def noisy_way(values: Floats, many: int, kingdom: int, width: int, blur: float, slips: float, lots: Row) -> int:
    return judging.noisy_way(values, many, kingdom, width, blur, slips, lots)


def random_weights(shape: Shape, seed: int = 1, size: float = 0.06) -> Floats:
    rng, row = Random(seed), floats(shape.weights)
    for at in range(shape.weights):
        row[at] = rng.gauss(0, size)
    return row


@cache
def network_for(setup: Setup, seed: int = 1) -> tuple[Shape, Floats]:
    """A small network of random weights, whose judgements of the positions of *setup* differ."""
    shape = replace(require_twin(setup).encoder.shape_of(setup), hidden=(16, 12, 8))
    return shape, random_weights(shape, seed)


@cache
def positions(setup: Setup, seed: int = 7) -> list[State[Any]]:
    """All positions of a random game."""
    return [state for _, state in random_play(setup, Random(seed))]


def choices(setup: Setup, seed: int = 7) -> list[State[Any]]:
    """The positions of a random game where there is something to choose."""
    return [state for state in positions(setup, seed) if len(state.legal_actions()) > 1]


def record_of(state: State[Any], kingdom: int) -> tuple[Bytes, Row]:
    """The record of a position as *kingdom* sees it, without any memory; and the same as words."""
    twin = require_twin(state.setup)
    record, record_words = twin.encoder.shape_of(state.setup).new_record()
    encode(twin.key, to_words(state), kingdom, record, words(twin.encoder.MEMORY_WORDS))
    return record, record_words


def plain_output(call: str) -> str:
    """What a call like ``tests.fast.test_network.answers()`` returns where kernels run as plain Python."""
    module = call.partition("(")[0].rpartition(".")[0]
    command = [sys.executable, "-c", f"import {module}; print({call})"]
    env, root = os.environ | {"CROWNLAND_JIT": "off"}, Path(__file__).parents[2]
    done = subprocess.run(command, env=env, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
