"""The steward keeps games going when players disconnect, clocks run out or bots fail."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time_ns
from typing import Any

import pytest
from sqlalchemy import update

from crownland.games.registry import KINGDOMINO
from crownland.server.app import running as running_services
from crownland.server.frames.wire import PaceName
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Sitter
from crownland.server.store.schema import events
from crownland.server.tables.live_table import LiveTable
from crownland.server.tables.steward import _pace_at
from crownland.server.timestamps import now, steady
from crownland.server.turns import Asker, CrowdedError
from tests.server.support import Guest, Looking, Seated, generous, new_table, running


@pytest.fixture(scope="module")
def hasty_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server that replaces disconnected players almost at once."""
    with running(generous(tmp_path_factory.mktemp("hasty"), away=0.3)) as address:
        yield address


async def begun(anna: Guest, ben: Guest, **values: Any) -> str:
    table = str((await new_table(anna, "kingdomino", 2, ["me", "open"], **values))["id"])
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    await anna.post(f"/tables/{table}/start")
    return table


async def until_turn_of(seated: Seated, seat: int, rng: Random) -> None:
    while seated.view is None or seated.view["actor"] != seat:
        if seated.choices:
            await seated.act(rng.choice(seated.choices)[0])
        else:
            await seated.next()


async def test_a_bot_stands_in_for_a_disconnected_player_and_gives_the_seat_back(hasty_url: str) -> None:
    async with Guest(hasty_url) as anna, Guest(hasty_url) as ben:
        table = await begun(anna, ben)
        async with anna.sit(table) as seated:
            await until_turn_of(seated, 1, Random(1))
            while not seated.table["seats"][1]["stand_in"]:
                await seated.next()
            while not any(event["seat"] == 1 and event["bot"] for event in seated.events.values()):
                await seated.next()
            assert seated.table["seats"][1]["here"] is False
            async with ben.sit(table) as back:
                assert back.table["seats"][1]["stand_in"] is False
                while seated.table["seats"][1]["stand_in"]:
                    await seated.hear("table")
                rng = Random(2)
                await asyncio.gather(back.until_over(rng), seated.until_over(rng))
            acted = [event["bot"] for event in seated.events.values() if event["seat"] == 1]
            assert True in acted
            assert False in acted


async def test_a_watcher_who_reclaims_a_seat_by_its_secret_plays_on(hasty_url: str) -> None:
    async with Guest(hasty_url) as anna, Guest(hasty_url) as ben, Guest(hasty_url) as phone:
        table = str((await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"])
        joined = await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await anna.post(f"/tables/{table}/start")
        async with anna.sit(table) as seated, phone.sit(table) as back:
            await until_turn_of(seated, 1, Random(1))
            while not seated.table["seats"][1]["stand_in"]:
                await seated.next()
            answer = await phone.post(f"/tables/{table}/join", {"secret": joined["seats"][1]["secret"]})
            assert answer["seats"][1]["stand_in"] is False
            while seated.table["seats"][1]["stand_in"]:
                await seated.hear("table")
            seq = back.seq
            rng = Random(2)
            await asyncio.gather(back.until_over(rng), seated.until_over(rng))
            assert any(one["seat"] == 1 and not one["bot"] for at, one in seated.events.items() if at > seq)


async def test_no_bot_stands_in_while_nobody_waits(hasty_url: str) -> None:
    async with Guest(hasty_url) as anna, Guest(hasty_url) as ben, Guest(hasty_url) as zoe:
        table = await begun(anna, ben)
        async with zoe.sit(table) as looking:
            await asyncio.sleep(0.8)
            assert not any(event["bot"] for event in looking.events.values())
            assert not any(seat["stand_in"] for seat in looking.table["seats"])
        async with anna.sit(table) as seated:
            assert not any(event["bot"] for event in seated.events.values())


async def test_the_wait_for_others_begins_when_the_first_player_is_back(tmp_path: Path) -> None:
    with running(generous(tmp_path, away=1.5)) as url:
        async with Guest(url) as anna, Guest(url) as ben:
            table = await begun(anna, ben)
            async with anna.sit(table) as seated, ben.sit(table):
                await until_turn_of(seated, 1, Random(1))
            await asyncio.sleep(2)
            async with anna.sit(table) as seated:
                await asyncio.sleep(0.7)
                await seated.ask_hello()
                assert not seated.table["seats"][1]["stand_in"]
                assert not any(event["bot"] for event in seated.events.values())
                while not seated.table["seats"][1]["stand_in"]:
                    await seated.next()


async def test_a_bot_whose_action_was_stale_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    act_as_bot, late = LiveTable.act_as_bot, [True]

    async def late_once(table: LiveTable, token: str, seq: int) -> None:
        if late and late.pop():
            raise RefusedError("table/stale", "another process has changed a name")
        await act_as_bot(table, token, seq)

    monkeypatch.setattr(LiveTable, "act_as_bot", late_once)
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "greedy"]))["id"]
            async with anna.sit(table) as seated:
                await seated.until_over(Random(1))
    assert not late


async def test_a_bot_that_is_not_registered_any_more_is_replaced(tmp_path: Path) -> None:
    async with running_services(generous(tmp_path)) as services:
        seats = [Sitter("bot", "Hal", None, "hal")] * 2
        table = await services.hall.create(KINGDOMINO.setup(2), "anna", seats, public=False, clock=None)
        table.enter(Looking("zoe"), 0)
        async with asyncio.timeout(30):
            while not any(one.event.bot for one in table.session.history):
                await asyncio.sleep(0.05)


class Questions:
    """Thinkers that note on whose behalf they are asked, and answer once *may_answer* is set."""

    def __init__(self) -> None:
        self.askers: list[Asker] = []
        self.may_answer = asyncio.Event()

    async def choose(self, state: Any, bot: str, seconds: float, asker: Asker) -> str:
        self.askers.append(asker)
        await self.may_answer.wait()
        return str(state.legal_actions()[0])


async def test_bots_think_only_where_somebody_is_present(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_services(generous(tmp_path)) as services:
        questions = Questions()
        monkeypatch.setattr(services.hall.steward, "_thinkers", questions)
        seats = [Sitter("bot", "Hal", None, "greedy"), Sitter("bot", "Sal", None, "greedy")]
        table = await services.hall.create(KINGDOMINO.setup(2), "anna", seats, public=False, clock=None)
        await asyncio.sleep(0.01)
        assert not services.hall.steward.is_busy(table)
        watching, anna = Looking("zoe"), Looking("anna", "192.0.2.2")
        table.enter(watching, 0)
        await asyncio.sleep(0.01)
        table.leave(watching)
        assert not services.hall.steward.is_busy(table)
        table.enter(watching, 0)
        table.enter(anna, 0)
        await asyncio.sleep(0.01)
        assert questions.askers[0] == Asker("192.0.2.1", "zoe")
        questions.may_answer.set()
        while table.session.seq < 8:
            await asyncio.sleep(0.01)
        assert questions.askers[-1] == Asker("192.0.2.2", "anna")
        for reader in (watching, anna):
            table.leave(reader)
        assert not services.hall.steward.is_busy(table)


async def test_a_bot_acts_once_the_crowd_before_it_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.tables.steward.CROWDED_SECONDS", 0.01)
    async with running_services(generous(tmp_path)) as services:
        crowds = [True, True]

        async def choose(state: Any, *_: Any) -> str:
            if crowds and crowds.pop():
                raise CrowdedError("expected fewer")
            return str(state.legal_actions()[0])

        monkeypatch.setattr(services.hall.steward._thinkers, "choose", choose)
        seats = [Sitter("bot", "Hal", None, "greedy")] * 2
        table = await services.hall.create(KINGDOMINO.setup(2), "anna", seats, public=False, clock=None)
        table.enter(Looking("anna"), 0)
        async with asyncio.timeout(30):
            while table.session.seq < 4:
                await asyncio.sleep(0.01)


async def test_bots_act_at_once_where_everybody_wants_that(tmp_path: Path) -> None:
    with running(generous(tmp_path, pause=1000)) as url:
        async with Guest(url) as anna, Guest(url) as ben:
            table = str((await new_table(anna, "kingdomino", 3, ["me", "open", "greedy"]))["id"])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            async with anna.sit(table) as first, ben.sit(table) as second:
                for seated in (first, second):
                    await seated.send(type="pace", pace="once")
                    await seated.ask(type="ping")
                await anna.post(f"/tables/{table}/start")
                await asyncio.gather(first.until_begun(), second.until_begun())
                await asyncio.gather(first.until_over(Random(1)), second.until_over(Random(2)))


@pytest.mark.parametrize(
    ("readers", "elsewhere", "share"),
    [
        ([], [], 1),
        ([("anna", "once")], [], 0),
        ([("anna", "slow")], [], 2.5),
        ([("anna", "once"), ("ben", "fast")], [], 0.4),
        ([("anna", "fast"), ("ben", "normal")], [], 1),
        ([("anna", "fast"), ("zoe", "slow")], [], 0.4),  # a watcher
        ([("zoe", "once")], [], 1),
        ([("anna", "once")], ["ben"], 1),  # whose wish another process knows
    ],
)
async def test_the_slowest_wish_of_those_who_play_counts(
    tmp_path: Path, readers: list[tuple[str, PaceName]], elsewhere: list[str], share: float
) -> None:
    async with running_services(generous(tmp_path)) as services:
        seats = [Sitter("person", name, name, None, None) for name in ("anna", "ben")]
        seats.append(Sitter("bot", "Hal", None, "greedy"))
        table = await services.hall.create(KINGDOMINO.setup(3), "anna", seats, public=False, clock=None)
        table.audience.readers = tuple(Looking(name, pace=pace) for name, pace in readers)
        table.audience.update_elsewhere("other", frozenset(elsewhere), 1)
        assert _pace_at(table) == share


@pytest.mark.parametrize("hours", [-24, 1])
async def test_a_system_clock_that_is_set_does_not_stop_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    with running(generous(tmp_path, pause=0.1)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "greedy"]))["id"]
            async with anna.sit(table) as seated:
                await until_turn_of(seated, 0, Random(1))
                set_clock(monkeypatch, hours)
                await seated.act(seated.choices[0][0])
                await until_turn_of(seated, 1, Random(1))
                async with asyncio.timeout(10):
                    await until_turn_of(seated, 0, Random(1))


def set_clock(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """Sets the system clock of the server forward."""
    monkeypatch.setattr("crownland.server.timestamps.time_ns", lambda: time_ns() + hours * 3_600 * 10**9)


@pytest.mark.parametrize("hours", [-24, 1])
async def test_a_system_clock_that_is_set_changes_neither_turn_clocks_nor_absence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    async with running_services(generous(tmp_path, away=1000)) as services:
        seats = [Sitter("person", name, name, None, None) for name in ("anna", "ben")]
        table = await services.hall.create(KINGDOMINO.setup(2), "anna", seats, public=False, clock=600)
        actor = seats[table.session.actor or 0].name
        other = "anna" if actor == "ben" else "ben"
        table.enter(Looking(other), 0)
        due = table.turn_is_due
        set_clock(monkeypatch, hours)
        assert table.turn_is_due == due
        services.hall.steward.attend(table)
        assert table.audience.stand_ins == set()
        await asyncio.sleep(0)
        assert not services.hall.steward.is_busy(table)


@pytest.mark.parametrize(
    ("clock", "passed", "left"), [(600, 100, 500), (600, 10_000, 20), (600, -86_400, 600), (5, 60, 5)]
)
async def test_a_turn_goes_on_after_a_restart(tmp_path: Path, clock: int, passed: int, left: int) -> None:
    setup, seats = KINGDOMINO.setup(2), [Sitter("person", name, name, None, None) for name in ("anna", "ben")]
    async with running_services(generous(tmp_path)) as services:
        made = await services.hall.create(setup, "anna", seats, public=False, clock=clock)
        with services.store.engine.begin() as connection:
            connection.execute(update(events).values(at=now() - 1000 * passed))
    async with running_services(generous(tmp_path)) as services:
        table = await services.hall.find(made.id)
        assert table.turn_is_due is not None
        assert table.turn_is_due - steady() == pytest.approx(1000 * left, abs=4000)
        assert table.turn_ends_at is not None
        assert table.turn_ends_at - now() == pytest.approx(1000 * left, abs=4000)


async def test_a_stand_in_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The others wait for the twenty seconds in which people come back, not for another full time."""
    setup, seats = KINGDOMINO.setup(2), [Sitter("person", name, name, None, None) for name in ("anna", "ben")]
    settings = generous(tmp_path, away=1020.0)
    async with running_services(settings) as services:
        made = await services.hall.create(setup, "anna", seats, public=False, clock=None)
        seat = made.session.actor or 0
        other = Looking(seats[1 - seat].name)
        await made.act_as_bot(str(made.session.state.legal_actions()[0]), made.session.seq)
    async with running_services(settings) as services:
        table = await services.hall.find(made.id)
        assert table.was_stood_in_for(seat)
        assert not table.was_stood_in_for(1 - seat)
        table.enter(other, 0)
        gone = services.hall.steward._duties[table.id].gone
        assert steady() - gone[seats[seat].name] == pytest.approx(1_000_000, abs=60_000)


async def test_when_the_clock_runs_out_a_bot_plays_that_turn(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await begun(anna, ben, clock=5)
        async with anna.sit(table) as first, ben.sit(table):
            hello = await first.ask_hello()
            assert hello["turn_ends"] is not None
            while not (acted := [event for event in first.events.values() if event["seat"] is not None]):
                await first.hear("news")
            assert acted[0]["bot"] is True
            assert not any(seat["stand_in"] for seat in first.table["seats"])


async def test_taking_back_does_not_reset_the_clock(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        table = await begun(anna, ben, clock=600)
        async with anna.sit(table) as first, ben.sit(table) as second:
            acting = first if first.choices else second
            ends = (await acting.ask_hello())["turn_ends"]
            await asyncio.sleep(0.05)
            await acting.act(acting.choices[0][0])
            assert (await acting.ask_hello())["turn_ends"] != ends
            await acting.back()
            assert (await acting.ask_hello())["turn_ends"] == ends
