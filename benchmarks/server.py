"""Load tests of the table server, over real sockets, with the load generator on the same machine.

    python -m benchmarks.server latency --tables 500 --seconds 35
    python -m benchmarks.server rate --tables 900 --seconds 15 --rounds 3
    python -m benchmarks.server memory --tables 2000
    python -m benchmarks.server sockets --sockets 10000 --seconds 60

Each starts its own server; ``--postgresql`` also starts a PostgreSQL for it.
"""

import argparse
import asyncio
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import msgspec

from benchmarks.line import Line, open_line
from tests.server.postgres import postgresql

UNLIMITED = {
    f"CROWNLAND_{name}": "1000000000"
    for name in ("REQUESTS", "FRAMES", "NEW_TABLES", "TABLES", "SOCKETS", "CONNECTIONS", "WATCHERS", "IDLE", "SILENCE")
}
COOKIE = "crownland_guest"


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

    async def connect(self, url: str, cookie: str) -> None:
        path = f"/api/tables/{self.table.id}/socket"
        self.line = await open_line(url, path, cookie, self._receive)

    def _receive(self, line: Line, payload: bytes) -> None:
        frame = _decode(payload)
        if frame.view is not None:
            self.seq, self.is_over = frame.view.seq, frame.view.over
            self.choices = [token for offer in frame.offers for token, _, _ in offer.choices]
            self.table.receive_news(self)
        elif frame.type == "refused":
            self.table.refused.append(frame.code)


class LoadTable:
    """A table with two players on two connections. One action is under way at a time."""

    def __init__(self, id: str, rng: Random) -> None:
        self.id, self._rng = id, rng
        self.players = (Player(self), Player(self))
        self.sent = 0
        self.sent_at = 0.0
        self.sender: Player | None = None
        self.sent_times: list[float] = []
        self.latencies: list[float] = []
        self.refused: list[str] = []
        self.goes_on = False
        self.ended: Callable[[], None] = lambda: None

    def act(self) -> bool:
        """Sends an action of the player to act. Returns False if nobody can act now."""
        for player in self.players:
            if player.choices and player.line is not None and self.sender is None:
                token = self._rng.choice(player.choices)
                self.sent += 1
                self.sender, self.sent_at = player, time.perf_counter()
                self.sent_times.append(self.sent_at)
                player.line.send(
                    b'{"type":"act","token":"%s","seq":%d,"id":"%d"}' % (token.encode(), player.seq, self.sent)
                )
                player.choices = []
                return True
        return False

    def begin(self) -> None:
        """Plays to the end of the game: the next action is sent as soon as both players have received the last one."""
        self.goes_on = True
        self.act()

    def receive_news(self, player: Player) -> None:
        """Called when *player* has received news. If the other player acted, that ends the measurement."""
        if self.sender is not None and player is not self.sender:
            self.latencies.append(time.perf_counter() - self.sent_at)
            self.sender = None
        if self.goes_on and self.sender is None and self.players[0].seq == self.players[1].seq:
            if player.is_over:
                self.goes_on = False
                self.ended()
            else:
                self.act()


@contextmanager
def served(database: str | None) -> Iterator[tuple[str, int]]:
    """Runs a server, and yields its URL and process id."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        where = ["--database", database] if database else ["--data", folder]
        command = [sys.executable, "-m", "crownland", "serve", "--port", str(port), *where]
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(command, env={**os.environ, **UNLIMITED}, stdout=log, stderr=log)
            try:
                wait_for(f"http://127.0.0.1:{port}/readyz")
                wait_for(f"http://127.0.0.1:{port}/metrics", "crownland_warm 1.0")
                yield f"http://127.0.0.1:{port}", process.pid
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)
        logged = (Path(folder) / "log").read_text()
        if "Traceback" in logged:
            raise SystemExit(logged[-3000:])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(address: str, text: str = "") -> None:
    for _ in range(600):
        try:
            answer = httpx.get(address, timeout=2)
            if answer.is_success and text in answer.text:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise SystemExit(f"expected an answer from {address}")


def resident(pid: int) -> float:
    """Returns the resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise SystemExit(f"expected a process {pid}")


async def make_tables(url: str, count: int, rng: Random) -> tuple[list[LoadTable], list[str]]:
    """Creates tables of two guests and begins their games. Returns the tables and the cookies of both guests."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as anna, httpx.AsyncClient(base_url=url, timeout=60) as ben:
        for guest in (anna, ben):
            await guest.get("/api/me")
        body = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
        gate = asyncio.Semaphore(16)

        async def make() -> LoadTable:
            async with gate:
                made = (await anna.post("/api/tables", json=body)).json()
                await ben.post(f"/api/tables/{made['id']}/join", json={"name": "Ben"})
                started = await anna.post(f"/api/tables/{made['id']}/start")
                assert started.json()["phase"] == "playing", started.text
                return LoadTable(made["id"], rng)

        tables = await asyncio.gather(*(make() for _ in range(count)))
        return list(tables), [f"{COOKIE}={guest.cookies[COOKIE]}" for guest in (anna, ben)]


async def connect(url: str, tables: list[LoadTable], cookies: list[str]) -> None:
    for table in tables:
        for player, cookie in zip(table.players, cookies, strict=True):
            await player.connect(url, cookie)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def latency(options: argparse.Namespace) -> None:
    """Sends one action per second at every table, and measures how long it takes to reach the other player."""
    with served(options.database) as (url, pid):
        rng = Random(1)
        tables, cookies = await make_tables(url, options.tables, rng)
        await connect(url, tables, cookies)
        stop = time.perf_counter() + options.seconds
        busy = cpu_of(pid)

        async def drive(table: LoadTable, number: int) -> None:
            await asyncio.sleep(number / options.tables)
            next_at = time.perf_counter()
            while time.perf_counter() < stop:
                table.act()
                next_at += 1.0
                await asyncio.sleep(max(0.0, next_at - time.perf_counter()))

        await asyncio.gather(*(drive(table, number) for number, table in enumerate(tables)))
        await asyncio.sleep(1)
        busy = cpu_of(pid) - busy
        times = [one for table in tables for one in table.latencies]
        sent = sum(table.sent for table in tables)
        refused = [code for table in tables for code in table.refused]
        report(f"{options.tables} tables, one action per second each, {options.seconds} s: {sent} actions sent")
        lost = sent - len(times) - len(refused)
        report(f"received by the other player: {len(times)}; refused: {len(refused)}; lost: {lost}")
        shares = ", ".join(f"{name} {1000 * percentile(times, share):.1f} ms" for name, share in SHARES)
        report(f"from send to receipt by the other player: {shares}, longest {1000 * max(times):.1f} ms")
        late = sorted((second, len(times)) for second, times in slow_seconds(tables).items())
        if late:
            report(f"above 100 ms, by second: {late}")
        report(f"duration of transactions: {commits(url)}")
        report(f"the server used {100 * busy / options.seconds:.0f} % of a core and {resident(pid):.0f} MB")


SHARES = (("median", 0.5), ("p95", 0.95), ("p99", 0.99))


def commits(url: str) -> str:
    """Returns the duration of transactions from the server's metrics, as shares below some bounds."""
    text = httpx.get(f"{url}/metrics").text
    buckets = re.findall(r'crownland_commit_seconds_bucket{le="([0-9.]+)"} ([0-9.e+]+)', text)
    every = float(re.findall(r"crownland_commit_seconds_count ([0-9.e+]+)", text)[0])
    shares = {float(bound): float(count) / every for bound, count in buckets}
    return ", ".join(
        f"{1000 * bound:g} ms or less: {100 * shares[bound]:.1f} %" for bound in (0.005, 0.02, 0.05, 0.1, 0.5)
    )


def slow_seconds(tables: list[LoadTable]) -> dict[int, list[float]]:
    """Returns the latencies above 100 ms by second of the run."""
    found: dict[int, list[float]] = {}
    first = min(at for table in tables for at in table.sent_times)
    for table in tables:
        for at, one in zip(table.sent_times, table.latencies, strict=False):
            if one > 0.1:
                found.setdefault(int(at - first), []).append(one)
    return found


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def rate(options: argparse.Namespace) -> None:
    """Measures the highest rate of durable actions, and the frame rate of a bare echo server for comparison."""
    rates, echoes = [], []
    for _ in range(options.rounds):
        echoes.append(await echo_rate(options))
        rates.append(await action_rate(options))
    report(f"durable actions per second, each received by two players: {', '.join(f'{one:.0f}' for one in rates)}")
    report(f"frames per second of a bare echo server: {', '.join(f'{one:.0f}' for one in echoes)}")
    report(f"ratio of the medians: {median(rates) / median(echoes):.3f}")


async def action_rate(options: argparse.Namespace) -> float:
    with served(options.database) as (url, pid):
        tables, cookies = await make_tables(url, options.tables, Random(2))
        await connect(url, tables, cookies)
        waiting = tables[options.at_once :]

        def next_table() -> None:
            if waiting:
                waiting.pop().begin()

        for table in tables:
            table.ended = next_table
        busy, begin = cpu_of(pid), time.perf_counter()
        for table in tables[: options.at_once]:
            table.begin()
        await asyncio.sleep(options.seconds)
        seconds = time.perf_counter() - begin
        done = sum(len(table.latencies) for table in tables)
        if not waiting:
            raise SystemExit(f"expected more tables than can be finished in {options.seconds} s; raise --tables")
        busy = cpu_of(pid) - busy
        times = [one for table in tables for one in table.latencies]
        each = 1e6 * busy / max(1, done)
        report(f"  {done} actions in {seconds:.1f} s at {options.at_once} tables, {each:.0f} µs of server time each,")
        report(f"  p99 {1000 * percentile(times, 0.99):.0f} ms, {len(waiting)} tables unused")
        return done / seconds


async def echo_rate(options: argparse.Namespace) -> float:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.echo", str(port)])
    try:
        url, count = f"http://127.0.0.1:{port}", 0
        frame = b'{"type":"act","token":"12@g8n","seq":17,"id":"17"}'

        def receive(line: Line, payload: bytes) -> None:
            nonlocal count
            count += 1
            line.send(frame)

        lines = []
        for _ in range(100):
            try:
                lines.append(await open_line(url, "/echo", "", receive))
                break
            except OSError:
                await asyncio.sleep(0.1)
        for _ in range(options.at_once - 1):
            lines.append(await open_line(url, "/echo", "", receive))
        for line in lines:
            line.send(frame)
        await asyncio.sleep(0.5)
        count, begin = 0, time.perf_counter()
        await asyncio.sleep(min(5, options.seconds))
        return count / (time.perf_counter() - begin)
    finally:
        process.terminate()
        process.wait()


async def memory(options: argparse.Namespace) -> None:
    """Measures the memory of a table in the middle of its game while nobody is connected."""
    with served(options.database) as (url, pid):
        rng = Random(3)
        first, cookies = await make_tables(url, 50, rng)
        await play_half(url, first, cookies)
        before = resident(pid)
        tables, cookies = await make_tables(url, options.tables, rng)
        for at in range(0, len(tables), 50):
            await play_half(url, tables[at : at + 50], cookies)
        await asyncio.sleep(2)
        after = resident(pid)
        each = 1024 * (after - before) / len(tables)
        report(f"{len(tables)} idle tables in the middle of a game: {each:.1f} KB each ({before:.0f} → {after:.0f} MB)")


async def play_half(url: str, tables: list[LoadTable], cookies: list[str]) -> None:
    await connect(url, tables, cookies)
    while any(table.sent < 24 for table in tables):
        for table in tables:
            if table.sent < 24:
                table.act()
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.1)
    for table in tables:
        for player in table.players:
            assert player.line is not None
            player.line.close()


async def sockets(options: argparse.Namespace) -> None:
    """Opens many sockets that only watch, and checks that they stay open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with served(options.database) as (url, pid):
        tables, cookies = await make_tables(url, 100, Random(4))
        before = resident(pid)
        frames = 0

        def receive(line: Line, payload: bytes) -> None:
            nonlocal frames
            frames += 1

        begin, lines = time.perf_counter(), []
        for number in range(options.sockets):
            path = f"/api/tables/{tables[number % len(tables)].id}/socket"
            lines.append(await open_line(url, path, "", receive))
        opened = time.perf_counter() - begin
        await asyncio.sleep(options.seconds)
        lost = sum(line.is_lost for line in lines)
        each = 1024 * (resident(pid) - before) / len(lines)
        report(
            f"{len(lines)} sockets opened in {opened:.0f} s; {lost} lost after {options.seconds} s; {each:.1f} KB each"
        )
        begin = time.perf_counter()
        async with httpx.AsyncClient(base_url=url, headers={"Cookie": cookies[0]}) as anna:
            await anna.get("/api/tables/public")
        report(
            f"a request then takes {1000 * (time.perf_counter() - begin):.0f} ms; the server has {resident(pid):.0f} MB"
        )


def report(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["latency", "rate", "memory", "sockets"])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=35)
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    works: dict[str, Any] = {"latency": latency, "rate": rate, "memory": memory, "sockets": sockets}
    with postgresql() if options.postgresql else nullcontext() as options.database:
        asyncio.run(works[options.what](options))


if __name__ == "__main__":
    main()
