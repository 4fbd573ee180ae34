"""What lies on the left, on the right and below the middle of the table in each game, and how much room it takes."""

from dataclasses import dataclass
from typing import Any

from crownland.games.duel.state import State as Duel
from crownland.games.protocol import State
from crownland.table.facts import extent_of
from crownland.tui.around import Surroundings
from crownland.tui.book import draw_duel_side
from crownland.tui.canvas import Canvas
from crownland.tui.court import court_of
from crownland.tui.dice import draw_dice
from crownland.tui.lines import draw_lines
from crownland.tui.model import Table
from crownland.tui.others import draw_others, others_width

__all__ = ["Layout", "draw_left", "draw_right", "layout_of"]

BARS = 4  # rows above and below: head, news, prompt, keys
TALL = 28  # from so many rows on nothing needs to be small
NARROW = 13  # columns of a line whose dominoes are one row high, and of the dice
WIDE = 114  # from so many columns on every building has its whole name in one row
MARGINS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of the left and the right side, and the rows of the shelf."""

    left: int
    right: int
    shelf: int = 0


def layout_of(state: State[Any], width: int, height: int) -> Layout:
    """How a window of that size is shared out. The middle gets the rest."""
    side = max(0, width - 80) // 5
    if isinstance(state, Duel):
        return Layout(min(NARROW + side, 20), min(31 + 2 * side, 64))
    if court_of(state) is None:
        return Layout(min(18 + side, 33), min(21 + 2 * side, 80))
    shelf = 3 if height >= TALL and width < WIDE else 2
    left = NARROW if height < TALL else min(18 + side, 33)
    wanted = max(21 + 2 * side, others_width(state, height - BARS - shelf))
    centre = 27 if extent_of(state)[0] == 5 else 26  # an empty kingdom reaches 9 or 13 squares across
    return Layout(left, max(21, min(wanted, width - left - MARGINS - centre, 80)), shelf)


def draw_left(canvas: Canvas, table: Table, around: Surroundings) -> None:
    draw = draw_dice if isinstance(table.state, Duel) else draw_lines
    draw(canvas, table, around)


def draw_right(canvas: Canvas, table: Table, around: Surroundings) -> None:
    draw = draw_duel_side if isinstance(table.state, Duel) else draw_others
    draw(canvas, table, around)
