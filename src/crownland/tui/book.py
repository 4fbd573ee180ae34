"""Duel's right side: the other map, and under it the spell book with both players' boxes."""

from crownland.games.duel.book import SPELLS, Book, Spell
from crownland.games.duel.state import State as Duel
from crownland.kernel.action import Seat, seat_letter
from crownland.tui.around import Surroundings
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import CASTLE_SIGN, CROSS
from crownland.tui.model import Table
from crownland.tui.others import draw_others
from crownland.words import Words

__all__ = ["BOOK_ROWS", "draw_book", "draw_duel_side"]

BOOK_ROWS = len(SPELLS) + 2  # a heading, a row to a spell, the castle bonus
BOXES = max(spell.boxes for spell in SPELLS.values())
FULL, EMPTY, STRUCK = "■", "□", "–"


def draw_duel_side(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """The other map as large as the spell book leaves room for it."""
    upper = Canvas(canvas.width, canvas.height - BOOK_ROWS, around.palette.plain)
    draw_others(upper, table, around)
    canvas.paste(0, 0, upper)
    lower = Canvas(canvas.width, BOOK_ROWS, around.palette.plain)
    draw_book(lower, table, around)
    canvas.paste(0, canvas.height - BOOK_ROWS, lower)


def draw_book(canvas: Canvas, table: Table, around: Surroundings) -> None:
    """A row to a spell: its coat, the boxes of A, its name, the boxes of B; a row that is won says so."""
    state, palette, words = table.state, around.palette, around.words
    if not isinstance(state, Duel):
        return
    left, name, right = 2, 3 + BOXES, canvas.width - BOXES
    canvas.put(name, 0, fitted(words("table.spells"), right - name), palette.quiet)
    for seat, x in ((Seat(0), left), (Seat(1), right)):
        canvas.put(x + 1, 0, f" {seat_letter(seat)} ", palette.chip(seat))
    for y, spell in enumerate(SPELLS.values(), start=1):
        writing, _ = palette.land(spell.coat)
        canvas.put(0, y, f"{spell.coat.letter}", writing)
        mine, other = (_boxes(spell, y - 1, state.books[seat], state.books[1 - seat], words) for seat in (0, 1))
        canvas.put(left, y, fitted(mine, BOXES), palette.strong)
        canvas.put(right, y, fitted(other, BOXES), palette.strong)
        canvas.put(name, y, fitted(words(f"spell.{spell.key}"), right - name - 1), palette.plain)
    y = len(SPELLS) + 1
    canvas.put(0, y, CASTLE_SIGN, palette.plain)
    for book, x in zip(state.books, (left, right), strict=True):
        there = book.castle
        canvas.put(x, y, CROSS if there else fitted(words("table.book.used"), BOXES), palette.strong)
    canvas.put(name, y, fitted(words("table.book.castle"), right - name - 1), palette.plain)


def _boxes(spell: Spell, row: int, book: Book, other: Book, words: Words) -> str:
    """``■■□□□``; ``won``, ``used`` or the coat of a bonus where the spell is one's own; struck out where it is not."""
    if book.owns(spell.key):
        if spell.key == "coat_bonus" and book.coat is not None:
            return f"→ {book.coat.letter}"
        return words("table.book.won" if spell.key in book.spells else "table.book.used")
    if other.owns(spell.key):
        return STRUCK * spell.boxes
    return FULL * book.boxes[row] + EMPTY * (spell.boxes - book.boxes[row])
