"""Servers that live for a moment stop as cleanly as others."""

import asyncio
import gc
from pathlib import Path

import pytest

from crownland.games.registry import KINGDOMINO
from crownland.server.app import running as services_of
from crownland.server.store.rows import Sitter
from tests.server.support import Looking, generous, running


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.03, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("quick_choices", [False, True])
async def test_a_server_can_be_stopped_as_soon_as_it_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seconds: float, quick_choices: bool
) -> None:
    with running(generous(tmp_path, quick_choices=quick_choices)):
        await asyncio.sleep(seconds)
    gc.collect()  # what was not closed warns now
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO"] == []


async def test_no_bot_acts_after_the_end_of_a_server(tmp_path: Path) -> None:
    async with services_of(generous(tmp_path)) as services:
        bots = (Sitter("bot", "Odo", bot="greedy"), Sitter("bot", "Mira", bot="greedy"))
        table = await services.hall.create(KINGDOMINO.setup(), "", bots, public=False, clock=None)
        table.enter(Looking("anna"), 0)
        assert services.hall.steward.is_busy(table)
    assert not services.hall.steward.is_busy(table)
    services.hall.attend(table)  # as an action does that is stored at the very end
    assert not services.hall.steward.is_busy(table)
