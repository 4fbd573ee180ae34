"""HTTP connections of clients that send too much, too slowly or nothing, or open too many."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from unittest.mock import Mock

import httpx
import pytest

from crownland.server.limits import network_of
from crownland.server.web.connection import (
    MAX_HEAD_BYTES,
    MAX_HEADERS,
    MAX_PIPELINED,
    WRITE_BYTES,
    Connection,
    Connections,
)
from crownland.server.web.proxies import Proxies
from tests.server.support import Guest, generous, new_table, running

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
LIMIT = 4
PATIENCE = 20.0


@pytest.fixture(scope="module")
def strict_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that accepts few connections, and waits a second for a request."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("REQUEST_SECONDS", "WRITE_SECONDS"):
            patched.setattr(f"crownland.server.web.connection.{name}", 1.0)
        patched.setattr(
            "crownland.server.web.connection.BURST_SECONDS", 0.01
        )  # other tests come from this address, too
        with running(generous(tmp_path_factory.mktemp("strict"), connections=LIMIT)) as address:
            yield address


class Raw:
    """A connection that sends whatever a test wants."""

    def __init__(self, url: str) -> None:
        self._url = httpx.URL(url)

    async def __aenter__(self) -> "Raw":
        self._reader, self._writer = await asyncio.open_connection(self._url.host, self._url.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def send(self, data: bytes) -> bool:
        """Sends *data*. Returns False if the server has closed the connection."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            return False
        return not self._reader.at_eof()

    async def answer(self) -> bytes:
        """Returns what the server sends until it closes the connection."""
        async with asyncio.timeout(PATIENCE):
            received = b""
            try:
                while some := await self._reader.read(65536):
                    received += some
            except ConnectionError:
                pass
            return received

    async def line(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self._reader.readline()


@pytest.mark.parametrize("beginning", [REQUEST + b"X: ", UPGRADE + b"X: ", b"GET /"], ids=["header", "socket", "path"])
async def test_an_endless_head_is_refused(url: str, beginning: bytes) -> None:
    async with Raw(url) as raw:
        await raw.send(beginning)
        sent = 0
        while sent < 64 * 1024 * 1024 and await raw.send(b"x" * 16384):
            sent += 16384
            await asyncio.sleep(0)
        assert sent < 8 * 1024 * 1024  # what the buffers of the system hold, and no more
        assert (await raw.answer())[:12] in (b"", b"HTTP/1.1 431")


@pytest.mark.parametrize(
    "head", [b"X: " + b"x" * MAX_HEAD_BYTES + b"\r\n", b"X: 1\r\n" * MAX_HEADERS], ids=["long", "many"]
)
async def test_a_head_that_arrives_at_once_may_not_be_too_large_either(url: str, head: bytes) -> None:
    async with Raw(url) as raw:
        await raw.send(REQUEST + head + b"\r\n")
        assert (await raw.answer()).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "upgrade",
    [
        UPGRADE + b"X: " + b"x" * 9000 + b"\r\n",
        UPGRADE.replace(b" HTTP", b"?x=" + b"x" * 9000 + b" HTTP"),
        UPGRADE + b"Content-Length: 1\r\n",
        UPGRADE + b"Transfer-Encoding: chunked\r\n",
    ],
    ids=["long-header", "long-path", "body", "chunked-body"],
)
async def test_a_socket_whose_head_cannot_be_read_is_refused_and_closed(url: str, upgrade: bytes) -> None:
    async with Raw(url) as raw:
        await raw.send(upgrade + b"\r\n")
        assert (await raw.answer()).startswith(b"HTTP/1.1 400 ")


async def test_endless_trailers_end_the_connection(url: str) -> None:
    async with Raw(url) as raw:
        await raw.send(POST.replace(b"Content-Length: 100", b"Transfer-Encoding: chunked") + b"0\r\nX: ")
        sent = 0
        while sent < 64 * 1024 * 1024 and await raw.send(b"x" * 16384):
            sent += 16384
            await asyncio.sleep(0)
        assert sent < 8 * 1024 * 1024


@pytest.mark.parametrize(
    "beginning",
    [b"", b"\r\n", REQUEST, UPGRADE, POST + b"{"],
    ids=["nothing", "empty-lines", "header", "socket", "body"],
)
async def test_a_request_that_does_not_arrive_ends_the_connection(strict_url: str, beginning: bytes) -> None:
    async with Raw(strict_url) as raw:
        await raw.send(beginning)
        for _ in range(3):
            await asyncio.sleep(0.05)
            await raw.send(beginning[:1])  # a byte now and then does not help
        assert await raw.answer() == b""


async def test_a_connection_may_be_idle_between_two_requests(strict_url: str) -> None:
    async with Raw(strict_url) as raw:
        for _ in range(2):
            await raw.send(REQUEST + b"\r\n")
            assert await raw.line() == b"HTTP/1.1 200 OK\r\n"
            await asyncio.sleep(1.2)
            while await raw.line() != b"ok\n":
                pass
        await raw.send(REQUEST)  # but the next request must arrive in time, too
        assert await raw.answer() == b""


async def test_a_client_that_does_not_read_its_answers_is_disconnected(strict_url: str) -> None:
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.setblocking(False)
        host, port = strict_url.removeprefix("http://").split(":")
        loop = asyncio.get_running_loop()
        await loop.sock_connect(slow, (host, int(port)))

        async def ask_on_and_on() -> None:
            while True:
                await loop.sock_sendall(slow, REQUEST.replace(b"/healthz", b"/openapi.json") + b"\r\n")
                await asyncio.sleep(0.01)

        with pytest.raises(ConnectionError):
            await asyncio.wait_for(ask_on_and_on(), PATIENCE)


@pytest.mark.parametrize(("taken", "is_cut"), [(WRITE_BYTES, False), (WRITE_BYTES - 1, True)])
async def test_a_slow_download_goes_on_as_long_as_enough_is_taken(
    monkeypatch: pytest.MonkeyPatch, taken: int, is_cut: bool
) -> None:
    monkeypatch.setattr("crownland.server.web.connection.WRITE_SECONDS", 0.01)
    waiting, checked = count(100 * WRITE_BYTES, -taken), asyncio.Event()
    transport = Mock(get_write_buffer_size=lambda: next(waiting), abort=checked.set)
    connection = Connection.__new__(Connection)
    connection.loop, connection.transport = asyncio.get_running_loop(), transport
    connection._watch_writing()
    with suppress(TimeoutError):
        await asyncio.wait_for(checked.wait(), 0.1)
    assert checked.is_set() == is_cut
    connection._stop_write_deadline()


async def test_few_requests_may_wait_on_one_connection(url: str) -> None:
    async with Raw(url) as raw:
        await raw.send((REQUEST + b"\r\n") * (MAX_PIPELINED + 2))
        assert b"HTTP/1.1 429 " in await raw.answer()


async def test_one_address_has_a_limited_number_of_connections(strict_url: str) -> None:
    async with Guest(strict_url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        async with anna.sit(table), anna.sit(table), anna.sit(table), anna.sit(table):  # sockets have their own limit
            silent = [await Raw(strict_url).__aenter__() for _ in range(LIMIT)]  # one more than are left
            async with asyncio.timeout(PATIENCE):
                ended = [asyncio.create_task(raw.answer()) for raw in silent]
                await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
                assert (await anna.http.get("/api/me")).is_success
                await asyncio.wait(ended)  # the others are too slow
            for raw in silent:
                await raw.__aexit__()
        async with httpx.AsyncClient(base_url=strict_url) as another:
            assert (await another.get("/healthz")).is_success


def test_connections_are_counted_by_address_and_in_total() -> None:
    connections = Connections(Proxies("10.0.0.1"), each=2, total=5)
    names = [connections.enter("192.0.2.1", number) for number in range(3)]
    assert names == ["192.0.2.1", "192.0.2.1", None]
    assert [connections.enter("10.0.0.1", 3) for _ in range(3)] == ["", "", ""]  # a proxy
    assert connections.enter("192.0.2.2", 6) is None
    assert (len(connections), connections.refused) == (5, 2)
    connections.leave("192.0.2.1")
    assert connections.enter("192.0.2.3", 4) == "192.0.2.3"


def test_an_address_cannot_come_and_go_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("crownland.server.web.connection.BURST_SECONDS", 10.0)
    monkeypatch.setattr("crownland.server.limits.monotonic", lambda: clock[0])
    connections = Connections(Proxies(), each=10)

    def come_and_go() -> bool:
        if (name := connections.enter("192.0.2.1", 0)) is not None:
            connections.leave(name)
        return name is not None

    assert [come_and_go() for _ in range(12)] == [True] * 10 + [False] * 2
    clock[0] += 1
    assert [come_and_go() for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_limits_count_ipv6_by_network(address: str, name: str) -> None:
    assert network_of(address) == name
