"""A house on a keeper in memory, and a page that calls it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from websockets.asyncio.client import ClientConnection

from crownland.local.house import House, LocalLine, open_house
from crownland.local.thinkers import Think
from tests.server.support import Seated

__all__ = ["MemoryKeeper", "Page", "opened"]


class MemoryKeeper:
    """A keeper of *pairs*. What it writes lasts, or not, in the middle of :meth:`write`; then it takes its time."""

    def __init__(self, pairs: dict[str, str] | None = None) -> None:
        self.pairs = {} if pairs is None else pairs
        self.is_full = False
        self.is_cut = False  # the tab is gone: nothing is written or answered any more

    async def read(self, key: str) -> str | None:
        await asyncio.sleep(0)
        return self.pairs.get(key)

    async def range(self, prefix: str) -> str:
        await asyncio.sleep(0)
        return json.dumps([[key, self.pairs[key]] for key in sorted(self.pairs) if key.startswith(prefix)])

    async def write(self, batch: str) -> None:
        await asyncio.sleep(0)
        self._check()
        for key, value in json.loads(batch):
            if value is None:
                self.pairs.pop(key, None)
            else:
                self.pairs[key] = value
        await asyncio.sleep(0)
        self._check()

    def _check(self) -> None:
        if self.is_full or self.is_cut:
            raise OSError("QuotaExceededError")


class Page:
    """Calls a house as the page does."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Returns the status and the body of the answer."""
        status, media_type, text = await self.house.call(method, path, "" if body is None else json.dumps(body))
        return status, json.loads(text) if media_type == "application/json" and text else text

    async def get(self, path: str) -> Any:
        return await self._answer("GET", path)

    async def post(self, path: str, body: Any = None) -> Any:
        return await self._answer("POST", path, {} if body is None else body)

    async def _answer(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = await self.call(method, path, body)
        assert status in (200, 201, 204), answer
        return answer

    async def new_table(self, game: str, players: int, seats: list[str], **values: Any) -> dict[str, Any]:
        """Creates a table. Each seat is ``me``, ``guest``, ``open`` or the name of a bot."""
        kinds = ("me", "guest", "open")
        wanted = [{"kind": seat} if seat in kinds else {"kind": "bot", "bot": seat} for seat in seats]
        made: dict[str, Any] = await self.post("/tables", {"game": game, "players": players, "seats": wanted, **values})
        return made

    @asynccontextmanager
    async def sit(self, table: str, since: int = 0) -> AsyncIterator[Seated]:
        """Connects to a table where bots do not pause."""
        frames: asyncio.Queue[str] = asyncio.Queue()
        line = await self.house.connect(table, since, frames.put_nowait)
        assert line is not None, frames.get_nowait()
        seated = Seated(cast(ClientConnection, _Socket(line, frames)))
        await seated.hear("hello")
        await seated.send(type="pace", pace="once")
        try:
            yield seated
        finally:
            line.close()


class _Socket:
    """A line with the methods of a socket."""

    def __init__(self, line: LocalLine, frames: "asyncio.Queue[str]") -> None:
        self._line, self.recv = line, frames.get

    async def send(self, text: str) -> None:
        self._line.receive(text)


@asynccontextmanager
async def opened(keeper: MemoryKeeper | None = None, think: Think | None = None) -> AsyncIterator[Page]:
    """Opens a house, and closes it at the end of the context."""
    house = await open_house(keeper or MemoryKeeper(), think)
    try:
        yield Page(house)
    finally:
        await house.close()
