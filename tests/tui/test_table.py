"""What the keys and the mouse do at the table."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from crownland.bots import BOTS, register_bot
from crownland.dealer import verify
from crownland.kernel.action import Place
from crownland.notation.record import read_record
from crownland.tui.choosers import DominoChooser, TokenChooser
from crownland.tui.lines import placed
from crownland.tui.model import Phase
from crownland.tui.reckoning_screen import ReckoningScreen
from crownland.tui.sheets import LeaveSheet, Sheet
from crownland.tui.table_screen import TableScreen
from crownland.tui.tableau import centre_grid
from tests.tui.support import ROOM, Sea, app_of, group_of, press, seat_at, shown, until_asked


async def test_bots_that_play_alone_can_be_held() -> None:
    app = app_of(["uniform", "uniform"])
    app.terminal.pause = 0.01
    async with app.run_test(size=ROOM) as pilot:
        await press(pilot, "space")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.pause(0.1)
        played = len(screen.table.actions)
        await pilot.pause(0.1)
        assert len(screen.table.actions) == played
        assert "paused; Space resumes" in await shown(pilot)
        await press(pilot, "space")
        async with asyncio.timeout(20):
            while len(screen.table.actions) == played:
                await asyncio.sleep(0.01)


async def test_the_prompt_says_who_is_to_act_and_what_it_brings() -> None:
    async with app_of(["Ann", "Bob"], opening="clockwise").run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        first, second = ("Ann", "Bob") if table.state.actor == 0 else ("Bob", "Ann")
        letters = {"Ann": "A", "Bob": "B"}
        for name in (first, second, first, second):
            assert f"{letters[name]} {name}  Claim" in await shown(pilot)
            await press(pilot, "enter")
            await until_asked(pilot)
        prompt = (await shown(pilot)).splitlines()[-2]
        assert f"{letters[first]} {first}  Place" in prompt
        assert "+" in prompt


async def test_a_number_chooses_a_domino_and_u_takes_the_claim_back() -> None:
    async with app_of(["Ann", "Bob"]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        _, (_, line) = group_of(table, "line")
        last = line.slots[-1].piece
        assert last is not None
        await press(pilot, *last.key, "enter")
        await until_asked(pilot)
        assert table.actions[-1].event.token == f"K{last.key}"
        await press(pilot, "u")
        assert len(table.actions) == 2
        assert table.chooser is not None
        assert str(table.chooser.action) == f"K{last.key}"


async def test_u_reaches_back_while_a_bot_thinks() -> None:
    app = app_of(["Ann", "greedy"])
    app.terminal.pause = 30
    async with app.run_test(size=ROOM) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        app.terminal.pause = 0
        if screen.table.phase is Phase.BOT:
            screen.run_turns()
        table = await until_asked(pilot)
        app.terminal.pause = 30
        while table.phase is Phase.PERSON:
            await press(pilot, "enter")
            await pilot.pause()
        phases = [table.phase]
        await press(pilot, "u")
        assert [*phases, table.phase] == [Phase.BOT, Phase.PERSON]


async def test_a_domino_that_fits_nowhere_is_discarded_by_enter() -> None:
    async with app_of(["Ann", "Bob"], seed=3).run_test(size=ROOM) as pilot:
        rng = Random(4)
        while True:
            table = await until_asked(pilot)
            assert table.phase is Phase.PERSON, "a seed where a domino fits nowhere"
            assert table.chooser is not None
            if table.chooser.kind == "discard":
                break
            table.chooser.pick(rng.choice(table.chooser.actions))
            await press(pilot, "enter")
        assert "fits nowhere: Enter discards it" in await shown(pilot)
        await press(pilot, "enter")
        assert table.actions[-1].event.token.endswith("x")


async def test_tab_goes_to_another_kind_of_action() -> None:
    async with app_of(["Ann", "Bob"]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        seat_at(table, Sea(table.state))
        pilot.app.screen.refresh()
        assert len(table.choosers) == 2
        for key, kind in (("tab", DominoChooser), ("tab", TokenChooser), ("shift+tab", DominoChooser)):
            await press(pilot, key)
            assert isinstance(table.chooser, kind)
        assert "Tab other actions" in await shown(pilot)
        await press(pilot, "tab")
        assert "Choose an action" in await shown(pilot)


async def test_sheets_open_and_close() -> None:
    async with app_of(["Ann", "greedy"]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        for key, text in (
            ("s", "total"),
            ("l", '[Game "kingdomino"]'),
            ("question_mark", table.dealer.commitment),
            ("f1", "take back"),
        ):
            await press(pilot, key)
            assert isinstance(pilot.app.screen, Sheet)
            assert text in await shown(pilot)
            assert table.dealer.seed not in await shown(pilot)
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, TableScreen)


async def test_q_asks_once_when_a_game_is_on() -> None:
    app = app_of(["Ann", "greedy"])
    async with app.run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        await press(pilot, "q")
        assert isinstance(app.screen, LeaveSheet)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "ctrl+c")
        assert isinstance(app.screen, LeaveSheet)
        await press(pilot, "q")
    assert app.return_code == 0


async def test_w_writes_the_record_and_never_over_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with app_of(["uniform", "uniform"]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        await press(pilot, "a", "w", "w")
        assert "Saved as crownland-" in " ".join(str(note.message) for note in pilot.app._notifications)
        files = sorted(tmp_path.glob("crownland-*.kdn"))
        assert len(files) == 2
        record = read_record(files[0].read_text(encoding="utf-8"))
        assert not record.errors
        assert not verify(record)
        assert record.tag("Seed") == table.dealer.seed


async def test_a_record_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("crownland.tui.saving.write_record", refuse)
    async with app_of(["Ann", "uniform"]).run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        await press(pilot, "w")
        messages = " ".join(str(note.message) for note in pilot.app._notifications)
        assert messages == "The record was not saved: No space left on device"


async def test_the_last_domino_can_be_taken_back_from_the_reckoning() -> None:
    async with app_of(["Ann", "Bob"]).run_test(size=ROOM) as pilot:
        while not isinstance(pilot.app.screen, ReckoningScreen):
            await press(pilot, "enter")
            table = await until_asked(pilot)
        await press(pilot, "u")
        await until_asked(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert table.phase is Phase.PERSON


async def test_the_mouse_places_and_claims() -> None:
    async with app_of(["Ann", "Bob"]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        while not isinstance(table.chooser and table.chooser.action, Place):
            _, lines = group_of(table, "line")
            pane = pilot.app.screen.query_one("#left")
            at = next(at for at in reversed(placed(lines, *pane.size)) if at.tray is lines[-1] and at.slot.seat is None)
            await pilot.click("#left", offset=(7, at.y))
            assert table.chooser is not None
            await pilot.click("#left", offset=(7, at.y + 1))
            await until_asked(pilot)
            assert at.slot.piece is not None
            assert f"K{at.slot.piece.key}" in [one.event.token for one in table.actions[-2:]]
        assert table.chooser is not None
        pane = pilot.app.screen.query_one("#centre")
        grid = centre_grid(table, *pane.size)
        place = table.chooser.actions[-1]
        x, y = grid.corner(place.square)
        await pilot.click("#centre", offset=(x, y))
        assert place.square in table.chooser.ghost
        placed_now = table.chooser.action
        await pilot.click("#prompt", offset=(10, 0))
        assert table.actions[-1].event.token == str(placed_now)


async def test_v_shows_another_kingdom_large() -> None:
    async with app_of(["Ann", "greedy"]).run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        assert (await shown(pilot)).splitlines()[1].split()[:2] == ["A", "▸Ann"]
        await press(pilot, "v")
        assert (await shown(pilot)).splitlines()[1].split()[:2] == ["B", "greedy"]


@pytest.fixture
def broken_bot() -> Iterator[str]:
    @register_bot("broken", "Fails.")
    class Broken:
        def choose(self, state: Any, limit: Any, rng: Any) -> Any:
            raise RuntimeError("out of ideas")

    yield "broken"
    del BOTS["broken"]


async def test_a_bot_that_fails_is_replaced_by_a_person(broken_bot: str) -> None:
    async with app_of([broken_bot, broken_bot]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        assert table.phase is Phase.PERSON
        messages = " ".join(str(note.message) for note in pilot.app._notifications)
        assert messages == "broken could not go on, so you play for it: out of ideas"


async def test_names_are_never_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    # A short path, so that the message about it is not broken into lines in the middle of its name.
    with TemporaryDirectory(prefix="[b]") as folder:
        monkeypatch.chdir(folder)
        async with app_of(["[red]Ann[/]", "greedy"]).run_test(size=ROOM, notifications=True) as pilot:
            await until_asked(pilot)
            await press(pilot, "w")
            async with asyncio.timeout(20):
                while "[b]" not in (text := await shown(pilot)):  # the folder of the record
                    await pilot.pause(0.05)
            assert "[red]Ann[/]" in text
        monkeypatch.undo()
