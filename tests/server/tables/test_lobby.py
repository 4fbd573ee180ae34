"""The lobby: creating tables, taking and leaving seats, beginning games."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from crownland.bots import LEVELS
from tests.server.support import Guest, Seated, generous, new_table, running


async def refusal(guest: Guest, path: str, body: Any = None) -> tuple[int, str]:
    """Sends a request that is refused, and returns the status and the code."""
    response = await guest.http.post(f"/api{path}", json=body)
    assert not response.is_success, response.text
    answer = response.json()
    assert set(answer) == {"code", "message", "rule"}
    return response.status_code, answer["code"]


async def test_a_table_waits_for_its_open_seats(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        made = await new_table(anna, "kingdomino", 3, ["me", "open", "greedy"])
        table = made["id"]
        assert made["phase"] == "open"
        assert made["host"] is True
        assert [seat["kind"] for seat in made["seats"]] == ["person", "open", "bot"]
        assert await refusal(anna, f"/tables/{table}/start") == (409, "table/open-seats")
        joined = await ben.post(f"/tables/{table}/join", {"name": "  Ben\n <b> "})
        assert joined["seats"][1]["name"] == "Ben <b>"
        assert joined["seats"][1]["mine"] is True
        assert joined["host"] is False
        assert await refusal(ben, f"/tables/{table}/start") == (403, "host/only")
        started = await anna.post(f"/tables/{table}/start")
        assert started["phase"] == "playing"
        assert await refusal(anna, f"/tables/{table}/start") == (409, "table/begun")


async def test_everybody_at_a_table_sees_who_connects_and_disconnects(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        made = await new_table(anna, "kingdomino", 2, ["me", "open"])
        table = made["id"]
        async with anna.sit(table) as seated:
            assert seated.view is None
            async with ben.sit(table):
                while seated.table["watching"] != 1:
                    await seated.hear("table")
                await ben.post(f"/tables/{table}/join", {"name": "Ben"})
                while not seated.table["seats"][1]["here"]:
                    await seated.hear("table")
                assert seated.table["watching"] == 0
                await ben.post(f"/tables/{table}/rename", {"seat": 1, "name": "Benjamin"})
                await seated.hear("table")
                assert seated.table["seats"][1]["name"] == "Benjamin"
            while seated.table["seats"][1]["here"]:
                await seated.hear("table")
            await anna.post(f"/tables/{table}/start")
            hello = await seated.hear("hello")  # nobody had a view that could change
            assert seated.table["phase"] == "playing"
            assert hello["events"][0]["kind"] == "chance"


async def test_a_seat_is_taken_once(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"seat": 1, "name": "Ben"})
        again = await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        assert again["seats"][1]["mine"] is True
        assert await refusal(zoe, f"/tables/{table}/join", {"seat": 1, "name": "Zoe"}) == (409, "seat/taken")
        assert await refusal(zoe, f"/tables/{table}/join", {"name": "Zoe"}) == (409, "table/full")
        assert await refusal(zoe, f"/tables/{table}/join", {"seat": 5, "name": "Zoe"}) == (404, "seat/unknown")
        assert await refusal(zoe, f"/tables/{table}/rename", {"seat": 1, "name": "Zoe"}) == (403, "seat/not-yours")
        assert await refusal(zoe, f"/tables/{table}/resign", {"seat": 1}) == (409, "table/not-begun")


async def test_concurrent_join_requests_take_one_seat(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 4, ["me", "open", "open", "open"]))["id"]
        answer = await asyncio.gather(*(ben.post(f"/tables/{table}/join", {"name": "Ben"}) for _ in range(4)))
        shown = await ben.get(f"/tables/{table}")
        assert [seat["mine"] for seat in shown["seats"]] == [False, True, False, False]
        (secret,) = {seat["secret"] for one in answer for seat in one["seats"]} - {None}
        assert (await ben.post(f"/tables/{table}/join", {"seat": 1, "secret": secret}))["seats"][1]["mine"]


async def test_a_secret_moves_the_seat_to_another_device(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as phone, Guest(url) as zoe:
        made = await new_table(anna, "kingdomino", 2, ["me", "greedy"])
        table, secret = made["id"], made["seats"][0]["secret"]
        assert secret
        assert made["seats"][1]["secret"] is None
        shown = await anna.get(f"/tables/{table}")
        assert [seat["secret"] for seat in shown["seats"]] == [None, None]
        wrong = {"name": "", "secret": secret[:-1] + ("A" if secret[-1] != "A" else "B")}
        assert await refusal(zoe, f"/tables/{table}/join", wrong) == (403, "seat/wrong-secret")
        async with phone.sit(table) as seated:
            taken = await phone.post(f"/tables/{table}/join", {"name": "", "secret": secret})
            assert taken["seats"][0]["mine"] is True
            while not seated.choices:
                await seated.next()
            assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"
        assert (await anna.get(f"/tables/{table}"))["seats"][0]["mine"] is False


async def test_the_host_puts_bots_into_open_seats_and_removes_them(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        turned = await anna.post(f"/tables/{table}/seats", {"seat": 1, "kind": "bot", "bot": "greedy"})
        assert (turned["seats"][1]["kind"], turned["seats"][1]["bot"]) == ("bot", "greedy")
        opened = await anna.post(f"/tables/{table}/seats", {"seat": 1, "kind": "open"})
        assert opened["seats"][1]["kind"] == "open"
        bot = {"seat": 1, "kind": "bot", "bot": "greedy"}
        assert await refusal(ben, f"/tables/{table}/seats", bot) == (403, "host/only")
        assert await refusal(anna, f"/tables/{table}/seats", bot | {"bot": "hal"}) == (422, "bot/unknown")
        assert await refusal(anna, f"/tables/{table}/seats", bot | {"seat": 0}) == (409, "seat/taken")


async def test_a_host_who_moves_to_another_device_stays_host(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as phone, Guest(url) as ben:
        made = await new_table(anna, "kingdomino", 3, ["me", "guest", "open"])
        table = made["id"]
        first, second = (made["seats"][seat]["secret"] for seat in (0, 1))
        moved = await phone.post(f"/tables/{table}/join", {"secret": second})
        assert (moved["host"], moved["seats"][1]["mine"]) == (False, True)
        moved = await phone.post(f"/tables/{table}/join", {"secret": first})
        assert (moved["host"], moved["seats"][0]["mine"]) == (True, True)
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        assert await refusal(anna, f"/tables/{table}/start") == (403, "host/only")
        assert (await phone.post(f"/tables/{table}/start"))["phase"] == "playing"


async def test_leaving_frees_the_seat_and_the_next_person_becomes_host(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 3, ["me", "open", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/leave")
        shown = await ben.get(f"/tables/{table}")
        assert shown["host"] is True
        assert [seat["kind"] for seat in shown["seats"]] == ["open", "person", "open"]
        left = await ben.post(f"/tables/{table}/leave")
        assert (left["phase"], left["ended"]) == ("closed", "abandoned")


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": 5},
        {"options": {"harmony": "maybe"}},
        {"options": {"colour": "red"}},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]},
        {"clock": 1},
        {"players": "2"},
        {"more": 1},
    ],
    ids=str,
)
async def test_an_invalid_table_is_refused(url: str, wrong: dict[str, Any]) -> None:
    body = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}], **wrong}
    async with Guest(url) as anna:
        status, code = await refusal(anna, "/tables", body)
        assert status == 422
        assert code in ("setup/invalid", "body/invalid", "bot/unknown")


async def test_my_tables_and_public_tables_are_listed(any_url: str) -> None:
    async with Guest(any_url) as anna, Guest(any_url) as ben:
        over = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        await anna.post(f"/tables/{over}/resign", {"seat": 0})
        mine = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        public = (await new_table(anna, "kingdomino", 2, ["me", "open"], public=True))["id"]
        closed = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await anna.post(f"/tables/{closed}/abandon")
        listed = [brief["table"]["id"] for brief in await anna.get("/tables")]
        assert listed[-1] == over
        assert set(listed) == {over, mine, public}
        assert await ben.get("/tables") == []
        offered = {table["id"]: table for table in await ben.get("/tables/public")}
        assert public in offered
        assert mine not in offered
        assert offered[public]["seats"][0]["mine"] is False
        await ben.post(f"/tables/{public}/join", {"name": "Ben"})
        assert [brief["table"]["id"] for brief in await ben.get("/tables")] == [public]


async def test_a_guest_keeps_their_name(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        assert await anna.get("/me") == {"name": ""}
        answer = await anna.http.put("/api/me", json={"name": "  Anna \u0000 Lee "})
        assert answer.json() == {"name": "Anna Lee"}
        assert await anna.get("/me") == {"name": "Anna Lee"}
        assert await ben.get("/me") == {"name": ""}
        made = await new_table(anna, "kingdomino", 2, ["me", "guest"])
        assert [seat["name"] for seat in made["seats"]] == ["Anna Lee", "B"]


async def test_with_two_kingdoms_a_resignation_loses_the_game(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "duel", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as seated:
            answer = await ben.post(f"/tables/{table}/resign", {"seat": 1})
            assert (answer["phase"], answer["ended"]) == ("over", "resigned")
            news = await seated.hear("news")
            assert news["events"][0]["kind"] == "resign"
            view = news["view"]
            assert view["over"] is True
            assert [(one["kingdom"], one["rank"], one["decided_by"]) for one in view["standings"]] == [
                (0, 1, None),
                (1, 2, "resigned"),
            ]
        record = (await anna.http.get(f"/api/tables/{table}/record")).text
        assert '[Forfeit "B: resigned"]' in record
        assert '[Seed "' in record


async def test_with_more_kingdoms_a_bot_replaces_a_player_who_resigns(url: str) -> None:
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 3, ["me", "guest", "guest"]))["id"]
        answer = await anna.post(f"/tables/{table}/resign", {"seat": 1})
        assert answer["phase"] == "playing"
        assert answer["seats"][1]["kind"] == "bot"
        assert await refusal(anna, f"/tables/{table}/resign", {"seat": 1}) == (403, "seat/not-yours")


async def test_a_partner_plays_on_when_the_other_one_resigns(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        seats = ["me", "open", "greedy", "greedy"]
        table = (await new_table(anna, "royal-wedding", 4, seats, options={"teams": "true"}))["id"]
        joined = await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        assert [seat["kingdom"] for seat in joined["seats"]] == [0, 0, 1, 1]
        await anna.post(f"/tables/{table}/start")
        answer = await ben.post(f"/tables/{table}/resign", {"seat": 1})
        assert answer["phase"] == "playing"
        answer = await anna.post(f"/tables/{table}/resign", {"seat": 0})
        assert (answer["phase"], answer["ended"]) == ("over", "resigned")


async def test_an_abandoned_table_is_closed(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        assert await refusal(ben, f"/tables/{table}/abandon") == (403, "host/only")
        async with anna.sit(table) as seated:
            answer = await anna.post(f"/tables/{table}/abandon")
            assert (answer["phase"], answer["ended"]) == ("closed", "abandoned")
            assert answer["seed"]
            await seated.hear("table")
            assert (await seated.act(seated.choices[0][0]))["code"] == "table/over"
        assert await refusal(anna, f"/tables/{table}/abandon") == (409, "table/over")


async def until_acted(*players: Seated) -> None:
    """Lets whoever is to act do so."""
    for seated in players:
        await seated.until_begun()
    acting = next(seated for seated in players if seated.choices)
    assert (await acting.act(acting.choices[0][0]))["type"] == "accepted"


async def test_a_host_who_abandons_a_game_against_a_person_loses_it(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as first, ben.sit(table) as second:
            await until_acted(first, second)
            answer = await anna.post(f"/tables/{table}/abandon")
            assert (answer["phase"], answer["ended"]) == ("over", "resigned")
            while second.view is None or not second.view["over"]:
                await second.next()
            standings = [(one["kingdom"], one["rank"]) for one in second.view["standings"]]
            assert standings == [(1, 1), (0, 2)]


async def test_a_host_who_leaves_a_game_of_others_cannot_end_it(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        table = (await new_table(anna, "kingdomino", 4, ["me", "guest", "open", "open"]))["id"]
        for guest in (ben, zoe):
            await guest.post(f"/tables/{table}/join", {"name": "X"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as first, ben.sit(table) as second, zoe.sit(table) as third:
            await until_acted(first, second, third)
            answer = await anna.post(f"/tables/{table}/abandon")
            assert answer["phase"] == "playing"
            assert [seat["kind"] for seat in answer["seats"]] == ["bot", "bot", "person", "person"]
            assert await refusal(anna, f"/tables/{table}/abandon") == (409, "table/begun")


async def test_a_host_may_close_a_table_at_which_nobody_has_acted(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        answer = await anna.post(f"/tables/{table}/abandon")
        assert (answer["phase"], answer["ended"]) == ("closed", "abandoned")


async def test_the_host_removes_somebody_who_cannot_come_back(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        table = (await new_table(anna, "kingdomino", 4, ["me", "open", "open", "greedy"]))["id"]
        joined = await ben.post(f"/tables/{table}/join", {"seat": 1, "name": "Ben"})
        await ben.post(f"/tables/{table}/join", {"seat": 2, "name": "Ben"})
        assert await refusal(zoe, f"/tables/{table}/remove", {"seat": 1}) == (403, "host/only")
        for seat in (0, 3):
            assert await refusal(anna, f"/tables/{table}/remove", {"seat": seat}) == (409, "seat/not-theirs")
        removed = await anna.post(f"/tables/{table}/remove", {"seat": 1})
        assert [seat["kind"] for seat in removed["seats"]] == ["person", "open", "open", "bot"]
        assert await refusal(ben, f"/tables/{table}/join", {"name": "Ben"}) == (403, "seat/removed")
        secret = {"secret": joined["seats"][1]["secret"]}
        assert await refusal(ben, f"/tables/{table}/join", secret) == (403, "seat/wrong-secret")
        assert table not in [brief["table"]["id"] for brief in await ben.get("/tables")]
        assert (await zoe.post(f"/tables/{table}/join", {"seat": 1, "name": "Zoe"}))["seats"][1]["mine"]


async def test_somebody_can_be_removed_until_the_first_action(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        table = (await new_table(anna, "kingdomino", 3, ["me", "open", "open"]))["id"]
        for guest in (ben, zoe):
            await guest.post(f"/tables/{table}/join", {"name": "X"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as first, ben.sit(table) as second, zoe.sit(table) as third:
            removed = await anna.post(f"/tables/{table}/remove", {"seat": 2})
            assert [seat["kind"] for seat in removed["seats"]] == ["person", "person", "bot"]
            while third.table["seats"][2]["mine"]:
                await third.hear("table")
            while not any(event["kind"] == "action" for event in first.events.values()):
                if first.choices or second.choices:
                    await until_acted(first, second)
                else:
                    await first.next()
                if second.seq > first.seq:  # the second one has acted
                    await first.next()
            assert await refusal(anna, f"/tables/{table}/remove", {"seat": 1}) == (409, "table/begun")


async def test_the_invite_link_is_drawn(url: str) -> None:
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        response = await anna.http.get(f"/api/tables/{table}/invite.svg")
        assert response.headers["content-type"] == "image/svg+xml"
        assert response.text.startswith("<svg")


async def test_a_link_made_on_the_servers_own_machine_works_for_others(tmp_path: Path) -> None:
    with running(generous(tmp_path, nearby="http://192.0.2.7:8000")) as url:
        async with Guest(url) as anna:
            assert (await anna.http.get("/api/catalogue")).json()["nearby"] == "http://192.0.2.7:8000"
            table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
            path = f"/api/tables/{table}/invite.svg"
            here = await anna.http.get(path)
            there = await anna.http.get(path, headers={"Host": "192.0.2.7:8000"})
            elsewhere = await anna.http.get(path, headers={"Host": "tables.example.org"})
            assert here.text == there.text != elsewhere.text


async def test_the_catalogue_has_an_etag(url: str) -> None:
    async with Guest(url) as anna:
        response = await anna.http.get("/api/catalogue")
        answer = response.json()
        assert {game["key"] for game in answer["games"]} == {"kingdomino", "queendomino", "royal-wedding", "duel"}
        assert answer["lands"]["terrain"]["w"] == "wheat"
        assert set(answer["components"]) == {"buildings", "spells", "dice"}
        assert answer["numbers"]["kingdomino.harmony.points"] == 5
        assert [bot["key"] for bot in answer["bots"]] == list(LEVELS)  # the weakest first
        again = await anna.http.get("/api/catalogue", headers={"If-None-Match": response.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
