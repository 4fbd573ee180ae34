"""HTTP connections: how many an address may open, how long a request may take to arrive, and how large it may be.

uvicorn limits none of this. A WebSocket is counted here only until its upgrade.
"""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from crownland.server.limits import Buckets, network_of
from crownland.server.web.proxies import Proxies

__all__ = ["Connection", "Connections"]

REQUEST_SECONDS = 20.0  # until a request must have arrived, from the connection or from its first byte
BURST_SECONDS = 10.0  # in which an address may open as many connections as it may have
WRITE_SECONDS, WRITE_BYTES = 30.0, 32 * 1024  # in that time a client must take so much of an answer
MAX_HEAD_BYTES = 32 * 1024  # of the URL and the headers
MAX_HEADERS = 100
MAX_MESSAGE_BYTES = 512 * 1024  # of a whole request; the application accepts shorter bodies
MAX_PIPELINED = 16  # requests that wait on one connection for the answer to another


class Connections:
    """The open connections of one process: at most *each* from one address, and *total* in all.

    An address may open *each* connections within :data:`BURST_SECONDS`. Proxies may open any number, since everybody's
    requests come through them.
    """

    def __init__(self, proxies: Proxies, each: int, total: int | None = None) -> None:
        self.refused = 0
        self._proxies, self._each, self._total = proxies, each, total
        self._open: dict[str, int] = {}
        self._opened = Buckets(each / BURST_SECONDS, BURST_SECONDS)

    def enter(self, address: str, now_open: int) -> str | None:
        """Counts a connection from *address*; returns the name to give to ``leave``, or None if it is refused."""
        name = "" if address in self._proxies else network_of(address)
        is_full = self._total is not None and now_open > self._total
        if is_full or (name and (self._open.get(name, 0) >= self._each or not self._opened.take(name))):
            self.refused += 1
            return None
        self._open[name] = self._open.get(name, 0) + 1
        return name

    def leave(self, name: str) -> None:
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def __len__(self) -> int:
        return sum(self._open.values())


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with limits. The application must have the attribute ``connections``."""

    def __init__(self, *arguments: Any, **values: Any) -> None:
        super().__init__(*arguments, **values)
        self._connections: Connections = self.app.connections
        self._name: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._is_in_head = False
        self._bytes = 0  # of this request, without those that were read together with its first byte
        self._error = HTTPStatus.BAD_REQUEST

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client is not None else ""
        self._name = self._connections.enter(address, len(self.connections))
        if self._name is None:
            transport.abort()
        else:
            self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it refers to this: only the garbage collector would free both
        if not self.transport.get_protocol().handshake_initiated:  # type: ignore[attr-defined]
            self.send_400_response("")  # websockets ignores a head that it cannot read, and would for ever

    def data_received(self, data: bytes) -> None:
        self._start_deadline()
        self._bytes += len(data)
        was_in_head = self._is_in_head
        super().data_received(data)
        if self._is_in_head and was_in_head and self._bytes > MAX_HEAD_BYTES:
            self._error = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self.send_400_response("")
        elif self._bytes > MAX_MESSAGE_BYTES:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._start_deadline()
        self._is_in_head, self._bytes = True, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MAX_HEADERS:
            self._fail(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MAX_HEAD_BYTES:
            self._fail(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if len(self.pipeline) >= MAX_PIPELINED:
            self._fail(HTTPStatus.TOO_MANY_REQUESTS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_deadline()
        self._bytes = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._start_deadline()  # a client that does not read would keep the connection

    def shutdown(self) -> None:
        """Ends the connection after the answer; at once if the request has not arrived, for others wait for the end."""
        if self._deadline is not None and not self.transport.is_closing():
            self.transport.abort()
        else:
            super().shutdown()

    def timeout_keep_alive_handler(self) -> None:
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_writing()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_write_deadline()

    def send_400_response(self, msg: str) -> None:
        """Answers a request that is not HTTP, or too large, and closes the connection."""
        if self.transport.is_closing():
            return
        status = f"HTTP/1.1 {self._error.value} {self._error.phrase}\r\n"
        self.transport.write(f"{status}content-length: 0\r\nconnection: close\r\n\r\n".encode())
        self.transport.close()
        self._start_deadline()

    def _fail(self, status: HTTPStatus) -> None:
        """Stops the parser, which makes uvicorn call ``send_400_response``."""
        self._error = status
        raise ValueError(status.phrase)

    def _start_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._time_out)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _watch_writing(self) -> None:
        waiting: int = self.transport.get_write_buffer_size()
        self._write_deadline = self.loop.call_later(WRITE_SECONDS, self._check_writing, waiting)

    def _check_writing(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() < WRITE_BYTES:
            self.transport.abort()
        else:
            self._watch_writing()

    def _stop_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None

    def _time_out(self) -> None:
        self._deadline = None
        self.transport.abort()

    def _leave(self) -> None:
        """Ends the limits of this connection, because it is lost or becomes a WebSocket."""
        self._stop_deadline()
        self._stop_write_deadline()
        if self._name is not None:
            self._connections.leave(self._name)
            self._name = None
