"""The builders' board (Q3) as a shelf, and what a building tile brings."""

from collections.abc import Sequence

from crownland.games.queen.building import BUILDINGS, Building
from crownland.kernel.terrain import Terrain
from crownland.svg.canvas import GAP, UNIT, Block, beside, moved, paint, text, use
from crownland.svg.land import building

__all__ = ["TILE_HEIGHT", "TILE_WIDTH", "shelf", "tile"]

TILE_WIDTH, TILE_HEIGHT = 120, 240
STEP = 125  # from one space to the next
PLANK = 16
PRICE = 60  # the room for a price under the plank
SIGN = 36  # the side of a small sign on a tile
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
    """A tile of the shelf: the building above, below it its worth, its tax bonus and its instant effects."""
    look = f'fill="{paint("town-pale")}" stroke="{paint("pen")}" stroke-width="4"'
    card = f'<rect width="{TILE_WIDTH}" height="{TILE_HEIGHT}" rx="14" {look}/>\n'
    icon = building(kind.key, kind.crowns, (TILE_WIDTH - UNIT) / 2, 8)
    rows = [row for row in (_worth(kind), _tax_bonus(kind), _instant(kind)) if row.width]
    step, top = SIGN + 3, UNIT + 14
    y = top + (TILE_HEIGHT - top - 8 - len(rows) * step) / 2
    return (
        card
        + icon
        + "".join(moved((TILE_WIDTH - row.width) / 2, y + place * step, row.body) for place, row in enumerate(rows))
    )


def _space() -> str:
    look = f'fill="none" stroke="{paint("ink")}" stroke-width="4" stroke-opacity=".4" stroke-linecap="round"'
    room = f'x="4" y="4" width="{TILE_WIDTH - 8}" height="{TILE_HEIGHT - 12}" rx="12"'
    return f'<rect {room} stroke-dasharray="0 12" {look}/>\n'


def _price(price: int) -> str:
    return text(str(price), TILE_WIDTH / 2 - 6, 46, 42, "end") + use("coin", TILE_WIDTH / 2, 12, 42)


def _worth(kind: Building) -> Block:
    """Q13: the points, and what each of them is for."""
    if not kind.points:
        return Block("", 0, 0)
    points = _points(kind.points)
    return points if kind.points_per == "fixed" else beside((points, _slash(), _thing(kind.points_per)), gap=3)


def _tax_bonus(kind: Building) -> Block:
    """Q6: a coin for each of what the treasury counts."""
    if not kind.tax_bonus:
        return Block("", 0, 0)
    return beside((_sign("coin"), _slash(), _thing(kind.tax_bonus)), gap=3)


def _instant(kind: Building) -> Block:
    """Q8: the knights and towers that it brings at once."""
    return beside([_sign("knight")] * kind.knights + [_sign("tower")] * kind.towers, gap=0)


def _points(points: int) -> Block:
    middle = SIGN / 2
    look = f'fill="{paint("chalk")}" stroke="{paint("pen")}" stroke-width="3"'
    badge = f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle - 1:g}" {look}/>\n'
    return Block(badge + text(str(points), middle, middle + 10, 29, "middle", "pen"), SIGN, SIGN)


def _slash() -> Block:
    return Block(text("/", 6, 29, 32, "middle", "pen"), 12, SIGN)


def _thing(name: str) -> Block:
    """A knight, a tower, or a property of a terrain: ``knight``, ``tower``, ``wheat_property``."""
    terrain = next((terrain for terrain in Terrain if name == f"{terrain.key}_property"), None)
    return _sign(name) if terrain is None else _swatch(terrain)


def _sign(name: str) -> Block:
    return Block(use(name, 0, 0, SIGN), SIGN, SIGN)


def _swatch(terrain: Terrain) -> Block:
    ground = f'<rect width="{SIGN}" height="{SIGN}" fill="{paint(terrain.key)}"/>\n'
    frame = f'<rect width="{SIGN}" height="{SIGN}" fill="none" stroke="{paint("pen")}" stroke-width="3"/>\n'
    motif = use(f"{terrain.key}-1", 0, 0, SIGN)
    return Block(ground + use(f"{terrain.key}-texture", 0, 0, SIGN) + motif + frame, SIGN, SIGN)
