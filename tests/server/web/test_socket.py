"""Clients that send nothing, or do not read, are cut off and leave their table."""

import asyncio
import gc
import socket
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from crownland.server.web.protocol import SocketProtocol
from crownland.server.web.socket import CHECKS, MAX_WAITING_BYTES, Socket
from tests.server.support import Guest, Seated, generous, new_table, running


class Stuck:
    """A connection that takes the first *room* bytes, and then no more."""

    def __init__(self, room: int = 0) -> None:
        self.taken_bytes, self.waiting_bytes, self.room = 0, 0, room
        self.was_cut_off = asyncio.Event()
        self.abort = self.was_cut_off.set

    def send_text(self, text: bytes) -> None:
        sent = self.taken_bytes + self.waiting_bytes + len(text)
        self.taken_bytes = min(self.room, sent)
        self.waiting_bytes = sent - self.taken_bytes


def socket_of(connection: Stuck, silence: float) -> Socket:
    services: Any = SimpleNamespace(metrics=None, frames=None, settings=SimpleNamespace(silence=silence))
    websocket: Any = SimpleNamespace(
        scope={"guest": "anna", "address": "192.0.2.1", "state": {"connection": connection}}
    )
    return Socket(websocket, services)


async def test_a_client_that_takes_no_frame_is_cut_off() -> None:
    connection = Stuck(room=6)
    reading = socket_of(connection, silence=CHECKS * 0.05)
    for _ in range(4):
        reading.send(b"{}")
    while not connection.was_cut_off.is_set():
        reading._heard = reading._loop.time()  # it sends frames
        await asyncio.sleep(0.01)
    assert reading.is_closed


async def test_a_client_that_falls_behind_is_cut_off_at_once() -> None:
    connection = Stuck()
    reading = socket_of(connection, silence=60)
    reading.send(bytes(2 * MAX_WAITING_BYTES))  # one large frame is no reader that falls behind
    assert not connection.was_cut_off.is_set()
    reading.send(b"{}")
    assert connection.was_cut_off.is_set()
    assert reading.is_closed
    reading.end()


async def at_table(url: str, anna: Guest, ben: Guest) -> str:
    table = str((await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"])
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    await anna.post(f"/tables/{table}/start")
    return table


async def until_gone(seated: Seated, seat: int) -> None:
    while seated.table["seats"][seat]["here"]:
        await seated.ask(type="ping")
        await asyncio.sleep(0.05)


async def test_a_player_who_sends_nothing_is_not_here(tmp_path: Path) -> None:
    with running(generous(tmp_path, silence=3.0)) as url:
        async with Guest(url) as anna, Guest(url) as ben:
            table = await at_table(url, anna, ben)
            async with anna.sit(table) as seated, ben.sit(table) as silent:
                while not seated.table["seats"][1]["here"]:
                    await seated.hear("table")
                await until_gone(seated, 1)
                await silent.socket.wait_closed()
                assert seated.table["seats"][0]["here"]


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="needs Linux's buffers")
async def test_a_player_who_does_not_read_leaves_the_table(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await at_table(url, anna, ben)
        async with anna.sit(table) as seated:
            with await asyncio.to_thread(deaf, url, table, ben.cookie):
                while (await seated.ask_hello())["table"]["seats"][1]["here"]:
                    await asyncio.sleep(0.05)


def deaf(url: str, table: str, cookie: str) -> socket.socket:
    """Connects a client that sits down, asks for everything again and again, and reads none of it."""
    where = urlsplit(url)
    client = ClientProtocol(parse_uri(f"ws://{where.netloc}/api/tables/{table}/socket"))
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((where.hostname, where.port))
    request = client.connect()
    request.headers["Cookie"] = cookie
    client.send_request(request)
    connection.sendall(b"".join(client.data_to_send()))
    received = connection.recv(1000)
    while b'"hello"' not in received:
        received += connection.recv(1000)
    client.receive_data(received)
    for _ in range(4000):
        client.send_text(b'{"type":"sync","seq":0}')
    with suppress(ConnectionError):  # it may be cut off before it has sent everything
        connection.sendall(b"".join(client.data_to_send()))
    return connection


class Wire:
    """A transport that keeps what was done to it."""

    def __init__(self) -> None:
        self.is_cut, self.is_paused, self.written = False, False, b""
        self.socket = socket.socket()

    def get_extra_info(self, name: str) -> Any:
        return self.socket if name == "socket" else None

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return 7

    def close(self) -> None:
        pass


@asynccontextmanager
async def open_protocol() -> AsyncIterator[tuple[SocketProtocol, Wire, ClientProtocol]]:
    """The server's side of a connection, and the client's, after the handshake."""
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        begun.set()
        await may_end.wait()

    config = uvicorn.Config(app, log_config=None, ws_ping_interval=None)
    config.load()
    server, wire = SocketProtocol(config, ServerState(), {}), Wire()
    server.connection_made(wire)  # type: ignore[arg-type]
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.send_request(client.connect())
    server.data_received(b"".join(client.data_to_send()))
    await begun.wait()
    client.state = State.OPEN  # it need not read the answer
    yield server, wire, client
    may_end.set()
    await asyncio.gather(*server.tasks)
    wire.socket.close()


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
async def test_frames_are_sent_at_once(size: int) -> None:
    async with open_protocol() as (server, wire, client):
        wire.written = b""
        server.send_text(size * b"a")
        assert server.taken_bytes < 0 == len(wire.written)
        await asyncio.sleep(0)
        client.parser = client.parse()  # of frames, not of the answer to the handshake
        client.parser.send(None)
        client.receive_data(wire.written)
        (frame,) = client.events_received()
        assert isinstance(frame, Frame)
        assert (frame.opcode, frame.data) == (Opcode.TEXT, size * b"a")
        assert server.taken_bytes == len(wire.written) - 7
        wire.abort()
        server.send_text(b"{}")
        assert server.taken_bytes == len(wire.written) - 7


async def test_what_a_client_sends_at_once_is_parsed_as_it_is_taken() -> None:
    async with open_protocol() as (server, wire, client):
        for _ in range(5000):
            client.send_text(b'{"type":"ping"}')
        sent = b"".join(client.data_to_send())
        server.data_received(sent[:70_000])
        server.data_received(sent[70_000:])
        assert 0 < server.queue.qsize() < 40
        assert wire.is_paused
        taken = [await server.receive() for _ in range(5000)]
        assert taken == 5000 * [{"type": "websocket.receive", "text": '{"type":"ping"}'}]
        assert not wire.is_paused
        assert not wire.is_cut


@pytest.mark.parametrize(
    "frame", [Frame(Opcode.PING, b""), Frame(Opcode.PONG, b""), Frame(Opcode.CONT, b"", fin=False)]
)
async def test_a_flood_of_frames_that_are_no_messages_is_cut_off(frame: Frame) -> None:
    async with open_protocol() as (server, wire, client):
        if frame.opcode is Opcode.CONT:
            client.send_text(b"{", fin=False)
        for _ in range(5000):
            client.send_frame(frame)
        server.data_received(b"".join(client.data_to_send()))
        assert wire.is_cut


@pytest.mark.parametrize("size", [1, 2, 5, 7, 100, 1_000_000])
async def test_messages_arrive_in_whatever_pieces_the_network_brings_them(size: int) -> None:
    texts = ["", "a", "ą", 125 * "b", 126 * "c", 5 * "ż", 4000 * "d", "{}"]
    async with open_protocol() as (server, wire, client):
        for text in texts:
            client.send_text(text.encode())
            client.send_ping(b"")
        client.send_text(b"in ", fin=False)
        client.send_continuation(b"two frames", fin=True)
        client.send_text(b"after that")
        sent = b"".join(client.data_to_send())
        pieces = [sent[at : at + size] for at in range(0, len(sent), size)]
        taken = []
        for piece in pieces:
            server.data_received(piece)
            while not server.queue.empty():
                taken.append((await server.receive())["text"])  # type: ignore[typeddict-item]
        assert taken == [*texts, "in two frames", "after that"]
        assert not wire.is_paused
        assert not wire.is_cut


@pytest.mark.parametrize("frame", [b"\x81\x02{}", b"\xc1\x82abcd{}", b"\x83\x82abcd{}", b"\x81\xff\0\0" + 10 * b"\xff"])
async def test_a_frame_against_the_protocol_ends_the_connection(frame: bytes) -> None:
    """It is not masked, has an unknown extension or kind, or is too long."""
    async with open_protocol() as (server, _, client):
        client.send_text(b"{}")
        server.data_received(b"".join(client.data_to_send()) + frame)
        assert await server.receive() == {"type": "websocket.receive", "text": "{}"}
        assert (await server.receive())["type"] == "websocket.disconnect"
        assert server.close_sent


async def test_a_closed_socket_is_freed_without_the_garbage_collector(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The collector runs rarely, and what waits for it is many times the memory of a table."""
    monkeypatch.setattr("crownland.server.web.socket.CLOSE_SECONDS", 0.01)
    async with Guest(url) as anna:
        table = await new_table(anna, "kingdomino", 2, ["me", "guest"])
        gc.collect()
        gc.disable()
        try:
            async with anna.sit(table["id"]):
                found = [one for one in gc.get_objects() if type(one) in (SocketProtocol, Socket)]
                open_now = list(map(weakref.ref, found))
                assert open_now
                del found
            async with asyncio.timeout(20):
                while any(one() is not None for one in open_now):
                    await asyncio.sleep(0.02)
        finally:
            gc.enable()
