"""The WebSocket protocol of uvicorn, with frames sent at once, connections that can be cut off and floods that wait."""

import socket
from asyncio import BaseTransport
from contextlib import suppress
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

__all__ = ["SocketProtocol"]

UNREAD_SECONDS = 30  # that the network may take to hand over what was sent, before the system drops the connection
TEXT_FRAME = 0x81  # the first byte of a whole text frame, which nothing compresses
PIECE_BYTES = 512  # that are parsed at once
MAX_WAITING = 4  # messages that wait for the application; no more is parsed until it has taken them
MAX_ODD_FRAMES = 20  # pings, pongs, continuations and frames after the close, between two messages


class SocketProtocol(WebSocketsSansIOProtocol):
    """Hands itself to the application, as ``connection`` in the state of its scope, which sends frames and cuts it off.

    A connection that is closed politely stays open until the client has read everything: for ever, if it does not read.

    What a client sends at once, up to ten thousand frames, uvicorn parses at once, and everybody waits. Here only
    what the application is about to take is parsed.
    """

    def __init__(self, *arguments: Any, **values: Any) -> None:
        super().__init__(*arguments, **values)
        self._unread = bytearray()
        self._odd_frames = 0
        self._written = 0  # bytes of frames

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            connection: socket.socket = transport.get_extra_info("socket")
            with suppress(OSError):  # it is no TCP connection
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the handshake is fine, and the application starts next
            self.scope["state"]["connection"] = self

    def send_text(self, text: bytes) -> None:
        """Sends a text frame without waiting; what the client does not read waits here. Does nothing after a close."""
        if self.close_sent or self.transport.is_closing():
            return
        size = len(text)
        if size < 126:
            head = bytes((TEXT_FRAME, size))
        elif size < 1 << 16:
            head = bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + text)
        self._written += len(head) + size

    @property
    def waiting_bytes(self) -> int:
        """What was sent and the network has not taken."""
        return self.transport.get_write_buffer_size()

    @property
    def taken_bytes(self) -> int:
        """What the network has taken, so far."""
        return self._written - self.waiting_bytes

    def abort(self) -> None:
        """Cuts the connection off."""
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        self.stop_keepalive()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if len(data) <= PIECE_BYTES and not self._unread:
            super().data_received(data)
        else:
            self._unread += data
            self._parse()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.queue.empty():
            self._parse()
            if self.read_paused and self.queue.empty():
                self.read_paused = False
                self.transport.resume_reading()
        return message

    def _parse(self) -> None:
        while self._unread and self.queue.qsize() < MAX_WAITING and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE_BYTES])
            del self._unread[:PIECE_BYTES]
            super().data_received(piece)

    def handle_ping(self) -> None:
        self._count_odd()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.pending_ping_payload is None:  # nobody has asked for it
            self._count_odd()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._count_odd()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:
            self._count_odd()
        else:
            self._odd_frames = 0
        super().send_receive_event_to_app()

    def _count_odd(self) -> None:
        """Cuts off a client that sends nothing but frames that are no message."""
        self._odd_frames += 1
        if self._odd_frames > MAX_ODD_FRAMES:
            self.transport.abort()
