"""A server with default settings holds while it is attacked or in trouble. ``python -m benchmarks.chaos`` is longer."""

import asyncio
import sys
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.server.chaos import Polite, attack, percentile
from tests.server.outside import Outside
from tests.server.support import Guest
from tests.server.troubles import CLOCK_STEPS, Troubles

SECONDS = 5.0
USUAL_WAIT, LONGEST_WAIT = 1.0, 6.0  # seconds, on a busy machine; without limits it was 14


@pytest.mark.skipif(sys.platform != "linux", reason="attackers need an address of their own")
async def test_an_attacker_does_not_disturb_others(tmp_path: Path) -> None:
    server = Outside("--data", str(tmp_path), log=tmp_path / "log", is_generous=False)
    server.start()
    try:
        await asyncio.to_thread(server.wait)
        async with Guest(server.url) as anna, Guest(server.url) as ben:
            polite, stop = Polite(anna, ben, Random(1)), asyncio.Event()
            await polite.begin()
            playing = asyncio.create_task(polite.play(stop))
            did = await attack(server.url, polite.table, SECONDS)
            stop.set()
            await playing
        assert len(polite.waits) > 10
        assert percentile(polite.waits, 0.5) < USUAL_WAIT
        assert max(polite.waits) < LONGEST_WAIT
        assert polite.lost == 0
        assert did["frames"] > 1000
        assert did["sockets"] > 50
        assert "crownland_failures_total 0.0" in httpx.get(f"{server.url}/metrics").text
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


async def until_shifted(guest: Guest, seconds: float) -> None:
    """Waits until the wall clock of the server is that far from the true time. Uvicorn reads it now and then."""
    async with asyncio.timeout(30):
        while True:
            told = parsedate_to_datetime((await guest.http.get("/healthz")).headers["Date"])
            if abs((told - datetime.now(UTC)).total_seconds() - seconds) < 600:
                return
            await asyncio.sleep(0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="the disk of one process is filled by prlimit")
async def test_players_lose_nothing_in_trouble_and_go_on_after_it(tmp_path: Path) -> None:
    troubles = Troubles(tmp_path)
    troubles.server.start()
    try:
        await asyncio.to_thread(troubles.server.wait)
        async with Guest(troubles.server.url) as anna, Guest(troubles.server.url) as ben:
            polite, stop = Polite(anna, ben, Random(1)), asyncio.Event()
            playing = asyncio.create_task(polite.play(stop))
            for trouble in (troubles.kill, lambda: troubles.hang(0.0), lambda: troubles.fill(0.0)):
                async with polite.in_trouble():
                    await trouble()
            for step in CLOCK_STEPS:
                async with polite.in_trouble():
                    troubles.set_clock(step)
                    await until_shifted(anna, step)
            stop.set()
            await playing
        assert polite.acknowledged > len(CLOCK_STEPS)
        assert polite.lost > 0
    finally:
        troubles.server.kill()
