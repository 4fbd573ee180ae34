"""Queendomino and Royal Wedding at the table: the steps of a turn, the builders' board, purses, news."""

from random import Random

import pytest

from crownland.games.protocol import Action
from crownland.games.queen.action import Build, Burn, Tax
from crownland.games.queen.building import BUILDINGS
from crownland.games.queen.state import State as Court
from crownland.kernel.action import Claim, Discard, End, Place
from crownland.kernel.square import Direction, square_name
from crownland.notation.position import parse_position
from crownland.table.gain import gain_of
from crownland.table.wording import deed_text
from crownland.tui.badges import purse_text
from crownland.tui.canvas import Canvas
from crownland.tui.choosers import Chooser
from crownland.tui.model import Phase, TableModel
from crownland.tui.palette import Palette
from crownland.tui.path import path_of
from crownland.tui.queen.tiles import tile_about, tile_signs
from crownland.tui.scores import line_parts
from crownland.tui.sheets import Sheet
from crownland.tui.tableau import paint_centre, paint_head, paint_keys, paint_prompt
from crownland.tui.terminal import Terminal
from tests.tui.support import (
    ROOM,
    WORDS,
    any_action,
    app_of,
    choosers_in,
    group_of,
    play_randomly,
    press,
    seat_at,
    shown,
    table_of,
    tray_painter,
    until_asked,
)

TERMINAL = Terminal(WORDS, Palette("dark"), pause=0)

# B has laid a town and a wheat square; it hosts the queen, has two knights and a treasury.
POSITION = (
    "queendomino players=2 A:c;7c.1k.0t B:cw1wtt;5c.2k.1t;knightstreasury@j7 "
    "board:church.statue.-.witchhouse.tavern.queenstower queen:B step:tax fresh:h7.i7 "
    "old:Q29B.Q31A.Q34A.Q40B new:Q1.Q2.Q3.Q4 gone:Q5.Q6.Q7.Q8"
)


def court() -> Court:
    state = parse_position(POSITION)
    assert isinstance(state, Court)
    return state


def seated() -> TableModel:
    return seat_at(table_of(["Ann", "Bob"], "queendomino"), court())


def chooser(kind: str) -> Chooser:
    return next(chooser for chooser in choosers_in(court()) if chooser.kind == kind)


def drawn(draw: object, width: int, height: int, table: TableModel) -> str:
    canvas = Canvas(width, height, TERMINAL.palette.plain)
    draw(canvas, table, TERMINAL)  # type: ignore[operator]
    return str(canvas)


def test_the_position_is_what_the_tests_are_about() -> None:
    state = court()
    assert {type(action) for action in state.legal_actions()} == {Tax, Build, Claim}, "no dragon for the queen's host"


def test_after_placing_a_claim_is_picked_and_what_may_come_before_it_is_said() -> None:
    table = seated()
    assert [chooser.kind for chooser in table.choosers] == ["tax", "build", "claim"]
    assert table.chooser is table.choosers[-1]
    assert "Claim Q1 wheat · wheat" in drawn(paint_prompt, 80, 1, table)
    assert "Tab: tax, build" in drawn(paint_prompt, 80, 1, table)
    table.other_kind()
    assert table.chooser is not None
    assert table.chooser.kind == "tax"


def test_the_path_shows_where_one_is_and_what_is_not_possible() -> None:
    table = seated()
    assert " ".join(stage.text(WORDS) for stage in path_of(table)) == "(place) tax build (dragon) [claim]"
    table.act(next(action for action in table.state.legal_actions() if isinstance(action, Build)))
    assert " ".join(stage.text(WORDS) for stage in path_of(table)) == "(place) (tax) ✓build (dragon) [claim]"


def test_the_path_of_a_whole_turn() -> None:
    table = table_of(["Ann", "Bob"], "queendomino")
    while not isinstance(table.chooser and table.chooser.action, Place):
        play_randomly(table, Random(1), 1)
    assert " ".join(stage.text(WORDS) for stage in path_of(table)) == "[place] tax build dragon claim"
    table.confirm()
    assert path_of(table)[0].text(WORDS) == "✓place"
    assert path_of(table)[-1].text(WORDS) == "[claim]"


def test_a_knight_says_what_it_brings_and_why() -> None:
    tax = chooser("tax")
    assert tax.prompt(WORDS) == "Collect taxes with a knight on h7"
    assert tax.detail(WORDS, 60) == "+4 coins: taxes 2, knights' treasury 2"
    assert tax.detail(WORDS, 20) == "+4 coins"
    tax.move(Direction.EAST)
    assert tax.prompt(WORDS) == "Collect taxes with a knight on i7"


def test_a_building_says_its_price_its_worth_and_what_it_does() -> None:
    build = chooser("build")
    for digit, prompt, note, detail in (
        ("0", "Build church on k7 for 0", "2 per town property", "coins 5 → 5"),
        ("1", "Build statue on k7 for 0", "5 points", "coins 5 → 5 (−price 1, +queen 1)"),
        ("3", "Build witch's house on k7 for 2", "2 per swamp property, 1 knight, 1 tower", "coins 5 → 3"),
        ("2", "Build witch's house on k7 for 2", "2 per swamp property, 1 knight, 1 tower", "coins 5 → 3"),
        ("5", "Build queen's tower on k7 for 4", "1 crown", "coins 5 → 1"),
    ):
        build.type_digit(digit)
        assert build.prompt(WORDS) == prompt
        assert build.note(WORDS) == note
        text = build.detail(WORDS, 60)
        assert text is not None
        assert text.startswith(detail)
        assert text.endswith(f"{gain_of(court(), build.action).points:+d} now")


def test_tiles_go_with_left_and_right_and_squares_with_up_and_down() -> None:
    build = chooser("build")
    tiles = []
    for _ in range(5):
        build.move(Direction.EAST)
        tiles.append(build.action.price)
    assert tiles == [1, 3, 4, 5, 0]
    plots = {square_name(action.square) for action in build.actions}
    seen = set()
    for _ in plots:
        build.move(Direction.NORTH)
        seen.add(square_name(build.action.square))
    assert seen == plots


def test_the_planned_knight_and_building_are_seen_in_the_kingdom() -> None:
    table = seated()
    table.other_kind()
    assert "w+" not in drawn(paint_centre, 40, 18, table)
    assert "♞" in drawn(paint_centre, 40, 18, table).split("\n", 1)[1]
    table.other_kind()
    assert "chur" in drawn(paint_centre, 60, 18, table) or "Ch" in drawn(paint_centre, 60, 18, table)


def test_the_board_has_names_prices_and_signs() -> None:
    table = seated()
    table.other_kind(2)
    assert table.chooser is not None
    assert table.chooser.kind == "build"
    assert [line.rstrip() for line in drawn(tray_painter("builders"), 80, 2, table).splitlines()] == [
        "church       statue                    witch's hou… tavern       queen's tow…",
        "0●▸2/t       1● 5         2●           3● 2/s 1♞ 1♖ 4● 3 2♞      5● 1♛",
    ]
    tall = drawn(tray_painter("builders"), 80, 3, table).splitlines()
    assert [line[65:].strip() for line in tall] == ["queen's", "tower", "5● 1♛"]
    painter, trays = group_of(table, "builders")
    under = [painter.slot_under(trays, x, 0, 80, 2) for x in (0, 12, 13, 77, 79)]
    assert under == [("builders", space) for space in (0, 0, 1, 5, 5)]


def test_every_tile_has_words_and_signs_that_fit() -> None:
    for key, building in BUILDINGS.items():
        assert tile_about(key, WORDS)
        assert 0 < len(tile_signs(building)) <= 9
        assert len(tile_about(key, WORDS)) <= 42


def test_the_purse_stands_beside_the_name_and_says_who_hosts_the_queen() -> None:
    table = seated()
    assert purse_text(table.view.realms[0], WORDS) == "●7 ♞1 ♖0"
    assert purse_text(table.view.realms[1], WORDS) == "●5 ♞2 ♖1 ♕"
    assert "●5 ♞2 ♖1 ♕" in drawn(paint_centre, 40, 18, table).splitlines()[0]
    assert "dragon at home" in drawn(paint_head, 80, 1, table)


def test_the_keys_of_a_build_fit_with_the_way_out() -> None:
    table = seated()
    table.other_kind(2)
    keys = drawn(paint_keys, 80, 1, table)
    assert keys.strip() == "←→ tile  ↑↓ square  Enter build  Tab step  b guide  ? help  q quit  s scores"


def deed(state: Court, action: Action) -> str:
    return deed_text(state.meaning(action), WORDS, token=str(action))


def test_the_news_tell_taxes_buildings_and_the_dragon() -> None:
    state = court()
    told = {type(action): deed(state, action) for action in reversed(state.legal_actions())}
    assert told == {
        Tax: "taxed h7: +4 coins",
        Build: "built church for 0",
        Claim: "claimed Q1",
    }


def test_every_deed_of_whole_games_has_its_words() -> None:
    rng = Random(3)
    table = table_of(["Ann", "Bob"], "queendomino")
    while table.phase is not Phase.OVER:
        play_randomly(table, rng, 1)
    texts = {
        one.meaning.kind: deed_text(one.meaning, WORDS, points=one.event.points, token=one.event.token)
        for one in table.actions
        if one.meaning is not None
    }
    assert set(texts) >= {"opening", "line", "stock", "place", "tax", "build", "dragon", "claim", "end"}
    assert not any(text.startswith("played") for text in texts.values())
    assert texts["end"] == "ended the turn"
    assert texts["dragon"].startswith("burned the ")


def test_the_steps_of_a_turn_are_taken_back_one_by_one() -> None:
    rng = Random(1)
    table = table_of(["Ann", "Bob"], "queendomino")
    undone = set()
    while table.phase is not Phase.OVER:
        if table.phase is Phase.PERSON:
            state, action = table.state, any_action(table, rng)
            table.act(action)
            if table.can_undo:
                table.undo()
                assert table.state == state
                assert table.chooser is not None
                assert table.chooser.action == action
                undone.add(type(action))
                table.confirm()
        else:
            play_randomly(table, rng, 1)
    assert undone >= {Place, Tax, Build, Burn, Claim}
    assert undone <= {Place, Tax, Build, Burn, Claim, Discard, End}


async def test_b_opens_the_building_tiles_with_what_is_assumed() -> None:
    async with app_of(["Ann", "uniform"], "queendomino").run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, Sheet)
        text = await shown(pilot)
        assert "church" in text
        assert "2 per town property *" in text
        await press(pilot, "end")
        assert "is assumed" in await shown(pilot)
        await press(pilot, "b")
        assert not isinstance(pilot.app.screen, Sheet)


async def test_the_mouse_picks_tiles() -> None:
    async with app_of(["Ann", "Bob"], "queendomino").run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        seat_at(table, court())
        table.other_kind(2)
        await pilot.click("#bottom", offset=(53, 0))
        assert table.chooser is not None
        assert table.chooser.action.price == 4


@pytest.mark.parametrize(("game", "text"), [("queendomino", "3 coins make a point"), ("duel", "squares × crosses")])
async def test_help_is_about_the_game_that_is_played(game: str, text: str) -> None:
    async with app_of(["Ann", "uniform"], game).run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        await press(pilot, "question_mark")
        assert text in await shown(pilot)


def test_coins_are_told_as_they_are_counted() -> None:
    state = court()
    coins = next(line for line in state.scores()[1].lines if line.reason == "coins")
    assert line_parts(coins, WORDS) == ("coins", "5 ÷ 3", "1")
    assert "coins 5 → 9" in gain_of(state, state.legal_actions()[0]).text(WORDS)


async def test_the_winner_stands_on_top_of_a_long_score() -> None:
    async with app_of(["uniform", "uniform"], "queendomino").run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        await press(pilot, "a")
        text = await shown(pilot)
        assert text.splitlines()[2].strip().startswith("♛ 1.")
        assert "↑↓ scroll" in text
