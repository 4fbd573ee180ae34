"""A line to a table: what a client sends over it, and the answers. The socket of a server is one."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from crownland.kernel.errors import IllegalActionError, InvalidTextError
from crownland.server.frames import wire
from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError, refusal_of
from crownland.server.tables.live_table import LiveTable
from crownland.table.session import NotNowError

if TYPE_CHECKING:
    from crownland.server.services import Services
    from crownland.server.tables.hall import Hall

__all__ = ["Line"]

MAX_REFUSED_FRAMES = 200  # invalid frames and frames above the rate limit, until the line is closed
LIMITED_SECONDS = 0.2  # that nothing more is read from a line after a frame above the rate limit

_decoder: msgspec.json.Decoder[wire.ClientFrame] = msgspec.json.Decoder(wire.ClientFrame)
_encode = msgspec.json.Encoder().encode
_PONG = _encode(wire.Pong())


class Line(ABC):
    """A client at a table."""

    def __init__(self, services: "Services", guest: str | None, address: str) -> None:
        self.guest, self.address = guest, address
        self.metrics = services.metrics
        self.pace: wire.PaceName = "normal"
        self.is_closed = False
        self._bytes = 0  # sent so far
        self._limit = services.frames

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """Queues *frame* and returns at once."""

    @abstractmethod
    async def hear(self) -> str | bytes | None:
        """Returns the next message of the client; None when there is nobody any more."""

    async def enter(self, hall: "Hall", table: str, since: int) -> LiveTable:
        """Enters the table, which sends everything after event *since*. Raises RefusedError."""
        found = await hall.find(table)
        if self.guest not in found.lobby.concerned and self._is_crowded(found, hall.settings.watchers):
            raise RefusedError("limit/watchers", "too many people are watching this table", 429)
        if since > found.session.seq:
            await found.catch_up(since)
        with self._charged():
            found.enter(self, since)
        return found

    def _is_crowded(self, table: LiveTable, most: int) -> bool:
        """Whether *most* clients are at the table, or those who only watch from this address are a quarter of that."""
        readers, concerned = table.audience.readers, table.lobby.concerned
        alike = sum(one.address == self.address and one.guest not in concerned for one in readers)
        return len(readers) >= most or alike >= max(1, most // 4)

    async def listen(self, table: LiveTable) -> bool:
        """Answers what the client sends until nobody sends anything any more, and leaves *table* then.

        Returns whether that is because too much of it was refused.
        """
        refused = 0
        try:
            while refused < MAX_REFUSED_FRAMES and not self.is_closed:  # what else it has sent does not matter then
                message = await self.hear()
                if message is None:
                    return False
                self.metrics.frames.inc()
                is_limited, frame = not self._limit.take(self.guest, self.address), None
                try:
                    frame = _read(message)
                    if is_limited:
                        raise RefusedError("limit/frames", "too many frames: wait a moment", 429)
                except RefusedError as refusal:
                    refused += 1
                    self.refuse(refusal, frame.id if isinstance(frame, wire.Act | wire.Back) else None)
                    if is_limited:
                        await asyncio.sleep(LIMITED_SECONDS)
                else:
                    await self._answer(frame, table)
            return not self.is_closed
        finally:
            table.leave(self)

    def refuse(self, refusal: RefusedError, id: str | None = None) -> None:
        self.metrics.refused.labels(refusal.code).inc()
        self.send(_encode(wire.Refused(id=id, code=refusal.code, rule=refusal.rule, message=refusal.message)))

    async def _answer(self, frame: wire.ClientFrame, table: LiveTable) -> None:
        """Answers *frame*. Refusals of actions carry the id of the frame."""
        match frame:
            case wire.Ping():
                self.send(_PONG)
            case wire.Pace(pace=pace):
                self.pace = pace
            case wire.Sync(seq=seq):
                with self._charged():
                    table.audience.send_hello(self, seq)
            case wire.Explain():
                try:
                    with self._charged():
                        self.send(_encode(table.explain(frame)))
                except (RefusedError, NotNowError, IllegalActionError, InvalidTextError) as error:
                    self.refuse(refusal_of(error))
                except Exception as error:  # a game from outside may fail
                    self.metrics.failures.inc()
                    log_error("an action could not be explained", error)
                    self.refuse(RefusedError("server/failed", "that could not be explained", 503))
            case wire.Act() | wire.Back():
                await self._play(frame, table)

    async def _play(self, frame: wire.Act | wire.Back, table: LiveTable) -> None:
        began = perf_counter()
        try:
            play = table.act(self.guest, frame) if isinstance(frame, wire.Act) else table.back(self.guest, frame)
            seq = await play
        except (RefusedError, NotNowError, IllegalActionError, InvalidTextError) as error:
            refusal = refusal_of(error)
            self.refuse(refusal, frame.id)
            if refusal.code == "table/stale":
                with self._charged():
                    table.audience.send_hello(self, frame.seq)
        except Exception as error:
            self.metrics.failures.inc()
            log_error("an action could not be stored", error)
            self.refuse(RefusedError("server/failed", "the action could not be stored: try again", 503), frame.id)
        else:
            self.send(_encode(wire.Accepted(id=frame.id, seq=seq)))
        finally:
            self.metrics.actions.observe(perf_counter() - began)

    @contextmanager
    def _charged(self) -> Iterator[None]:
        """Charges what is sent within the context to the guest and to the address."""
        before = self._bytes
        yield
        self._limit.charge(self.guest, self.address, self._bytes - before)


def _read(message: str | bytes) -> wire.ClientFrame:
    if not isinstance(message, str):
        raise RefusedError("frame/invalid", "expected a text frame with JSON", 400)
    try:
        return _decoder.decode(message)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusedError("frame/invalid", f"expected a frame like ping or act, got: {error}"[:200], 400) from None
