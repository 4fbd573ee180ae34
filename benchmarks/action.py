"""Processor time of one action inside the server: everything but sockets, with the writer and its disk.

    python -m benchmarks.action
    python -m benchmarks.action --game royal-wedding --players 6
    python -m benchmarks.action --parts

Every stage of the game is played in several rounds, and the quickest of them counts, so that others on the machine
matter little; so does the quickest run of a fixed piece of Python, which tells machines apart. To compare two versions,
run the command alternately with PYTHONPATH set to the ``src`` folder of each.
"""

import argparse
import asyncio
import gc
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from cProfile import Profile
from pstats import Stats
from random import Random
from statistics import mean
from time import process_time, thread_time
from typing import NamedTuple

import msgspec

from crownland.games.registry import find_game
from crownland.server.app import GC_THRESHOLDS, SWITCH_SECONDS
from crownland.server.frames import wire
from crownland.server.frames.choices import load_quick_gains
from crownland.server.metrics import Metrics
from crownland.server.settings import Settings
from crownland.server.store.database import migrate, open_engine
from crownland.server.store.rows import Sitter
from crownland.server.store.store import Store
from crownland.server.tables.hall import Hall
from crownland.server.tables.live_table import LiveTable
from crownland.server.thinkers.processes import thinking_processes

AT_ONCE = 32  # tables
PIECE = 2_000  # rounds of the fixed piece of Python


class Offer(msgspec.Struct):
    choices: list[tuple[str, list[str], int]]


class Frame(msgspec.Struct):
    type: str
    offers: list[Offer] = []


_decode = msgspec.json.Decoder(Frame).decode


class Player:
    """A reader at a table, which keeps the last frame. It costs next to nothing until the frame is read."""

    address = "127.0.0.1"
    pace: wire.PaceName = "normal"

    def __init__(self, guest: str) -> None:
        self.guest: str | None = guest
        self.frame = b""
        self.bytes = 0

    def send(self, frame: bytes) -> None:
        self.frame = frame
        self.bytes += len(frame)


class Play:
    """One game at one table. Tokens are chosen outside the time that is measured."""

    def __init__(self, table: LiveTable, players: list[Player], rng: Random) -> None:
        self.table, self.players, self._rng = table, players, rng
        self.next: tuple[Player, wire.Act] | None = None
        for player in players:
            table.enter(player, 0)
        self.choose()

    def choose(self) -> None:
        """Chooses the next action from the offers in the frames."""
        self.next = None
        for player in self.players:
            choices = [one[0] for offer in _decode(player.frame).offers for one in offer.choices]
            if choices and self.table.session.actor is not None:
                seq = self.table.session.seq
                self.next = player, wire.Act(token=self._rng.choice(choices), seq=seq, id=f"my-{seq}")

    async def act(self) -> None:
        if self.next is not None:
            await self.table.act(self.next[0].guest, self.next[1])


class Step(NamedTuple):
    """What an action took: processor time, that of the event loop alone, and bytes of news for a player.

    *piece* is the processor time of the fixed piece of Python at that moment.
    """

    spent: float
    here: float
    bytes: float
    piece: float


async def begin(hall: Hall, options: argparse.Namespace, rng: Random) -> Play:
    guests = [f"guest-{number}" for number in range(options.players)]
    setup = find_game(options.game).setup(options.players)
    seats = [Sitter("person", guest, guest) for guest in guests]
    table = await hall.create(setup, guests[0], seats, public=False, clock=None)
    return Play(table, [Player(guest) for guest in guests], rng)


async def play(hall: Hall, options: argparse.Namespace, rng: Random, profile: Profile | None) -> list[Step]:
    """Plays a game at each of some tables, one action at all of them in each step."""
    plays = [await begin(hall, options, rng) for _ in range(AT_ONCE)]
    steps = list[Step]()
    while waiting := [one for one in plays if one.next is not None]:
        sent = sum(player.bytes for one in plays for player in one.players)
        if profile is not None:
            profile.enable()
        spent, here = process_time(), thread_time()
        await asyncio.gather(*(one.act() for one in waiting))
        spent, here = process_time() - spent, thread_time() - here
        if profile is not None:
            profile.disable()
        sent = sum(player.bytes for one in plays for player in one.players) - sent
        many = len(waiting)
        steps.append(Step(spent / many, here / many, sent / many / options.players, fixed_piece()))
        for one in waiting:
            one.choose()
    for one in plays:
        for player in one.players:
            one.table.leave(player)
    return steps


def fixed_piece() -> float:
    """Returns the processor time of a fixed piece of Python: calls, dictionaries, tuples and strings."""
    begin_at = process_time()
    known: dict[tuple[int, str], str] = {}
    for number in range(PIECE):
        key = number % 100, str(number % 10)
        known[key] = f"{known.get(key, '')[:20]}{key[0]}"
    return process_time() - begin_at


@asynccontextmanager
async def hall_of(settings: Settings) -> AsyncIterator[Hall]:
    """A server without its door and without its bots."""
    engine, metrics = open_engine(settings.database), Metrics()
    await asyncio.to_thread(migrate, engine)
    store = Store(engine, metrics)
    hall = Hall(store, thinking_processes(1), settings, metrics)
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


def tune_interpreter() -> None:
    """As the server does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_SECONDS)


async def measure(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/tables.sqlite3", thinkers=1)
        async with hall_of(settings) as hall:
            await load_quick_gains()
            tune_interpreter()
            rng, rounds = Random(1), list[list[Step]]()
            profile = Profile() if options.parts else None
            for _ in range(options.rounds):
                rounds.append(await play(hall, options, rng, profile))
            steps = list(zip(*rounds, strict=False))  # the same stage of the game in every round
            spent, here = (
                mean(min(getattr(one, what) for one in step) for step in steps) for what in ("spent", "here")
            )
            piece = min(one.piece for step in steps for one in step)
            report(f"{1e6 * spent:.0f} µs of processor time for an action, {1e6 * here:.0f} of them in the event loop,")
            report(f"  where the fixed piece of Python takes {1e3 * piece:.2f} ms;")
            size = mean(one.bytes for step in steps for one in step)
            report(f"  {size:.0f} bytes of news for an action and player")
            if profile is not None:
                Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(45)


def report(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kingdomino")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--parts", action="store_true", help="which functions take the time; the profiler adds its own")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
