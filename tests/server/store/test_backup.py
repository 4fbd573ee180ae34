"""``crownland data``: backups of both kinds of database, restored into both kinds, and keys that are taken away."""

import asyncio
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from crownland.cli import app
from crownland.kernel.errors import SetupError
from crownland.server.identity import COOKIE, Signer, hash_secret
from crownland.server.store.backup import back_up, restore
from crownland.server.store.database import migrate, open_engine, reserved
from crownland.server.store.rows import Lobby, Sitter
from tests.server.store.test_store import any_database, header, opened
from tests.server.support import Guest, generous, new_table, running

assert any_database  # a fixture


@pytest.fixture
def empty_postgresql(database: str) -> Iterator[str]:
    """The URL of another database on the same PostgreSQL."""
    engine = open_engine(database).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE restored"))
    url = database.replace("/postgres?", "/restored?")
    yield url
    with engine.connect() as connection:
        connection.execute(text("DROP DATABASE restored WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'restored.sqlite3'}"
    found: str = request.getfixturevalue("empty_postgresql")
    return found


async def test_a_backup_of_a_running_server_is_restored_elsewhere(
    any_database: str, any_target: str, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.sqlite3"
    with running(generous(tmp_path, database=any_database)) as url:
        async with Guest(url) as anna:
            await anna.http.put("/api/me", json={"name": "Anna"})
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as seated:
                for _ in range(3):
                    await seated.act(seated.choices[0][0])
                await asyncio.to_thread(back_up, any_database, backup)
                known = dict(seated.events)
                await seated.act(seated.choices[0][0])  # after the backup
            cookie = anna.http.cookies[COOKIE]
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.glob("backup*")] == ["backup.sqlite3"]
    tables, unfinished = restore(backup, any_target)
    assert tables >= unfinished >= 1
    with running(generous(tmp_path, database=any_target)) as url:
        async with Guest(url) as anna:
            anna.http.cookies.clear()
            anna.http.cookies.set(COOKIE, cookie)  # the key that signs cookies was restored too
            assert await anna.get("/me") == {"name": "Anna"}
            async with anna.sit(table) as seated:
                assert seated.events == known
                assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"
    with pytest.raises(SetupError, match="expected an empty database to restore into"):
        restore(backup, any_target)


def test_a_backup_is_sent_off_the_machine_by_a_pipe(tmp_path: Path) -> None:
    migrate(open_engine(f"sqlite:///{tmp_path / 'crownland.sqlite3'}"))
    command = [sys.executable, "-m", "crownland", "data", "backup", "-", "--data", str(tmp_path)]
    sent = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    (tmp_path / "arrived").write_bytes(sent)
    assert restore(tmp_path / "arrived", f"sqlite:///{tmp_path / 'other.sqlite3'}") == (0, 0)


def test_what_cannot_be_backed_up_or_restored_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database")
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with pytest.raises(SetupError, match="expected a database, but there is no file"):
        back_up(url, tmp_path / "backup")
    assert not (tmp_path / "tables.sqlite3").exists()
    migrate(open_engine(url))
    with pytest.raises(SetupError, match="expected a new file for the backup"):
        back_up(url, tmp_path / "text")
    with pytest.raises(SetupError, match="expected a database of Crownland"):
        restore(tmp_path / "text", url)
    with reserved(open_engine(url)):
        done = CliRunner().invoke(app, ["data", "restore", str(tmp_path / "text"), "--database", url])
        assert "another server is using it" in str(done.exception)


@pytest.mark.parametrize(
    "command",
    [["renew-key"], ["renew-seat", "some-table", "0"], ["backup", "copy.sqlite3"]],
    ids=lambda words: words[0],
)
def test_a_mistyped_folder_is_refused_and_not_made(tmp_path: Path, command: list[str]) -> None:
    """A new, empty database would answer that all is done."""
    folder = tmp_path / "mistyped"
    done = CliRunner().invoke(app, ["data", *command, "--data", str(folder)])
    assert str(done.exception) == f"expected a database, but there is no file {folder / 'crownland.sqlite3'}"
    assert list(tmp_path.iterdir()) == []


ANNA, BEN = "anna-0123456789a", "ben-0123456789ab"


async def test_a_seat_and_all_cookies_can_be_revoked(any_database: str, tmp_path: Path) -> None:
    table = "revoked-table-01" if "sqlite" in any_database else "revoked-table-02"
    seats = (Sitter("person", "Anna", ANNA, None, hash_secret("old")), Sitter("person", "Ben", BEN, None, "hash"))
    async with opened(any_database) as store:
        await store.create(header(table), Lobby(ANNA, seats), [])
        old = Signer(await store.signing_key())
    data = ["--database", any_database]
    done = CliRunner().invoke(app, ["data", "renew-seat", table, "0", *data])
    secret = done.output.split()[-1]
    done = CliRunner().invoke(app, ["data", "renew-key", *data])
    assert done.output == "All cookies are revoked. Servers that run must be started again.\n"
    async with opened(any_database) as store:
        new = Signer(await store.signing_key())
        assert new.read(old.sign(ANNA)) is None
        stored = await store.lobby_of(table)
        assert stored is not None
        assert stored.lobby.host == stored.lobby.seats[0].guest != ANNA
        assert stored.lobby.seats[1] == seats[1]
        assert await store.tables_of(ANNA) == []
    with running(generous(tmp_path, database=any_database)) as url, httpx.Client(base_url=url) as client:
        for given, status in (("old", 403), (secret, 200)):
            join = client.post(f"/api/tables/{table}/join", json={"secret": given, "seat": 0})
            assert join.status_code == status
    done = CliRunner().invoke(app, ["data", "renew-seat", table, "2", *data])
    assert str(done.exception) == "expected the seat of a person at this table, got: 2"
