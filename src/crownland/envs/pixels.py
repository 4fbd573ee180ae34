"""The picture of a whole table in pixels, of one size throughout a game, as a video needs it."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from crownland import art, svg
from crownland.dealer import Dealer, derived_seed
from crownland.envs import require
from crownland.envs.observing import Array
from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.svg.canvas import UNIT, moved

__all__ = ["pixels"]

_MOST = 896, 640  # pixels across and down
_STEP = 16  # both sides are multiples of it: many encoders of video ask for that
_FONT = Path(__file__).with_name("alegreya.ttf")  # no letter depends on what is installed; tools/typeface.py makes it

_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_TEXTURE = re.compile(r'<use href="#cl-[a-z0-9_-]+-texture"[^>]*/>\n')
_UNCUT = re.compile(r"<(svg|symbol)\b")
_HOUSE_SET = re.compile(r'style="--house: var\(--[a-z-]+, (#\w+)\)"')
_HOUSE_WORN = re.compile(r"var\(--house, #\w+\)")
_COLOUR = re.compile(r"var\(--[a-z0-9_-]+, (#\w+)\)")


def pixels(state: State[Any]) -> Array:
    """Returns the table of *state*, (height, width, 3); every position of one setup has the same height and width."""
    return _painted(_framed(_drawn(state), *_frame(state.setup)))


def _painted(drawn: str) -> Array:
    resvg, image = require("resvg_py", "envs"), require("PIL.Image", "envs")
    painted = resvg.svg_to_bytes(
        svg_string=drawn, skip_system_fonts=True, font_files=[str(_FONT)], serif_family="Alegreya"
    )
    return np.array(image.open(BytesIO(painted)).convert("RGB"))


def _drawn(state: State[Any]) -> str:
    return str(svg.table(state, square=UNIT))


def _size(drawn: str) -> tuple[int, int]:
    found = _SIZE.search(drawn)
    assert found is not None, "a picture says its size"
    return int(found[1]), int(found[2])


def _framed(drawn: str, wide: int, high: int) -> str:
    """The picture at the right edge of the frame: kingdoms keep their place while lines on their left come and go."""
    width, height = _size(drawn)
    across, down = _pixels_of(wide, high)
    unit = max(wide / across, high / down, width / across, height / down)  # of the drawing, to a pixel
    x, y = unit * across - width, (unit * down - height) / 2
    paper = f'<rect width="100%" height="100%" fill="{art.palette("light")["paper"]}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" '
        f'viewBox="0 0 {unit * across:g} {unit * down:g}">{paper}{moved(x, y, _plain(drawn))}</svg>'
    )


def _plain(drawn: str) -> str:
    """The same picture without custom properties, which resvg does not know, and without what takes time for nothing.

    A house becomes the current text colour. Textures are hardly seen at this size and take half of the time. Without
    them nothing lies outside of its symbol, and cutting it off takes a third of the rest.
    """
    drawn = _UNCUT.sub(r'\g<0> overflow="visible"', drawn)
    drawn = _HOUSE_SET.sub(r'color="\1"', _TEXTURE.sub("", drawn))
    return _COLOUR.sub(r"\1", _HOUSE_WORN.sub("currentColor", drawn))


def _pixels_of(wide: int, high: int) -> tuple[int, int]:
    """The pixels of a frame of so many units across and down."""
    scale = min(_MOST[0] / wide, _MOST[1] / high)
    across, down = (ceil(round(side * scale) / _STEP) * _STEP for side in (wide, high))
    return across, down


@cache
def _frame(setup: Setup) -> tuple[int, int]:
    """The units across and down that hold every table of *setup*, measured in a game; a larger one is drawn smaller."""
    widths, heights = zip(*(_size(_drawn(state)) for state in _game(setup)), strict=True)
    return max(widths), max(heights)


def _game(setup: Setup) -> Iterator[State[Any]]:
    """The positions of a random game, always the same one."""
    state: State[Any] = find_game(setup.game).start(setup)
    dealer, rng = Dealer(derived_seed("frame", setup)), Random(0)
    while not state.is_over:
        if state.chance is not None:
            state = state.play(dealer.deal(state))
        else:
            yield state
            state = state.apply(rng.choice(state.legal_actions()))
    yield state
