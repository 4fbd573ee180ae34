"""Several processes, one hall: PostgreSQL tells each what the others have written, and who is at their tables.

A message is words apart by blanks: its kind, the process that sends it, and

- ``news TABLE SEQ VERSION``: the last event of a table, and the version of its lobby;
- ``here TABLE WATCHING GUEST…``: who is at a table in that process;
- ``who TABLE``: whoever has that table tells who is there;
- ``alive``: said again and again; what a process has told holds as long as it is.
"""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_hex
from threading import Event, Thread
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, text

from crownland.server.logs import log

__all__ = ["FanOut", "Heard"]

CHANNEL = "crownland"
BEAT = 4.0  # seconds between two signs of life
SILENCE = 13.0  # seconds after which a process counts as gone
AGAIN = 1.0  # seconds between two tries to reach the database
LONGEST = 7900  # bytes; PostgreSQL refuses 8000

# What hears a message: its kind, the process that sent it, and the rest of its words. Of a process that was not heard
# before, or was silent for too long, it hears ``new`` first.
Heard = Callable[[str, str, list[str]], None]


class FanOut:
    """The line between this process and the others."""

    def __init__(self, engine: Engine, heard: Heard, lost: Callable[[], None]) -> None:
        """*heard* is called for what others say, *lost* when something may have been missed; both in the loop."""
        self.process = token_hex(4)
        self._engine, self._heard, self._lost = engine, heard, lost
        self._loop = asyncio.get_running_loop()
        self._seen: dict[str, float] = {}
        self._stopping = Event()
        self._ready = Event()
        self._thread = Thread(target=self._listen, name="fan-out", daemon=True)

    async def start(self) -> None:
        """Returns when nothing that others say is missed any more."""
        self._thread.start()
        await asyncio.to_thread(self._ready.wait, 10)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def message(self, kind: str, *words: object) -> str:
        return " ".join((kind, self.process, *map(str, words)))

    @staticmethod
    def notify(connection: Connection, messages: Sequence[str]) -> None:
        """Send *messages* when the transaction of *connection* is committed."""
        fitting = [message for message in messages if len(message) <= LONGEST]
        query = text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
        connection.execute(query, {"channel": CHANNEL, "messages": fitting})

    def silent_processes(self) -> list[str]:
        """The processes that have not been heard for too long; each is told once."""
        moment = monotonic()
        silent = [process for process, at in self._seen.items() if moment - at > SILENCE]
        for process in silent:
            del self._seen[process]
        return silent

    def _listen(self) -> None:
        was_lost = False
        while not self._stopping.is_set():
            try:
                self._listen_once(was_lost)
            except Exception as error:
                was_lost = True
                log("fan-out lost", error=type(error).__name__)
                self._stopping.wait(AGAIN)

    def _listen_once(self, was_lost: bool) -> None:
        """Listen until stopped, or until the connection breaks."""
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {CHANNEL}"))
            self._ready.set()
            if was_lost:
                self._loop.call_soon_threadsafe(self._lost)
            raw: Any = connection.connection.driver_connection
            next_beat = 0.0
            while not self._stopping.is_set():
                if monotonic() >= next_beat:
                    self.notify(connection, [self.message("alive")])
                    next_beat = monotonic() + BEAT
                for told in raw.notifies(timeout=0.5, stop_after=1):
                    self._take(told.payload)
            connection.execute(text(f"UNLISTEN {CHANNEL}"))

    def _take(self, payload: str) -> None:
        kind, process, *words = payload.split(" ")
        if process != self.process:
            self._loop.call_soon_threadsafe(self._hear, kind, process, words)

    def _hear(self, kind: str, process: str, words: list[str]) -> None:
        is_new = process not in self._seen
        self._seen[process] = monotonic()
        if is_new:
            self._heard("new", process, [])
        self._heard(kind, process, words)
