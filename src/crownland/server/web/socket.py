"""The WebSocket of a table. A slow reader never blocks the others."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from crownland.kernel.errors import IllegalActionError, InvalidTextError
from crownland.server.frames import wire
from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError, refusal_of
from crownland.server.services import Services
from crownland.server.tables.hall import Hall
from crownland.server.tables.live_table import LiveTable
from crownland.server.web.protocol import SocketProtocol
from crownland.table.session import NotNowError

__all__ = ["Socket", "serve_socket"]

MAX_WAITING_BYTES = 512 * 1024  # a reader that falls further behind is disconnected
MAX_REFUSED_FRAMES = 200  # invalid frames and frames above the rate limit, until the socket is closed
LIMITED_SECONDS = 0.2  # that nothing more is read from a socket after a frame above the rate limit
CHECKS = 3  # how often a client is checked in the time after which a silent one counts as gone
CLOSE_SECONDS = 5.0  # for a client to take the last frames, before the connection is cut off
CLOSE_BAD_FRAMES = 1008  # close code; refusals close with 4000 plus their HTTP status

_decoder: msgspec.json.Decoder[wire.ClientFrame] = msgspec.json.Decoder(wire.ClientFrame)
_encode = msgspec.json.Encoder().encode
_PONG = _encode(wire.Pong())


class Socket:
    """One connection. ``send`` returns at once; what the client does not read waits in the connection.

    A client that does not read, or sends nothing for too long, is cut off, and so leaves its table.
    """

    def __init__(self, websocket: WebSocket, services: Services) -> None:
        self.guest: str | None = websocket.scope["guest"]
        self.metrics = services.metrics
        self.address: str = websocket.scope["address"]
        self.pace: wire.PaceName = "normal"
        self._limit = services.frames
        self._websocket = websocket
        self._bytes = 0  # sent so far
        self._loop = asyncio.get_running_loop()
        self._connection: SocketProtocol = websocket.scope["state"].pop("connection")
        self._silence = services.settings.silence
        self._heard = self._loop.time()
        self._taken_before: int | None = None  # bytes, when it was last checked, if others were waiting then
        self._checking = self._loop.call_later(self._silence / CHECKS, self._check)
        self.is_closed = False

    def send(self, frame: bytes) -> None:
        if self.is_closed:
            return
        self._bytes += len(frame)
        self._connection.send_text(frame)
        if self._connection.waiting_bytes > MAX_WAITING_BYTES:
            self._cut_off()

    async def receive(self) -> Any:
        """Returns the next message of the client."""
        message = await self._connection.receive()
        self._heard = self._loop.time()
        return message

    def refuse(self, refusal: RefusedError, id: str | None = None) -> None:
        self.metrics.refused.labels(refusal.code).inc()
        self.send(_encode(wire.Refused(id=id, code=refusal.code, rule=refusal.rule, message=refusal.message)))

    def may_ask(self) -> bool:
        """Whether another frame of this guest, over whichever socket, may be answered now."""
        return self._limit.take(self.guest, self.address)

    @contextmanager
    def charged(self) -> Iterator[None]:
        """Charges what is sent within the context to the guest and to the address."""
        before = self._bytes
        yield
        self._limit.charge(self.guest, self.address, self._bytes - before)

    async def close(self, code: int) -> None:
        """Closes the connection, once the client has read what was sent."""
        self._loop.call_later(CLOSE_SECONDS, self._connection.abort)
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            await self._websocket.close(code)

    def end(self) -> None:
        """Ends the connection, which is closed or is being closed."""
        self.is_closed = True
        self._checking.cancel()
        self._loop.call_later(CLOSE_SECONDS, self._connection.abort)

    def _cut_off(self) -> None:
        """Disconnects a client that does not keep up. It may reconnect and ask for what it missed."""
        self.is_closed = True
        self._connection.abort()

    def _check(self) -> None:
        """Cuts the client off if it has been silent for too long, or has taken nothing since the last check."""
        waits, taken = self._connection.waiting_bytes > 0, self._connection.taken_bytes
        is_stuck = waits and self._taken_before is not None and taken <= self._taken_before
        if is_stuck or self._loop.time() - self._heard >= self._silence:
            self._cut_off()
            return
        self._taken_before = taken if waits else None
        self._checking = self._loop.call_later(self._silence / CHECKS, self._check)


async def serve_socket(websocket: WebSocket, services: Services) -> None:
    """Serves one socket until it is closed."""
    await websocket.accept()
    socket = Socket(websocket, services)
    try:
        await _serve(websocket, socket, services.hall)
    finally:
        socket.end()


async def _serve(websocket: WebSocket, socket: Socket, hall: Hall) -> None:
    try:
        table = await hall.find(websocket.path_params["table"])
        if socket.guest not in table.lobby.guests and len(table.audience.readers) >= hall.settings.watchers:
            raise RefusedError("limit/watchers", "too many people are watching this table", 429)
    except RefusedError as refusal:
        socket.refuse(refusal)
        await socket.close(4000 + refusal.status)
        return
    since = _since(websocket.query_params.get("since", ""))
    if since > table.session.seq:
        await table.catch_up(since)
    with socket.charged():
        table.enter(socket, since)
    try:
        await _listen(socket, table)
    finally:
        table.leave(socket)


async def _listen(socket: Socket, table: LiveTable) -> None:
    refused = 0
    while refused < MAX_REFUSED_FRAMES and not socket.is_closed:  # what else it has sent does not matter then
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        socket.metrics.frames.inc()
        is_limited, frame = not socket.may_ask(), None
        try:
            frame = _read(message)
            if is_limited:
                raise RefusedError("limit/frames", "too many frames: wait a moment", 429)
        except RefusedError as refusal:
            refused += 1
            socket.refuse(refusal, frame.id if isinstance(frame, wire.Act | wire.Back) else None)
            if is_limited:
                await asyncio.sleep(LIMITED_SECONDS)
        else:
            await _answer(frame, socket, table)
    if not socket.is_closed:
        await socket.close(CLOSE_BAD_FRAMES)


def _read(message: Any) -> wire.ClientFrame:
    text = message.get("text")
    if text is None:
        raise RefusedError("frame/invalid", "expected a text frame with JSON", 400)
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusedError("frame/invalid", f"expected a frame like ping or act, got: {error}"[:200], 400) from None


async def _answer(frame: wire.ClientFrame, socket: Socket, table: LiveTable) -> None:
    """Answers *frame*. Refusals of actions carry the id of the frame."""
    match frame:
        case wire.Ping():
            socket.send(_PONG)
        case wire.Pace(pace=pace):
            socket.pace = pace
        case wire.Sync(seq=seq):
            with socket.charged():
                table.audience.send_hello(socket, seq)
        case wire.Explain():
            try:
                with socket.charged():
                    socket.send(_encode(table.explain(frame)))
            except (RefusedError, NotNowError, IllegalActionError, InvalidTextError) as error:
                socket.refuse(refusal_of(error))
            except Exception as error:  # a game from outside may fail
                socket.metrics.failures.inc()
                log_error("an action could not be explained", error)
                socket.refuse(RefusedError("server/failed", "that could not be explained", 503))
        case wire.Act() | wire.Back():
            await _play(frame, socket, table)


async def _play(frame: wire.Act | wire.Back, socket: Socket, table: LiveTable) -> None:
    began = perf_counter()
    try:
        play = table.act(socket.guest, frame) if isinstance(frame, wire.Act) else table.back(socket.guest, frame)
        seq = await play
    except (RefusedError, NotNowError, IllegalActionError, InvalidTextError) as error:
        refusal = refusal_of(error)
        socket.refuse(refusal, frame.id)
        if refusal.code == "table/stale":
            with socket.charged():
                table.audience.send_hello(socket, frame.seq)
    except Exception as error:
        socket.metrics.failures.inc()
        log_error("an action could not be stored", error)
        socket.refuse(RefusedError("server/failed", "the action could not be stored: try again", 503), frame.id)
    else:
        socket.send(_encode(wire.Accepted(id=frame.id, seq=seq)))
    finally:
        socket.metrics.actions.observe(perf_counter() - began)


def _since(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
