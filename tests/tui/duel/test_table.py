"""Duel at the table: dice, the spell book, the parts of a drawing."""

from random import Random
from typing import Any

import pytest

from crownland.games.duel.action import (
    CastleBonus,
    DrawDie,
    DrawPair,
    Take,
    TurnDie,
)
from crownland.kernel.square import Direction, parse_square
from crownland.notation.position import parse_position
from crownland.table.wording import deed_text
from crownland.tui.canvas import Canvas
from crownland.tui.choosers import Chooser
from crownland.tui.model import Phase, TableModel
from crownland.tui.palette import Palette
from crownland.tui.path import path_of
from crownland.tui.tableau import paint_news, paint_prompt
from crownland.tui.terminal import Terminal
from tests.tui.support import (
    ROOM,
    WORDS,
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
START = "duel players=2 A:{a} B:{b} first:A round:9 dice:1.6.3.3"  # ? f f2 ?
BOOK = "000000"
PLAIN = {"a": f"c;{BOOK}", "b": f"c;{BOOK}"}


def state_of(text: str, **sides: str) -> Any:
    return parse_position(text.format(**{**PLAIN, **sides}))


def choosers(state: Any) -> dict[str, Chooser]:
    return {chooser.kind: chooser for chooser in choosers_in(state)}


def seated(state: Any) -> TableModel:
    return seat_at(table_of(["Ann", "Bob"], "duel"), state)


def drawn(draw: object, width: int, height: int, table: TableModel) -> str:
    canvas = Canvas(width, height, TERMINAL.palette.plain)
    draw(canvas, table, TERMINAL)  # type: ignore[operator]
    return str(canvas)


def test_one_die_is_taken_by_its_number() -> None:
    take = choosers(state_of(START))["take"]
    assert take.prompt(WORDS) == "Take any coat of arms"
    assert take.detail(WORDS, 40) == "[1] 2 3 4"
    take.type_digit("3")
    assert take.action == Take((3,))
    assert take.prompt(WORDS) == "Take solid ✚✚"
    take.type_digit("9")
    assert take.action == Take((3,))


def test_two_dice_are_taken_by_their_numbers() -> None:
    take = choosers(state_of(START + " taken:A---"))["take"]
    for digit, dice in (("4", (2, 4)), ("3", (3, 4)), ("2", (2, 3))):
        take.type_digit(digit)
        assert take.action == Take(dice)
    assert take.prompt(WORDS) == "Take solid + solid ✚✚"


def test_with_pick_two_one_die_or_two_are_taken() -> None:
    take = choosers(state_of(START, a=f"c;{'004000'};pick_two"))["take"]
    take.type_digit("1")
    assert take.action == Take((1,))
    take.type_digit("4")
    assert take.action == Take((1, 4))


@pytest.fixture
def drawing() -> Any:
    """A draws a solid and a wild face and owns every spell that can be cast before drawing."""
    return state_of(START + " taken:ABAB showing:1.3", a="c;550400;free_placement;split;turn_die")


def test_the_parts_of_a_drawing_are_a_path(drawing: Any) -> None:
    table = seated(drawing)
    assert _path(table) == "turn [arms] (castle) (free) (split) (draw)"
    name = choosers(drawing)["name_wild"]
    assert name.prompt(WORDS) == "Draw die 1 as dot"
    assert name.detail(WORDS, 40) == "[d] s D S f q"
    table.act(next(action for action in table.state.legal_actions() if str(action) == "W1f"))
    assert _path(table) == "(turn) ✓arms castle free split [draw]"
    kinds = [chooser.kind for chooser in table.choosers]
    assert kinds == ["castle_bonus", "free_placement", "split", "draw_pair"]
    prompts = [chooser.prompt(WORDS) for chooser in table.choosers]
    assert prompts[:3] == ["Castle bonus: a cross on die 1, solid", "Cast free placement", "Cast split"]
    assert prompts[3] == "Draw solid · solid ✚✚"
    assert "+4 solid 2×2" in drawn(paint_prompt, 80, 1, table)


def test_drawing_says_which_boxes_it_fills() -> None:
    plain = START.replace("1.6.3.3", "2.6.3.3") + " taken:AABB showing:2.6"  # d f
    assert "+0 · boxes d f" in drawn(paint_prompt, 80, 1, seated(state_of(plain)))
    won = state_of(plain, b="c;500000;free_placement")
    assert "+0 · boxes f" in drawn(paint_prompt, 80, 1, seated(won)), "a row that is won takes no more (D6)"
    crossed = seated(state_of(plain))
    crossed.act(CastleBonus(2))
    assert "+1 solid 1×1 · boxes d" in drawn(paint_prompt, 80, 1, crossed)


def _path(table: TableModel) -> str:
    return " ".join(stage.text(WORDS) for stage in path_of(table))


def test_a_die_is_turned_to_another_of_its_faces(drawing: Any) -> None:
    turn = choosers(drawing)["turn_die"]
    assert turn.prompt(WORDS) == "Turn die 1 from any coat of arms to dot"
    turn.type_digit("3")
    assert isinstance(turn.action, TurnDie)
    assert turn.action.die == 3


def test_a_ghost_lies_on_the_map_and_turns_like_a_domino(drawing: Any) -> None:
    table = seated(drawing)
    table.act(next(action for action in table.state.legal_actions() if str(action) == "W1q"))
    chooser = table.chooser
    assert chooser is not None
    assert isinstance(chooser.action, DrawPair)
    assert len(chooser.ghost) == 2
    before = chooser.action
    chooser.turn()
    assert chooser.action.direction != before.direction
    chooser.point_at(parse_square("g9"))
    assert parse_square("g9") in chooser.ghost


def test_after_a_split_the_first_die_stays_to_be_seen(drawing: Any) -> None:
    table = seated(drawing)
    for token in ("W1q", "Msplit"):
        table.act(next(action for action in table.state.legal_actions() if str(action) == token))
    chooser = table.chooser
    assert chooser is not None
    assert isinstance(chooser.action, DrawDie)
    assert chooser.prompt(WORDS) == "Draw quarters"
    first = chooser.action.square
    table.confirm()
    assert table.chooser is not None
    assert table.chooser.prompt(WORDS) == "Draw solid ✚✚"
    assert first in table.chooser.ghost
    assert len(table.chooser.ghost) == 2


def test_the_dice_show_who_took_them_and_which_are_picked() -> None:
    table = seated(state_of(START + " taken:A---"))
    rows = [line.split() for line in drawn(tray_painter("dice"), 13, 20, table).splitlines()]
    assert rows[1][:3] == ["1", "?", "A"]
    assert rows[5][:3] == ["▸", "2", "f*"]
    assert rows[13][:2] == ["4", "?"]
    painter, trays = group_of(table, "dice")
    under = [painter.slot_under(trays, 5, y, 13, 20) for y in (0, 1, 4, 5, 16)]
    assert under == [None, ("dice", 0), ("dice", 0), ("dice", 1), ("dice", 3)]


def test_the_spell_book_shows_boxes_owners_and_what_is_used() -> None:
    table = seated(state_of(START, a="c;251000;split;castle", b="c;120430;-turn_die;-coat_bonus;coat.d"))
    assert [line.rstrip() for line in drawn(tray_painter("spells"), 31, 8, table).splitlines()] == [
        "    A   spells              B",
        "d ■■□□□ free placement    ■□□□□",
        "s ready split             –––––",
        "D ■□□□  pick two          □□□□",
        "S ––––  turn a die        used",
        "f –––   domain bonus      → d",
        "q □□□   extra cross       □□□",
        "♜ used  castle bonus      ✚",
    ]


def test_lightning_spells_say_what_they_do() -> None:
    kinds: dict[str, Chooser] = {}
    for seed in range(40):
        table = table_of(["Ann", "Bob"], "duel", seed=seed)
        rng = Random(seed)
        while table.phase is not Phase.OVER and len(kinds) < 2:
            kinds |= {
                chooser.kind: chooser for chooser in table.choosers if chooser.kind in ("coat_bonus", "extra_cross")
            }
            play_randomly(table, rng, 1)
    coat, cross = kinds["coat_bonus"], kinds["extra_cross"]
    assert coat.prompt(WORDS) == "The domain bonus: dot"
    assert coat.note(WORDS) == "At once: 3 points at the end for each domain of one coat of arms."
    assert cross.prompt(WORDS).startswith("One more cross on ")
    before = cross.action
    cross.move(Direction.EAST)
    assert cross.cursor == 1 << cross.action.square
    assert before != cross.action or len(cross.actions) == 1


def test_every_deed_of_whole_games_has_its_words() -> None:
    texts: dict[str, str] = {}
    for seed in range(12):
        table = table_of(["Ann", "Bob"], "duel", seed=seed)
        play_randomly(table, Random(seed))
        texts |= {
            one.meaning.kind: deed_text(one.meaning, WORDS, points=one.event.points, token=one.event.token)
            for one in table.actions
            if one.meaning is not None
        }
    spells = {"turn_die", "name_wild", "castle_bonus", "free_placement", "split", "coat_bonus", "extra_cross"}
    assert set(texts) >= {"roll", "take", "draw_pair", "draw_die", "draw_nothing", *spells}
    assert not any(text.startswith("played") for text in texts.values())


def test_the_roll_is_news() -> None:
    table = table_of(["Ann", "Bob"], "duel")
    table.deal()
    table.deal()
    assert drawn(paint_news, 80, 1, table).strip().startswith("Rolled ")


async def test_b_opens_the_spells() -> None:
    async with app_of(["Ann", "uniform"], "duel").run_test(size=ROOM) as pilot:
        await until_asked(pilot)
        await press(pilot, "b")
        text = await shown(pilot)
        assert "5 boxes of dot" in text
        assert "turn one of your dice" in text


async def test_the_mouse_picks_dice() -> None:
    async with app_of(["Ann", "Bob"], "duel").run_test(size=ROOM) as pilot:
        table = await until_asked(pilot)
        await pilot.click("#left", offset=(5, 10))
        assert table.chooser is not None
        assert table.chooser.action == Take((3,))
