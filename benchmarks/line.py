"""A lean WebSocket client for load tests. It parses as little as possible, to leave the processor to the server."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import urlsplit

__all__ = ["Line", "open_line"]

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Line(asyncio.Protocol):
    """A WebSocket; *receive* is called with the payload of every text frame."""

    def __init__(self, request: bytes, receive: Callable[["Line", bytes], None]) -> None:
        self._request, self._receive = request, receive
        self._buffer = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_lost = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open and not self._shake():
            return
        while self._frame():
            pass

    def send(self, payload: bytes) -> None:
        self._write(TEXT, payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _shake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(bytes(self._buffer[:end]).decode()))
            self.close()
            return False
        del self._buffer[: end + 4]
        self._is_open = True
        self.opened.set_result(None)
        return True

    def _frame(self) -> bool:
        """Takes one frame out of the buffer. Returns False if it is incomplete."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, at = buffer[1] & 127, 2
        if length == 126:
            length, at = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, at = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < at + length:
            return False
        opcode, payload = buffer[0] & 15, bytes(buffer[at : at + length])
        del buffer[: at + length]
        if opcode == TEXT:
            self._receive(self, payload)
        elif opcode == PING:
            self._write(PONG, payload)
        elif opcode == CLOSE:
            self.close()
        return True

    def _write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((128 | opcode, 128 | size)) if size < 126 else bytes((128 | opcode, 254)) + size.to_bytes(2, "big")
        if self._transport is not None and not self.is_lost:
            self._transport.write(head + b"\0\0\0\0" + payload)  # an all-zero mask


async def open_line(url: str, path: str, cookie: str, receive: Callable[[Line, bytes], None]) -> Line:
    """Opens a WebSocket and waits until it is usable."""
    place = urlsplit(url)
    key = b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(
        lambda: Line(request.encode(), receive), place.hostname or "", place.port or 80
    )
    await line.opened
    return line
