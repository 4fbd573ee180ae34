"""Troubles of a server that pass: it is killed, its database hangs, its disk is full, its wall clock is set."""

import asyncio
import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from resource import RLIM_INFINITY
from time import monotonic

import httpx

from tests.server.outside import Outside
from tests.server.postgres import processes_of

__all__ = ["CLOCK_STEPS", "Troubles"]

HOUR = 3600
CLOCK_STEPS = (HOUR, -24 * HOUR, 24 * HOUR, -HOUR, 0)  # seconds, from the true time
PATIENCE = 60.0


@dataclass
class Troubles:
    """Makes trouble for *server*. Each method returns when the trouble is over and the server is ready again.

    The database is SQLite in *folder*, or PostgreSQL at *database*.
    """

    folder: Path
    database: str | None = None
    slowest: float = 0.0  # seconds until the server has said that it is not ready

    def __post_init__(self) -> None:
        self._clock = self.folder / "clock"
        self._clock.write_bytes(bytes(8))
        paths = [str(Path(__file__).with_name("clock")), os.environ.get("PYTHONPATH", "")]
        self.server = Outside(
            *(("--database", self.database) if self.database else ("--data", str(self.folder / "data"))),
            log=self.folder / "log",
            environment={"PYTHONPATH": os.pathsep.join(paths), "SHIFTED_CLOCK": str(self._clock)},
            is_generous=False,
        )

    async def kill(self) -> None:
        self.server.kill()
        self.server.start()
        await asyncio.to_thread(self.server.wait)

    async def hang(self, seconds: float) -> None:
        """Lets the database hang for *seconds* and until the server says that it is not ready."""
        with _stopped(self.database) if self.database else _locked(self.folder / "data" / "crownland.sqlite3"):
            await self._until_ready(503)
            await asyncio.sleep(seconds)
        await self._until_ready(200)

    async def fill(self, seconds: float) -> None:
        """Lets the server write to no file, not even to its log. Without effect on PostgreSQL, which is elsewhere."""
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (0, RLIM_INFINITY))
        try:
            await self._until_ready(200 if self.database else 503)
            await asyncio.sleep(seconds)
        finally:
            resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        await self._until_ready(200)

    def set_clock(self, seconds: float) -> None:
        """Sets the wall clock of the server to *seconds* after the true time."""
        offset = int(seconds * 1e9)
        with self._clock.open("r+b") as file:  # the server has mapped it
            file.write(offset.to_bytes(8, "little", signed=True))

    async def _until_ready(self, status: int) -> None:
        async with httpx.AsyncClient(base_url=self.server.url, timeout=30) as client, asyncio.timeout(PATIENCE):
            while True:
                begin = monotonic()
                answered = (await client.get("/readyz")).status_code
                if answered != 200:
                    self.slowest = max(self.slowest, monotonic() - begin)
                if answered == status:
                    return
                await asyncio.sleep(0.1)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Locks a SQLite database against writers."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def _stopped(url: str) -> Iterator[None]:
    """Stops all processes of a PostgreSQL."""
    stopped = processes_of(url)
    try:
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)
