"""Tables that began under an earlier version of the rules load, go on, end and replay by that version."""

import asyncio
from pathlib import Path
from random import Random

from sqlalchemy import Engine, create_engine

from crownland.dealer import derived_seed
from crownland.notation.record import read_record
from crownland.server.database import migrate, open_engine
from crownland.server.game import Game
from crownland.server.identity import hash_secret
from crownland.server.metrics import Metrics
from crownland.server.rows import Header, Lobby, Sitter
from crownland.server.store import Store
from tests.server.support import Guest, generous, running

SECRET = "secret-of-the-seats"
GOLDEN = Path(__file__).parents[1] / "golden"


def header_of(table: str, game: str, players: int, options: dict[str, str], rules: int) -> Header:
    return Header(table, game, players, options, rules, derived_seed("old rules", table), 1_790_000_000_000)


def lobby_of(players: int) -> Lobby:
    """Every seat is a person's, who comes back with the secret."""
    seats = tuple(Sitter("person", letter, f"guest-{letter}", None, hash_secret(SECRET)) for letter in "ABCD"[:players])
    return Lobby("guest-A", seats, phase="playing")


def keep(folder: Path, *tables: tuple[Header, int]) -> None:
    """A database with these tables, each after so many random actions."""

    async def make() -> None:
        engine = open_engine(f"sqlite:///{folder / 'tables.sqlite3'}")
        migrate(engine)
        store = Store(engine, Metrics())
        for header, actions in tables:
            game, rng = Game(header), Random(header.id)
            game.add(game.plan_deal(header.created))
            for _ in range(actions):
                token = str(rng.choice(game.position.state.legal_actions()))
                game.add(game.plan_action(token, header.created, bot=False))
            await store.create(header, lobby_of(header.players), game.rows)
        await store.close()

    asyncio.run(make())


async def sit_down(guest: Guest, table: str, players: int) -> None:
    for seat in range(players):
        await guest.post(f"/tables/{table}/join", {"name": "", "secret": SECRET, "seat": seat})


DUEL, TEAMS, CLOSING = "old-duel-table-1", "old-team-table-1", "old-team-table-2"
OLD = (
    (header_of(DUEL, "duel", 2, {}, 1), 40),
    (header_of(TEAMS, "royal-wedding", 4, {"teams": "true"}, 1), 60),
    (header_of(CLOSING, "royal-wedding", 4, {"teams": "true"}, 1), 10),
)


def test_a_table_by_earlier_rules_is_played_to_its_end_and_replays_by_them(tmp_path: Path) -> None:
    keep(tmp_path, *OLD)
    with running(generous(tmp_path)) as url:
        asyncio.run(play_on(url))


async def play_on(url: str) -> None:
    async with Guest(url) as anna:
        for table, players, kingdoms in ((DUEL, 2, [0, 1]), (TEAMS, 4, [0, 1, 0, 1])):
            await sit_down(anna, table, players)
            async with anna.sit(table) as seated:
                assert [seat["kingdom"] for seat in seated.table["seats"]] == kingdoms
                await seated.until_over(Random(table))
            record = read_record((await anna.http.get(f"/api/tables/{table}/record")).text)
            assert record.errors == ()
            assert record.tag("Rules") == "1"
            assert record.final().is_over
            again = await anna.post(f"/tables/{table}/rematch")
            new = kingdoms if players == 2 else [0, 0, 1, 1]
            assert [seat["kingdom"] for seat in again["seats"]] == new  # a new game is played by today's rules


def test_a_table_by_earlier_rules_is_resigned_or_closed(tmp_path: Path) -> None:
    keep(tmp_path, *OLD)
    with running(generous(tmp_path)) as url:
        asyncio.run(give_up(url))


async def give_up(url: str) -> None:
    async with Guest(url) as anna, Guest(url) as ben:
        await sit_down(anna, TEAMS, 4)
        await ben.post(f"/tables/{TEAMS}/join", {"name": "", "secret": SECRET, "seat": 2})
        told = await anna.post(f"/tables/{TEAMS}/resign", {"seat": 0})
        assert told["phase"] == "playing"  # C, the partner of A by those rules, plays on
        told = await ben.post(f"/tables/{TEAMS}/resign", {"seat": 2})
        assert (told["phase"], told["ended"]) == ("over", "resigned")
        record = (await anna.http.get(f"/api/tables/{TEAMS}/record")).text
        assert '[Rules "1"]' in record
        assert '[Forfeit "C: resigned"]' in record
        await sit_down(anna, CLOSING, 4)
        told = await anna.post(f"/tables/{CLOSING}/abandon")
        assert (told["phase"], told["ended"]) == ("closed", "abandoned")
        await sit_down(anna, DUEL, 2)
        told = await anna.post(f"/tables/{DUEL}/resign", {"seat": 1})
        assert (told["phase"], told["ended"]) == ("over", "resigned")


def test_a_bot_plays_on_by_earlier_rules(tmp_path: Path) -> None:
    keep(tmp_path, *OLD)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    bot = '{"kind":"bot","name":"B","bot":"steady"}'
    with engine.begin() as connection:
        (lobby,) = connection.exec_driver_sql("SELECT lobby FROM tables WHERE id = ?", (DUEL,)).one()
        second = lobby.index('{"kind":"person","name":"B"')
        changed = lobby[:second] + bot + lobby[lobby.index("}", second) + 1 :]
        connection.exec_driver_sql("UPDATE tables SET lobby = ? WHERE id = ?", (changed, DUEL))
    engine.dispose()
    with running(generous(tmp_path)) as url:
        asyncio.run(play_against_the_bot(url))


async def play_against_the_bot(url: str) -> None:
    async with Guest(url) as anna:
        await anna.post(f"/tables/{DUEL}/join", {"name": "", "secret": SECRET, "seat": 0})
        async with anna.sit(DUEL) as seated:
            await seated.until_over(Random(1))
            assert any(event["bot"] for event in seated.events.values())
        record = read_record((await anna.http.get(f"/api/tables/{DUEL}/record")).text)
        assert record.tag("Rules") == "1"
        assert record.final().is_over


def test_a_stored_game_in_which_the_bonus_was_lost_is_read_as_it_was_played(tmp_path: Path) -> None:
    """The actions of a golden record by the first rules of Duel, as rows of a table."""
    record = read_record((GOLDEN / "duel-2-rules-1.kdn").read_text(encoding="utf-8"))
    header = Header("golden-duel-table", "duel", 2, {}, 1, record.tag("Seed") or "", 1_790_000_000_000)
    game = Game(header)
    game.add(game.plan_deal(0))
    for item in record.items:
        if game.seq and str(item.what)[0] in "OR":  # the dealer's
            continue
        game.add(game.plan_action(str(item.what), 0, bot=False))
    assert str(game.position.state) == str(record.final())
    assert str(Game(header, game.rows).record(["uniform", "greedy"], told=True)) == str(record)


def test_a_table_by_rules_that_this_server_does_not_have_is_refused_and_not_listed(tmp_path: Path) -> None:
    keep(tmp_path, *OLD)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with running(generous(tmp_path)) as url:
        asyncio.run(meet_the_future(url, engine))
    engine.dispose()


async def meet_the_future(url: str, engine: Engine) -> None:
    async with Guest(url) as anna:
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE tables SET rules = 3 WHERE id = ?", (CLOSING,))
            connection.exec_driver_sql("UPDATE tables SET public = 1")
        listed = await anna.get("/tables/public")
        assert {one["id"] for one in listed} == {DUEL, TEAMS}
        answer = await anna.http.get(f"/api/tables/{CLOSING}")
        assert (answer.status_code, answer.json()["code"]) == (410, "table/unknown-rules")
