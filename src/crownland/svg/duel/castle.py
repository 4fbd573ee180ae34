"""The castle bonus (D8), before the score of its map."""

from crownland.games.view import Badge
from crownland.svg.canvas import Block, hue, use

__all__ = ["castle_bonus"]

SIGN = 64


def castle_bonus(badge: Badge) -> Block:
    """The castle with the cross that it can give; an empty ring when it has been given."""
    look = f'fill="none" stroke="{hue("ink")}" stroke-width="4" stroke-opacity=".4" stroke-dasharray="0 8"'
    spent = f'<circle cx="{SIGN + 27}" cy="{SIGN / 2:g}" r="19" {look} stroke-linecap="round"/>\n'
    castle = f'<rect x="2" y="2" width="{SIGN - 4}" height="{SIGN - 4}" fill="none" stroke="{hue("pen")}" '
    castle += 'stroke-width="4" rx="4"/>\n'
    faded = "" if badge.on else ' opacity=".45"'
    body = use("castle", 2, 2, SIGN - 4, faded) + castle
    body += use("cross", SIGN + 8, (SIGN - 40) / 2, 40) if badge.on else spent
    return Block(body, SIGN + 48, SIGN)
