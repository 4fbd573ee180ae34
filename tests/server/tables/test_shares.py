"""A mixed deal: players promise and reveal values, and the deal follows from them and the seed of the server."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from crownland.cli import app
from crownland.dealer import new_seed, promise_of, verify
from crownland.notation import read_record
from tests.server.support import Guest, new_table

ANNA, BEN = "a1" * 32, "b2" * 32


async def seated(anna: Guest, ben: Guest) -> str:
    table = str((await new_table(anna, "kingdomino", 3, ["me", "open", "greedy"], mixed=True))["id"])
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    return table


async def refused(guest: Guest, table: str, path: str, body: Any = None) -> str:
    answer = await guest.http.post(f"/api/tables/{table}/{path}", json=body or {})
    assert answer.is_client_error, answer.text
    return str(answer.json()["code"])


async def promise(guest: Guest, table: str, value: str) -> Any:
    return await guest.post(f"/tables/{table}/share", {"promise": promise_of(value)})


async def reveal(guest: Guest, table: str, value: str) -> Any:
    return await guest.post(f"/tables/{table}/share", {"value": value})


async def test_the_deal_follows_from_what_the_players_have_mixed_into_it(any_url: str, tmp_path: Path) -> None:
    async with Guest(any_url) as anna, Guest(any_url) as ben:
        table = await seated(anna, ben)
        shown = await promise(anna, table, ANNA)
        assert shown["shares"] == [
            {"seat": 0, "promise": promise_of(ANNA), "value": None},
            {"seat": 1, "promise": None, "value": None},
        ]
        await promise(ben, table, BEN)
        await reveal(ben, table, BEN)
        assert await refused(anna, table, "start") == "share/missing"
        assert [share["value"] for share in (await reveal(anna, table, ANNA))["shares"]] == [ANNA, BEN]
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as first, ben.sit(table) as second:
            rng = Random(1)
            while first.table["phase"] == "playing":
                for one in (first, second):
                    if one.choices:
                        await one.act(rng.choice(one.choices)[0])
                await first.ask_hello()
                await second.ask_hello()
            assert [share["value"] for share in first.table["shares"]] == [ANNA, BEN]
        text = (await anna.http.get(f"/api/tables/{table}/record")).text
    record = read_record(text)
    assert record.tag("Shares") == f"A:{ANNA} B:{BEN}"
    assert verify(record) == verify(record, ANNA) == ()
    assert verify(record, new_seed())[0].endswith("was not mixed into the deal")
    assert verify(read_record(text.replace(ANNA, new_seed()))) != ()  # other values deal otherwise
    assert verify(read_record(text.replace(f'[Shares "A:{ANNA} B:{BEN}"]\n', ""))) != ()
    (tmp_path / "game.kdn").write_text(text)
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "game.kdn"), "--share", BEN])
    assert done.exit_code == 0
    assert f"Ben has mixed a value into it, which must have been promised as {promise_of(BEN)}" in done.output


async def test_nobody_can_choose_a_value_by_what_others_have_revealed(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        table = await seated(anna, ben)
        assert await refused(zoe, table, "share", {"promise": promise_of(ANNA)}) == "seat/none"
        assert await refused(anna, table, "share", {"value": ANNA}) == "share/early"
        await promise(anna, table, BEN)
        await promise(anna, table, ANNA)  # nobody has revealed anything yet
        await promise(ben, table, BEN)
        assert await refused(ben, table, "share", {"promise": promise_of(ANNA)}) == "share/promised"
        assert await refused(ben, table, "share", {"value": ANNA}) == "share/wrong"
        await reveal(anna, table, ANNA)
        assert await refused(ben, table, "share", {"promise": promise_of(ANNA)}) == "share/promised"
        assert await refused(ben, table, "share", {"value": "A" * 64}) == "body/invalid"
        assert await refused(ben, table, "share", {}) == "body/invalid"
        assert await refused(anna, table, "share", {"promise": promise_of(BEN)}) == "share/promised"
        left = await ben.post(f"/tables/{table}/leave")  # whoever sits down next must not know Anna's value
        assert left["shares"] == [{"seat": 0, "promise": None, "value": None}]
        plain = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        assert await refused(anna, plain, "share", {"promise": promise_of(ANNA)}) == "share/none"


async def test_a_host_who_knows_the_values_of_others_cannot_begin_the_deal_anew(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as phone:
        made = await new_table(anna, "kingdomino", 3, ["me", "open", "greedy"], mixed=True)
        table, secret = str(made["id"]), made["seats"][0]["secret"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await promise(anna, table, ANNA)
        await promise(ben, table, BEN)
        opened = await anna.post(f"/tables/{table}/seats", {"seat": 2, "kind": "open"})
        assert [share["promise"] for share in opened["shares"]] == [None, None]  # nobody has revealed anything
        await anna.post(f"/tables/{table}/seats", {"seat": 2, "kind": "bot", "bot": "greedy"})
        await promise(anna, table, ANNA)
        await promise(ben, table, BEN)
        await reveal(ben, table, BEN)
        assert await refused(anna, table, "seats", {"seat": 2, "kind": "open"}) == "share/revealed"
        await reveal(anna, table, ANNA)
        assert await refused(anna, table, "seats", {"seat": 2, "kind": "open"}) == "share/revealed"
        assert await refused(anna, table, "share", {"promise": promise_of(BEN)}) == "share/promised"
        moved = await phone.post(f"/tables/{table}/join", {"secret": secret})  # the same person with another device
        assert [share["value"] for share in moved["shares"]] == [ANNA, BEN]
        assert (await phone.post(f"/tables/{table}/start"))["phase"] == "playing"


async def test_who_plays_two_seats_cannot_part_them_to_begin_the_deal_anew(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as phone:
        made = await new_table(anna, "kingdomino", 3, ["me", "guest", "open"], mixed=True)
        table, secret = str(made["id"]), made["seats"][1]["secret"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await promise(anna, table, ANNA)
        await promise(ben, table, BEN)
        await reveal(ben, table, BEN)
        assert await refused(phone, table, "join", {"secret": secret}) == "share/revealed"


@pytest.mark.parametrize("seats", [["me", "guest"], ["me", "greedy"]])
async def test_one_guest_has_one_share_and_a_full_table_waits_for_it(url: str, seats: list[str]) -> None:
    async with Guest(url) as anna:
        made = await new_table(anna, "kingdomino", 2, seats, mixed=True)
        assert (made["phase"], [share["seat"] for share in made["shares"]]) == ("open", [0])
        await promise(anna, made["id"], ANNA)
        await reveal(anna, made["id"], ANNA)
        begun = await anna.post(f"/tables/{made['id']}/start")
        assert begun["phase"] == "playing"
        await anna.post(f"/tables/{made['id']}/abandon")
        record = read_record((await anna.http.get(f"/api/tables/{made['id']}/record")).text)
        assert verify(record, ANNA) == ()
