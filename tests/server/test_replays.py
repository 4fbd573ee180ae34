"""Replays of finished tables and of records that are sent, and tables that begin at a position of one."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import httpx
import pytest

from crownland.dealer import verify
from crownland.notation import parse_position, read_record
from crownland.server.calls.folding import MAX_OF_ADDRESS
from crownland.server.frames.replay import MAX_RECORD, read_game
from crownland.testing.server import view_after
from tests.server.support import Guest, generous, new_table, running

GOLDEN = Path(__file__).parents[1] / "golden"
KINGDOMINO = (GOLDEN / "kingdomino-2.kdn").read_text(encoding="utf-8")


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.kdn").read_text(encoding="utf-8")


def views_of(replay: dict[str, Any]) -> list[dict[str, Any]]:
    """Every view of a replay, put together as the page does."""
    views = [replay["start"]]
    for news in replay["news"]:
        views.append(view_after(views[-1], news))
    return views


async def refused(guest: Guest, path: str, body: Any) -> tuple[int, str]:
    response = await guest.http.post(f"/api{path}", json=body)
    return response.status_code, response.json()["code"]


async def test_a_finished_table_is_replayed_action_by_action(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as zoe:
        table = (await new_table(anna, "kingdomino", 2, ["me", "greedy"]))["id"]
        async with anna.sit(table) as seated:
            early = await anna.http.get(f"/api/tables/{table}/replay")
            assert (early.status_code, early.json()["code"]) == (409, "table/not-over")
            await seated.until_over(Random(1))
            last = seated.view
        replay, seen = await anna.get(f"/tables/{table}/replay"), await zoe.get(f"/tables/{table}/replay")
        record = (await anna.http.get(f"/api/tables/{table}/record")).text
    views = views_of(replay)
    assert views[-1] == last
    assert len(views) == len(replay["positions"]) == last["seq"] + 1
    assert [str(parse_position(one)) for one in replay["positions"]] == replay["positions"]
    assert replay["record"] == record
    assert (replay["mine"], seen["mine"]) == ([0], [])


async def test_a_game_that_somebody_resigned_ends_with_that(url: str) -> None:
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "greedy"]))["id"]
        async with anna.sit(table) as seated:
            while not seated.choices:
                await seated.next()
            await seated.act(seated.choices[0][0])
            await anna.post(f"/tables/{table}/resign", {"seat": 0})
        replay = await anna.get(f"/tables/{table}/replay")
    views = views_of(replay)
    assert [view["over"] for view in views[-2:]] == [False, True]
    assert [one["kingdom"] for one in views[-1]["standings"]] == [1, 0]
    assert replay["news"][-1]["events"][0]["kind"] == "resign"
    assert read_record(replay["record"]).loser == 0


@pytest.mark.parametrize("name", ["kingdomino-dynasty", "queendomino-3", "royal-wedding-teams-8", "duel-2-rules-1"])
async def test_a_record_that_is_sent_is_replayed(url: str, name: str) -> None:
    text = golden(name)
    async with Guest(url) as guest:
        replay = await guest.post("/replays", {"record": text})
    record, last = read_record(text), views_of(replay)[-1]
    assert last["over"]
    totals = [sum(k["total"] for k in (*(past[at] for past in last["past"]), last["kingdoms"][at])) for at in range(2)]
    assert totals == [int(one) for one in (record.tag("Totals") or "").split()[:2]] or last["past"]
    assert replay["names"] == list(record.names)
    assert read_record(replay["record"]) == record


async def test_an_unfinished_game_is_replayed_as_far_as_it_goes(url: str) -> None:
    head, body = KINGDOMINO.split("\n\n")
    text = f"{head}\n\n" + "\n".join(body.splitlines()[:3])
    async with Guest(url) as guest:
        replay = await guest.post("/replays", {"record": text})
    last = views_of(replay)[-1]
    assert (last["over"], last["round"]) == (False, 4)


TAG = '[Game "kingdomino"]\n[Players "2"]\n'
BAD = {
    "nothing": ("", "record/none"),
    "another file": ("%PDF-1.7 \u0000\u0001", "record/none"),
    "words": ("Dear Anna, here is our game.", "record/none"),
    "a page": ("<html>", "record/none"),
    "no actions": (f"{TAG}\n", "record/empty"),
    "a broken tag": ('[Game "kingdomino]\n\n1. OAB', "record/invalid"),
    "no such game": ('[Game "chess"]\n[Players "2"]\n\n1. OAB', "record/invalid"),
    "no such token": (f"{TAG}\n1. OABBA xyzzy", "record/invalid"),
    "an illegal action": (f"{TAG}\n1. OABBA L3.17.22.41 K4", "record/illegal"),
    "rules to come": (f'{TAG}[Rules "99"]\n\n1. OABBA', "record/other-rules"),
    "a start of another game": (f'{TAG}[Start "duel players=2"]\n\n1. OABBA', "record/invalid"),
    "two games": (f"{KINGDOMINO}\n{KINGDOMINO}", "record/many"),
    "a long one": (f"{KINGDOMINO}{{{'x' * MAX_RECORD}}}", "record/too-long"),
    "deep braces": (f"{TAG}\n1. " + "{" * 5000, "record/invalid"),
    "many tags": ("".join(f'[T{n} "x"]\n' for n in range(1500)), "record/invalid"),
}


@pytest.mark.parametrize("path", ["/replays", "/reviews"])
async def test_whatever_is_no_record_is_refused_by_name(url: str, path: str) -> None:
    async with Guest(url) as guest:
        for what, (text, code) in BAD.items():
            assert await refused(guest, path, {"record": text}) == (422, code), what
        for body in ({}, {"record": 3}, {"record": "x", "more": 1}):
            assert await refused(guest, path, body) == (422, "body/invalid")
        many = await guest.http.post(f"/api{path}", json={"record": KINGDOMINO * 110})
        assert (many.status_code, many.json()["code"]) == (413, "body/too-large")


async def test_hostile_names_are_only_names(url: str) -> None:
    name = "<img src=x onerror=alert(1)>" + "Z̸" * 200
    text = KINGDOMINO.replace('[A "greedy"]', f'[A "{name}"]')
    assert name in text
    async with Guest(url) as guest:
        replay = await guest.post("/replays", {"record": text})
    assert replay["names"][0] == name


# Playing on


async def play_on(guest: Guest, replay: dict[str, Any], seq: int, seat: int, **more: Any) -> dict[str, Any]:
    seats = ["me" if at == seat else "greedy" for at in range(replay["players"])]
    return await new_table(guest, replay["game"], replay["players"], seats, position=replay["positions"][seq], **more)


@pytest.mark.parametrize(
    ("name", "seq"),
    [
        ("kingdomino-2", 0),
        ("kingdomino-4", 40),
        ("kingdomino-dynasty", 60),
        ("queendomino-2", 30),
        ("duel-2", 31),
    ],
)
async def test_a_game_goes_on_from_any_position_and_its_record_is_honest(url: str, name: str, seq: int) -> None:
    async with Guest(url) as anna:
        replay = await anna.post("/replays", {"record": golden(name)})
        start = parse_position(replay["positions"][seq])
        seat = 0 if start.actor is None else start.actor
        table = (await play_on(anna, replay, seq, seat))["id"]
        async with anna.sit(table) as seated:
            await seated.until_over(Random(2))
        text = (await anna.http.get(f"/api/tables/{table}/record")).text
        again = await anna.get(f"/tables/{table}/replay")
    record = read_record(text)
    assert not record.errors
    assert (record.tag("Start"), str(record)) == (str(start), text)
    assert verify(record) == ()
    assert record.final().is_over
    assert again["positions"][0] == str(start)


async def test_a_table_from_a_position_survives_a_restart_and_its_turns_can_be_taken_back(tmp_path: Path) -> None:
    settings = generous(tmp_path)
    with running(settings) as url:
        async with Guest(url) as anna:
            replay = await anna.post("/replays", {"record": KINGDOMINO})
            table = (await play_on(anna, replay, 20, views_of(replay)[20]["actor"]))["id"]
            async with anna.sit(table) as seated:
                before = seated.view
                assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"
                assert (await seated.back())["type"] == "accepted"
                while seated.seq < 2:
                    await seated.next()
                after = seated.view
                record = read_record((await anna.http.get(f"/api/tables/{table}/record")).text)
                assert record.tag("Start") == replay["positions"][20]
                assert before is not None
                assert after is not None
                assert (before["seq"], after["kingdoms"]) == (0, before["kingdoms"])
        cookies = dict(anna.http.cookies)
    with running(settings) as url:
        async with Guest(url) as anna:
            anna.http.cookies = httpx.Cookies(cookies)
            async with anna.sit(table) as seated:
                assert seated.view == after
                assert seated.choices


async def test_a_position_where_nobody_can_play_on_is_refused(url: str) -> None:
    async with Guest(url) as anna:
        replay = await anna.post("/replays", {"record": KINGDOMINO})
        first, last = replay["positions"][0], replay["positions"][-1]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        body = {"game": "kingdomino", "players": 2, "seats": seats}
        wanted = [
            (last, "position/over"),
            ("", "position/invalid"),
            ("duel players=2", "position/invalid"),
            (f"{first} x:1", "position/invalid"),
            (parse_position(first).setup.game, "position/invalid"),
            ("x" * 4001, "body/invalid"),
        ]
        for position, code in wanted:
            assert await refused(anna, "/tables", body | {"position": position}) == (422, code), position
        assert await anna.get("/tables") == []


# Reviews


async def test_reading_a_game_costs_more_requests_but_waiting_for_its_review_does_not(
    tmp_path: Path,
) -> None:
    with running(replace(generous(tmp_path), requests=4.0)) as url:  # 12 at once
        async with Guest(url) as guest:
            asked = [await guest.http.post("/api/reviews", json={"record": KINGDOMINO}) for _ in range(6)]
            assert [one.status_code for one in asked] == [200] * 6
            read = [await guest.http.post("/api/reviews", json={"record": f"[Game {at}"}) for at in range(12)]
            assert {one.json()["code"] for one in read} == {"record/invalid", "limit/requests"}


async def test_who_asks_for_many_replays_does_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_slowly(text: str) -> Any:
        sleep(0.1)
        return read_game(text)

    monkeypatch.setattr("crownland.server.calls.replays.read_game", read_slowly)
    answered: list[tuple[str, int]] = []
    with running(generous(tmp_path, proxies="127.0.0.1")) as url:
        async with httpx.AsyncClient(base_url=url, timeout=30) as http:

            async def ask(address: str) -> None:
                headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "http"}
                answer = await http.post("/api/replays", json={"record": KINGDOMINO}, headers=headers)
                answered.append((address, answer.status_code))

            crowd = [asyncio.create_task(ask("192.0.2.1")) for _ in range(MAX_OF_ADDRESS + 1)]
            await asyncio.sleep(0.2)
            await ask("192.0.2.2")
            assert len(answered) < MAX_OF_ADDRESS / 2
            await asyncio.gather(*crowd)
    assert sorted(answered) == [("192.0.2.1", 200)] * MAX_OF_ADDRESS + [("192.0.2.1", 429), ("192.0.2.2", 200)]


async def test_a_review_is_asked_for_until_it_is_there_and_then_at_hand(url: str) -> None:
    text = f"{KINGDOMINO.partition('1.')[0]}1. {' '.join(KINGDOMINO.partition('1.')[2].split()[:4])}\n"
    async with Guest(url) as guest:
        said = await guest.post("/reviews", {"record": text})
        assert (said["review"], said["of"]) == (None, 4)
        while said["review"] is None:
            assert 0 <= said["done"] <= said["of"]
            await asyncio.sleep(0.1)
            said = await guest.post("/reviews", {"record": text})
        assert said == await guest.post("/reviews", {"record": text})
    review = said["review"]
    assert [one["seq"] for one in review["moments"]] == [1, 2, 3, 4]
    draw, claim = review["moments"][1], review["moments"][2]
    assert draw["luck"] == pytest.approx([-draw["luck"][1], draw["luck"][1]], abs=1e-3)
    assert [way["meaning"]["kind"] for way in claim["ways"]] == ["claim"] * len(claim["ways"])
    assert claim["ways"][0]["wins"][claim["kingdom"]] >= claim["wins"][claim["kingdom"]]
    for at, kingdom in enumerate(review["kingdoms"]):
        sums = kingdom["luck"] + kingdom["skill"] + kingdom["rest"]
        assert review["start"][at] + sums == pytest.approx(review["end"][at])
