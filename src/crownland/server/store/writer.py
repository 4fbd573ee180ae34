"""One thread that writes: everything waiting goes into one transaction, and is answered when that is durable."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from sqlalchemy import Connection, Engine, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from crownland.server.refusal import StaleError
from crownland.server.store import schema

__all__ = ["LobbyChange", "Write", "Writer"]

MOST_AT_ONCE = 1000


@dataclass(slots=True)
class LobbyChange:
    """New values of a row of ``tables``, if its version is still the one that was read."""

    table: str
    version: int
    values: dict[str, Any]


@dataclass(slots=True)
class Write:
    """What one caller wants kept: all of it, or nothing with a StaleError."""

    events: Sequence[dict[str, Any]] = ()
    change: LobbyChange | None = None
    statements: Sequence[tuple[Any, Any]] = ()  # anything else, with its parameters
    news: Sequence[str] = ()  # what other processes are told
    done: "asyncio.Future[None] | None" = None
    failure: Exception | None = None

    @property
    def order(self) -> str:
        """Tables are written in one order by all processes, so that none waits for another in a circle."""
        if self.change is not None:
            return self.change.table
        return self.events[0]["table_id"] if self.events else ""


@dataclass
class Writer:
    """Takes writes from the event loop and keeps them, in the order they came for each table."""

    engine: Engine
    loop: asyncio.AbstractEventLoop
    notify: Callable[[Connection, Sequence[str]], None] | None = None
    report: Callable[[int, float], None] | None = (
        None  # hears how many writes went into a transaction, and how long it took
    )
    _queue: "SimpleQueue[Write | None]" = field(default_factory=SimpleQueue)
    _thread: Thread | None = None
    _connection: Connection | None = None

    def start(self) -> None:
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Everything that was handed over is written first."""
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join()

    async def write(self, write: Write) -> None:
        """Returns when *write* is durable. Raises StaleError when somebody else was first."""
        write.done = self.loop.create_future()
        self._queue.put(write)
        await write.done

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            begin = perf_counter()
            self._keep(batch)
            self.loop.call_soon_threadsafe(_answer, batch)
            if self.report is not None:
                self.report(len(batch), perf_counter() - begin)
        self._disconnect()

    def _next_batch(self) -> list[Write] | None:
        first = self._queue.get()
        if first is None:
            return None
        batch = [first]
        try:
            while len(batch) < MOST_AT_ONCE:
                another = self._queue.get_nowait()
                if another is None:
                    self._queue.put(None)  # stop, after this batch
                    break
                batch.append(another)
        except Empty:
            pass
        return sorted(batch, key=lambda write: write.order)

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self.engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        """The next transaction begins with a connection that is known to work."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _keep(self, batch: Sequence[Write], *, again: bool = True) -> None:
        """All in one transaction; when one of them is in the way, each in its own.

        A connection that broke, perhaps long ago, refuses nothing: it is tried again over a new one. What was kept all
        the same is not kept twice, because its key or its version is not free any more.
        """
        try:
            self._transact(batch)
        except Exception as error:
            self._disconnect()
            if len(batch) == 1 and not (again and _is_broken(error)):
                batch[0].failure = _told(error)
                return
            for write in batch:
                write.failure = None
                self._keep([write], again=len(batch) > 1)

    def _transact(self, batch: Sequence[Write]) -> None:
        connection = self._connected()
        with connection.begin():
            events: list[dict[str, Any]] = []
            news: list[str] = []
            for write in batch:
                if write.change is not None and not _changed(connection, write.change):
                    write.failure = StaleError()
                    continue
                for statement, parameters in write.statements:
                    connection.execute(statement, parameters)
                events += write.events
                news += write.news
            if events:
                connection.execute(INSERT_EVENT, events)
            if news and self.notify is not None:
                self.notify(connection, news)


INSERT_EVENT = insert(schema.events)


def _changed(connection: Connection, change: LobbyChange) -> bool:
    tables = schema.tables
    statement = update(tables).where(tables.c.id == change.table, tables.c.version == change.version)
    return connection.execute(statement.values(version=change.version + 1, **change.values)).rowcount == 1


def _answer(batch: Sequence[Write]) -> None:
    for write in batch:
        if write.done is None or write.done.done():
            continue
        if write.failure is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(write.failure)


def _is_broken(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _told(error: Exception) -> Exception:
    return StaleError() if isinstance(error, IntegrityError) else error
