"""What a picture says to those who do not see it."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from crownland.games.view import Badge, Piece, Slot
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DominoId, Half
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import Square, square_name
from crownland.table.wording import badge_words, half_words, land_words, piece_words
from crownland.words import Words

__all__ = [
    "OnLine",
    "Standing",
    "badge_text",
    "both_text",
    "half_text",
    "kingdom_text",
    "line_text",
    "slots_text",
    "spoken",
]

# A domino of a line and the king that stands on it, if one does.
OnLine: TypeAlias = tuple[DominoId, Seat | None]
# A piece on its square.
Standing: TypeAlias = tuple[Square, Piece]


def kingdom_text(kingdom: Kingdom, words: Words, pieces: Iterable[Standing] = ()) -> str:
    """``Kingdom of 2 × 2: town 3 × 5; statue on g8; knight on g8``."""
    found = [f"{land_words(land.terrain, words)} {land.size} × {land.crowns}" for land in properties(kingdom)]
    lands = ", ".join(found) or words("web.only-castle")
    parts = [
        words("picture.map", lands=lands)
        if kingdom.fixed_area
        else words("picture.kingdom", width=kingdom.width, height=kingdom.height, lands=lands)
    ]
    for _, alike in groupby(pieces, key=lambda standing: standing[1].kind):
        named = [(piece_words(one, words), square_name(square)) for square, one in alike]
        parts.append(", ".join(words("picture.on", piece=name, square=square) for name, square in named))
    return "; ".join(parts)


def line_text(slots: Sequence[Slot], words: Words) -> str:
    return words("picture.line", dominoes=slots_text(slots, words) or words("picture.empty"))


def slots_text(slots: Iterable[Slot], words: Words) -> str:
    """``31 lake 1 and wheat, 47 swamp and mine 2 (king of C)``."""
    return ", ".join(_slot(slot.piece, slot.seat, words) for slot in slots if slot.piece is not None)


def half_text(half: Half | None, words: Words) -> str:
    """``lake 1``: a half of a domino, a face of a die. None may become anything."""
    if half is None:
        return half_words(half, words)
    return f"{land_words(half.terrain, words)} {half.crowns or ''}".strip()


def both_text(texts: Sequence[str], words: Words) -> str:
    """``lake 1 and wheat``; one alone stays as it is."""
    return words("picture.and", one=texts[0], other=texts[1]) if len(texts) == 2 else ", ".join(texts)


def badge_text(badge: Badge, words: Words) -> str:
    """``7 coins``, ``hosts the queen``; of a game without texts ``3 bees``, ``no scare crow``."""
    if f"badge.{badge.key}" in words:
        return badge_words(badge, words)
    if badge.count is not None:
        return f"{badge.count} {spoken(badge.key)}{'' if badge.count == 1 else 's'}"
    return f"{'the' if badge.on else 'no'} {spoken(badge.key)}"


def spoken(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _slot(piece: Piece, seat: Seat | None, words: Words) -> str:
    halves = both_text([half_text(half, words) for half in piece.halves if half is not None], words)
    shown = f"{piece.key} {halves}"
    return shown if seat is None else words("picture.king", piece=shown, seat=seat_letter(seat))
