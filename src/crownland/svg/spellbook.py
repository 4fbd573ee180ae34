"""The spell book of Duel (D6): six rows, each with both players' boxes and the spell that they win."""

from collections.abc import Sequence

from crownland.games.duel.book import SPELLS, Book, Spell
from crownland.svg.arms import coat_name
from crownland.svg.canvas import Block, moved, paint, use
from crownland.svg.figures import banner
from crownland.svg.house import House

__all__ = ["spell_book"]

WIDTH, ROW, TOP = 725, 68, 75
BOX, STEP = 40, 42
MOST = max(spell.boxes for spell in SPELLS.values())
ICON, CLOTH, BADGE = 62, 56, 46
# From the middle of the book outwards: coat and spell, the owner's emblem, the boxes.
NEAR = 8
EMBLEM = NEAR + ICON + 10
BOXES = EMBLEM + BADGE + 10


def spell_book(books: Sequence[Book], houses: Sequence[House]) -> Block:
    """The book lies open, the left page being the first player's.

    Boxes fill from the middle outwards; those of a row that the other one won are struck out. A spell that somebody
    owns has a ring of the house's colour and the emblem at its owner's side; used, it is pale and struck out.
    """
    middle = WIDTH / 2
    drawn = _pages()
    for row, spell in enumerate(SPELLS.values()):
        drawn += moved(middle, TOP + row * ROW, _row(row, spell, books, houses))
    for side, house in zip((-1, 1), houses, strict=True):
        drawn += moved(middle + side * (BOXES + MOST * STEP / 2) - CLOTH / 2, 14, _cloth(house, CLOTH))
    return Block(drawn, WIDTH, TOP + len(SPELLS) * ROW + 14)


def _row(row: int, spell: Spell, books: Sequence[Book], houses: Sequence[House]) -> str:
    """A row around its middle, x = 0."""
    middle, owner = (ROW - ICON) / 2, next((at for at, book in enumerate(books) if book.owns(spell.key)), None)
    drawn = use(coat_name(spell.coat), -NEAR - ICON, middle, ICON)
    if owner is None:
        drawn += use(f"spell-{spell.key}", NEAR, middle, ICON)
    else:
        drawn += moved(0, 0, _owned(spell, books[owner], is_right=owner == 1, house=houses[owner]), houses[owner])
    for at, book in enumerate(books):
        drawn += _boxes(spell, book.boxes[row], is_right=at == 1, is_struck=owner is not None and owner != at)
    return drawn


def _boxes(spell: Spell, filled: int, *, is_right: bool, is_struck: bool) -> str:
    empty, pale = ("box-struck", ' opacity=".7"') if is_struck else ("box-empty", "")
    return "".join(
        use("box-filled" if at < filled else empty, _x(BOXES + at * STEP, BOX, is_right), (ROW - BOX) / 2, BOX, pale)
        for at in range(spell.boxes)
    )


def _owned(spell: Spell, book: Book, *, is_right: bool, house: House) -> str:
    """The spell of *house*, and the coat that the bonus was put on at the far end of the boxes (D7)."""
    top, is_used = (ROW - ICON) / 2, spell.key in book.used
    icon = use(f"spell-{spell.key}", NEAR, top, ICON, ' opacity=".5"' if is_used else "")
    look = f'fill="none" stroke-linecap="round" stroke="{paint("house")}"'
    if is_used:
        icon += f'<path {look} stroke-width="8" d="M{NEAR + 6} {top + ICON - 6:g}L{NEAR + ICON - 6} {top + 6:g}"/>\n'
    else:
        icon += f'<rect x="{NEAR}" y="{top:g}" width="{ICON}" height="{ICON}" rx="8" {look} stroke-width="7"/>\n'
    icon += moved(_x(EMBLEM, BADGE, is_right), (ROW - BADGE) / 2, _cloth(house, BADGE))
    if spell.key == "coat_bonus" and book.coat is not None:
        icon += use(coat_name(book.coat), _x(BOXES + spell.boxes * STEP + 6, BADGE, is_right), (ROW - BADGE) / 2, BADGE)
    return icon


def _x(out: float, width: float, is_right: bool) -> float:
    """The left edge of a thing that begins *out* from the middle of the book."""
    return out if is_right else -out - width


def _cloth(house: House, size: int) -> str:
    cloth = banner([house.emblem])
    return moved(0, 0, cloth.scaled(size / cloth.height).body, house)


def _pages() -> str:
    """Two pages that meet in a fold."""
    half, bottom = WIDTH / 2, TOP + len(SPELLS) * ROW + 14
    page = f"M{half:g} 12C{half * 0.8:g} -4 {half * 0.3:g} 0 4 6V{bottom - 10}C{half * 0.3:g} {bottom - 16} "
    page += f"{half * 0.8:g} {bottom - 18} {half:g} {bottom - 2}"
    other = f'<g transform="matrix(-1 0 0 1 {WIDTH} 0)"><path d="{page}"/></g>'
    look = f'fill="none" stroke="{paint("ink")}" stroke-width="3" stroke-opacity=".3" stroke-linejoin="round"'
    return f'<g {look}><path d="{page}"/>{other}<path d="M{half:g} 12V{TOP - 6}"/></g>\n'
