"""Bad input changes nothing, breaks nothing and does not disturb other tables.

``CROWNLAND_FRAMES=100000 python -m pytest tests/server/web/test_bad_input.py -k frames`` sends more frames, and
``CROWNLAND_EXAMPLES=500 … -k rest`` more requests.
"""

import asyncio
import json
import os
from pathlib import Path
from random import Random
from string import printable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import sampled_from
from schemathesis.specs.openapi.checks import positive_data_acceptance
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode, Frame, Opcode

from crownland.server.logs import _is_ours
from crownland.server.serve import MAX_FRAME_BYTES
from tests.server.support import Guest, Seated, generous, new_table, running

FRAMES = int(os.environ.get("CROWNLAND_FRAMES", "4000"))
SOCKETS = 8
EXAMPLES = int(os.environ.get("CROWNLAND_EXAMPLES", "12"))


class Vandal:
    """Makes frames that no page would send."""

    def __init__(self, rng: Random, seq: int) -> None:
        self.rng, self.seq = rng, seq

    def frame(self) -> str | bytes | Frame:
        return self.rng.choice(
            (self._noise, self._bytes, self._cut, self._wrong_field, self._deep, self._late, self._huge, self._broken)
        )()

    def _noise(self) -> str:
        return "".join(self.rng.choices(printable + "\u0000żđ🎲", k=self.rng.randrange(200)))

    def _bytes(self) -> bytes:
        return self.rng.randbytes(self.rng.randrange(300))

    def _good(self) -> dict[str, Any]:
        return self.rng.choice(
            (
                {"type": "act", "token": "K1", "seq": self.seq, "id": "x"},
                {"type": "back", "seq": self.seq, "id": "y"},
                {"type": "explain", "token": "K1", "seq": self.seq},
                {"type": "sync", "seq": self.seq},
                {"type": "ping"},
            )
        )

    def _cut(self) -> str:
        text = json.dumps(self._good())
        return text[: self.rng.randrange(len(text))]

    def _wrong_field(self) -> str:
        frame = dict(self._good())
        odd: tuple[Any, ...] = (
            None,
            -1,
            2**70,
            1e308,
            True,
            "",
            "x" * 200,
            [],
            {},
            "\u0000",
            "L1.2.3.4",
            "K1\n",
            "../..",
            "é" * 60,
        )
        frame[self.rng.choice((*frame, "more"))] = self.rng.choice(odd)
        return json.dumps(frame)

    def _deep(self) -> str:
        return "[" * self.rng.randrange(1, 2000)

    def _late(self) -> str:
        return json.dumps(self._good() | {"seq": self.rng.choice((0, 1, self.seq - 1, self.seq + 1, 999_999))})

    def _huge(self) -> str:
        return "x" * 5000 if self.rng.random() < 0.02 else "{}"

    def _broken(self) -> Frame | str:
        """A text frame that is not UTF-8."""
        return Frame(Opcode.TEXT, b'{"type": "\xff\xfe"}') if self.rng.random() < 0.02 else "null"


async def send_raw(socket: ClientConnection, frame: Frame) -> None:
    async with socket.send_context():
        socket.protocol.send_frame(frame)


async def vandalise(url: str, table: str, cookie: str, rng: Random, frames: int, seq: int) -> None:
    """Sends *frames* bad frames over as many sockets as necessary."""
    vandal, sent = Vandal(rng, seq), 0
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    while sent < frames:
        try:
            async with connect(address, additional_headers={"Cookie": cookie}) as socket:
                reading = asyncio.create_task(_drain(socket))
                try:
                    while sent < frames:
                        frame = vandal.frame()
                        sent += 1
                        await (send_raw(socket, frame) if isinstance(frame, Frame) else socket.send(frame))
                        if sent % 10 == 0:
                            await asyncio.sleep(0)
                finally:
                    reading.cancel()
        except (ConnectionClosed, InvalidStatus, OSError):
            continue  # the server may close the socket


async def _drain(socket: ClientConnection) -> None:
    try:
        while True:
            await socket.recv()
    except ConnectionClosed:
        pass


async def test_bad_frames_change_nothing_and_disturb_nobody(tmp_path: Path, capfd: Any, caplog: Any) -> None:
    caplog.set_level("INFO", "crownland.server")
    rng = Random(7)
    with running(generous(tmp_path)) as url:
        async with Guest(url) as anna, Guest(url) as zoe:
            victim = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            other = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(victim) as seated:
                before, record = seated.view, await _record(anna, victim)
            vandals = [
                vandalise(url, victim, zoe.cookie, Random(rng.random()), FRAMES // SOCKETS, seated.seq)
                for _ in range(SOCKETS)
            ]
            async with anna.sit(other) as playing:
                game = asyncio.create_task(_play(playing))
                await asyncio.gather(*vandals)
                await game
            async with anna.sit(victim) as seated:
                assert seated.view == before
                assert await _record(anna, victim) == record
                await seated.until_over(rng)
            figures = (await anna.http.get("/metrics")).text
            assert "crownland_failures_total 0.0" in figures
    assert "started" in caplog.text
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO" and _is_ours(record)] == []
    logged = "".join(capfd.readouterr())
    assert "Traceback" not in logged
    assert "error" not in logged.lower()


async def test_input_that_no_database_can_store_is_refused(any_url: str) -> None:
    async with Guest(any_url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        async with anna.sit(table) as seated:
            before = seated.seq
            assert (await seated.act(seated.choices[0][0], id="a\u0000"))["code"] == "frame/invalid"
            assert (await seated.ask_hello())["view"]["seq"] == before
        for unknown in ("%00", "a%00b", "%ff", "a" * 2000):
            address = f"{any_url.replace('http', 'ws', 1)}/api/tables/{unknown}/socket"
            async with connect(address, additional_headers={"Cookie": anna.cookie}) as socket:
                assert json.loads(await socket.recv())["code"] == "table/unknown"


async def test_a_frame_that_is_too_long_ends_the_connection(url: str) -> None:
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        async with anna.sit(table) as seated:
            await seated.socket.send("x" * MAX_FRAME_BYTES)
            assert (await seated.hear("refused"))["code"] == "frame/invalid"
        for size in (MAX_FRAME_BYTES + 1, 60_000, 70_000):
            async with anna.sit(table) as seated:
                await seated.socket.send("x" * size)
                with pytest.raises(ConnectionClosed):
                    await seated.hear("refused")
                assert seated.socket.close_code == CloseCode.MESSAGE_TOO_BIG


async def _record(guest: Guest, table: str) -> str:
    return (await guest.http.get(f"/api/tables/{table}/record")).text


async def _play(seated: Seated) -> None:
    await seated.until_over(Random(1))


async def test_replayed_and_reordered_actions_change_nothing(url: str) -> None:
    rng = Random(3)
    async with Guest(url) as anna:
        table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
        sent: list[dict[str, Any]] = []
        async with anna.sit(table) as seated:
            for number in range(30):
                frame = {"type": "act", "token": seated.choices[0][0], "seq": seated.seq, "id": f"n{number}"}
                sent.append(frame)
                assert (await seated.ask(**frame))["type"] == "accepted"
            before = seated.view
            for _ in range(200):
                old = rng.choice(sent) | ({"id": "other"} if rng.random() < 0.5 else {})
                answer = await seated.ask(**old)
                assert answer["type"] == "accepted" or answer["code"] == "table/stale"
            assert seated.view == before


async def test_the_rest_api_keeps_to_its_description(url: str) -> None:
    async with Guest(url) as anna:
        tables = [(await new_table(anna, "kingdomino", 2, seats))["id"] for seats in (["me", "open"], ["me", "guest"])]
        await asyncio.to_thread(_ask_everything, url, tables, anna.cookie)


def _ask_everything(url: str, tables: list[str], cookie: str) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{url}/openapi.json")
    operations = [operation.ok() for operation in schema.get_all_operations()]
    assert len(operations) == 32
    for operation in operations:
        _ask(operation, tables, cookie)


def _ask(operation: Any, tables: list[str], cookie: str) -> None:
    """Sends generated requests, some as the host and some for existing tables."""

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), table=sampled_from([None, *tables]), cookies=sampled_from([{}, _own(cookie)]))
    def ask(case: Any, table: str | None, cookies: dict[str, str]) -> None:
        if table is not None and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        case.call_and_validate(cookies=cookies, excluded_checks=[positive_data_acceptance])

    ask()


def _own(cookie: str) -> dict[str, str]:
    name, _, value = cookie.partition("=")
    return {name: value}
