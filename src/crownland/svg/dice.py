"""The four dice of Duel, and who took which."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crownland.games.duel.coat import Coat
from crownland.games.duel.dice import DICE, face_of
from crownland.games.duel.state import State
from crownland.kernel.action import Seat
from crownland.svg.arms import arms
from crownland.svg.canvas import UNIT, Block, beside, moved, paint, use
from crownland.svg.figures import banner
from crownland.svg.house import House

__all__ = ["Lying", "dice", "lying"]

SIZE = 130
RING = 9  # around a die that somebody took
BADGE = 50  # the height of the owner's emblem under it
GAP = 30
FACE = 0.84  # how much of a die its face is


@dataclass(frozen=True, slots=True)
class Lying:
    """A die on the table: what will be drawn of it as far as that is decided, whose it is, and if it has been drawn."""

    die: int
    coat: Coat | None
    crosses: int
    is_wild: bool
    owner: Seat | None
    is_drawn: bool


def lying(state: State) -> Iterator[Lying]:
    """The four dice; none before they are rolled."""
    drawing = state.drawing
    for die, owner in zip(DICE, state.taken, strict=True) if state.dice else ():
        face, coat, bonus = face_of(die, state.dice), face_of(die, state.dice).coat, 0
        if drawing is not None and die in drawing.dice:
            at = drawing.dice.index(die)
            face, coat, bonus = drawing.shown[at], drawing.coats[at], int(drawing.bonus == die)
        is_drawn = owner is not None and state.plain[owner] is not None
        yield Lying(die, coat, face.crosses + bonus, face.is_wild, owner, is_drawn)


def dice(state: State, houses: Sequence[House]) -> Block:
    """The dice in a row: one taken has a ring and the emblem of its house, one already drawn is pale.

    Before the roll they are blank.
    """
    shown = [_die(one, None if one.owner is None else houses[one.owner]) for one in lying(state)]
    return beside(shown or [_room(use("die", 0, 0, SIZE))] * len(DICE), gap=GAP)


def _die(one: Lying, house: House | None) -> Block:
    scale = SIZE / UNIT
    face = arms(one.coat, one.crosses, 0, 0)
    if one.is_wild and one.coat is not None:  # D5: it has been named
        face += use("coat-wild", -4, -4, 36)
    margin = (1 - FACE) * SIZE / 2
    place = f"translate({margin:g} {margin - 0.03 * SIZE:g}) scale({FACE * scale:g})"
    body = use("die", 0, 0, SIZE) + f'<g transform="{place}">\n{face}</g>\n'
    if one.is_drawn:
        body = f'<g opacity=".4">\n{body}</g>\n'
    return _room(body if house is None else moved(0, 0, _ring() + body + _badge(house), house))


def _room(body: str) -> Block:
    return Block(moved(RING, RING, body), SIZE + 2 * RING, SIZE + 2 * RING + BADGE)


def _ring() -> str:
    side = SIZE + RING
    look = f'fill="none" stroke="{paint("house")}" stroke-width="{RING}"'
    return f'<rect x="{-RING / 2:g}" y="{-RING / 2:g}" width="{side}" height="{side}" rx="28" {look}/>\n'


def _badge(house: House) -> str:
    cloth = banner([house.emblem])
    cloth = cloth.scaled(BADGE / cloth.height)
    return moved((SIZE - cloth.width) / 2, SIZE + RING - 3, cloth.body)
