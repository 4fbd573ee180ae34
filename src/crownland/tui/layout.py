"""What lies on the left, on the right and below the middle of the table, and how much room it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from crownland.games.view import Tray, View
from crownland.tui.canvas import Canvas
from crownland.tui.model import TableModel
from crownland.tui.others import others_width, paint_others
from crownland.tui.plain import PLAIN_TRAY
from crownland.tui.registry import SlotAt, TrayPainter, registry
from crownland.tui.terminal import Terminal

__all__ = ["Layout", "groups_of", "layout_of", "paint_bottom", "paint_left", "paint_right", "slot_at"]

Side = Literal["left", "right", "bottom"]

BARS = 4  # rows above and below: head, news, prompt, keys
TALL = 28  # from so many rows on nothing needs to be small
NARROW, WIDEST = 21, 80  # columns of the other kingdoms
MARGINS = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of the left and the right side, and the rows at the bottom."""

    left: int
    right: int
    bottom: int = 0


def groups_of(view: View, side: Side | None = None) -> list[tuple[TrayPainter, list[Tray]]]:
    """The trays on one side, or all of them, those of one kind together with their painter."""
    by_kind: dict[str, list[Tray]] = {}
    for tray in view.trays:
        by_kind.setdefault(tray.kind, []).append(tray)
    groups = [(registry().trays.get(kind, PLAIN_TRAY), trays) for kind, trays in by_kind.items()]
    return [(painter, trays) for painter, trays in groups if side in (None, painter.side)]


def layout_of(table: TableModel, width: int, height: int) -> Layout:
    """How a window of that size is shared out. The middle gets the rest."""
    view, spare = table.view, max(0, width - 80) // 5
    bottom = sum(painter.rows(trays, width, height) for painter, trays in groups_of(view, "bottom"))
    is_tight = bottom > 0 and height < TALL
    left = max((painter.columns(spare, is_tight) for painter, _ in groups_of(view, "left")), default=0)
    right = max((painter.columns(spare, is_tight) for painter, _ in groups_of(view, "right")), default=0)
    if right or not bottom:
        return Layout(left, right or min(NARROW + 2 * spare, WIDEST), bottom)
    wanted = max(NARROW + 2 * spare, others_width(table.state, height - BARS - bottom))
    centre = 27 if table.state.extent[0] == 5 else 26  # an empty kingdom reaches 9 or 13 squares across
    return Layout(left, max(NARROW, min(wanted, width - left - MARGINS - centre, WIDEST)), bottom)


def paint_left(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    for part in _parts(table, "left", canvas.width, canvas.height):
        _paint_part(canvas, part, table, terminal)


def paint_right(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    """The other kingdoms as large as the trays below them leave room."""
    parts = list(_parts(table, "right", canvas.width, canvas.height))
    upper = Canvas(canvas.width, parts[0].y if parts else canvas.height, terminal.palette.plain)
    paint_others(upper, table, terminal)
    canvas.paste(0, 0, upper)
    for part in parts:
        _paint_part(canvas, part, table, terminal)


def paint_bottom(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
    for part in _parts(table, "bottom", canvas.width, canvas.height):
        _paint_part(canvas, part, table, terminal)


def slot_at(table: TableModel, side: Side, x: int, y: int, width: int, height: int) -> SlotAt | None:
    """The slot that is painted at a point of the pane on that side."""
    for part in _parts(table, side, width, height):
        if part.y <= y < part.y + part.rows:
            return part.painter.slot_under(part.trays, x, y - part.y, width, part.rows)
    return None


@dataclass(frozen=True, slots=True)
class _Part:
    """Trays of one kind, from row *y* of their pane on."""

    painter: TrayPainter
    trays: Sequence[Tray]
    y: int
    rows: int


def _parts(table: TableModel, side: Side, width: int, height: int) -> Iterator[_Part]:
    """On the left the kinds share the height; on the right they lie at its lower end, each in the rows it needs."""
    groups = groups_of(table.view, side)
    if side == "right":
        rows = [painter.rows(trays, width, height) for painter, trays in groups]
    else:
        rows = [height // max(1, len(groups))] * len(groups)
    y = max(0, height - sum(rows)) if side == "right" else 0
    for (painter, trays), count in zip(groups, rows, strict=True):
        yield _Part(painter, trays, y, min(count, height - y))
        y += count


def _paint_part(canvas: Canvas, part: _Part, table: TableModel, terminal: Terminal) -> None:
    inner = Canvas(canvas.width, part.rows, terminal.palette.plain)
    part.painter.paint(inner, part.trays, table, terminal)
    canvas.paste(0, part.y, inner)
