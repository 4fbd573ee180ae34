"""A server on a real socket, and scripted players who connect to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from crownland.server.frames.wire import PaceName
from crownland.server.identity import COOKIE
from crownland.server.settings import Settings
from crownland.testing.server import served as running
from crownland.testing.server import view_after

__all__ = ["Guest", "Looking", "Seated", "generous", "new_table", "running"]

PATIENCE = 30.0


def generous(folder: Path, **values: Any) -> Settings:
    """Settings for tests: no pauses, and limits that no test reaches."""
    usual: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'tables.sqlite3'}",
        "pause": 0.0,
        "think": 0.05,
        "thinkers": 1,
        "quick_choices": False,
        "requests": 1e6,
        "frames": 1e6,
        "new_tables": 1e6,
        "tables": 10_000,
        "sockets": 10_000,
        "connections": 10_000,
    }
    return Settings(**usual | values)


class Guest:
    """A client like a browser: REST with a cookie, and sockets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url)

    async def __aenter__(self) -> "Guest":
        await self.http.get("/api/me")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.http.cookies[COOKIE]}"

    async def get(self, path: str) -> Any:
        return await self._answer(await self.http.get(f"/api{path}"))

    async def post(self, path: str, body: Any = None) -> Any:
        return await self._answer(await self.http.post(f"/api{path}", json=body))

    async def _answer(self, response: httpx.Response) -> Any:
        assert response.is_success, response.text
        return response.json()

    @asynccontextmanager
    async def sit(self, table: str, since: int = 0, url: str | None = None) -> AsyncIterator["Seated"]:
        address = (url or self.url).replace("http", "ws", 1)
        headers = {"Cookie": self.cookie}
        async with connect(f"{address}/api/tables/{table}/socket?since={since}", additional_headers=headers) as socket_:
            seated = Seated(socket_)
            await seated.hear("hello")
            yield seated


def new_ids() -> Iterator[str]:
    """Ids for frames: those of one socket differ from those of all others."""
    name = token_hex(4)
    return (f"{name}-{number}" for number in count(1))


@dataclass
class Seated:
    """A socket at a table, and what it has received."""

    socket: ClientConnection
    table: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] | None = None
    choices: list[list[Any]] = field(default_factory=list)
    can_take_back: bool = False
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    ids: Iterator[str] = field(default_factory=new_ids)

    @property
    def seq(self) -> int:
        return 0 if self.view is None else int(self.view["seq"])

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.table = frame.get("table", self.table)
        if frame["type"] in ("hello", "news"):
            self.view = frame["view"] if frame["type"] == "hello" else view_after(self.view, frame)
            self.choices = [
                [token, offer["kind"], squares, offer["pieces"], gain]
                for offer in frame.get("offers", [])
                for token, squares, gain in offer["choices"]
            ]
            self.can_take_back = frame.get("can_take_back", False)
            self.events |= {event["seq"]: {"points": 0, "bot": False, **event} for event in frame["events"]}
        return frame

    async def hear(self, kind: str) -> dict[str, Any]:
        """Returns the next frame of that kind; frames before it are taken in too."""
        while (frame := await self.next())["type"] != kind:
            pass
        return frame

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def ask(self, **frame: Any) -> dict[str, Any]:
        """Sends *frame*, and returns its answer."""
        await self.send(**frame)
        while (answer := await self.next())["type"] not in ("accepted", "refused", "explained", "pong"):
            pass
        return answer

    async def ask_hello(self) -> dict[str, Any]:
        """Asks for everything. Returns the answer, which comes last: the begin of a game is a hello, too."""
        await self.send(type="sync", seq=self.seq)
        await self.send(type="ping")
        hello: dict[str, Any] = {}
        while (frame := await self.next())["type"] != "pong":
            if frame["type"] == "hello":
                hello = frame
        return hello

    async def act(self, token: str, seq: int | None = None, id: str | None = None) -> dict[str, Any]:
        return await self.ask(type="act", token=token, seq=self.seq if seq is None else seq, id=id or next(self.ids))

    async def back(self) -> dict[str, Any]:
        return await self.ask(type="back", seq=self.seq, id=next(self.ids))

    async def until_begun(self) -> None:
        while self.view is None:
            await self.next()

    async def until_over(self, rng: Random) -> None:
        """Plays at random to the end of the game."""
        while self.table["phase"] == "playing":
            if self.choices:
                answer = await self.act(rng.choice(self.choices)[0])
                assert answer["type"] == "accepted" or answer["code"] in ("table/stale", "table/over"), answer
            else:
                await self.next()
        while self.view is None or not self.view["over"]:
            await self.next()


class Looking:
    """Somebody at a table who does not care what is sent."""

    def __init__(self, guest: str | None, address: str = "192.0.2.1", pace: PaceName = "normal") -> None:
        self.guest, self.address, self.pace = guest, address, pace

    def send(self, frame: bytes) -> None:
        pass


async def new_table(guest: Guest, game: str, players: int, seats: list[str], **values: Any) -> dict[str, Any]:
    """Creates a table. Each seat is ``me``, ``guest``, ``open`` or the name of a bot."""
    kinds = ("me", "guest", "open")
    wanted = [{"kind": seat} if seat in kinds else {"kind": "bot", "bot": seat} for seat in seats]
    made: dict[str, Any] = await guest.post("/tables", {"game": game, "players": players, "seats": wanted, **values})
    return made
