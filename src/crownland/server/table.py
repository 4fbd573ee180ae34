"""A table in memory: its lobby, its game, who is there, and one change at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from typing import Any, Protocol, TypeVar, cast

import msgspec

from crownland.kernel.action import Seat
from crownland.notation.token import parse_action
from crownland.server import lobby as seating
from crownland.server import wire
from crownland.server.choices import choices_of, explained
from crownland.server.game import Game, Planned
from crownland.server.metrics import Metrics
from crownland.server.moment import iso, now
from crownland.server.refusal import RefusedError, StaleError
from crownland.server.rows import Header, Lobby, Stored
from crownland.server.store import Store
from crownland.server.view import view_of

__all__ = ["Reader", "Table", "table_of"]

ResultT = TypeVar("ResultT")

ATTEMPTS = 3
TOGETHER = 0.05  # seconds in which comings and goings are told at once

_encode = msgspec.json.Encoder().encode


class Reader(Protocol):
    """A socket at the table."""

    guest: str | None

    def send(self, frame: bytes) -> None:
        """Hand *frame* over; it does not wait for anybody."""


class Keeper(Protocol):
    """What a table needs of the hall it is in."""

    store: Store
    metrics: Metrics

    def attend(self, table: "Table") -> None:
        """See to it that the game goes on, and that others know who is there."""

    def news(self, table: "Table", seq: int, version: int) -> list[str]:
        """What other processes are told of a change."""


class Table:
    """The authority over one table in this process. Whatever is told to anybody is durable."""

    def __init__(self, stored: Stored, hall: Keeper) -> None:
        self.header: Header = stored.header
        self.lobby: Lobby = stored.lobby
        self.version = stored.version
        self.game = Game(stored.header, stored.rows)
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, tuple[frozenset[str], int]] = {}  # by process: who is there, how many look on
        self.stand_ins: set[int] = set()
        self.loaded = self.touched = now()
        self._hall, self._store, self._metrics = hall, hall.store, hall.metrics
        self._attend = hall.attend
        self._lock = asyncio.Lock()
        self._told: asyncio.TimerHandle | None = None
        self._view: tuple[int, Any] | None = None
        self._choices: tuple[int, Any] | None = None

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def is_playing(self) -> bool:
        return self.lobby.phase == "playing"

    @property
    def is_watched(self) -> bool:
        """Whether anybody is there, in this process or in another."""
        return bool(self.readers or self.elsewhere)

    @property
    def is_changing(self) -> bool:
        return self._lock.locked()

    def owns(self, guest: str | None, seat: int | None) -> bool:
        """Whether *guest* may act for *seat*."""
        if guest is None or seat is None:
            return False
        sitter = self.lobby.seats[seat]
        return sitter.kind == "person" and sitter.guest == guest

    # Playing

    async def act(self, guest: str | None, frame: wire.Act) -> int:
        """Play an action for the seat to act; the number of its event, which is durable."""
        return await self._alone(lambda: self._act(guest, frame))

    async def back(self, guest: str | None, frame: wire.Back) -> int:
        """Take the last action back; the number of the event that tells so."""
        return await self._alone(lambda: self._back(guest, frame))

    async def act_as_bot(self, token: str, seq: int) -> bool:
        """Play what a bot has chosen after event *seq*; whether it was still to be played."""
        return await self._alone(lambda: self._act_as_bot(token, seq))

    def explain(self, frame: wire.Explain) -> wire.Explained:
        self._require(frame.seq)
        if self.game.actor is None:
            raise RefusedError("table/over", "nobody is to act")
        return explained(self.game.position.state, parse_action(frame.token))

    async def resign(self, guest: str, seat: int, level: str) -> None:
        """*seat* gives up: with two kingdoms the game is over, unless a partner plays on; else a bot plays on."""
        await self._alone(lambda: self._resign(guest, seat, level))

    async def change(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        """Change who sits where. Begins the game when the new lobby says so."""
        return await self._alone(lambda: self._change(change))

    async def refresh(self, seq: int | None = None, version: int | None = None) -> None:
        """Somebody else has written up to event *seq* and that *version* of the lobby: read what is new."""
        if seq is None or version is None or seq > self.game.seq or version > self.version:
            await self._alone(self._refresh)

    # Who is there

    def enter(self, reader: Reader, since: int) -> None:
        """A socket comes: it hears everything after event *since*, and then what happens."""
        self.touched = now()
        self.readers.add(reader)
        self.stand_ins.difference_update(self._seats_of(reader.guest))
        self.tell_hello(reader, since)
        self.tell_table_soon(but=reader)
        self._attend(self)

    def leave(self, reader: Reader) -> None:
        self.touched = now()
        self.readers.discard(reader)
        self.tell_table_soon()
        self._attend(self)

    def is_here(self, guest: str | None) -> bool:
        if guest is None:
            return False
        here = any(reader.guest == guest for reader in self.readers)
        return here or any(guest in guests for guests, _ in self.elsewhere.values())

    def is_elsewhere(self, process: str, guests: frozenset[str], watching: int) -> None:
        """Another process tells who is at this table there."""
        before = self.elsewhere.pop(process, None)
        if guests or watching:
            self.elsewhere[process] = guests, watching
        if before != self.elsewhere.get(process):
            self.stand_ins -= {seat for guest in guests for seat in self._seats_of(guest)}
            self.tell_table_soon()
            self._attend(self)

    @property
    def presence(self) -> tuple[frozenset[str], int]:
        """Who is there in this process: those who sit, and how many look on."""
        sitting = self.lobby.sitting
        guests = frozenset(reader.guest for reader in self.readers if reader.guest in sitting)
        return guests, sum(reader.guest not in sitting for reader in self.readers)

    def wire_for(self, guest: str | None) -> wire.Table:
        here, watching = self.presence
        for guests, others in self.elsewhere.values():
            here, watching = here | guests, watching + others
        return table_of(self.header, self.lobby, guest, here, watching, self.stand_ins)

    # Telling

    def tell_table(self) -> None:
        """Everybody hears who sits where."""
        if self._told is not None:
            self._told.cancel()
            self._told = None
        frames: dict[str | None, bytes] = {}
        members = self.lobby.guests
        for reader in tuple(self.readers):
            guest = reader.guest if reader.guest in members else None
            if guest not in frames:
                frames[guest] = _encode(wire.TableChanged(table=self.wire_for(guest)))
            reader.send(frames[guest])

    def tell_table_soon(self, but: Reader | None = None) -> None:
        """As :meth:`tell_table`, once for everybody who comes or goes in the same moment."""
        if self._told is None and any(reader is not but for reader in self.readers):
            self._told = asyncio.get_running_loop().call_later(TOGETHER, self.tell_table)

    def tell_hello(self, reader: Reader, since: int) -> None:
        """*reader* hears everything after event *since*."""
        reader.send(_encode(self._hello(reader.guest, since)))

    def tell_news(self, since: int, readers: Iterable[Reader] | None = None) -> None:
        """*readers*, or everybody, hear what happened after event *since*."""
        frames: dict[tuple[bool, bool], bytes] = {}
        events = self.game.events(since)
        actor, taker = self.game.actor, self.game.taker
        for reader in tuple(self.readers if readers is None else readers):
            audience = self.owns(reader.guest, actor), self.owns(reader.guest, taker)
            if audience not in frames:
                frames[audience] = _encode(self._news(events, *audience))
            reader.send(frames[audience])

    def _hello(self, guest: str | None, since: int) -> wire.Hello:
        begun = self.game.seq > 0
        return wire.Hello(
            table=self.wire_for(guest),
            events=self.game.events(since if since <= self.game.seq else 0),
            view=self._seen() if begun else None,
            choices=self._offered() if self.owns(guest, self.game.actor) else [],
            can_take_back=self.owns(guest, self.game.taker),
            turn_ends=self.turn_ends,
        )

    def _news(self, events: list[wire.Event], acts: bool, can_take_back: bool) -> wire.News:
        return wire.News(
            events=events,
            view=self._seen(),
            choices=self._offered() if acts else [],
            can_take_back=can_take_back,
            turn_ends=self.turn_ends,
        )

    @property
    def turn_ends(self) -> str | None:
        """When the clock of whoever is to act runs out."""
        ends = self.turn_ends_at
        return None if ends is None else iso(ends)

    @property
    def turn_ends_at(self) -> int | None:
        actor = self.game.actor
        if self.lobby.clock is None or actor is None or self.lobby.seats[actor].kind != "person":
            return None
        return max(self.game.position.turn_began, self.loaded) + 1000 * self.lobby.clock

    def _seen(self) -> wire.View:
        """The view, encoded once for all who hear of it."""
        if self._view is None or self._view[0] != self.game.seq:
            view = view_of(self.game.position, self.game.seq, self.game.resigned)
            self._view = self.game.seq, msgspec.Raw(_encode(view))
        return cast(wire.View, self._view[1])

    def _offered(self) -> list[wire.Choice]:
        if self._choices is None or self._choices[0] != self.game.seq:
            choices = choices_of(self.game.position.state) if self.game.actor is not None else []
            self._choices = self.game.seq, msgspec.Raw(_encode(choices))
        return cast(list[wire.Choice], self._choices[1])

    # One change at a time

    async def _alone(self, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """*work* alone; it is finished even when nobody waits for it any more."""

        async def locked() -> ResultT:
            async with self._lock:
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def _act(self, guest: str | None, frame: wire.Act) -> int:
        game = self.game
        repeated = game.event_of_client(frame.id, self._seats_of(guest))
        if repeated is not None:
            return repeated.seq
        self._require(frame.seq)
        if game.actor is None:
            raise RefusedError("table/over", "nobody is to act")
        if not self.owns(guest, game.actor):
            raise RefusedError("action/not-your-turn", "somebody else is to act", 403)
        await self._commit(game.plan_action(frame.token, now(), bot=False, client=frame.id))
        return frame.seq + 1

    async def _back(self, guest: str | None, frame: wire.Back) -> int:
        repeated = self.game.event_of_client(frame.id, self._seats_of(guest))
        if repeated is not None:
            return repeated.seq
        self._require(frame.seq)
        planned = self.game.plan_back(now(), frame.id)
        if not self.owns(guest, self.game.taker):
            raise RefusedError("back/not-yours", "the last action was somebody else's", 403)
        await self._commit(planned)
        return frame.seq + 1

    async def _act_as_bot(self, token: str, seq: int) -> bool:
        if self.game.seq != seq or not self.is_playing:
            return False
        await self._commit(self.game.plan_action(token, now(), bot=True))
        return True

    async def _resign(self, guest: str, seat: int, level: str) -> None:
        self._require()
        sitter = seating.require_seat(self.lobby, seat, guest)
        state = self.game.position.state
        kingdom = state.kingdom_of(Seat(seat))
        partners = [
            one
            for at, one in enumerate(self.lobby.seats)
            if at != seat and state.kingdom_of(Seat(at)) == kingdom and one.kind == "person" and one.guest != guest
        ]
        ends = len(state.kingdoms) == 2 and not partners
        planned = self.game.plan_resign(Seat(seat), now(), ends=ends)
        if ends:
            lobby = msgspec.structs.replace(self.lobby, phase="over", ended="resigned")
        else:
            bot = msgspec.structs.replace(sitter, kind="bot", bot=level, guest=None, secret=None)
            lobby = seating.with_seat(self.lobby, seat, bot)
        await self._commit(planned, lobby)

    async def _change(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        for attempt in range(ATTEMPTS):
            lobby = change(self.lobby)
            if lobby == self.lobby:
                break
            begins = lobby.phase == "playing" and not self.game.seq
            try:
                await self._commit(self.game.plan_deal(now()) if begins else [], lobby)
                break
            except RefusedError as refusal:  # somebody was first: what was asked for may still be possible
                if refusal.code != "table/stale" or attempt == ATTEMPTS - 1:
                    raise
        return lobby

    async def _refresh(self) -> None:
        stored = await self._store.lobby_of(self.id)
        rows = await self._store.rows_since(self.id, self.game.seq)
        since, version = self.game.seq, self.version
        self.game.read(rows)
        if stored is not None and stored.version > version:
            self.lobby, self.version = stored.lobby, stored.version
        self._tell(since, self.version != version)

    async def _commit(self, planned: Sequence[Planned], lobby: Lobby | None = None) -> None:
        """Keep what was planned, and then tell it."""
        since, record = self.game.seq, None
        if planned and planned[-1].position.state.is_over and lobby is None:
            lobby = msgspec.structs.replace(self.lobby, phase="over", ended="finished")
        if lobby is not None and lobby.phase == "over":
            record = str(self.game.after(planned).record([seat.name for seat in lobby.seats], told=True))
        change = None if lobby is None else (self.version, self.lobby, lobby)
        try:
            news = self._hall.news(self, since + len(planned), self.version + (lobby is not None))
            await self._store.append(self.id, [one.row for one in planned], change, record, news)
        except StaleError:
            await self._refresh()
            raise RefusedError("table/stale", "something else has happened in the meantime") from None
        self.game.add(planned)
        for one in planned:
            self._metrics.events.labels(one.row.kind).inc()
        if lobby is not None:
            self.lobby, self.version = lobby, self.version + 1
        self._tell(since, lobby is not None)

    def _tell(self, since: int, lobby_changed: bool) -> None:
        self.touched = now()
        if lobby_changed:
            self.tell_table()
        if self.game.seq != since:
            self.tell_news(since)
        self._attend(self)

    def _require(self, seq: int | None = None) -> None:
        """The game is being played, and *seq* is its last event."""
        if self.lobby.phase == "open":
            raise RefusedError("table/not-begun", "the game has not begun")
        if not self.is_playing:
            raise RefusedError("table/over", "the game is over")
        if seq is not None and seq != self.game.seq:
            raise RefusedError("table/stale", f"expected event {self.game.seq} to be known, got: {seq}")

    def _seats_of(self, guest: str | None) -> list[int]:
        return [seat for seat in range(len(self.lobby.seats)) if self.owns(guest, seat)]


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
