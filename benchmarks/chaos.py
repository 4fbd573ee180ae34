"""Attacks a server with default settings while two people play, makes trouble, and checks that they lose nothing.

    python -m benchmarks.chaos --minutes 60 --kill 1000 --hang 20 --fill 20 --clock 40
    python -m benchmarks.chaos --minutes 5 --kill 20 --attack sync deaf
    python -m benchmarks.chaos --minutes 5 --hang 10 --postgresql --attack none

The attackers share one address, which is not that of the players, and all of them attack at once. The troubles come
one after the other, evenly spread: ``--kill`` kills the server, ``--hang`` lets the database hang, ``--fill`` fills the
disk, ``--clock`` sets the wall clock. The command fails if an acknowledged action is lost, if something is played
twice, or if the players cannot go on after a trouble. How long they wait counts only while there is no trouble.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path
from random import Random
from time import monotonic

from tests.server.attack import ATTACKS
from tests.server.chaos import Polite, attack, percentile
from tests.server.postgres import postgresql
from tests.server.support import Guest
from tests.server.troubles import CLOCK_STEPS, Troubles

ROUND_SECONDS = 20.0  # after which the attackers come to the table where the people play now
QUIET_SECONDS = 10.0  # in which the people play alone, for comparison
HANG_SECONDS = (0.0, 3.0, 13.0)  # the longest is longer than the server waits
FULL_SECONDS = (0.0, 3.0)


async def run(options: argparse.Namespace) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        postgresql() if options.postgresql else nullcontext() as database,
    ):
        troubles = Troubles(Path(folder), database)
        troubles.server.start()
        try:
            await asyncio.to_thread(troubles.server.wait)
            await play(troubles, options)
        finally:
            troubles.server.kill()
        lines = troubles.server.log.read_text().splitlines()
        if failures := [line for line in lines if "Traceback" in line and "the database cannot be" not in line]:
            raise SystemExit("\n".join(failures)[-3000:])


async def play(troubles: Troubles, options: argparse.Namespace) -> None:
    stop, did, made = asyncio.Event(), Counter[str](), Counter[str]()
    async with Guest(troubles.server.url) as anna, Guest(troubles.server.url) as ben:
        polite = Polite(anna, ben, Random(1))
        await polite.begin()
        playing = asyncio.create_task(polite.play(stop))
        await asyncio.sleep(QUIET_SECONDS)
        tell("before", polite)
        begin, end = monotonic(), monotonic() + 60 * options.minutes
        making = asyncio.create_task(make_trouble(troubles, polite, plan(options, begin, end), made))
        attacking = asyncio.create_task(attack_on(troubles, polite, end, options.attack, did))
        while not playing.done() and not (making.done() and attacking.done() and monotonic() > end):
            await asyncio.sleep(0.2)
            for task in (making, attacking):
                if task.done():
                    task.result()  # raises what has failed
        stop.set()
        await playing  # raises what a player has found
        tell(f"in {(monotonic() - begin) / 60:.1f} minutes", polite)
        report(f"{polite.acknowledged:,} actions acknowledged, none lost; {polite.games} games finished")
        report(f"sent again or connected again: {polite.lost} times")
        report("troubles: " + ", ".join(f"{count:,} {name}" for name, count in sorted(made.items())))
        report(f"the server said that it was not ready within {troubles.slowest:.1f} s")
        report("attackers: " + ", ".join(f"{count:,} {name}" for name, count in sorted(did.items())))


def plan(options: argparse.Namespace, begin: float, end: float) -> list[tuple[float, str]]:
    """Returns when which trouble comes."""
    names = [name for name in TROUBLES for _ in range(getattr(options, name))]
    Random(2).shuffle(names)
    return [(begin + (number + 0.5) * (end - begin) / len(names), name) for number, name in enumerate(names)]


async def make_trouble(
    troubles: Troubles, polite: Polite, planned: list[tuple[float, str]], made: Counter[str]
) -> None:
    """Makes the *planned* troubles, each when it is due; or later, if the one before takes longer."""
    rng, end = Random(3), planned[-1][0] if planned else 0.0
    for due, name in planned:
        if monotonic() > end:
            return
        await asyncio.sleep(max(0.0, due - monotonic()))
        async with polite.in_trouble():
            await TROUBLES[name](troubles, rng)
        made[name] += 1


async def kill(troubles: Troubles, _: Random) -> None:
    await troubles.kill()


async def hang(troubles: Troubles, rng: Random) -> None:
    await troubles.hang(rng.choice(HANG_SECONDS))


async def fill(troubles: Troubles, rng: Random) -> None:
    await troubles.fill(rng.choice(FULL_SECONDS))


async def clock(troubles: Troubles, rng: Random) -> None:
    troubles.set_clock(rng.choice(CLOCK_STEPS))


TROUBLES: dict[str, Callable[[Troubles, Random], Awaitable[None]]] = {
    "kill": kill,
    "hang": hang,
    "fill": fill,
    "clock": clock,
}


async def attack_on(troubles: Troubles, polite: Polite, end: float, names: list[str], did: Counter[str]) -> None:
    while names != ["none"] and (seconds := min(ROUND_SECONDS, end - monotonic())) > 1:
        did += await attack(troubles.server.url, polite.table, seconds, *names)


def tell(when: str, polite: Polite) -> None:
    """Reports the waits of the players, and begins anew."""
    if polite.waits:
        shares = (("median", 0.5), ("p99", 0.99), ("longest", 1.0))
        times = ", ".join(f"{name} {1000 * percentile(polite.waits, share):.0f} ms" for name, share in shares)
        report(f"{when}: {len(polite.waits)} actions without trouble; from sending until both have it: {times}")
    polite.waits.clear()


def report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    for name in TROUBLES:
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--attack", nargs="*", choices=[*sorted(ATTACKS), "none"], default=[], help="default: all")
    parser.add_argument("--postgresql", action="store_true")
    asyncio.run(run(parser.parse_args()))
