"""The WebSocket protocol of uvicorn, with a short way for short frames, and connections that can be cut off."""

import socket
from asyncio import BaseTransport
from contextlib import suppress
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

__all__ = ["SocketProtocol"]

UNREAD_SECONDS = 30  # that the network may take to hand over what was sent, before the system drops the connection
TEXT_FRAME = 0x81  # the first byte of a whole text frame, which nothing compresses
MASKED = 0x80  # in the second byte, with the length; what clients send is masked
LONG, LONGEST = 126, 127  # lengths that stand for others, of two and eight bytes
LONG_HEAD_BYTES = 8  # of a frame with a length of two bytes
PIECE_BYTES = 512  # that are parsed at once
MAX_WAITING = 4  # messages that wait for the application; no more is parsed until it has taken them
MAX_ODD_FRAMES = 20  # pings, pongs, continuations and frames after the close, between two messages


class SocketProtocol(WebSocketsSansIOProtocol):
    """Hands itself to the application, as ``connection`` in the state of its scope, which sends frames and cuts it off.

    A connection that is closed politely stays open until the client has read everything: for ever, if it does not read.

    What a client sends at once, up to ten thousand frames, uvicorn parses at once, and everybody waits. Here only
    what the application is about to take is parsed. A message in one frame, as everybody sends them, is read here;
    anything else is left to ``websockets``, which then gets whole frames only.
    """

    def __init__(self, *arguments: Any, **values: Any) -> None:
        super().__init__(*arguments, **values)
        self._unread = bytearray()
        self._is_whole = False  # whether the parser of websockets is between two messages
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._odd_frames = 0
        self._written = 0  # bytes of frames
        self._longest: int = LONG_HEAD_BYTES + self.config.ws_max_size

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            connection: socket.socket = transport.get_extra_info("socket")
            with suppress(OSError):  # it is no TCP connection
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # its frame refers to the connection: only the garbage collector would free both

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the handshake is fine, and the application starts next
            self.scope["state"]["connection"] = self
            self._is_whole = True

    def send_text(self, text: bytes) -> None:
        """Sends a text frame in a moment, together with others; what the client does not read waits here.

        Does nothing after a close.
        """
        if self.close_sent or self.transport.is_closing():
            return
        size = len(text)
        if size < LONG:
            head = bytes((TEXT_FRAME, size))
        elif size < 1 << 16:
            head = bytes((TEXT_FRAME, LONG)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT_FRAME, LONGEST)) + size.to_bytes(8, "big")
        if not self._unsent:
            self.loop.call_soon(self._send_now)
        self._unsent += (head, text)
        self._unsent_bytes += len(head) + size
        self._written += len(head) + size

    def _send_now(self) -> None:
        if self._unsent:
            frames, self._unsent, self._unsent_bytes = self._unsent, [], 0
            if not self.transport.is_closing():
                self.transport.write(b"".join(frames))

    async def send(self, message: ASGISendEvent) -> None:
        self._send_now()
        await super().send(message)

    def shutdown(self) -> None:
        self._send_now()
        super().shutdown()

    @property
    def waiting_bytes(self) -> int:
        """What was sent and the network has not taken."""
        return self.transport.get_write_buffer_size() + self._unsent_bytes

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
        if not self._unread and self._is_whole and _frame_size(data) == len(data) and self.queue.empty():
            self._read(data)
        else:
            self._unread += data
            self._parse()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.queue.empty():
            if self._unread:
                self._parse()
            if self.read_paused and self.queue.empty():
                self.read_paused = False
                self.transport.resume_reading()
        return message

    def _parse(self) -> None:
        while self._unread and self.queue.qsize() < MAX_WAITING and not self.transport.is_closing():
            size = _frame_size(self._unread) if self._is_whole else PIECE_BYTES
            if size is None:
                size, self._is_whole = PIECE_BYTES, False
            elif self._is_whole and size > len(self._unread):
                if size > self.config.ws_max_size:
                    size, self._is_whole = PIECE_BYTES, False
                else:
                    return  # the rest of the frame is on its way
            piece = bytes(self._unread[:size])
            del self._unread[:size]
            self._read(piece)
        if self._unread and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _read(self, piece: bytes) -> None:
        """Puts the message of a frame into the queue; leaves to websockets what is too long or no text in one frame."""
        if self._is_whole and piece[0] == TEXT_FRAME and len(piece) <= self._longest and not self.close_sent:
            start = LONG_HEAD_BYTES if piece[1] == MASKED | LONG else 6
            text = apply_mask(piece[start:], piece[start - 4 : start])
            if text.isascii():
                self._odd_frames = 0
                self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
                return
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


def _frame_size(data: bytes | bytearray) -> int | None:
    """Returns the size of the frame that *data* begins with, or of its head if that is not all there.

    None if it is not one of the usual frames: masked, whole messages or control frames, of less than 64 KB.
    """
    if len(data) < 2:
        return 2
    head, length = data[0], data[1]
    if head & 0xF0 != 0x80 or not head & 0x0F or length & MASKED == 0 or length == MASKED | LONGEST:
        return None
    if length != MASKED | LONG:
        return 6 + (length & 0x7F)
    return LONG_HEAD_BYTES + int.from_bytes(data[2:4], "big") if len(data) >= 4 else LONG_HEAD_BYTES
