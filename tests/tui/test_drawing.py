"""What is drawn can be read without colour, fits its room, and is where a click looks for it."""

from random import Random

import pytest
from rich.cells import cell_len

from crownland.games.duel.coat import Coat
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import Half
from crownland.kernel.kingdom import EMPTY_KINGDOM, reach_box
from crownland.kernel.square import parse_square, squares
from crownland.kernel.terrain import Terrain
from crownland.tui.board import Cell, Grid, Marker, Scene, paint_half, paint_kingdom
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.duel.looks import COATS
from crownland.tui.layout import layout_of, paint_bottom, paint_left, paint_right
from crownland.tui.lines import placed
from crownland.tui.looks import CASTLE_SIGN, COIN, CROWN, TERRAINS
from crownland.tui.model import Phase, TableModel
from crownland.tui.others import paint_others
from crownland.tui.palette import READABLE, Mode, Mood, Palette, contrast
from crownland.tui.queen.signs import KNIGHT, QUEEN, TOWER
from crownland.tui.tableau import paint_centre, paint_head, paint_keys, paint_news, paint_prompt
from crownland.tui.terminal import Terminal
from crownland.words import Words, languages
from tests.helpers import A, kingdom
from tests.tui.support import WORDS, group_of, play_randomly, table_of, tray_painter

DARK = Palette("dark")
TERMINAL = Terminal(WORDS, DARK, pause=0)
CROSS = Coat.crown_sign()
MODES: tuple[Mode, ...] = ("dark", "light")
MOODS: tuple[Mood, ...] = ("calm", "bright", "faded")


def drawn(width: int, height: int) -> Canvas:
    return Canvas(width, height, DARK.plain)


def half_drawn(half: Half, cell: int | Cell, mood: Mood = "calm", marker: Marker | None = None) -> str:
    cell = Cell.of(cell) if isinstance(cell, int) else cell
    canvas = drawn(*cell)
    paint_half(canvas, 0, 0, cell, half, DARK, mood, marker or Marker())
    return str(canvas)


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
@pytest.mark.parametrize("terrain", Terrain)
def test_a_square_tells_its_terrain_and_crowns_without_colour(terrain: Terrain, rows: int) -> None:
    for crowns in range(4):
        text = half_drawn(Half(terrain, crowns), rows)
        assert text.strip()[0] in (terrain.letter, *TERRAINS.textures[terrain.key][0])
        assert terrain.letter in text
        if rows == 1:
            assert text == f"{terrain.letter}{crowns or ' '}"
        else:
            assert text.count(CROWN) == crowns


def test_textures_tell_the_lands_apart() -> None:
    textures = {**TERRAINS.textures, **COATS.textures}
    assert set(textures) == {land.key for land in (*Terrain, *Coat)}
    assert len(set(textures.values())) == len(textures)
    assert all(len(row) == 4 and cell_len(row) == 4 for rows in textures.values() for row in rows)
    signs = (CROWN, CROSS, CASTLE_SIGN, TOWER, COIN, KNIGHT, QUEEN)
    assert all(cell_len(sign) == 1 for sign in signs)
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("coat", Coat)
def test_a_coat_tells_its_crosses_without_colour_and_a_ghost_of_it_has_a_star(coat: Coat) -> None:
    for crosses in range(4):
        half = Half(coat, crosses)
        assert half_drawn(half, 1) == f"{coat.letter}{crosses or ' '}"
        for rows in (2, 3):
            assert half_drawn(half, rows).count(CROSS) == crosses
            assert f"{coat.letter} " in half_drawn(half, rows)
            assert f"{coat.letter}*" in half_drawn(half, rows, "bright")


@pytest.mark.parametrize(
    ("cell", "marker", "half", "text"),
    [
        (Cell(2, 1), Marker(KNIGHT), Half(Terrain.FOREST, 0), f"f{KNIGHT}"),
        (Cell(3, 1), Marker(KNIGHT), Half(Terrain.FOREST, 2), f"f2{KNIGHT}"),
        (Cell(3, 1), Marker(mark=True), Half(Terrain.FOREST, 2), "f2+"),
        (Cell(2, 1), Marker(name="church"), Half(Terrain.TOWN, 0), "Ch"),
        (Cell(3, 1), Marker(name="church"), Half(Terrain.TOWN, 0), "tCh"),
        (Cell(3, 1), Marker(KNIGHT, "church"), Half(Terrain.TOWN, 0), f"{KNIGHT}Ch"),
        (Cell(4, 2), Marker(KNIGHT, "church"), Half(Terrain.TOWN, 0), f"t  {KNIGHT}\nchur"),
        (Cell(4, 2), Marker(name="queen's tower"), Half(Terrain.TOWN, 1), f"t {CROWN} \nquee"),
    ],
)
def test_knights_and_buildings_are_seen_without_colour(cell: Cell, marker: Marker, half: Half, text: str) -> None:
    assert half_drawn(half, cell, marker=marker) == text


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_a_ghost_is_told_apart_without_colour(rows: int) -> None:
    assert "F" in half_drawn(Half(Terrain.FOREST, 1), rows, "bright")
    assert "F" not in half_drawn(Half(Terrain.FOREST, 1), rows)


@pytest.mark.parametrize("mode", MODES)
def test_all_text_can_be_read(mode: Mode) -> None:
    palette = Palette(mode)
    styles = [palette.land_styles(land, mood)[0] for land in (*Terrain, *Coat) for mood in MOODS]
    styles += [palette.chip(Seat(seat)) for seat in range(8)]
    styles += [palette.plain, palette.strong, palette.quiet, palette.crown]
    for style in styles:
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color.name, style.bgcolor.name) >= READABLE


def test_eight_seats_have_eight_colours() -> None:
    for mode in MODES:
        assert len({Palette(mode).house(Seat(seat)) for seat in range(8)}) == 8


def test_a_kingdom_is_drawn_as_it_lies() -> None:
    canvas = drawn(10, 5)
    land = kingdom("W1 .\nC F2")
    paint_kingdom(canvas, Grid(land.box, 0, 0, Cell.of(1)), Scene(land, (A,), fresh=1 << parse_square("h7")), DARK)
    assert str(canvas).splitlines()[:2] == ["w1·       ", f"{CASTLE_SIGN} F2      "]


def test_marked_squares_have_a_mark() -> None:
    canvas = drawn(6, 1)
    grid = Grid((5, 6, 7, 6), 0, 0, Cell.of(1))
    paint_kingdom(canvas, grid, Scene(EMPTY_KINGDOM, (A,), marks=1 << parse_square("h7")), DARK)
    assert str(canvas) == f"· {CASTLE_SIGN} + "


@pytest.mark.parametrize(
    ("size", "room", "cell"), [(5, (39, 19), (4, 2)), (7, (39, 19), (3, 1)), (7, (26, 13), (2, 1))]
)
def test_the_cells_of_an_empty_kingdom_are_as_large_as_80_by_24_allows(
    size: int, room: tuple[int, int], cell: tuple[int, int]
) -> None:
    grid = Grid.fit(reach_box(size, EMPTY_KINGDOM.box), 0, 0, *room)
    assert grid.cell == cell


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("room", [(39, 19), (60, 30), (120, 60)])
def test_a_grid_fits_its_room_and_finds_its_squares_again(size: int, room: tuple[int, int]) -> None:
    area = reach_box(size, EMPTY_KINGDOM.box)
    grid = Grid.fit(area, 0, 0, *room)
    for across in range(area[0], area[2] + 1):
        for up in range(area[1], area[3] + 1):
            square = next(squares(1 << (up * 16 + across)))
            x, y = grid.corner(square)
            assert 0 <= x <= room[0] - grid.cell.columns
            assert 0 <= y <= room[1] - grid.cell.rows
            assert grid.square_under(x, y) == square
            assert grid.square_under(x + grid.cell.columns - 1, y + grid.cell.rows - 1) == square
    assert grid.square_under(grid.x - 1, grid.y) is None


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """What was drawn outside of a canvas."""
    found: list[tuple[str, int, int]] = []
    put = Canvas.put

    def watched(self: Canvas, x: int, y: int, text: str, style: object) -> int:
        end = put(self, x, y, text, style)  # type: ignore[arg-type]
        if text.strip() and not (x >= 0 and end <= self.width and 0 <= y < self.height):
            found.append((text, x, y))
        return end

    monkeypatch.setattr(Canvas, "put", watched)
    return found


LONG = "Clementine of the Far Hills"
TABLES: list[tuple[list[str], str, dict[str, bool | str]]] = [
    (["Ann", "Bob"], "kingdomino", {}),
    (["Ann", "uniform"], "kingdomino", {"mighty_duel": True}),
    (["Ann", "uniform", LONG], "kingdomino", {"three_players": "leftover", "harmony": True}),
    (["Ann", "uniform", "Bob", "Dan"], "kingdomino", {"middle_kingdom": True, "harmony": True, "dynasty": True}),
    (["Ann", "李小龙李小龙李小龙李小龙"], "kingdomino", {}),
    (["Ann", LONG], "queendomino", {}),
    (["Ann", LONG, "Bob", "Dan"], "queendomino", {}),
    (["Ann", LONG, "Bob"], "royal-wedding", {}),
    (["Ann", LONG, "Bob", "Dan"], "royal-wedding", {}),
    (["Ann", LONG, "Bob", "Dan"], "royal-wedding", {"teams": True}),
    (["Ann", LONG, "Bob", "Dan", "Eve", "Flo"], "royal-wedding", {}),
    (["Ann", LONG, "Bob", "Dan", "Eve", "Flo"], "royal-wedding", {"teams": True}),
    (["Ann", LONG, "Bob", "Dan", "Eve", "Flo", "Gus", "李小龙"], "royal-wedding", {"teams": True}),
    (["Ann", LONG], "duel", {}),
]


@pytest.mark.parametrize(("seats", "game", "options"), TABLES)
def test_nothing_is_cut_off_at_80_by_24(
    seats: list[str], game: str, options: dict[str, bool | str], cut: list[str]
) -> None:
    rng = Random(1)
    table = table_of(seats, game, **options)
    while table.phase is not Phase.OVER:
        play_randomly(table, rng, rng.randint(1, 12))
        if table.choosers:
            table.other_kind(rng.randrange(len(table.choosers)))
        _paint_all(table)
        assert not cut, str(table.state)


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
@pytest.mark.parametrize(("seats", "game", "options"), [TABLES[3], TABLES[6], TABLES[12], TABLES[13]])
def test_nothing_is_cut_off_in_other_languages(
    language: str, seats: list[str], game: str, options: dict[str, bool | str], cut: list[str]
) -> None:
    rng = Random(2)
    table = table_of(seats, game, **options)
    terminal = Terminal(Words(language), DARK, pause=0)
    while table.phase is not Phase.OVER:
        play_randomly(table, rng, rng.randint(1, 20))
        if table.choosers:
            table.other_kind(rng.randrange(len(table.choosers)))
        _paint_all(table, terminal)
        assert not cut, str(table.state)


@pytest.mark.parametrize(("seats", "game", "options"), TABLES[5:])
def test_every_kingdom_has_its_land_beside_at_80_by_24(
    seats: list[str], game: str, options: dict[str, bool | str]
) -> None:
    table = table_of(seats, game, **options)
    play_randomly(table, Random(1), 60)
    layout = layout_of(table, 80, 24)
    canvas = drawn(layout.right, 20 - layout.bottom)
    paint_right(canvas, table, TERMINAL)
    assert str(canvas).count(CASTLE_SIGN) == len(table.state.kingdoms) - 1 + (game == "duel"), str(canvas)


def test_teams_fit_too(cut: list[str]) -> None:
    table = table_of(["Ann", "Bob", "Cleo", "Dan"], "royal-wedding", teams=True)
    play_randomly(table, Random(1), 30)
    texts = _paint_all(table)
    assert not cut
    assert any(table.names[table.centre] in text for text in texts)
    letters = "".join(map(seat_letter, table.state.seats_of(table.centre)))
    large = drawn(80, 40)
    paint_centre(large, table, TERMINAL)
    assert f"{CASTLE_SIGN}{letters}" in str(large)


def test_where_there_is_no_room_for_all_kingdoms_their_names_and_scores_remain(cut: list[str]) -> None:
    table = table_of(["Ann", "Bob", "Cleo", "Dan"])
    canvas = drawn(21, 6)
    paint_others(canvas, table, TERMINAL)
    assert not cut
    assert [line.split() for line in str(canvas).splitlines()[::2]] == [
        ["B", "Bob", "0"],
        ["C", "Cleo", "0"],
        ["D", "Dan", "0"],
    ]


def _paint_all(table: TableModel, terminal: Terminal = TERMINAL) -> list[str]:
    texts = []
    layout = layout_of(table, 80, 24)
    rows = 20 - layout.bottom
    bars = [(draw, 80, 1) for draw in (paint_head, paint_news, paint_prompt, paint_keys)]
    sides = [(paint_left, layout.left, rows), (paint_right, layout.right, rows), (paint_bottom, 80, layout.bottom)]
    for draw, width, height in (*bars, *sides, (paint_centre, 78 - layout.left - layout.right, rows)):
        canvas = drawn(width, height)
        draw(canvas, table, terminal)
        assert all(cell_len(line) == width for line in str(canvas).splitlines())
        texts.append(str(canvas))
    return texts


def test_kings_stand_on_their_dominoes_in_ascending_order() -> None:
    table = table_of(["Ann", "Bob", "Cleo"])
    play_randomly(table, Random(1), 30)
    _, lines = group_of(table, "line")
    shown = placed(lines, 18, 20)
    assert [one.slot for one in shown] == [slot for line in lines for slot in line.slots]
    for line in lines:
        numbers = [int(slot.piece.key) for slot in line.slots if slot.piece is not None]
        assert numbers == sorted(numbers)
    canvas = drawn(18, 20)
    tray_painter("line")(canvas, table, TERMINAL)
    for one in shown:
        row = str(canvas).splitlines()[one.y]
        assert one.slot.piece is not None
        assert one.slot.piece.key in row.split()
        assert (row.split()[-1] == "ABC"[one.slot.seat]) if one.slot.seat is not None else True


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert fitted("Kingdomino", 20) == "Kingdomino"
    assert fitted("Kingdomino", 5) == "King…"
    assert fitted("李小龙", 4) == "李…"
    assert cell_len(fitted("李小龙", 4)) <= 4
