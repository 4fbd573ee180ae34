"""A tab that is killed or reloaded in the middle of a turn loses nothing, and nothing happens twice."""

import asyncio
from random import Random

import pytest

from crownland.games.registry import find_game, games
from crownland.local.house import open_house
from tests.local.support import MemoryKeeper, Page
from tests.server.support import Seated

KILLS = 40


@pytest.mark.parametrize("game", [game.key for game in games()])
async def test_a_killed_house_has_kept_everything_it_acknowledged(game: str) -> None:
    rng, pairs, kills = Random(game), dict[str, str](), 0
    acknowledged: dict[str, tuple[int, str]] = {}  # by the id of the frame: the number and the token of its event
    waiting: dict[str, str] = {}  # frames without an answer, which the page sends again
    table, name = "", 0
    seats = ["me", *["casual"] * (find_game(game).setup().players - 1)]
    while kills < KILLS:
        keeper = MemoryKeeper(pairs)
        house = await open_house(keeper)
        page = Page(house)
        unfinished = [one["table"]["id"] for one in await page.get("/tables") if one["table"]["phase"] == "playing"]
        if not unfinished:
            table, acknowledged, waiting = (await page.new_table(game, len(seats), seats))["id"], {}, {}
        assert unfinished in ([], [table])
        async with page.sit(table) as seated:
            _compare(seated, acknowledged)
            steps = rng.randrange(1, 60)
            acting = asyncio.create_task(_act(seated, rng, acknowledged, waiting, f"{game}-{name}"))
            for _ in range(steps):
                await asyncio.sleep(0)
            keeper.is_cut = True
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)
        await house.close()
        kills, name = kills + 1, name + 1
    assert name == KILLS


async def _act(
    seated: Seated, rng: Random, acknowledged: dict[str, tuple[int, str]], waiting: dict[str, str], name: str
) -> None:
    """Plays until cancelled; what was not answered before is sent again first."""
    for id, token in list(waiting.items()):
        await _send(seated, id, token, acknowledged, waiting)
    while seated.table["phase"] == "playing":
        if seated.choices:
            await _send(seated, f"{name}-{seated.seq}", rng.choice(seated.choices)[0], acknowledged, waiting)
        else:
            await seated.next()


async def _send(
    seated: Seated, id: str, token: str, acknowledged: dict[str, tuple[int, str]], waiting: dict[str, str]
) -> None:
    waiting[id] = token
    answer = await seated.act(token, id=id)
    if answer["type"] == "accepted":
        acknowledged[id] = answer["seq"], token
        _compare(seated, acknowledged)
    else:  # somebody has acted meanwhile, or the storage is cut off
        assert answer["code"] in ("table/stale", "action/not-your-turn", "store/failed", "table/over"), answer
    if answer.get("code") != "store/failed":
        del waiting[id]


def _compare(seated: Seated, acknowledged: dict[str, tuple[int, str]]) -> None:
    for seq, token in acknowledged.values():
        assert seated.events[seq]["token"] == token
    assert list(seated.events) == list(range(1, len(seated.events) + 1))
