"""The store of a page: tables, their events, the guest and reviews, as pairs of texts in a keeper.

- ``guest``: the name of the guest.
- ``table/ID``: a table, with its lobby and the number of its last event.
- ``event/ID/000012``: an event.
- ``record/ID``: a finished game as text, which does not change when the rules do.
- ``review/DIGEST``: a review.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import msgspec

from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError, StaleError
from crownland.server.store.rows import Header, Listed, Lobby, Stored
from crownland.table.session import Event

__all__ = ["Keeper", "LocalStore"]

MAX_LISTED = 200  # tables in one list

_encode = msgspec.json.Encoder().encode

Batch = list[tuple[str, str | None]]


class Keeper(Protocol):
    """Pairs of keys and values that last. JavaScript implements it, and whatever fails raises an exception."""

    async def read(self, key: str) -> str | None:
        """Returns the value of *key*; None, or JavaScript's null, if it has none."""

    async def range(self, prefix: str) -> str:
        """Returns all pairs whose keys begin with *prefix* as JSON, a list in the order of the keys."""

    async def write(self, batch: str) -> None:
        """Writes pairs, given as JSON, all or none of them; null removes a key. Returns when they will last."""


class _Kept(msgspec.Struct, frozen=True):
    """A table as it is kept; *seq* is its last event, *played* when that happened."""

    header: Header
    lobby: Lobby
    version: int
    seq: int
    played: int

    @property
    def stored(self) -> Stored:
        return Stored(self.header, self.lobby, self.version)


class _Review(msgspec.Struct, frozen=True):
    version: int
    review: str


class LocalStore:
    """The only one who uses its keeper. It has tables without their events in memory."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._tables: dict[str, _Kept] = {}
        self._name = ""
        self._writing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Reads what is kept. Forgets closed tables, which no list has."""
        name = await self._keeper.read("guest")
        self._name = name if isinstance(name, str) else ""
        for key, value in _pairs(await self._keeper.range("table/")):
            try:
                kept = msgspec.json.decode(value, type=_Kept)
                self._tables[kept.header.id] = kept
            except msgspec.DecodeError as error:
                log_error("a table could not be read", error, key=key)
        for table in [one for one, kept in self._tables.items() if kept.lobby.phase == "closed"]:
            await self._remove(table)

    # Tables

    async def create(self, header: Header, lobby: Lobby, events: Sequence[Event] = ()) -> None:
        await self._put(_Kept(header, lobby, 0, 0, header.created), events)

    async def append(
        self,
        table: str,
        events: Sequence[Event],
        change: tuple[int, Lobby, Lobby] | None = None,
        record: str | None = None,
        news: Sequence[str] = (),
    ) -> None:
        kept = self._tables.get(table)
        if kept is None or (events and events[0].seq != kept.seq + 1) or (change and change[0] != kept.version):
            raise StaleError
        if change is not None:
            kept = msgspec.structs.replace(kept, lobby=change[2], version=kept.version + 1)
        await self._put(kept, events, record)

    async def _put(self, kept: _Kept, events: Sequence[Event], record: str | None = None) -> None:
        table = kept.header.id
        if events:
            kept = msgspec.structs.replace(kept, seq=events[-1].seq, played=events[-1].at)
        batch: Batch = [(_event_key(table, one.seq), _encode(one).decode()) for one in events]
        batch.append((f"table/{table}", _encode(kept).decode()))
        if record is not None:
            batch.append((f"record/{table}", record))
        await self._write(batch, lambda: self._tables.update({table: kept}))

    async def announce(self, message: str) -> None:
        """Does nothing: there is no other process."""

    async def flush(self) -> None:
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def load(self, table: str) -> Stored | None:
        kept = self._tables.get(table)
        if kept is None:
            return None
        return msgspec.structs.replace(kept.stored, events=tuple(await self.events_since(table, 0)))

    async def lobby_of(self, table: str) -> Stored | None:
        return self._tables[table].stored if table in self._tables else None

    async def events_since(self, table: str, seq: int) -> list[Event]:
        pairs = _pairs(await self._read(f"event/{table}/"))
        events = [msgspec.json.decode(value, type=Event) for _, value in pairs]
        return [event for event in events if event.seq > seq]

    async def record(self, table: str) -> str | None:
        return await self._value(f"record/{table}")

    async def tables_of(self, guest: str) -> list[Listed]:
        found = [kept for kept in self._tables.values() if guest in kept.lobby.guests and kept.lobby.phase != "closed"]
        found.sort(key=lambda one: (one.lobby.phase == "over", -one.played))
        return [Listed(one.stored, one.seq, one.played) for one in found[:MAX_LISTED]]

    async def unlist(self, guest: str, table: str) -> None:
        """Forgets the table: nobody else has it."""
        if table in self._tables:
            await self._remove(table)

    async def public_tables(self) -> list[Stored]:
        return []

    async def count_unfinished(self, guest: str) -> int:
        return sum(kept.lobby.phase in ("open", "playing") for kept in self._tables.values())

    async def _remove(self, table: str) -> None:
        keys = [_event_key(table, seq) for seq in range(1, self._tables[table].seq + 1)]
        batch: Batch = [(key, None) for key in (*keys, f"table/{table}", f"record/{table}")]
        await self._write(batch, lambda: self._tables.pop(table, None))

    # Reviews

    async def review(self, digest: str) -> str | None:
        from crownland.review.file import VERSION

        value = await self._value(f"review/{digest}")
        kept = None if value is None else msgspec.json.decode(value, type=_Review)
        return kept.review if kept is not None and kept.version == VERSION else None

    async def keep_review(self, digest: str, review: str) -> None:
        from crownland.review.file import VERSION

        await self._write([(f"review/{digest}", _encode(_Review(VERSION, review)).decode())])

    # The guest

    async def name_of(self, guest: str) -> str:
        return self._name

    async def rename(self, guest: str, name: str) -> None:
        def rename() -> None:
            self._name = name

        await self._write([("guest", name)], rename)

    # The keeper

    async def _value(self, key: str) -> str | None:
        try:
            value = await self._keeper.read(key)
        except Exception as error:
            raise _unusable(error) from error
        return value if isinstance(value, str) else None

    async def _read(self, prefix: str) -> str:
        try:
            return await self._keeper.range(prefix)
        except Exception as error:
            raise _unusable(error) from error

    async def _write(self, batch: Batch, written: Callable[[], object] = lambda: None) -> None:
        """Writes *batch*, and then calls *written*. Both happen even if the caller is cancelled."""

        async def write() -> None:
            try:
                await self._keeper.write(_encode(batch).decode())
            except Exception as error:
                raise _unusable(error) from error
            written()

        task = asyncio.ensure_future(write())
        self._writing.add(task)
        task.add_done_callback(self._done)
        await asyncio.shield(task)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._writing.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved; the caller, if any, has received it


def _event_key(table: str, seq: int) -> str:
    return f"event/{table}/{seq:06}"


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    return iter(msgspec.json.decode(text, type=list[tuple[str, str]]))


def _unusable(error: Exception) -> RefusedError:
    log_error("the storage of this device cannot be used", error)
    return RefusedError("store/failed", "the storage of this device cannot be used now: try again", 503)
