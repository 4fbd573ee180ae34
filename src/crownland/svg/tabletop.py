"""The picture of a whole table."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.games.view import Realm, Tray, View
from crownland.kernel.action import seat_letter
from crownland.svg.canvas import GAP, Block, Svg, beside, document, moved, stacked
from crownland.svg.caption import badge_text
from crownland.svg.company import Company
from crownland.svg.house import HOUSES, House
from crownland.svg.land import UNKNOWN
from crownland.svg.motif import Tiles
from crownland.svg.panel import panel
from crownland.svg.plain import PLAIN_TRAY
from crownland.svg.registry import TRAYS, TrayDrawing
from crownland.words import Words

__all__ = ["table"]


def table(
    state: State[Any],
    names: Sequence[str] = (),
    *,
    tiles: Sequence[Tiles] = (),
    houses: Sequence[House] = HOUSES,
    title: str | None = None,
    words: Words | None = None,
    square: int = 40,
    theme: str | None = None,
) -> Svg:
    """A picture of the whole table: its trays, and every kingdom with emblem, name, score and badges.

    Trays are lines of dominoes with the kings on them, boards, dice and the like; those of a kind without a special
    drawing are drawn plainly. The kingdom that is to act is outlined.
    *names* are those of the kingdoms; without them they are A, B, C … as in a record, and partners are A & B.
    *tiles* are the dominoes on the squares of each kingdom, such as ``session.moment.tiles``.
    *houses* are those of the seats; partners share a colour and keep their emblems (W3). The game of
    *state* must be registered. The spoken *title* comes in the language of *words*, English by default.
    """
    view = find_game(state.setup.game).view(state)
    company = Company.at(state, names, houses, words or Words())
    return document(_table(view, company, tiles), title or _text(view, company), square, theme)


def _table(view: View, company: Company, tiles: Sequence[Tiles]) -> Block:
    """Trays on the left of the kingdoms; central ones between two kingdoms."""
    known = tiles or [UNKNOWN] * len(view.realms)
    panels = [panel(realm, at, company, known[at]) for at, realm in enumerate(view.realms)]
    drawn = [(drawing, drawing.draw(trays, company)) for drawing, trays in _by_drawing(view.trays)]
    central = [block for drawing, block in drawn if drawing.is_central and len(panels) == 2]
    others = [block for drawing, block in drawn if not drawing.is_central or len(panels) != 2]
    if not central:
        return beside((stacked(others), _rows(panels)))
    facing = beside((panels[0], _centred(central), panels[1]))
    return beside((stacked(others), facing)) if others else facing


def _by_drawing(trays: Sequence[Tray]) -> Iterator[tuple[TrayDrawing, list[Tray]]]:
    """Neighbouring trays of one kind are drawn together."""
    for kind, alike in groupby(trays, key=lambda tray: tray.kind):
        yield TRAYS.get(kind, PLAIN_TRAY), list(alike)


def _rows(panels: Sequence[Block]) -> Block:
    """The kingdoms in one row or two."""
    across = len(panels) if len(panels) < 3 else (len(panels) + 1) // 2
    return stacked(beside(panels[at : at + across]) for at in range(0, len(panels), across))


def _centred(blocks: Sequence[Block]) -> Block:
    """The blocks from top to bottom, middle under middle."""
    widest = max(block.width for block in blocks)
    placed = (
        block
        if block.width == widest
        else Block(moved((widest - block.width) / 2, 0, block.body), widest, block.height)
        for block in blocks
    )
    return stacked(placed, gap=GAP)


def _text(view: View, company: Company) -> str:
    return company.words("picture.table", parts="; ".join(filter(None, _parts(view, company))))


def _parts(view: View, company: Company) -> Iterator[str]:
    for at, realm in enumerate(view.realms):
        yield f"{company.names[at]}: {', '.join(_realm_parts(realm, at, view, company.words))}"
    for tray in sorted(view.trays, key=lambda tray: tray.kind == "line"):
        yield TRAYS.get(tray.kind, PLAIN_TRAY).text(tray, company)
    if company.actor is not None:
        yield company.words("picture.actor", name=_actor(company))


def _realm_parts(realm: Realm, kingdom: int, view: View, words: Words) -> Iterator[str]:
    yield words("table.tile.points", count=realm.score.total)
    yield from (badge_text(badge, words) for badge in realm.badges)
    for tray in view.trays:
        yield from TRAYS.get(tray.kind, PLAIN_TRAY).owned(tray, kingdom, words)


def _actor(company: Company) -> str:
    """The name of the kingdom; partners are distinguished by their letters."""
    assert company.actor is not None
    kingdom = company.kingdoms[company.actor]
    name = company.names[kingdom]
    if company.kingdoms.count(kingdom) == 1:
        return name
    return company.words("picture.partner", seat=seat_letter(company.actor), name=name)
