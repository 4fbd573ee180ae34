"""The WebSocket of a table. A slow reader never blocks the others."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from crownland.kernel.errors import IllegalActionError, InvalidTextError
from crownland.server.frames import wire
from crownland.server.logs import log_error
from crownland.server.metrics import Metrics
from crownland.server.refusal import RefusedError, refusal_of
from crownland.server.tables.hall import Hall
from crownland.server.tables.live_table import LiveTable
from crownland.server.web.limits import Bucket
from crownland.table.session import NotNowError

__all__ = ["Socket", "serve_socket"]

MAX_QUEUED_FRAMES = 64  # a reader that falls further behind is disconnected
MAX_REFUSED_FRAMES = 200  # invalid frames and frames above the rate limit, until the socket is closed
CLOSE_BAD_FRAMES, CLOSE_TOO_SLOW = 1008, 1013  # close codes; refusals close with 4000 plus their HTTP status

_decoder: msgspec.json.Decoder[wire.ClientFrame] = msgspec.json.Decoder(wire.ClientFrame)
_encode = msgspec.json.Encoder().encode
_PONG = _encode(wire.Pong())


class Socket:
    """One connection. ``send`` queues a frame and returns at once; a task sends the queue."""

    def __init__(self, websocket: WebSocket, guest: str | None, metrics: Metrics) -> None:
        self.guest = guest
        self.metrics = metrics
        self._websocket = websocket
        self._queue: deque[str] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._is_closed = False

    def send(self, frame: bytes) -> None:
        if self._is_closed:
            return
        self._queue.append(frame.decode())
        if len(self._queue) > MAX_QUEUED_FRAMES:
            self._give_up()
        elif self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send())

    def refuse(self, refusal: RefusedError, id: str | None = None) -> None:
        self.metrics.refused.labels(refusal.code).inc()
        self.send(_encode(wire.Refused(id=id, code=refusal.code, rule=refusal.rule, message=refusal.message)))

    async def close(self, code: int) -> None:
        """Sends what is queued, then closes the connection."""
        if self._sender is not None:
            await self._sender
        self._is_closed = True
        await self._shut(code)

    def _give_up(self) -> None:
        """Disconnects a client that does not read. It may reconnect and ask for what it missed."""
        self._is_closed = True
        self._queue.clear()
        if self._sender is not None:
            self._sender.cancel()
        self._sender = asyncio.get_running_loop().create_task(self._shut(CLOSE_TOO_SLOW))

    async def _send(self) -> None:
        try:
            while self._queue:
                await self._websocket.send_text(self._queue.popleft())
        except (RuntimeError, WebSocketDisconnect, OSError):
            self._is_closed = True  # the client is gone
            self._queue.clear()
        finally:
            self._sender = None

    async def _shut(self, code: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            await self._websocket.close(code)


async def serve_socket(websocket: WebSocket, hall: Hall, guest: str | None) -> None:
    """Serves one socket until it is closed."""
    await websocket.accept()
    socket = Socket(websocket, guest, hall.metrics)
    try:
        table = await hall.find(websocket.path_params["table"])
        if guest not in table.lobby.guests and len(table.audience.readers) >= hall.settings.watchers:
            raise RefusedError("limit/watchers", "too many people are watching this table", 429)
    except RefusedError as refusal:
        socket.refuse(refusal)
        await socket.close(4000 + refusal.status)
        return
    since = _since(websocket.query_params.get("since", ""))
    if since > table.session.seq:
        await table.catch_up(since)
    table.enter(socket, since)
    try:
        await _listen(websocket, socket, table, Bucket(hall.settings.frames))
    finally:
        table.leave(socket)


async def _listen(websocket: WebSocket, socket: Socket, table: LiveTable, bucket: Bucket) -> None:
    refused = 0
    while refused < MAX_REFUSED_FRAMES:
        message = await websocket.receive()
        if message["type"] != "websocket.receive":
            return
        socket.metrics.frames.inc()
        try:
            if not bucket.take():
                raise RefusedError("limit/frames", "too many frames: wait a moment", 429)
            frame = _read(message)
        except RefusedError as refusal:
            refused += 1
            socket.refuse(refusal)
        else:
            await _answer(frame, socket, table)
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
        case wire.Sync(seq=seq):
            table.audience.send_hello(socket, seq)
        case wire.Explain():
            try:
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
    try:
        play = table.act(socket.guest, frame) if isinstance(frame, wire.Act) else table.back(socket.guest, frame)
        with socket.metrics.actions.time():
            seq = await play
    except (RefusedError, NotNowError, IllegalActionError, InvalidTextError) as error:
        refusal = refusal_of(error)
        socket.refuse(refusal, frame.id)
        if refusal.code == "table/stale":
            table.audience.send_hello(socket, frame.seq)
    except Exception as error:
        socket.metrics.failures.inc()
        log_error("an action could not be stored", error)
        socket.refuse(RefusedError("server/failed", "the action could not be stored: try again", 503), frame.id)
    else:
        socket.send(_encode(wire.Accepted(id=frame.id, seq=seq)))


def _since(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
