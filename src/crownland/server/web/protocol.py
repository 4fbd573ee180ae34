"""The WebSocket protocol of uvicorn, with connections that can be cut off."""

import socket
from asyncio import BaseTransport
from contextlib import suppress

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

__all__ = ["SocketProtocol"]

UNREAD_SECONDS = 30  # that the network may take to hand over what was sent, before the system drops the connection


class SocketProtocol(WebSocketsSansIOProtocol):
    """Hands the application a function that cuts the connection off, as ``abort`` in the state of its scope.

    A connection that is closed politely stays open until the client has read everything: for ever, if it does not read.
    """

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            connection: socket.socket = transport.get_extra_info("socket")
            with suppress(OSError):  # it is no TCP connection
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the handshake is fine, and the application starts next
            self.scope["state"]["abort"] = self.transport.abort

    def keepalive_timeout(self) -> None:
        self.stop_keepalive()
        self.transport.abort()
