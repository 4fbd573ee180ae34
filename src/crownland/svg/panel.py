"""A kingdom on the table: its banner, name and score, its purse and retinue, and its land."""

from collections.abc import Sequence
from dataclasses import dataclass

from crownland.games.queen.estate import Estate
from crownland.kernel.kingdom import Kingdom
from crownland.svg.canvas import MARGIN, NOTHING, UNIT, Block, moved, paint, text, use
from crownland.svg.figures import banner
from crownland.svg.house import House
from crownland.svg.land import realm

__all__ = ["HEADER", "Holding", "frame", "header", "panel"]

HEADER = 75
PURSE = 75
SCORE = 115  # the room for three digits
LONGEST_NAME = 14


@dataclass(frozen=True, slots=True)
class Holding:
    """What a panel shows. *emblems* are those of all who share the kingdom; only Queendomino has an *estate*."""

    name: str
    house: House
    emblems: Sequence[str]
    kingdom: Kingdom
    total: int
    estate: Estate | None = None
    hosts_queen: bool = False


def panel(holding: Holding, size: int, *, is_acting: bool) -> Block:
    """The panel of *holding*, with room for a kingdom of *size* × *size*; whoever is to act is outlined."""
    top = MARGIN + HEADER + (PURSE if holding.estate else 0)
    width, height = size * UNIT + 2 * MARGIN, top + size * UNIT + MARGIN
    title = header(holding.name, holding.emblems, holding.total, size * UNIT)
    purse = moved(MARGIN, 30 + HEADER + 15, _purse(holding.estate, holding.hosts_queen)) if holding.estate else ""
    kingdom = holding.kingdom
    west, _, _, north = kingdom.box
    x = MARGIN + (size - kingdom.width) * UNIT // 2 - west * UNIT
    y = top + (size - kingdom.height) * UNIT // 2 + (north + 1) * UNIT
    body = frame(width, height, is_acting=is_acting) + moved(MARGIN, 30, title) + purse
    body += moved(x, y, realm(kingdom, holding.estate))
    return Block(moved(0, 0, body, holding.house), width, height)


def frame(width: int, height: int, *, is_acting: bool) -> str:
    """The edge of a panel, in the house's colour for whoever is to act."""
    colour, line, opacity = ("house", 12, 1) if is_acting else ("ink", 3, 0.25)
    look = f'fill="none" stroke="{paint(colour)}" stroke-width="{line}" stroke-opacity="{opacity}"'
    return f'<rect width="{width}" height="{height}" rx="30" {look}/>\n'


def header(name: str, emblems: Sequence[str], total: int, width: int, sign: Block = NOTHING) -> str:
    """Banner, name and score from edge to edge, *sign* before the score."""
    cloth, shown = banner(emblems), name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    signed = moved(width - SCORE - sign.width, (HEADER - sign.height) / 2, sign.body) if sign.width else ""
    return cloth.body + text(shown, cloth.width + 20, 54, 46) + signed + text(str(total), width, 56, 54, "end")


def _purse(estate: Estate, hosts_queen: bool) -> str:
    """Coins, knights in the reserve and towers with their numbers, and the queen if she is here."""
    counts = (("coin", estate.coins), ("knight", estate.knights), ("tower", estate.towers))
    drawn = use("queen", 3 * 135, -10, 75) if hosts_queen else ""
    for place, (name, count) in enumerate(counts):
        drawn += use(name, place * 135, 0, 55) + text(str(count), place * 135 + 63, 42, 42)
    return drawn
