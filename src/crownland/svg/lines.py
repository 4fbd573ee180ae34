"""Lines of dominoes with the kings on them."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from crownland.kernel.action import Seat
from crownland.kernel.domino import DOMINOES, DominoId, domino_name
from crownland.kernel.square import square_at
from crownland.kernel.turns import Turns
from crownland.svg.canvas import GAP, MARGIN, UNIT, Block, Svg, document, moved, text
from crownland.svg.caption import OnLine, line_text
from crownland.svg.figures import king
from crownland.svg.house import HOUSES, House
from crownland.svg.land import land, outline

__all__ = ["HouseOf", "line", "lines"]

HouseOf: TypeAlias = Callable[[Seat], House]

NUMBER = 100  # the room for a domino's number, Q48 the widest
LINE_WIDTH = NUMBER + 2 * UNIT
LEFT, RIGHT = square_at(0, 0), square_at(1, 0)
BOTH = 1 << LEFT | 1 << RIGHT
WAITING = 4  # kings in a row above a line


def line(
    line: Iterable[OnLine],
    *,
    houses: Sequence[House] = HOUSES,
    title: str | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of a line, such as ``state.turns.line``: lowest number on top, kings on the dominoes they claimed."""
    dominoes = tuple(line)
    return document(_line(dominoes, lambda seat: houses[seat]), title or line_text(dominoes), square, theme)


def lines(turns: Turns, house_of: HouseOf, *, is_laid: bool = False) -> Block:
    """The line to place and the line to claim side by side, kings that wait to claim above.

    The domino whose king acts is outlined; when it *is_laid* already, only its place is left.
    """
    acting = turns.old[0][0] if turns.old and not turns.waiting else None
    shown = [_line(line, house_of, acting, is_laid) for line in (turns.old, turns.line) if line]
    width = max(len(shown), bool(turns.waiting)) * (LINE_WIDTH + MARGIN) - MARGIN
    waiting = _waiting(turns.waiting, house_of)
    # They stand above the line that they claim from.
    body = moved(max(0, width) - LINE_WIDTH, 0, waiting.body) if turns.waiting else ""
    body += "".join(moved(at * (LINE_WIDTH + MARGIN), waiting.height, one.body) for at, one in enumerate(shown))
    return Block(body, max(0, width), waiting.height + max((one.height for one in shown), default=0))


def _line(
    dominoes: Sequence[OnLine], house_of: HouseOf, acting: DominoId | None = None, is_laid: bool = False
) -> Block:
    drawn = ""
    for place, (domino, seat) in enumerate(dominoes):
        house = None if seat is None else house_of(seat)
        standing = "" if house is None else king(house, NUMBER + UNIT - 39, 29, 78)
        tile = _domino(domino, is_acting=domino == acting, is_laid=is_laid and domino == acting)
        drawn += moved(0, place * (UNIT + GAP), tile + standing, house)
    return Block(drawn, LINE_WIDTH, max(1, len(dominoes)) * (UNIT + GAP) - GAP)


def _domino(number: DominoId, *, is_acting: bool, is_laid: bool) -> str:
    domino = DOMINOES[number]
    tile = "" if is_laid else land({LEFT: domino.left, RIGHT: domino.right}, vary=number)
    frame = outline(BOTH, "house") if is_acting else ""
    return text(domino_name(number), NUMBER - 20, 66, 44, "end") + moved(NUMBER, UNIT, tile + frame)


def _waiting(seats: Sequence[Seat], house_of: HouseOf) -> Block:
    """Kings in rows, the first one leftmost on top."""
    step = min(75, 2 * UNIT // min(WAITING, max(1, len(seats))))
    drawn = ""
    for place, seat in enumerate(seats):
        down, across = divmod(place, WAITING)
        drawn += king(house_of(seat), NUMBER + across * step, down * UNIT, 96)
    rows = -(-len(seats) // WAITING)
    return Block(drawn, LINE_WIDTH, rows * UNIT + GAP if rows else 0)
