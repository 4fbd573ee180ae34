"""What a picture says to those who do not see it."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from crownland.games.view import Piece, Slot
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DominoId
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import Square, square_name

__all__ = ["OnLine", "Standing", "count_text", "kingdom_text", "line_text", "slots_text", "spoken"]

# A domino of a line and the king that stands on it, if one does.
OnLine: TypeAlias = tuple[DominoId, Seat | None]
# A piece on its square.
Standing: TypeAlias = tuple[Square, Piece]


def kingdom_text(kingdom: Kingdom, pieces: Iterable[Standing] = ()) -> str:
    """``Kingdom of 2 × 2: town 3 × 5; statue on g8; knight on g8``."""
    lands = [f"{spoken(land.terrain.key)} {land.size} × {land.crowns}" for land in properties(kingdom)]
    what = "Map" if kingdom.fixed_area else f"Kingdom of {kingdom.width} × {kingdom.height}"
    parts = [f"{what}: {', '.join(lands) or 'only the castle'}"]
    for _, alike in groupby(pieces, key=lambda standing: standing[1].kind):
        parts.append(", ".join(f"{spoken(one.key or one.kind)} on {square_name(square)}" for square, one in alike))
    return "; ".join(parts)


def line_text(slots: Sequence[Slot]) -> str:
    return f"Line: {slots_text(slots) or 'empty'}"


def slots_text(slots: Iterable[Slot]) -> str:
    """``31 lake 1 and wheat, 47 swamp and mine 2 (king of C)``."""
    return ", ".join(_slot(slot.piece, slot.seat) for slot in slots if slot.piece is not None)


def count_text(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def spoken(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _slot(piece: Piece, seat: Seat | None) -> str:
    halves = " and ".join(
        f"{half.terrain.key} {half.crowns or ''}".strip() for half in piece.halves if half is not None
    )
    return f"{piece.key} {halves}" + ("" if seat is None else f" (king of {seat_letter(seat)})")
