"""Load tests of the table server, over real sockets, with the load generator on the same machine.

    python -m benchmarks.server latency --tables 500 --seconds 35
    python -m benchmarks.server latency --game royal-wedding --players 6
    python -m benchmarks.server rate --tables 900 --seconds 15 --rounds 3
    python -m benchmarks.server rate --postgresql --processes 2
    python -m benchmarks.server recovery --tables 400
    python -m benchmarks.server memory --tables 2000
    python -m benchmarks.server sockets --sockets 10000 --seconds 60

Each starts its own server; ``--postgresql`` also starts a PostgreSQL for it.
"""

import argparse
import asyncio
import os
import re
import resource
import subprocess
import sys
import time
from contextlib import nullcontext
from random import Random
from statistics import median
from typing import Any

import httpx

from benchmarks.line import Line, open_line
from benchmarks.load import (
    LoadTable,
    connect,
    cpu_of,
    cpu_seconds,
    make_tables,
    percentile,
    play_some,
    resident,
    served,
)
from tests.server.outside import free_port
from tests.server.postgres import postgresql

HALF = 24  # actions of a game of two players in its middle
SHARES = (("median", 0.5), ("p95", 0.95), ("p99", 0.99))


async def latency(options: argparse.Namespace) -> None:
    """Sends one action per second at every table, and measures how long it takes to reach the other players."""
    with served(options) as server:
        tables, cookies = await make_tables(server.url, options.tables, options, Random(1))
        await connect(server.url, tables, cookies)
        busy = cpu_of(server)
        stop = time.perf_counter() + options.seconds

        async def drive(table: LoadTable, number: int) -> None:
            await asyncio.sleep(number / options.tables)
            next_at = time.perf_counter()
            while time.perf_counter() < stop:
                table.act()
                next_at += 1.0
                await asyncio.sleep(max(0.0, next_at - time.perf_counter()))

        await asyncio.gather(*(drive(table, number) for number, table in enumerate(tables)))
        await asyncio.sleep(1)
        busy = cpu_of(server) - busy
        report_latency(options, tables)
        report_costs(busy, options.seconds, tables)
        report(f"duration of transactions: {commits(server.url)}")
        report(f"the server has {resident(server):.0f} MB")


def report_latency(options: argparse.Namespace, tables: list[LoadTable]) -> None:
    times = [one for table in tables for one in table.latencies]
    sent = sum(table.sent for table in tables)
    refused = [code for table in tables for code in table.refused]
    report(f"{options.tables} tables, one action per second each, {options.seconds} s: {sent} actions sent")
    lost = sent - len(times) - len(refused)
    report(f"received by the other players: {len(times)}; refused: {len(refused)}; lost: {lost}")
    shares = ", ".join(f"{name} {1000 * percentile(times, share):.1f} ms" for name, share in SHARES)
    report(f"from send to receipt by all other players: {shares}, longest {1000 * max(times):.1f} ms")
    late = sorted((second, len(times)) for second, times in slow_seconds(tables).items())
    if late:
        report(f"above 100 ms, by second: {late}")


def report_costs(busy: float, seconds: float, tables: list[LoadTable]) -> None:
    """Reports what the server spent for an action. *busy* is its processor time in *seconds*."""
    done = sum(len(table.latencies) for table in tables)
    each = sum(table.bytes for table in tables) / max(1, done * len(tables[0].players))
    report(
        f"  {1e6 * busy / max(1, done):.0f} µs of server time for an action, {100 * busy / seconds:.0f} % of a core;"
    )
    report(f"  {each:.0f} bytes for an action and player")


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


async def rate(options: argparse.Namespace) -> None:
    """Measures the highest rate of durable actions, and the frame rate of a bare echo server for comparison."""
    rates, echoes = [], []
    for _ in range(options.rounds):
        echoes.append(await echo_rate(options))
        rates.append(await action_rate(options))
    report(f"durable actions per second, each received by all players: {', '.join(f'{one:.0f}' for one in rates)}")
    report(f"frames per second of a bare echo server: {', '.join(f'{one:.0f}' for one in echoes)}")
    report(f"ratio of the medians: {median(rates) / median(echoes):.3f}")


async def action_rate(options: argparse.Namespace) -> float:
    with served(options) as server:
        tables, cookies = await make_tables(server.url, options.tables, options, Random(2))
        await connect(server.url, tables, cookies)
        waiting = tables[options.at_once :]

        def next_table() -> None:
            if waiting:
                waiting.pop().begin()

        for table in tables:
            table.ended = next_table
        busy, begin = cpu_of(server), time.perf_counter()
        for table in tables[: options.at_once]:
            table.begin()
        await asyncio.sleep(options.seconds)
        seconds = time.perf_counter() - begin
        busy = cpu_of(server) - busy
        if not waiting:
            raise SystemExit(f"expected more tables than can be finished in {options.seconds} s; raise --tables")
        times = [one for table in tables for one in table.latencies]
        report(f"  {len(times)} actions in {seconds:.1f} s at {options.at_once} tables,")
        report(f"  p99 {1000 * percentile(times, 0.99):.0f} ms, {len(waiting)} tables unused,")
        report_costs(busy, seconds, tables)
        return len(times) / seconds


async def recovery(options: argparse.Namespace) -> None:
    """Kills the server, starts it again at once, and measures how long all players are without their view."""
    with served(options) as server:
        tables, cookies = await make_tables(server.url, options.tables, options, Random(5))
        await connect(server.url, tables, cookies)
        await play_some(tables, HALF)
        everybody = [pair for table in tables for pair in zip(table.players, cookies, strict=True)]
        begin, backs = time.perf_counter(), list[float]()
        server.kill()
        server.start()

        async def come_back(number: int) -> None:
            player, cookie = everybody[number]
            await player.come_back(server.url, cookie)
            backs.append(time.perf_counter() - begin)

        await asyncio.gather(*map(come_back, range(len(everybody))))
        report(f"{len(tables)} tables, {len(everybody)} players: all have their view {max(backs):.2f} s after kill -9,")
        report(f"  the first after {min(backs):.2f} s, half of them after {median(backs):.2f} s")
        await play_some(tables, HALF + 1)
        report("  all tables have gone on")


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
        count, busy, begin = 0, cpu_seconds(process.pid), time.perf_counter()
        await asyncio.sleep(min(5, options.seconds))
        report(
            f"  {1e6 * (cpu_seconds(process.pid) - busy) / max(1, count):.0f} µs of time of the echo server for a frame"
        )
        return count / (time.perf_counter() - begin)
    finally:
        process.terminate()
        process.wait()


async def memory(options: argparse.Namespace) -> None:
    """Measures the memory of a table in the middle of its game while nobody is connected.

    The same number of tables before fills what all tables share: what is remembered of actions, scores and views.
    """
    with served(options) as server:
        rng, sizes = Random(3), list[float]()
        for number in (50, options.tables, options.tables):
            tables, cookies = await make_tables(server.url, number, options, rng)
            for at in range(0, len(tables), 50):
                await play_half(server.url, tables[at : at + 50], cookies)
            await asyncio.sleep(2)
            sizes.append(resident(server))
        for what, before, after in zip(("the first", "the next"), sizes, sizes[1:], strict=False):
            each = 1024 * (after - before) / options.tables
            report(f"{what} {options.tables} idle tables: {each:.1f} KB each ({before:.0f} → {after:.0f} MB)")


async def play_half(url: str, tables: list[LoadTable], cookies: list[str]) -> None:
    await connect(url, tables, cookies)
    await play_some(tables, HALF)
    for table in tables:
        for player in table.players:
            assert player.line is not None
            player.line.close()


async def sockets(options: argparse.Namespace) -> None:
    """Opens many sockets that only watch, and checks that they stay open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with served(options) as server:
        tables, cookies = await make_tables(server.url, 100, options, Random(4))
        before = resident(server)
        frames = 0

        def receive(line: Line, payload: bytes) -> None:
            nonlocal frames
            frames += 1

        begin, lines = time.perf_counter(), []
        for number in range(options.sockets):
            path = f"/api/tables/{tables[number % len(tables)].id}/socket"
            lines.append(await open_line(server.url, path, "", receive))
        opened = time.perf_counter() - begin
        await asyncio.sleep(options.seconds)
        lost = sum(line.is_lost for line in lines)
        each = 1024 * (resident(server) - before) / len(lines)
        report(
            f"{len(lines)} sockets opened in {opened:.0f} s; {lost} lost after {options.seconds} s; {each:.1f} KB each"
        )
        begin = time.perf_counter()
        async with httpx.AsyncClient(base_url=server.url, headers={"Cookie": cookies[0]}) as anna:
            await anna.get("/api/tables/public")
        took = 1000 * (time.perf_counter() - begin)
        report(f"a request then takes {took:.0f} ms; the server has {resident(server):.0f} MB")


def report(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    works: dict[str, Any] = {one.__name__: one for one in (latency, rate, recovery, memory, sockets)}
    parser.add_argument("what", choices=works)
    parser.add_argument("--game", default="kingdomino")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=35)
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    report(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    with postgresql() if options.postgresql else nullcontext() as options.database:
        asyncio.run(works[options.what](options))


if __name__ == "__main__":
    main()
