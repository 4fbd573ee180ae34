"""Pictures: a kingdom, a line, a whole table and a legend as SVG that stands alone in a file, a page or a notebook.

A square measures 100 units. A picture carries the drawings it uses and refers to nothing outside itself.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol, TypeAlias

from crownland import art
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DOMINOES, DominoId, Half, domino_name
from crownland.kernel.kingdom import Kingdom, reach
from crownland.kernel.property import properties
from crownland.kernel.scoring import Score
from crownland.kernel.square import STRIDE, Mask, Square, column, row, square_at, squares
from crownland.kernel.terrain import Terrain
from crownland.kernel.turns import Turns
from crownland.words import Words

__all__ = ["HOUSES", "House", "Svg", "TableState", "kingdom", "legend", "line", "table"]


class Svg(str):
    """The text of a picture; a notebook shows the picture itself."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class House:
    """What tells the people at a table apart: a colour, and an emblem because colour is never alone."""

    colour: str
    emblem: str


HOUSES = (
    House("rose", "rose"),
    House("amber", "sun"),
    House("teal", "fish"),
    House("indigo", "star"),
    House("moss", "leaf"),
    House("plum", "tower"),
    House("slate", "raven"),
    House("copper", "key"),
)


class Sized(Protocol):
    @property
    def size(self) -> int: ...


class TableState(Protocol):
    """What :func:`table` reads of a state."""

    @property
    def rules(self) -> Sized: ...
    @property
    def kingdoms(self) -> tuple[Kingdom, ...]: ...
    @property
    def turns(self) -> Turns: ...
    @property
    def actor(self) -> Seat | None: ...
    def kingdom_of(self, seat: Seat) -> int: ...
    def scores(self) -> tuple[Score, ...]: ...


# A domino of a line and the king that stands on it, if one does.
OnLine: TypeAlias = tuple[DominoId, Seat | None]
# What lies on squares; None is the castle.
Cells: TypeAlias = Mapping[Square, Half | None]

# Distances are multiples of 25, so that squares of 64, 48 or 40 pixels lie on whole pixels and land shows no seams.
UNIT = 100
MARGIN = 50
CROWN = 31  # three of them fit above a building
MOTIFS = 3
NUMBER = 75  # the room for a domino's number
GAP = 25
LINE_WIDTH = NUMBER + 2 * UNIT
LINE_SCALE = 1.5  # on a table the lines are larger than the kingdoms: they are what one chooses from
HEADER = 75
LONGEST_NAME = 14
LEGEND_WIDTH, LEGEND_HEIGHT = 6 * UNIT, 75 + UNIT
FONT = "Georgia, Palatino, serif"

_USED = re.compile(r'href="#cl-([a-z0-9-]+)"')
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# In a row the motifs follow each other; each row starts elsewhere, so that no two neighbours are equal.
_ROW_SHIFT = (0, 1, 2, 1, 0, 2, 0, 1, 0, 2, 1, 2, 0)


def kingdom(
    kingdom: Kingdom,
    *,
    size: int | None = None,
    highlighted: Mask = 0,
    house: House = HOUSES[0],
    title: str | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of *kingdom*, its squares *square* pixels wide.

    With *size* (5 or 7) the squares that the kingdom may still grow to are dotted. *highlighted* squares are outlined.
    *theme* fixes the colours, ``light`` or ``dark``; without it the page around may set them, and a file is light.
    """
    free = reach(size, kingdom.box) & ~kingdom.occupied if size else 0
    west, south, east, north = _box(kingdom.occupied | free | highlighted)
    drawn = _dotted(free) + _land(_cells(kingdom)) + _outline(highlighted)
    body = _moved(MARGIN - west * UNIT, MARGIN + (north + 1) * UNIT, drawn, house)
    width, height = (east - west + 1) * UNIT, (north - south + 1) * UNIT
    return _document(body, width, height, title or _kingdom_text(kingdom), square, theme)


def line(
    line: Iterable[OnLine],
    *,
    houses: Sequence[House] = HOUSES,
    title: str | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of a line, such as ``state.turns.line``: lowest number on top, kings on the dominoes they claimed."""
    dominoes = tuple(line)
    body = _moved(MARGIN, MARGIN, _line(dominoes, lambda seat: houses[seat]))
    return _document(body, LINE_WIDTH, _line_height(dominoes), title or _line_text(dominoes), square, theme)


def table(
    state: TableState,
    names: Sequence[str] = (),
    *,
    houses: Sequence[House] = HOUSES,
    title: str | None = None,
    square: int = 40,
    theme: str | None = None,
) -> Svg:
    """A picture of the whole table: both lines with their kings, and every kingdom with emblem, name and score.

    *names* are those of the kingdoms; without them they are A, B, C … as in a record. Whoever is to act is outlined.
    """
    names = names or [seat_letter(Seat(index)) for index in range(len(state.kingdoms))]
    lines, lines_width, lines_height = _lines(state, lambda seat: houses[state.kingdom_of(seat)])
    panels, panels_width, panels_height = _panels(state, names, houses)
    height = max(lines_height, panels_height)
    body = _moved(MARGIN, MARGIN + (height - lines_height) // 2, lines)
    body += _moved(MARGIN + lines_width, MARGIN + (height - panels_height) // 2, panels)
    return _document(body, lines_width + panels_width, height, title or _table_text(state, names), square, theme)


def legend(words: Words | None = None, *, title: str | None = None, square: int = 64, theme: str | None = None) -> Svg:
    """A picture of every terrain in the box: its name, how many squares and crowns there are, and how they look."""
    words = words or Words()
    halves = Counter(half for domino in DOMINOES.values() for half in (domino.left, domino.right))
    body, texts = "", []
    for place, terrain in enumerate(sorted({half.terrain for half in halves})):
        own = {half: count for half, count in halves.items() if half.terrain == terrain}
        name = words(f"terrain.{terrain.key}")
        crowns = sum(half.crowns * count for half, count in own.items())
        counts = f"{words('count.squares', count=sum(own.values()))} · {words('count.crowns', count=crowns)}"
        x, y = MARGIN + place % 2 * (LEGEND_WIDTH + MARGIN), MARGIN + place // 2 * (LEGEND_HEIGHT + MARGIN)
        body += _moved(x, y, _legend_entry(terrain, max(half.crowns for half in own), name, counts))
        texts.append(f"{name}: {counts}")
    height = (len(texts) + 1) // 2 * (LEGEND_HEIGHT + MARGIN) - MARGIN
    return _document(body, 2 * LEGEND_WIDTH + MARGIN, height, title or "; ".join(texts), square, theme)


# The document


def _document(body: str, width: int, height: int, title: str, square: int, theme: str | None) -> Svg:
    """A whole picture of *width* × *height* units within margins, with the drawings that *body* uses."""
    width, height, label = width + 2 * MARGIN, height + 2 * MARGIN, _escaped(title)
    # Embedded ids get a prefix: a heading "Crown" of the page around may well have the id crown.
    used = [art.symbol(name).replace('id="', 'id="cl-', 1) for name in sorted(set(_USED.findall(body)))]
    colours = "; ".join(f"--{name}: {value}" for name, value in art.palette(theme).items()) if theme else ""
    style = f' style="{colours}"' if theme else ""
    shown = f'viewBox="0 0 {width} {height}" width="{width * square // UNIT}" height="{height * square // UNIT}"'
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {shown} role="img" aria-label="{label}"{style}>',
        f"<title>{label}</title>",
        "<defs>",
        *used,
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="25" fill="{_paint("paper")}"/>',
        body + "</svg>\n",
    )
    return Svg("\n".join(lines))


def _escaped(text: str) -> str:
    return escape(_NOT_XML.sub("", text))


def _paint(name: str) -> str:
    """A colour that a page may set; a file alone has the light one."""
    return f"var(--{name}, {art.palette('light')[name]})"


def _moved(x: float, y: float, body: str, house: House | None = None) -> str:
    """*body* moved by *x* and *y*; castle, kings and banners in it are of *house*."""
    style = f' style="--house: {_paint(f"house-{house.colour}")}"' if house else ""
    return f'<g transform="translate({x:g} {y:g})"{style}>\n{body}</g>\n'


def _use(name: str, x: float, y: float, size: float = UNIT, more: str = "") -> str:
    return f'<use href="#cl-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{more}/>\n'


def _emblem(house: House, x: float, y: float, size: float) -> str:
    return f'<g style="color: {_paint("chalk")}">{_use(f"emblem-{house.emblem}", x, y, size)}</g>'


def _text(text: str, x: float, y: float, size: int, anchor: str = "start") -> str:
    look = f'font-family="{FONT}" font-size="{size}" text-anchor="{anchor}" fill="{_paint("ink")}"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{_escaped(text)}</text>\n'


# Land


def _cells(kingdom: Kingdom) -> Cells:
    return {square: kingdom.at(square) for square in squares(kingdom.occupied)}


def _x(square: Square) -> int:
    return column(square) * UNIT


def _y(square: Square) -> int:
    """The upper edge of *square*: rows count northwards, a picture's units southwards."""
    return -(row(square) + 1) * UNIT


def _land(cells: Cells, vary: int = 0) -> str:
    """The land on *cells*: one fill for each terrain, so that a property has no seams, and ink only between lands."""
    fills: dict[Terrain, str] = {}
    textures = features = ""
    for square, half in cells.items():
        x, y = _x(square), _y(square)
        if half is None:
            features += _use("castle", x, y)
            continue
        fills[half.terrain] = fills.get(half.terrain, "") + f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z"
        textures += _use(f"{half.terrain.key}-texture", x, y)
        features += _feature(half, square, vary)
    ground = "".join(f'<path fill="{_paint(terrain.key)}" d="{path}"/>\n' for terrain, path in fills.items())
    return ground + textures + features + _ink(cells)


def _feature(half: Half, square: Square, vary: int) -> str:
    """What stands on a square: a building under its crowns, or one of the motifs, now and then turned round."""
    x, y = _x(square), _y(square)
    if half.crowns:
        left = x + (UNIT - half.crowns * CROWN) / 2
        crowns = "".join(_use("crown", left + place * CROWN, y + 2, CROWN) for place in range(half.crowns))
        return _use(f"{half.terrain.key}-crowned", x, y) + crowns
    motif = (column(square) + _ROW_SHIFT[row(square)] + vary) % MOTIFS + 1
    is_turned = (column(square) * 3 + row(square) * 5 + column(square) * row(square) + vary) % 4 < 2
    turned = f' transform="matrix(-1 0 0 1 {2 * x + UNIT} 0)"' if is_turned else ""
    return _use(f"{half.terrain.key}-{motif}", x, y, more=turned)


def _ink(cells: Cells) -> str:
    """The border of every property, drawn as if by hand."""
    shores = inner = ""
    for square, half in cells.items():
        for other, edge in _edges(square):
            if other not in cells:
                shores += edge
            elif other < square and _kind(half) != _kind(cells[other]):
                inner += edge
    return _stroke("pen", 4, inner, ' stroke-opacity=".7"') + _stroke("pen", 5, shores)


def _stroke(colour: str, width: int, path: str, more: str = "") -> str:
    if not path:
        return ""
    look = f'fill="none" stroke="{_paint(colour)}" stroke-width="{width}" stroke-linecap="round"'
    return f'<path {look}{more} d="{path}"/>\n'


def _kind(half: Half | None) -> Terrain | None:
    return half.terrain if half else None


def _edges(square: Square, wobble: int = 4) -> Iterator[tuple[Square, str]]:
    """The four neighbours of *square*, each with the path of the edge between."""
    x, y = _x(square), _y(square)
    for step, left, top in ((STRIDE, x, y), (-STRIDE, x, y + UNIT), (-1, x, y), (1, x + UNIT, y)):
        # Only the edge's own place counts, so that it bends alike seen from either side.
        a, b = ((left * k - top * 3 + abs(step) * k) // 7 % (2 * wobble + 1) - wobble for k in (5, 11))
        curve = f"c30 {a} 70 {b} {UNIT} 0" if abs(step) == STRIDE else f"c{a} 30 {b} 70 0 {UNIT}"
        yield Square(square + step), f"M{left} {top}{curve}"


def _dotted(free: Mask) -> str:
    path = "".join(f"M{_x(square) + 8} {_y(square) + 8}h84v84h-84z" for square in squares(free))
    return _stroke("ink", 4, path, ' stroke-opacity=".4" stroke-dasharray="0 12"')


def _outline(highlighted: Mask, colour: str = "chalk") -> str:
    """A line of *colour* with dark edges around *highlighted*: it can be seen on every terrain and on the paper."""
    edges = [edge for square in squares(highlighted) for other, edge in _edges(square) if not _has(highlighted, other)]
    return _stroke("pen", 18, "".join(edges)) + _stroke(colour, 11, "".join(edges))


def _has(mask: Mask, square: int) -> bool:
    return square >= 0 and bool(mask >> square & 1)


def _box(mask: Mask) -> tuple[int, int, int, int]:
    columns, rows = zip(*((column(square), row(square)) for square in squares(mask)), strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def _legend_entry(terrain: Terrain, most: int, name: str, counts: str) -> str:
    halves = [Half(terrain, 0)] * MOTIFS + [Half(terrain, crowns) for crowns in range(1, most + 1)]
    land = _land({square_at(place, 0): half for place, half in enumerate(halves)})
    texts = _text(name, 0, 50, 46) + _text(counts, LEGEND_WIDTH, 50, 30, "end")
    return texts + _moved(0, LEGEND_HEIGHT, land)


# Lines


def _line(dominoes: Sequence[OnLine], house_of: Callable[[Seat], House], acting: DominoId | None = None) -> str:
    drawn = ""
    for place, (domino, seat) in enumerate(dominoes):
        house = None if seat is None else house_of(seat)
        king = "" if house is None else _king(house, NUMBER + UNIT - 39, 29, 78)
        drawn += _moved(0, place * (UNIT + GAP), _domino(domino, domino == acting) + king, house)
    return drawn


def _line_height(dominoes: Sequence[OnLine]) -> int:
    return max(1, len(dominoes)) * (UNIT + GAP) - GAP


def _domino(number: DominoId, is_acting: bool) -> str:
    domino, (left, right) = DOMINOES[number], (square_at(0, 0), square_at(1, 0))
    land = _land({left: domino.left, right: domino.right}, vary=number)
    outline = _outline(1 << left | 1 << right, "house") if is_acting else ""
    return _text(domino_name(number), NUMBER - 20, 66, 44, "end") + _moved(NUMBER, UNIT, land + outline)


def _king(house: House, x: float, y: float, size: float) -> str:
    return _moved(x, y, _use("king", 0, 0, size) + _emblem(house, size * 0.34, size * 0.6, size * 0.32), house)


def _lines(state: TableState, house_of: Callable[[Seat], House]) -> tuple[str, int, int]:
    """The line to place and the line to claim side by side, kings that wait to claim above; width and height."""
    turns = state.turns
    acting = turns.old[0][0] if turns.old and not turns.waiting else None
    lines = [line for line in (turns.old, turns.line) if line]
    top = UNIT + GAP if turns.waiting else 0
    width, height = len(lines) * (LINE_WIDTH + MARGIN), top + max(map(_line_height, lines), default=0)
    drawn = "".join(
        _moved(place * (LINE_WIDTH + MARGIN), top, _line(line, house_of, acting)) for place, line in enumerate(lines)
    )
    # They stand above the line that they claim from, the first one leftmost.
    left, step = max(0, width - LINE_WIDTH - MARGIN) + NUMBER, min(75, 2 * UNIT // max(1, len(turns.waiting)))
    drawn += "".join(_king(house_of(seat), left + place * step, 0, 96) for place, seat in enumerate(turns.waiting))
    return (
        f'<g transform="scale({LINE_SCALE:g})">\n{drawn}</g>\n',
        round(width * LINE_SCALE),
        round(height * LINE_SCALE),
    )


# Tables


def _panels(state: TableState, names: Sequence[str], houses: Sequence[House]) -> tuple[str, int, int]:
    """Every kingdom with its header, in one row or two; width and height."""
    count, size = len(state.kingdoms), state.rules.size
    across = count if count < 3 else (count + 1) // 2
    width, height = _panel_size(size)
    acting = None if state.actor is None else state.kingdom_of(state.actor)
    drawn = ""
    for place, (kingdom, score) in enumerate(zip(state.kingdoms, state.scores(), strict=True)):
        panel = _panel(kingdom, names[place], score.total, houses[place], size, place == acting)
        drawn += _moved(place % across * (width + MARGIN), place // across * (height + MARGIN), panel, houses[place])
    down = (count + across - 1) // across
    return drawn, across * (width + MARGIN) - MARGIN, down * (height + MARGIN) - MARGIN


def _panel(kingdom: Kingdom, name: str, total: int, house: House, size: int, is_acting: bool) -> str:
    width, height = _panel_size(size)
    colour, line, opacity = ("house", 12, 1) if is_acting else ("ink", 3, 0.25)
    look = f'fill="none" stroke="{_paint(colour)}" stroke-width="{line}" stroke-opacity="{opacity}"'
    frame = f'<rect width="{width}" height="{height}" rx="30" {look}/>\n'
    banner = f'<rect x="{MARGIN}" y="30" width="75" height="75" rx="16" fill="{_paint("house")}"/>\n'
    shown = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    texts = _text(shown, MARGIN + 95, 84, 46) + _text(str(total), width - MARGIN, 86, 54, "end")
    west, _, _, north = kingdom.box
    x = MARGIN + (size - kingdom.width) * UNIT // 2 - west * UNIT
    y = MARGIN + HEADER + (size - kingdom.height) * UNIT // 2 + (north + 1) * UNIT
    return frame + banner + _emblem(house, MARGIN + 10, 40, 55) + texts + _moved(x, y, _land(_cells(kingdom)))


def _panel_size(size: int) -> tuple[int, int]:
    return size * UNIT + 2 * MARGIN, size * UNIT + 2 * MARGIN + HEADER


# What a picture says to those who do not see it


def _kingdom_text(kingdom: Kingdom) -> str:
    lands = [f"{land.terrain.key} {land.size} × {land.crowns}" for land in properties(kingdom)]
    return f"Kingdom of {kingdom.width} × {kingdom.height}: {', '.join(lands) or 'only the castle'}"


def _line_text(dominoes: Sequence[OnLine]) -> str:
    return "Line: " + (", ".join(_domino_text(number, seat) for number, seat in dominoes) or "empty")


def _domino_text(number: DominoId, seat: Seat | None) -> str:
    domino = DOMINOES[number]
    halves = " and ".join(f"{half.terrain.key} {half.crowns or ''}".strip() for half in (domino.left, domino.right))
    return f"{domino_name(number)} {halves}" + ("" if seat is None else f" (king of {seat_letter(seat)})")


def _table_text(state: TableState, names: Sequence[str]) -> str:
    parts = [f"{name}: {score.total} points" for name, score in zip(names, state.scores(), strict=True)]
    if state.turns.old:
        parts.append("to place: " + ", ".join(_domino_text(*king) for king in state.turns.old))
    if state.turns.line:
        parts.append("to claim: " + ", ".join(_domino_text(*place) for place in state.turns.line))
    if state.actor is not None:
        parts.append(f"{names[state.kingdom_of(state.actor)]} is to act")
    return "Table. " + "; ".join(parts)
