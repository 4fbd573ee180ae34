"""The spell book with both players' boxes, and the guide to it."""

from collections.abc import Sequence

from rich.text import Text

from crownland.games.view import Slot, Tray
from crownland.kernel.action import Seat, seat_letter
from crownland.table.wording import land_words, named, piece_words
from crownland.tui.canvas import Canvas, fitted
from crownland.tui.looks import CASTLE_SIGN
from crownland.tui.model import TableModel
from crownland.tui.terminal import Terminal
from crownland.words import Words

__all__ = ["book_columns", "book_rows", "paint_book", "spells_guide"]

FULL, EMPTY, STRUCK = "■", "□", "–"
NARROW, WIDEST = 31, 64


def book_columns(spare: int, is_tight: bool) -> int:
    return min(NARROW + 2 * spare, WIDEST)


def book_rows(trays: Sequence[Tray], width: int, height: int) -> int:
    """A heading, a row to a spell, the castle bonus."""
    return len(trays[0].slots) + 2


def paint_book(canvas: Canvas, trays: Sequence[Tray], table: TableModel, terminal: Terminal) -> None:
    """A row to a spell: its coat, the boxes of A, its name, the boxes of B; a row that is won says so."""
    tray, palette, words = trays[0], terminal.palette, terminal.words
    boxes = max(slot.boxes for slot in tray.slots)
    left, name, right = 2, 3 + boxes, canvas.width - boxes
    canvas.put(name, 0, fitted(named(words, f"tray.{tray.key}", tray.key), right - name), palette.quiet)
    for seat, x in ((Seat(0), left), (Seat(1), right)):
        canvas.put(x + 1, 0, f" {seat_letter(seat)} ", palette.chip(seat))
    for y, slot in enumerate(tray.slots, start=1):
        if slot.piece is None:
            continue
        for half in slot.piece.halves[:1]:
            if half is not None:
                canvas.put(0, y, half.terrain.letter, palette.land_styles(half.terrain)[0])
        for seat, x in ((Seat(0), left), (Seat(1), right)):
            canvas.put(x, y, fitted(_side(slot, seat, words), boxes), palette.strong)
        canvas.put(name, y, fitted(piece_words(slot.piece, words), right - name - 1), palette.plain)
    y = len(tray.slots) + 1
    canvas.put(0, y, CASTLE_SIGN, palette.plain)
    for realm, x in zip(table.view.realms, (left, right), strict=False):
        ready = any(badge.key == "castle_bonus" and badge.on for badge in realm.badges)
        sign = realm.kingdom.lands.crown_sign()
        canvas.put(x, y, sign if ready else fitted(words("table.book.used"), boxes), palette.strong)
    canvas.put(name, y, fitted(words("badge.castle_bonus"), right - name - 1), palette.plain)


def _side(slot: Slot, seat: Seat, words: Words) -> str:
    """``■■□□□``; ``won``, ``used`` or the coat of a bonus where the spell is one's own; struck out where it is not."""
    if slot.seat == seat:
        chosen = () if slot.piece is None else slot.piece.halves[1:]
        for half in chosen:
            if half is not None:
                return f"→ {half.terrain.letter}"
        return words("table.book.used" if slot.is_done else "table.book.won")
    if slot.seat is not None:
        return STRUCK * slot.boxes
    return FULL * slot.filled[seat] + EMPTY * (slot.boxes - slot.filled[seat])


def spells_guide(tray: Tray, terminal: Terminal) -> Text:
    """Every spell: the coat and the boxes that win it, and what it does."""
    words, palette = terminal.words, terminal.palette
    text = Text(words("table.guide.spells") + "\n", palette.quiet)
    for slot in tray.slots:
        spell = slot.piece
        coat = None if spell is None or not spell.halves else spell.halves[0]
        if spell is None or coat is None:
            continue
        text.append(f"\n{coat.terrain.letter} ", palette.strong)
        text.append(piece_words(spell, words), palette.strong)
        boxes = words("table.guide.boxes", count=slot.boxes, coat=land_words(coat.terrain, words))
        text.append(f"  {boxes}\n", palette.quiet)
        text.append(f"  {words(f'spell.{spell.key}.about')}", palette.plain)
    return text.append(f"\n\n{words('table.guide.castle')}", palette.plain)
