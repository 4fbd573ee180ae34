"""Workers on Ray: tasks that play a block each, on this machine or on many."""

from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Self

import numpy as np
import ray
from ray.exceptions import RayError, RayTaskError

from crownland.arena.engine import PATIENCE, DeadWorkersError
from crownland.arena.parcel import Parcel
from crownland.arena.ray_engine import local_ray, ray_cluster, refusal_of
from crownland.learning.crew import Block, seed_of_worker
from crownland.learning.plan import TrainingPlan
from crownland.learning.ring import Records, Targets
from crownland.learning.self_play import Exploration, SelfPlay
from crownland.learning.trainer import Weights

__all__ = ["RayCrew"]

STORE = 1_000_000_000  # bytes: a local Ray stores blocks


@dataclass(frozen=True)
class Order:
    """A block to play: its number, the reference of the weights (None for greedy), and how to explore."""

    number: int
    weights: Any
    exploration: Exploration


class RayCrew:
    """Keeps two tasks for each job waiting or running, so that none is idle. A task that dies is played again."""

    def __init__(self, plan: TrainingPlan, session: int) -> None:
        self.plan, self.session = plan, session
        self._stack = ExitStack()
        self._running: dict[Any, Order] = {}
        self._next, self._deaths = 0, 0
        self._weights: Any = None
        self._exploration = plan.first_exploration
        self._parcel: Parcel[Order, tuple[Records, Targets]] = Parcel.of(partial(_play, plan, session), plan.load)
        self._is_warm = False

    def __enter__(self) -> Self:
        plan = self.plan
        self._stack.enter_context(local_ray(plan.jobs, STORE) if plan.address is None else ray_cluster(plan.address))
        self._task: Any = ray.remote(Parcel.play_there).options(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")
        self._shared = ray.put(self._parcel)
        return self

    def __exit__(self, *_: object) -> None:
        for task in self._running:
            ray.cancel(task, force=True)
        self._stack.close()

    def take(self) -> Block | None:
        # On one machine the first task compiles for all.
        most = 2 * self.plan.jobs if self._is_warm or self.plan.address is not None else 1
        while len(self._running) < most:
            self._submit(Order(self._next, self._weights, self._exploration))
            self._next += 1
        done, _ = ray.wait(list(self._running), timeout=0)
        for task in done:
            order = self._running.pop(task)
            try:
                records, targets = ray.get(task)
            except RayTaskError as error:
                raise refusal_of(error, self._parcel.version) from error
            except RayError:  # a worker died, or its machine
                self._deaths += 1
                if self._deaths == PATIENCE:
                    raise DeadWorkersError(f"expected workers to play on, {PATIENCE} died in a row") from None
                self._submit(order)
                continue
            self._deaths, self._is_warm = 0, True
            return Block(records, targets, self.plan.block)
        return None

    def publish(self, weights: Weights) -> None:
        self._weights = ray.put(weights)

    def explore(self, exploration: Exploration) -> None:
        self._exploration = exploration

    def _submit(self, order: Order) -> None:
        self._running[self._task.remote(self._shared, order)] = order


def _play(plan: TrainingPlan, session: int, order: Order) -> tuple[Records, Targets]:
    setup = plan.setups[order.number % len(plan.setups)]
    # A copy, since kernels are compiled for arrays that can be written to.
    weights: Weights | None = None if order.weights is None else np.array(ray.get(order.weights))
    how = plan.first_exploration if weights is None else order.exploration
    seed, first = seed_of_worker(plan, session, 0), order.number * plan.block
    records, targets = _player(plan, plan.setups.index(setup)).play(weights, plan.block, seed, first, how)
    return records.copy(), targets.copy()


@cache
def _player(plan: TrainingPlan, setup: int) -> SelfPlay:
    """Returns the player of a setup, which a worker keeps for its next task."""
    return SelfPlay(plan.setups[setup], plan.shape)
