"""Pictures of a state for ``render``: as SVG, as text with colours, as pixels."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.console import Console

from crownland.envs.observing import Array
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.view import Realm, View
from crownland.kernel.action import Seat, seat_letter
from crownland.words import Words

if TYPE_CHECKING:
    from crownland.tui.canvas import Canvas
    from crownland.tui.palette import Palette

__all__ = ["RENDER_MODES", "render"]

RENDER_MODES = ["svg", "ansi", "rgb_array"]
_ROWS = 2  # of a square, and of a domino in a line
_SHORTEST = 4  # a line has room for so many dominoes at least


def render(state: State[Any], mode: str) -> str | Array:
    """Returns a picture of *state*: an SVG document, a text with escape codes, or pixels (height, width, 3).

    SVG and pixels have the whole table; the text has the order of play, the lines, and the kingdoms with points and
    badges.
    """
    if mode == "svg":
        from crownland import svg

        return str(svg.table(state))
    if mode == "rgb_array":
        from crownland.envs.pixels import pixels

        return pixels(state)
    canvas = _painted(state)
    console = Console(width=canvas.width, force_terminal=True, color_system="truecolor", legacy_windows=False)
    with console.capture() as captured:
        console.print(canvas.text(), end="")
    return captured.get()


def _painted(state: State[Any]) -> "Canvas":
    """Returns a canvas with the seats in the order in which they act, and below it the lines beside the kingdoms."""
    from crownland.tui.canvas import Canvas
    from crownland.tui.looks import POINTER
    from crownland.tui.palette import Palette

    view, palette = find_game(state.setup.game).view(state), Palette("light")
    parts = [*_lines(view, palette), *(_kingdom(realm, state.actor, palette) for realm in view.realms)]
    canvas = Canvas(sum(part.width for part in parts), 2 + max(part.height for part in parts), palette.plain)
    x = canvas.put(1, 0, POINTER if state.order else "", palette.strong)
    for seat in state.order:
        x = canvas.put(x + 1, 0, f" {seat_letter(seat)} ", palette.chip(seat))
    x = 0
    for part in parts:
        canvas.paste(x, 2, part)
        x += part.width
    return canvas


def _lines(view: View, palette: "Palette") -> Iterator["Canvas"]:
    """Yields the lines of dominoes one below the other, with the kings on them, if the game has any."""
    from crownland.tui.canvas import Canvas
    from crownland.tui.lines import ROOMY, paint_slot, placed

    trays = [tray for tray in view.trays if tray.kind == "line"]
    if trays:
        # Each gets half of the height, and keeps a row for a heading.
        longest = max(max(len(tray.slots) for tray in trays), len(view.realms), _SHORTEST)
        canvas = Canvas(ROOMY, 2 * (_ROWS * longest + 2), palette.plain)
        for one in placed(trays, canvas.width, canvas.height):
            paint_slot(canvas, one, False, palette)
        yield canvas


def _kingdom(realm: Realm, actor: Seat | None, palette: "Palette") -> "Canvas":
    """Returns a kingdom under its seats, points and badges; a pointer says that it is to act."""
    from crownland.tui.badges import markers_of, purse_text
    from crownland.tui.board import Cell, Grid, Scene, paint_kingdom
    from crownland.tui.canvas import Canvas
    from crownland.tui.looks import POINTER

    words, cell = Words(), Cell.of(_ROWS)
    wide, high = (realm.area[at + 2] - realm.area[at] + 1 for at in (0, 1))
    canvas = Canvas(cell.columns * wide + 2, cell.rows * high + 2, palette.plain)
    letters = "".join(map(seat_letter, realm.seats))
    title = f"{letters} {realm.score.total} {POINTER if actor in realm.seats else ''}"
    canvas.put(1, 0, title, palette.strong)
    canvas.put(1, 1, purse_text(realm, words), palette.plain)
    scene = Scene(realm.kingdom, realm.seats, markers=markers_of(realm, words))
    paint_kingdom(canvas, Grid(realm.area, 1, 2, cell), scene, palette)
    return canvas
