"""The builders' board (Q3) as a shelf, and what a building tile brings."""

from collections.abc import Sequence

from crownland.games.queen.building import BUILDINGS, Building
from crownland.kernel.terrain import Terrain
from crownland.svg.canvas import GAP, NOTHING, Block, beside, moved, paint, text, use

__all__ = ["TILE_HEIGHT", "TILE_WIDTH", "shelf", "tile"]

TILE_WIDTH, TILE_HEIGHT = 125, 250
STEP = 130  # from one space to the next
PLANK = 16
PRICE = 60  # the room for a price under the plank
SIGN = 40  # the side of a small sign on a tile
ICON = 112
CROWN_ROOM = 15  # a building with crowns leaves room above itself, which is not needed here
DRAGON = 125
QUEEN = 100


def shelf(board: Sequence[str | None], *, dragon_is_home: bool, queen_is_here: bool) -> Block:
    """The tiles on their spaces with their prices; at the end the queen, while nobody hosts her, and the dragon."""
    spaces = len(board) * STEP
    width = spaces + QUEEN + DRAGON
    drawn = ""
    for price, key in enumerate(board):
        drawn += moved(price * STEP, 0, _space() if key is None else tile(BUILDINGS[key]))
        drawn += moved(price * STEP, TILE_HEIGHT + PLANK, _price(price))
    drawn += use("queen", spaces, TILE_HEIGHT - QUEEN, QUEEN) if queen_is_here else ""
    # It lies on the shelf at home; away it is seen in the air.
    at_home, in_the_air = ("dragon-home", TILE_HEIGHT - DRAGON + 4), ("dragon-away", GAP)
    name, y = at_home if dragon_is_home else in_the_air
    drawn += use(name, width - DRAGON, y, DRAGON)
    look = f'fill="{paint("stone-deep")}" stroke="{paint("pen")}" stroke-width="4"'
    plank = f'<rect x="-8" y="{TILE_HEIGHT}" width="{width + 16}" height="{PLANK}" rx="6" {look}/>\n'
    return Block(plank + drawn, width, TILE_HEIGHT + PLANK + PRICE)


def tile(kind: Building) -> str:
    """A tile of the shelf: the building above, below it its worth, its tax bonus and what it brings at once."""
    look = f'fill="{paint("town-pale")}" stroke="{paint("pen")}" stroke-width="4"'
    card = f'<rect width="{TILE_WIDTH}" height="{TILE_HEIGHT}" rx="14" {look}/>\n'
    icon = use(f"building-{kind.key}", (TILE_WIDTH - ICON) / 2, -CROWN_ROOM if kind.crowns else 3, ICON)
    rows = [row for row in (_worth(kind), _tax_bonus(kind), _gain(kind)) if row.width]
    y = (TILE_HEIGHT + ICON - len(rows) * SIGN) / 2
    signs = (moved((TILE_WIDTH - row.width) / 2, y + at * SIGN, row.body) for at, row in enumerate(rows))
    return card + icon + "".join(signs)


def _space() -> str:
    look = f'fill="none" stroke="{paint("ink")}" stroke-width="4" stroke-opacity=".4" stroke-linecap="round"'
    room = f'x="4" y="4" width="{TILE_WIDTH - 8}" height="{TILE_HEIGHT - 12}" rx="12"'
    return f'<rect {room} stroke-dasharray="0 12" {look}/>\n'


def _price(price: int) -> str:
    return text(str(price), TILE_WIDTH / 2 - 6, 46, 42, "end") + use("coin", TILE_WIDTH / 2, 12, 42)


def _worth(kind: Building) -> Block:
    """Q13: the points, and what each of them is for."""
    if not kind.points:
        return NOTHING
    points = _points(kind.points)
    return points if kind.points_per == "fixed" else beside((points, _mark("/"), _thing(kind.points_per)), gap=0)


def _tax_bonus(kind: Building) -> Block:
    """Q6: a coin for each of what the treasury counts."""
    if not kind.tax_bonus:
        return NOTHING
    return beside((_sign("coin"), _mark("/"), _thing(kind.tax_bonus)), gap=0)


def _gain(kind: Building) -> Block:
    """Q8, Q13: the knights and towers that it brings at once, and its crowns."""
    counts = {"knight": kind.knights, "tower": kind.towers, "crown": kind.crowns}
    signs = [_sign(name) for name, count in counts.items() for _ in range(count)]
    closer = -6 if len(signs) < 3 else -11  # three just fit on a tile
    return beside((_mark("+"), beside(signs, gap=closer)), gap=0) if signs else NOTHING


def _points(points: int) -> Block:
    middle = SIGN / 2
    look = f'fill="{paint("chalk")}" stroke="{paint("pen")}" stroke-width="3"'
    badge = f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle - 3:g}" {look}/>\n'
    return Block(badge + text(str(points), middle, middle + 11, 32, "middle", "pen"), SIGN, SIGN)


def _mark(mark: str) -> Block:
    return Block(text(mark, 8, 31, 34, "middle", "pen"), 16, SIGN)


def _thing(name: str) -> Block:
    """A knight, a tower, or a property of a terrain: ``knight``, ``tower``, ``wheat_property``."""
    terrain = next((terrain for terrain in Terrain if name == f"{terrain.key}_property"), None)
    return _sign(name) if terrain is None else _swatch(terrain)


def _sign(name: str) -> Block:
    return Block(use(name, 0, 0, SIGN), SIGN, SIGN)


def _swatch(terrain: Terrain) -> Block:
    look = f'fill="{paint(terrain.key)}" stroke="{paint("pen")}" stroke-width="3"'
    ground = f'<rect x="2" y="2" width="{SIGN - 4}" height="{SIGN - 4}" rx="4" {look}/>\n'
    return Block(ground + use(f"{terrain.key}-1", 2, 2, SIGN - 4), SIGN, SIGN)
