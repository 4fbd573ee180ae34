"""Run by the packed Python (packed.mjs): uses all that a page alone offers, so that nothing it needs is left out."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from crownland.bots import LEVELS
from crownland.fast.twin import example_setups
from crownland.fast.warm import first_choice
from crownland.games.registry import games
from crownland.local.house import House, open_house
from tests.wasm.house import Keeper, play

Think = Callable[[str], Awaitable[str]]


async def main(think: Think, version: str) -> None:
    house = await open_house(Keeper(), think)
    for game in games():
        await play(house, game)
    for setup in example_setups():
        for level in LEVELS:
            await choose(think, level, str(first_choice(setup)))
    await look(house, version)
    await house.close()
    sys.stdout.write("done\n")


async def choose(think: Think, bot: str, position: str) -> None:
    question = {"type": "choose", "position": position, "bot": bot, "seconds": 0.05}
    answer = json.loads(await think(json.dumps(question)))
    assert answer["token"], (bot, position, answer)


async def look(house: House, version: str) -> None:
    """Asks for a catalogue, a replay, a review, puzzles and a score."""
    assert (await ask(house, "GET", "/catalogue"))["version"] == version
    recorded = {"record": Path("/here/tests/golden/kingdomino-2.kdn").read_text(encoding="utf-8")}
    await ask(house, "POST", "/replays", recorded)
    review = None
    while review is None:
        review = (await ask(house, "POST", "/reviews", recorded))["review"]
        await asyncio.sleep(0.05)
    today = (await ask(house, "GET", "/puzzles"))["today"]
    await ask(house, "GET", f"/puzzles/{today}")
    for game in games():
        kingdoms = [{"land": "c"}] * len(game.start(game.setup()).scores())
        await ask(house, "POST", "/score", {"game": game.key, "players": game.setup().players, "kingdoms": kingdoms})


async def ask(house: House, method: str, path: str, body: Any = None) -> Any:
    status, _, text = await house.call(method, path, "" if body is None else json.dumps(body))
    assert status < 300, (path, text)
    return json.loads(text)
