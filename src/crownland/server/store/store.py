"""The store: tables, their events, guests, and the key that signs cookies."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy import Row as Fetched
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from crownland.server.metrics import Metrics
from crownland.server.store import schema
from crownland.server.store.rows import Header, Lobby, Stored
from crownland.server.store.writer import EventRow, LobbyChange, Write, Writer
from crownland.server.timestamps import now
from crownland.table.session import Event

__all__ = ["Store"]

ResultT = TypeVar("ResultT")

READER_THREADS = 4
SIGNING = "signing"  # the name of the signing key in the database
MAX_LISTED = 100  # tables in one list


class Store:
    """The database of a server. Reads run in several threads, writes in one that batches them."""

    def __init__(self, engine: Engine, metrics: Metrics) -> None:
        self.engine, self._metrics = engine, metrics
        self.writer = Writer(engine, asyncio.get_running_loop(), report=self._report)
        self._readers = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self.writer.start()

    async def close(self) -> None:
        """Stores all waiting writes, then closes the database."""
        await asyncio.to_thread(self.writer.stop)
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    async def is_ready(self) -> bool:
        """Whether the database responds."""
        try:
            await self._read(lambda connection: connection.execute(select(1)))
        except Exception:
            return False
        return True

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
            "created": header.created,
            "version": 0,
            **_lobby_values(lobby),
        }
        statements = [(insert(schema.tables), values), self._seating(header.id, lobby.guests)]
        await self.writer.write(Write(events=_events(header.id, events), statements=statements))

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
        await self.writer.write(write)

    async def announce(self, message: str) -> None:
        """Sends *message* to other processes without storing anything."""
        await self.writer.write(Write(news=[message]))

    async def flush(self) -> None:
        """Returns when everything that was to be stored before is stored, or has failed."""
        await self.writer.write(Write())

    async def load(self, table: str) -> Stored | None:
        """Returns the table with all its events."""
        return await self._read(lambda connection: _load(connection, table))

    async def lobby_of(self, table: str) -> Stored | None:
        """Returns the table without its events."""
        query = select(schema.tables).where(schema.tables.c.id == table)
        found = await self._read(lambda connection: connection.execute(query).one_or_none())
        return None if found is None else _stored(found)

    async def events_since(self, table: str, seq: int) -> list[Event]:
        """Returns the events after *seq*."""
        return await self._read(lambda connection: _events_since(connection, table, seq))

    async def record(self, table: str) -> str | None:
        """Returns the record of a finished game."""
        query = select(schema.tables.c.record).where(schema.tables.c.id == table)
        found: str | None = await self._read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found

    async def tables_of(self, guest: str) -> list[Stored]:
        """Returns the tables of a guest: unfinished ones first, and those with the latest events before the others."""
        tables, sitters, events = schema.tables, schema.sitters, schema.events
        last = select(func.max(events.c.at)).where(events.c.table_id == tables.c.id).scalar_subquery()
        query = (
            select(tables)
            .join(sitters, sitters.c.table_id == tables.c.id)
            .where(sitters.c.guest == guest, tables.c.phase != "closed")
            .order_by(tables.c.phase == "over", func.coalesce(last, tables.c.created).desc())
            .limit(MAX_LISTED)
        )
        return await self._stored(query)

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
        """Returns how many tables of *guest* are open or being played."""
        tables, sitters = schema.tables, schema.sitters
        query = (
            select(func.count())
            .select_from(tables.join(sitters, sitters.c.table_id == tables.c.id))
            .where(sitters.c.guest == guest, tables.c.phase.in_(("open", "playing")))
        )
        found: int = await self._read(lambda connection: connection.execute(query).scalar_one())
        return found

    # Guests

    async def name_of(self, guest: str) -> str:
        """Returns the name of a guest, which is empty until the guest sets it."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest)
        found = await self._read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found or ""

    async def rename(self, guest: str, name: str) -> None:
        values = {"id": guest, "name": name, "seen": now()}
        statement = self._insert(schema.guests).values(values)
        statement = statement.on_conflict_do_update(index_elements=["id"], set_={"name": name, "seen": values["seen"]})
        await self.writer.write(Write(statements=[(statement, {})]))

    # Secrets

    async def signing_key(self) -> bytes:
        """Returns the key that signs cookies. It is created once and shared by all processes."""
        return bytes.fromhex(await self._read(_signing_key))

    def _report(self, writes: int, seconds: float) -> None:
        self._metrics.commits.observe(seconds)
        self._metrics.commit_size.observe(writes)

    async def _read(self, work: Callable[[Connection], ResultT]) -> ResultT:
        def run() -> ResultT:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def _stored(self, query: Any) -> list[Stored]:
        return [_stored(row) for row in await self._read(lambda connection: connection.execute(query).all())]

    def _insert(self, table: Any) -> Any:
        return (postgresql if self.engine.dialect.name == "postgresql" else sqlite).insert(table)

    def _seating(self, table: str, guests: frozenset[str]) -> tuple[Any, Any]:
        statement = self._insert(schema.sitters).on_conflict_do_nothing()
        return statement, [{"guest": guest, "table_id": table} for guest in sorted(guests)]

    def _reseating(self, table: str, before: frozenset[str], after: frozenset[str]) -> list[tuple[Any, Any]]:
        statements = [self._seating(table, after - before)] if after - before else []
        sitters = schema.sitters
        for guest in sorted(before - after):
            statements.append((delete(sitters).where(sitters.c.table_id == table, sitters.c.guest == guest), {}))
        return statements


def _events(table: str, events: Sequence[Event]) -> list[EventRow]:
    return [(table, one.seq, one.kind, one.seat, one.token, one.points, one.bot, one.client, one.at) for one in events]


def _lobby_values(lobby: Lobby) -> dict[str, Any]:
    return {"phase": lobby.phase, "public": lobby.public, "lobby": msgspec.json.encode(lobby).decode()}


def _stored(found: "Fetched[Any]", events: Sequence[Event] = ()) -> Stored:
    options = msgspec.json.decode(found.options, type=dict[str, str])
    header = Header(found.id, found.game, found.players, options, found.rules, found.seed, found.created)
    return Stored(header, msgspec.json.decode(found.lobby, type=Lobby), found.version, tuple(events))


def _load(connection: Connection, table: str) -> Stored | None:
    # Events first: if the lobby is newer than the events, the next event repairs that; the reverse would stay broken.
    events = _events_since(connection, table, 0)
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    return None if found is None else _stored(found, events)


def _events_since(connection: Connection, table: str, since: int) -> list[Event]:
    events = schema.events
    query = select(events).where(events.c.table_id == table, events.c.seq > since).order_by(events.c.seq)
    return [
        Event(row.seq, row.kind, row.seat, row.token, row.points, row.bot, row.client, row.at)
        for row in connection.execute(query)
    ]


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
