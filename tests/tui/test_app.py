"""From the menu to the table and round again, in terminals of any size."""

import subprocess
import sys

import pytest

from crownland.kernel.errors import InvalidTextError
from crownland.tui.app import TableApp
from crownland.tui.menu_screen import MenuScreen
from crownland.tui.reckoning_screen import ReckoningScreen
from crownland.tui.seats import made_up
from crownland.tui.table_screen import TableScreen
from crownland.tui.tableau import centre_grid
from tests.tui.support import (
    ROOM,
    WORDS,
    app_of,
    assert_nothing_overflows,
    press,
    seed_of,
    setup_of,
    shown,
    until_asked,
)


async def test_enter_in_the_menu_starts_with_the_defaults() -> None:
    app = TableApp(pause=0)
    async with app.run_test(size=ROOM) as pilot:
        assert isinstance(app.screen, MenuScreen)
        assert_nothing_overflows(pilot)
        await press(pilot, "enter")
        table = await until_asked(pilot)
        assert table.setup == setup_of(2)
        assert [player.name for player in table.players] == [next(made_up(WORDS)), "Steady"]


async def test_the_menu_is_filled_in_by_keys() -> None:
    app = TableApp(pause=0)
    async with app.run_test(size=ROOM) as pilot:
        await pilot.press("down", "right")  # three players
        await pilot.press("down", "down", "down", "space")  # past the opening and the lines: Middle Kingdom
        await pilot.press("down", "down", "down", "A", "n", "n", "q", "backspace")  # past Harmony and Dynasty: seat A
        assert_nothing_overflows(pilot)
        assert "Ann" in await shown(pilot)
        await press(pilot, "down", "right", "enter")
        table = await until_asked(pilot)
        assert table.setup == setup_of(3, middle_kingdom=True)
        assert table.players[0].name == "Ann"
        assert table.players[1].bot != "steady"


async def test_the_menu_can_be_left() -> None:
    for key in ("escape", "q", "ctrl+c"):
        app = TableApp(pause=0)
        async with app.run_test(size=ROOM) as pilot:
            await pilot.press(key)
        assert app.return_code == 0


def test_a_seed_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(InvalidTextError, match="expected a seed of 64 hexadecimal digits, got: '7'"):
        TableApp(setup_of(2), ["me", "greedy"], seed="7")


async def test_the_given_seed_deals_the_game() -> None:
    async with TableApp(setup_of(2), seed=seed_of("given"), pause=0).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        assert table.dealer.seed == seed_of("given")


async def test_after_a_game_comes_a_rematch_or_the_menu() -> None:
    async with app_of(["uniform", "uniform"]).run_test(size=ROOM) as pilot:
        first = await until_asked(pilot)
        await press(pilot, "a", "r")
        second = await until_asked(pilot)
        assert first.setup == second.setup
        assert first.dealer.seed != second.dealer.seed
        await press(pilot, "a", "enter", "space")
        assert isinstance(pilot.app.screen, TableScreen)
        assert "The game is over" in await shown(pilot), "the space bar starts nothing"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReckoningScreen)
        await press(pilot, "n")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_small_terminal_says_so_and_goes_on_when_it_is_enlarged() -> None:
    async with app_of(["Ann", "greedy"]).run_test(size=(79, 24)) as pilot:
        table = await until_asked(pilot)
        played = len(table.actions)
        assert (await shown(pilot)).strip() == "Please make the terminal at least 80 × 24; it is 79 × 24 now."
        await press(pilot, "enter")
        assert len(table.actions) == played, "nothing is done that cannot be seen"
        await pilot.resize_terminal(*ROOM)
        await pilot.pause()
        assert "Claim" in await shown(pilot)
        await press(pilot, "enter")
        assert len(table.actions) > played
        await pilot.resize_terminal(80, 23)
        await pilot.pause()
        assert "Please make the terminal" in await shown(pilot)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (220, 70)])
async def test_larger_terminals_get_larger_squares(size: tuple[int, int]) -> None:
    async with app_of(["Ann", "Bob", "Cleo"]).run_test(size=size) as pilot:
        table = await until_asked(pilot)
        assert_nothing_overflows(pilot)
        pane = pilot.app.screen.query_one("#centre")
        cells = centre_grid(table, pane.size.width, pane.size.height).cell.rows
        assert cells == {80: 2, 100: 2, 140: 3, 220: 6}[size[0]]


async def test_light_and_dark() -> None:
    app = app_of(["Ann", "greedy"])
    async with app.run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        assert app.theme == "crownland-dark"
        await press(pilot, "t")
        assert (app.theme, app.terminal.palette.mode) == ("crownland-light", "light")


def test_the_package_does_not_import_textual_before_a_table_is_opened() -> None:
    code = "import sys, crownland, crownland.cli, crownland.tui; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
