"""The WebSocket of a table. A slow reader never blocks the others."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from crownland.server.refusal import RefusedError
from crownland.server.services import Services
from crownland.server.tables.line import Line
from crownland.server.web.protocol import SocketProtocol

__all__ = ["Socket", "serve_socket"]

MAX_WAITING_BYTES = 512 * 1024  # a reader that is so far behind gets no other frame, and is disconnected
CHECKS = 3  # how often a client is checked in the time after which a silent one counts as gone
CLOSE_SECONDS = 5.0  # for a client to take the last frames, before the connection is cut off
CLOSE_BAD_FRAMES = 1008  # close code; refusals close with 4000 plus their HTTP status


class Socket(Line):
    """One connection. ``send`` returns at once; what the client does not read waits in the connection.

    A client that does not read, or sends nothing for too long, is cut off, and so leaves its table.
    """

    def __init__(self, websocket: WebSocket, services: Services) -> None:
        super().__init__(services, websocket.scope["guest"], websocket.scope["address"])
        self._websocket = websocket
        self._loop = asyncio.get_running_loop()
        self._connection: SocketProtocol = websocket.scope["state"].pop("connection")
        self._silence = services.settings.silence
        self._heard = self._loop.time()
        self._taken_before: int | None = None  # bytes, when it was last checked, if others were waiting then
        self._checking = self._loop.call_later(self._silence / CHECKS, self._check)

    def send(self, frame: bytes) -> None:
        if self.is_closed:
            return
        if self._connection.waiting_bytes >= MAX_WAITING_BYTES:
            self._cut_off()
            return
        self._bytes += len(frame)
        self._connection.send_text(frame)

    async def hear(self) -> str | bytes | None:
        message = await self._connection.receive()
        self._heard = self._loop.time()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return b"" if text is None else text

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
    since = _since(websocket.query_params.get("since", ""))
    try:
        table = await socket.enter(services.hall, websocket.path_params["table"], since)
        if await socket.listen(table):
            await socket.close(CLOSE_BAD_FRAMES)
    except RefusedError as refusal:
        socket.refuse(refusal)
        await socket.close(4000 + refusal.status)
    finally:
        socket.end()


def _since(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
