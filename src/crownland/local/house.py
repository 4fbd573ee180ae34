"""A house: the tables of one person on one device, opened by the worker of a page that has no server.

    from crownland.local.house import open_house

    house = await open_house(keeper, think)
    status, media_type, text = await house.call("POST", "/tables", '{"game": "kingdomino", ...}')
    line = await house.connect(table, 0, send)  # None after a frame that says why not
    line.receive('{"type": "act", ...}')        # answers and news go to send(text)
    line.close()
    await house.close()

*keeper* is a :class:`crownland.local.store.Keeper`. *think* takes a question as JSON and returns its answer: it has
:mod:`crownland.local.mind` answer it in another worker. Without it bots think here. Nothing is acknowledged that the
keeper has not written, so a house may be dropped at any moment. Only one house may use a keeper at a time; one that is
opened later reads anew, also what was imported in between.
"""

import asyncio
from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

import msgspec

from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.local.store import Keeper, LocalStore
from crownland.local.thinkers import Think, thinkers_of
from crownland.server.calls import ROOMS, calls_in
from crownland.server.calls.folding import folding_gate
from crownland.server.frames import wire
from crownland.server.frames.choices import use_library_gains
from crownland.server.identity import HERE
from crownland.server.limits import Buckets, FrameLimit
from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError, refusal_of
from crownland.server.services import Services
from crownland.server.settings import Settings
from crownland.server.tables.hall import Hall
from crownland.server.tables.line import Line
from crownland.server.tables.live_table import LiveTable

__all__ = ["House", "LocalLine", "open_house"]

ME = "here"  # the only guest: tables that were imported from another device are theirs too
UNLIMITED = 1e9  # nobody has to be protected from the only guest


async def open_house(keeper: Keeper, think: Think | None = None) -> "House":
    """Opens the house whose tables are in *keeper*."""
    use_library_gains()
    store = LocalStore(keeper)
    await store.open()
    return House(store, think)


class House:
    """See the module."""

    address = ""
    guest = ME

    def __init__(self, store: LocalStore, think: Think | None) -> None:
        settings = Settings(tables=1_000_000)
        metrics: Any = _Unmeasured()
        hall = Hall(store, thinkers_of(think), settings, metrics, _new_id)
        self.served = Services(
            settings,
            store,
            hall,
            metrics,
            requests=Buckets(UNLIMITED),
            new_tables=Buckets(UNLIMITED),
            frames=FrameLimit(UNLIMITED),
            folding=folding_gate(),
        )
        self._lines: dict[LocalLine, asyncio.Task[bool]] = {}

    async def call(self, method: str, path: str, body: str = "") -> list[Any]:
        """Answers a request to the REST API. *path* begins behind ``/api``.

        Returns the status, the media type and the text.
        """
        try:
            status, media_type, content = await self._call(method, path.partition("?")[0], body)
        except (RefusedError, SetupError, UnknownNameError) as error:
            status, media_type, content = _trouble(refusal_of(error))
        except Exception as error:
            log_error("a request failed", error)
            status, media_type, content = _trouble(RefusedError("server/failed", "internal error: try again", 500))
        return [status, media_type, content.decode()]

    async def _call(self, method: str, path: str, body: str) -> tuple[int, str, bytes]:
        room = path.split("/")[1] if path.startswith("/") else ""
        for call in calls_in(room) if room in ROOMS else ():
            values = call.match(method, path)
            if values is not None:
                answer = await call.answer_to(self, values, body)
                return answer.status, answer.media_type, answer.content
        raise RefusedError("path/unknown", "Not Found", 404)

    async def connect(self, table: str, since: int, send: Callable[[str], object]) -> "LocalLine | None":
        """Returns a line to *table*, over which *send* gets everything after event *since*.

        Returns None, after a frame that says why, if there is no such table.
        """
        line = LocalLine(self.served, send)
        try:
            found = await line.enter(self.served.hall, table, since)
        except RefusedError as refusal:
            line.refuse(refusal)
            return None
        self._lines[line] = asyncio.ensure_future(self._listen(line, found))
        return line

    async def _listen(self, line: "LocalLine", table: LiveTable) -> bool:
        try:
            return await line.listen(table)
        finally:
            line.close()
            self._lines.pop(line, None)

    async def close(self) -> None:
        """Closes all lines and stops all bots. Returns when everything that was to be kept is kept."""
        listening = list(self._lines.values())
        for line in list(self._lines):
            line.close()
        await asyncio.gather(*listening, return_exceptions=True)
        await self.served.close()
        await self.served.store.flush()


class LocalLine(Line):
    """The line of a page to a table in the same house."""

    def __init__(self, services: Services, send: Callable[[str], object]) -> None:
        super().__init__(services, ME, "")
        self._send = send
        self._received: asyncio.Queue[str | None] = asyncio.Queue()

    def receive(self, text: str) -> None:
        """Takes a frame of the page, to be answered after those before it."""
        self._received.put_nowait(text)

    def close(self) -> None:
        self.is_closed = True
        self._received.put_nowait(None)

    def send(self, frame: bytes) -> None:
        if self.is_closed:
            return
        try:
            self._send(frame.decode())
        except Exception as error:  # the page is gone: the others at the table must not notice
            log_error("a frame could not be sent", error)
            self.close()

    async def hear(self) -> str | None:
        return await self._received.get()


class _Unmeasured:
    """Stands for every metric: nobody reads them here."""

    def __getattr__(self, name: str) -> "_Unmeasured":
        return self

    def __call__(self, *_: object) -> "_Unmeasured":
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def _new_id() -> str:
    return f"{HERE}{token_urlsafe(12)[: 16 - len(HERE)]}"


def _trouble(refusal: RefusedError) -> tuple[int, str, bytes]:
    told = wire.Trouble(code=refusal.code, message=refusal.message, rule=refusal.rule)
    return refusal.status, "application/json", msgspec.json.encode(told)
