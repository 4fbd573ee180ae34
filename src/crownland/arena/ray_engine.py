"""Games on Ray, which hands work to many machines: on a cluster that is there, or on a Ray of our own on this machine.

Only ``engine.ENGINES`` imports this module, when it is asked for: Ray takes seconds, and not everybody has it.
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

__all__ = ["Ray"]

ResultT = TypeVar("ResultT")

CONNECTING = 10.0  # seconds
STORE = 100_000_000  # bytes: all that a local Ray keeps is a contest with the files of its bots


class Ray:
    """So many games at once. A game whose worker is killed, or whose machine is lost, is played again.

    Without *address* a Ray is started on this machine and ended with the run. The files in *load* go to every machine.
    """

    def __init__(self, jobs: int = 1, address: str | None = None, load: Sequence[Path] = ()) -> None:
        self.jobs, self.address, self.load = jobs, address, load

    def run(self, play: Callable[[Pairing], ResultT], pairings: Iterable[Pairing]) -> Generator[ResultT, None, None]:
        todo = iter(pairings)
        first = next(todo, None)
        if first is None:  # nothing need be started
            return
        with _local(self.jobs) if self.address is None else _cluster(self.address):
            yield from _results(Parcel.of(play, self.load), chain([first], todo), self.jobs)


def _results(parcel: Parcel[ResultT], todo: Iterator[Pairing], jobs: int) -> Iterator[ResultT]:
    """Hands a game out whenever one has ended."""
    # Spread: games want cores, and need nothing that another machine would have to fetch.
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
            if isinstance(error.cause, RayError):  # the parcel could not even be opened there
                told = str(error.cause).partition("\n")[0]
                raise SetupError(f"expected crownland {parcel.version} on every machine, got: {told}") from None
            raise error.cause from error
        except RayError:  # a worker died, or its machine
            deaths[pairing.number] += 1
            if deaths[pairing.number] == PATIENCE:
                died = f"{PATIENCE} died in a row"
                raise DeadWorkersError(f"expected workers to live through game {pairing.number}, {died}") from None
            running[task.remote(shared, pairing)] = pairing
            continue
        yield result


@contextmanager
def _local(jobs: int) -> Iterator[None]:
    """A Ray on this machine, for this run alone, with a token and a folder of its own."""
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # without, Ray leaves one in the home folder
    # Sockets are in the folder, and their paths must be short.
    place = os.environ.get("RAY_TMPDIR") or ("/tmp" if os.name == "posix" else None)
    with TemporaryDirectory(prefix="crownland-", dir=place, ignore_cleanup_errors=True) as folder:
        options = {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": STORE, "_temp_dir": folder}
        try:
            _begin("Ray to start on this machine", "local", **options)
            yield
        finally:
            ray.shutdown()


@contextmanager
def _cluster(address: str) -> Iterator[None]:
    try:
        with _silence():
            _begin(f"a Ray cluster at {address}", address)
        yield
    finally:
        ray.shutdown()


def _begin(what: str, address: str, **options: Any) -> None:
    try:
        _knock(address)
        ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **options)
    except (OSError, ValueError, RuntimeError, RayError) as error:
        told = getattr(error, "strerror", None) or " ".join(str(error).split())
        if "Failed to connect" in told:  # somebody listens there
            told += "; are RAY_AUTH_MODE and the token the same as there?"
        raise SetupError(f"expected {what}, got: {told}") from None


def _knock(address: str) -> None:
    """Fails soon where nobody listens."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing gets to the error stream, from libraries that know nothing of Python's either."""
    with open(os.devnull, "wb") as nowhere:
        before = os.dup(2)
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(before, 2)
            os.close(before)
