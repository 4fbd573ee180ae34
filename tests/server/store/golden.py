"""Creates ``golden.sql``: ``python -m tests.server.store.golden > tests/server/store/golden.sql``.

Only for a new schema, and into a new file: the existing file proves that old games do not change.
"""

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random

import msgspec

from crownland.dealer import derived_seed
from crownland.server.metrics import Metrics
from crownland.server.store.database import migrate, open_engine
from crownland.server.store.rows import Header, Lobby, Sitter
from crownland.server.store.store import Store
from crownland.table.session import Session

TABLE = "golden-table-001"
BEGAN = 1_790_000_000_000


async def make(path: Path) -> None:
    """Stores a game of Queendomino with actions that were taken back."""
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    store = Store(engine, Metrics())
    header = Header(TABLE, "queendomino", 2, {}, 1, derived_seed("golden"), BEGAN)
    seats = (Sitter("person", "Zażółć", "guest-of-anna-00", None, "0" * 64), Sitter("bot", "greedy", None, "greedy"))
    lobby = Lobby("guest-of-anna-00", seats, phase="playing")
    session, rng = Session(header.setup, header.seed), Random(1)
    session.add(session.plan_deals(BEGAN))
    while not session.is_over:
        at, client = BEGAN + 1000 * session.seq, f"n{session.seq}"
        if session.taker is not None and rng.random() < 0.1:
            session.add([session.plan_back(at, client)])
        else:
            action, is_bot = rng.choice(session.state.legal_actions()), session.actor == 1
            session.add([session.plan_action(action, at, bot=is_bot, client=None if is_bot else client)])
            session.add(session.plan_deals(at))
    await store.create(header, lobby, [one.event for one in session.history])
    over = msgspec.structs.replace(lobby, phase="over", ended="finished")
    record = str(session.record([seat.name for seat in seats], reveals_seed=True))
    await store.append(TABLE, [], (0, lobby, over), record)
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make(Path(folder) / "tables.sqlite3"))
        connection = sqlite3.connect(Path(folder) / "tables.sqlite3")
        lines = [line for line in connection.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]
        sys.stdout.write("\n".join(lines) + "\n")
        connection.close()
