"""Plays games on Ray, which distributes work over machines: on an existing cluster, or on a local Ray of our own.

``engine.ENGINES`` imports this module on demand: importing Ray takes seconds, and it may not be installed.
"""

import logging
import os
import secrets
import socket
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import ray
from ray.exceptions import RayError, RayTaskError

from crownland.arena.engine import PATIENCE, DeadWorkersError
from crownland.arena.parcel import Parcel
from crownland.arena.schedule import Pairing
from crownland.kernel.errors import SetupError

__all__ = ["Ray", "local_ray", "ray_cluster", "refusal_of"]

ResultT = TypeVar("ResultT")

CONNECTING = 10.0  # seconds
STORE = 100_000_000  # bytes: a local Ray stores only a contest and its files


class Ray:
    """Plays *jobs* games at once. A game whose worker or machine dies is played again.

    Without *address* it starts a Ray on this machine for the run. It sends the files in *load* to every machine.
    """

    def __init__(self, jobs: int = 1, address: str | None = None, load: Sequence[Path] = ()) -> None:
        self.jobs, self.address, self.load = jobs, address, load

    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        todo = iter(pairings)
        first = next(todo, None)
        if first is None:  # nothing to start Ray for
            return
        with local_ray(self.jobs) if self.address is None else ray_cluster(self.address):
            yield from _results(Parcel.of(play, self.load), chain([first], todo), self.jobs)


def _results(parcel: Parcel[Pairing, ResultT], todo: Iterator[Pairing], jobs: int) -> Iterator[ResultT]:
    """Submits a game whenever one has finished."""
    # Spread: games need cores, and share no data that must be fetched.
    task: Any = ray.remote(Parcel.play_there).options(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")
    shared, deaths = ray.put(parcel), Counter[int]()
    running: dict[Any, Pairing] = {}
    while True:
        for pairing in islice(todo, jobs - len(running)):
            running[task.remote(shared, pairing)] = pairing
        if not running:
            return
        (done, *_), _ = ray.wait(list(running))
        pairing = running.pop(done)
        try:
            result = ray.get(done)
        except RayTaskError as error:
            raise refusal_of(error, parcel.version) from error
        except RayError:  # a worker died, or its machine
            deaths[pairing.number] += 1
            if deaths[pairing.number] == PATIENCE:
                died = f"{PATIENCE} died in a row"
                raise DeadWorkersError(f"expected workers to live through game {pairing.number}, {died}") from None
            running[task.remote(shared, pairing)] = pairing
            continue
        yield result


def refusal_of(error: RayTaskError, version: str) -> Exception:
    """Returns what went wrong in a task."""
    cause: Exception = error.cause
    if isinstance(cause, RayError):  # the parcel could not be unpickled there
        got = str(cause).partition("\n")[0]
        return SetupError(f"expected crownland {version} on every machine, got: {got}")
    return cause


@contextmanager
def local_ray(jobs: int, store: int = STORE) -> Iterator[None]:
    """Starts a Ray on this machine for this run, with its own token and folder, and *store* bytes for objects."""
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # else Ray writes one to the home folder
    # The folder has sockets, whose paths must be short.
    place = os.environ.get("RAY_TMPDIR") or ("/tmp" if os.name == "posix" else None)
    with TemporaryDirectory(prefix="crownland-", dir=place, ignore_cleanup_errors=True) as folder:
        options = {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": store, "_temp_dir": folder}
        try:
            _connect("Ray to start on this machine", "local", **options)
            yield
        finally:
            ray.shutdown()


@contextmanager
def ray_cluster(address: str) -> Iterator[None]:
    """Connects with the Ray at *address*."""
    try:
        with _silence():
            _connect(f"a Ray cluster at {address}", address)
        yield
    finally:
        ray.shutdown()


def _connect(what: str, address: str, **options: Any) -> None:
    try:
        _check_port(address)
        ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **options)
    except (OSError, ValueError, RuntimeError, RayError) as error:
        got = getattr(error, "strerror", None) or " ".join(str(error).split())
        if "Failed to connect" in got:  # the port is open
            got += "; are RAY_AUTH_MODE and the token the same as there?"
        raise SetupError(f"expected {what}, got: {got}") from None


def _check_port(address: str) -> None:
    """Raises OSError soon if the port is closed."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()


@contextmanager
def _silence() -> Iterator[None]:
    """Discards the error stream, including that of C libraries."""
    with open(os.devnull, "wb") as nowhere:
        before = os.dup(2)
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(before, 2)
            os.close(before)
