"""Limits of frames: over all sockets of a guest and of an address, by the cost of the answers."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from crownland.games.registry import KINGDOMINO
from crownland.server.frames import wire
from crownland.server.frames.view import event_of
from crownland.server.limits import ANSWER_BYTES, BURST_SECONDS, GUESTS_OF_ADDRESS, Bucket, FrameLimit
from crownland.server.store.rows import Header, Lobby, Sitter
from crownland.server.tables.audience import Audience
from crownland.table.session import Happened, Session
from tests.server.support import Guest, Seated, generous, new_table, running


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    time = [100.0]
    monkeypatch.setattr("crownland.server.limits.monotonic", lambda: time[0])
    return time


def test_a_debt_is_at_most_a_full_bucket(clock: list[float]) -> None:
    bucket = Bucket(2.0)
    bucket.charge(1e9)
    clock[0] += BURST_SECONDS + 0.4
    assert not bucket.take()
    clock[0] += 0.2
    assert bucket.take()


def test_large_answers_count_as_several_frames(clock: list[float]) -> None:
    limit = FrameLimit(10.0)
    limit.charge("anna", "192.0.2.1", 28 * ANSWER_BYTES)
    assert [limit.take("anna", "192.0.2.1") for _ in range(3)] == [True, True, False]
    assert limit.take("ben", "192.0.2.1")


def test_many_guests_of_one_address_share_its_limit(clock: list[float]) -> None:
    limit, full = FrameLimit(1.0), round(GUESTS_OF_ADDRESS * BURST_SECONDS)
    assert all(limit.take(f"guest {number}", "192.0.2.1") for number in range(full))
    assert not limit.take("another", "192.0.2.1")
    assert limit.take("another", "192.0.2.2")
    assert [limit.take(None, "192.0.2.3") for _ in range(4)] == [True, True, True, False]


def test_a_guest_who_sends_too_much_does_not_use_up_the_limit_of_the_address(clock: list[float]) -> None:
    limit = FrameLimit(1.0)
    assert sum(limit.take("mallory", "192.0.2.1") for _ in range(100)) == BURST_SECONDS
    assert limit.take("anna", "192.0.2.1")


async def hellos(seated: Seated, count: int) -> int:
    """Asks for everything *count* times. Returns how often that is answered."""
    for _ in range(count):
        await seated.send(type="sync", seq=0)
    answered = 0
    for _ in range(count):
        while (kind := (await seated.next())["type"]) not in ("hello", "refused"):
            pass
        answered += kind == "hello"
    return answered


async def test_several_sockets_of_one_guest_get_no_more_than_one(tmp_path: Path) -> None:
    with running(generous(tmp_path, frames=0.1)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as one, anna.sit(table) as two, anna.sit(table) as three:
                answered = await asyncio.gather(*(hellos(seated, 2) for seated in (one, two, three)))
    assert sum(answered) <= 1


async def test_a_limited_action_is_refused_by_its_id(tmp_path: Path) -> None:
    with running(generous(tmp_path, frames=0.01)) as url:
        async with Guest(url) as anna:
            table = (await new_table(anna, "kingdomino", 2, ["me", "guest"]))["id"]
            async with anna.sit(table) as seated:
                await seated.act("K99", id="first")
                refused = await seated.act("K99", id="second")
                assert (refused["id"], refused["code"]) == ("second", "limit/frames")


def test_what_several_sockets_ask_for_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = []

    def counted(one: Happened) -> wire.Event:
        encoded.append(one)
        return event_of(one)

    monkeypatch.setattr("crownland.server.tables.audience.event_of", counted)
    header = Header("A" * 16, "kingdomino", 2, {}, KINGDOMINO.rules_version, "ab" * 32)
    session = Session(header.setup, header.seed)
    session.add(session.plan_deals())
    lobby = Lobby("anna", (Sitter("person", "Anna", "anna"), Sitter("person", "Ben", "ben")), phase="playing")
    watched = Audience(SimpleNamespace(header=header, lobby=lobby, session=session, turn_ends_at=None))
    readers = [Listening("anna"), Listening("ben"), Listening(None)]
    for reader in 3 * readers:
        watched.send_hello(reader, 0)
        watched.send_hello(reader, 1)
    assert len(encoded) == session.seq + session.seq - 1
    session.add([session.plan_action(session.state.legal_actions()[0])])
    watched.send_hello(readers[0], 0)
    assert len(encoded) == session.seq + 2 * session.seq - 3
    assert readers[0].heard[-1].events[-1].kind == "action"


class Listening:
    """A socket that keeps what it is sent."""

    def __init__(self, guest: str | None) -> None:
        self.guest, self.address = guest, "192.0.2.1"
        self.pace: wire.PaceName = "normal"
        self.heard: list[Any] = []

    def send(self, frame: bytes) -> None:
        self.heard.append(msgspec.json.decode(frame, type=wire.Hello | wire.News))
