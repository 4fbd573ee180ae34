"""An action is played when it is stored, whatever becomes of the one who sent it."""

import asyncio
from pathlib import Path

import pytest

from crownland.games.registry import find_game
from crownland.server.frames import wire
from crownland.server.metrics import Metrics
from crownland.server.store.database import migrate, open_engine
from crownland.server.store.rows import Sitter
from crownland.server.store.store import Store
from crownland.server.tables.hall import Hall
from crownland.server.thinkers.processes import thinking_processes
from tests.server.support import PATIENCE, generous


async def test_what_a_cancelled_caller_wrote_has_happened(tmp_path: Path) -> None:
    settings = generous(tmp_path)
    engine, metrics = open_engine(settings.database), Metrics()
    migrate(engine)
    store = Store(engine, metrics)
    hall = Hall(store, thinking_processes(1), settings, metrics)
    seats = [Sitter("person", "Anna", "anna"), Sitter("person", "Ben", "ben")]
    table = await hall.create(find_game("kingdomino").setup(2), "anna", seats, public=False, clock=None)
    seq, actor = table.session.seq, table.session.actor
    assert actor is not None
    token = str(table.session.state.legal_actions()[0])
    acting = asyncio.create_task(table.act(seats[actor].guest, wire.Act(token=token, seq=seq, id="1")))
    while not table.is_changing:
        await asyncio.sleep(0)
    acting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await acting
    async with asyncio.timeout(PATIENCE):
        while table.session.seq == seq:
            await asyncio.sleep(0.01)
    assert table.session.history[-1].event.token == token
    await hall.close()
    await store.close()
