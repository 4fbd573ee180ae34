"""The store: tables, their events, guests, and the key that signs cookies."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, and_, delete, func, insert, or_, select, update
from sqlalchemy import Row as Fetched
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from crownland.games.registry import games
from crownland.review.file import VERSION
from crownland.server.logs import log, log_error
from crownland.server.metrics import Metrics
from crownland.server.refusal import RefusedError
from crownland.server.store import schema
from crownland.server.store.files import FileWatch, LostFileError, file_of
from crownland.server.store.rows import Header, Listed, Lobby, Stored, shared_options
from crownland.server.store.writer import EventRow, LobbyChange, Write, Writer
from crownland.server.timestamps import now
from crownland.table.session import Event

__all__ = ["Store"]

ResultT = TypeVar("ResultT")

READER_THREADS = 4
READ_SECONDS = 5.0  # until a read is refused because the database hangs
WRITE_SECONDS = 10.0  # until all waiting writes are refused because the database hangs
LOOK_SECONDS = 1.0  # between two looks at the writer
PROBE_SECONDS = 1.5  # until a database that does not answer counts as unusable
FRESH_SECONDS = 0.5  # how long the result of a probe is used again
COMPLAINT_SECONDS = 60.0  # between two log entries about reads that fail
STOP_SECONDS = 2.5  # until a writer that hangs is left behind
SIGNING = "signing"  # the name of the signing key in the database
SEEN_MILLISECONDS = 24 * 3600 * 1000  # between two notes that a guest was seen
MAX_LISTED = 100  # tables in one list


class Store:
    """The database of a server. Reads run in several threads, writes in one that batches them."""

    def __init__(self, engine: Engine, metrics: Metrics) -> None:
        self.engine, self._metrics = engine, metrics
        file = file_of(engine)
        self._watch = None if file is None else FileWatch(engine, file)
        check = None if self._watch is None else self._watch.check
        self.writer = Writer(engine, asyncio.get_running_loop(), report=self._report, check=check)
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self._probing: asyncio.Task[bool] | None = None
        self._probed = 0.0
        self._is_broken = False  # whether the last write failed
        self._complained = -COMPLAINT_SECONDS  # when a failed read was logged
        self.writer.start()
        self._guarding = asyncio.create_task(self._guard())

    async def close(self) -> bool:
        """Stores all waiting writes, then closes the database. Returns False if it hangs or is lost."""
        self._guarding.cancel()
        if not await asyncio.to_thread(self.writer.stop, STOP_SECONDS):
            log("the database hangs: what it has not stored yet is refused")
            self.writer.give_up(_unusable())
            self._readers.shutdown(wait=False, cancel_futures=True)
            return False
        self._readers.shutdown(wait=True)
        is_fine = self._watch is None or self._watch.close()
        self.engine.dispose()
        return is_fine

    async def is_ready(self) -> bool:
        """Whether something can be read and written now. Asks the database at most twice a second."""
        if self._probing is None or (self._probing.done() and monotonic() - self._probed > FRESH_SECONDS):
            self._probed = monotonic()
            self._probing = asyncio.create_task(self._probe())
        return await asyncio.shield(self._probing)

    async def _probe(self) -> bool:
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self.write([self.beat("probe")])
                await self.read(lambda connection: connection.execute(select(schema.pulse.c.at)).first())
        except (RefusedError, TimeoutError):
            return False
        return True

    def beat(self, name: str) -> tuple[Any, Any]:
        """Returns the statement which notes in the pulse that *name* happens now, with its parameters."""
        values = {"name": name, "at": now()}
        statement = self._insert(schema.pulse).values(values)
        return statement.on_conflict_do_update(index_elements=["name"], set_={"at": values["at"]}), {}

    async def _guard(self) -> None:
        """Refuses what waits for a database that hangs, again and again."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self.writer.busy_seconds > WRITE_SECONDS:
                self.writer.give_up(TimeoutError("the database hangs"))

    # Tables

    async def create(self, header: Header, lobby: Lobby, events: Sequence[Event] = ()) -> None:
        """Stores a new table with its first events."""
        values = {
            "id": header.id,
            "game": header.game,
            "players": header.players,
            "options": msgspec.json.encode(header.options).decode(),
            "rules": header.rules,
            "seed": header.seed,
            "start": header.start,
            "created": header.created,
            "version": 0,
            **_lobby_values(lobby),
        }
        statements = [(insert(schema.tables), values), self._seating(header.id, lobby.guests)]
        await self._write(Write(events=_events(header.id, events), statements=statements))

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        change: tuple[int, Lobby, Lobby] | None = None,
        record: str | None = None,
        news: Sequence[str] = (),
    ) -> None:
        """Stores *events*. *change* is a change of the lobby: its version, the lobby before and the lobby after.

        *news* are messages for other processes. Raises StaleError, and stores nothing, if another process was first.
        """
        write = Write(events=_events(table, events), news=news)
        if change is not None:
            version, before, after = change
            values = _lobby_values(after) | ({} if record is None else {"record": record})
            write.change = LobbyChange(table, version, values)
            write.statements = self._reseating(table, before.guests, after.guests)
        await self._write(write)

    async def announce(self, message: str) -> None:
        """Sends *message* to other processes without storing anything."""
        await self._write(Write(news=[message]))

    async def flush(self) -> None:
        """Returns when everything that was to be stored before is stored, or has failed."""
        await self.writer.write(Write())

    async def load(self, table: str) -> Stored | None:
        """Returns the table with all its events."""
        return await self.read(lambda connection: _load(connection, table))

    async def lobby_of(self, table: str) -> Stored | None:
        """Returns the table without its events."""
        query = select(schema.tables).where(schema.tables.c.id == table)
        found = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if found is None else _stored(found)

    async def events_since(self, table: str, seq: int) -> list[Event]:
        """Returns the events after *seq*."""
        return await self.read(lambda connection: _events_since(connection, table, seq))

    async def record(self, table: str) -> str | None:
        """Returns the record of a finished game."""
        query = select(schema.tables.c.record).where(schema.tables.c.id == table)
        found: str | None = await self.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found

    async def tables_of(self, guest: str) -> list[Listed]:
        """Returns the tables of a guest: unfinished ones first, and those with the latest events before the others."""
        tables, sitters, events = schema.tables, schema.sitters, schema.events
        here = events.c.table_id == tables.c.id
        seq = func.coalesce(select(func.max(events.c.seq)).where(here).scalar_subquery(), 0).label("last_seq")
        last = select(func.max(events.c.at)).where(here).scalar_subquery()
        played = func.coalesce(last, tables.c.created).label("played")
        query = (
            select(tables, seq, played)
            .join(sitters, sitters.c.table_id == tables.c.id)
            .where(sitters.c.guest == guest, tables.c.phase != "closed")
            .order_by(tables.c.phase == "over", played.desc())
            .limit(MAX_LISTED)
        )
        found = await self.read(lambda connection: connection.execute(query).all())
        return [Listed(_stored(row), row.last_seq, row.played) for row in found]

    async def unlist(self, guest: str, table: str) -> None:
        """Removes a table from the list of *guest*."""
        sitters = schema.sitters
        await self.write([(delete(sitters).where(sitters.c.table_id == table, sitters.c.guest == guest), {})])

    async def public_tables(self) -> list[Stored]:
        """Returns the public tables that are open or being played: open ones first, then by age, newest first."""
        tables = schema.tables
        query = (
            select(tables)
            .where(tables.c.public, tables.c.phase.in_(("open", "playing")))
            .order_by(tables.c.phase, tables.c.created.desc())
            .limit(MAX_LISTED)
        )
        return await self._stored(query)

    async def count_unfinished(self, guest: str) -> int:
        """Returns how many tables of *guest* are open or being played, by rules that this server has."""
        tables, sitters = schema.tables, schema.sitters
        known = [and_(tables.c.game == game.key, tables.c.rules <= game.rules_version) for game in games()]
        query = (
            select(func.count())
            .select_from(tables.join(sitters, sitters.c.table_id == tables.c.id))
            .where(sitters.c.guest == guest, tables.c.phase.in_(("open", "playing")), or_(*known))
        )
        found: int = await self.read(lambda connection: connection.execute(query).scalar_one())
        return found

    # Reviews

    async def review(self, digest: str) -> str | None:
        """Returns the review of the record with that *digest*, as it was kept."""
        reviews = schema.reviews
        query = select(reviews.c.review).where(reviews.c.digest == digest, reviews.c.version == VERSION)
        found: str | None = await self.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found

    async def keep_review(self, digest: str, review: str) -> None:
        """Keeps a review in place of one of another version."""
        values = {"version": VERSION, "review": review, "made": now()}
        statement = self._insert(schema.reviews).values({"digest": digest, **values})
        await self.write([(statement.on_conflict_do_update(index_elements=["digest"], set_=values), {})])

    # Guests

    async def name_of(self, guest: str) -> str:
        """Returns the name of a guest, which is empty until the guest sets it. Notes once a day that they were seen."""
        guests = schema.guests
        query = select(guests.c.name, guests.c.seen).where(guests.c.id == guest)
        found = await self.read(lambda connection: connection.execute(query).one_or_none())
        if found is None:
            return ""
        if found.seen < now() - SEEN_MILLISECONDS:
            with suppress(RefusedError):  # a name can be read while nothing can be written
                await self.write([(update(guests).where(guests.c.id == guest).values(seen=now()), {})])
        name: str = found.name
        return name

    async def rename(self, guest: str, name: str) -> None:
        values = {"id": guest, "name": name, "seen": now()}
        statement = self._insert(schema.guests).values(values)
        statement = statement.on_conflict_do_update(index_elements=["id"], set_={"name": name, "seen": values["seen"]})
        await self.write([(statement, {})])

    # Secrets

    async def signing_key(self) -> bytes:
        """Returns the key that signs cookies. It is created once and shared by all processes."""
        return bytes.fromhex(await self.read(_signing_key))

    def _report(self, writes: int, seconds: float) -> None:
        self._metrics.commits.observe(seconds)
        self._metrics.commit_size.observe(writes)

    async def _write(self, write: Write) -> None:
        """Returns when *write* is durable. Raises StaleError if another process was first.

        Raises RefusedError if it could not be stored. The reason is logged when that begins, not again and again.
        """
        try:
            await self.writer.write(write)
        except (SQLAlchemyError, LostFileError, TimeoutError) as error:
            self._metrics.failures.inc()
            if not self._is_broken:
                self._is_broken = True
                log_error("the database cannot be written", error)
            raise _unusable() from error
        if self._is_broken:
            self._is_broken = False
            log("the database can be written again")

    async def write(self, statements: Sequence[tuple[Any, Any]]) -> None:
        """Runs *statements*, each with its parameters, in one transaction."""
        await self._write(Write(statements=statements))

    async def read(self, work: Callable[[Connection], ResultT]) -> ResultT:
        """Returns what *work* reads, in a thread. Raises RefusedError if the database does not answer."""

        def run() -> ResultT:
            with self.engine.connect() as connection:
                return work(connection)

        try:
            async with asyncio.timeout(READ_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except (DatabaseError, PoolTimeoutError, TimeoutError) as error:  # a damaged file is no operational error
            self._metrics.failures.inc()
            if monotonic() - self._complained > COMPLAINT_SECONDS:
                self._complained = monotonic()
                log_error("the database cannot be read", error)
            raise _unusable() from error

    async def _stored(self, query: Any) -> list[Stored]:
        return [_stored(row) for row in await self.read(lambda connection: connection.execute(query).all())]

    def _insert(self, table: Any) -> Any:
        if self.engine.dialect.name == "postgresql":
            from sqlalchemy.dialects import postgresql  # slow to import

            return postgresql.insert(table)
        return sqlite.insert(table)

    def _seating(self, table: str, guests: frozenset[str]) -> tuple[Any, Any]:
        statement = self._insert(schema.sitters).on_conflict_do_nothing()
        return statement, [{"guest": guest, "table_id": table} for guest in sorted(guests)]

    def _reseating(self, table: str, before: frozenset[str], after: frozenset[str]) -> list[tuple[Any, Any]]:
        statements = [self._seating(table, after - before)] if after - before else []
        sitters = schema.sitters
        for guest in sorted(before - after):
            statements.append((delete(sitters).where(sitters.c.table_id == table, sitters.c.guest == guest), {}))
        return statements


def _unusable() -> RefusedError:
    return RefusedError("server/failed", "the database cannot be used now: try again later", 503)


def _events(table: str, events: Sequence[Event]) -> list[EventRow]:
    return [(table, one.seq, one.kind, one.seat, one.token, one.points, one.bot, one.client, one.at) for one in events]


def _lobby_values(lobby: Lobby) -> dict[str, Any]:
    return {
        "phase": lobby.phase,
        "public": lobby.public,
        "lobby": msgspec.json.encode(lobby).decode(),
        "touched": now(),
    }


def _stored(found: "Fetched[Any]", events: Sequence[Event] = ()) -> Stored:
    options = shared_options(tuple(msgspec.json.decode(found.options, type=dict[str, str]).items()))
    header = Header(found.id, found.game, found.players, options, found.rules, found.seed, found.created, found.start)
    return Stored(header, msgspec.json.decode(found.lobby, type=Lobby), found.version, tuple(events))


def _load(connection: Connection, table: str) -> Stored | None:
    # Events first: if the lobby is newer than the events, the next event repairs that; the reverse would stay broken.
    events = _events_since(connection, table, 0)
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    return None if found is None else _stored(found, events)


def _events_since(connection: Connection, table: str, since: int) -> list[Event]:
    events = schema.events
    fields = [events.c[name] for name in Event.__struct_fields__]
    query = select(*fields).where(events.c.table_id == table, events.c.seq > since).order_by(events.c.seq)
    return [Event(*row) for row in connection.execute(query)]


def _signing_key(connection: Connection) -> str:
    secrets = schema.secrets
    query = select(secrets.c.value).where(secrets.c.name == SIGNING)
    found: str | None = connection.execute(query).scalar_one_or_none()
    if found is not None:
        return found
    connection.rollback()
    try:
        connection.execute(insert(secrets), {"name": SIGNING, "value": token_hex(32)})
        connection.commit()
    except IntegrityError:  # another process was first
        connection.rollback()
    made: str = connection.execute(query).scalar_one()
    return made
