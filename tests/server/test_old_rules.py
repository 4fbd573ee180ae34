"""Tables that began under an earlier version of the rules load, go on, end and replay by that version."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from crownland.dealer import derived_seed
from crownland.notation.record import Record, read_record
from crownland.server.identity import COOKIE, Signer, hash_secret
from crownland.server.metrics import Metrics
from crownland.server.store.database import migrate, open_engine
from crownland.server.store.rows import Header, Lobby, Sitter
from crownland.server.store.store import Store
from crownland.table.session import Event, Session
from tests.server.support import Guest, generous, running

SECRET = "secret-of-the-seats"
GOLDEN = Path(__file__).parents[1] / "golden"
BEGAN = 1_790_000_000_000

# The tables of the database: the game, its players, the version of its rules, how many actions were played.
TABLES = {
    "duel-to-go-on-01": ("duel", 2, 1, 40),
    "duel-with-bot-01": ("duel", 2, 1, 40),
    "duel-resigned-01": ("duel", 2, 1, 40),
    "teams-to-go-on-1": ("royal-wedding", 4, 1, 60),
    "teams-resigned-1": ("royal-wedding", 4, 1, 60),
    "teams-to-close-1": ("royal-wedding", 4, 1, 10),
    "public-old-duel1": ("duel", 2, 1, 5),
    "public-new-duel1": ("duel", 2, 2, 5),
    "of-the-future-01": ("duel", 2, 3, 0),
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose database has the tables."""
    folder = tmp_path_factory.mktemp("old")
    asyncio.run(make(folder))
    with running(generous(folder)) as address:
        yield address


async def make(folder: Path) -> None:
    engine = open_engine(f"sqlite:///{folder / 'tables.sqlite3'}")
    migrate(engine)
    store = Store(engine, Metrics())
    for table, (key, players, rules, actions) in TABLES.items():
        options = {"teams": "true"} if key == "royal-wedding" else {}
        header = Header(table, key, players, options, rules, derived_seed("old rules", table), BEGAN)
        await store.create(header, lobby_of(table, players), events_of(header, actions) if header.is_known else [])
    await store.close()


def events_of(header: Header, actions: int) -> list[Event]:
    session, rng = Session(header.setup, header.seed), Random(header.id)
    session.add(session.plan_deals(BEGAN))
    for _ in range(actions):
        session.add([session.plan_action(rng.choice(session.state.legal_actions()), BEGAN)])
        session.add(session.plan_deals(BEGAN))
    return [happened.event for happened in session.history]


def lobby_of(table: str, players: int) -> Lobby:
    """Every seat is a person's, who comes back with the secret; one table has a bot."""
    seats = [Sitter("person", name, f"guest-{name}", None, hash_secret(SECRET)) for name in "ABCD"[:players]]
    if table == "duel-with-bot-01":
        seats[1] = Sitter("bot", "B", None, "steady")
    return Lobby("guest-A", tuple(seats), public=table.startswith(("public", "of-the-future")), phase="playing")


async def sit_down(guest: Guest, table: str, *seats: int) -> None:
    for seat in seats:
        await guest.post(f"/tables/{table}/join", {"name": "", "secret": SECRET, "seat": seat})


async def record_of(guest: Guest, table: str) -> Record:
    record = read_record((await guest.http.get(f"/api/tables/{table}/record")).text)
    assert record.errors == ()
    assert record.tag("Rules") == "1"
    return record


@pytest.mark.parametrize(
    ("table", "seats", "kingdoms", "today"),
    [
        ("duel-to-go-on-01", (0, 1), [0, 1], [0, 1]),
        ("duel-with-bot-01", (0,), [0, 1], [0, 1]),
        ("teams-to-go-on-1", (0, 1, 2, 3), [0, 1, 0, 1], [0, 0, 1, 1]),
    ],
)
async def test_a_table_is_played_to_its_end_by_its_rules_and_a_rematch_by_todays(
    url: str, table: str, seats: tuple[int, ...], kingdoms: list[int], today: list[int]
) -> None:
    async with Guest(url) as anna:
        await sit_down(anna, table, *seats)
        async with anna.sit(table) as seated:
            assert [seat["kingdom"] for seat in seated.table["seats"]] == kingdoms
            await seated.until_over(Random(table))
            assert any(event["bot"] for event in seated.events.values()) == (table == "duel-with-bot-01")
        assert (await record_of(anna, table)).final().is_over
        again = await anna.post(f"/tables/{table}/rematch")
        assert [seat["kingdom"] for seat in again["seats"]] == today


async def test_partners_by_the_first_rules_resign_one_after_the_other(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        await sit_down(anna, "teams-resigned-1", 0, 1, 3)
        await sit_down(ben, "teams-resigned-1", 2)
        told = await anna.post("/tables/teams-resigned-1/resign", {"seat": 0})
        assert told["phase"] == "playing"  # C, the partner of A by those rules, plays on
        told = await ben.post("/tables/teams-resigned-1/resign", {"seat": 2})
        assert (told["phase"], told["ended"]) == ("over", "resigned")
        assert (await record_of(anna, "teams-resigned-1")).tag("Forfeit") == "C: resigned"


async def test_a_table_by_earlier_rules_is_resigned_or_closed(url: str) -> None:
    async with Guest(url) as anna:
        await sit_down(anna, "duel-resigned-01", 0, 1)
        told = await anna.post("/tables/duel-resigned-01/resign", {"seat": 1})
        assert (told["phase"], told["ended"]) == ("over", "resigned")
        assert (await record_of(anna, "duel-resigned-01")).tag("Forfeit") == "B: resigned"
        await sit_down(anna, "teams-to-close-1", 0, 1, 2, 3)
        told = await anna.post("/tables/teams-to-close-1/abandon")
        assert (told["phase"], told["ended"]) == ("closed", "abandoned")
        await record_of(anna, "teams-to-close-1")


async def test_a_table_by_rules_that_this_server_does_not_have_is_refused_and_not_listed(url: str) -> None:
    async with Guest(url) as anna:
        assert {one["id"] for one in await anna.get("/tables/public")} >= {"public-old-duel1", "public-new-duel1"}
        assert "of-the-future-01" not in {one["id"] for one in await anna.get("/tables/public")}
        for path in ("", "/record"):
            answer = await anna.http.get(f"/api/tables/of-the-future-01{path}")
            assert (answer.status_code, answer.json()["code"]) == (410, "table/unknown-rules")


async def test_a_table_by_rules_that_this_server_does_not_have_is_closed_and_does_not_count(tmp_path: Path) -> None:
    host, seats = "host-0123456789a", (Sitter("person", "A", "host-0123456789a"), Sitter("bot", "B", None, "steady"))
    engine = open_engine(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    migrate(engine)
    store = Store(engine, Metrics())
    cookie = Signer(await store.signing_key()).sign(host)
    for game, rules in (("duel", 3), ("forgotten", 1)):
        header = Header(f"of-rules-{game:_<7}"[:16], game, 2, {"old": "1"}, rules, derived_seed(game), BEGAN)
        await store.create(header, Lobby(host, seats, phase="playing"), [Event(1, "chance", None, "OABBA")])
    await store.close()
    with running(generous(tmp_path, tables=1)) as address:
        async with Guest(address) as other, Guest(address) as anna:
            anna.http.cookies.clear()
            anna.http.cookies.set(COOKIE, cookie)
            await anna.post("/tables", {"game": "duel", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]})
            listed = {brief["table"]["id"]: brief["known"] for brief in await anna.get("/tables")}
            assert sorted(listed.values()) == [False, False, True]
            for table in ("of-rules-duel___", "of-rules-forgott"):
                assert listed[table] is False
                refused = await other.http.post(f"/api/tables/{table}/abandon")
                assert (refused.status_code, refused.json()["code"]) == (403, "host/only")
                told = await anna.post(f"/tables/{table}/abandon")
                assert (told["phase"], told["ended"], told["host"]) == ("closed", "abandoned", True)
                refused = await anna.http.post(f"/api/tables/{table}/abandon")
                assert (refused.status_code, refused.json()["code"]) == (409, "table/over")
            assert [brief["known"] for brief in await anna.get("/tables")] == [True]


def test_a_stored_game_in_which_the_bonus_was_lost_is_read_as_it_was_played() -> None:
    """The actions of a golden record by the first rules of Duel, as events of a table."""
    record = read_record((GOLDEN / "duel-2-rules-1.kdn").read_text(encoding="utf-8"))
    header = Header("golden-duel-001", "duel", 2, {}, 1, record.tag("Seed") or "", BEGAN)
    session = Session(header.setup, header.seed)
    session.add(session.plan_deals(BEGAN))
    for item in record.items:
        if str(item.what)[0] not in "OR":  # the dealer answers after the action before it
            session.add([session.plan_action(item.what, BEGAN)])
            session.add(session.plan_deals(BEGAN))
    assert str(session.state) == str(record.final())
    again = Session(header.setup, header.seed, [one.event for one in session.history])
    assert str(again.record(["uniform", "greedy"], reveals_seed=True)) == str(record)
    today = msgspec.structs.replace(header, rules=2)
    new = Session(today.setup, today.seed)
    assert '[Rules "2"]' in str(new.record(["uniform", "greedy"], reveals_seed=True))
