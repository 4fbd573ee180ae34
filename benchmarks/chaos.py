"""Attacks a server with default settings while two people play, and checks that they notice nothing.

    python -m benchmarks.chaos --minutes 60
    python -m benchmarks.chaos --minutes 5 --kills 20 --attack sync deaf

The attackers share one address, which is not that of the players, and all of them attack at once. ``--kills`` also
kills the server now and then. The command fails if an acknowledged action is lost, or if something is played twice.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic

from tests.server.attack import ATTACKS
from tests.server.chaos import Polite, attack, percentile
from tests.server.outside import Outside
from tests.server.support import Guest

ROUND_SECONDS = 20.0  # after which the attackers come to the table where the people play now
QUIET_SECONDS = 10.0  # in which the people play alone, for comparison


async def run(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Outside("--data", folder, log=Path(folder) / "log", is_generous=False)
        server.start()
        try:
            await asyncio.to_thread(server.wait)
            await attack_all(server, options)
        finally:
            server.kill()
        if "Traceback" in server.log.read_text():
            raise SystemExit(server.log.read_text()[-3000:])


async def attack_all(server: Outside, options: argparse.Namespace) -> None:
    rng, stop, did, kills = Random(1), asyncio.Event(), Counter[str](), 0
    async with Guest(server.url) as anna, Guest(server.url) as ben:
        polite = Polite(anna, ben, rng)
        await polite.begin()
        playing = asyncio.create_task(polite.play(stop))
        await asyncio.sleep(QUIET_SECONDS)
        tell("before the attack", polite)
        begin, end = monotonic(), monotonic() + 60 * options.minutes
        due = [begin + (number + 1) * (end - begin) / (options.kills + 1) for number in range(options.kills)]
        while monotonic() < end and not playing.done():
            seconds = min([end, monotonic() + ROUND_SECONDS, *due[:1]]) - monotonic()
            if seconds > 1:
                did += await attack(server.url, polite.table, seconds, *options.attack)
            if due and monotonic() >= due[0] - 1:
                due.pop(0)
                kills += 1
                server.kill()
                server.start()
                await asyncio.to_thread(server.wait)
        stop.set()
        await playing  # raises what a player has found
        tell("during the attack", polite)
        report(f"{polite.games} games finished; connections lost {polite.lost} times in {kills} kills")
        report("the attackers: " + ", ".join(f"{count:,} {name}" for name, count in sorted(did.items())))


def tell(when: str, polite: Polite) -> None:
    """Reports the waits of the players, and begins anew."""
    if polite.waits:
        shares = (("median", 0.5), ("p99", 0.99), ("longest", 1.0))
        times = ", ".join(f"{name} {1000 * percentile(polite.waits, share):.0f} ms" for name, share in shares)
        report(f"{when}: {len(polite.waits)} actions, none lost; from sending until both players have it: {times}")
    polite.waits.clear()


def report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--attack", nargs="*", choices=sorted(ATTACKS), default=[], help="all, unless some are named")
    asyncio.run(run(parser.parse_args()))
