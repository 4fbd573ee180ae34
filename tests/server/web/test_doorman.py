"""The middleware: headers, cookies, origins and limits."""

import asyncio
import json
import platform
import socket
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from crownland.kernel.errors import SetupError
from crownland.server.identity import COOKIE, Signer, clean_name, fingerprint, new_guest
from crownland.server.limits import Bucket, Buckets
from crownland.server.settings import Settings
from crownland.server.web import doorman
from crownland.server.web.hosts import Hosts, is_same_origin
from crownland.server.web.proxies import Proxies
from tests.server.support import Guest, generous, new_table, running


@pytest.fixture(autouse=True)
def refuse_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "REFUSED_SECONDS", 0.0)


async def test_every_answer_has_the_usual_headers(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        for path in ("/", "/api/me", "/api/tables/nowhere", "/healthz", "/metrics", "/docs"):
            headers = (await http.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["referrer-policy"] == "same-origin"
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "script-src 'self' 'wasm-unsafe-eval';" in policy  # from this server only, never inline


async def test_the_cookie_has_safe_attributes(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        cookie = (await http.get("/api/me")).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie
        assert "set-cookie" not in (await http.get("/api/me")).headers
        forged = await http.get("/api/me", headers={"X-Forwarded-Proto": "https", "Cookie": ""})
        assert "Secure" not in forged.headers["set-cookie"]  # from a proxy that is not named
        assert "strict-transport-security" not in forged.headers


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
    [
        ("  Anna  ", "Anna"),
        ("a\nb\u202e", "a b"),
        ("", "?"),
        ("x" * 100, "x" * 24),
        ("Łukasz 🎲", "Łukasz 🎲"),
        ("\u3164\u2800 \uffa0", "?"),
        ("\u0301\u0302", "?"),
        ("a" + 9 * "\u0335", "a\u0335\u0335"),
        ("e\u0301", "é"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("a\u200db", "a b"),
        (23 * "x" + "👩\u200d🚀", 23 * "x" + "👩"),
        (22 * "x" + "👩\u200d🚀", 22 * "x" + "👩"),
    ],
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


async def test_a_named_proxy_says_where_a_request_comes_from(
    tmp_path: Path,
) -> None:
    settings = generous(tmp_path, proxies="127.0.0.1", hosts="play.example", requests=2, metrics_token="t0ken")
    with running(settings) as url:
        async with httpx.AsyncClient(base_url=url) as http:

            async def ask(client: str, path: str = "/api/me", **headers: str) -> httpx.Response:
                http.cookies.clear()
                usual = {"Host": "play.example", "X-Forwarded-For": client, "X-Forwarded-Proto": "https"}
                return await http.get(path, headers=usual | headers)

            shown = await ask("192.0.2.1")
            assert "Secure" in shown.headers["set-cookie"]
            assert shown.headers["strict-transport-security"] == "max-age=31536000"
            statuses = [(await ask(f"2001:db8::{number}")).status_code for number in range(10)]  # one network
            assert set(statuses) == {200, 429}
            assert (await ask("2001:db8::1, 192.0.2.2")).is_success  # the first address may be forged
            own = {"Host": "play.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.3"}
            for origin, status in (("https://play.example", 200), ("http://play.example", 403)):
                asked = await http.put("/api/me", json={"name": "x"}, headers=own | {"Origin": origin})
                assert asked.status_code == status, origin
            assert (await ask("192.0.2.4", "/metrics")).status_code == 403
            assert (await ask("127.0.0.1", "/metrics")).status_code == 403  # forged
            assert (await ask("192.0.2.4", "/metrics", Authorization="Bearer t0ke")).status_code == 403
            assert (await ask("192.0.2.5", "/metrics", Authorization="Bearer t0ken")).is_success
            assert (await http.get("/metrics")).status_code == 403  # the proxy does not say for whom
            given = await ask("192.0.2.5", **{"X-Request-Id": "given-by-proxy"})
            assert given.headers["x-request-id"] == "given-by-proxy"


async def test_a_proxy_that_is_not_named_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(generous(tmp_path)) as url:
        async with httpx.AsyncClient(base_url=url, headers={"X-Forwarded-For": "192.0.2.1"}) as http:
            for _ in range(3):
                assert (await http.get("/healthz")).is_success
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == [
        "a proxy is not trusted: name it in CROWNLAND_PROXIES, or everybody counts as one client",
    ]


async def test_metrics_are_for_this_machine_only(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        assert (await http.get("/metrics")).is_success
        for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"):  # a proxy that is not named hides who asks
            refused = await http.get("/metrics", headers={header: "127.0.0.1"})
            assert (refused.status_code, refused.json()["code"]) == (403, "metrics/closed")


def test_the_last_address_that_is_no_proxy_is_the_client() -> None:
    proxies = Proxies("10.0.0.0/8, 2001:db8::1")

    def client(peer: str, *forwarded: str) -> str:
        return proxies.forwarded(peer, "http", Headers({"x-forwarded-for": ", ".join(forwarded)}))[0]

    assert client("192.0.2.1", "192.0.2.9") == "192.0.2.1"  # no proxy
    assert client("10.1.1.1", "192.0.2.8", "192.0.2.9") == "192.0.2.9"
    assert client("10.1.1.1", "192.0.2.9:4711", "10.2.2.2") == "192.0.2.9"
    assert client("2001:db8::1", "[2001:db8::9]:4711") == "2001:db8::9"
    assert client("10.1.1.1", "10.2.2.2") == "10.2.2.2"
    assert client("10.1.1.1") == "10.1.1.1"
    assert client("::ffff:10.1.1.1", "192.0.2.9") == "192.0.2.9"  # a server that listens on "::" sees it so
    with pytest.raises(SetupError, match="expected CROWNLAND_PROXIES to be addresses or networks, got: 'proxy'"):
        Proxies("proxy")


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        (None, True),
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.0.2.1:80", True),
        ("[2001:db8::1]:8000", True),
        (socket.gethostname(), True),
        ("club.example", True),
        ("CLUB.example:8000", True),
        ("a.games.example", True),
        ("nearby.example", True),
        ("page.example:444", True),
        ("evil.example", False),
        ("games.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8000", False),
        ("localhost:", True),
        ("::1", True),
        ("localhost:evil", False),
        ("localhost:80:80", False),
        ("[::1]evil.example", False),
        ("", False),
    ],
)
def test_only_names_of_this_server_are_accepted(host: str | None, is_ours: bool) -> None:
    hosts = Hosts(
        Settings(
            hosts="club.example *.games.example", nearby="http://nearby.example:8", origins="https://page.example:444"
        )
    )
    assert hosts.accepts(host) is is_ours
    assert Hosts(Settings(hosts="*")).accepts(host)


def test_an_empty_name_is_refused_where_no_url_is_given() -> None:
    assert not Hosts(Settings()).accepts("")
    assert not Hosts(Settings()).accepts(":8000")


def test_a_host_is_a_name_and_no_url() -> None:
    with pytest.raises(SetupError, match="expected CROWNLAND_HOSTS to be names like"):
        Hosts(Settings(hosts="https://club.example"))
    with pytest.raises(SetupError, match="expected CROWNLAND_NEARBY and CROWNLAND_ORIGINS to be URLs, got: 'http://"):
        Hosts(Settings(nearby="http://["))


async def test_a_name_that_points_here_without_being_ours_is_refused(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        refused = await http.get("/api/me", headers={"Host": "evil.example"})
        assert (refused.status_code, refused.json()["code"]) == (421, "host/unknown")
        refused = await http.put("/api/me", headers={"Host": "evil.example", "Origin": "http://evil.example"})
        assert refused.status_code == 421
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        host, port = url.removeprefix("http://").split(":")
        with pytest.raises(InvalidStatus):
            await connect(address.replace(host, "evil.example"), host=host, port=int(port))


@pytest.mark.parametrize(
    ("origin", "scheme", "host", "is_own"),
    [
        (None, "http", "club.example", True),
        ("http://club.example", "http", "club.example", True),
        ("https://club.example", "http", "club.example", False),
        ("http://club.example", "https", "club.example", False),
        ("https://club.example", "wss", "club.example:443", True),
        ("http://club.example:8000", "ws", "club.example:8000", True),
        ("http://club.example", "http", "club.example:8000", False),
        ("https://other.example", "http", "club.example", True),
        ("null", "http", "club.example", False),
    ],
)
def test_the_origin_must_have_the_scheme_and_the_host_of_the_request(
    origin: str | None, scheme: str, host: str, is_own: bool
) -> None:
    headers = Headers({"host": host} | ({} if origin is None else {"origin": origin}))
    assert is_same_origin(headers, scheme, "https://other.example") is is_own


async def test_what_changes_a_table_is_logged_without_secrets(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "crownland.server")
    async with Guest(url) as anna:
        made = await new_table(anna, "kingdomino", 2, ["me", "open"])
        await anna.post(f"/tables/{made['id']}/abandon")
        assert (await anna.http.post(f"/api/tables/{made['id']}/abandon")).status_code == 409
        guest = anna.http.cookies[COOKIE].partition(".")[0]
    facts = [record.__dict__["facts"] for record in caplog.records if record.getMessage() == "audit"]
    assert [fact["done"] for fact in facts] == ["create", "abandon"]
    assert {fact["table"] for fact in facts} == {fingerprint(made["id"])}
    assert {fact["guest"] for fact in facts} == {fingerprint(guest)}
    assert not any(secret in str(facts) for secret in (made["id"], guest))


async def test_large_bodies_are_refused(url: str) -> None:
    async with Guest(url) as anna:
        refused = await anna.http.put("/api/me", content=b'{"name": "' + b"x" * 70_000 + b'"}')
        assert (refused.status_code, refused.json()["code"]) == (413, "body/too-large")

        async def endless() -> object:
            for _ in range(20):
                yield b"x" * 10_000

        refused = await anna.http.put("/api/me", content=endless())  # type: ignore[arg-type]
        assert (refused.status_code, refused.json()["code"]) == (413, "body/too-large")


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


async def test_who_asks_too_often_waits_for_the_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "REFUSED_SECONDS", 0.5)
    monkeypatch.setattr(doorman, "MAX_DELAYED", 1)
    with running(generous(tmp_path, requests=0.1)) as url:
        async with httpx.AsyncClient(base_url=url) as http:
            answers = [await http.get("/healthz")]
            answers += await asyncio.gather(*(http.get("/healthz") for _ in range(3)))
            assert [answer.status_code for answer in answers] == [200, 429, 429, 429]
            # Only so many answers wait at once, or they would use up all connections of a proxy.
            assert sum(answer.elapsed.total_seconds() >= 0.4 for answer in answers[1:]) >= 1


@pytest.mark.parametrize("wrong", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}])
async def test_refused_sockets_count_and_wait_like_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str]
) -> None:
    monkeypatch.setattr(doorman, "REFUSED_SECONDS", 0.2)
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    upgrade |= {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "X-Forwarded-For": "192.0.2.1", **wrong}
    with running(generous(tmp_path, requests=0.1, proxies="127.0.0.1")) as url:
        async with httpx.AsyncClient(base_url=url, headers={"X-Forwarded-For": "192.0.2.1"}) as http:
            answers = [await http.get(f"/api/tables/{'A' * 16}/socket", headers=upgrade) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [403, 403]
            assert answers[1].elapsed.total_seconds() >= 0.2
            assert (await http.get("/api/me")).status_code == 429
            assert (await http.get("/api/me", headers={"X-Forwarded-For": "192.0.2.2"})).status_code == 200


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
    with running(generous(tmp_path, watchers=4, proxies="127.0.0.1")) as url:
        async with Guest(url) as anna, AsyncExitStack() as sockets:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"

            async def watch(client: str) -> str:
                socket = await sockets.enter_async_context(
                    connect(address, additional_headers={"X-Forwarded-For": client})
                )
                return str(json.loads(await socket.recv()).get("code"))

            assert [await watch("192.0.2.1") for _ in range(2)] == ["None", "limit/watchers"]  # a quarter each
            assert [await watch(f"192.0.2.{one}") for one in (2, 3, 4, 5)] == ["None"] * 3 + ["limit/watchers"]
            async with anna.sit(table) as seated:
                assert seated.choices


async def test_the_number_of_unfinished_tables_is_limited(tmp_path: Path) -> None:
    with running(generous(tmp_path, tables=2)) as url:
        async with Guest(url) as anna:
            for _ in range(2):
                await new_table(anna, "kingdomino", 2, ["me", "guest"])
            body = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "guest"}]}
            refused = await anna.http.post("/api/tables", json=body)
            assert (refused.status_code, refused.json()["code"]) == (429, "limit/tables")


async def test_names_of_new_guests_are_limited_by_address(tmp_path: Path) -> None:
    with running(generous(tmp_path, new_tables=2)) as url:
        names = []
        for _ in range(6):
            async with httpx.AsyncClient(base_url=url) as http:
                names.append((await http.put("/api/me", json={"name": "Anna"})).status_code)
    assert names == [200] * 5 + [429]


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
    monkeypatch.setattr("crownland.server.limits.monotonic", lambda: clock[0])
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
        for histogram in ("commit_seconds", "commit_writes", "action_seconds", "loop_lag_seconds", "thinking_seconds"):
            assert f"crownland_{histogram}_bucket" in figures
        assert (
            f'crownland_build{{python="{platform.python_version()}",version="{version("crownland")}"}} 1.0' in figures
        )
        while 'crownland_queue_length_count{queue="writer"}' not in figures:
            figures = (await http.get("/metrics")).text
        assert "crownland_memory_bytes" in figures
        assert (await http.get("/version")).json()["version"] == version("crownland")
