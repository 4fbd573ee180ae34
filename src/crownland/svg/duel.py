"""The table of Duel: two maps, and between them the dice above the spell book."""

from collections.abc import Iterator, Sequence

from crownland.games.duel.coat import MAP
from crownland.games.duel.state import State
from crownland.kernel.action import Seat
from crownland.svg.canvas import GAP, MARGIN, Block, beside, moved, paint, stacked, use
from crownland.svg.caption import book_text, count_text, face_text
from crownland.svg.dice import dice, lying
from crownland.svg.house import House
from crownland.svg.land import chart, clip, outline
from crownland.svg.panel import HEADER, frame, header
from crownland.svg.spellbook import spell_book

__all__ = ["duel_table", "duel_text"]

SIGN = 64


def duel_table(state: State, names: Sequence[str], houses: Sequence[House]) -> Block:
    """The first player's map, dice and spell book, the second player's map."""
    first, second = (_panel(state, Seat(at), names[at], houses[at]) for at in range(2))
    book = spell_book(state.books, houses[:2])
    rolled = dice(state, houses)
    centred = Block(moved((book.width - rolled.width) / 2, 0, rolled.body), book.width, rolled.height)
    return beside((first, stacked((centred, book), gap=GAP), second))


def duel_text(state: State, names: Sequence[str]) -> str:
    """The table in words."""
    return "Table. " + "; ".join(_parts(state, names))


def _parts(state: State, names: Sequence[str]) -> Iterator[str]:
    for name, score, book in zip(names, state.scores(), state.books, strict=True):
        yield f"{name}: {count_text(score.total, 'point')}, {book_text(book)}"
    rolled = [
        f"{one.die} {face_text(one.coat, one.crosses)}" + ("" if one.owner is None else f" ({names[one.owner]})")
        for one in lying(state)
    ]
    if rolled:
        yield f"dice: {', '.join(rolled)}"
    if state.actor is not None:
        yield f"{names[state.actor]} is to act"


def _panel(state: State, seat: Seat, name: str, house: House) -> Block:
    """A map under its header. Of two dice drawn apart (D7) the first is there already, outlined."""
    land, drawing, is_acting = state.kingdoms[seat], state.drawing, state.actor == seat
    pending = 0
    if is_acting and drawing is not None and drawing.first is not None:
        land, pending = land.with_half(drawing.first, drawing.halves[0]), 1 << drawing.first
    drawn = clip(chart(land) + outline(pending, "house"), MAP)
    top = MARGIN + HEADER
    width, height = drawn.width + 2 * MARGIN, top + drawn.height + MARGIN
    title = header(
        name, [house.emblem], state.scores()[seat].total, drawn.width, _castle_bonus(is_there=state.books[seat].castle)
    )
    body = frame(width, height, is_acting=is_acting) + moved(MARGIN, 30, title) + moved(MARGIN, top, drawn.body)
    return Block(moved(0, 0, body, house), width, height)


def _castle_bonus(*, is_there: bool) -> Block:
    """D8: the castle with the cross that it can give; an empty ring when it has been given."""
    look = f'fill="none" stroke="{paint("ink")}" stroke-width="4" stroke-opacity=".4" stroke-dasharray="0 8"'
    spent = f'<circle cx="{SIGN + 27}" cy="{SIGN / 2:g}" r="19" {look} stroke-linecap="round"/>\n'
    castle = f'<rect x="2" y="2" width="{SIGN - 4}" height="{SIGN - 4}" fill="none" stroke="{paint("pen")}" '
    castle += 'stroke-width="4" rx="4"/>\n'
    faded = "" if is_there else ' opacity=".45"'
    body = use("castle", 2, 2, SIGN - 4, faded) + castle
    body += use("cross", SIGN + 8, (SIGN - 40) / 2, 40) if is_there else spent
    return Block(body, SIGN + 48, SIGN)
