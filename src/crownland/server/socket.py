"""A socket at a table: frames in, frames out, and nobody waits for a slow reader."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from crownland.kernel.errors import IllegalActionError, InvalidTextError
from crownland.server import wire
from crownland.server.hall import Hall
from crownland.server.limits import Bucket
from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError, refusal_of
from crownland.server.table import Table

__all__ = ["Socket", "serve_socket"]

MOST_WAITING = 64  # frames that a slow reader may be behind
MOST_REFUSED = 200  # frames that are not understood, until the socket is closed
BAD_FRAMES, TOO_SLOW, UNKNOWN_TABLE, TOO_MANY = 1008, 1013, 4404, 4429

_decoder: msgspec.json.Decoder[wire.ClientFrame] = msgspec.json.Decoder(wire.ClientFrame)
_encode = msgspec.json.Encoder().encode
_PONG = _encode(wire.Pong())


class Socket:
    """One connection. Frames are handed over at once and sent as fast as the other side reads."""

    def __init__(self, websocket: WebSocket, guest: str | None) -> None:
        self.guest = guest
        self._websocket = websocket
        self._waiting: deque[str] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._closing = False

    def send(self, frame: bytes) -> None:
        if self._closing:
            return
        self._waiting.append(frame.decode())
        if len(self._waiting) > MOST_WAITING:
            self.close(TOO_SLOW)
        elif self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send())

    def refuse(self, problem: RefusedError, id: str | None = None) -> None:
        self.send(_encode(wire.Refused(id=id, code=problem.code, rule=problem.rule, message=problem.message)))

    def close(self, code: int) -> None:
        """Closed after what was handed over, or at once when that is too much."""
        self._closing = True
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
            if self._sender is not None:
                self._sender.cancel()
                self._sender = None
        self._code = code
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting:
                await self._websocket.send_text(self._waiting.popleft())
            if self._closing and self._websocket.application_state == WebSocketState.CONNECTED:
                await self._websocket.close(self._code)
        except (RuntimeError, WebSocketDisconnect, OSError):
            self._closing = True  # the other side is gone
            self._waiting.clear()
        finally:
            self._sender = None


async def serve_socket(websocket: WebSocket, hall: Hall, guest: str | None) -> None:
    """Serve one socket to its end."""
    await websocket.accept()
    socket = Socket(websocket, guest)
    try:
        table = await hall.find(websocket.path_params["table"])
    except RefusedError as problem:
        socket.refuse(problem)
        socket.close(UNKNOWN_TABLE)
        with suppress(WebSocketDisconnect):
            await websocket.receive()
        return
    if len(table.readers) >= hall.settings.watchers:
        socket.refuse(RefusedError("limit/watchers", "too many people are at this table", 429))
        socket.close(TOO_MANY)
        return
    table.enter(socket, _since(websocket.query_params.get("since", "")))
    try:
        await _listen(websocket, socket, table, Bucket(hall.settings.frames))
    finally:
        table.leave(socket)


async def _listen(websocket: WebSocket, socket: Socket, table: Table, bucket: Bucket) -> None:
    refused = 0
    while refused < MOST_REFUSED:
        message = await websocket.receive()
        if message["type"] != "websocket.receive":
            return
        try:
            if not bucket.take():
                raise RefusedError("limit/frames", "too many frames: wait a moment", 429)
            await _answer(_read(message), socket, table)
        except RefusedError as problem:
            refused += problem.code in ("frame/invalid", "limit/frames")
            socket.refuse(problem)
    socket.close(BAD_FRAMES)


def _read(message: Any) -> wire.ClientFrame:
    text = message.get("text")
    if text is None:
        raise RefusedError("frame/invalid", "expected a text frame with JSON in it", 400)
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RefusedError("frame/invalid", f"expected a frame like ping or act, got: {error}"[:200], 400) from None


async def _answer(frame: wire.ClientFrame, socket: Socket, table: Table) -> None:
    """Answer *frame*. What is refused for its own sake is answered with its id."""
    match frame:
        case wire.Ping():
            socket.send(_PONG)
        case wire.Sync(seq=seq):
            table.tell_hello(socket, seq)
        case wire.Explain():
            try:
                socket.send(_encode(table.explain(frame)))
            except (RefusedError, IllegalActionError, InvalidTextError) as error:
                socket.refuse(refusal_of(error))
        case wire.Act() | wire.Back():
            await _play(frame, socket, table)


async def _play(frame: wire.Act | wire.Back, socket: Socket, table: Table) -> None:
    try:
        play = table.act(socket.guest, frame) if isinstance(frame, wire.Act) else table.back(socket.guest, frame)
        seq = await play
    except (RefusedError, IllegalActionError, InvalidTextError) as error:
        problem = refusal_of(error)
        socket.refuse(problem, frame.id)
        if problem.code == "table/stale":
            table.tell_news(frame.seq if frame.seq <= table.game.seq else 0, [socket])
    except Exception as error:
        log_error("an action could not be kept", error)
        socket.refuse(RefusedError("server/failed", "that could not be kept: try again", 503), frame.id)
    else:
        socket.send(_encode(wire.Accepted(id=frame.id, seq=seq)))


def _since(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
