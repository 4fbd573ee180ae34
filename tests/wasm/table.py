"""Plays a whole game of every kind at a server's table, without the server: what a table in a browser consists of.

It needs the standard library, Crownland and msgspec.
"""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any

import msgspec

from crownland.bots import make_bot
from crownland.bots.protocol import Limit
from crownland.dealer import new_seed
from crownland.games.registry import games
from crownland.games.setup import Game
from crownland.server.frames import wire
from crownland.server.store.rows import Header, Lobby, Sitter, Stored
from crownland.server.tables.live_table import LiveTable
from crownland.server.timestamps import now

ME = "me"


class Store:
    """Keeps what is appended."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.record: str | None = None

    async def append(self, table: str, events: Sequence[Any], change: Any, record: str | None, news: Any) -> None:
        self.events += events
        self.record = record or self.record


class Metrics:
    def count_event(self, kind: str) -> None:
        """Counts nothing."""


class Hall:
    """The keeper of one table."""

    is_shared = False

    def __init__(self) -> None:
        self.store: Any = Store()
        self.metrics: Any = Metrics()

    def attend(self, table: LiveTable) -> None:
        """The loop of play() lets bots act."""

    def news(self, table: LiveTable, events: Sequence[Any], version: int) -> list[str]:
        return []

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        raise AssertionError("nobody leaves in the middle of an action")


class Page:
    """Reads the frames, as the page does."""

    guest: str | None = ME
    address = ""
    pace: wire.PaceName = "once"

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))


async def play(game: Game) -> None:
    """Plays against greedy: always the first offer, taking it back once."""
    setup, hall, page, bot = game.setup(), Hall(), Page(), make_bot("greedy")
    header = Header("t", game.key, setup.players, dict(setup.options), game.rules_version, new_seed(), now())
    seats = (Sitter("person", "A", ME), *(Sitter("bot", "B", None, "greedy") for _ in range(setup.players - 1)))
    events = tuple(planned.event for planned in header.session().plan_deals(now()))
    table = LiveTable(Stored(header, Lobby(ME, seats, phase="playing"), 0, events), hall)
    table.enter(page, 0)
    acts = 0
    while table.is_playing:
        seq, state = table.session.seq, table.session.state
        if table.session.actor == 0:
            await table.act(ME, wire.Act(seq=seq, token=str(state.legal_actions()[0]), id=f"act-{acts}"))
            acts += 1
            if acts == 1 and table.session.actor == 0:
                await table.back(ME, wire.Back(seq=table.session.seq, id="back"))
        else:
            await table.act_as_bot(str(bot.choose(state, Limit(), Random(1))), seq)
    assert page.frames[0]["type"] == "hello", page.frames[0]
    assert table.lobby.ended == "finished"
    assert hall.store.record is not None
    sys.stdout.write(f"{game.key}: {len(page.frames)} frames\n")


async def main() -> None:
    for game in games():
        await play(game)


if __name__ == "__main__":
    asyncio.run(main())
