"""Where games are played: in this process, in several, or on several machines. An engine maps a function over pairings;
any other that does so can be entered in ``ENGINES``.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Protocol, TypeVar

from crownland.arena.schedule import Pairing
from crownland.kernel.errors import SetupError

__all__ = ["ENGINES", "DeadWorkersError", "Engine", "Processes", "Serial"]

ResultT = TypeVar("ResultT")

PATIENCE = 3  # workers that may die before a game ends
AHEAD = 2  # games handed out for every worker, so that none waits for the next


class DeadWorkersError(RuntimeError):
    """Workers die in the same game again and again."""


class Engine(Protocol):
    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        """What *play* makes of each pairing, as they finish, in any order. Closing it ends all work at once."""


class Serial:
    """One game after the other, in this process."""

    def __init__(self, jobs: int = 1) -> None:
        pass

    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        yield from map(play, pairings)


class Processes:
    """So many worker processes. When one is killed, the games that were being played are played again by others."""

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


def _ray(jobs: int = 1, address: str | None = None, load: Sequence[Path] = ()) -> Engine:
    # Ray reads these when it is imported.
    os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = "."  # it would tell of dead workers in the midst of what we print
    if address is not None:
        os.environ["RAY_NUM_REDIS_GET_RETRIES"] = "3"  # it would knock for many minutes where nobody understands it
    try:
        from crownland.arena.ray_engine import Ray
    except ImportError as error:
        told = f"got: {error}; install it with: pip install 'crownland[ray]'"
        raise SetupError(f"expected Ray for the engine ray, {told}") from None
    return Ray(jobs, address, load)


ENGINES: dict[str, Callable[..., Engine]] = {"serial": Serial, "processes": Processes, "ray": _ray}


class _Crew:
    """A pool of workers. On leaving with work half done they are ended at once; Ctrl-C is for us alone."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.running: list[Pairing] = []  # handed out, and no result given
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin_work)
        self._workers: set[BaseProcess] = set()

    def work(
        self, play: Callable[[Pairing], ResultT], again: deque[Pairing], todo: Iterator[Pairing]
    ) -> Iterator[ResultT]:
        """Plays *again* first, game by game, so that it is known in which one workers die; then *todo*, all at once."""
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
        with _deaf():
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
def _deaf() -> Iterator[None]:
    """Processes that begin inside never hear Ctrl-C; this one hears it a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
