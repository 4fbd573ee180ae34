"""Whole games of every kind in a house, and everything around them."""

import asyncio
from random import Random
from typing import Any

import pytest

from crownland.games.registry import games
from crownland.local import mind
from crownland.server.tables import steward
from tests.local.support import MemoryKeeper, opened

SETUPS = [(game.key, players) for game in games() for players in sorted({game.players[0], game.players[-1]})]


@pytest.mark.parametrize(("game", "players"), SETUPS)
async def test_every_game_is_played_against_bots(game: str, players: int) -> None:
    async with opened() as page:
        table = await page.new_table(game, players, ["me", *["casual"] * (players - 1)])
        assert table["id"].startswith("here-")
        async with page.sit(table["id"]) as seated:
            await seated.until_over(Random(players))
        assert (await page.get(f"/tables/{table['id']}"))["ended"] == "finished"
        assert (await page.get("/tables"))[0]["result"] in ("won", "lost", "shared")
        record = await page.get(f"/tables/{table['id']}/record")
        replay = await page.get(f"/tables/{table['id']}/replay")
        assert len(replay["news"]) == len(seated.events)
        assert (await page.post("/replays", {"record": record}))["news"] == replay["news"]


async def test_people_share_a_device_and_take_back() -> None:
    async with opened() as page:
        table = await page.new_table("kingdomino", 3, ["me", "guest", "guest"], options={"harmony": "true"})
        async with page.sit(table["id"]) as seated:
            before = seated.seq
            assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"
            assert (await seated.back())["type"] == "accepted"
            assert seated.seq == before + 2
            await seated.until_over(Random(1))
            again = await page.post(f"/tables/{table['id']}/rematch")
        async with page.sit(again["id"]) as seated:
            await seated.until_begun()
            await page.post(f"/tables/{again['id']}/resign", {"seat": 0})
            await seated.until_over(Random(2))


async def test_a_clock_that_runs_out_lets_a_bot_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.tables.live_table.LiveTable._clock", 1)
    async with opened() as page:
        table = await page.new_table("kingdomino", 2, ["me", "guest"], clock=5)
        async with page.sit(table["id"]) as seated:
            while not any(event["bot"] for event in seated.events.values()):
                await seated.next()


async def test_bots_that_search_think_elsewhere_and_are_asked_again_when_that_dies() -> None:
    asked: list[str] = []

    async def think(question: str) -> str:
        asked.append(question)
        if len(asked) % 2:
            raise RuntimeError("the worker has died")
        return mind.answer(question.replace('"mcts"', '"mcts:sims=2"'))

    async with opened(think=think) as page:
        table = await page.new_table("kingdomino", 2, ["me", "mcts"])
        async with page.sit(table["id"]) as seated:
            await seated.until_over(Random(3))
    assert asked[::2] == asked[1::2]
    assert len(asked) > 10


async def test_an_action_that_cannot_be_kept_is_refused_and_has_not_happened() -> None:
    keeper = MemoryKeeper()
    async with opened(keeper) as page:
        table = (await page.new_table("kingdomino", 2, ["me", "guest"]))["id"]
        async with page.sit(table) as seated:
            before, pairs = seated.view, dict(keeper.pairs)
            keeper.is_full = True
            refused = await seated.act(seated.choices[0][0], id="one")
            assert (refused["id"], refused["code"]) == ("one", "store/failed")
            assert refused["message"] == "the storage of this device cannot be used now: try again"
            for method, path, body in (
                ("POST", "/tables", {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "guest"}]}),
                ("PUT", "/me", {"name": "Anna"}),
                ("POST", f"/tables/{table}/abandon", {}),
            ):
                status, answer = await page.call(method, path, body)
                assert (status, answer["code"]) == (503, "store/failed"), path
            assert (await seated.ask_hello())["view"] == before
            assert (keeper.pairs, await page.get("/me")) == (pairs, {"name": ""})
            assert len(await page.get("/tables")) == 1
            keeper.is_full = False
            assert (await seated.act(seated.choices[0][0], id="one"))["type"] == "accepted"
            await seated.until_over(Random(4))


async def test_a_bot_acts_again_when_its_action_could_not_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steward, "RETRY_SECONDS", 0.01)
    keeper = MemoryKeeper()
    async with opened(keeper) as page:
        table = (await page.new_table("kingdomino", 2, ["steady", "steady"]))["id"]
        keeper.is_full = True
        async with page.sit(table) as seated:
            await asyncio.sleep(0.05)
            keeper.is_full = False
            while seated.view is None or not seated.view["over"]:
                await seated.next()
        assert len([key for key in keeper.pairs if key.startswith("event/")]) == seated.seq


async def test_a_table_that_is_removed_leaves_nothing(caplog: pytest.LogCaptureFixture) -> None:
    keeper = MemoryKeeper()
    async with opened(keeper) as page:
        table = (await page.new_table("duel", 2, ["me", "steady"]))["id"]
        async with page.sit(table) as seated:
            await seated.until_over(Random(5))
        assert f"record/{table}" in keeper.pairs
        assert await page.call("DELETE", f"/tables/{table}") == (204, "")
        assert keeper.pairs == {}
        left = (await page.new_table("duel", 2, ["me", "steady"]))["id"]
        await page.post(f"/tables/{left}/abandon")
        assert await page.get("/tables") == []
        assert f"table/{left}" in keeper.pairs
    async with opened(keeper):
        assert keeper.pairs == {}
    keeper.pairs["table/broken"] = "{}"
    async with opened(keeper) as page:
        assert await page.get("/tables") == []
    assert "a table could not be read" in caplog.text


async def test_nobody_is_let_in_where_there_is_no_table() -> None:
    async with opened() as page:
        for table in ("here-0123456789a", "", "x" * 99):
            frames: list[Any] = []
            assert await page.house.connect(table, 0, frames.append) is None
            assert len(frames) == 1
            assert '"code":"table/unknown"' in frames[0]


async def test_a_page_that_is_gone_disturbs_nobody() -> None:
    def fail(frame: str) -> None:
        raise RuntimeError("the port is closed")

    async with opened() as page:
        table = (await page.new_table("kingdomino", 2, ["me", "steady"]))["id"]
        await page.house.connect(table, 0, fail)
        async with page.sit(table) as seated:
            await seated.until_over(Random(6))
