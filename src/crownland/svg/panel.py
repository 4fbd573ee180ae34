"""A kingdom on the table: its banner, name and score, its badges, and its land."""

from collections.abc import Sequence

from crownland.games.view import Badge, Realm
from crownland.kernel.square import rectangle
from crownland.svg.canvas import MARGIN, NOTHING, UNIT, Block, beside, hue, moved, text
from crownland.svg.company import Company
from crownland.svg.figures import banner
from crownland.svg.land import UNKNOWN, clip, outline, realm
from crownland.svg.motif import Tiles
from crownland.svg.plain import plain_badge
from crownland.svg.registry import BADGES
from crownland.words import Words

__all__ = ["panel"]

HEADER = 75
PURSE = 75  # the row of the badges
BADGE = 135  # the room for one of them
SCORE = 115  # the room for three digits
LONGEST_NAME = 14


def panel(shown: Realm, kingdom: int, company: Company, tiles: Tiles = UNKNOWN) -> Block:
    """The panel of *kingdom*, with room for all that it can become; the one that is to act is outlined."""
    land, pending = shown.kingdom, 0
    for square, half in shown.pending:
        land, pending = land.with_half(square, half), pending | 1 << square
    purse = [badge for badge in shown.badges if badge.key not in BADGES]
    signs = [BADGES[badge.key].draw(badge) for badge in shown.badges if badge.key in BADGES]
    wide, high = _extent(shown)
    top = MARGIN + HEADER + (PURSE if purse else 0)
    width, height = wide * UNIT + 2 * MARGIN, top + high * UNIT + MARGIN
    emblems = [company.houses[seat].emblem for seat in shown.seats]
    title = _header(company.names[kingdom], emblems, shown.score.total, wide * UNIT, signs)
    body = _frame(width, height, is_acting=company.is_acting(kingdom)) + moved(MARGIN, 30, title)
    body += moved(MARGIN, 30 + HEADER + 15, _purse(purse, company.words)) if purse else ""
    drawn = realm(land, shown.pieces, tiles) + outline(pending, "house")
    if shown.is_fixed:
        body += moved(MARGIN, top, clip(drawn, rectangle(*shown.area)).body)
    else:
        west, _, _, north = land.box
        x = MARGIN + (wide - land.width) * UNIT // 2 - west * UNIT
        y = top + (high - land.height) * UNIT // 2 + (north + 1) * UNIT
        body += moved(x, y, drawn)
    return Block(moved(0, 0, body, company.houses[kingdom]), width, height)


def _extent(shown: Realm) -> tuple[int, int]:
    """How many squares wide and high the kingdom can become."""
    west, south, east, north = shown.area
    wide, high = east - west + 1, north - south + 1
    # What it may still cover reaches as far beyond it on one side as on the other.
    return (wide, high) if shown.is_fixed else ((wide + shown.kingdom.width) // 2, (high + shown.kingdom.height) // 2)


def _frame(width: int, height: int, *, is_acting: bool) -> str:
    """The edge of a panel, in the house's colour for the one that is to act."""
    colour, line, opacity = ("house", 12, 1) if is_acting else ("ink", 3, 0.25)
    look = f'fill="none" stroke="{hue(colour)}" stroke-width="{line}" stroke-opacity="{opacity}"'
    return f'<rect width="{width}" height="{height}" rx="30" {look}/>\n'


def _header(name: str, emblems: Sequence[str], total: int, width: int, signs: Sequence[Block]) -> str:
    """Banner, name and score from edge to edge, *signs* before the score."""
    sign = signs[0] if len(signs) == 1 else beside(signs) if signs else NOTHING
    cloth, shown = banner(emblems), name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    signed = moved(width - SCORE - sign.width, (HEADER - sign.height) / 2, sign.body) if sign.width else ""
    return cloth.body + text(shown, cloth.width + 20, 54, 46) + signed + text(str(total), width, 56, 54, "end")


def _purse(badges: Sequence[Badge], words: Words) -> str:
    """The badges in a row, those with a number in front."""
    placed = sorted(enumerate(badges), key=lambda one: one[1].count is not None)
    return "".join(plain_badge(badge, place * BADGE, words) for place, badge in placed)
