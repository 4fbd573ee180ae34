"""Workers that play games with the newest weights, and hand over blocks of samples.

A worker is a process of its own. Blocks go through shared memory: each worker has a few slots that it fills in turn,
and waits when none is free. Weights have two places; the newest version lies in the place of its parity.
"""

import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from crownland.arena.engine import DeadWorkersError, sigint_blocked, start_worker
from crownland.dealer import derived_seed
from crownland.kernel.errors import SetupError
from crownland.learning.plan import TrainingPlan
from crownland.learning.ring import Records, Targets
from crownland.learning.self_play import Exploration, SelfPlay
from crownland.learning.trainer import Weights

__all__ = ["Block", "Crew", "Player", "Processes", "seed_of_worker"]

SLOTS = 4  # of every worker
SAMPLES_A_GAME = 24  # for which a slot has room; a longer block takes several slots
NAP = 0.002  # seconds
WATCH = 1.0  # seconds between two looks at the workers

# The control row: whether to stop, the version of the weights, λ in millionths; then two words for every worker.
STOP, VERSION, TRACE, WORKERS = range(4)
MADE, TAKEN = range(2)  # slots


class Block(NamedTuple):
    """Samples of *games* games, valid until the next block is taken."""

    records: Records
    targets: Targets
    games: int


class Crew(Protocol):
    """Workers that play."""

    def take(self) -> Block | None:
        """Returns the next block, or None if there is none yet. Raises DeadWorkersError when workers die."""

    def publish(self, weights: Weights) -> None:
        """Lets workers play with new weights from now on; until the first ones, greedy plays."""

    def explore(self, exploration: Exploration) -> None:
        """Sets how workers explore."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Player:
    """Plays block after block for a plan, of each setup in turn; *number* is that of the worker."""

    def __init__(self, plan: TrainingPlan, session: int, number: int) -> None:
        self.plan, self.number = plan, number
        self.seed, self.blocks = seed_of_worker(plan, session, number), 0
        self._players = [SelfPlay(setup, plan.shape) for setup in plan.setups]

    def play(self, weights: Weights | None, exploration: Exploration) -> tuple[Records, Targets]:
        """Plays the next block; without weights greedy plays. The samples are valid until the next call."""
        player = self._players[(self.number + self.blocks) % len(self._players)]
        how = self.plan.first_exploration if weights is None else exploration
        first = self.blocks * self.plan.block
        self.blocks += 1
        return player.play(weights, self.plan.block, self.seed, first, how)


def seed_of_worker(plan: TrainingPlan, session: int, number: int) -> int:
    """Returns the seed of a worker's games; a training that resumes, in a later session, plays other games."""
    return int(derived_seed("training", plan.seed, session, number)[:15], 16)


@dataclass(frozen=True)
class _Names:
    """The names of the shared memory, and the samples for which a slot has room."""

    capacity: int
    control: str
    sizes: str
    records: str
    targets: str
    weights: str


class _Room:
    """The shared memory, as arrays."""

    def __init__(self, plan: TrainingPlan, names: _Names | None = None) -> None:
        shape, jobs = plan.shape, plan.jobs
        self.capacity = plan.block * SAMPLES_A_GAME if names is None else names.capacity
        sizes: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
            "control": ((WORKERS + 2 * jobs,), np.int64),
            "sizes": ((jobs, SLOTS, 2), np.int64),
            "records": ((jobs, SLOTS, self.capacity, shape.record), np.int8),
            "targets": ((jobs, SLOTS, self.capacity, 2 * shape.kingdoms), np.float32),
            "weights": ((2, shape.weights), np.float32),
        }
        if names is None:
            _check_memory(sum(_bytes(*size) for size in sizes.values()))
        self._memory = {
            key: SharedMemory(create=True, size=_bytes(*size))
            if names is None
            else SharedMemory(name=getattr(names, key))
            for key, size in sizes.items()
        }
        self._is_owner = names is None
        self._arrays: dict[str, NDArray[Any]] = {
            key: np.ndarray(size, kind, buffer=self._memory[key].buf) for key, (size, kind) in sizes.items()
        }
        if self._is_owner:
            self["control"][:] = 0

    def __getitem__(self, key: str) -> NDArray[Any]:
        return self._arrays[key]

    @property
    def names(self) -> _Names:
        return _Names(self.capacity, **{key: memory.name for key, memory in self._memory.items()})

    def close(self) -> None:
        self._arrays.clear()
        for memory in self._memory.values():
            with suppress(BufferError):  # a block is still in use; the memory goes with the process
                memory.close()
            if self._is_owner:
                memory.unlink()


def _bytes(size: tuple[int, ...], kind: type[np.generic]) -> int:
    return int(np.prod(size)) * np.dtype(kind).itemsize


def _check_memory(needed: int) -> None:
    """Linux kills a process that uses more shared memory than there is, without a word."""
    place = Path("/dev/shm")
    if place.is_dir() and (free := shutil.disk_usage(place).free) < needed:
        expected = f"expected {needed / 1e6:,.0f} MB of free shared memory in {place} for the workers"
        raise SetupError(f"{expected}, got: {free / 1e6:,.0f} MB; use fewer jobs")


class Processes:
    """Workers on this machine. The first one compiles; the others start after its first block."""

    def __init__(self, plan: TrainingPlan, session: int) -> None:
        self.plan, self.session = plan, session
        self._room = _Room(plan)
        self._workers: list[BaseProcess] = []
        self._turn = 0
        self._open: int | None = None  # whose slot is in use
        self._next_watch = 0.0

    def __enter__(self) -> Self:
        self._start(1)
        return self

    def __exit__(self, *_: object) -> None:
        self._room["control"][STOP] = 1
        for worker in self._workers:
            worker.join(timeout=5)
            if worker.is_alive():  # in the middle of a long block, or of compiling
                worker.kill()
                worker.join()
        self._room.close()

    def take(self) -> Block | None:
        control = self._room["control"]
        self._release()
        if len(self._workers) < self.plan.jobs and control[WORKERS + MADE] > 0:
            self._start(self.plan.jobs)
        self._watch()
        for step in range(len(self._workers)):
            number = (self._turn + step) % len(self._workers)
            at = WORKERS + 2 * number
            taken = int(control[at + TAKEN])
            if taken < control[at + MADE]:
                self._turn, self._open = number + 1, number
                slot = taken % SLOTS
                samples, games = map(int, self._room["sizes"][number, slot])
                records, targets = self._room["records"][number, slot], self._room["targets"][number, slot]
                return Block(records[:samples], targets[:samples], games)
        return None

    def publish(self, weights: Weights) -> None:
        control = self._room["control"]
        version = int(control[VERSION]) + 1
        self._room["weights"][version % 2] = weights
        control[VERSION] = version

    def explore(self, exploration: Exploration) -> None:
        self._room["control"][TRACE] = round(1e6 * exploration.trace)

    def _release(self) -> None:
        """Gives the slot of the last block back to its worker."""
        if self._open is not None:
            self._room["control"][WORKERS + 2 * self._open + TAKEN] += 1
            self._open = None

    def _start(self, count: int) -> None:
        context = get_context("spawn")
        with sigint_blocked():
            for number in range(len(self._workers), count):
                arguments = (self.plan, self.session, number, self._room.names)
                worker = context.Process(target=_work, args=arguments, daemon=True)
                worker.start()
                self._workers.append(worker)

    def _watch(self) -> None:
        if time.monotonic() < self._next_watch:
            return
        self._next_watch = time.monotonic() + WATCH
        for worker in self._workers:
            if worker.exitcode is not None:
                raise DeadWorkersError(f"expected workers to play on, one ended with exit code {worker.exitcode}")


def _work(plan: TrainingPlan, session: int, number: int, names: _Names) -> None:
    """What a worker does until it is stopped."""
    start_worker()
    for file in plan.load:
        from crownland.bots.load import load_once

        load_once(file)
    room = _Room(plan, names)
    control = room["control"]
    player, weights, version = Player(plan, session, number), np.zeros(plan.shape.weights, np.float32), 0
    while not control[STOP]:
        if control[VERSION] != version:
            version = int(control[VERSION])
            weights[:] = room["weights"][version % 2]
        exploration = Exploration(plan.share, plan.blur, control[TRACE] / 1e6)
        records, targets = player.play(weights if version else None, exploration)
        games = plan.block
        for at in range(0, len(records), room.capacity):
            slot = _free_slot(control, number)
            if slot is None:
                return
            part = slice(at, at + room.capacity)
            count = len(records[part])
            room["records"][number, slot, :count] = records[part]
            room["targets"][number, slot, :count] = targets[part]
            room["sizes"][number, slot] = count, games
            control[WORKERS + 2 * number + MADE] += 1
            games = 0  # counted with its first slot


def _free_slot(control: NDArray[Any], number: int) -> int | None:
    """Waits for a free slot; returns None when it is time to stop."""
    at = WORKERS + 2 * number
    while control[at + MADE] - control[at + TAKEN] >= SLOTS:
        if control[STOP]:
            return None
        time.sleep(NAP)
    return int(control[at + MADE]) % SLOTS
