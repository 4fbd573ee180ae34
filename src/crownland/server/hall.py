"""All tables that this process has in memory: found, made, and let go when nobody looks at them."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec

from crownland.dealer import new_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.server.fan_out import FanOut
from crownland.server.identity import TABLE_ID, new_table_id
from crownland.server.leases import Leases
from crownland.server.lobby import is_full
from crownland.server.logs import log_error
from crownland.server.metrics import Metrics
from crownland.server.moment import now
from crownland.server.refusal import RefusedError
from crownland.server.rows import Header, Lobby, Sitter, Stored
from crownland.server.settings import Settings
from crownland.server.steward import Steward
from crownland.server.store import Store
from crownland.server.table import Table
from crownland.server.thinkers import Thinkers
from crownland.table.session import Event, Session

__all__ = ["Hall", "require_known"]

NOBODY: tuple[frozenset[str], int] = (frozenset(), 0)
SWEEP = 15.0  # seconds between two looks for tables that nobody needs
SOON = 0.1  # seconds, at the least


def require_known(header: Header) -> None:
    if not header.is_known:
        raise RefusedError("table/unknown-rules", "this server does not have the rules of this game", 410)


class Hall:
    """The tables of a server process."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store, self.settings, self.metrics = store, settings, metrics
        self.thinkers = Thinkers(settings.thinkers)
        self.leases = Leases(store.engine)
        self.steward = Steward(self.thinkers, self.leases, settings, metrics)
        self.fan_out: FanOut | None = None
        self.tables: dict[str, Table] = {}
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._told: dict[str, tuple[frozenset[str], int]] = {}  # by table: who is there, as other processes know it
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper = asyncio.create_task(self._sweep())

    async def open(self) -> None:
        """Join the other processes, if there can be any."""
        if self.store.engine.dialect.name == "postgresql":
            self.fan_out = FanOut(self.store.engine, self._hear, self._refresh_all)
            self.store.writer.notify = self.fan_out.notify
            await self.fan_out.start()

    async def close(self) -> None:
        self._sweeper.cancel()
        if self.fan_out is not None:
            await asyncio.to_thread(self.fan_out.stop)
        for table in list(self.tables.values()):
            self.steward.dismiss(table)
        await self.thinkers.close()
        await asyncio.to_thread(self.leases.close)

    async def find(self, table: str) -> Table:
        """The table with that id, read from the store if need be."""
        if table in self.tables:
            self.tables[table].touched = now()  # so that it is not let go before it is used
            return self.tables[table]
        if not re.fullmatch(TABLE_ID, table):  # it comes from the address of a socket, and no database need see it
            raise RefusedError("table/unknown", "there is no such table", 404)
        if table not in self._coming:
            self._coming[table] = asyncio.create_task(self._load(table))
            self._coming[table].add_done_callback(lambda _: self._coming.pop(table, None))
        return await asyncio.shield(self._coming[table])

    async def create(
        self, setup: Setup, host: str, seats: Sequence[Sitter], *, public: bool, clock: int | None
    ) -> Table:
        """A new table. When no seat is open, its game begins at once."""
        rules = find_game(setup.game).rules_version
        header = Header(new_table_id(), setup.game, setup.players, dict(setup.options), rules, new_seed(), now())
        lobby = Lobby(host, tuple(seats), public, clock)
        events: list[Event] = []
        if is_full(lobby):
            lobby = msgspec.structs.replace(lobby, phase="playing")
            session = Session(header.setup, header.seed)
            events = [planned.event for planned in session.plan_deals(now())]
        await self.store.create(header, lobby, events)
        return self._enter(Stored(header, lobby, 0, tuple(events)))

    async def _load(self, table: str) -> Table:
        stored = await self.store.load(table)
        if stored is None:
            raise RefusedError("table/unknown", "there is no such table", 404)
        require_known(stored.header)
        return self.tables.get(table) or self._enter(stored)

    def _enter(self, stored: Stored) -> Table:
        table = Table(stored, self)
        self.tables[table.id] = table
        self.metrics.tables.set(len(self.tables))
        self._say("who", table.id)
        self.attend(table)
        return table

    # What a table asks for

    @property
    def is_shared(self) -> bool:
        return self.fan_out is not None

    def attend(self, table: Table) -> None:
        self.steward.attend(table)
        if self.fan_out is not None and self._told.get(table.id, NOBODY) != table.audience.here:
            self._tell_presence(table)

    def news(self, table: Table, seq: int, version: int) -> list[str]:
        return [] if self.fan_out is None else [self.fan_out.message("news", table.id, seq, version)]

    # Other processes

    def _tell_presence(self, table: Table) -> None:
        guests, watching = self._told[table.id] = table.audience.here
        self._say("here", table.id, watching, *sorted(guests))

    def _say(self, kind: str, *words: object) -> None:
        if self.fan_out is not None:
            self._begin(self.store.announce(self.fan_out.message(kind, *words)))

    def _hear(self, kind: str, process: str, words: list[str]) -> None:
        if kind == "alive":
            self._forget_silent()
            return
        if kind == "new":
            self._ask_who_is_where()
            return
        if kind == "news" and words[0] in self._coming:  # perhaps it was read just before it was written
            self._coming[words[0]].add_done_callback(lambda _: self._hear(kind, process, words))
        found = self.tables.get(words[0])
        if found is None:
            return
        if kind == "news":
            self._begin(found.refresh(int(words[1]), int(words[2])))
        elif kind == "here":
            found.is_elsewhere(process, frozenset(words[2:]), int(words[1]))
        elif kind == "who" and found.audience.readers:
            self._tell_presence(found)

    def _forget_silent(self) -> None:
        """Who was at a table in a process that is gone is not there any more."""
        for silent in self.fan_out.silent_processes() if self.fan_out is not None else ():
            for table in tuple(self.tables.values()):
                table.is_elsewhere(silent, frozenset(), 0)

    def _ask_who_is_where(self) -> None:
        """A process that is heard again is asked: while it was silent, nobody counted as there."""
        for table in self.tables:
            self._say("who", table)

    def _refresh_all(self) -> None:
        """Something may have been missed, also by those who should have heard from here."""
        self._ask_who_is_where()
        for table in self.tables.values():
            self._begin(table.refresh())
            if table.audience.readers:
                self._tell_presence(table)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do *work* beside everything else."""

        async def careful() -> None:
            try:
                await work
            except RefusedError:
                pass
            except Exception as error:
                self.metrics.failures.inc()
                log_error("the processes could not talk", error)

        task = asyncio.create_task(careful())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, max(SOON, self.settings.idle)))
            for table in list(self.tables.values()):
                idle = now() - table.touched > 1000 * self.settings.idle
                if idle and not table.audience.readers and not self.steward.is_busy(table) and not table.is_changing:
                    self.steward.dismiss(table)
                    del self.tables[table.id]
                    self._told.pop(table.id, None)
            self._forget_silent()
            self.metrics.tables.set(len(self.tables))
