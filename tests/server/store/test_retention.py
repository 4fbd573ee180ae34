"""What expires, what does not, and what is never removed without being asked."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from crownland.server.app import running
from crownland.server.settings import Settings
from crownland.server.store import schema
from crownland.server.store.retention import DAY, LONGEST_PAUSE, LONGEST_STEP, LOOK, forget
from crownland.server.store.rows import Lobby, Phase, Sitter
from crownland.server.store.store import Store
from crownland.server.timestamps import now
from crownland.table.session import Event
from tests.server.store.test_store import any_database, header, opened
from tests.server.support import generous

assert any_database  # a fixture

# Tables: the phase, whether they are public, the days since they were used and since their last event.
TABLES: dict[str, tuple[Phase, bool, float, float | None]] = {
    "open-public-today": ("open", True, 0.5, None),
    "open-public-old": ("open", True, 1.5, None),
    "open-private": ("open", False, 80, None),
    "open-private-old": ("open", False, 91, None),
    "playing": ("playing", True, 89, 89),
    "playing-on": ("playing", True, 200, 1),
    "playing-old": ("playing", False, 91, 91),
    "closed-old": ("closed", False, 91, 100),
    "over-old": ("over", False, 5000, 5000),
}
EXPIRED = {"open-public-old", "open-private-old", "playing-old", "closed-old"}


async def fill(store: Store) -> None:
    for table, (phase, public, days, last) in TABLES.items():
        lobby = Lobby("host", (Sitter("person", "Anna", "host"),), public, phase=phase)
        events = [] if last is None else [Event(1, "chance", None, "OABBA", at=now() - int(last * DAY))]
        await store.create(header(table), lobby, events)
        chosen = schema.tables.c.id == table
        await store.write([(update(schema.tables).where(chosen).values(touched=now() - int(days * DAY)), {})])
    for guest, seen in (("gone", 401), ("known", 399)):
        await store.rename(guest, "Ben")
        await store.write(
            [(update(schema.guests).where(schema.guests.c.id == guest).values(seen=now() - seen * DAY), {})]
        )

    await store.write([store.beat(LOOK)])


async def kept(store: Store) -> set[str]:
    found = await store.read(lambda connection: connection.execute(select(schema.tables.c.id)).scalars().all())
    return set(found) & set(TABLES)


async def count(store: Store, column: Any, value: str) -> int:
    query = select(func.count()).where(column == value)
    return int(await store.read(lambda connection: connection.execute(query).scalar_one()))


async def test_what_nobody_uses_expires_and_a_finished_game_does_not(any_database: str) -> None:
    async with opened(any_database) as store:
        await fill(store)
        assert await forget(store, Settings()) == (len(EXPIRED), 1)
        assert await kept(store) == set(TABLES) - EXPIRED
        assert await store.events_since("playing-old", 0) == []
        assert await count(store, schema.sitters.c.table_id, "playing-old") == 0
        assert await count(store, schema.sitters.c.table_id, "playing") == 1
        assert [await count(store, schema.guests.c.id, guest) for guest in ("gone", "known")] == [0, 1]
        assert await forget(store, Settings()) == (0, 0)
        assert await forget(store, Settings(keep_finished=1000)) == (1, 0)  # somebody asked
        for table in await kept(store):
            await store.write([(schema.tables.delete().where(schema.tables.c.id == table), {})])
            await store.write([(schema.events.delete().where(schema.events.c.table_id == table), {})])


@pytest.mark.parametrize("jump", [LONGEST_PAUSE + 1, 3650 * DAY, -3650 * DAY, -LONGEST_STEP - 1000])
async def test_nothing_expires_because_the_clock_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
        await fill(store)
        for name in ("store", "retention"):
            monkeypatch.setattr(f"crownland.server.store.{name}.now", lambda: now() + jump)
        for _ in range(2):
            assert await forget(store, Settings(keep_finished=1)) == (0, 0)
        monkeypatch.undo()  # somebody sets it right
        for _ in range(2):
            assert await forget(store, Settings(keep_finished=1)) == (0, 0)
        assert await kept(store) == set(TABLES)
        assert await count(store, schema.guests.c.id, "gone") == 1


async def test_nothing_expires_by_a_setting_of_zero(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
        await fill(store)
        never = Settings(keep_open=0, keep_unfinished=0, keep_guests=0, keep_finished=0)
        assert await forget(store, never) == (0, 0)


async def test_a_table_in_memory_does_not_expire(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
        await fill(store)
        assert await forget(store, Settings(), in_use=["playing-old", "open-public-old"]) == (2, 1)
        assert await kept(store) >= {"playing-old", "open-public-old"}


async def test_a_guest_who_is_seen_stays(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
        await fill(store)
        assert await store.name_of("gone") == "Ben"
        assert await forget(store, Settings(keep_unfinished=0, keep_open=0)) == (0, 0)


async def test_a_server_removes_what_has_expired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.store.retention.FIRST_SECONDS", 0.3)
    monkeypatch.setattr("crownland.server.store.retention.BETWEEN_SECONDS", 0.02)
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
        await fill(store)
    async with running(generous(tmp_path)) as services:
        while await kept(services.store) & EXPIRED:
            pass
