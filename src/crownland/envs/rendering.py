"""Pictures of a state for ``render``: as SVG, as text with colours, as pixels."""

from typing import Any

import numpy as np
from rich.color import Color
from rich.console import Console

from crownland.envs.observing import Array
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.kernel.action import seat_letter

__all__ = ["RENDER_MODES", "render"]

RENDER_MODES = ["svg", "ansi", "rgb_array"]
_CELL = 2, 4  # pixels of a character; a square has four by two characters
_ROWS = 2


def render(state: State[Any], mode: str) -> str | Array:
    """Returns a picture of *state*: an SVG document, a text with escape codes, or pixels (height, width, 3)."""
    if mode == "svg":
        from crownland import svg

        return str(svg.table(state))
    canvas = _painted(state)
    if mode == "ansi":
        console = Console(width=canvas.width, force_terminal=True, color_system="truecolor", legacy_windows=False)
        with console.capture() as captured:
            console.print(canvas.text(), end="")
        return captured.get()
    return _pixels(canvas)


def _painted(state: State[Any]) -> Any:
    """Returns a canvas with every kingdom and its points, side by side."""
    from crownland.tui.board import Cell, Grid, Scene, paint_kingdom
    from crownland.tui.canvas import Canvas
    from crownland.tui.palette import Palette

    realms, palette, cell = find_game(state.setup.game).view(state).realms, Palette("light"), Cell.of(_ROWS)
    wide, high = (max(one.area[at + 2] - one.area[at] + 1 for one in realms) for at in (0, 1))
    room = cell.columns * wide + 2
    canvas = Canvas(room * len(realms), cell.rows * high + 2, palette.plain)
    for at, realm in enumerate(realms):
        letters = "".join(map(seat_letter, realm.seats))
        canvas.put(at * room + 1, 0, f"{letters} {realm.score.total}", palette.strong)
        grid = Grid(realm.area, at * room + 1, 1, cell)
        paint_kingdom(canvas, grid, Scene(realm.kingdom, realm.seats), palette)
    return canvas


def _pixels(canvas: Any) -> Array:
    """Returns the canvas as pixels: every character is a block of its background with a spot of its ink."""
    across, down = _CELL
    pixels = np.zeros((canvas.height * down, canvas.width * across, 3), np.uint8)
    for y in range(canvas.height):
        x = 0
        for run in canvas.segments(y):
            for char in run.text:
                here = pixels[y * down : (y + 1) * down, x * across : (x + 1) * across]
                here[:] = _rgb(run.style.bgcolor)
                if char != " ":
                    here[1:-1] = _rgb(run.style.color)
                x += 1
    return pixels


def _rgb(colour: Color | None) -> tuple[int, ...]:
    return tuple(colour.get_truecolor()) if colour is not None else (0, 0, 0)
