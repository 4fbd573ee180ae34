"""What a picture says to those who do not see it."""

from collections.abc import Sequence
from typing import TypeAlias

from crownland.games.duel.book import SPELLS, Book
from crownland.games.duel.coat import Coat, Map
from crownland.games.queen.estate import Estate
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DOMINOES, DominoId, domino_name
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import properties
from crownland.kernel.square import square_name, squares

__all__ = [
    "OnLine",
    "board_text",
    "book_text",
    "count_text",
    "dominoes_text",
    "estate_text",
    "face_text",
    "kingdom_text",
    "line_text",
]

# A domino of a line and the king that stands on it, if one does.
OnLine: TypeAlias = tuple[DominoId, Seat | None]


def kingdom_text(kingdom: Kingdom, estate: Estate | None = None) -> str:
    lands = [f"{_spoken(land.terrain.key)} {land.size} × {land.crowns}" for land in properties(kingdom)]
    what = "Map" if isinstance(kingdom, Map) else f"Kingdom of {kingdom.width} × {kingdom.height}"
    parts = [f"{what}: {', '.join(lands) or 'only the castle'}"]
    if estate and estate.buildings:
        parts.append(", ".join(f"{_spoken(key)} on {square_name(square)}" for square, key in estate.buildings))
    if estate and estate.posted:
        parts.append(", ".join(f"knight on {square_name(square)}" for square in squares(estate.posted)))
    return "; ".join(parts)


def line_text(dominoes: Sequence[OnLine]) -> str:
    return f"Line: {dominoes_text(dominoes) or 'empty'}"


def dominoes_text(dominoes: Sequence[OnLine]) -> str:
    return ", ".join(_domino(number, seat) for number, seat in dominoes)


def estate_text(estate: Estate, *, hosts_queen: bool) -> str:
    """``7 coins, 1 knight, 0 towers, the queen``."""
    counts = ((estate.coins, "coin"), (estate.knights, "knight"), (estate.towers, "tower"))
    return ", ".join([count_text(count, word) for count, word in counts] + ["the queen"] * hosts_queen)


def count_text(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def board_text(board: Sequence[str | None], *, dragon_is_home: bool) -> str:
    tiles = [f"{_spoken(key)} for {price}" for price, key in enumerate(board) if key is not None]
    dragon = "home" if dragon_is_home else "away"
    return f"builders' board: {', '.join(tiles) or 'empty'}; the dragon is {dragon}"


def book_text(book: Book) -> str:
    """``castle bonus ready, 2 of 5 dot, spell split used``: one side of the spell book."""
    rows = zip(book.boxes, SPELLS.values(), strict=True)
    parts = [f"castle bonus {'ready' if book.castle else 'used'}"]
    parts += [f"{filled} of {spell.boxes} {_spoken(spell.coat.key)}" for filled, spell in rows if filled]
    parts += [f"spell {_spoken(key)} ready" for key in book.spells]
    for key in book.used:
        chosen = f" on {_spoken(book.coat.key)}" if key == "coat_bonus" and book.coat is not None else ""
        parts.append(f"spell {_spoken(key)} used{chosen}")
    return ", ".join(parts)


def face_text(coat: Coat | None, crosses: int) -> str:
    """``double dot 1``: a face of a die."""
    return f"{'wild' if coat is None else _spoken(coat.key)} {crosses or ''}".strip()


def _spoken(key: str) -> str:
    return key.replace("_", " ")


def _domino(number: DominoId, seat: Seat | None) -> str:
    domino = DOMINOES[number]
    halves = " and ".join(f"{half.terrain.key} {half.crowns or ''}".strip() for half in (domino.left, domino.right))
    return f"{domino_name(number)} {halves}" + ("" if seat is None else f" (king of {seat_letter(seat)})")
