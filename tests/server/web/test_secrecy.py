"""Nobody learns the seed of a table before the end, or ever a secret, the key or the id of another guest."""

import json
import re
from random import Random
from typing import Any

import msgspec
from sqlalchemy import create_engine, text

from crownland.server.app import make_app
from tests.server.support import Guest, generous, new_table, running

FIRST_BYTES = 8


def looked_up(path: str, query: str) -> list[Any]:
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.connect() as connection:
            return list(connection.execute(text(query)).scalars())
    finally:
        engine.dispose()


def changed(database: str, statement: str) -> None:
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


async def everything_heard(url: str, guest: Guest, table: str) -> str:
    """Returns everything that the endpoints and the socket of *table* send to *guest*, with all headers."""
    paths = guest.http.build_request("GET", "/openapi.json")
    description = json.loads((await guest.http.send(paths)).text)
    heard = []
    for path, methods in description["paths"].items():
        for method in methods:
            address = path.replace("{table}", table).replace("{seq}", "2")
            for body in (None, {}, {"seat": 0, "name": "x"}, {"seat": 0}):
                if path.endswith(("/abandon", "/resign", "/leave")):
                    continue  # these end the game, which reveals the seed
                response = await guest.http.request(method.upper(), address, json=body)
                heard.append(f"{response.status_code} {response.headers} {response.text}")
    for path in ("/metrics", "/healthz", "/readyz", "/docs", "/", f"/table/{table}", "/openapi.json"):
        response = await guest.http.get(path)
        heard.append(f"{response.headers} {response.text}")
    async with guest.sit(table) as seated:
        for frame in (
            {"type": "sync", "seq": 0},
            {"type": "explain", "token": "K1", "seq": seated.seq},
            {"type": "act", "token": "K1", "seq": 0, "id": "x"},
            {"type": "back", "seq": seated.seq, "id": "y"},
            {"type": "seed"},
        ):
            await seated.send(**frame)
            heard.append(json.dumps(await seated.next()))
    return "\n".join(heard)


async def test_no_endpoint_reveals_the_seed_before_the_end(tmp_path: Any, capfd: Any, caplog: Any) -> None:
    caplog.set_level("DEBUG", "crownland.server")
    settings = generous(tmp_path)
    with running(settings) as url:
        async with Guest(url) as anna, Guest(url) as zoe:
            made = await new_table(anna, "kingdomino", 2, ["me", "guest"], public=True)
            table = made["id"]
            path = settings.database.removeprefix("sqlite:///")
            (seed,) = looked_up(path, "SELECT seed FROM tables")
            (key,) = looked_up(path, "SELECT value FROM secrets")
            guests = looked_up(path, "SELECT guest FROM sitters")
            assert len(seed) == 64
            for guest in (zoe, anna):
                heard = await everything_heard(url, guest, table)
                assert table in heard
                for secret in (seed, seed[:FIRST_BYTES], key, *(one for one in guests if guest is zoe)):
                    assert secret not in heard
                assert made["seats"][0]["secret"] not in heard
            async with anna.sit(table) as seated:
                await seated.until_over(Random(1))
                assert seated.table["seed"] == seed
            assert (await zoe.get(f"/tables/{table}"))["seed"] == seed
    logged = "".join((caplog.text, *capfd.readouterr()))
    assert "started" in logged
    for secret in (seed[:FIRST_BYTES], key, made["seats"][0]["secret"], *guests):
        assert secret not in logged


async def test_a_failing_database_logs_no_seed(tmp_path: Any, caplog: Any) -> None:
    settings = generous(tmp_path)
    with running(settings) as url:
        async with Guest(url) as anna:
            changed(settings.database, "ALTER TABLE tables RENAME COLUMN rules TO away")
            body = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me", "name": "Anna Lee"}, {"kind": "open"}]}
            assert (await anna.http.post("/api/tables", json=body)).status_code == 503
    logged = caplog.text
    assert "OperationalError" in logged
    assert "Anna Lee" not in logged
    assert not re.search("[0-9a-f]{64}", logged)


async def test_the_ids_of_guests_are_not_sent_to_others(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as zoe:
        table = (await new_table(anna, "kingdomino", 2, ["me", "open"]))["id"]
        tag = anna.http.cookies["crownland_guest"].partition(".")[0]
        async with zoe.sit(table) as seated:
            assert tag not in msgspec.json.encode(seated.table).decode()


def test_an_app_can_be_made_without_a_database(tmp_path: Any) -> None:
    assert make_app(generous(tmp_path))
