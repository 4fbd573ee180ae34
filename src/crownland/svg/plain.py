"""Plain drawings of what has no special one: lands, pieces, badges and trays of other games."""

from collections.abc import Iterator

from crownland import art
from crownland.games.view import Badge, Piece, Slot, Tray
from crownland.kernel.domino import Half
from crownland.kernel.square import Square, column, row
from crownland.kernel.terrain import Land
from crownland.svg.canvas import UNIT, Block, hue, moved, text, use
from crownland.svg.caption import count_text, spoken
from crownland.svg.company import Company
from crownland.svg.crowns import crowns
from crownland.svg.figures import banner
from crownland.svg.motif import Motif
from crownland.svg.registry import LandDrawing, PieceDrawing, TrayDrawing, one_by_one

__all__ = ["PLAIN_LAND", "PLAIN_PIECE", "PLAIN_TRAY", "badge_text", "plain_badge"]

ICON, FIGURE = 55, 75  # the sides of a counted and of a single badge
ROW, WIDTH = 60, 500  # of a plain tray
BOX = 34
PIECE = 58  # so much of a square that what lies under a piece can still be recognized


def _stem(land: Land) -> str:
    return "stone"


def _feature(half: Half, square: Square, motif: Motif) -> str:
    """The letter of the land under its crowns."""
    x, y = column(square) * UNIT, -(row(square) + 1) * UNIT
    return text(half.terrain.letter, x + UNIT / 3, y + 80, 56, "middle", "pen") + crowns(half.crowns, x, y)


def _piece(piece: Piece, half: Half, x: int, y: int) -> str:
    """The drawing named like the kind, or else the first letters of its name."""
    left, top = x + 97 - PIECE, y + 97 - PIECE
    if art.has_symbol(piece.kind):
        return use(piece.kind, left, top, PIECE)
    plate = f'<rect x="{x + 34}" y="{y + 62}" width="62" height="34" rx="8" fill="{hue("chalk")}"/>\n'
    return plate + text(spoken(piece.key or piece.kind)[:3], x + 65, y + 88, 30, "middle", "pen")


def plain_badge(badge: Badge, x: float) -> str:
    """The drawing named like the badge, or else its name; its number, if it has one."""
    if not art.has_symbol(badge.key):
        return text(badge_text(badge), x, 42, 30)
    faded = "" if badge.on else ' opacity=".45"'
    if badge.count is None:
        return use(badge.key, x, -10, FIGURE, faded)
    return use(badge.key, x, 0, ICON, faded) + text(str(badge.count), x + ICON + 8, 42, 42)


def badge_text(badge: Badge) -> str:
    """``7 coins``, ``the queen``."""
    if badge.count is not None:
        return count_text(badge.count, spoken(badge.key))
    return f"{'the' if badge.on else 'no'} {spoken(badge.key)}"


def _list(tray: Tray, company: Company) -> Block:
    """A tray as a list: its title, and a row for every slot."""
    drawn = text(", ".join([spoken(tray.key), *map(badge_text, tray.badges)]), 0, 42, 36)
    for at, slot in enumerate(tray.slots, start=1):
        drawn += moved(0, at * ROW, _row(slot, company))
    return Block(drawn, WIDTH, (len(tray.slots) + 1) * ROW)


def _row(slot: Slot, company: Company) -> str:
    words = ", ".join(_slot_parts(slot, company))
    drawn = text(words, ROW + 10, 42, 30)
    if slot.is_done:
        drawn = f'<g opacity=".45">\n{drawn}</g>\n'
    if slot.seat is None:
        return drawn + f'<circle cx="{ROW / 2:g}" cy="32" r="8" fill="{hue("ink")}" fill-opacity=".4"/>\n'
    house = company.house_of(slot.seat)
    return moved(2, 4, banner([house.emblem]).scaled(0.65).body, house) + drawn


def _slot_parts(slot: Slot, company: Company) -> Iterator[str]:
    yield "empty" if slot.piece is None else piece_text(slot.piece)
    if slot.price is not None:
        yield f"for {slot.price}"
    if slot.boxes:
        yield " and ".join(f"{filled} of {slot.boxes}" for filled in slot.filled)


def piece_text(piece: Piece) -> str:
    """``wheat domino 17``, with the lands it shows."""
    lands = " and ".join(
        "any" if half is None else f"{half.terrain.key} {half.crowns or ''}".strip() for half in piece.halves
    )
    return " ".join(filter(None, (spoken(piece.key or piece.kind), spoken(lands))))


def _text(tray: Tray, company: Company) -> str:
    """``market: apple for 3, pear (Ada)``."""
    slots = []
    for slot in tray.slots:
        owner = "" if slot.seat is None else f" ({company.name_of(slot.seat)})"
        slots.append(" ".join(_slot_parts(slot, company)) + owner)
    return ", ".join([f"{spoken(tray.key)}: {', '.join(slots) or 'empty'}", *map(badge_text, tray.badges)])


PLAIN_LAND = LandDrawing(_stem, _feature)
PLAIN_PIECE = PieceDrawing(_piece)
PLAIN_TRAY = TrayDrawing(one_by_one(_list), _text)
