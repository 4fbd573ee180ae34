"""Everything that outlives a process: tables, their events, guests, and the key that signs cookies."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from secrets import token_hex
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy import Row as Fetched
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from crownland.server import schema
from crownland.server.metrics import Metrics
from crownland.server.moment import now
from crownland.server.rows import Header, Lobby, Stored
from crownland.server.writer import LobbyChange, Write, Writer
from crownland.table.session import Event

__all__ = ["Store"]

ResultT = TypeVar("ResultT")

READERS = 4
SIGNING = "signing"
LISTED = 100


class Store:
    """The database of a server. Reads run in threads, writes in one thread that gathers them."""

    def __init__(self, engine: Engine, metrics: Metrics) -> None:
        self.engine, self._metrics = engine, metrics
        self.writer = Writer(engine, asyncio.get_running_loop(), report=self._report)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.writer.start()

    async def close(self) -> None:
        """What was handed over is kept before this returns."""
        await asyncio.to_thread(self.writer.stop)
        self._readers.shutdown(wait=True)
        self.engine.dispose()

    async def is_ready(self) -> bool:
        try:
            await self._read(lambda connection: connection.execute(select(1)))
        except Exception:
            return False
        return True

    # Tables

    async def create(self, header: Header, lobby: Lobby, events: Sequence[Event] = ()) -> None:
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
        """Keep *events*, and if asked change the lobby: (version, before, after). Raises StaleError: nothing is kept.

        *news* are for other processes.
        """
        write = Write(events=_events(table, events), news=news)
        if change is not None:
            version, before, after = change
            values = _lobby_values(after) | ({} if record is None else {"record": record})
            write.change = LobbyChange(table, version, values)
            write.statements = self._reseating(table, before.guests, after.guests)
        await self.writer.write(write)

    async def announce(self, message: str) -> None:
        """Tell other processes something that is not kept."""
        await self.writer.write(Write(news=[message]))

    async def load(self, table: str) -> Stored | None:
        """The table with all its events."""
        return await self._read(lambda connection: _load(connection, table))

    async def lobby_of(self, table: str) -> Stored | None:
        """The table without its events."""
        query = select(schema.tables).where(schema.tables.c.id == table)
        found = await self._read(lambda connection: connection.execute(query).one_or_none())
        return None if found is None else _stored(found)

    async def events_since(self, table: str, seq: int) -> list[Event]:
        return await self._read(lambda connection: _events_since(connection, table, seq))

    async def record(self, table: str) -> str | None:
        """The text of a finished game."""
        query = select(schema.tables.c.record).where(schema.tables.c.id == table)
        found: str | None = await self._read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found

    async def tables_of(self, guest: str) -> list[Stored]:
        """The tables of a guest: unfinished ones first, and those where something happened last before the others."""
        tables, sitters, events = schema.tables, schema.sitters, schema.events
        last = select(func.max(events.c.at)).where(events.c.table_id == tables.c.id).scalar_subquery()
        query = (
            select(tables)
            .join(sitters, sitters.c.table_id == tables.c.id)
            .where(sitters.c.guest == guest, tables.c.phase != "closed")
            .order_by(tables.c.phase == "over", func.coalesce(last, tables.c.created).desc())
            .limit(LISTED)
        )
        return await self._stored(query)

    async def public_tables(self) -> list[Stored]:
        """The public tables that are open or being played, the newest first, open ones before the others."""
        tables = schema.tables
        query = (
            select(tables)
            .where(tables.c.public, tables.c.phase.in_(("open", "playing")))
            .order_by(tables.c.phase, tables.c.created.desc())
            .limit(LISTED)
        )
        return await self._stored(query)

    async def unfinished(self, guest: str) -> int:
        """How many tables of *guest* are open or being played."""
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
        """What a guest is called; nothing when it never said."""
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
        """The key that signs cookies: made once, the same for all processes."""
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


_COLUMNS = tuple(field.name for field in fields(Event))


def _events(table: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    return [{"table_id": table, **{name: getattr(event, name) for name in _COLUMNS}} for event in events]


def _lobby_values(lobby: Lobby) -> dict[str, Any]:
    return {"phase": lobby.phase, "public": lobby.public, "lobby": msgspec.json.encode(lobby).decode()}


def _stored(found: "Fetched[Any]", events: Sequence[Event] = ()) -> Stored:
    options = msgspec.json.decode(found.options, type=dict[str, str])
    header = Header(found.id, found.game, found.players, options, found.rules, found.seed, found.created)
    return Stored(header, msgspec.json.decode(found.lobby, type=Lobby), found.version, tuple(events))


def _load(connection: Connection, table: str) -> Stored | None:
    # Events first: a lobby that is newer than they are is mended by the next event, the other way round is not.
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
