"""The files of a SQLite database: who may read them, and what happens if somebody replaces them under the server."""

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crownland.server.refusal import RefusedError
from crownland.server.store import schema
from crownland.server.store.database import migrate, open_engine, reserved, sqlite_url
from crownland.server.store.files import WRITES_PER_CHECKPOINT, FileWatch, make_private_folder
from crownland.server.store.store import Store
from tests.server.store.test_store import LOBBY, header, opened, row


@pytest.fixture
def open_umask() -> Iterator[None]:
    """New files may be read by everybody, unless their creator takes care."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@pytest.mark.usefixtures("open_umask")
async def test_only_the_owner_can_read_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    make_private_folder(folder)
    url = sqlite_url(folder)
    with reserved(open_engine(url)):
        async with opened(url) as store:
            await store.create(header("private"), LOBBY, [row(1)])
            suffixes = ("", "-wal", "-shm", "-lock", "-lock-journal")
            assert modes(folder) == {f"crownland.sqlite3{suffix}": 0o600 for suffix in suffixes}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.usefixtures("open_umask")
def test_an_older_installation_is_closed_to_others_and_a_shared_folder_is_not(tmp_path: Path) -> None:
    ours, shared = tmp_path / "ours", tmp_path / "shared"
    for folder in (ours, shared):
        folder.mkdir()
        (folder / "crownland.sqlite3").touch()
        make_private_folder(folder)
        migrate(open_engine(sqlite_url(folder)))
        assert modes(folder) == {"crownland.sqlite3": 0o600}
    assert stat.S_IMODE(ours.stat().st_mode) == 0o700
    shared.chmod(0o755)
    (shared / "holiday.jpg").touch()
    make_private_folder(shared)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o755


async def test_after_a_stop_everything_is_in_one_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    async with opened(url) as store:
        await store.create(header("whole"), LOBBY, [row(seq) for seq in range(1, 30)])
        assert (tmp_path / "tables.sqlite3-wal").stat().st_size > 0
    assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite3"]
    async with opened(url) as store:
        assert len(await store.events_since("whole", 0)) == 29


async def test_the_log_is_moved_into_the_database_from_time_to_time(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    async with opened(f"sqlite:///{file}") as store:
        await store.create(header("moved"), LOBBY)
        before = file.stat().st_size
        rows = range(1, WRITES_PER_CHECKPOINT + 1)
        await asyncio.gather(*(store.append("moved", [row(seq)]) for seq in rows))
        await store.append("moved", [row(WRITES_PER_CHECKPOINT + 1)])
        assert file.stat().st_size > before
        assert await store.is_ready()


async def test_another_program_may_move_the_log(tmp_path: Path) -> None:
    """As Litestream does, which copies databases to another machine."""
    file = tmp_path / "tables.sqlite3"
    async with opened(f"sqlite:///{file}") as store:
        await store.create(header("copied"), LOBBY, [row(seq) for seq in range(1, 200)])
        before = file.read_bytes()[:100]
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").close()
        connection.close()
        assert file.read_bytes()[:100] != before
        await store.append("copied", [row(200)])
        assert await store.is_ready()


def deleted(file: Path) -> None:
    file.unlink()


def moved_away(file: Path) -> None:
    file.rename(file.with_suffix(".old"))
    migrate(open_engine(f"sqlite:///{file}"))


def overwritten(file: Path) -> None:
    file.write_bytes(b"x" * file.stat().st_size)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def restored(file: Path) -> None:
    """Copies a backup over the file, as one does without reading the manual."""
    backup = file.with_suffix(".backup")
    connection = sqlite3.connect(file)
    connection.execute(f"VACUUM INTO '{backup}'")
    connection.close()
    shutil.copyfile(backup, file)


def without_its_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def without_the_end_of_its_log(file: Path) -> None:
    cut(Path(f"{file}-wal"))


def with_an_empty_log(file: Path) -> None:
    os.truncate(f"{file}-wal", 0)


CUTS = [cut, without_the_end_of_its_log, with_an_empty_log]
ACCIDENTS = [deleted, moved_away, overwritten, emptied, restored, without_its_log, *CUTS]


@pytest.mark.parametrize("accident", ACCIDENTS)
async def test_nothing_is_acknowledged_that_would_be_lost(tmp_path: Path, accident: Callable[[Path], None]) -> None:
    file = tmp_path / "tables.sqlite3"
    async with opened(f"sqlite:///{file}") as store:
        await store.create(header("lost"), LOBBY, [row(1)])
        assert await store.is_ready()
        accident(file)
        for seq in (2, 3):
            with pytest.raises(RefusedError) as refused:
                await store.append("lost", [row(seq)])
            assert (refused.value.code, refused.value.status) == ("server/failed", 503)
        store._probed = 0.0
        assert not await store.is_ready()
    abandon(store)


def abandon(store: Store) -> None:
    """Closes the connection that a process leaves open whose database was cut."""
    assert store._watch is not None
    if not store._watch._connection.closed:
        store._watch._connection.invalidate()


@pytest.mark.parametrize("accident", CUTS)
async def test_a_database_that_was_cut_gets_no_hole(tmp_path: Path, accident: Callable[[Path], None]) -> None:
    """What it had before its log began is still there, if its log was cut."""
    file = tmp_path / "tables.sqlite3"
    async with opened(f"sqlite:///{file}") as store:
        await store.create(header("kept"), LOBBY)
    async with opened(f"sqlite:///{file}") as store:
        for seq in range(1, 5):
            await store.append("kept", [row(seq)])
        before = file.read_bytes()
        accident(file)
        with pytest.raises(RefusedError):
            await store.append("kept", [row(100)])
    assert before.startswith(file.read_bytes())
    if accident is not cut:
        elsewhere = shutil.copytree(tmp_path, tmp_path / "elsewhere") / file.name
        async with opened(f"sqlite:///{elsewhere}") as again:
            assert await again.lobby_of("kept") is not None
    abandon(store)


def test_a_damage_that_is_found_at_the_end_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "tables.sqlite3"
    engine = open_engine(f"sqlite:///{file}")
    migrate(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE much (bytes)")
        connection.exec_driver_sql("INSERT INTO much VALUES (zeroblob(500000))")
    watch = FileWatch(engine, file)
    if watch._ends is not None:  # which would find it earlier
        watch._ends.close()
        watch._ends = None
    with engine.begin() as connection:
        connection.execute(schema.pulse.insert().values(name="before", at=1))
    cut(file)
    assert not watch.close()
    assert [record.getMessage() for record in caplog.records] == ["the database is lost"]
    assert caplog.records[0].__dict__["facts"] == {"error": f"{file} is damaged: database disk image is malformed"}


async def test_the_log_may_begin_anew_and_the_database_may_shrink(tmp_path: Path) -> None:
    """Other programs read while the log is moved, move it, empty it, and clear up the database."""
    file = tmp_path / "tables.sqlite3"
    missing = []  # bytes that the database does not have yet
    async with opened(f"sqlite:///{file}") as store:
        await store.create(header("whole"), LOBBY)
        reader, mover = (sqlite3.connect(file, isolation_level=None) for _ in range(2))
        for number, (connection, commands) in enumerate(
            (
                (mover, ["CREATE TABLE more (text)", *10 * ["INSERT INTO more VALUES (zeroblob(3000))"]]),
                (reader, ["BEGIN", "SELECT count(*) FROM more"]),
                (mover, ["UPDATE more SET text = zeroblob(2999)", "PRAGMA wal_checkpoint(PASSIVE)"]),
                (reader, ["COMMIT"]),
                (mover, ["PRAGMA wal_checkpoint(PASSIVE)"]),  # the next frame is the first one
                (mover, ["PRAGMA wal_checkpoint(TRUNCATE)"]),
                (mover, ["DROP TABLE more", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"]),
            )
        ):
            for command in commands:
                connection.execute(command).fetchall()
            database = file.read_bytes()
            missing.append(int.from_bytes(database[28:32], "big") * 4096 - len(database))
            for seq in (2 * number + 1, 2 * number + 2):
                await store.append("whole", [row(seq)])
            assert await store.is_ready()
        reader.close()
        mover.close()
    assert [size > 0 for size in missing] == [False, False, True, True, False, False, False]


async def test_a_file_that_is_back_is_used_again(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "tables.sqlite3", tmp_path / "elsewhere"
    async with opened(f"sqlite:///{file}") as store:
        await store.create(header("back"), LOBBY)
        file.rename(elsewhere)
        with pytest.raises(RefusedError):
            await store.append("back", [row(1)])
        elsewhere.rename(file)
        await store.append("back", [row(2)])
