"""Whole games at the terminal, by keys, as people play them."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from crownland.bots.load import load_file
from crownland.testing.registering import registrations_undone
from crownland.tui.choosers import TokenChooser
from crownland.tui.model import Phase, TableModel
from crownland.tui.reckoning_screen import ReckoningScreen
from tests.orchard import registered
from tests.tui.support import (
    ROOM,
    any_action,
    app_of,
    assert_nothing_overflows,
    keys_for,
    press,
    shown,
    until_asked,
)

KEYS = ("up", "down", "left", "right", "r", "space")
GAMES: list[tuple[list[str], dict[str, Any]]] = [
    (["Ann", "greedy", "Cleo", "uniform"], {}),
    (["Ann", "Bob"], {"mighty_duel": True}),
    (["uniform", "Ann", "uniform"], {"three_players": "leftover"}),
]
BY_KEYS: list[tuple[list[str], str, dict[str, Any]]] = [
    (["Ann", "uniform"], "queendomino", {}),
    (["Ann", "Ben", "uniform", "uniform"], "royal-wedding", {"teams": True}),
    (["Ann", *("uniform",) * 5], "royal-wedding", {"teams": True}),
    (["Ann", "uniform"], "duel", {}),
]


async def play_to_the_end(pilot: Pilot[None], rng: Random) -> TableModel:
    """Moves, turns and confirms at random until the last standings are to be seen."""
    while True:
        table = await until_asked(pilot)
        if isinstance(pilot.app.screen, ReckoningScreen):
            assert_nothing_overflows(pilot)
            if pilot.app.screen.reckoning.is_done and table.state.is_over:
                return table
            await press(pilot, rng.choice(["enter", "enter", "a"]))
            continue
        assert table.phase is Phase.PERSON
        if rng.random() < 0.2:
            assert_nothing_overflows(pilot)
            await press(pilot, *rng.choices(KEYS, k=3))
        await press(pilot, "enter")


async def test_a_game_of_two_is_played_by_keys_at_80_by_24() -> None:
    app = app_of(["me", "greedy"], harmony=True, middle_kingdom=True)
    async with app.run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        assert_nothing_overflows(pilot)
        assert "Kingdomino · Middle Kingdom · Harmony · round 1" in await shown(pilot)
        table = await play_to_the_end(pilot, Random(1))
        text = await shown(pilot)
        assert f"Seed {table.dealer.seed}" in text
        for score in table.state.scores():
            assert str(score.total) in text.split()
        assert "♛ 1." in text
        await press(pilot, "q")
    assert app.return_code == 0


@pytest.mark.parametrize(("seats", "options"), GAMES)
async def test_other_games_are_played_to_the_end(seats: list[str], options: dict[str, Any]) -> None:
    async with app_of(seats, **options).run_test(size=ROOM) as pilot:
        table = await play_to_the_end(pilot, Random(2))
        assert table.state.is_over


@pytest.mark.parametrize(("seats", "game", "options"), BY_KEYS)
async def test_the_keys_for_an_action_play_it(seats: list[str], game: str, options: dict[str, Any]) -> None:
    rng = Random(5)
    kinds = set()
    async with app_of(seats, game, **options).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        while not isinstance(pilot.app.screen, ReckoningScreen):
            action, played = any_action(table, rng), len(table.actions)
            await press(pilot, *keys_for(table, action))
            assert table.actions[played].event.token == str(action)
            kinds.add(type(action))
            if rng.random() < 0.1:
                assert_nothing_overflows(pilot)
            await until_asked(pilot)
        assert len(kinds) >= 5
        table = await play_to_the_end(pilot, rng)
        text = await shown(pilot)
        assert f"Seed {table.dealer.seed}" in text
        assert "♛ 1." in text
        for score in table.state.scores():
            assert str(score.total) in text.split()


async def test_bots_play_a_dynasty_with_a_reckoning_after_each_game() -> None:
    async with app_of(["uniform", "greedy"], dynasty=True).run_test(size=ROOM) as pilot:
        titles = []
        for game in (1, 2, 3):
            table = await until_asked(pilot)
            assert isinstance(pilot.app.screen, ReckoningScreen)
            await press(pilot, "a")
            titles.append((await shown(pilot)).splitlines()[0].strip())
            assert "All games so far" in await shown(pilot)
            assert ("Seed" in await shown(pilot)) is (game == 3)
            totals = [score.total for score in table.state.scores()]
            text = await shown(pilot)
            assert all(str(total) in text.split() for total in totals)
            if game < 3:
                await press(pilot, "enter")
        assert titles == [f"The standings · game {game} of 3" for game in (1, 2, 3)]


async def test_any_action_can_be_played_from_the_list_of_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.tui.choosers._chooser_type", lambda kind, meanings: TokenChooser)
    async with app_of(["Ann", "uniform"]).run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        assert isinstance(table.chooser, TokenChooser)
        assert f"[{table.chooser.action}]" in await shown(pilot)
        table = await play_to_the_end(pilot, Random(3))
        assert table.state.is_over


async def test_a_game_of_unknown_kinds_is_shown_and_played() -> None:
    """Its lands, trays, badges, pieces and actions have neither looks nor texts here."""
    with registered():
        app = app_of(["Ann", "uniform"], "orchard")
        kinds = set()
        async with app.run_test(size=ROOM) as pilot:
            rng, table = Random(2), await until_asked(pilot)
            assert "orchard · round 1" in await shown(pilot)
            while not isinstance(pilot.app.screen, ReckoningScreen):
                action, played = any_action(table, rng), len(table.actions)
                await press(pilot, *keys_for(table, action))
                assert table.actions[played].event.token == str(action)
                kinds.add(action.kind)
                assert_nothing_overflows(pilot)
                await until_asked(pilot)
            assert kinds == {"sow", "water", "graft", "buy", "rest"}
            table = await play_to_the_end(pilot, rng)
            assert "apple" in await shown(pilot)
        assert table.state.is_over


async def test_the_example_from_outside_is_played_to_its_reckoning() -> None:
    with registrations_undone():
        load_file(Path(__file__).parents[2] / "examples" / "harbour.py")
        async with app_of(["Ann", "uniform"], "harbour").run_test(size=ROOM) as pilot:
            await until_asked(pilot)
            assert "Harbour · round 1" in await shown(pilot)
            assert "3 boats" in await shown(pilot)
            table = await play_to_the_end(pilot, Random(3))
        assert table.state.is_over
        assert "moor" in {one.meaning.kind for one in table.actions if one.meaning is not None}
