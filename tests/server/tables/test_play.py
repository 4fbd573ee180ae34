"""Play over the socket: acting, taking back, repeated and stale actions."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from crownland.games.registry import KINGDOMINO
from crownland.server.app import running as running_services
from crownland.server.frames import wire
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Sitter
from crownland.server.tables.hall import Hall
from crownland.table.session import MOST_BACKS, Event
from tests.server.support import Guest, Seated, generous, new_table, running


async def two_at_one_device(guest: Guest, game: str = "kingdomino", **values: Any) -> str:
    made = await new_table(guest, game, 2, ["me", "guest"], **values)
    return str(made["id"])


async def two_people(host: Guest, guest: Guest) -> str:
    table = str((await new_table(host, "kingdomino", 2, ["me", "open"]))["id"])
    await guest.post(f"/tables/{table}/join", {"name": "Ben"})
    await host.post(f"/tables/{table}/start")
    return table


async def test_hello_contains_the_table_the_position_and_the_choices(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as zoe:
        table = await two_at_one_device(anna)
        async with anna.sit(table) as mine, zoe.sit(table) as hers:
            assert mine.view is not None
            assert mine.view == hers.view
            assert mine.view["actor"] is not None
            assert [choice[1] for choice in mine.choices] == ["claim"] * 4
            assert hers.choices == []
            assert [event["kind"] for event in mine.events.values()] == ["chance", "chance"]
            assert hers.table["seats"][0]["mine"] is False
            assert hers.table["host"] is False


async def test_an_accepted_action_is_sent_to_everybody(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as zoe:
        table = await two_at_one_device(anna)
        async with anna.sit(table) as mine, zoe.sit(table) as hers:
            token = mine.choices[0][0]
            answer = await mine.act(token, id="mine")
            assert answer == {"type": "accepted", "id": "mine", "seq": 3}
            news = await hers.hear("news")
            assert [event["token"] for event in news["events"]] == [token]
            assert news["view"]["seq"] == 3
            assert "offers" not in news


async def test_a_repeated_action_is_answered_but_not_played_twice(any_url: str) -> None:
    async with Guest(any_url) as anna:
        table = await two_at_one_device(anna)
        async with anna.sit(table) as seated:
            token = seated.choices[0][0]
            first = await seated.act(token, seq=2, id="once")
            again = await seated.act(token, seq=2, id="once")
            assert first == again == {"type": "accepted", "id": "once", "seq": 3}
        async with anna.sit(table) as seated:
            assert await seated.act(token, seq=2, id="once") == first
            assert seated.seq == 3


async def test_an_id_that_is_used_again_for_another_action_is_a_conflict(url: str) -> None:
    async with Guest(url) as anna, anna.sit(await two_at_one_device(anna)) as seated:
        first, other = (choice[0] for choice in seated.choices[:2])
        assert (await seated.act(first, id="once"))["seq"] == 3
        conflict = await seated.act(other, seq=2, id="once")
        assert (conflict["type"], conflict["id"], conflict["code"]) == ("refused", "once", "action/conflict")
        assert (await seated.ask(type="back", seq=3, id="once"))["code"] == "action/conflict"
        assert (await seated.ask(type="back", seq=3, id="undo"))["seq"] == 4
        assert (await seated.act(first, seq=4, id="undo"))["code"] == "action/conflict"
        assert (await seated.act(first, seq=2, id="once"))["seq"] == 3
        assert (await seated.ask(type="back", seq=3, id="undo"))["seq"] == 4
        assert seated.seq == 4


async def test_the_same_id_of_two_people_is_two_actions(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        made = await new_table(anna, "kingdomino", 2, ["me", "open"])
        table = made["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as first, ben.sit(table) as second:
            for _ in range(2):
                acting, waiting = (first, second) if first.choices else (second, first)
                answer = await acting.act(acting.choices[0][0], id="same")
                assert answer["type"] == "accepted"
                await waiting.hear("news")
                if first.choices and acting is first:
                    break


async def test_a_stale_action_is_refused_and_the_missed_events_follow(url: str) -> None:
    async with Guest(url) as anna:
        table = await two_at_one_device(anna)
        async with anna.sit(table) as early, anna.sit(table) as late:
            seen = late.seq
            await early.act(early.choices[0][0])
            await late.hear("news")
            answer = await late.act(late.choices[0][0], seq=seen, id="late")
            assert (answer["type"], answer["code"]) == ("refused", "table/stale")
            hello = await late.hear("hello")
            assert [event["seq"] for event in hello["events"]] == [3]


@pytest.mark.parametrize(
    ("token", "code", "rule"),
    [("K99", "action/invalid", None), ("nonsense", "action/invalid", None), ("3@g8n", "action/illegal", "C10")],
)
async def test_an_illegal_action_is_refused_with_its_rule(url: str, token: str, code: str, rule: str | None) -> None:
    async with Guest(url) as anna, anna.sit(await two_at_one_device(anna)) as seated:
        answer = await seated.act(token, id="mine")
        assert (answer["type"], answer["code"], answer["rule"]) == ("refused", code, rule)
        assert answer["id"] == "mine"
        assert answer["message"]
        assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"


async def test_nobody_can_act_for_somebody_else(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as zoe:
        table = await two_at_one_device(anna)
        async with zoe.sit(table) as hers:
            answer = await hers.act("K1")
            assert (answer["code"], hers.seq) == ("action/not-your-turn", 2)
            assert (await hers.back())["code"] == "back/not-yours"
        async with anna.sit(table) as mine:
            await mine.act(mine.choices[0][0])
            async with zoe.sit(table) as hers:
                assert (await hers.back())["code"] == "back/not-yours"


async def test_an_action_can_be_taken_back_until_somebody_else_acts(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        made = await new_table(anna, "kingdomino", 2, ["me", "open"], options={"opening": "snake"})
        table = made["id"]
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as first, ben.sit(table) as second:
            acting, waiting = (first, second) if first.choices else (second, first)
            choices = acting.choices
            await acting.act(choices[2][0])
            assert acting.can_take_back
            await waiting.hear("news")
            assert not waiting.can_take_back
            assert (await acting.back())["type"] == "accepted"
            assert acting.choices == choices
            event = acting.events[acting.seq]
            assert (event["kind"], event["token"]) == ("back", choices[2][0])
            assert not acting.can_take_back
            await waiting.hear("news")
            await acting.act(choices[1][0])
            await waiting.hear("news")
            await waiting.act(waiting.choices[0][0])
            await acting.hear("news")
            assert not acting.can_take_back
            assert (await acting.back())["code"] == "back/not-yours"
            record = (await anna.http.get(f"/api/tables/{table}/record")).text
            assert choices[1][0] in record
            assert choices[2][0] not in record.split("1. ")[1].replace(acting.events[2]["token"], "")


async def test_the_number_of_actions_taken_back_is_limited(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await two_people(anna, ben)
        async with anna.sit(table) as hers, ben.sit(table) as his:
            acting, other = (hers, his) if hers.choices else (his, hers)
            for _ in range(MOST_BACKS):
                await acting.act(acting.choices[0][0])
                assert (await acting.back())["type"] == "accepted"
                assert acting.choices
            await acting.act(acting.choices[0][0])
            assert acting.can_take_back is False
            assert (await acting.back())["code"] == "back/none"
            await other.ask_hello()
            assert (await other.act(other.choices[0][0]))["type"] == "accepted"
            assert other.can_take_back is True  # the limit is per seat


async def test_among_people_chance_and_the_end_cannot_be_taken_back(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table, rng = await two_people(anna, ben), Random(5)
        async with anna.sit(table) as hers, ben.sit(table) as his:
            while hers.table["phase"] == "playing":
                await hers.ask_hello()
                await his.ask_hello()
                seated = hers if hers.choices else his
                before = seated.seq
                await seated.act(rng.choice(seated.choices)[0])
                chance_spoke = seated.seq > before + 1
                await hers.ask_hello()
                assert seated.can_take_back == (not chance_spoke and seated.table["phase"] == "playing")
                if chance_spoke:
                    assert (await seated.back())["code"] == "back/none"
            assert (await hers.back())["code"] == "table/over"
            assert (await hers.act("K1"))["code"] == "table/over"


async def test_a_reconnecting_client_receives_the_missed_events(url: str) -> None:
    async with Guest(url) as anna:
        table = await two_at_one_device(anna)
        async with anna.sit(table) as seated:
            for _ in range(6):
                await seated.act(seated.choices[0][0])
            everything = dict(seated.events)
        for since in range(seated.seq + 1):
            async with anna.sit(table, since=since) as again:
                assert again.events == {seq: event for seq, event in everything.items() if seq > since}
                assert again.view == seated.view
        async with anna.sit(table, since=999) as again:
            assert again.events == everything
            await again.send(type="sync", seq=4)
            hello = await again.hear("hello")
            assert [event["seq"] for event in hello["events"]] == list(range(5, seated.seq + 1))


async def test_an_action_is_explained_before_it_is_played(url: str) -> None:
    async with Guest(url) as anna, anna.sit(await two_at_one_device(anna)) as seated:
        while not any(choice[4] for choice in seated.choices):
            await seated.act(seated.choices[0][0])
        token, _, _, _, gain = max(seated.choices, key=lambda choice: choice[4])
        answer = await seated.ask(type="explain", token=token, seq=seated.seq)
        assert (answer["type"], answer["gain"]) == ("explained", gain)
        assert answer["changes"]
        before = _total(seated)
        await seated.act(token)
        assert seated.events[seated.seq]["points"] == gain == _total(seated) - before or seated.view is None
        refused = await seated.ask(type="explain", token="K1x", seq=seated.seq)
        assert refused["code"] == "action/invalid"


def _total(seated: Seated) -> int:
    assert seated.view is not None
    return sum(kingdom["total"] for kingdom in seated.view["kingdoms"])


async def test_an_unknown_table_is_refused(url: str) -> None:
    address = url.replace("http", "ws", 1)
    async with connect(f"{address}/api/tables/AAAAAAAAAAAAAAAA/socket") as socket:
        refused = json.loads(await socket.recv())
        assert (refused["type"], refused["code"]) == ("refused", "table/unknown")
        await socket.wait_closed()
        assert socket.close_code == 4404


async def test_the_view_after_every_event_is_available(url: str) -> None:
    async with Guest(url) as anna:
        table = await two_at_one_device(anna, "duel")
        async with anna.sit(table) as seated:
            views = {seated.seq: seated.view}
            for _ in range(8):
                await seated.act(seated.choices[-1][0])
                views[seated.seq] = seated.view
        for seq, view in views.items():
            assert await anna.get(f"/tables/{table}/views/{seq}") == view
        response = await anna.http.get(f"/api/tables/{table}/views/{seated.seq + 1}")
        assert (response.status_code, response.json()["code"]) == (404, "event/unknown")


async def test_laid_dominoes_stay_on_the_old_line_until_the_round_ends(url: str) -> None:
    async with Guest(url) as anna, anna.sit(await two_at_one_device(anna, "queendomino")) as seated:
        lines = []
        while seated.view is not None and seated.view["round"] < 4:
            (line,) = (tray["slots"] for tray in seated.view["trays"] if tray["key"] == "old-line")
            lines.append([(piece, done) for piece, _, _, done, _, _ in line])
            await seated.act(seated.choices[0][0])
        second_round = [line for line in lines if line]
        assert all(len(line) == 4 for line in second_round)
        assert any(sum(laid for _, laid in line) == 3 for line in second_round)


async def test_an_action_that_was_stored_although_its_answer_was_lost_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database stores the action, but the connection breaks before the server gets the answer."""
    async with running_services(generous(tmp_path)) as services:
        seats = [Sitter("person", "Anna", "anna"), Sitter("person", "Ben", "anna")]
        table = await services.hall.create(KINGDOMINO.setup(2), "anna", seats, public=False, clock=None)
        append = services.store.append

        async def broken(*arguments: Any) -> None:
            await append(*arguments)
            monkeypatch.undo()
            raise OSError("the connection is lost")

        monkeypatch.setattr(services.store, "append", broken)
        frame = wire.Act(token=str(table.session.state.legal_actions()[0]), seq=2, id="once")
        with pytest.raises(OSError, match="lost"):
            await table.act("anna", frame)
        assert table.session.seq == 2
        assert await table.act("anna", frame) == 3
        assert await table.act("anna", frame) == 3
        assert table.session.seq == 3


async def test_frames_from_the_future_are_read_for_players_only_and_once_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may have written what a client knows: then the table is read, while the game goes on."""
    async with running_services(generous(tmp_path)) as services:
        seats = [Sitter("person", "Anna", "anna"), Sitter("person", "Ben", "anna")]
        table = await services.hall.create(KINGDOMINO.setup(2), "anna", seats, public=False, clock=None)
        monkeypatch.setattr(Hall, "is_shared", True)
        events_since, reads, may_read = services.store.events_since, [], asyncio.Event()

        async def slowly(table: str, seq: int) -> list[Event]:
            reads.append(seq)
            await may_read.wait()
            return await events_since(table, seq)

        monkeypatch.setattr(services.store, "events_since", slowly)
        for refused in (table.act("zoe", future("K1")), table.back("zoe", wire.Back(seq=999_999, id="x"))):
            with pytest.raises(RefusedError):
                await refused
        assert reads == []
        stale = [asyncio.create_task(table.act("anna", future("K1"))) for _ in range(20)]
        while not reads:
            await asyncio.sleep(0.01)
        stale += [asyncio.create_task(table.act("anna", future("K1"))) for _ in range(20)]
        await asyncio.sleep(0)
        token = str(table.session.state.legal_actions()[0])
        assert await table.act("anna", wire.Act(token=token, seq=2, id="now")) == 3
        may_read.set()
        answers = await asyncio.gather(*stale, return_exceptions=True)
        assert {error.code for error in answers if isinstance(error, RefusedError)} == {"table/stale"}
        assert len(answers) == 40
        assert len(reads) == 2
        assert table.session.seq == 3


def future(token: str) -> wire.Act:
    return wire.Act(token=token, seq=999_999, id="future")


async def test_against_bots_turns_are_taken_back_with_what_they_have_answered(tmp_path: Path) -> None:
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "uniform"]))["id"]
            async with anna.sit(table) as seated:
                positions = []
                for _ in range(6):
                    while not seated.choices:
                        await seated.next()
                    positions.append(seated.view | {"seq": 0} if seated.view else {})
                    assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"
                before = seated.seq  # the bot may have acted since
                answer = await seated.ask(type="back", seq=before, id="late")
                assert answer["type"] == "accepted"
                assert seated.view is not None
                assert seated.view | {"seq": 0} == positions.pop()
                while positions:
                    assert seated.can_take_back
                    assert (await seated.back())["type"] == "accepted"
                    assert seated.view | {"seq": 0} == positions.pop()
                assert not seated.can_take_back
                left, cookies = seated.view, anna.http.cookies
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna:
            anna.http.cookies = cookies
            async with anna.sit(table) as seated:
                assert seated.view == left
                assert '[Backs "A:' in (await anna.http.get(f"/api/tables/{table}/record")).text
