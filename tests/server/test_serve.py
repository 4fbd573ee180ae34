"""``crownland serve``: what it prints, where it listens, how it ends."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from crownland.cli import app
from crownland.kernel.errors import SetupError
from crownland.server.app import _until_calm
from crownland.server.serve import Endpoint, run
from crownland.server.store.database import migrate, open_engine, reserved, sqlite_url


@pytest.fixture(autouse=True)
def leave_logs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.serve.configure", lambda: None)
    monkeypatch.setattr("crownland.server.serve.PORT_SECONDS", 0.0)


COMMAND = [sys.executable, "-m", "crownland", "serve"]


def test_it_prints_its_address_and_exits_on_a_signal(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", "--data", str(tmp_path / "new" / "folder")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Crownland is at http://127.0.0.1:")
    address = line.split()[-1]
    for _ in range(300):
        try:
            httpx.get(f"{address}/healthz").raise_for_status()
            break
        except httpx.HTTPError:
            time.sleep(0.1)
    assert (tmp_path / "new" / "folder" / "crownland.sqlite3").exists()
    secret = "should-not-be-logged"
    assert httpx.get(f"{address}/api/tables/{secret}?secret={secret}").status_code == 422
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    entries = [json.loads(line) for line in errors.splitlines()]
    assert [entry["event"] for entry in entries] == ["started", "stopped"]
    assert entries[0]["version"] == version("crownland")
    assert entries[0]["descriptors"] > 128
    assert secret not in errors
    left = {file.name for file in (tmp_path / "new" / "folder").iterdir()}
    assert left == {"crownland.sqlite3", "crownland.sqlite3-lock"}  # no log: everything is in the one file


def test_a_free_port_is_found_when_the_usual_one_is_taken() -> None:
    with socket.socket() as other:
        with suppress(OSError):  # another program uses it, which is just as good
            other.bind(("127.0.0.1", 8000))
        other.listen()
        endpoint = Endpoint("127.0.0.1", None)
        assert endpoint.port != 8000
        assert endpoint.local_url == f"http://127.0.0.1:{endpoint.port}"
        assert endpoint.network_url is None
        with pytest.raises(SetupError, match="expected a free port"):
            Endpoint("127.0.0.1", endpoint.port)
        endpoint.socket.close()


def test_the_network_url_has_the_address_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.serve._own_address", lambda: "10.1.2.3")
    endpoint = Endpoint("0.0.0.0", 0)
    assert endpoint.local_url == f"http://127.0.0.1:{endpoint.port}"
    assert endpoint.network_url == f"http://10.1.2.3:{endpoint.port}"
    endpoint.socket.close()


def test_a_command_that_is_refused_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(
        SetupError, match=r"expected PostgreSQL \(--database\) for 2 processes: SQLite supports only one"
    ):
        run("127.0.0.1", 0, None, tmp_path / "data", processes=2)
    with pytest.raises(SetupError, match="expected --set away to be a number from 0"):
        run("127.0.0.1", 0, None, tmp_path / "data", given={"away": "soon"})
    assert list(tmp_path.iterdir()) == []


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    engine = open_engine(sqlite_url(tmp_path))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SetupError, match="expected a database of this version or an older one"):
        run("127.0.0.1", 0, None, tmp_path)


def test_a_second_server_on_the_same_sqlite_file_does_not_start(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with reserved(open_engine(url)):
        with pytest.raises(SetupError, match="another server is using it"):
            run("127.0.0.1", 0, None, tmp_path)
        with pytest.raises(SetupError, match="another server is using it"):
            run("127.0.0.1", 0, url, None, only_migrate=True)
    run("127.0.0.1", 0, None, tmp_path, only_migrate=True)
    with pytest.raises(SetupError, match="unable to open"):
        run("127.0.0.1", 0, f"sqlite:///{tmp_path}/none/file", None)


async def test_a_server_warms_up_when_everybody_who_comes_back_has_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.app.CALM_SECONDS", 0.2)
    hall = SimpleNamespace(read=0)
    calm = asyncio.create_task(_until_calm(hall))  # type: ignore[arg-type]
    for _ in range(12):
        hall.read += 1
        await asyncio.sleep(0.05)
        assert not calm.done()
    await asyncio.wait_for(calm, 5)


def test_the_database_can_be_migrated_without_serving(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["serve", "--migrate", "--data", str(tmp_path)])
    assert done.exit_code == 0
    assert done.output == "The database is up to date.\n"
