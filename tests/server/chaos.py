"""Two polite players at a server that is attacked: nothing that was acknowledged is lost, and they wait for nobody."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.support import Guest, Seated, new_table

__all__ = ["Polite", "attack", "percentile"]

PACE = 0.05  # seconds between two actions
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def attack(url: str, table: str, seconds: float, *names: str) -> Counter[str]:
    """Attacks from another process, so that it does not slow the players down. Returns what the attackers did."""
    command = (sys.executable, "-m", "tests.server.attack", url, table, str(seconds), *names)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    try:
        output, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, errors.decode()
    return Counter(json.loads(output))


@dataclass
class Polite:
    """Two people who play one game after another, at a pace, and remember what was acknowledged."""

    anna: Guest
    ben: Guest
    rng: Random
    table: str = ""
    accepted: dict[int, str] = field(default_factory=dict)
    pending: dict[str, Any] | None = None
    waits: list[float] = field(default_factory=list)  # seconds from sending an action until both have it
    games: int = 0
    lost: int = 0  # how often a connection was lost
    _ids: "count[int]" = field(default_factory=lambda: count(1))

    async def play(self, stop: asyncio.Event) -> None:
        """Plays until *stop* is set, and then checks everything once more."""
        while not stop.is_set():
            try:
                if not self.table:
                    await self.begin()
                await self._sit_down(stop)
            except LOST:
                self.lost += 1
                await asyncio.sleep(0.1)
            except Exception as error:  # httpx has many errors for a broken connection
                if not type(error).__module__.startswith("httpx"):
                    raise
                self.lost += 1
                await asyncio.sleep(0.1)
        async with self.anna.sit(self.table) as seated:
            self._check(seated)

    async def begin(self) -> None:
        """Begins a game at a new table."""
        table = str((await new_table(self.anna, "kingdomino", 2, ["me", "open"]))["id"])
        await self.ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await self.anna.post(f"/tables/{table}/start")
        self.table, self.accepted, self.pending = table, {}, None

    async def _sit_down(self, stop: asyncio.Event) -> None:
        async with self.anna.sit(self.table) as first, self.ben.sit(self.table) as second:
            self._check(first)
            while not stop.is_set():
                if first.table["phase"] != "playing":
                    self._check(first)
                    self.games += 1
                    await self.begin()
                    return
                acting, waiting = (first, second) if first.choices else (second, first)
                if not acting.choices:  # both connections are new, and a bot or a stand-in may be acting
                    await first.next()
                    continue
                await self._act(acting, waiting)
                await asyncio.sleep(PACE)

    async def _act(self, acting: Seated, waiting: Seated) -> None:
        token = self.rng.choice(acting.choices)[0]
        self.pending = {"token": token, "seq": acting.seq, "id": f"polite-{next(self._ids)}"}
        begin = perf_counter()
        answer = await acting.act(**self.pending)
        assert answer["type"] == "accepted", answer
        self.accepted[answer["seq"]] = token
        while waiting.seq < answer["seq"]:
            await waiting.next()
        self.waits.append(perf_counter() - begin)
        self.pending = None

    def _check(self, seated: Seated) -> None:
        """Everything acknowledged is there, and nothing else, except what was sent last and not answered."""
        kept = {seq: event["token"] for seq, event in seated.events.items() if event["kind"] == "action"}
        assert self.accepted.items() <= kept.items(), "an acknowledged action is lost"
        more = [token for seq, token in kept.items() if seq not in self.accepted]
        assert more in ([], [self.pending["token"]] if self.pending else []), f"nobody has played {more}"
        assert list(seated.events) == list(range(1, seated.seq + 1))
        self.accepted, self.pending = kept, None
