"""Land: what lies and stands on squares, and the picture of a kingdom."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from crownland.games.duel.coat import FREE_SQUARES, Coat, Map
from crownland.games.queen.estate import Estate
from crownland.kernel.domino import Half
from crownland.kernel.kingdom import Kingdom, reach
from crownland.kernel.square import STRIDE, Mask, Square, column, row, squares
from crownland.kernel.terrain import Land
from crownland.svg.arms import arms
from crownland.svg.canvas import UNIT, Block, Svg, document, moved, paint, use
from crownland.svg.caption import kingdom_text
from crownland.svg.house import HOUSES, House

__all__ = ["MOTIFS", "Cells", "chart", "clip", "dotted", "edges", "kingdom", "land", "outline", "realm", "stroke"]

# What lies on squares; None is the castle.
Cells: TypeAlias = Mapping[Square, Half | None]
# The keys of the buildings on their squares (Q7).
Built: TypeAlias = Mapping[Square, str]

CROWN = 31  # three of them fit above a building
KNIGHT = 58  # so much of a square that what lies under a knight can still be told
MOTIFS = 3
TILT = 2.5  # how many degrees a coat of arms leans to either side

# In a row the motifs follow each other; each row starts elsewhere, so that no two neighbours are equal.
_ROW_SHIFT = (0, 1, 2, 1, 0, 2, 0, 1, 0, 2, 1, 2, 0)


def kingdom(
    kingdom: Kingdom,
    *,
    estate: Estate | None = None,
    size: int | None = None,
    highlighted: Mask = 0,
    house: House = HOUSES[0],
    title: str | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of *kingdom*, its squares *square* pixels wide, with the buildings and posted knights of *estate*.

    With *size* (5 or 7) the squares that the kingdom may still grow to are dotted. A map of Duel always shows all of
    its 7 × 5 squares, and has neither size nor estate. *highlighted* squares are outlined.
    *theme* fixes the colours, ``light`` or ``dark``; without it the page around may set them, and a file is light.
    """
    if isinstance(kingdom, Map):
        free, drawn = FREE_SQUARES & ~kingdom.occupied, chart(kingdom)
    else:
        free = reach(size, kingdom.box) & ~kingdom.occupied if size else 0
        drawn = dotted(free) + realm(kingdom, estate)
    block = clip(drawn + outline(highlighted), kingdom.occupied | free | highlighted, house)
    return document(block, title or kingdom_text(kingdom, estate), square, theme)


def clip(drawn: str, area: Mask, house: House | None = None) -> Block:
    """What is *drawn*, with the lower left corner of a1 at 0, 0, as a block that just holds the squares of *area*."""
    west, south, east, north = _box(area)
    body = moved(-west * UNIT, (north + 1) * UNIT, drawn, house)
    return Block(body, (east - west + 1) * UNIT, (north - south + 1) * UNIT)


def chart(duel_map: Map) -> str:
    """A map of Duel (D2): domains on the squares drawn, a faint line around the others. a1 is as for a realm."""
    return _faint(FREE_SQUARES & ~duel_map.occupied) + realm(duel_map, None)


def realm(kingdom: Kingdom, estate: Estate | None) -> str:
    """All that lies and stands in *kingdom*. The square a1 has its lower left corner at 0, 0."""
    cells = {square: kingdom.at(square) for square in squares(kingdom.occupied)}
    if estate is None:
        return land(cells)
    knights = (use("knight", _x(at) + 97 - KNIGHT, _y(at) + 97 - KNIGHT, KNIGHT) for at in squares(estate.posted))
    return land(cells, dict(estate.buildings)) + "".join(knights)


def land(cells: Cells, built: Built | None = None, vary: int = 0) -> str:
    """The land on *cells*: one fill for each kind, so that a property has no seams, and ink only between lands."""
    fills: dict[Land, str] = {}
    textures = features = ""
    for square, half in cells.items():
        x, y = _x(square), _y(square)
        if half is None:
            features += use("castle", x, y)
            continue
        fills[half.terrain] = fills.get(half.terrain, "") + f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z"
        textures += use(f"{_stem(half.terrain)}-texture", x, y)
        if built and square in built:
            features += _building(built[square], half.crowns, x, y)
        else:
            features += _feature(half, square, vary)
    ground = "".join(f'<path fill="{paint(_stem(kind))}" d="{path}"/>\n' for kind, path in fills.items())
    return ground + textures + features + _ink(cells)


def dotted(free: Mask) -> str:
    """Dots around each of the *free* squares."""
    path = "".join(f"M{_x(square) + 8} {_y(square) + 8}h84v84h-84z" for square in squares(free))
    return stroke("ink", 4, path, ' stroke-opacity=".4" stroke-dasharray="0 12"')


def outline(highlighted: Mask, colour: str = "chalk") -> str:
    """A line of *colour* with dark edges around *highlighted*: it can be seen on every terrain and on the paper."""
    path = "".join(edge for at in squares(highlighted) for other, edge in edges(at) if not _has(highlighted, other))
    return stroke("pen", 18, path) + stroke(colour, 11, path)


def edges(square: Square, wobble: int = 4) -> Iterator[tuple[Square, str]]:
    """The four neighbours of *square*, each with the path of the edge between, drawn as if by hand."""
    x, y = _x(square), _y(square)
    for step, left, top in ((STRIDE, x, y), (-STRIDE, x, y + UNIT), (-1, x, y), (1, x + UNIT, y)):
        # Only the edge's own place counts, so that it bends alike seen from either side.
        a, b = ((left * k - top * 3 + abs(step) * k) // 7 % (2 * wobble + 1) - wobble for k in (5, 11))
        curve = f"c30 {a} 70 {b} {UNIT} 0" if abs(step) == STRIDE else f"c{a} 30 {b} 70 0 {UNIT}"
        yield Square(square + step), f"M{left} {top}{curve}"


def stroke(colour: str, width: int, path: str, more: str = "") -> str:
    """A line along *path*; nothing along none."""
    if not path:
        return ""
    look = f'fill="none" stroke="{paint(colour)}" stroke-width="{width}" stroke-linecap="round"'
    return f'<path {look}{more} d="{path}"/>\n'


def _faint(empty: Mask) -> str:
    """A thin line around each of the *empty* squares."""
    drawn = {edge: None for square in squares(empty) for _, edge in edges(square)}
    return stroke("ink", 3, "".join(drawn), ' stroke-opacity=".22"')


def _stem(kind: Land) -> str:
    """What the names of its colours and drawings begin with: ``wheat``, ``coat-dot``."""
    return f"coat-{kind.key}" if isinstance(kind, Coat) else kind.key


def _feature(half: Half, square: Square, vary: int) -> str:
    """What stands on a square: a coat, a house under its crowns, or one of the motifs, now and then turned round."""
    x, y = _x(square), _y(square)
    if isinstance(half.terrain, Coat):
        tilt = TILT * ((column(square) + _ROW_SHIFT[row(square)] + vary) % 3 - 1)
        return arms(half.terrain, half.crowns, x, y, tilt)
    if half.crowns:
        return use(f"{half.terrain.key}-crowned", x, y) + _crowns(half.crowns, x, y)
    motif = (column(square) + _ROW_SHIFT[row(square)] + vary) % MOTIFS + 1
    is_turned = (column(square) * 3 + row(square) * 5 + column(square) * row(square) + vary) % 4 < 2
    turned = f' transform="matrix(-1 0 0 1 {2 * x + UNIT} 0)"' if is_turned else ""
    return use(f"{half.terrain.key}-{motif}", x, y, more=turned)


def _building(key: str, crowns: int, x: float, y: float) -> str:
    """A building on its plot, under its *crowns*."""
    return use("plot", x, y) + use(f"building-{key}", x, y) + _crowns(crowns, x, y)


def _crowns(count: int, x: float, y: float) -> str:
    left = x + (UNIT - count * CROWN) / 2
    return "".join(use("crown", left + place * CROWN, y + 2, CROWN) for place in range(count))


def _ink(cells: Cells) -> str:
    """The border of every property."""
    shores = inner = ""
    for square, half in cells.items():
        for other, edge in edges(square):
            if other not in cells:
                shores += edge
            elif other < square and _kind(half) != _kind(cells[other]):
                inner += edge
    return stroke("pen", 4, inner, ' stroke-opacity=".7"') + stroke("pen", 5, shores)


def _kind(half: Half | None) -> Land | None:
    return half.terrain if half else None


def _x(square: Square) -> int:
    return column(square) * UNIT


def _y(square: Square) -> int:
    """The upper edge of *square*: rows count northwards, a picture's units southwards."""
    return -(row(square) + 1) * UNIT


def _has(mask: Mask, square: int) -> bool:
    return square >= 0 and bool(mask >> square & 1)


def _box(mask: Mask) -> tuple[int, int, int, int]:
    columns, rows = zip(*((column(square), row(square)) for square in squares(mask)), strict=True)
    return min(columns), min(rows), max(columns), max(rows)
