"""Messages between processes, over PostgreSQL's NOTIFY: what each has written, and who is connected to it.

A message is a space-separated line: its kind, the process that sends it, and the arguments.

- ``news TABLE SEQ VERSION EVENTS``: the number of the last event of a table, the version of its lobby, and what has
  happened as JSON; without EVENTS where that would be too long.
- ``here TABLE WATCHERS GUEST…``: who is connected to a table through the sender.
- ``who TABLE``: asks every process that has the table to send ``here``.
- ``alive``: the heartbeat. What a process has sent is forgotten when its heartbeat stops.
"""

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_hex
from threading import Event, Thread
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, text

from crownland.server.logs import log

__all__ = ["FanOut", "Receive"]

CHANNEL = "crownland"
HEARTBEAT_SECONDS = 4.0
SILENCE_SECONDS = 13.0  # a process that is silent for longer counts as gone
RECONNECT_SECONDS = 1.0  # between two attempts to reach the database
STOP_SECONDS = 1.5
MAX_MESSAGE_BYTES = 7900  # of UTF-8; PostgreSQL refuses 8000

# Called with the kind of a message, the process that sent it, and the arguments. The first message of a process that is
# new, or was silent for too long, is preceded by a call with the kind ``new``.
Receive = Callable[[str, str, list[str]], None]


class FanOut:
    """Sends messages to the other processes and receives theirs, in a thread of its own."""

    def __init__(self, engine: Engine, receive: Receive, lost: Callable[[], None]) -> None:
        """*receive* gets every message; *lost* is called when some may have been missed. Both run in the event loop."""
        self.process = token_hex(4)
        self._engine, self._receive, self._lost = engine, receive, lost
        self._loop = asyncio.get_running_loop()
        self._last_message: dict[str, float] = {}  # by process: when it came
        self._stopping = Event()
        self._ready = Event()
        self._thread = Thread(target=self._listen, name="fan-out", daemon=True)

    async def start(self) -> None:
        """Returns once no message of others can be missed any more."""
        self._thread.start()
        await asyncio.to_thread(self._ready.wait, 10)

    def stop(self) -> None:
        """Ends the thread, or leaves it behind if the database hangs."""
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    def message(self, kind: str, *arguments: object) -> str:
        return " ".join((kind, self.process, *map(str, arguments)))

    @staticmethod
    def fits(message: str) -> bool:
        """Whether PostgreSQL can carry *message*."""
        return len(message.encode()) <= MAX_MESSAGE_BYTES

    @staticmethod
    def notify(connection: Connection, messages: Sequence[str]) -> None:
        """Sends *messages* when the transaction of *connection* is committed."""
        fitting = [message for message in messages if FanOut.fits(message)]
        query = text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
        connection.execute(query, {"channel": CHANNEL, "messages": fitting})

    def pop_silent(self) -> list[str]:
        """Returns the processes that have been silent for too long, and forgets them."""
        current = monotonic()
        silent = [process for process, at in self._last_message.items() if current - at > SILENCE_SECONDS]
        for process in silent:
            del self._last_message[process]
        return silent

    def _listen(self) -> None:
        was_lost = False
        while not self._stopping.is_set():
            try:
                self._listen_once(was_lost)
            except Exception as error:
                was_lost = True
                log("fan-out lost", error=type(error).__name__)
                self._stopping.wait(RECONNECT_SECONDS)

    def _listen_once(self, was_lost: bool) -> None:
        """Listens until stopped, or until the connection breaks."""
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
                    next_beat = monotonic() + HEARTBEAT_SECONDS
                self._hand_over([one.payload for one in raw.notifies(timeout=0.5, stop_after=1)])
            connection.execute(text(f"UNLISTEN {CHANNEL}"))

    def _hand_over(self, payloads: Sequence[str]) -> None:
        """Wakes the event loop once for all messages that came together."""
        messages = [payload.split(" ") for payload in payloads]
        if others := [message for message in messages if message[1] != self.process]:
            self._loop.call_soon_threadsafe(self._deliver, others)

    def _deliver(self, messages: Sequence[list[str]]) -> None:
        for kind, process, *arguments in messages:
            is_new = process not in self._last_message
            self._last_message[process] = monotonic()
            if is_new:
                self._receive("new", process, [])
            self._receive(kind, process, arguments)
