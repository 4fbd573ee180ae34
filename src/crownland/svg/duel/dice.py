"""The four dice, and who took which."""

from collections.abc import Sequence

from crownland.games.view import Slot, Tray
from crownland.svg.canvas import UNIT, Block, beside, hue, moved, use
from crownland.svg.caption import half_text
from crownland.svg.company import Company
from crownland.svg.duel.arms import arms
from crownland.svg.figures import banner
from crownland.svg.house import House

__all__ = ["dice", "dice_text"]

SIZE = 130
RING = 9  # around a die that somebody took
BADGE = 50  # the height of the owner's emblem under it
GAP = 30
FACE = 0.84  # how much of a die its face is


def dice(trays: Sequence[Tray], company: Company) -> Block:
    """The dice in a row: one taken has a ring and the emblem of its house, one already drawn is pale.

    Before the roll they are blank.
    """
    slots = [slot for tray in trays for slot in tray.slots]
    return beside([_die(slot, None if slot.seat is None else company.house_of(slot.seat)) for slot in slots], gap=GAP)


def dice_text(tray: Tray, company: Company) -> str:
    """``dice: 1 dot (Ada), 2 quarters 2``; nothing before the roll."""
    shown = []
    for slot in tray.slots:
        if slot.piece is not None and slot.piece.halves:
            owner = "" if slot.seat is None else f" ({company.name_of(slot.seat)})"
            shown.append(f"{slot.piece.key} {half_text(slot.piece.halves[-1], company.words)}{owner}")
    return f"{company.words('tray.dice')}: {', '.join(shown)}" if shown else ""


def _die(slot: Slot, house: House | None) -> Block:
    body = use("die", 0, 0, SIZE)
    halves = () if slot.piece is None else slot.piece.halves
    if not halves:
        return _room(body)
    printed, shown = halves[0], halves[-1]
    face = arms(shown, 0, 0)
    if printed is None and shown is not None:  # D5: it has been named
        face += use("coat-wild", -4, -4, 36)
    margin = (1 - FACE) * SIZE / 2
    place = f"translate({margin:g} {margin - 0.03 * SIZE:g}) scale({FACE * SIZE / UNIT:g})"
    body += f'<g transform="{place}">\n{face}</g>\n'
    if slot.is_done:
        body = f'<g opacity=".4">\n{body}</g>\n'
    return _room(body if house is None else moved(0, 0, _ring() + body + _badge(house), house))


def _room(body: str) -> Block:
    return Block(moved(RING, RING, body), SIZE + 2 * RING, SIZE + 2 * RING + BADGE)


def _ring() -> str:
    side = SIZE + RING
    look = f'fill="none" stroke="{hue("house")}" stroke-width="{RING}"'
    return f'<rect x="{-RING / 2:g}" y="{-RING / 2:g}" width="{side}" height="{side}" rx="28" {look}/>\n'


def _badge(house: House) -> str:
    cloth = banner([house.emblem])
    cloth = cloth.scaled(BADGE / cloth.height)
    return moved((SIZE - cloth.width) / 2, SIZE + RING - 3, cloth.body)
