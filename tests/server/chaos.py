"""Two polite players at a server that is attacked or in trouble: nothing acknowledged is lost, they wait for nobody."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.support import PATIENCE, Guest, Seated

__all__ = ["Polite", "attack", "percentile"]

PACE = 0.05  # seconds between two actions
RETRY_SECONDS = 0.2


class UnansweredError(Exception):
    """The server has refused something because it is in trouble, or because of a limit."""


LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError, UnansweredError)


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
    """Two people who play one game after another, at a pace, and remember what was acknowledged.

    What was not answered is sent again with the same id, as the page does.
    """

    anna: Guest
    ben: Guest
    rng: Random
    table: str = ""
    accepted: dict[int, str] = field(default_factory=dict)
    pending: dict[str, Any] | None = None
    waits: list[float] = field(default_factory=list)  # seconds from sending an action until both have it
    games: int = 0
    acknowledged: int = 0
    lost: int = 0  # how often a connection was lost, or something was refused in a trouble
    calm_since: float | None = 0.0  # None while there is trouble: how long it takes then does not count
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
                await asyncio.sleep(RETRY_SECONDS)
            except Exception as error:  # httpx has many errors for a broken connection
                if not type(error).__module__.startswith("httpx"):
                    raise
                self.lost += 1
                await asyncio.sleep(RETRY_SECONDS)
        async with self.anna.sit(self.table) as seated:
            self._check(seated)

    async def begin(self) -> None:
        """Begins a game at a new table."""
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = await _post(self.anna, "/tables", {"game": "kingdomino", "players": 2, "seats": seats})
        await _post(self.ben, f"/tables/{made['id']}/join", {"name": "Ben"})
        await _post(self.anna, f"/tables/{made['id']}/start")
        self.table, self.accepted, self.pending = made["id"], {}, None

    @asynccontextmanager
    async def in_trouble(self) -> AsyncIterator[None]:
        """There is trouble; and when it is over, the players must be able to go on."""
        self.calm_since = None
        yield
        mark = self.acknowledged
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged == mark:
                await asyncio.sleep(PACE)
        self.calm_since = perf_counter()

    async def _sit_down(self, stop: asyncio.Event) -> None:
        async with self.anna.sit(self.table) as first, self.ben.sit(self.table) as second:
            self._check(first)
            if self.pending is not None:
                await self._send(*((first, second) if self.pending["is_first"] else (second, first)))
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
                token = self.rng.choice(acting.choices)[0]
                frame = {"token": token, "seq": acting.seq, "id": f"polite-{next(self._ids)}"}
                self.pending = {"is_first": acting is first, "frame": frame}
                await self._send(acting, waiting)
                await asyncio.sleep(PACE)

    async def _send(self, acting: Seated, waiting: Seated) -> None:
        """Sends what is pending, until it is accepted and both players have it."""
        assert self.pending is not None
        frame, begin = self.pending["frame"], perf_counter()
        while (answer := await acting.act(**frame))["type"] != "accepted":
            assert answer["code"] == "server/failed", answer
            self.lost += 1
            await asyncio.sleep(RETRY_SECONDS)
        assert self.accepted.get(answer["seq"], frame["token"]) == frame["token"], "something else was acknowledged"
        self.accepted[answer["seq"]] = frame["token"]
        self.pending = None
        self.acknowledged += 1
        while waiting.seq < answer["seq"]:
            await waiting.next()
        if self.calm_since is not None and self.calm_since < begin:
            self.waits.append(perf_counter() - begin)

    def _check(self, seated: Seated) -> None:
        """Everything acknowledged is there, and nothing else, except what was sent last and not answered."""
        kept = {seq: event["token"] for seq, event in seated.events.items() if event["kind"] == "action"}
        assert self.accepted.items() <= kept.items(), "an acknowledged action is lost"
        more = [token for seq, token in kept.items() if seq not in self.accepted]
        assert more in ([], [self.pending["frame"]["token"]] if self.pending else []), f"nobody has played {more}"
        assert list(seated.events) == list(range(1, seated.seq + 1))


async def _post(guest: Guest, path: str, body: Any = None) -> Any:
    answer = await guest.http.post(f"/api{path}", json=body)
    if answer.status_code in (429, 503):
        raise UnansweredError(answer.text)
    assert answer.is_success, answer.text
    return answer.json()
