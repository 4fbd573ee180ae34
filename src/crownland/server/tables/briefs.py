"""Lists of one's own tables: what each is, and how its game stands."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from crownland.server.frames import wire
from crownland.server.frames.view import view_of
from crownland.server.store.rows import Listed, Lobby, Stored
from crownland.server.tables.audience import table_of
from crownland.server.tables.live_table import LiveTable
from crownland.server.tables.rematches import own_seats
from crownland.server.tables.shares import values_of
from crownland.server.timestamps import iso
from crownland.table.session import RESIGNED

if TYPE_CHECKING:
    from crownland.server.store.protocol import TableStore

__all__ = ["Briefs"]

Result: TypeAlias = Literal["won", "lost", "shared", "resigned"]

MAX_POSITIONS = 24  # of unfinished tables in a list, and as many of finished ones
MAX_KNOWN = 2000  # positions that are kept


class Briefs:
    """Makes lists of tables. A position that was asked for is kept: a table that is not in memory must be replayed."""

    def __init__(self, store: "TableStore", live: Mapping[str, LiveTable]) -> None:
        self._store, self._live = store, live
        self._known: OrderedDict[str, tuple[int, wire.View]] = OrderedDict()  # by table, with the number of the event

    async def briefs(self, guest: str, listed: Sequence[Listed]) -> list[wire.Brief]:
        """Returns *listed* tables as *guest* may see them."""
        briefs, counted = [], Counter[bool]()
        for one in listed:
            if not one.stored.header.is_known:
                if _can_close(one.stored.lobby, guest):
                    briefs.append(self._brief(guest, one, None))
                continue
            is_over = one.stored.lobby.phase == "over"
            counted[is_over] += 1
            has_begun = one.seq or one.stored.header.start is not None
            view = await self._view(one) if has_begun and counted[is_over] <= MAX_POSITIONS else None
            briefs.append(self._brief(guest, one, view))
        return briefs

    def _brief(self, guest: str, one: Listed, view: wire.View | None) -> wire.Brief:
        header, lobby = one.stored.header, one.stored.lobby
        live, own = self._live.get(header.id), _kingdoms_of(lobby, guest, header.kingdoms)
        return wire.Brief(
            table=table_of(header, lobby, guest) if live is None else live.audience.table_for(guest),
            played=iso(one.played),
            position=None if view is None else _position(view, own),
            result=None if view is None else _result(view, own, any(seat.gave_up == guest for seat in lobby.seats)),
            known=header.is_known,
        )

    async def _view(self, one: Listed) -> wire.View:
        table = one.stored.header.id
        if table in self._live:
            return view_of(self._live[table].session)
        known = self._known.pop(table, None)
        if known is None or known[0] != one.seq:
            stored = await self._store.load(table)
            known = one.seq, await asyncio.to_thread(_replayed, one.stored if stored is None else stored)
        self._known[table] = known
        if len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return known[1]


def _replayed(stored: Stored) -> wire.View:
    return view_of(stored.header.session(stored.events, values_of(stored.lobby)))


def _can_close(lobby: Lobby, guest: str) -> bool:
    return lobby.host == guest and lobby.phase != "over"


def _kingdoms_of(lobby: Lobby, guest: str, kingdoms: Sequence[int]) -> list[int]:
    return sorted({kingdoms[seat] for seat in own_seats(lobby, guest)})


def _position(view: wire.View, own: Sequence[int]) -> wire.Position:
    """*own* are the kingdoms of the one who asks."""
    acting = next((at for at in own if view.actor in view.kingdoms[at].seats), None)
    shown = acting if acting is not None else own[0] if own else 0
    return wire.Position(
        round=view.round,
        rounds=view.rounds,
        actor=view.actor,
        standings=view.standings,
        kingdom=msgspec.structs.replace(view.kingdoms[shown], lines=[]),
    )


def _result(view: wire.View, own: Sequence[int], gave_up: bool) -> Result | None:
    """*own* are the kingdoms of the one who asks, and *gave_up* is whether a bot played one of them to the end."""
    if not view.over or len(own) != 1:
        return None
    decided_by = next(standing.decided_by for standing in view.standings if standing.kingdom == own[0])
    if gave_up or decided_by == RESIGNED:
        return "resigned"
    first = [standing.kingdom for standing in view.standings if standing.rank == 1]
    if own[0] not in first:
        return "lost"
    return "won" if len(first) == 1 else "shared"
