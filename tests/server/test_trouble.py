"""A server whose database fails: it says so, acknowledges nothing, and ends when it is told to."""

import asyncio
import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.outside import Outside
from tests.server.postgres import postgresql, processes_of
from tests.server.support import Guest, Seated, new_table


@contextmanager
def outside(*arguments: str, log: Path) -> Iterator[Outside]:
    server = Outside(*arguments, log=log)
    server.start()
    try:
        server.wait()
        yield server
    finally:
        server.kill()


async def until_ready(client: httpx.AsyncClient, status: int) -> None:
    async with asyncio.timeout(30):
        while (await client.get("/readyz", timeout=30)).status_code != status:
            await asyncio.sleep(0.05)


async def act(seated: Seated) -> dict[str, Any]:
    return await seated.act(seated.choices[0][0])


async def test_a_full_disk_and_a_deleted_database_are_noticed(tmp_path: Path) -> None:
    with outside("--data", str(tmp_path / "data"), log=tmp_path / "log") as server:
        async with Guest(server.url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as seated:
                assert (await act(seated))["type"] == "accepted"
                written = (tmp_path / "data" / "crownland.sqlite3-wal").stat().st_size
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (written, resource.RLIM_INFINITY))
                await until_ready(anna.http, 503)
                for _ in range(5):
                    refused = await act(seated)
                    assert (refused["type"], refused["code"]) == ("refused", "server/failed")
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                await until_ready(anna.http, 200)
                assert (await act(seated))["type"] == "accepted"
                (tmp_path / "data" / "crownland.sqlite3").unlink()
                for _ in range(5):
                    assert (await act(seated))["code"] == "server/failed"
                await until_ready(anna.http, 503)
        assert server.log.read_text().count("the database cannot be written") == 2  # not for each failed write


@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_a_database_that_was_cut_is_noticed_until_the_end(tmp_path: Path, suffix: str) -> None:
    with outside("--data", str(tmp_path / "data"), log=tmp_path / "log") as server:
        async with Guest(server.url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as seated:
                assert (await act(seated))["type"] == "accepted"
                file = tmp_path / "data" / f"crownland.sqlite3{suffix}"
                os.truncate(file, file.stat().st_size // 2)
                assert (await act(seated))["code"] == "server/failed"
                await until_ready(anna.http, 503)
        assert server.stop() == 1
        ended = server.log.read_text().partition("the database is lost")[2]
        assert [json.loads(line)["event"] for line in ended.splitlines()[1:]] == ["stopped"]


async def test_a_database_that_hangs_stops_neither_the_answers_nor_the_end(tmp_path: Path) -> None:
    with postgresql() as url, outside("--database", url, log=tmp_path / "log") as server:
        stopped = processes_of(url)
        try:
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
                name = asyncio.create_task(client.get("/api/me"))
                await until_ready(client, 503)
                begin = time.monotonic()
                assert (await client.get("/readyz")).status_code == 503
                assert time.monotonic() - begin < 2.5
                assert (await client.get("/healthz")).status_code == 200
                answer = await name
                assert (answer.status_code, answer.json()["code"]) == (503, "server/failed")
            begin = time.monotonic()
            server.stop()
            assert time.monotonic() - begin < 11
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)
