"""The builders' board (Q3) as a shelf, and what a building tile brings."""

from crownland.games.queen.building import BUILDINGS, Building
from crownland.games.view import Badge, Tray
from crownland.kernel.terrain import Terrain
from crownland.svg.canvas import GAP, NOTHING, Block, beside, hue, moved, text, use
from crownland.svg.caption import badge_text, spoken
from crownland.svg.company import Company
from crownland.table.wording import piece_words

__all__ = ["TILE_HEIGHT", "TILE_WIDTH", "shelf", "shelf_text", "tile"]

TILE_WIDTH, TILE_HEIGHT = 125, 250
STEP = 130  # from one space to the next
PLANK = 16
PRICE = 60  # the room for a price under the plank
SIGN = 40  # the side of a small sign on a tile
ICON = 112
CROWN_ROOM = 15  # a building with crowns leaves room above itself, which is not needed here
DRAGON = 125
QUEEN = 100


def shelf_text(tray: Tray, company: Company) -> str:
    """``builders' board: church for 0, big tavern for 4; dragon away``."""
    words = company.words
    tiles = [
        words("picture.price", piece=piece_words(slot.piece, words), price=price)
        for price, slot in enumerate(tray.slots)
        if slot.piece is not None
    ]
    parts = [f"{words('tray.builders')}: {', '.join(tiles) or words('picture.empty')}"]
    parts += [badge_text(badge, words) for badge in tray.badges if badge.key != "queen"]
    return "; ".join(parts)


def shelf(tray: Tray, company: Company) -> Block:
    """The tiles on their spaces with the prices; at the end the dragon, and the queen until somebody hosts her."""
    spaces = len(tray.slots) * STEP
    width = spaces + QUEEN + DRAGON
    badges = {badge.key: badge for badge in tray.badges}
    drawn = ""
    for price, slot in enumerate(tray.slots):
        drawn += moved(price * STEP, 0, _space() if slot.piece is None else _card(slot.piece.key))
        drawn += moved(price * STEP, TILE_HEIGHT + PLANK, _price(price))
    if badges.get("queen", Badge("queen", on=False)).on:
        drawn += use("queen", spaces, TILE_HEIGHT - QUEEN, QUEEN)
    if "dragon" in badges:
        # It lies on the shelf at home; away it is seen in the air.
        at_home, in_the_air = ("dragon-home", TILE_HEIGHT - DRAGON + 4), ("dragon-away", GAP)
        name, y = at_home if badges["dragon"].on else in_the_air
        drawn += use(name, width - DRAGON, y, DRAGON)
    look = f'fill="{hue("stone-deep")}" stroke="{hue("pen")}" stroke-width="4"'
    plank = f'<rect x="-8" y="{TILE_HEIGHT}" width="{width + 16}" height="{PLANK}" rx="6" {look}/>\n'
    return Block(plank + drawn, width, TILE_HEIGHT + PLANK + PRICE)


def _card(key: str) -> str:
    """The tile of a building; one of another box has only its name."""
    if key in BUILDINGS:
        return tile(BUILDINGS[key])
    return _blank() + text(spoken(key)[:8], TILE_WIDTH / 2, TILE_HEIGHT / 2, 26, "middle", "pen")


def tile(kind: Building) -> str:
    """A tile of the shelf: the building above, below it its worth, its tax bonus and what it brings at once."""
    icon = use(f"building-{kind.key}", (TILE_WIDTH - ICON) / 2, -CROWN_ROOM if kind.crowns else 3, ICON)
    rows = [row for row in (_worth(kind), _tax_bonus(kind), _gain(kind)) if row.width]
    y = (TILE_HEIGHT + ICON - len(rows) * SIGN) / 2
    signs = (moved((TILE_WIDTH - row.width) / 2, y + at * SIGN, row.body) for at, row in enumerate(rows))
    return _blank() + icon + "".join(signs)


def _blank() -> str:
    look = f'fill="{hue("town-pale")}" stroke="{hue("pen")}" stroke-width="4"'
    return f'<rect width="{TILE_WIDTH}" height="{TILE_HEIGHT}" rx="14" {look}/>\n'


def _space() -> str:
    look = f'fill="none" stroke="{hue("ink")}" stroke-width="4" stroke-opacity=".4" stroke-linecap="round"'
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
    look = f'fill="{hue("chalk")}" stroke="{hue("pen")}" stroke-width="3"'
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
    look = f'fill="{hue(terrain.key)}" stroke="{hue("pen")}" stroke-width="3"'
    ground = f'<rect x="2" y="2" width="{SIGN - 4}" height="{SIGN - 4}" rx="4" {look}/>\n'
    return Block(ground + use(f"{terrain.key}-1", 2, 2, SIGN - 4), SIGN, SIGN)
