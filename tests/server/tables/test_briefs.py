"""The list of one's own tables says how each game stands."""

from pathlib import Path
from random import Random
from typing import Any

from tests.server.support import Guest, generous, new_table, running


async def brief_of(guest: Guest, table: str) -> dict[str, Any]:
    briefs = {brief["table"]["id"]: brief for brief in await guest.get("/tables")}
    found: dict[str, Any] = briefs[table]
    return found


async def test_a_brief_says_who_acts_and_how_it_stands(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        waiting = await brief_of(anna, table)
        assert (waiting["position"], waiting["result"]) == (None, None)
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as seated:
            for _ in range(3):
                async with (anna if seated.choices else ben).sit(table) as acting:
                    await acting.act(acting.choices[0][0])
                await seated.ask_hello()
            view, last = seated.view, max(seated.events)
            assert view is not None
            for guest in (anna, ben):
                brief = await brief_of(guest, table)
                assert brief["position"]["actor"] == view["actor"]
                assert brief["position"]["standings"] == view["standings"]
                assert (brief["position"]["round"], brief["position"]["rounds"]) == (view["round"], view["rounds"])
                own = next(seat["kingdom"] for seat in brief["table"]["seats"] if seat["mine"])
                assert brief["position"]["kingdom"] == view["kingdoms"][own] | {"lines": []}
                assert brief["played"] == seated.events[last]["at"]
                assert brief["result"] is None


async def test_a_brief_tells_the_result_of_everybody(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        await ben.post(f"/tables/{table}/resign", {"seat": 1})
        assert (await brief_of(anna, table))["result"] == "won"
        assert (await brief_of(ben, table))["result"] == "resigned"
        alone = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        await anna.post(f"/tables/{alone}/resign", {"seat": 0})
        assert (await brief_of(anna, alone))["result"] is None


async def test_who_gave_up_among_several_finds_the_finished_game_in_their_list(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 3, ["me", "open", "uniform"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        await ben.post(f"/tables/{table}/resign", {"seat": 1})
        assert await ben.get("/tables") == []  # nothing there waits for him
        async with anna.sit(table) as seated:
            await seated.until_over(Random(1))
        brief = await brief_of(ben, table)
        assert brief["result"] == "resigned"
        assert brief["position"]["kingdom"]["seats"] == [1]


async def test_a_brief_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna:
            running_on = (await new_table(anna, "queendomino", 2, ["me", "guest"]))["id"]
            over = (await new_table(anna, "kingdomino", 2, ["me", "uniform"]))["id"]
            async with anna.sit(running_on) as seated:
                for _ in range(4):
                    await seated.act(seated.choices[0][0])
            async with anna.sit(over) as seated:
                await seated.until_over(Random(1))
            before, cookies = [await brief_of(anna, table) for table in (running_on, over)], anna.http.cookies
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna:
            anna.http.cookies = cookies
            for _ in range(2):  # the second list is made of what is kept
                after = [await brief_of(anna, table) for table in (running_on, over)]
                assert [one["position"] for one in after] == [one["position"] for one in before]
                assert [one["result"] for one in after] == [one["result"] for one in before]
            assert after[1]["result"] in ("won", "lost", "shared")
            async with anna.sit(running_on) as seated:
                await seated.act(seated.choices[0][0])
                assert (await brief_of(anna, running_on))["position"]["actor"] == (seated.view or {})["actor"]


async def test_a_finished_table_can_be_removed_from_ones_own_list(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        refused = await anna.http.delete(f"/api/tables/{table}")
        assert (refused.status_code, refused.json()["code"]) == (409, "table/begun")
        await ben.post(f"/tables/{table}/resign", {"seat": 1})
        for _ in range(2):
            assert (await anna.http.delete(f"/api/tables/{table}")).status_code == 204
        assert await anna.get("/tables") == []
        assert (await brief_of(ben, table))["table"]["id"] == table
        assert (await anna.get(f"/tables/{table}"))["phase"] == "over"


async def test_who_removes_an_open_table_leaves_it(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        assert (await ben.http.delete(f"/api/tables/{table}")).status_code == 204
        assert [seat["kind"] for seat in (await brief_of(anna, table))["table"]["seats"]] == ["person", "open"]
        assert (await anna.http.delete(f"/api/tables/{table}")).status_code == 204
        assert (await anna.get(f"/tables/{table}"))["phase"] == "closed"
