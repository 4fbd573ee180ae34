"""A server under load: tables whose players are all connected, and what they measure."""

import asyncio
import os
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import msgspec

from benchmarks.line import Line, open_line
from tests.server.outside import Outside

__all__ = [
    "LoadTable",
    "Player",
    "connect",
    "cpu_of",
    "cpu_seconds",
    "make_tables",
    "percentile",
    "play_some",
    "resident",
    "served",
]

UNLIMITED = {
    f"CROWNLAND_{name}": "1000000000"
    for name in ("REQUESTS", "FRAMES", "NEW_TABLES", "TABLES", "SOCKETS", "CONNECTIONS", "WATCHERS", "IDLE", "SILENCE")
}
COOKIE = "crownland_guest"
RETRY_SECONDS = 0.1  # between two attempts to connect
WARM_SECONDS = 600.0  # it may have to compile


class SeqOnly(msgspec.Struct):
    seq: int
    over: bool = False


class Offer(msgspec.Struct):
    choices: list[tuple[str, list[str], int]]


class Frame(msgspec.Struct):
    """The part of a frame that a player needs."""

    type: str
    view: SeqOnly | None = None
    offers: list[Offer] = []
    code: str = ""


_decode = msgspec.json.Decoder(Frame).decode


class Player:
    """One player of a table: the connection and the last position."""

    def __init__(self, table: "LoadTable") -> None:
        self.table, self.seq, self.is_over = table, 0, False
        self.choices: list[str] = []
        self.line: Line | None = None
        self.is_greeted = asyncio.Event()  # whether the whole view has arrived

    async def connect(self, url: str, cookie: str) -> None:
        path = f"/api/tables/{self.table.id}/socket"
        self.line = await open_line(url, path, cookie, self._receive)

    async def come_back(self, url: str, cookie: str) -> None:
        """Connects to a server that was killed, as soon as it is there, and waits for the whole view."""
        last = self.seq
        self.is_greeted.clear()
        while not self.is_greeted.is_set():
            try:
                await self.connect(url, cookie)
                await self.is_greeted.wait()
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
        if self.seq < last:
            raise SystemExit(f"expected event {last} of {self.table.id} after the restart, got: {self.seq}")

    def _receive(self, line: Line, payload: bytes) -> None:
        frame = _decode(payload)
        if frame.type == "hello":
            self.is_greeted.set()
        else:
            self.table.bytes += len(payload) + (2 if len(payload) < 126 else 4)  # the head of a WebSocket frame
        if frame.view is not None:
            self.seq, self.is_over = frame.view.seq, frame.view.over
            self.choices = [token for offer in frame.offers for token, _, _ in offer.choices]
            self.table.receive_news(self)
        elif frame.type == "refused":
            self.table.refused.append(frame.code)


class LoadTable:
    """A table whose players have a connection each. One action is under way at a time."""

    def __init__(self, id: str, players: int, rng: Random) -> None:
        self.id, self._rng = id, rng
        self.players = [Player(self) for _ in range(players)]
        self.sent = 0
        self.sent_at = 0.0
        self.waiting: set[Player] = set()  # the players who have not received the last action of another one
        self.sent_times: list[float] = []
        self.latencies: list[float] = []  # from sending until the last of the other players has it
        self.bytes = 0  # received by all players, without the first frame of a connection
        self.refused: list[str] = []
        self.goes_on = False
        self.ended: Callable[[], None] = lambda: None

    def act(self) -> bool:
        """Sends an action of a player who can act. Returns False if nobody can act now."""
        for player in self.players:
            if player.choices and player.line is not None and not self.waiting:
                token = self._rng.choice(player.choices)
                self.sent += 1
                self.waiting, self.sent_at = {*self.players} - {player}, time.perf_counter()
                self.sent_times.append(self.sent_at)
                player.line.send(
                    b'{"type":"act","token":"%s","seq":%d,"id":"%d"}' % (token.encode(), player.seq, self.sent)
                )
                player.choices = []
                return True
        return False

    def begin(self) -> None:
        """Plays to the end of the game: the next action is sent as soon as all players have received the last one."""
        self.goes_on = True
        self.act()

    def receive_news(self, player: Player) -> None:
        """Called when *player* has received news. If all others have the last action, that ends the measurement."""
        if player in self.waiting:
            self.waiting.remove(player)
            if not self.waiting:
                self.latencies.append(time.perf_counter() - self.sent_at)
        if self.goes_on and not self.waiting and len({one.seq for one in self.players}) == 1:
            if player.is_over:
                self.goes_on = False
                self.ended()
            else:
                self.act()


@contextmanager
def served(options: Namespace) -> Iterator[Outside]:
    """Runs a server without limits."""
    with tempfile.TemporaryDirectory() as folder:
        where = ["--database", options.database] if options.database else ["--data", folder]
        processes = ["--processes", str(options.processes)]
        log = Path(folder) / "log"
        server = Outside(*where, *processes, log=log, environment=UNLIMITED, is_generous=False)
        server.start()
        try:
            server.wait()
            wait_until_warm(server.url, options.processes)
            yield server
        finally:
            server.stop()
        if "Traceback" in log.read_text():
            raise SystemExit(log.read_text()[-3000:])


def wait_until_warm(url: str, processes: int) -> None:
    deadline = time.monotonic() + WARM_SECONDS
    while f"crownland_warm {processes}.0" not in httpx.get(f"{url}/metrics", timeout=10).text:
        if time.monotonic() > deadline:
            raise SystemExit(f"expected {processes} warm processes within {WARM_SECONDS} s")
        time.sleep(0.1)


async def make_tables(url: str, count: int, options: Namespace, rng: Random) -> tuple[list[LoadTable], list[str]]:
    """Creates tables of the same guests and begins their games. Returns the tables and the cookies of the guests."""
    guests = [httpx.AsyncClient(base_url=url, timeout=60) for _ in range(options.players)]
    for guest in guests:
        (await guest.get("/api/me")).raise_for_status()
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in guests[1:])]
    body = {"game": options.game, "players": options.players, "seats": seats}
    gate = asyncio.Semaphore(16)

    async def make() -> LoadTable:
        async with gate:
            made = (await guests[0].post("/api/tables", json=body)).raise_for_status().json()["id"]
            for number, guest in enumerate(guests[1:], 2):
                (await guest.post(f"/api/tables/{made}/join", json={"name": f"Guest {number}"})).raise_for_status()
            (await guests[0].post(f"/api/tables/{made}/start")).raise_for_status()
            return LoadTable(made, options.players, rng)

    tables = await asyncio.gather(*(make() for _ in range(count)))
    cookies = [f"{COOKIE}={guest.cookies[COOKIE]}" for guest in guests]
    for guest in guests:
        await guest.aclose()
    return list(tables), cookies


async def connect(url: str, tables: list[LoadTable], cookies: list[str]) -> None:
    for table in tables:
        for player, cookie in zip(table.players, cookies, strict=True):
            await player.connect(url, cookie)


async def play_some(tables: list[LoadTable], actions: int) -> None:
    """Plays the first *actions* of each table, and waits until everybody has received them."""
    while any(len(table.latencies) < actions for table in tables):
        for table in tables:
            if table.sent < actions:
                table.act()
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.1)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def cpu_of(server: Outside) -> float:
    """Returns the processor time of the server and its processes in seconds."""
    return sum(map(cpu_seconds, (server.pid, *server.children)))


def cpu_seconds(pid: int) -> float:
    """Returns the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(server: Outside) -> float:
    """Returns the resident memory of the server process, without that of bots, in MB."""
    for line in Path(f"/proc/{server.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise SystemExit(f"expected a process {server.pid}")
