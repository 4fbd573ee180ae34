"""The audience of a table: who is connected, and which frames each connection receives."""

import asyncio
from collections.abc import Container
from typing import Any, Literal, Protocol, TypeAlias, cast

import msgspec

from crownland.fast.twin import twin_of
from crownland.games.protocol import Action
from crownland.server.frames import wire
from crownland.server.frames.choices import Offers, offers_of
from crownland.server.frames.view import Shown, changes_between, event_of, shown_of, whole_view
from crownland.server.store.rows import Header, Lobby
from crownland.server.tables.rematches import own_seats
from crownland.server.tables.shares import sharers
from crownland.server.timestamps import iso
from crownland.table.session import Session

__all__ = ["Audience", "Presence", "Reader", "Watched", "is_coached", "table_of"]

PRESENCE_DELAY = 0.05  # seconds; arrivals and departures within this time are sent as one frame
MAX_HISTORIES = 4  # encoded lists of events, since different positions, that are kept for others who ask for them

Presence: TypeAlias = tuple[frozenset[str], int]  # the connected guests who have a seat, the number of watchers

_encode = msgspec.json.Encoder().encode


class Reader(Protocol):
    """A socket at the table."""

    guest: str | None
    address: str
    pace: wire.PaceName  # that this reader wants bots to have

    def send(self, frame: bytes) -> None:
        """Queues *frame* and returns at once."""


class Watched(Protocol):
    """The table that the audience watches."""

    header: Header
    lobby: Lobby
    session: Session

    @property
    def turn_ends_at(self) -> int | None:
        """When the clock of the seat to act runs out, in milliseconds since 1970."""


class Audience:
    """The sockets at a table, and the people connected through other processes.

    A frame that is the same for several sockets is encoded once.
    """

    def __init__(self, table: Watched) -> None:
        self._table = table
        self.readers: tuple[Reader, ...] = ()
        self.elsewhere: dict[str, Presence] = {}  # by process
        self.arrivals = 0  # and departures, so far
        self.stand_ins: frozenset[int] = frozenset()  # the seats for which a bot acts until the person is back
        self._pending: asyncio.TimerHandle | None = None
        self._shown: Shown | None = None  # the view that all readers have, once the game has begun
        self._encoded: tuple[int, msgspec.Raw] | None = None  # that view, for whoever asks for all of it
        self._offers: tuple[int, Offers] | None = None
        self._histories: tuple[int, dict[int, Any]] | None = None

    # Presence

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected, in this process or in another."""
        return not (self.readers or self.elsewhere)

    def has(self, guest: str | None) -> bool:
        """Whether *guest* is connected, in this process or in another."""
        if guest is None:
            return False
        here = any(reader.guest == guest for reader in self.readers)
        return here or any(guest in guests for guests, _ in self.elsewhere.values())

    @property
    def here(self) -> Presence:
        """Who is connected through this process."""
        sitting = self._table.lobby.sitting
        guests = frozenset(reader.guest for reader in self.readers if reader.guest in sitting)
        return guests, sum(reader.guest not in sitting for reader in self.readers)

    def enter(self, reader: Reader, since: int) -> None:
        """Adds a socket, and sends it everything after event *since*."""
        self.readers = (*self.readers, reader)
        self.arrivals += 1
        self.stand_ins = self.stand_ins.difference(self._table.lobby.seats_of(reader.guest))
        self.send_hello(reader, since)
        self.send_table_soon(but=reader)

    def leave(self, reader: Reader) -> None:
        """Removes a socket."""
        self.readers = tuple([one for one in self.readers if one is not reader])
        self.arrivals += 1
        self.send_table_soon()
        if not self.readers:
            self._shown = self._encoded = self._offers = self._histories = None
            self._table.session.forget()

    def update_elsewhere(self, process: str, guests: frozenset[str], watching: int) -> bool:
        """Records who is connected through another process. Returns whether that is a change."""
        before = self.elsewhere.pop(process, None)
        if guests or watching:
            self.elsewhere[process] = guests, watching
        if before == self.elsewhere.get(process):
            return False
        self.arrivals += 1
        for guest in guests:
            self.stand_ins = self.stand_ins.difference(self._table.lobby.seats_of(guest))
        self.send_table_soon()
        return True

    def stand_in(self, seat: int) -> None:
        """Lets a bot act for *seat* until the person is back."""
        self.stand_ins |= {seat}
        self.send_table_soon()

    def end_stand_ins(self, guest: str) -> None:
        """Gives the seats of *guest* back; bots no longer act for them."""
        seats = self.stand_ins.intersection(self._table.lobby.seats_of(guest))
        if seats:
            self.stand_ins -= seats
            self.send_table_soon()

    def table_for(self, guest: str | None) -> wire.Table:
        """Returns the table as *guest* may see it."""
        here, watching = self.here
        for guests, others in self.elsewhere.values():
            here, watching = here | guests, watching + others
        return table_of(self._table.header, self._table.lobby, guest, here, watching, self.stand_ins)

    # Sending

    def send_table(self) -> None:
        """Sends the table to everybody."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        frames: dict[str | None, bytes] = {}
        members = self._table.lobby.concerned
        for reader in self.readers:
            guest = reader.guest if reader.guest in members else None
            if guest not in frames:
                frames[guest] = _encode(wire.TableChanged(table=self.table_for(guest)))
            reader.send(frames[guest])

    def send_table_soon(self, but: Reader | None = None) -> None:
        """Like :meth:`send_table`, but waits a moment and sends several changes as one frame.

        Does nothing if *but* is the only socket.
        """
        if self._pending is None and any(reader is not but for reader in self.readers):
            self._pending = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self.send_table)

    def send_hello(self, reader: Reader, since: int) -> None:
        """Sends *reader* the table, the position and everything after event *since*."""
        reader.send(_encode(self._hello(reader.guest, since)))

    def send_news(self, since: int) -> None:
        """Sends the events after *since*, and what they have changed, to everybody."""
        before = self._shown
        if not self.readers:
            return
        if before is None:  # they have no view yet
            for reader in self.readers:
                self.send_hello(reader, since)
            return
        session, lobby = self._table.session, self._table.lobby
        self._shown = shown_of(session, before)
        changes = changes_between(before, self._shown)
        news = wire.News(since=before.seq, events=self._events(since), turn_ends=self._turn_ends, **changes._asdict())
        start = _encode(news)[:-1]
        frames: dict[tuple[bool, bool], bytes] = {}
        actor, taker = session.actor, session.taker
        for reader in self.readers:
            audience = lobby.owns(reader.guest, actor), lobby.owns(reader.guest, taker)
            if audience not in frames:
                frames[audience] = self._frame(start, *audience)
            reader.send(frames[audience])

    def _frame(self, start: bytes, acts: bool, can_take_back: bool) -> bytes:
        """Returns a frame of news for somebody who acts, or who can take the last action back. *start* is for all."""
        offers = b',"offers":%b' % self._offered() if acts else b""
        return b"%b%b%b}" % (start, offers, b',"can_take_back":true' if can_take_back else b"")

    def _events(self, since: int) -> list[wire.Event]:
        """Returns what happened after event *since*, encoded once for all sockets."""
        if self._histories is None or self._histories[0] != self._table.session.seq:
            self._histories = self._table.session.seq, {}
        known = self._histories[1]
        if since not in known:
            if len(known) >= MAX_HISTORIES:
                known.clear()
            known[since] = msgspec.Raw(_encode([event_of(one) for one in self._table.session.history[since:]]))
        return cast(list[wire.Event], known[since])

    def _hello(self, guest: str | None, since: int) -> wire.Hello:
        session = self._table.session
        begun = session.seq > 0 or (session.start is not None and self._table.lobby.phase != "open")
        acts = self._table.lobby.owns(guest, session.actor)
        return wire.Hello(
            table=self.table_for(guest),
            events=self._events(since if since <= self._table.session.seq else 0),
            view=self._seen() if begun else None,
            offers=cast(list[wire.Offer], msgspec.Raw(self._offered() if acts else b"[]")),
            can_take_back=self._table.lobby.owns(guest, self._table.session.taker),
            turn_ends=self._turn_ends,
        )

    @property
    def _turn_ends(self) -> str | None:
        ends = self._table.turn_ends_at
        return None if ends is None else iso(ends)

    def _seen(self) -> wire.View:
        """Returns the whole view, encoded once for all sockets."""
        seq = self._table.session.seq
        if self._encoded is None or self._encoded[0] != seq:
            if self._shown is None or self._shown.seq != seq:
                self._shown = shown_of(self._table.session)
            self._encoded = seq, msgspec.Raw(_encode(whole_view(self._shown)))
        return cast(wire.View, self._encoded[1])

    def offered(self, token: str) -> tuple[Action, str, int] | None:
        """Returns the action of *token*, its token and its gain, if that is one of the offers that were sent last."""
        if self._offers is None or self._offers[0] != self._table.session.seq:
            return None
        return self._offers[1].find(token)

    def _offered(self) -> bytes:
        """Returns the offers to the seat to act as JSON, made once for all sockets."""
        session = self._table.session
        if session.actor is None:
            return b"[]"
        if self._offers is None or self._offers[0] != session.seq:
            self._offers = session.seq, offers_of(session.state)
        return self._offers[1].encoded


def table_of(
    header: Header,
    lobby: Lobby,
    guest: str | None,
    here: Container[str] = (),
    watching: int = 0,
    stand_ins: Container[int] = (),
) -> wire.Table:
    """Returns a table as *guest* may see it. *here* are the guests who are connected."""
    kingdoms = header.kingdoms
    is_over = lobby.phase in ("over", "closed")
    return wire.Table(
        id=header.id,
        game=header.game,
        players=header.players,
        options=header.all_options,
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
                host=sitter.guest == lobby.host,
                asked=None if sitter.asked is None else "me" if sitter.asked == guest else "other",
                here=sitter.kind == "bot" or (sitter.guest is not None and sitter.guest in here),
                gave_up=sitter.gave_up is not None,
                stand_in=seat in stand_ins,
                secret=None,
            )
            for seat, sitter in enumerate(lobby.seats)
        ],
        clock=lobby.clock,
        commitment=header.commitment,
        seed=header.seed if is_over else None,
        created=iso(header.created),
        rematch=_rematch(lobby, guest),
        watching=watching,
        coached=is_coached(header, lobby, guest),
        shares=_shares(lobby) if lobby.mixed else None,
    )


def is_coached(header: Header, lobby: Lobby, guest: str | None) -> bool:
    """Whether *guest* can ask the coach: all people at the table play at one device, and the game can be judged."""
    return guest is not None and lobby.sitting == {guest} and header.is_known and twin_of(header.setup) is not None


def _rematch(lobby: Lobby, guest: str | None) -> wire.Rematch | None:
    if lobby.rematch is None:
        return None
    seats = own_seats(lobby, lobby.accepted[0]) if lobby.accepted else []
    return wire.Rematch(table=lobby.rematch, seat=seats[0] if seats else None, answer=_answer(lobby, guest))


def _answer(lobby: Lobby, guest: str | None) -> Literal["yes", "no", "open"] | None:
    if guest is None or not own_seats(lobby, guest):
        return "yes" if guest in lobby.accepted else None
    if guest in lobby.accepted or not lobby.accepted:
        return "yes"
    return "no" if guest in lobby.declined else "open"


def _shares(lobby: Lobby) -> list[wire.Share]:
    known = {share.seat: share for share in lobby.shares}
    seats = sharers(lobby) if lobby.phase == "open" else sorted(known)
    return [
        wire.Share(seat=seat, promise=known[seat].promise, value=known[seat].value)
        if seat in known
        else wire.Share(seat=seat, promise=None, value=None)
        for seat in seats
    ]
