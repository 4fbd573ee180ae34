"""The store, its schema and its migrations."""

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DatabaseError

from crownland.dealer import new_seed
from crownland.kernel.errors import SetupError
from crownland.server.frames.wire import Act
from crownland.server.metrics import Metrics
from crownland.server.refusal import RefusedError, StaleError
from crownland.server.store.database import MIGRATIONS, NEWEST, migrate, open_engine
from crownland.server.store.rows import Header, Lobby, Sitter
from crownland.server.store.schema import metadata
from crownland.server.store.store import Store
from crownland.server.tables.live_table import LiveTable
from crownland.server.tables.lobby import abandoned
from crownland.table.session import Event, Session


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    found: str = request.getfixturevalue("database")
    return found


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    engine = open_engine(url)
    migrate(engine)
    store = Store(engine, Metrics())
    try:
        yield store
    finally:
        await store.close()


def header(id: str) -> Header:
    return Header(id, "kingdomino", 2, {"opening": "snake"}, 1, new_seed(), 1_700_000_000_000)


LOBBY = Lobby("host", (Sitter("person", "Anna", "host", None, "hash"), Sitter("open", "")))


def row(seq: int, token: str = "K1") -> Event:
    return Event(seq, "action", 0, token, 0, False, f"id{seq}", 1_700_000_000_000 + seq)


def test_the_migrations_create_the_schema(any_database: str) -> None:
    engine = open_engine(any_database)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST


def first_events(made: Header) -> list[Event]:
    return [planned.event for planned in Session(made.setup, made.seed).plan_deals(1)]


class Elsewhere:
    """A hall that receives no messages."""

    is_shared = True

    def __init__(self, store: Store) -> None:
        self.store, self.metrics = store, Metrics()

    def attend(self, table: LiveTable) -> None:
        pass

    def news(self, table: LiveTable, events: Sequence[Event], version: int) -> list[str]:
        return []

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        raise AssertionError("expected nobody to cancel a write")


async def test_no_action_follows_the_close_of_a_table_in_another_process(any_database: str) -> None:
    seats = tuple(Sitter("person", name, "host", None, "hash") for name in ("Anna", "Ben"))
    async with opened(any_database) as store:
        made = header("closed-elsewhere")
        await store.create(made, Lobby("host", seats, phase="playing"), first_events(made))
        stored = await store.load(made.id)
        assert stored is not None
        here, there = LiveTable(stored, Elsewhere(store)), LiveTable(stored, Elsewhere(store))
        token = str(there.session.state.legal_actions()[0])
        await here.change(abandoned)
        for code in ("table/stale", "table/over"):
            with pytest.raises(RefusedError) as refused:
                await there.act("host", Act(token=token, seq=there.session.seq, id="x"))
            assert refused.value.code == code
        assert there.lobby.ended == "abandoned"
        kept = await store.load(made.id)
        assert kept is not None
        assert [row.kind for row in kept.events] == ["chance"] * len(stored.events) + ["close"]
        again = Session(kept.header.setup, kept.header.seed, kept.events)
        assert again.actor is again.taker is None


async def test_news_of_another_process_are_read_only_where_something_is_missing(
    any_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = tuple(Sitter("person", name, "host", None, "hash") for name in ("Anna", "Ben"))
    async with opened(any_database) as store:
        made = header("learned")
        await store.create(made, Lobby("host", seats, phase="playing"), first_events(made))
        stored = await store.load(made.id)
        assert stored is not None
        here, there = LiveTable(stored, Elsewhere(store)), LiveTable(stored, Elsewhere(store))
        reads = []
        read = store.events_since

        async def counted(table: str, seq: int) -> list[Event]:
            reads.append(seq)
            return await read(table, seq)

        monkeypatch.setattr(store, "events_since", counted)
        news = []
        for number in range(6):
            since = here.session.seq
            token = str(here.session.state.legal_actions()[0])
            await here.act("host", Act(token=token, seq=since, id=f"id{number}"))
            news.append([one.event for one in here.session.history[since:]])
        await there.learn(news[0][-1].seq, 0, news[0])
        await there.learn(news[1][-1].seq, 0, news[1])
        await there.learn(news[1][-1].seq, 0, news[1])  # known already
        assert (there.session.seq, reads) == (news[1][-1].seq, [])
        await there.learn(news[3][-1].seq, 0, news[3])  # one is missing
        assert (there.session.seq, len(reads)) == (here.session.seq, 1)
        await there.learn(news[5][-1].seq, 1, news[5])  # the lobby has changed too
        assert len(reads) == 2
        assert there.session.state == here.session.state


async def test_a_table_is_read_as_it_was_written(any_database: str) -> None:
    async with opened(any_database) as store:
        made = header("read-back")
        await store.create(made, LOBBY, [row(1)])
        await store.append(made.id, [row(2), row(3)])
        stored = await store.load(made.id)
        assert stored is not None
        assert (stored.header, stored.lobby, stored.version) == (made, LOBBY, 0)
        assert stored.events == (row(1), row(2), row(3))
        assert await store.events_since(made.id, 2) == [row(3)]
        assert await store.load("nothing") is None


async def test_a_duplicate_event_is_refused_and_other_writes_are_stored(any_database: str) -> None:
    async with opened(any_database) as store:
        for name in ("race-a", "race-b", "race-c"):
            await store.create(header(name), LOBBY, [row(1)])
        results = await asyncio.gather(
            store.append("race-a", [row(2, "K2")]),
            store.append("race-b", [row(1, "K9"), row(2, "K9")]),
            store.append("race-c", [row(2, "K3")]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), StaleError, type(None)]
        loser = await store.load("race-b")
        assert loser is not None
        assert loser.events == (row(1),)
        assert [one.token for one in await store.events_since("race-a", 1)] == ["K2"]


async def test_a_lobby_changes_only_from_the_version_that_was_read(any_database: str) -> None:
    async with opened(any_database) as store:
        await store.create(header("versions"), LOBBY)
        other = Lobby("host", (LOBBY.seats[0], Sitter("person", "Ben", "ben-guest")), phase="playing")
        await store.append("versions", [row(1)], (0, LOBBY, other))
        with pytest.raises(StaleError):
            await store.append("versions", [row(2)], (0, LOBBY, LOBBY))
        stored = await store.load("versions")
        assert stored is not None
        assert (stored.lobby, stored.version, len(stored.events)) == (other, 1, 1)
        assert [one.stored.header.id for one in await store.tables_of("ben-guest")] == ["versions"]
        assert await store.count_unfinished("ben-guest") == 1


async def test_a_damaged_database_is_said_to_be_unusable(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:

        def fail(_: Connection) -> None:
            raise DatabaseError("SELECT", {}, Exception("database disk image is malformed"))

        with pytest.raises(RefusedError) as refusal:
            await store.read(fail)
        assert refusal.value.status == 503


async def test_waiting_writes_are_stored_before_the_store_closes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    async with opened(url) as store:
        await store.create(header("closing"), LOBBY)
        writing = [asyncio.create_task(store.append("closing", [row(seq)])) for seq in range(1, 40)]
        await asyncio.sleep(0)
    await asyncio.gather(*writing)
    async with opened(url) as store:
        assert len(await store.events_since("closing", 0)) == 39


async def test_the_signing_key_is_made_once(any_database: str) -> None:
    async with opened(any_database) as one, opened(any_database) as other:
        keys = await asyncio.gather(one.signing_key(), other.signing_key(), one.signing_key())
        assert len(set(keys)) == 1
        assert len(keys[0]) == 32


async def test_sqlite_is_durable_and_does_not_block_readers(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
        with store.engine.connect() as connection:
            assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "expected a database like postgresql+psycopg://user@host/name or sqlite:///file"),
        ("mysql://here/there", "expected a SQLite or PostgreSQL database, got: 'mysql'"),
        ("postgresql://nobody@127.0.0.1:1/none", "expected a usable database, got: "),
    ],
)
def test_an_unusable_database_is_refused_with_a_reason(url: str, message: str) -> None:
    with pytest.raises(SetupError, match=re.escape(message)):
        migrate(open_engine(url))


GOLDEN = Path(__file__).with_name("golden.sql")


async def test_a_game_of_an_old_database_has_the_same_record(tmp_path: Path) -> None:
    """``golden.sql`` is a dump of an old database. The record of its game must not change by a letter."""
    path = tmp_path / "tables.sqlite3"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        for statement in GOLDEN.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
    engine.dispose()
    async with opened(f"sqlite:///{path}") as store:
        stored = await store.load("golden-table-001")
        assert stored is not None
        game = Session(stored.header.setup, stored.header.seed, stored.events)
        assert str(game.record([seat.name for seat in stored.lobby.seats], reveals_seed=True)) == await store.record(
            stored.header.id
        )


@pytest.mark.parametrize("count", [1, 13, 600])
async def test_events_are_stored_whole_however_many_come_at_once(any_database: str, count: int) -> None:
    events = [Event(seq, "chance", None, f"L{seq}", at=seq) for seq in range(1, count + 1)]
    async with opened(any_database) as store:
        await store.create(header(f"many-{count}"), LOBBY, events)
        assert await store.events_since(f"many-{count}", 0) == events
