"""All tables that this process has in memory: finds, creates and drops them."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from crownland.dealer import new_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.server.identity import TABLE_ID, new_table_id
from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError, StaleError
from crownland.server.store.rows import Header, Lobby, Sitter, Stored, shared_options
from crownland.server.tables.audience import Presence
from crownland.server.tables.briefs import Briefs
from crownland.server.tables.live_table import LiveTable
from crownland.server.tables.lobby import is_full
from crownland.server.tables.steward import Steward
from crownland.server.timestamps import now, steady
from crownland.table.session import Event

if TYPE_CHECKING:  # a hall in a browser has no metrics and no other processes
    from crownland.server.metrics import Metrics
    from crownland.server.settings import Settings
    from crownland.server.store.fan_out import FanOut
    from crownland.server.store.leases import Leases
    from crownland.server.store.protocol import TableStore
    from crownland.server.thinkers.pool import Thinkers

__all__ = ["Hall", "require_known"]

NOBODY: Presence = (frozenset(), 0)
SWEEP_SECONDS = 15.0  # between two searches for tables that can be dropped; less if tables idle for less
MIN_SWEEP_SECONDS = 0.1


def require_known(header: Header) -> None:
    """Raises RefusedError unless this server has the game, in that version of its rules."""
    if not header.is_known:
        raise RefusedError("table/unknown-rules", "this server does not have the rules of this game", 410)


class Hall:
    """The live tables of a server process. *new_id* returns the id of a new table."""

    def __init__(
        self,
        store: "TableStore",
        thinkers: "Thinkers",
        settings: "Settings",
        metrics: "Metrics",
        new_id: Callable[[], str] = new_table_id,
    ) -> None:
        self.store, self.thinkers, self.settings, self.metrics = store, thinkers, settings, metrics
        self.steward = Steward(thinkers, settings, metrics)
        self.fan_out: FanOut | None = None
        self._new_id = new_id
        self.tables: dict[str, LiveTable] = {}
        self.read = 0  # tables, so far
        self.briefs = Briefs(store, self.tables)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._announced: dict[str, Presence] = {}  # by table: what was last sent to other processes
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper = asyncio.create_task(self._sweep())

    async def share(self, fan_out: "FanOut", leases: "Leases") -> None:
        """Connects to the other processes that have the same tables."""
        self.fan_out, self.steward.leases = fan_out, leases
        await fan_out.start()

    async def close(self) -> None:
        """Stops everything that runs in the background, and waits for it: the event loop and the store end next."""
        self._sweeper.cancel()
        if self.fan_out is not None:
            await asyncio.to_thread(self.fan_out.stop)
        await self.steward.close()
        await asyncio.gather(self._sweeper, *self._tasks, *self._loading.values(), return_exceptions=True)
        await self.thinkers.close()
        if self.steward.leases is not None:
            await asyncio.to_thread(self.steward.leases.close)

    async def find(self, table: str) -> LiveTable:
        """Returns the table with that id; reads it from the store if it is not in memory."""
        if table in self.tables:
            self.tables[table].touched = steady()  # so that it is not dropped before it is used
            return self.tables[table]
        if not re.fullmatch(TABLE_ID, table):  # the path of a socket is not validated before
            raise RefusedError("table/unknown", "there is no such table", 404)
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def close_unknown(self, table: str, close: Callable[[Lobby], Lobby]) -> Stored | None:
        """Closes a table whose rules this server does not have. Returns None for any other table."""
        stored = await self.store.lobby_of(table)
        if stored is None or stored.header.is_known:
            return None
        lobby = close(stored.lobby)
        last = len(await self.store.events_since(table, 0))
        events = [Event(last + 1, "close", None, "", at=now())] if stored.lobby.phase == "playing" else []
        try:
            await self.store.append(table, events, (stored.version, stored.lobby, lobby))
        except StaleError:
            raise RefusedError("table/stale", "something else has happened in the meantime") from None
        return Stored(stored.header, lobby, stored.version + 1)

    async def create(
        self,
        setup: Setup,
        host: str,
        seats: Sequence[Sitter],
        *,
        public: bool,
        clock: int | None,
        mixed: bool = False,
        origin: str | None = None,
        start: str | None = None,
    ) -> LiveTable:
        """Creates a table. Its game begins at once if no seat is open and players mix nothing into its deal.

        It is a rematch of *origin*. *start* is the position where its game begins, if that is not the usual one.
        """
        rules = find_game(setup.game).version_of(setup)
        options = shared_options(setup.options)
        header = Header(self._new_id(), setup.game, setup.players, options, rules, new_seed(), now(), start)
        lobby = Lobby(host, tuple(seats), public, clock, mixed=mixed, origin=origin)
        events: list[Event] = []
        if is_full(lobby) and not mixed:
            lobby = msgspec.structs.replace(lobby, phase="playing")
            events = [planned.event for planned in header.session().plan_deals(now())]
        await self.store.create(header, lobby, events)
        return self._enter(LiveTable(Stored(header, lobby, 0, tuple(events)), self))

    async def _load(self, table: str) -> LiveTable:
        stored = await self.store.load(table)
        if stored is None:
            raise RefusedError("table/unknown", "there is no such table", 404)
        require_known(stored.header)
        self.read += 1
        read = await asyncio.to_thread(LiveTable, stored, self)  # a long game takes its time
        return self.tables.get(table) or self._enter(read)

    def _enter(self, table: LiveTable) -> LiveTable:
        self.tables[table.id] = table
        self.metrics.tables.set(len(self.tables))
        self._broadcast("who", table.id)
        self.attend(table)
        return table

    # The Keeper of live tables

    @property
    def is_shared(self) -> bool:
        return self.fan_out is not None

    def attend(self, table: LiveTable) -> None:
        self.steward.attend(table)
        if table.lobby.phase == "open" and table.can_begin:
            self.spawn(table.begin())
        if self.fan_out is not None and self._announced.get(table.id, NOBODY) != table.audience.here:
            self._announce_presence(table)

    def news(self, table: LiveTable, events: Sequence[Event], version: int) -> list[str]:
        if self.fan_out is None:
            return []
        short = self.fan_out.message("news", table.id, table.session.seq + len(events), version)
        whole = f"{short} {msgspec.json.encode(events).decode()}"
        return [whole if self.fan_out.fits(whole) else short]

    # Other processes

    def _announce_presence(self, table: LiveTable) -> None:
        guests, watching = self._announced[table.id] = table.audience.here
        self._broadcast("here", table.id, watching, *sorted(guests))

    def _broadcast(self, kind: str, *arguments: object) -> None:
        if self.fan_out is not None:
            self.spawn(self.store.announce(self.fan_out.message(kind, *arguments)))

    def receive(self, kind: str, process: str, arguments: list[str]) -> None:
        """Takes in a message of another process."""
        if kind == "alive":
            self._drop_silent()
            return
        if kind == "new":
            self._request_presence()
            return
        if kind == "news" and arguments[0] in self._loading:  # it may have been read just before this was written
            self._loading[arguments[0]].add_done_callback(lambda _: self.receive(kind, process, arguments))
        found = self.tables.get(arguments[0])
        if found is None:
            return
        if kind == "news":
            _, seq, version, *rest = arguments
            events = msgspec.json.decode(" ".join(rest), type=list[Event]) if rest else []
            self.spawn(found.learn(int(seq), int(version), events))
        elif kind == "here":
            found.update_elsewhere(process, frozenset(arguments[2:]), int(arguments[1]))
        elif kind == "who" and found.audience.readers:
            self._announce_presence(found)

    def _drop_silent(self) -> None:
        """Removes the people connected through processes that have stopped sending."""
        for silent in self.fan_out.pop_silent() if self.fan_out is not None else ():
            for table in tuple(self.tables.values()):
                table.update_elsewhere(silent, frozenset(), 0)

    def _request_presence(self) -> None:
        """Asks the other processes who is connected to our tables, because one of them is new or back."""
        for table in self.tables:
            self._broadcast("who", table)

    def refresh_all(self) -> None:
        """Restores what may have been lost while the database was out of reach, here and in other processes."""
        self._request_presence()
        for table in self.tables.values():
            self.spawn(table.refresh())
            if table.audience.readers:
                self._announce_presence(table)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs *work* in the background."""

        async def logged() -> None:
            try:
                await work
            except RefusedError:
                pass
            except Exception as error:
                self.metrics.failures.inc()
                log_error("work in the background failed", error)

        task = asyncio.create_task(logged())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Drops idle tables from memory, again and again."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, max(MIN_SWEEP_SECONDS, self.settings.idle)))
            for table in list(self.tables.values()):
                idle = steady() - table.touched > 1000 * self.settings.idle
                if idle and not table.audience.readers and not self.steward.is_busy(table) and not table.is_changing:
                    self.steward.dismiss(table)
                    del self.tables[table.id]
                    self._announced.pop(table.id, None)
            self._drop_silent()
            self.metrics.tables.set(len(self.tables))
