"""All tables that this process has in memory: found, made, and let go when nobody looks at them."""

import asyncio
from collections.abc import Sequence

import msgspec

from crownland.dealer import new_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.server.game import Game
from crownland.server.identity import new_table_id
from crownland.server.lobby import is_full
from crownland.server.moment import now
from crownland.server.refusal import RefusedError
from crownland.server.rows import Header, Lobby, Sitter, Stored
from crownland.server.settings import Settings
from crownland.server.steward import Steward
from crownland.server.store import Store
from crownland.server.table import Table
from crownland.server.thinkers import Thinkers

__all__ = ["Hall"]

SWEEP = 15.0  # seconds between two looks for tables that nobody needs


class Hall:
    """The tables of a server process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.thinkers = Thinkers(settings.thinkers)
        self.steward = Steward(self.thinkers, settings)
        self.tables: dict[str, Table] = {}
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        self._sweeper.cancel()
        for table in list(self.tables.values()):
            self.steward.dismiss(table)
        await self.thinkers.close()

    async def find(self, table: str) -> Table:
        """The table with that id, read from the store if need be."""
        if table in self.tables:
            return self.tables[table]
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
        rows = []
        if is_full(lobby):
            lobby = msgspec.structs.replace(lobby, phase="playing")
            rows = [planned.row for planned in Game(header).plan_deal(now())]
        await self.store.create(header, lobby, rows)
        return self._enter(Stored(header, lobby, 0, tuple(rows)))

    async def _load(self, table: str) -> Table:
        stored = await self.store.load(table)
        if stored is None:
            raise RefusedError("table/unknown", "there is no such table", 404)
        version = find_game(stored.header.game).rules_version
        if stored.header.rules != version and stored.lobby.phase in ("open", "playing"):
            raise RefusedError("table/old-rules", "this game began under older rules and cannot go on", 410)
        return self.tables.get(table) or self._enter(stored)

    def _enter(self, stored: Stored) -> Table:
        table = Table(stored, self.store, self.steward.attend)
        self.tables[table.id] = table
        self.steward.attend(table)
        return table

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle))
            for table in list(self.tables.values()):
                idle = now() - table.touched > 1000 * self.settings.idle
                if idle and not table.is_watched and not self.steward.is_busy(table) and not table.is_changing:
                    self.steward.dismiss(table)
                    del self.tables[table.id]
