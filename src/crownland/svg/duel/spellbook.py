"""The spell book (D6): a row for each spell, with both players' boxes and the coat that fills them."""

from collections.abc import Sequence

from crownland.games.view import Piece, Slot, Tray
from crownland.kernel.action import Seat
from crownland.kernel.domino import Half
from crownland.svg.canvas import Block, hue, moved, use
from crownland.svg.company import Company
from crownland.svg.duel.arms import coat_stem
from crownland.svg.figures import banner
from crownland.svg.house import House
from crownland.table.wording import land_words, piece_words
from crownland.words import Words

__all__ = ["no_text", "side_text", "spell_book"]

WIDTH, ROW, TOP = 725, 68, 75
BOX, STEP = 40, 42
ICON, CLOTH, BADGE = 62, 56, 46
# From the middle of the book outwards: coat and spell, the owner's emblem, the boxes.
NEAR = 8
EMBLEM = NEAR + ICON + 10
BOXES = EMBLEM + BADGE + 10


def no_text(tray: Tray, company: Company) -> str:
    """Nothing: the text of each kingdom describes its side of the book."""
    return ""


def side_text(tray: Tray, kingdom: int, words: Words) -> list[str]:
    """``2 of 5 dot``, ``spell split used``: one side of the spell book."""
    own = [(slot, slot.piece) for slot in tray.slots if slot.piece is not None]
    parts = [
        f"{words('picture.boxes', filled=slot.filled[kingdom], boxes=slot.boxes)} {_coats(spell.halves[:1], words)}"
        for slot, spell in own
        if slot.filled[kingdom]
    ]
    won = [(slot, spell) for slot, spell in own if slot.seat == kingdom]
    parts += [words("picture.spell", spell=piece_words(spell, words)) for slot, spell in won if not slot.is_done]
    for slot, spell in won:
        if slot.is_done:
            used, chosen = words("picture.spell.used", spell=piece_words(spell, words)), _coats(spell.halves[1:], words)
            parts.append(f"{used}: {chosen}" if chosen else used)
    return parts


def _coats(halves: Sequence[Half | None], words: Words) -> str:
    return "".join(land_words(half.terrain, words) for half in halves if half is not None)


def spell_book(tray: Tray, company: Company) -> Block:
    """The book lies open, the left page being the first player's.

    Boxes fill from the middle outwards; those of a row that the other one won are struck out. A spell that somebody
    owns has a ring of the house's colour and the emblem at its owner's side; used, it is pale and struck out.
    """
    slots, houses = tray.slots, [company.house_of(Seat(seat)) for seat in range(2)]
    middle, most = WIDTH / 2, max(slot.boxes for slot in slots)
    drawn = _pages(len(slots))
    for row, slot in enumerate(slots):
        drawn += moved(middle, TOP + row * ROW, _row(slot, houses))
    for side, house in zip((-1, 1), houses, strict=True):
        drawn += moved(middle + side * (BOXES + most * STEP / 2) - CLOTH / 2, 14, _cloth(house, CLOTH))
    return Block(drawn, WIDTH, TOP + len(slots) * ROW + 14)


def _row(slot: Slot, houses: Sequence[House]) -> str:
    """A row around its middle, x = 0."""
    spell, middle = slot.piece, (ROW - ICON) / 2
    if spell is None:
        return ""
    drawn = "".join(use(coat_stem(half.terrain), -NEAR - ICON, middle, ICON) for half in spell.halves[:1] if half)
    if slot.seat is None:
        drawn += use(f"spell-{spell.key}", NEAR, middle, ICON)
    else:
        house = houses[slot.seat]
        drawn += moved(0, 0, _owned(slot, spell, is_right=slot.seat == 1, house=house), house)
    for at, filled in enumerate(slot.filled):
        drawn += _boxes(slot.boxes, filled, is_right=at == 1, is_struck=slot.seat is not None and slot.seat != at)
    return drawn


def _boxes(boxes: int, filled: int, *, is_right: bool, is_struck: bool) -> str:
    empty, pale = ("box-struck", ' opacity=".7"') if is_struck else ("box-empty", "")
    return "".join(
        use("box-filled" if at < filled else empty, _x(BOXES + at * STEP, BOX, is_right), (ROW - BOX) / 2, BOX, pale)
        for at in range(boxes)
    )


def _owned(slot: Slot, spell: Piece, *, is_right: bool, house: House) -> str:
    """The spell of *house*, and the coat that the bonus was put on at the far end of the boxes (D7)."""
    top = (ROW - ICON) / 2
    icon = use(f"spell-{spell.key}", NEAR, top, ICON, ' opacity=".5"' if slot.is_done else "")
    look = f'fill="none" stroke-linecap="round" stroke="{hue("house")}"'
    if slot.is_done:
        icon += f'<path {look} stroke-width="8" d="M{NEAR + 6} {top + ICON - 6:g}L{NEAR + ICON - 6} {top + 6:g}"/>\n'
    else:
        icon += f'<rect x="{NEAR}" y="{top:g}" width="{ICON}" height="{ICON}" rx="8" {look} stroke-width="7"/>\n'
    icon += moved(_x(EMBLEM, BADGE, is_right), (ROW - BADGE) / 2, _cloth(house, BADGE))
    for half in spell.halves[1:]:
        if half is not None:
            end = _x(BOXES + slot.boxes * STEP + 6, BADGE, is_right)
            icon += use(coat_stem(half.terrain), end, (ROW - BADGE) / 2, BADGE)
    return icon


def _x(out: float, width: float, is_right: bool) -> float:
    """The left edge of a thing that begins *out* from the middle of the book."""
    return out if is_right else -out - width


def _cloth(house: House, size: int) -> str:
    cloth = banner([house.emblem])
    return moved(0, 0, cloth.scaled(size / cloth.height).body, house)


def _pages(rows: int) -> str:
    """Two pages that meet in a fold."""
    half, bottom = WIDTH / 2, TOP + rows * ROW + 14
    page = f"M{half:g} 12C{half * 0.8:g} -4 {half * 0.3:g} 0 4 6V{bottom - 10}C{half * 0.3:g} {bottom - 16} "
    page += f"{half * 0.8:g} {bottom - 18} {half:g} {bottom - 2}"
    other = f'<g transform="matrix(-1 0 0 1 {WIDTH} 0)"><path d="{page}"/></g>'
    look = f'fill="none" stroke="{hue("ink")}" stroke-width="3" stroke-opacity=".3" stroke-linejoin="round"'
    return f'<g {look}><path d="{page}"/>{other}<path d="M{half:g} 12V{TOP - 6}"/></g>\n'
