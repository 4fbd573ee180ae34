"""Engines play games in this process, in several, or on several machines.

An engine maps a function over pairings; ``ENGINES`` lists them by name.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Protocol, TypeVar

from crownland.arena.schedule import Pairing
from crownland.kernel.errors import SetupError

__all__ = ["ENGINES", "DeadWorkersError", "Engine", "Processes", "Serial", "load_ray", "sigint_blocked", "start_worker"]

ResultT = TypeVar("ResultT")

PATIENCE = 3  # workers that may die in one game
AHEAD = 2  # games queued per worker, so that none is idle


class DeadWorkersError(RuntimeError):
    """Several workers died in the same game."""


class Engine(Protocol):
    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        """Yields the result of *play* for each pairing, in the order they finish. Closing it stops all work at once."""


class Serial:
    """Plays one game after the other in this process."""

    def __init__(self, jobs: int = 1) -> None:
        pass

    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        yield from map(play, pairings)


class Processes:
    """Plays in *jobs* worker processes. If one is killed, others replay the unfinished games."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs

    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        todo, again, deaths = iter(pairings), deque[Pairing](), 0
        while deaths < PATIENCE:
            with _Crew(self.jobs) as crew:
                try:
                    for result in crew.work(play, again, todo):
                        deaths = 0
                        yield result
                    return
                except BrokenProcessPool:
                    deaths += 1
            again.extend(crew.running)
        raise DeadWorkersError(f"expected workers to live through game {again[-1].number}, {PATIENCE} died in a row")


def load_ray(address: str | None) -> None:
    """Imports Ray, which we may use at *address*, or on this machine. Raises SetupError when it is not installed."""
    # Ray reads these when it is imported.
    os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = "."  # it would print about dead workers between our lines
    if address is not None:
        os.environ["RAY_NUM_REDIS_GET_RETRIES"] = "3"  # it would retry for minutes at an address without Ray
    try:
        import_module("crownland.arena.ray_engine")
    except ImportError as error:
        got = f"got: {error}; install it with: pip install 'crownland[ray]'"
        raise SetupError(f"expected Ray for the engine ray, {got}") from None


def _ray(jobs: int = 1, address: str | None = None, load: Sequence[Path] = ()) -> Engine:
    load_ray(address)
    from crownland.arena.ray_engine import Ray

    return Ray(jobs, address, load)


ENGINES: dict[str, Callable[..., Engine]] = {"serial": Serial, "processes": Processes, "ray": _ray}


class _Crew:
    """A pool of workers. An exception kills them at once; Ctrl-C reaches only the parent."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.running: list[Pairing] = []  # submitted, without a result yet
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=start_worker)
        self._workers: set[BaseProcess] = set()

    def work(
        self, play: Callable[[Pairing], ResultT], again: deque[Pairing], todo: Iterator[Pairing]
    ) -> Iterator[ResultT]:
        """Plays *again* first, one game at a time, to find the game in which workers die; then *todo* in parallel."""
        alone = len(again)
        futures: dict[Future[ResultT], Pairing] = {}
        while True:
            most = 1 if alone else AHEAD * self.jobs
            while len(futures) < most and (pairing := again.popleft() if again else next(todo, None)) is not None:
                self.running.append(pairing)
                futures[self._submit(play, pairing)] = pairing
            if not futures:
                return
            for future in wait(futures, return_when=FIRST_COMPLETED).done:
                result = future.result()
                self.running.remove(futures.pop(future))
                alone = max(0, alone - 1)
                yield result

    def _submit(self, play: Callable[[Pairing], ResultT], pairing: Pairing) -> Future[ResultT]:
        others = set(active_children()) - self._workers
        with sigint_blocked():
            future = self._pool.submit(play, pairing)
        self._workers |= set(active_children()) - others
        return future

    def __enter__(self) -> "_Crew":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for worker in self._workers:
                worker.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Blocks Ctrl-C: processes started inside never get it, this one gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker() -> None:
    """Prepares a worker process: only its parent gets Ctrl-C, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends a worker whose parent was killed, which would otherwise wait forever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
