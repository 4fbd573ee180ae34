"""A server that is restarted by SIGHUP: players are back at once, and nothing acknowledged is lost.

``python -m pytest tests/server/test_restart.py -s`` prints how long players were away.
"""

import asyncio
import json
import signal
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from crownland.dealer import verify
from crownland.notation import read_record
from tests.server.outside import Outside
from tests.server.support import Guest, Seated
from tests.server.test_workers import is_running, wait_until

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="expected a system with SIGHUP")


LONGEST = 5.0  # seconds that a player may be away, on a busy machine; usually it is half a second
PATIENCE = 60.0
FIRST_DELAY = 0.3  # seconds until the page reconnects, more or less
LAST_PART = 40  # the events from here on are kept for the time after all renewals
REPLACED = "all server processes were replaced"


@pytest.fixture(autouse=True)
def _not_under_nohup() -> Iterator[None]:
    """Under nohup, servers would inherit that SIGHUP is ignored."""
    kept = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, kept)


@dataclass
class Player:
    """Plays one seat like the page: reconnects, goes on where it was, and repeats what was not answered."""

    guest: Guest
    table: str
    rng: Random
    may_end: asyncio.Event
    accepted: dict[int, str] = field(default_factory=dict)
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    away: list[float] = field(default_factory=list)
    pending: dict[str, Any] | None = None

    async def play(self) -> None:
        lost = 0.0
        while True:
            try:
                async with self.guest.sit(self.table, since=max(self.events, default=0)) as seated:
                    if lost:
                        self.away.append(time.monotonic() - lost)
                        lost = 0.0
                    self._note(seated)
                    if self.pending is not None:
                        await self._ask(seated, self.pending)
                    while seated.view is None or not seated.view["over"]:
                        await self._step(seated)
                    return
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                lost = lost or time.monotonic()
                await asyncio.sleep(FIRST_DELAY * self.rng.uniform(0.7, 1.3))

    async def _step(self, seated: Seated) -> None:
        if not self.may_end.is_set():
            await asyncio.sleep(0.1)
        if seated.choices and (self.may_end.is_set() or seated.seq < LAST_PART):
            name = f"{self.guest.cookie[-8:]}-{len(self.accepted)}"
            token = self.rng.choice(seated.choices)[0]
            await self._ask(seated, {"type": "act", "token": token, "seq": seated.seq, "id": name})
        else:
            await seated.ask(type="ping")
        self._note(seated)

    async def _ask(self, seated: Seated, frame: dict[str, Any]) -> None:
        self.pending = frame
        answer = await seated.ask(**frame)
        assert answer["type"] == "accepted", answer
        assert answer["seq"] not in self.accepted
        self.accepted[answer["seq"]] = frame["token"]
        self.pending = None

    def _note(self, seated: Seated) -> None:
        for seq, event in seated.events.items():
            assert self.events.setdefault(seq, event) == event


async def play_and_renew(server: Outside, renewals: int) -> None:
    """Lets two people play a game while *server* is renewed, and checks that they notice little and lose nothing."""
    async with Guest(server.url) as anna, Guest(server.url) as ben:
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = (await anna.post("/tables", {"game": "kingdomino", "players": 2, "seats": seats}))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        may_end = asyncio.Event()
        players = [Player(guest, table, Random(number), may_end) for number, guest in enumerate((anna, ben))]
        tasks = [asyncio.create_task(player.play()) for player in players]
        stalling: list[socket.socket] = []
        try:
            async with asyncio.timeout(PATIENCE):
                for number in range(1, renewals + 1):
                    stalling.append(stalled(server.port))
                    server.renew()
                    while events_of(server).count(REPLACED) < number or min(len(one.away) for one in players) < number:
                        await asyncio.sleep(0.05)
                        for task in tasks:
                            if task.done():
                                task.result()
                may_end.set()
                await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            for client in stalling:
                client.close()
        events = players[0].events
        assert players[1].events == events
        assert list(events) == list(range(1, len(events) + 1))
        accepted = players[0].accepted | players[1].accepted
        assert {seq: event["token"] for seq, event in events.items() if event["kind"] == "action"} == accepted
        assert not any(event["bot"] for event in events.values())
        assert verify(read_record((await anna.http.get(f"/api/tables/{table}/record")).text)) == ()
        away = [seconds for player in players for seconds in player.away]
        sys.stdout.write(f"away for {', '.join(f'{seconds:.2f}' for seconds in away)} s\n")
        assert max(away) < LONGEST


def stalled(port: int) -> socket.socket:
    """Returns a connection with a request whose body does not arrive."""
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
    return client


def events_of(server: Outside) -> list[str]:
    """What the server has logged, the names only."""
    lines = server.log.read_text().splitlines()
    return [json.loads(line)["event"] for line in lines if line.startswith("{")]


async def test_players_stay_while_a_server_on_sqlite_restarts_twice(tmp_path: Path) -> None:
    server = Outside("--data", str(tmp_path), log=tmp_path / "log")
    server.start()
    try:
        server.wait()
        await play_and_renew(server, 2)
        children = server.children
        server.kill()
        wait_until(lambda: not any(map(is_running, children)))  # nobody uses the file any more
    finally:
        server.kill()
    events = [event for event in events_of(server) if event in ("started", "stopped")]
    assert events == ["started", "stopped", "started", "stopped", "started"]  # never two at once
    assert "Traceback" not in server.log.read_text()


async def test_players_stay_while_several_processes_are_replaced(database: str, tmp_path: Path) -> None:
    server = Outside("--database", database, "--processes", "2", log=tmp_path / "log")
    server.start()
    try:
        server.wait()
        while events_of(server).count("started") < 2:
            await asyncio.sleep(0.02)
        await play_and_renew(server, 1)
    finally:
        assert server.stop() == 0
    assert events_of(server).count("started") == 4
    assert "Traceback" not in server.log.read_text()
