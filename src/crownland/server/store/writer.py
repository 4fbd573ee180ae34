"""The writer thread: puts all waiting writes into one transaction, and answers them when that is durable."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from crownland.server.refusal import StaleError
from crownland.server.store import schema

__all__ = ["EventRow", "LobbyChange", "Write", "Writer"]

MAX_BATCH = 1000  # writes in one transaction
MAX_ROWS = 256  # of one statement, a power of 2
GATHER_SECONDS = 0.008  # between two transactions at the least: what comes meanwhile shares the next one

# A row of ``events``: a value for every column, in their order. The first one is the table.
EventRow: TypeAlias = tuple[Any, ...]


@dataclass(slots=True)
class LobbyChange:
    """New values for a row of ``tables``, to be set if its version is still the one that was read."""

    table: str
    version: int
    values: dict[str, Any]


@dataclass(slots=True)
class Write:
    """What one caller wants to store: all of it is stored, or nothing and a StaleError is raised."""

    events: Sequence[EventRow] = ()
    change: LobbyChange | None = None
    statements: Sequence[tuple[Any, Any]] = ()  # anything else, with its parameters
    news: Sequence[str] = ()  # messages for other processes
    done: "asyncio.Future[None] | None" = None
    failure: Exception | None = None

    @property
    def order(self) -> str:
        """The sort key. All processes write tables in the same order, so that they cannot deadlock."""
        if self.change is not None:
            return self.change.table
        return str(self.events[0][0]) if self.events else ""


@dataclass
class Writer:
    """Takes writes from the event loop and stores them; those of one table in the order they came."""

    engine: Engine
    loop: asyncio.AbstractEventLoop
    notify: Callable[[Connection, Sequence[str]], None] | None = None
    report: Callable[[int, float], None] | None = None  # gets the number of writes in a transaction, and its seconds
    check: Callable[[int], None] | None = None  # gets that number too; raises if what was stored will be lost
    _queue: "SimpleQueue[Write | None]" = field(default_factory=SimpleQueue)
    _thread: Thread | None = None
    _connection: Connection | None = None
    _stored_at: float = 0.0
    _current: tuple[float, list[Write]] | None = None  # since when which batch is being stored

    def start(self) -> None:
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def stop(self, seconds: float | None = None) -> bool:
        """Stops the thread after it has stored all waiting writes. Returns whether it has ended within *seconds*."""
        self._queue.put(None)
        if self._thread is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    @property
    def busy_seconds(self) -> float:
        """Since when the writer has been storing the same batch."""
        current = self._current
        return 0.0 if current is None else monotonic() - current[0]

    def give_up(self, failure: Exception) -> None:
        """Answers all writes with *failure*: the database hangs. Those in the current batch may still be stored."""
        waiting = [] if self._current is None else self._current[1].copy()
        while (write := self._take()) is not None:
            waiting.append(write)
        for write in waiting:
            if write.done is not None and not write.done.done():
                write.done.set_exception(failure)

    def _take(self) -> Write | None:
        try:
            write = self._queue.get_nowait()
        except Empty:
            return None
        if write is None:
            self._queue.put(None)
        return write

    @property
    def waiting(self) -> int:
        """The number of writes that wait for the next transaction."""
        return self._queue.qsize()

    async def write(self, write: Write) -> None:
        """Returns when *write* is durable. Raises StaleError if another process has written first."""
        write.done = self.loop.create_future()
        self._queue.put(write)
        await write.done

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            begin = perf_counter()
            self._current = monotonic(), batch
            self._store(batch)
            self._check(batch)
            self._current = None
            self._stored_at = monotonic()
            self.loop.call_soon_threadsafe(_answer, batch)
            if self.report is not None:
                self.report(len(batch), perf_counter() - begin)
        self._disconnect()

    def _check(self, batch: Sequence[Write]) -> None:
        """Fails *batch* if what was stored will be lost."""
        try:
            if self.check is not None:
                self.check(len(batch))
        except Exception as error:
            for write in batch:
                write.failure = error

    def _next_batch(self) -> list[Write] | None:
        first = self._queue.get()
        if first is None:
            return None
        if (wait := self._stored_at + GATHER_SECONDS - monotonic()) > 0:
            sleep(wait)
        batch = [first]
        try:
            while len(batch) < MAX_BATCH:
                another = self._queue.get_nowait()
                if another is None:
                    self._queue.put(None)  # stop, after this batch
                    break
                batch.append(another)
        except Empty:
            pass
        return sorted(batch, key=lambda write: write.order) if len(batch) > 1 else batch

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self.engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        """Closes the connection; the next transaction opens a new one, which is known to work."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _store(self, batch: Sequence[Write], *, retry: bool = True) -> None:
        """Stores *batch* in one transaction; if that fails, each write in a transaction of its own.

        After a broken connection the writes are tried again over a new one. A write that was stored nevertheless is
        not stored twice, because its key or its version is taken.
        """
        try:
            self._transact(batch)
        except Exception as error:
            self._disconnect()
            if len(batch) == 1 and not (retry and _is_broken(error)):
                batch[0].failure = _failure(error)
                return
            for write in batch:
                write.failure = None
                self._store([write], retry=len(batch) > 1)

    def _transact(self, batch: Sequence[Write]) -> None:
        connection = self._connected()
        with connection.begin():
            events: list[EventRow] = []
            news: list[str] = []
            for write in batch:
                if write.change is not None and not _apply_change(connection, write.change):
                    write.failure = StaleError()
                    continue
                for statement, parameters in write.statements:
                    connection.execute(statement, parameters)
                events += write.events
                news += write.news
            if events:
                _insert(connection, events)
            if news and self.notify is not None:
                self.notify(connection, news)


def _insert(connection: Connection, events: Sequence[EventRow]) -> None:
    """Inserts *events* by the driver's own statements: SQLAlchemy's would treat every value of every row.

    The driver of SQLite gives up the GIL for every row of ``executemany``, and gets it back when the event loop has had
    its time: a statement for many rows waits once. There are few such statements, so that they stay prepared.
    """
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_insertion(1, "%s"), list(events))
        return
    begin = 0
    while begin < len(events):
        rows = min(MAX_ROWS, 1 << (len(events) - begin).bit_length() - 1)
        connection.exec_driver_sql(_insertion(rows, "?"), tuple(chain.from_iterable(events[begin : begin + rows])))
        begin += rows


@cache
def _insertion(rows: int, value: str) -> str:
    columns = [column.name for column in schema.events.columns]
    row = f"({', '.join([value] * len(columns))})"
    return f"INSERT INTO {schema.events.name} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"


def _apply_change(connection: Connection, change: LobbyChange) -> bool:
    """Updates the lobby. Returns False if its version is not the one that was read."""
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


def _failure(error: Exception) -> Exception:
    return StaleError() if isinstance(error, IntegrityError) else error
