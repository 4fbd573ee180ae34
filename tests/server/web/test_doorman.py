"""The middleware: headers, cookies, origins and limits."""

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from crownland.server.identity import COOKIE, Signer, clean_name, new_guest
from crownland.server.web.limits import Bucket, Buckets
from tests.server.support import Guest, generous, new_table, running


async def test_every_answer_has_the_usual_headers(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        for path in ("/", "/api/me", "/api/tables/nowhere", "/healthz", "/metrics", "/docs"):
            headers = (await http.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["referrer-policy"] == "same-origin"
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "script-src" not in policy  # so scripts come only from this server and are never inline


async def test_the_cookie_has_safe_attributes(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        cookie = (await http.get("/api/me")).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
        assert "set-cookie" not in (await http.get("/api/me")).headers
        behind_proxy = await http.get("/api/me", headers={"X-Forwarded-Proto": "https", "Cookie": ""})
        assert "Secure" in behind_proxy.headers["set-cookie"]


async def test_a_forged_cookie_identifies_nobody(url: str) -> None:
    async with Guest(url) as anna:
        made = await new_table(anna, "kingdomino", 2, ["me", "guest"])
        guest, _, mark = anna.http.cookies[COOKIE].partition(".")
        for forged in (f"{guest}.{'0' * 32}", guest, f"{guest}.", f"{new_guest()}.{mark}", "x" * 5000, "é", ""):
            async with httpx.AsyncClient(base_url=url, headers={b"Cookie": f"{COOKIE}={forged}".encode()}) as http:
                shown = (await http.get(f"/api/tables/{made['id']}")).json()
                assert not any(seat["mine"] for seat in shown["seats"])


async def test_our_cookie_is_found_among_others(url: str) -> None:
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        for other in ('theme={"dark": true}', "a b", "=", "x=[1,2]; y", 'z="'):
            for cookies in (f"{other}; {anna.cookie}", f"{anna.cookie}; {other}"):
                async with httpx.AsyncClient(base_url=url, headers={"Cookie": cookies}) as http:
                    shown = await http.get(f"/api/tables/{table}")
                    assert shown.json()["seats"][0]["mine"], cookies
                    assert "set-cookie" not in shown.headers


def test_a_signature_is_valid_for_one_key() -> None:
    guest = new_guest()
    signed = Signer(b"a" * 32).sign(guest)
    assert Signer(b"a" * 32).read(signed) == guest
    assert Signer(b"b" * 32).read(signed) is None
    assert Signer(b"a" * 32).read(None) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [("  Anna  ", "Anna"), ("a\nb\u202e", "a b"), ("", "?"), ("x" * 100, "x" * 24), ("Łukasz 🎲", "Łukasz 🎲")],
)
def test_names_are_one_short_line(name: str, shown: str) -> None:
    assert clean_name(name, "?") == shown


async def test_other_sites_can_neither_send_requests_nor_open_sockets(url: str) -> None:
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        for origin in ("https://elsewhere.example", "null", "http://[", "", "://"):
            refused = await anna.http.put("/api/me", json={"name": "x"}, headers={"Origin": origin})
            assert (refused.status_code, refused.json()["code"]) == (403, "origin/foreign"), origin
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        with pytest.raises(InvalidStatus):
            await connect(
                address, additional_headers={"Cookie": anna.cookie}, origin=Origin("https://elsewhere.example")
            )
        async with connect(address, additional_headers={"Cookie": anna.cookie}, origin=Origin(url)) as socket:
            assert await socket.recv()


async def test_large_bodies_are_refused(url: str) -> None:
    async with Guest(url) as anna:
        refused = await anna.http.put("/api/me", content=b'{"name": "' + b"x" * 70_000 + b'"}')
        assert (refused.status_code, refused.json()["code"]) == (413, "body/too-large")

        async def endless() -> object:
            for _ in range(20):
                yield b"x" * 10_000

        refused = await anna.http.put("/api/me", content=endless())  # type: ignore[arg-type]
        assert refused.status_code == 400


async def test_too_many_requests_and_frames_are_refused(tmp_path: Path) -> None:
    with running(generous(tmp_path, requests=5, new_tables=2, frames=5, sockets=3, tables=2)) as url:
        async with Guest(url) as anna:
            made = await new_table(anna, "kingdomino", 2, ["me", "guest"])
            async with anna.sit(made["id"]) as seated:
                answers = []
                for _ in range(40):
                    await seated.send(type="ping")
                for _ in range(40):
                    answers.append((await seated.next()).get("code", "fine"))
                assert set(answers) == {"fine", "limit/frames"}
            codes = [(await anna.http.get("/api/me")).status_code for _ in range(40)]
            assert set(codes) == {200, 429}


async def come_and_go(guest: Guest, table: str, times: int) -> None:
    for _ in range(times):
        async with guest.sit(table):
            pass


async def test_too_many_connections_are_refused(tmp_path: Path) -> None:
    with running(generous(tmp_path, requests=5)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            with pytest.raises(InvalidStatus):
                await come_and_go(anna, table, 40)


async def test_people_behind_one_address_can_open_the_page_at_once(tmp_path: Path) -> None:
    with running(generous(tmp_path, requests=1)) as url:
        async with httpx.AsyncClient(base_url=url) as http:
            assert 429 not in [(await http.get("/assets/app.js")).status_code for _ in range(19)]
            assert (await http.get("/api/me")).status_code == 200
            assert 429 in [(await http.get("/assets/app.js")).status_code for _ in range(200)]


async def test_watchers_do_not_use_up_the_places_of_players(tmp_path: Path) -> None:
    with running(generous(tmp_path, watchers=2)) as url:
        async with Guest(url) as anna, Guest(url) as zoe:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with zoe.sit(table), zoe.sit(table), anna.sit(table) as seated:
                assert seated.choices
                address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
                async with connect(address, additional_headers={"Cookie": zoe.cookie}) as socket:
                    assert "limit/watchers" in str(await socket.recv())


async def test_the_number_of_unfinished_tables_is_limited(tmp_path: Path) -> None:
    with running(generous(tmp_path, tables=2)) as url:
        async with Guest(url) as anna:
            for _ in range(2):
                await new_table(anna, "kingdomino", 2, ["me", "guest"])
            body = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "guest"}]}
            refused = await anna.http.post("/api/tables", json=body)
            assert (refused.status_code, refused.json()["code"]) == (429, "limit/tables")


async def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with running(generous(tmp_path, new_tables=2)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            for code in (None, "limit/new-tables"):
                await anna.post(f"/tables/{table}/resign", {"seat": 0})
                answer = (await anna.http.post(f"/api/tables/{table}/rematch")).json()
                assert answer.get("code") == code
                table = answer.get("id")


def test_a_bucket_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("crownland.server.web.limits.monotonic", lambda: clock[0])
    bucket = Bucket(2.0)
    assert [bucket.take() for _ in range(7)] == [True] * 6 + [False]
    clock[0] += 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    buckets = Buckets(1.0)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")


async def test_health_readiness_and_metrics_are_served(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        assert (await http.get("/healthz")).text == "ok\n"
        assert (await http.get("/readyz")).text == "ready\n"
        figures = (await http.get("/metrics")).text
        assert "crownland_sockets" in figures
        assert "crownland_commit_seconds_bucket" in figures
