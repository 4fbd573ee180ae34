"""Land: what lies and stands on squares, and the picture of a kingdom."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from crownland.kernel.domino import Half
from crownland.kernel.kingdom import Kingdom, reach
from crownland.kernel.square import CASTLE_MASK, STRIDE, Mask, Square, column, rectangle, row, squares
from crownland.kernel.terrain import Land
from crownland.svg.canvas import UNIT, Block, Svg, document, hue, moved, use
from crownland.svg.caption import Standing, kingdom_text
from crownland.svg.crowns import crowns
from crownland.svg.house import HOUSES, House
from crownland.svg.motif import Motif, Tiles, half_motif, motif_of
from crownland.svg.plain import PLAIN_LAND, PLAIN_PIECE
from crownland.svg.registry import LANDS, PIECES, LandDrawing
from crownland.words import Words

__all__ = ["Cells", "borders", "clip", "edges", "fills", "ground", "kingdom", "outline", "outline_path", "realm"]

# What lies on squares; None is the castle.
Cells: TypeAlias = Mapping[Square, Half | None]

UNKNOWN: Tiles = {}  # which dominoes lie there is not known


def kingdom(
    kingdom: Kingdom,
    *,
    pieces: Iterable[Standing] = (),
    tiles: Tiles = UNKNOWN,
    size: int | None = None,
    highlighted: Mask = 0,
    house: House = HOUSES[0],
    title: str | None = None,
    words: Words | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of *kingdom*, its squares *square* pixels wide, with the *pieces* that stand in it.

    With *size* (5 or 7) the squares that the kingdom may still grow to are dotted. A kingdom of a fixed area always
    shows all of it and needs no size. *highlighted* squares are outlined.
    *tiles* are the dominoes that lie there, square by square: a domino has the same pictures wherever it lies.
    The spoken *title* comes in the language of *words*, English by default.
    *theme* fixes the colours, ``light`` or ``dark``; without it the page around may set them, and a file is light.
    """
    standing = tuple(pieces)
    if kingdom.fixed_area:
        free = _free(kingdom)
        drawn = realm(kingdom, standing, tiles)
    else:
        free = reach(size, kingdom.box) & ~kingdom.occupied if size else 0
        drawn = _dotted(free) + realm(kingdom, standing, tiles)
    block = clip(drawn + outline(highlighted), kingdom.occupied | free | highlighted, house)
    return document(block, title or kingdom_text(kingdom, words or Words(), standing), square, theme)


def clip(drawn: str, area: Mask, house: House | None = None) -> Block:
    """What is *drawn*, with the lower left corner of a1 at 0, 0, as a block that just holds the squares of *area*."""
    west, south, east, north = _box(area)
    body = moved(-west * UNIT, (north + 1) * UNIT, drawn, house)
    return Block(body, (east - west + 1) * UNIT, (north - south + 1) * UNIT)


def realm(kingdom: Kingdom, pieces: Iterable[Standing] = (), tiles: Tiles = UNKNOWN) -> str:
    """All that lies and stands in *kingdom*. The square a1 has its lower left corner at 0, 0.

    A kingdom of a fixed area has a faint line around each empty square.
    """
    cells = {square: kingdom.at(square) for square in squares(kingdom.occupied)}
    return _faint(_free(kingdom)) + ground(cells, pieces, tiles)


def ground(cells: Cells, pieces: Iterable[Standing] = (), tiles: Tiles = UNKNOWN) -> str:
    """The land on *cells* and the *pieces* on it: one fill for each kind, so that a property has no seams, and ink
    only between lands.
    """
    standing = [(square, piece, PIECES.get(piece.kind, PLAIN_PIECE)) for square, piece in pieces]
    instead = {square: (piece, drawing) for square, piece, drawing in standing if drawing.replaces}
    textures = features = over = ""
    for square, half in cells.items():
        x, y = _x(square), _y(square)
        if half is None:
            features += use("castle", x, y)
            continue
        drawing = _drawing(half.terrain)
        textures += "" if drawing is PLAIN_LAND else use(f"{drawing.stem(half.terrain)}-texture", x, y)
        if square in instead:
            piece, piece_drawing = instead[square]
            features += piece_drawing.draw(piece, half, x, y)
        else:
            features += drawing.feature(
                half, square, half_motif(*tiles[square]) if square in tiles else motif_of(square)
            )
    for square, piece, piece_drawing in standing:
        half = cells.get(square)
        if not piece_drawing.replaces and half is not None:
            over += piece_drawing.draw(piece, half, _x(square), _y(square))
    fill = "".join(f'<path fill="{hue(stem)}" d="{path}"/>\n' for stem, path in fills(cells))
    return fill + textures + features + _ink(cells) + over


def fills(cells: Cells) -> Iterator[tuple[str, str]]:
    """Yields one path for each kind of land on *cells*, after the stem of its colours."""
    paths: dict[Land, str] = {}
    for square, half in cells.items():
        if half is not None:
            corner = f"M{_x(square)} {_y(square)}"
            paths[half.terrain] = paths.get(half.terrain, "") + f"{corner}h{UNIT}v{UNIT}h-{UNIT}z"
    for land, path in paths.items():
        yield _drawing(land).stem(land), path


def outline(highlighted: Mask, colour: str = "chalk") -> str:
    """A line of *colour* with dark edges around *highlighted*: it can be seen on every terrain and on the paper."""
    path = outline_path(highlighted)
    return _stroke("pen", 18, path) + _stroke(colour, 11, path)


def outline_path(highlighted: Mask) -> str:
    """The path around *highlighted*."""
    return "".join(edge for at in squares(highlighted) for other, edge in edges(at) if not _has(highlighted, other))


def edges(square: Square, wobble: int = 4) -> Iterator[tuple[Square, str]]:
    """The four neighbours of *square*, each with the path of the edge between, drawn as if by hand."""
    x, y = _x(square), _y(square)
    for step, left, top in ((STRIDE, x, y), (-STRIDE, x, y + UNIT), (-1, x, y), (1, x + UNIT, y)):
        # Only the edge's own place counts, so that it bends alike seen from either side.
        a, b = ((left * k - top * 3 + abs(step) * k) // 7 % (2 * wobble + 1) - wobble for k in (5, 11))
        curve = f"c30 {a} 70 {b} {UNIT} 0" if abs(step) == STRIDE else f"c{a} 30 {b} 70 0 {UNIT}"
        yield Square(square + step), f"M{left} {top}{curve}"


def borders(cells: Cells) -> tuple[str, str]:
    """The paths of the shores of *cells*, and of the lines between their lands."""
    shores = inner = ""
    for square, half in cells.items():
        for other, edge in edges(square):
            if other not in cells:
                shores += edge
            elif other < square and _kind(half) != _kind(cells[other]):
                inner += edge
    return shores, inner


def _ink(cells: Cells) -> str:
    """The border of every property."""
    shores, inner = borders(cells)
    return _stroke("pen", 4, inner, ' stroke-opacity=".7"') + _stroke("pen", 5, shores)


def _dotted(free: Mask) -> str:
    """Dots around each of the *free* squares."""
    path = "".join(f"M{_x(square) + 8} {_y(square) + 8}h84v84h-84z" for square in squares(free))
    return _stroke("ink", 4, path, ' stroke-opacity=".4" stroke-dasharray="0 12"')


def _faint(empty: Mask) -> str:
    """A thin line around each of the *empty* squares."""
    drawn = {edge: None for square in squares(empty) for _, edge in edges(square)}
    return _stroke("ink", 3, "".join(drawn), ' stroke-opacity=".22"')


def _stroke(colour: str, width: int, path: str, more: str = "") -> str:
    """A line along *path*; nothing along none."""
    if not path:
        return ""
    look = f'fill="none" stroke="{hue(colour)}" stroke-width="{width}" stroke-linecap="round"'
    return f'<path {look}{more} d="{path}"/>\n'


def _free(kingdom: Kingdom) -> Mask:
    """The squares of a fixed area that are still empty."""
    area = kingdom.fixed_area
    return rectangle(*area) & ~CASTLE_MASK & ~kingdom.occupied if area else 0


def _drawing(land: Land) -> LandDrawing:
    return LANDS.get(land.set_name(), PLAIN_LAND)


def _key(land: Land) -> str:
    return land.key


def _terrain(half: Half, square: Square, motif: Motif) -> str:
    """A house under its crowns, or one of the motifs, now and then mirrored."""
    x, y = _x(square), _y(square)
    if half.crowns:
        return use(f"{half.terrain.key}-crowned", x, y) + crowns(half.crowns, x, y)
    mirrored = f' transform="matrix(-1 0 0 1 {2 * x + UNIT} 0)"' if motif.is_mirrored else ""
    return use(f"{half.terrain.key}-{motif.number}", x, y, more=mirrored)


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


LANDS["terrain"] = LandDrawing(_key, _terrain)
