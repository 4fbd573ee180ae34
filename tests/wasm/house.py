"""Plays a whole game of every kind in a house: all that a page without a server consists of.

It needs the standard library, Crownland and msgspec.
"""

import asyncio
import json
import sys
from typing import Any

from crownland.games.registry import games
from crownland.games.setup import Game
from crownland.local.house import House, open_house


class Keeper:
    """Keeps everything in memory."""

    def __init__(self) -> None:
        self.pairs: dict[str, str] = {}

    async def read(self, key: str) -> str | None:
        return self.pairs.get(key)

    async def range(self, prefix: str) -> str:
        return json.dumps([[key, self.pairs[key]] for key in sorted(self.pairs) if key.startswith(prefix)])

    async def write(self, batch: str) -> None:
        self.pairs |= {key: value for key, value in json.loads(batch) if value is not None}


async def play(house: House, game: Game) -> None:
    """Plays against simple bots: always the first offer, taking it back once."""
    players = game.setup().players
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "casual"}] * (players - 1)]
    made = await _ask(house, "POST", "/tables", {"game": game.key, "players": players, "seats": seats})
    frames: asyncio.Queue[str] = asyncio.Queue()
    line = await house.connect(made["id"], 0, frames.put_nowait)
    assert line is not None, frames.get_nowait()
    line.receive('{"type":"pace","pace":"once"}')
    read, acts, backs = 0, 0, 0
    is_over = False
    while not is_over:
        frame = json.loads(await frames.get())
        read += 1
        assert frame["type"] != "refused", frame
        is_over = frame.get("view", {}).get("over", False)
        if frame.get("offers"):
            seq = frame["events"][-1]["seq"]
            if frame.get("can_take_back") and not backs:
                backs += 1
                line.receive(json.dumps({"type": "back", "seq": seq, "id": "back"}))
                continue
            acts += 1
            token = frame["offers"][0]["choices"][0][0]
            line.receive(json.dumps({"type": "act", "seq": seq, "token": token, "id": f"act-{acts}"}))
    line.close()
    assert (await _ask(house, "GET", f"/tables/{made['id']}"))["ended"] == "finished"
    assert (await _ask(house, "GET", "/tables"))[0]["result"] is not None
    sys.stdout.write(f"{game.key}: {read} frames\n")


async def _ask(house: House, method: str, path: str, body: Any = None) -> Any:
    status, _, text = await house.call(method, path, "" if body is None else json.dumps(body))
    assert status < 300, text
    return json.loads(text)


async def main() -> None:
    house = await open_house(Keeper())
    for game in games():
        await play(house, game)
    await house.close()


if __name__ == "__main__":
    asyncio.run(main())
