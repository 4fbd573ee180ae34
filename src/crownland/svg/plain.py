"""Plain drawings of what has no special one: lands, pieces, badges and trays of other games."""

from collections.abc import Iterator

from crownland import art
from crownland.games.view import Badge, Piece, Slot, Tray
from crownland.kernel.domino import Half
from crownland.kernel.square import Square, column, row
from crownland.kernel.terrain import Land
from crownland.svg.canvas import UNIT, Block, hue, moved, text, use
from crownland.svg.caption import badge_text, both_text, half_text, spoken
from crownland.svg.company import Company
from crownland.svg.crowns import crowns
from crownland.svg.figures import banner
from crownland.svg.motif import Motif
from crownland.svg.registry import LandDrawing, PieceDrawing, TrayDrawing, one_by_one
from crownland.table.wording import piece_words
from crownland.words import Words

__all__ = ["PLAIN_LAND", "PLAIN_PIECE", "PLAIN_TRAY", "plain_badge"]

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


def plain_badge(badge: Badge, x: float, words: Words) -> str:
    """The drawing named like the badge, or else its name; its number, if it has one."""
    if not art.has_symbol(badge.key):
        return text(badge_text(badge, words), x, 42, 30)
    faded = "" if badge.on else ' opacity=".45"'
    if badge.count is None:
        return use(badge.key, x, -10, FIGURE, faded)
    return use(badge.key, x, 0, ICON, faded) + text(str(badge.count), x + ICON + 8, 42, 42)


def _list(tray: Tray, company: Company) -> Block:
    """A tray as a list: its title, and a row for every slot."""
    drawn = text(", ".join([spoken(tray.key), *_badges(tray, company.words)]), 0, 42, 36)
    for at, slot in enumerate(tray.slots, start=1):
        drawn += moved(0, at * ROW, _row(slot, company))
    return Block(drawn, WIDTH, (len(tray.slots) + 1) * ROW)


def _row(slot: Slot, company: Company) -> str:
    drawn = text(", ".join(_slot_parts(slot, company.words)), ROW + 10, 42, 30)
    if slot.is_done:
        drawn = f'<g opacity=".45">\n{drawn}</g>\n'
    if slot.seat is None:
        return drawn + f'<circle cx="{ROW / 2:g}" cy="32" r="8" fill="{hue("ink")}" fill-opacity=".4"/>\n'
    house = company.house_of(slot.seat)
    return moved(2, 4, banner([house.emblem]).scaled(0.65).body, house) + drawn


def _slot_parts(slot: Slot, words: Words) -> Iterator[str]:
    shown = words("picture.empty") if slot.piece is None else piece_text(slot.piece, words)
    yield shown if slot.price is None else words("picture.price", piece=shown, price=slot.price)
    if slot.boxes:
        filled = [words("picture.boxes", filled=filled, boxes=slot.boxes) for filled in slot.filled]
        yield both_text(filled, words)


def piece_text(piece: Piece, words: Words) -> str:
    """``wheat domino 17``, with the lands it shows."""
    lands = both_text([half_text(half, words) for half in piece.halves], words)
    return " ".join(filter(None, (piece_words(piece, words), lands)))


def _badges(tray: Tray, words: Words) -> list[str]:
    return [badge_text(badge, words) for badge in tray.badges]


def _text(tray: Tray, company: Company) -> str:
    """``market: apple for 3, pear (Ada)``."""
    slots = []
    for slot in tray.slots:
        owner = "" if slot.seat is None else f" ({company.name_of(slot.seat)})"
        slots.append(" ".join(_slot_parts(slot, company.words)) + owner)
    listed = ", ".join(slots) or company.words("picture.empty")
    return ", ".join([f"{spoken(tray.key)}: {listed}", *_badges(tray, company.words)])


PLAIN_LAND = LandDrawing(_stem, _feature)
PLAIN_PIECE = PieceDrawing(_piece)
PLAIN_TRAY = TrayDrawing(one_by_one(_list), _text)
