"""Everybody at a table: who is there, and what each of them hears."""

import asyncio
from collections.abc import Container, Iterable
from typing import Any, Protocol, cast

import msgspec

from crownland.server import wire
from crownland.server.choices import offers_of
from crownland.server.moment import iso
from crownland.server.rows import Header, Lobby
from crownland.server.view import event_of, view_of
from crownland.table.session import Session

__all__ = ["Audience", "Reader", "Watched", "table_of"]

TOGETHER = 0.05  # seconds in which comings and goings are told at once

_encode = msgspec.json.Encoder().encode


class Reader(Protocol):
    """A socket at the table."""

    guest: str | None

    def send(self, frame: bytes) -> None:
        """Hand *frame* over; it does not wait for anybody."""


class Watched(Protocol):
    """The table that everybody looks at."""

    header: Header
    lobby: Lobby
    game: Session

    @property
    def turn_ends_at(self) -> int | None:
        """When the clock of whoever is to act runs out."""


class Audience:
    """The sockets at a table, and who is there in other processes. What is the same for many is encoded once."""

    def __init__(self, table: Watched) -> None:
        self._table = table
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, tuple[frozenset[str], int]] = {}  # by process: who is there, how many look on
        self.stand_ins: set[int] = set()  # the seats for which a bot acts until somebody is back
        self._soon: asyncio.TimerHandle | None = None
        self._view: tuple[int, Any] | None = None
        self._offers: tuple[int, Any] | None = None

    # Who is there

    @property
    def is_there(self) -> bool:
        """Whether anybody is there, in this process or in another."""
        return bool(self.readers or self.elsewhere)

    def has(self, guest: str | None) -> bool:
        """Whether *guest* is there."""
        if guest is None:
            return False
        here = any(reader.guest == guest for reader in self.readers)
        return here or any(guest in guests for guests, _ in self.elsewhere.values())

    @property
    def here(self) -> tuple[frozenset[str], int]:
        """Who is there in this process: those who sit, and how many look on."""
        sitting = self._table.lobby.sitting
        guests = frozenset(reader.guest for reader in self.readers if reader.guest in sitting)
        return guests, sum(reader.guest not in sitting for reader in self.readers)

    def enter(self, reader: Reader, since: int) -> None:
        """A socket comes: it hears everything after event *since*, and then what happens."""
        self.readers.add(reader)
        self.stand_ins.difference_update(self._table.lobby.seats_of(reader.guest))
        self.tell_hello(reader, since)
        self.tell_table_soon(but=reader)

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)
        self.tell_table_soon()
        if not self.readers:
            self._view = self._offers = None

    def is_elsewhere(self, process: str, guests: frozenset[str], watching: int) -> bool:
        """Another process tells who is at this table there; whether that is new."""
        before = self.elsewhere.pop(process, None)
        if guests or watching:
            self.elsewhere[process] = guests, watching
        if before == self.elsewhere.get(process):
            return False
        for guest in guests:
            self.stand_ins.difference_update(self._table.lobby.seats_of(guest))
        self.tell_table_soon()
        return True

    def is_back(self, guest: str) -> None:
        """Nobody stands in for *guest* any more."""
        seats = self.stand_ins.intersection(self._table.lobby.seats_of(guest))
        if seats:
            self.stand_ins -= seats
            self.tell_table_soon()

    def table_for(self, guest: str | None) -> wire.Table:
        """The table as *guest* may see it."""
        here, watching = self.here
        for guests, others in self.elsewhere.values():
            here, watching = here | guests, watching + others
        return table_of(self._table.header, self._table.lobby, guest, here, watching, self.stand_ins)

    # Telling

    def tell_table(self) -> None:
        """Everybody hears who sits where."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        frames: dict[str | None, bytes] = {}
        members = self._table.lobby.guests
        for reader in tuple(self.readers):
            guest = reader.guest if reader.guest in members else None
            if guest not in frames:
                frames[guest] = _encode(wire.TableChanged(table=self.table_for(guest)))
            reader.send(frames[guest])

    def tell_table_soon(self, but: Reader | None = None) -> None:
        """As :meth:`tell_table`, once for everybody who comes or goes in the same moment."""
        if self._soon is None and any(reader is not but for reader in self.readers):
            self._soon = asyncio.get_running_loop().call_later(TOGETHER, self.tell_table)

    def tell_hello(self, reader: Reader, since: int) -> None:
        """*reader* hears everything after event *since*."""
        reader.send(_encode(self._hello(reader.guest, since)))

    def tell_news(self, since: int, readers: Iterable[Reader] | None = None) -> None:
        """*readers*, or everybody, hear what happened after event *since*."""
        frames: dict[tuple[bool, bool], bytes] = {}
        events = self._events(since)
        actor, taker = self._table.game.actor, self._table.game.taker
        for reader in tuple(self.readers if readers is None else readers):
            audience = self._table.lobby.owns(reader.guest, actor), self._table.lobby.owns(reader.guest, taker)
            if audience not in frames:
                frames[audience] = _encode(self._news(events, *audience))
            reader.send(frames[audience])

    def _events(self, since: int) -> list[wire.Event]:
        """What happened after event *since*."""
        return [event_of(one) for one in self._table.game.history[since:]]

    def _hello(self, guest: str | None, since: int) -> wire.Hello:
        begun = self._table.game.seq > 0
        return wire.Hello(
            table=self.table_for(guest),
            events=self._events(since if since <= self._table.game.seq else 0),
            view=self._seen() if begun else None,
            offers=self._offered() if self._table.lobby.owns(guest, self._table.game.actor) else [],
            can_take_back=self._table.lobby.owns(guest, self._table.game.taker),
            turn_ends=self._turn_ends,
        )

    def _news(self, events: list[wire.Event], acts: bool, can_take_back: bool) -> wire.News:
        return wire.News(
            events=events,
            view=self._seen(),
            offers=self._offered() if acts else [],
            can_take_back=can_take_back,
            turn_ends=self._turn_ends,
        )

    @property
    def _turn_ends(self) -> str | None:
        ends = self._table.turn_ends_at
        return None if ends is None else iso(ends)

    def _seen(self) -> wire.View:
        """The view, encoded once for all who hear of it."""
        if self._view is None or self._view[0] != self._table.game.seq:
            view = view_of(self._table.game)
            self._view = self._table.game.seq, msgspec.Raw(_encode(view))
        return cast(wire.View, self._view[1])

    def _offered(self) -> list[wire.Offer]:
        if self._offers is None or self._offers[0] != self._table.game.seq:
            offers = offers_of(self._table.game.state) if self._table.game.actor is not None else []
            self._offers = self._table.game.seq, msgspec.Raw(_encode(offers))
        return cast(list[wire.Offer], self._offers[1])


def table_of(
    header: Header,
    lobby: Lobby,
    guest: str | None,
    here: Container[str] = (),
    watching: int = 0,
    stand_ins: Container[int] = (),
) -> wire.Table:
    """A table as *guest* may see it."""
    kingdoms = header.kingdoms
    told = lobby.phase in ("over", "closed")
    return wire.Table(
        id=header.id,
        game=header.game,
        players=header.players,
        options=dict(header.setup.options),
        phase=lobby.phase,
        ended=lobby.ended,
        public=lobby.public,
        host=guest is not None and lobby.host == guest,
        seats=[
            wire.Seat(
                name=sitter.name,
                kind=sitter.kind,
                bot=sitter.bot,
                kingdom=kingdoms[seat],
                mine=guest is not None and sitter.kind == "person" and sitter.guest == guest,
                here=sitter.kind == "bot" or (sitter.guest is not None and sitter.guest in here),
                stand_in=seat in stand_ins,
                secret=None,
            )
            for seat, sitter in enumerate(lobby.seats)
        ],
        clock=lobby.clock,
        commitment=header.commitment,
        seed=header.seed if told else None,
        created=iso(header.created),
        rematch=lobby.rematch,
        watching=watching,
    )
