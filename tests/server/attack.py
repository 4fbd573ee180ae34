"""Clients that attack a server, each within what the server lets it do.

``python -m tests.server.attack URL TABLE SECONDS`` attacks the server at URL, where other people play at TABLE. It
prints what it did as JSON. All attackers come from one address, which is not that of anybody else.
"""

import asyncio
import json
import os
import re
import socket
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

__all__ = ["ADDRESS", "ATTACKS"]

ADDRESS = "127.0.0.2"  # Linux accepts connections from every address of this network
BURST = 20  # frames that are sent at once
LOST = (OSError, EOFError, asyncio.LimitOverrunError)


class Attacker:
    """What one attack needs: where the server is, whom to disturb, and a cookie and a table of its own."""

    def __init__(self, url: str, table: str, cookie: str, own: str) -> None:
        self.place, self.table, self.cookie, self.own = urlsplit(url), table, cookie, own
        self.did: Counter[str] = Counter()

    async def connect(self, receive_bytes: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Opens a connection; *receive_bytes* is what the system and this process keep for us, if not as usual."""
        host, port = self.place.hostname, self.place.port
        if not receive_bytes:
            return await asyncio.open_connection(host, port, local_addr=(ADDRESS, 0))
        socket_ = socket.socket()
        socket_.setblocking(False)
        socket_.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        socket_.bind((ADDRESS, 0))
        await asyncio.get_running_loop().sock_connect(socket_, (host, port))
        return await asyncio.open_connection(sock=socket_, limit=receive_bytes)

    async def sit(self, table: str, receive_bytes: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Opens a WebSocket."""
        reader, writer = await self.connect(receive_bytes)
        key = b64encode(os.urandom(16)).decode()
        headers = [
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        writer.write(self.head("GET", f"/api/tables/{table}/socket", *headers))
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            writer.close()
            raise OSError(answer[:40].decode())
        self.did["sockets"] += 1
        return reader, writer

    def head(self, method: str, path: str, *headers: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.place.netloc}", f"Cookie: {self.cookie}", *headers]
        return "\r\n".join((*lines, "", "")).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[str, Any]:
        """Sends a request. Returns the head and the body of the answer."""
        reader, writer = await self.connect()
        content = b"" if body is None else json.dumps(body).encode()
        headers = ["Connection: close", "Content-Type: application/json", f"Content-Length: {len(content)}"]
        writer.write(self.head(method, path, *headers) + content)
        answer = await reader.read()
        writer.close()
        head, _, text = answer.partition(b"\r\n\r\n")
        self.did["requests"] += 1
        return head.decode(), json.loads(text) if text.startswith(b"{") else None

    async def flood(self, table: str, frame: str) -> None:
        """Sends *frame* as fast as the server reads, and reads what it answers."""
        reader, writer = await self.sit(table)
        draining = asyncio.ensure_future(_drain(reader))
        try:
            while not draining.done():
                writer.write(BURST * masked(frame))
                await writer.drain()
                self.did["frames"] += BURST
                await asyncio.sleep(0.01)
        finally:
            draining.cancel()
            writer.transport.abort()


def masked(frame: str) -> bytes:
    """Returns a text frame with a mask of zeros."""
    size = len(frame)
    head = bytes((129, 128 | size)) if size < 126 else bytes((129, 254)) + size.to_bytes(2, "big")
    return head + bytes(4) + frame.encode()


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


# The attacks. Each opens one connection, or a few, and goes on until it is cut off.


async def ask_for_everything(one: Attacker) -> None:
    await one.flood(one.table, '{"type":"sync","seq":0}')


async def act_on_old_positions(one: Attacker) -> None:
    await one.flood(one.own, '{"type":"act","token":"K1","seq":0,"id":"x"}')


async def act_in_the_future(one: Attacker) -> None:
    await one.flood(one.table, '{"type":"act","token":"K1","seq":999999,"id":"x"}')


async def send_nonsense(one: Attacker) -> None:
    await one.flood(one.table, "[" * 1000)


async def say_nothing(one: Attacker) -> None:
    reader, _ = await one.sit(one.table)
    await _drain(reader)


async def read_nothing(one: Attacker) -> None:
    _, writer = await one.sit(one.table)
    while True:
        writer.write(BURST * masked('{"type":"sync","seq":0}'))
        await writer.drain()
        one.did["frames"] += BURST
        await asyncio.sleep(0.05)


async def read_slowly(one: Attacker) -> None:
    """Reads a few bytes now and then, so that what was sent is never all read."""
    reader, writer = await one.sit(one.table, receive_bytes=2048)
    while True:
        writer.write(masked('{"type":"sync","seq":0}'))
        one.did["frames"] += 1
        if not await reader.read(16):
            return
        await asyncio.sleep(0.1)


async def ping(one: Attacker) -> None:
    """Sends pings of the WebSocket protocol, which the application never sees."""
    _, writer = await one.sit(one.table)
    while True:
        writer.write(10 * BURST * (b"\x89\x80" + bytes(4)))
        await writer.drain()
        one.did["pings"] += 10 * BURST
        await asyncio.sleep(0.01)


async def never_end_the_head(one: Attacker) -> None:
    _, writer = await one.connect()
    writer.write(one.head("GET", "/")[:-2])
    while True:
        writer.write(b"X-More: " + 1000 * b"x" + b"\r\n")
        await writer.drain()
        one.did["header bytes"] += 1010
        await asyncio.sleep(0.01)


async def ask_for_pages(one: Attacker) -> None:
    while True:
        await one.ask("GET", "/api/tables")


async def make_bots_think(one: Attacker) -> None:
    """Makes tables where strong bots play, and looks at them for a moment."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": "grandmaster"} for _ in range(3))]
    _, made = await one.ask("POST", "/api/tables", {"game": "kingdomino", "players": 4, "seats": seats})
    if made is None or "id" not in made:
        raise OSError("expected a table")
    one.did["tables"] += 1
    _, writer = await one.sit(made["id"])
    await asyncio.sleep(5)
    writer.transport.abort()


ATTACKS: dict[str, tuple[Callable[[Attacker], Awaitable[None]], int]] = {  # and how many at once
    "sync": (ask_for_everything, 40),
    "stale": (act_on_old_positions, 20),
    "future": (act_in_the_future, 20),
    "nonsense": (send_nonsense, 10),
    "ping": (ping, 10),
    "silent": (say_nothing, 30),
    "deaf": (read_nothing, 20),
    "slow": (read_slowly, 20),
    "head": (never_end_the_head, 10),
    "requests": (ask_for_pages, 5),
    "bots": (make_bots_think, 10),
}


async def introduce(url: str, table: str) -> Attacker:
    """Returns an attacker with a cookie and a table. Asks again and again: the server may be in trouble, or refuse."""
    one = Attacker(url, table, "", "")
    while True:
        with suppress(*LOST, LookupError, TypeError):
            if not one.cookie:
                head, _ = await one.ask("GET", "/api/me")
                (one.cookie,) = re.findall(r"(?im)^set-cookie: ([^;]+)", head)[:1] or [""]
            seats = [{"kind": "me"}, {"kind": "guest"}]
            _, made = await one.ask("POST", "/api/tables", {"game": "kingdomino", "players": 2, "seats": seats})
            one.own = made["id"]
            return one
        await asyncio.sleep(0.5)


async def attack(url: str, table: str, seconds: float, names: Sequence[str] = tuple(ATTACKS)) -> Counter[str]:
    """Runs the attacks of *names* for some time. Returns what they did, and how often they were cut off."""
    end = monotonic() + seconds
    try:
        one = await asyncio.wait_for(introduce(url, table), seconds)
    except TimeoutError:
        return Counter({"not let in": 1})

    async def again(work: Callable[[Attacker], Awaitable[None]], name: str) -> None:
        while True:
            with suppress(*LOST):
                await work(one)
            one.did[f"{name} ended"] += 1
            await asyncio.sleep(0.2)

    tasks = [asyncio.create_task(again(ATTACKS[name][0], name)) for name in names for _ in range(ATTACKS[name][1])]
    done, _ = await asyncio.wait(tasks, timeout=max(0.0, end - monotonic()), return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()  # an attacker that failed by itself is no attacker
    return one.did


if __name__ == "__main__":
    _, url, table, seconds, *names = sys.argv
    sys.stdout.write(json.dumps(asyncio.run(attack(url, table, float(seconds), names or tuple(ATTACKS)))) + "\n")
