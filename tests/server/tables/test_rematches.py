"""A rematch is an offer: both see it, both accept, and nobody is seated who has not."""

from pathlib import Path
from typing import Any

from tests.server.support import Guest, Seated, generous, new_table, running


async def finished(host: Guest, *others: Guest, bots: int = 0, **values: Any) -> str:
    """A table at which everybody has played; the last to come gives up until the game is over."""
    seats = ["me", *["open" for _ in others], *["uniform" for _ in range(bots)]]
    table: str = (await new_table(host, "kingdomino", len(seats), seats, **values))["id"]
    for at, guest in enumerate(others, start=1):
        await guest.post(f"/tables/{table}/join", {"name": f"Guest {at}"})
    if others:
        await host.post(f"/tables/{table}/start")
    if len(seats) == 2:
        await host.post(f"/tables/{table}/resign", {"seat": 0})
        return table
    async with host.sit(table) as seated:
        while seated.table["phase"] == "playing":
            for guest in (host, *others):
                async with guest.sit(table) as one:
                    while one.choices:
                        await one.act(one.choices[0][0])
            await seated.ask_hello()
    return table


async def until(seated: Seated, phase: str) -> None:
    while seated.table["phase"] != phase:
        await seated.next()


def kinds(table: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


async def refusal(guest: Guest, path: str) -> tuple[int, str]:
    answer = await guest.http.post(f"/api{path}")
    return answer.status_code, answer.json()["code"]


async def test_a_rematch_begins_when_the_other_has_accepted_and_both_are_there(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        table = await finished(anna, ben, options={"harmony": "true"}, clock=300)
        assert await refusal(zoe, f"/tables/{table}/rematch") == (403, "seat/none")
        assert await refusal(ben, f"/tables/{table}/decline") == (409, "rematch/none")
        async with ben.sit(table) as watching:
            offered = await anna.post(f"/tables/{table}/rematch")
            assert (offered["phase"], kinds(offered)) == ("open", ["person", "open"])
            assert (offered["seats"][1]["asked"], offered["seats"][1]["name"]) == ("other", "Guest 1")
            assert offered["seats"][0]["secret"]
            assert offered["options"]["harmony"] == "true"
            assert offered["clock"] == 300
            await watching.hear("table")
            assert watching.table["rematch"] == {"table": offered["id"], "seat": 0, "answer": "open"}
        assert (await anna.get(f"/tables/{table}"))["rematch"]["answer"] == "yes"
        assert (await anna.post(f"/tables/{table}/rematch"))["id"] == offered["id"]
        async with ben.sit(offered["id"]) as coming:
            async with anna.sit(offered["id"]):
                await coming.hear("table")
            assert coming.table["seats"][1]["asked"] == "me"
            assert [seat["host"] for seat in coming.table["seats"]] == [True, False]
        async with anna.sit(offered["id"]) as waiting:
            accepted = await ben.post(f"/tables/{table}/rematch")
            assert (accepted["id"], kinds(accepted)) == (offered["id"], ["person", "person"])
            assert [seat["mine"] for seat in accepted["seats"]] == [False, True]
            assert accepted["seats"][1]["secret"]
            assert (await ben.get(f"/tables/{table}"))["rematch"]["answer"] == "yes"
            assert (await zoe.get(f"/tables/{table}"))["rematch"]["answer"] is None
            await waiting.ask_hello()
            assert waiting.table["phase"] == "open"  # Ben has not come yet
            async with ben.sit(offered["id"]) as coming:
                await until(coming, "playing")
                await until(waiting, "playing")


async def test_two_who_offer_a_rematch_have_agreed(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await finished(anna, ben)
        first, second = await anna.post(f"/tables/{table}/rematch"), await ben.post(f"/tables/{table}/rematch")
        assert first["id"] == second["id"]
        async with anna.sit(first["id"]) as one, ben.sit(first["id"]) as other:
            await until(one, "playing")
            await until(other, "playing")


async def test_who_declines_leaves_an_open_seat(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as cleo, Guest(url) as zoe:
        table = await finished(anna, ben, cleo)
        again = (await anna.post(f"/tables/{table}/rematch"))["id"]
        await ben.post(f"/tables/{table}/rematch")
        assert await refusal(zoe, f"/tables/{again}/join") == (422, "body/invalid")
        kept = await zoe.http.post(f"/api/tables/{again}/join", json={"seat": 2})
        assert (kept.status_code, kept.json()["code"]) == (409, "seat/kept")
        full = await zoe.http.post(f"/api/tables/{again}/join", json={})
        assert (full.status_code, full.json()["code"]) == (409, "table/full")
        declined = await cleo.post(f"/tables/{table}/decline")
        assert declined["rematch"]["answer"] == "no"
        assert await refusal(ben, f"/tables/{table}/decline") == (409, "rematch/accepted")
        open_seat = (await anna.get(f"/tables/{again}"))["seats"][2]
        assert (open_seat["kind"], open_seat["asked"], open_seat["name"]) == ("open", None, "Guest 2")
        async with anna.sit(again) as one, ben.sit(again) as other:
            await anna.post(f"/tables/{again}/seats", {"seat": 2, "kind": "bot", "bot": "uniform"})
            await until(one, "playing")  # everybody is there
            await until(other, "playing")
        assert await refusal(cleo, f"/tables/{table}/rematch") == (409, "table/begun")


async def test_who_has_declined_may_change_their_mind(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await finished(anna, ben)
        again = (await anna.post(f"/tables/{table}/rematch"))["id"]
        await ben.post(f"/tables/{table}/decline")
        await ben.post(f"/tables/{table}/rematch")
        assert (await ben.get(f"/tables/{table}"))["rematch"]["answer"] == "yes"
        assert kinds(await ben.get(f"/tables/{again}")) == ["person", "person"]


async def test_bots_sit_again_and_those_who_play_alone_begin_at_once(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await finished(anna, ben, bots=1)
        assert kinds(await anna.post(f"/tables/{table}/rematch")) == ["person", "open", "bot"]
        alone = (await new_table(anna, "kingdomino", 3, ["me", "guest", "uniform"]))["id"]
        await anna.post(f"/tables/{alone}/abandon")
        again = await anna.post(f"/tables/{alone}/rematch")
        assert (again["phase"], kinds(again)) == ("playing", ["person", "person", "bot"])


async def test_who_gave_up_among_several_is_asked_too(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 3, ["me", "open", "uniform"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        await ben.post(f"/tables/{table}/resign", {"seat": 1})
        await anna.post(f"/tables/{table}/abandon")
        again = await anna.post(f"/tables/{table}/rematch")
        assert [again["seats"][1][key] for key in ("kind", "name", "asked")] == ["open", "Ben", "other"]
        assert (await ben.get(f"/tables/{table}"))["rematch"] == {"table": again["id"], "seat": 0, "answer": "open"}
        async with ben.sit(table) as seated:  # whatever is sent later says the same to him
            async with anna.sit(table):
                await seated.hear("table")
            assert seated.table["rematch"]["answer"] == "open"
        assert [seat["mine"] for seat in (await ben.post(f"/tables/{table}/rematch"))["seats"]] == [False, True, False]


async def test_an_offer_is_withdrawn_with_its_table_and_can_be_made_again(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await finished(anna, ben)
        first = (await anna.post(f"/tables/{table}/rematch"))["id"]
        await anna.post(f"/tables/{first}/abandon")
        assert (await ben.get(f"/tables/{table}"))["rematch"] is None
        second = (await ben.post(f"/tables/{table}/rematch"))["id"]
        assert second != first
        assert (await anna.get(f"/tables/{table}"))["rematch"] == {"table": second, "seat": 1, "answer": "open"}


async def test_whom_the_host_has_removed_cannot_accept_again(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await finished(anna, ben)
        again = (await anna.post(f"/tables/{table}/rematch"))["id"]
        await ben.post(f"/tables/{table}/rematch")
        await anna.post(f"/tables/{again}/remove", {"seat": 1})
        assert await refusal(ben, f"/tables/{table}/rematch") == (403, "seat/removed")


async def test_an_offer_outlives_the_server(tmp_path: Path) -> None:
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna, Guest(url) as ben:
            table = await finished(anna, ben)
            again = (await anna.post(f"/tables/{table}/rematch"))["id"]
            cookies = anna.http.cookies, ben.http.cookies
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna, Guest(url) as ben:
            anna.http.cookies, ben.http.cookies = cookies
            assert (await ben.get(f"/tables/{table}"))["rematch"] == {"table": again, "seat": 0, "answer": "open"}
            async with anna.sit(again) as waiting:
                await ben.post(f"/tables/{table}/rematch")
                async with ben.sit(again):
                    await until(waiting, "playing")
