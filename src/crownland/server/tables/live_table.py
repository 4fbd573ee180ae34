"""A table in memory: its lobby, its game and its audience, changed by one task at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from crownland.kernel.action import Seat
from crownland.kernel.square import parse_square
from crownland.notation.token import parse_action
from crownland.server.frames import wire
from crownland.server.frames.choices import explained
from crownland.server.refusal import RefusedError, StaleError
from crownland.server.store.rows import Header, Lobby, Sitter, Stored
from crownland.server.tables import lobby as seating
from crownland.server.tables import rematches
from crownland.server.tables.audience import Audience, Reader
from crownland.server.tables.shares import require_shares, values_of, with_fitting_shares
from crownland.server.timestamps import now, steady
from crownland.table.session import Event, Planned, Session

if TYPE_CHECKING:  # a table in a browser has another store, and nobody who measures it
    from crownland.server.metrics import Metrics
    from crownland.server.store.protocol import TableStore

__all__ = ["RETURN_SECONDS", "Keeper", "LiveTable"]

ResultT = TypeVar("ResultT")

RETURN_SECONDS = 20  # that are left of a turn, at least, when a table is loaded: its players were cut off too


class Keeper(Protocol):
    """What a table needs of the hall it is in."""

    metrics: "Metrics"

    @property
    def store(self) -> "TableStore":
        """Where its events are stored."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may have the same tables."""

    def attend(self, table: "LiveTable") -> None:
        """Called after every change: plans the next bot action, and informs other processes who is connected."""

    def news(self, table: "LiveTable", events: Sequence[Event], version: int) -> list[str]:
        """Returns the messages that announce *events*, and that version of the lobby, to other processes."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs *work* in the background."""


class LiveTable:
    """The authority over one table in this process. It sends nothing that is not durable."""

    def __init__(self, stored: Stored, hall: Keeper) -> None:
        self.header: Header = stored.header
        self.lobby: Lobby = stored.lobby
        self.version = stored.version
        self.session: Session = stored.header.session(stored.events, values_of(stored.lobby))
        self._free()
        self.audience = Audience(self)
        self.touched = self.changed = steady()
        self._loaded = self.session.seq
        self._turns: dict[int, tuple[int, int]] = {}  # when the last turns began, by the stored time: see _turn_began
        self._hall, self._store, self._metrics = hall, hall.store, hall.metrics
        self._attend = hall.attend
        self._lock = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._next_refresh: asyncio.Future[None] | None = None  # one that has not begun to read

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def is_playing(self) -> bool:
        return self.lobby.phase == "playing"

    @property
    def can_begin(self) -> bool:
        """Whether this is a rematch for which everybody has come: it begins by itself."""
        return rematches.has_everybody(self.lobby) and all(map(self.audience.has, self.lobby.sitting))

    @property
    def is_changing(self) -> bool:
        return self._lock.locked()

    @property
    def turn_ends_at(self) -> int | None:
        """When the clock of the seat to act runs out, in milliseconds since 1970."""
        return None if self._clock is None else self._turn_began(self._clock)[1] + self._clock

    @property
    def turn_is_due(self) -> int | None:
        """When the clock of the seat to act runs out, by the clock for durations."""
        return None if self._clock is None else self._turn_began(self._clock)[0] + self._clock

    @property
    def _clock(self) -> int | None:
        """The milliseconds that the seat to act has for its turn."""
        actor = self.session.actor
        if self.lobby.clock is None or actor is None or self.lobby.seats[actor].kind != "person":
            return None
        return 1000 * self.lobby.clock

    def _turn_began(self, clock: int) -> tuple[int, int]:
        """Returns when the turn began, by the clock for durations and in milliseconds since 1970.

        Both are fixed when this process first asks. The time that a turn took before, in another process, follows from
        what is stored, as far as the system clocks can be believed.
        """
        stored = self.session.moment.turn_began
        if stored not in self._turns:
            if len(self._turns) > 1:  # the last turn is kept, because its action may be taken back
                del self._turns[next(iter(self._turns))]
            took = min(max(0, now() - stored), max(0, clock - 1000 * RETURN_SECONDS))
            self._turns[stored] = steady() - took, now() - took
        return self._turns[stored]

    def was_stood_in_for(self, seat: int) -> bool:
        """Whether a bot acted for *seat* last, before the table was loaded here."""
        acted = (one.event for one in reversed(self.session.history) if one.event.kind == "action")
        last = next((event for event in acted if event.seat == seat), None)
        return last is not None and last.bot and last.seq <= self._loaded

    # Presence

    def enter(self, reader: Reader, since: int) -> None:
        """Adds a socket, and sends it everything after event *since*."""
        self.touched = steady()
        self.audience.enter(reader, since)
        self._attend(self)

    def leave(self, reader: Reader) -> None:
        """Removes a socket."""
        self.touched = steady()
        self.audience.leave(reader)
        self._attend(self)

    def update_elsewhere(self, process: str, guests: frozenset[str], watching: int) -> None:
        """Records who is connected through another process."""
        if self.audience.update_elsewhere(process, guests, watching):
            self._attend(self)

    # Playing

    async def act(self, guest: str | None, frame: wire.Act) -> int:
        """Plays an action for the seat to act. Returns the number of its event, which is durable."""
        if not self.lobby.seats_of(guest):
            raise RefusedError("action/not-your-turn", "somebody else is to act", 403)
        if frame.seq > self.session.seq:
            await self.catch_up(frame.seq)
        async with self._lock:
            return await self._act(guest, frame)

    async def back(self, guest: str | None, frame: wire.Back) -> int:
        """Takes the last action back. Returns the number of that event, which is durable."""
        if not self.lobby.seats_of(guest):
            raise RefusedError("back/not-yours", "the last action was somebody else's", 403)
        await self.catch_up(frame.seq)
        return await self._alone(lambda: self._back(guest, frame))

    async def act_as_bot(self, token: str, seq: int) -> None:
        """Plays what a bot has chosen after event *seq*, unless something has happened since."""
        await self._alone(lambda: self._act_as_bot(token, seq))

    def explain(self, frame: wire.Explain) -> wire.Explained:
        """Returns what the action of *frame* would change in the score."""
        self._require(frame.seq)
        if self.session.actor is None:
            raise RefusedError("table/over", "nobody is to act")
        state = self.session.state
        if frame.token is not None:
            return explained(state, parse_action(frame.token, self.session.game))
        return explained(state, state.aim(frame.kind or "", tuple(map(parse_square, frame.squares))))

    async def resign(self, guest: str, seat: int) -> None:
        """Resigns for *seat*. With two kingdoms the game ends unless a partner plays on; otherwise a bot takes over."""
        await self._retry_if_stale(lambda: self._resign(guest, seat))

    async def abandon(self, guest: str) -> None:
        """Closes the table for its host. Who leaves others behind in a game that they have begun resigns instead."""
        await self._retry_if_stale(lambda: self._abandon(guest))

    async def remove(self, guest: str, seat: int) -> None:
        """Removes the person in *seat* for the host, before anybody has acted."""
        await self._retry_if_stale(lambda: self._remove(guest, seat))

    async def change(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        """Changes the lobby. Begins or closes the game if the new lobby says so."""
        return await self._retry_if_stale(lambda: self._change(change))

    async def begin(self) -> None:
        """Begins a rematch."""
        await self.change(seating.started)

    async def catch_up(self, seq: int) -> None:
        """Reads new events if event *seq* is unknown here: a client may learn of it from another process earlier."""
        if seq > self.session.seq and self._hall.is_shared:
            await self.refresh()

    async def learn(self, seq: int, version: int, events: Sequence[Event]) -> None:
        """Takes in *events*, which another process has stored, up to event *seq*; reads what else is unknown here.

        The first event is read: the deal needs the lobby of that moment.
        """
        async with self._lock:
            if events and version == self.version and self.session.seq and events[0].seq == self.session.seq + 1:
                self._take_in(None, events)
        await self.refresh(seq, version)

    async def refresh(self, seq: int | None = None, version: int | None = None) -> None:
        """Reads what another process has written, unless event *seq* and *version* of the lobby are known already.

        One reads at a time. All who ask meanwhile wait together for the next one, and the game goes on.
        """
        if seq is None or version is None or seq > self.session.seq or version > self.version:
            if self._next_refresh is None:
                self._next_refresh = asyncio.ensure_future(self._refresh_beside())
            await asyncio.shield(self._next_refresh)

    # One change at a time

    async def _alone(self, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Runs *work* while nothing else changes the table."""
        async with self._lock:
            return await work()

    async def _act(self, guest: str | None, frame: wire.Act) -> int:
        session = self.session
        repeated = self._repeated(guest, frame)
        if repeated is not None:
            return repeated.seq
        self._require(frame.seq)
        if session.actor is None:
            raise RefusedError("table/over", "nobody is to act")
        if not self.lobby.owns(guest, session.actor):
            raise RefusedError("action/not-your-turn", "somebody else is to act", 403)
        return await self._commit_frame(guest, frame, self._plan_action(frame.token, bot=False, client=frame.id))

    async def _back(self, guest: str | None, frame: wire.Back) -> int:
        repeated = self._repeated(guest, frame)
        if repeated is not None:
            return repeated.seq
        self._require(None if self._is_current(frame.seq) else frame.seq)
        planned = [self.session.plan_back(now(), frame.id)]
        if not self.lobby.owns(guest, self.session.taker):
            raise RefusedError("back/not-yours", "the last action was somebody else's", 403)
        return await self._commit_frame(guest, frame, planned)

    def _is_current(self, seq: int) -> bool:
        """Whether only bots have acted since event *seq*, at a table where that can be taken back too."""
        since = [one.event for one in self.session.history[seq:]]
        return self.session.is_free and all(event.bot or event.kind == "chance" for event in since)

    def _free(self) -> None:
        """Lets the only person at the table take back any number of turns."""
        self.session.is_free = len(self.lobby.sitting) == 1

    def _repeated(self, guest: str | None, frame: wire.Act | wire.Back) -> Event | None:
        """Returns the event of a frame that was answered before. Raises RefusedError if another frame had its id."""
        found = self.session.event_of_client(frame.id, self.lobby.seats_of(guest))
        if found is None:
            return None
        if isinstance(frame, wire.Act):
            is_same = found.kind == "action" and found.token == str(parse_action(frame.token, self.session.game))
        else:
            is_same = found.kind == "back"
        if not is_same:
            raise RefusedError("action/conflict", f"that id belongs to another action, event {found.seq}")
        return found

    async def _commit_frame(self, guest: str | None, frame: wire.Act | wire.Back, planned: Sequence[Planned]) -> int:
        """Stores what *frame* asks for. Returns the number of its event.

        If the database had stored it before and only the answer was lost, the event is found now.
        """
        try:
            await self._commit(planned)
        except RefusedError:
            stored = self._repeated(guest, frame)
            if stored is None:
                raise
            return stored.seq
        return planned[0].event.seq

    def _plan_action(self, token: str, *, bot: bool, client: str | None = None) -> list[Planned]:
        """Returns the action of *token*, and what chance answers."""
        session, offered = self.session, self.audience.offered(token)
        if offered is None:
            planned = session.plan_action(parse_action(token, session.game), now(), bot=bot, client=client)
        else:
            action, token, points = offered
            planned = session.plan_action(action, now(), bot=bot, client=client, token=token, points=points)
        return [planned, *session.plan_deals(planned.event.at, planned)]

    async def _act_as_bot(self, token: str, seq: int) -> None:
        if self.session.seq == seq and self.is_playing:
            await self._commit(self._plan_action(token, bot=True))

    async def _resign(self, guest: str, seat: int) -> None:
        self._require()
        sitter = seating.require_seat(self.lobby, seat, guest)
        state = self.session.state
        kingdom = state.kingdom_of(Seat(seat))
        partners = [
            one
            for at, one in enumerate(self.lobby.seats)
            if at != seat and state.kingdom_of(Seat(at)) == kingdom and one.kind == "person" and one.guest != guest
        ]
        ends = len(state.kingdoms) == 2 and not partners
        planned = [self.session.plan_resign(Seat(seat), now(), ends=ends)]
        if ends:
            lobby = msgspec.structs.replace(self.lobby, phase="over", ended="resigned")
        else:
            bot = Sitter("bot", sitter.name, None, seating.STAND_IN, gave_up=guest)
            lobby = seating.with_seat(self.lobby, seat, bot)
        await self._commit(planned, lobby)

    async def _abandon(self, guest: str) -> None:
        seating.require_host(self.lobby, guest)
        is_alone = self.lobby.sitting <= {guest}
        if not self.is_playing or not self._has_begun or is_alone:
            await self._change(seating.abandoned)
            return
        seats = self.lobby.seats_of(guest)
        if not seats:
            raise RefusedError("table/begun", "the game has begun: only those who play it can end it")
        for seat in seats:
            if self.is_playing:
                await self._resign(guest, seat)

    async def _remove(self, guest: str, seat: int) -> None:
        seating.require_host(self.lobby, guest)
        if self._has_begun:
            raise RefusedError("table/begun", "the game has begun")
        await self._change(lambda lobby: seating.removed(lobby, seat))

    @property
    def _has_begun(self) -> bool:
        """Whether anybody has acted."""
        return any(one.event.kind == "action" for one in self.session.history)

    async def _change(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        lobby = with_fitting_shares(change(self.lobby), self.lobby)
        if lobby != self.lobby:
            await self._commit(self._events_of(lobby), lobby)
        return lobby

    def _events_of(self, lobby: Lobby) -> list[Planned]:
        """Returns the events that a change of the lobby causes: the first deal, or the close of the game."""
        if lobby.phase == "playing" and not self.session.seq:
            require_shares(lobby)
            self.session.mix(values_of(lobby))
            return self.session.plan_deals(now())
        return [self.session.plan_close(now())] if lobby.phase == "closed" and self.is_playing else []

    async def _retry_if_stale(self, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Runs *work* alone, and runs it again if it was refused because of another process's change."""
        try:
            return await self._alone(work)
        except RefusedError as refusal:
            before = self.session.seq, self.version
            if refusal.code != "table/stale" and self._hall.is_shared:
                await self.refresh()
            if refusal.code != "table/stale" and before == (self.session.seq, self.version):
                raise
        return await self._alone(work)

    async def _refresh_beside(self) -> None:
        """Reads what another process has written while the game goes on, and then takes it in."""
        async with self._reading:
            self._next_refresh = None  # what is written from now on may be missed
            stored, events = await self._read()
        async with self._lock:
            self._take_in(stored, events)

    async def _refresh(self) -> None:
        self._take_in(*await self._read())

    async def _read(self) -> tuple[Stored | None, list[Event]]:
        """Reads the events that are unknown here, and then the lobby: the deal needs what it had at the first event."""
        events = await self._store.events_since(self.id, self.session.seq)
        return await self._store.lobby_of(self.id), events

    def _take_in(self, stored: Stored | None, events: Sequence[Event]) -> None:
        since, version = self.session.seq, self.version
        if stored is not None and not since:
            self.session.mix(values_of(stored.lobby))
        self.session.read(event for event in events if event.seq > since)
        if stored is not None and stored.version > version:
            self.lobby, self.version = stored.lobby, stored.version
            self._free()
        self._publish(since, self.version != version)

    async def _read_written(self) -> None:
        await self._store.flush()
        await self.refresh()

    async def _commit(self, planned: Sequence[Planned], lobby: Lobby | None = None) -> None:
        """Stores what was planned, and then publishes it."""
        since, record = self.session.seq, None
        if planned and planned[-1].moment.state.is_over and lobby is None:
            lobby = msgspec.structs.replace(self.lobby, phase="over", ended="finished")
        if lobby is not None and lobby.phase == "over":
            record = str(self.session.after(planned).record([seat.name for seat in lobby.seats], reveals_seed=True))
        change = None if lobby is None else (self.version, self.lobby, lobby)
        try:
            events = [one.event for one in planned]
            news = self._hall.news(self, events, self.version + (lobby is not None))
            await self._store.append(self.id, events, change, record, news)
        except StaleError:
            await self._refresh()
            raise RefusedError("table/stale", "something else has happened in the meantime") from None
        except asyncio.CancelledError:  # the caller is gone, but what it wrote is stored and has happened
            self._hall.spawn(self._read_written())
            raise
        self.session.add(planned)
        for one in planned:
            self._metrics.count_event(one.event.kind)
        if lobby is not None:
            self.lobby, self.version = lobby, self.version + 1
            self._free()
        self._publish(since, lobby is not None)

    def _publish(self, since: int, lobby_changed: bool) -> None:
        self.touched = self.changed = steady()
        if lobby_changed:
            self.audience.send_table()
        if self.session.seq != since or (lobby_changed and self.is_playing):  # a new owner of a seat needs its choices
            self.audience.send_news(since)
        self._attend(self)

    def _require(self, seq: int | None = None) -> None:
        """Raises RefusedError unless the game is being played and *seq* is its last event."""
        if self.lobby.phase == "open":
            raise RefusedError("table/not-begun", "the game has not begun")
        if not self.is_playing:
            raise RefusedError("table/over", "the game is over")
        if seq is not None and seq != self.session.seq:
            raise RefusedError("table/stale", f"expected event {self.session.seq} to be known, got: {seq}")
