"""A server with its default settings that is killed at any moment loses nothing that it has acknowledged.

``CROWNLAND_KILLS=50 python -m pytest tests/server/test_kill.py -s`` kills it more often and prints its progress.
"""

import asyncio
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.outside import Outside
from tests.server.support import Guest, Seated

KILLS = int(os.environ.get("CROWNLAND_KILLS", "3"))
TABLES = 12
PAUSE = 0.05  # seconds between two actions of a player, or two sockets: about what the limits allow
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


@dataclass
class Player:
    """Plays both seats of one table after another, reconnects after every kill, and remembers what was acknowledged."""

    guest: Guest
    rng: Random
    table: str = ""
    accepted: dict[int, str] = field(default_factory=dict)
    finished: list[tuple[str, dict[int, str]]] = field(default_factory=list)
    pending: dict[str, Any] | None = None
    last: int = 0
    sent: int = 0

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                while not self.table:
                    await self._next_table()
                async with self.guest.sit(self.table) as seated:
                    await self._check(seated)
                    await self._go_on(seated, stop)
            except LOST:
                await asyncio.sleep(0.05)
            except Exception as error:  # httpx has many errors for a broken connection
                if not type(error).__module__.startswith("httpx"):
                    raise
                await asyncio.sleep(0.05)

    async def _next_table(self) -> None:
        body = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "guest"}]}
        answer = await self.guest.http.post("/api/tables", json=body)
        if answer.status_code == 429:
            await asyncio.sleep(0.2)
            return
        assert answer.is_success, answer.text
        self.table = answer.json()["id"]
        self.accepted, self.pending, self.last = {}, None, 0

    async def _check(self, seated: Seated) -> None:
        """Checks that everything acknowledged is there, and nothing else except what was sent last."""
        kept = {seq: event["token"] for seq, event in seated.events.items() if event["kind"] == "action"}
        more = set(kept.items()) - set(self.accepted.items())
        assert set(self.accepted.items()) <= set(kept.items())
        assert len(more) <= (self.pending is not None)
        assert list(seated.events) == list(range(1, seated.seq + 1))
        if self.pending is not None:
            await self._send(seated, self.pending)

    async def _go_on(self, seated: Seated, stop: asyncio.Event) -> None:
        while not stop.is_set() and seated.choices:
            self.sent += 1
            token = self.rng.choice(seated.choices)[0]
            await self._send(seated, {"type": "act", "token": token, "seq": seated.seq, "id": f"n{self.sent}"})
            await asyncio.sleep(PAUSE)
        if seated.view is not None and seated.view["over"]:
            self.finished.append((self.table, self.accepted))
            self.table = ""

    async def _send(self, seated: Seated, frame: dict[str, Any]) -> None:
        self.pending = frame
        while (answer := await seated.ask(**frame)).get("code", "").startswith("limit/"):
            await asyncio.sleep(0.2)
        assert answer["type"] == "accepted", answer
        assert answer["seq"] not in self.accepted
        self.accepted[answer["seq"]] = frame["token"]
        self.pending = None


async def test_a_killed_server_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    rng = Random(1)
    server = Outside("--data", str(tmp_path), log=tmp_path / "log", is_generous=False)
    server.start()
    server.wait()
    stop = asyncio.Event()
    guests = [await Guest(server.url).__aenter__() for _ in range(TABLES)]
    players = [Player(guest, Random(number)) for number, guest in enumerate(guests)]
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    try:
        for number in range(KILLS):
            await asyncio.sleep(rng.uniform(0.2, 1.5))
            server.kill()
            _report(f"kill {number + 1} of {KILLS}: {sum(player.sent for player in players)} actions sent so far")
            server.start()
            await asyncio.to_thread(server.wait)
            await _all_go_on(players, tasks)
        stop.set()
        await asyncio.gather(*tasks)
        for player in players:
            await _check_finished(player)
        assert sum(player.sent for player in players) > KILLS * TABLES
    finally:
        for task in tasks:
            task.cancel()
        for guest in guests:
            await guest.__aexit__()
        assert server.stop() == 0
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log, log


async def _all_go_on(players: list[Player], tasks: list["asyncio.Task[None]"]) -> None:
    """Waits until every table has made progress."""
    async with asyncio.timeout(60):
        marks = [player.sent for player in players]
        while not all(player.sent > mark for player, mark in zip(players, marks, strict=True)):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)


async def _check_finished(player: Player) -> None:
    """Checks that games finished before a kill are unchanged."""
    for table, accepted in player.finished:
        await asyncio.sleep(PAUSE)
        async with player.guest.sit(table) as seated:
            kept = {seq: event["token"] for seq, event in seated.events.items() if event["kind"] == "action"}
            assert kept == accepted


def _report(text: str) -> None:
    if KILLS > 10:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
