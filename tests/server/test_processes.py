"""Several processes on one PostgreSQL: they share tables, and one that is killed loses nothing."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from crownland.dealer import verify
from crownland.notation import read_record
from crownland.server.store.database import open_engine
from crownland.server.store.leases import Leases
from tests.server.outside import Outside
from tests.server.support import Guest, Seated, generous, new_table, running


@pytest.fixture(scope="module")
def both(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Outside, Outside]]:
    """Two servers that know of each other only through their database."""
    folder = tmp_path_factory.mktemp("two")
    first, second = (
        Outside("--database", database, log=folder / f"log{number}", environment={"CROWNLAND_AWAY": "1"})
        for number in range(2)
    )
    try:
        yield first, second
    finally:
        for server in (first, second):
            server.stop()
    for server in (first, second):
        assert "Traceback" not in server.log.read_text()


@pytest.fixture
def two(both: tuple[Outside, Outside]) -> tuple[Outside, Outside]:
    """Both servers, restarted if necessary."""
    for server in both:
        if not server.is_running:
            server.start()
    for server in both:
        server.wait()
    return both


async def act_once(seated: Seated, rng: Random) -> None:
    answer = await seated.act(rng.choice(seated.choices)[0])
    assert answer["type"] == "accepted" or answer["code"] == "table/stale", answer


async def play_until(seated: Seated, goal: int, rng: Random) -> None:
    """Plays for one player until event *goal* has happened."""
    while seated.seq < goal:
        if seated.choices:
            await act_once(seated, rng)
        else:
            await seated.next()


async def until_lost(seated: Seated) -> None:
    try:
        while True:
            await seated.next()
    except ConnectionClosed:
        pass


async def begun(anna: Guest, ben: Guest, *bots: str) -> dict[str, Any]:
    made = await new_table(anna, "kingdomino", 2 + len(bots), ["me", "open", *bots])
    await ben.post(f"/tables/{made['id']}/join", {"name": "Ben"})
    await anna.post(f"/tables/{made['id']}/start")
    return made


async def test_two_people_play_on_two_processes_and_one_process_dies(two: tuple[Outside, Outside]) -> None:
    first, second = two
    rng = Random(4)
    async with Guest(first.url) as anna, Guest(second.url) as ben:
        made = await begun(anna, ben)
        table = made["id"]
        async with anna.sit(table) as here:
            async with ben.sit(table) as there:
                while not here.table["seats"][1]["here"]:  # this process knows who is connected to the other one
                    await here.next()
                await asyncio.gather(play_until(here, 20, rng), play_until(there, 20, rng))
                second.kill()
                await until_lost(there)
            known, seq = dict(there.events), there.seq
            async with ben.sit(table, url=first.url) as back:
                assert back.seq >= seq
                assert {number: back.events[number] for number in known} == known
                await asyncio.gather(here.until_over(rng), back.until_over(rng))
                assert here.view == back.view
        record = read_record((await anna.http.get(f"/api/tables/{table}/record")).text)
        assert verify(record) == ()


async def test_of_two_concurrent_actions_in_two_processes_one_is_refused(two: tuple[Outside, Outside]) -> None:
    first, second = two
    async with Guest(first.url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        async with anna.sit(table) as here, anna.sit(table, url=second.url) as there:
            for number in range(10):
                seq = here.seq
                assert here.choices
                assert here.choices == there.choices
                answers = await asyncio.gather(
                    here.act(here.choices[0][0], id=f"h{number}"), there.act(there.choices[-1][0], id=f"t{number}")
                )
                assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
                assert next(answer for answer in answers if answer["type"] == "refused")["code"] == "table/stale"
                for seated in (here, there):
                    while seated.seq == seq:
                        await seated.next()
                assert here.view == there.view


async def test_bots_act_once_and_go_on_when_their_process_dies(two: tuple[Outside, Outside]) -> None:
    first, second = two
    async with Guest(first.url) as anna, Guest(second.url) as ben:
        made = await begun(anna, ben, "greedy")
        table = made["id"]
        rng = Random(6)
        async with anna.sit(table) as here:
            async with ben.sit(table) as there:
                await asyncio.gather(play_until(here, 20, rng), play_until(there, 20, rng))
                second.kill()
                await until_lost(there)
            async with ben.sit(table, url=first.url) as back:
                await asyncio.gather(here.until_over(rng), back.until_over(rng))
            assert list(here.events) == list(range(1, here.seq + 1))
            assert any(event["bot"] for event in here.events.values())


async def test_a_bot_stands_in_only_for_players_who_are_connected_to_no_process(two: tuple[Outside, Outside]) -> None:
    first, second = two
    async with Guest(first.url) as anna, Guest(second.url) as ben:
        table = (await begun(anna, ben))["id"]
        rng = Random(2)
        async with anna.sit(table) as here:
            async with ben.sit(table) as there:
                while not here.view or here.view["actor"] != 1:
                    await act_once(here, rng)
                await asyncio.sleep(2.0)
                for seated in (here, there):
                    await seated.ask_hello()
                    assert not any(event["bot"] for event in seated.events.values())
                    assert all(seat["here"] for seat in seated.table["seats"])
            while not any(event["bot"] for event in here.events.values()):
                if here.choices:
                    await act_once(here, rng)
                else:
                    await here.next()
            while not here.table["seats"][1]["stand_in"]:
                await here.next()


async def test_players_of_a_silent_process_are_back_when_it_sends_again(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownland.server.store.fan_out.SILENCE_SECONDS", 0.5)
    monkeypatch.setattr("crownland.server.store.fan_out.HEARTBEAT_SECONDS", 2.0)
    settings = generous(tmp_path, database=database, idle=1.0)
    with running(settings) as first, running(settings) as second:
        async with Guest(first) as anna, Guest(second) as ben:
            table = (await begun(anna, ben))["id"]
            async with anna.sit(table) as here, ben.sit(table):
                for is_there in (True, False, True):
                    while here.table["seats"][1]["here"] is not is_there:
                        await here.next()


async def test_a_restarted_database_causes_no_refusal(database: str, tmp_path: Path) -> None:
    with running(generous(tmp_path, database=database)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as seated:
                hang_up(database)
                assert (await seated.act(seated.choices[0][0]))["type"] == "accepted"


def hang_up(database: str) -> None:
    """Breaks every connection to *database*."""
    engine = create_engine(database)
    with engine.connect() as connection:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        connection.execute(text(f"{query} AND backend_type = 'client backend'"))
    engine.dispose()


async def test_a_cancelled_lease_is_given_back(database: str) -> None:
    engine = open_engine(database)
    one, other = Leases(engine), Leases(engine)

    async def hold() -> None:
        async with one.lease("table", 1):
            await asyncio.sleep(60)

    holding = asyncio.create_task(hold())
    await asyncio.sleep(0)  # it has asked for the lease, and has no answer yet
    await asyncio.sleep(0)
    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)
    await asyncio.sleep(0.5)
    async with other.lease("table", 1) as leased:
        assert leased
    for leases in (one, other):
        await asyncio.to_thread(leases.close)
    engine.dispose()


async def test_several_processes_share_one_port(database: str, tmp_path: Path) -> None:
    server = Outside("--database", database, "--processes", "2", log=tmp_path / "log")
    server.start()
    try:
        server.wait()
        async with Guest(server.url) as anna:
            table = (await new_table(anna, "duel", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as one, anna.sit(table) as two, anna.sit(table) as three:
                rng = Random(5)
                await one.until_over(rng)
                for other in (two, three):
                    await other.until_over(rng)
                    assert other.view == one.view
            figures = ""
            while "crownland_processes 2.0" not in figures or "crownland_sockets 0.0" not in figures:
                figures = (await anna.http.get("/metrics")).text  # the sums, whichever process answers
            events = sum(event["kind"] == "action" for event in one.events.values())
            assert f'crownland_events_total{{kind="action"}} {events}.0' in figures
    finally:
        assert server.stop() == 0
