"""The figures of people: emblems, banners and kings."""

from collections.abc import Sequence

from crownland.svg.canvas import Block, hue, moved, use
from crownland.svg.house import House

__all__ = ["banner", "king"]

BANNER = 75  # the side of a banner with one emblem
EMBLEM = 55


def king(house: House, x: float, y: float, size: float) -> str:
    """A king with the emblem of *house* on the chest."""
    return moved(x, y, use("king", 0, 0, size) + _emblem(house.emblem, size * 0.34, size * 0.6, size * 0.32), house)


def banner(emblems: Sequence[str]) -> Block:
    """A banner in the house's colour with the emblems of all who share it (W3)."""
    width, border = BANNER + (len(emblems) - 1) * (EMBLEM + 5), (BANNER - EMBLEM) // 2
    cloth = f'<rect width="{width}" height="{BANNER}" rx="16" fill="{hue("house")}"/>\n'
    drawn = (_emblem(emblem, border + place * (EMBLEM + 5), border, EMBLEM) for place, emblem in enumerate(emblems))
    return Block(cloth + "".join(drawn), width, BANNER)


def _emblem(name: str, x: float, y: float, size: float) -> str:
    return f'<g style="color: {hue("chalk")}">{use(f"emblem-{name}", x, y, size)}</g>'
