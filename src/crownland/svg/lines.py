"""Lines of dominoes with the kings on them."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from crownland.games.view import Slot, Tray, domino_piece
from crownland.kernel.action import Seat
from crownland.kernel.square import square_at, squares
from crownland.svg.canvas import GAP, MARGIN, UNIT, Block, Svg, document, moved, text
from crownland.svg.caption import OnLine, line_text, slots_text
from crownland.svg.company import Company
from crownland.svg.figures import king
from crownland.svg.house import HOUSES, House
from crownland.svg.land import ground, outline
from crownland.svg.registry import TRAYS, TrayDrawing
from crownland.table.wording import named
from crownland.words import Words

__all__ = ["line"]

HouseOf: TypeAlias = Callable[[Seat], House]

NUMBER = 100  # the room for a domino's number, Q48 the widest
LINE_WIDTH = NUMBER + 2 * UNIT
BOTH = 1 << square_at(0, 0) | 1 << square_at(1, 0)
WAITING = 4  # kings in a row above a line
SHORT_LINE = 4


def line(
    line: Iterable[OnLine],
    *,
    houses: Sequence[House] = HOUSES,
    title: str | None = None,
    words: Words | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of a line, such as ``state.turns.line``: lowest number on top, kings on the dominoes they claimed."""
    slots = [Slot(domino_piece(domino), seat) for domino, seat in line]
    return document(_line(slots, lambda seat: houses[seat]), title or line_text(slots, words or Words()), square, theme)


def _lines(trays: Sequence[Tray], company: Company) -> Block:
    """The lines side by side and larger than the kingdoms: one chooses from them. Kings that wait are above.

    The domino whose king acts is outlined; when it is laid already, only its place is left.
    """
    # A king stands on a domino that it has to place, or waits to claim one.
    standing = sum(len(tray.slots) for tray in trays if tray.keeps_done)
    waiting = company.order[: len(company.order) - standing]
    shown = [
        _line(tray.slots, company.house_of, is_acting=tray.keeps_done and not waiting) for tray in trays if tray.slots
    ]
    width = max(len(shown), bool(waiting)) * (LINE_WIDTH + MARGIN) - MARGIN
    above = _waiting(waiting, company.house_of)
    # They stand above the line that they claim from.
    body = moved(max(0, width) - LINE_WIDTH, 0, above.body) if waiting else ""
    body += "".join(moved(at * (LINE_WIDTH + MARGIN), above.height, one.body) for at, one in enumerate(shown))
    block = Block(body, max(0, width), above.height + max((one.height for one in shown), default=0))
    longest = max(len(company.kingdoms), *(len(tray.slots) for tray in trays))
    return block.scaled(1.5 if longest <= SHORT_LINE else 1.25)


def _line(slots: Sequence[Slot], house_of: HouseOf, *, is_acting: bool = False) -> Block:
    """The slots from top to bottom; when the line *is_acting*, the first king in it is to act."""
    drawn = ""
    for place, slot in enumerate(slots):
        house = None if slot.seat is None else house_of(slot.seat)
        standing = "" if house is None else king(house, NUMBER + UNIT - 39, 29, 78)
        drawn += moved(0, place * (UNIT + GAP), _slot(slot, is_acting=is_acting and place == 0) + standing, house)
    return Block(drawn, LINE_WIDTH, max(1, len(slots)) * (UNIT + GAP) - GAP)


def _slot(slot: Slot, *, is_acting: bool) -> str:
    piece = slot.piece
    if piece is None:
        return ""
    cells = {square: half for square, half in zip(squares(BOTH), piece.halves, strict=False) if half is not None}
    tile = (
        ""
        if slot.is_done
        else ground(cells, tiles={square: (piece.key, half) for half, square in enumerate(squares(BOTH))})
    )
    frame = outline(BOTH, "house") if is_acting else ""
    return text(piece.key, NUMBER - 20, 66, 44, "end") + moved(NUMBER, UNIT, tile + frame)


def _waiting(seats: Sequence[Seat], house_of: HouseOf) -> Block:
    """Kings in rows, the first one leftmost on top."""
    step = min(75, 2 * UNIT // min(WAITING, max(1, len(seats))))
    drawn = ""
    for place, seat in enumerate(seats):
        down, across = divmod(place, WAITING)
        drawn += king(house_of(seat), NUMBER + across * step, down * UNIT, 96)
    rows = -(-len(seats) // WAITING)
    return Block(drawn, LINE_WIDTH, rows * UNIT + GAP if rows else 0)


def _text(tray: Tray, company: Company) -> str:
    """``to place: 12 swamp and swamp (king of B)``, without what is laid."""
    lying = slots_text((slot for slot in tray.slots if not slot.is_done), company.words)
    return f"{named(company.words, f'tray.{tray.key}', tray.key)}: {lying}" if lying else ""


TRAYS["line"] = TrayDrawing(_lines, _text)
