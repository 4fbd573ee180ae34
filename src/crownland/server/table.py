"""A table in memory: its lobby, its game, who is there, and one change at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

import msgspec

from crownland.kernel.action import Seat
from crownland.kernel.square import parse_square
from crownland.notation.token import parse_action
from crownland.server import lobby as seating
from crownland.server import wire
from crownland.server.audience import Audience, Reader
from crownland.server.choices import explained
from crownland.server.metrics import Metrics
from crownland.server.moment import now
from crownland.server.refusal import RefusedError, StaleError
from crownland.server.rows import Header, Lobby, Stored
from crownland.server.store import Store
from crownland.table.session import Planned, Session

__all__ = ["Keeper", "Table"]

ResultT = TypeVar("ResultT")


class Keeper(Protocol):
    """What a table needs of the hall it is in."""

    store: Store
    metrics: Metrics

    @property
    def is_shared(self) -> bool:
        """Whether other processes may have the same tables."""

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
        self.game = Session(stored.header.setup, stored.header.seed, stored.events)
        self.audience = Audience(self)
        self.loaded = self.touched = now()
        self._hall, self._store, self._metrics = hall, hall.store, hall.metrics
        self._attend = hall.attend
        self._lock = asyncio.Lock()

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def is_playing(self) -> bool:
        return self.lobby.phase == "playing"

    @property
    def is_changing(self) -> bool:
        return self._lock.locked()

    @property
    def turn_ends_at(self) -> int | None:
        """When the clock of whoever is to act runs out, in milliseconds since 1970."""
        actor = self.game.actor
        if self.lobby.clock is None or actor is None or self.lobby.seats[actor].kind != "person":
            return None
        return max(self.game.moment.turn_began, self.loaded) + 1000 * self.lobby.clock

    # Coming and going

    def enter(self, reader: Reader, since: int) -> None:
        """A socket comes: it hears everything after event *since*, and then what happens."""
        self.touched = now()
        self.audience.enter(reader, since)
        self._attend(self)

    def leave(self, reader: Reader) -> None:
        self.touched = now()
        self.audience.leave(reader)
        self._attend(self)

    def is_elsewhere(self, process: str, guests: frozenset[str], watching: int) -> None:
        """Another process tells who is at this table there."""
        if self.audience.is_elsewhere(process, guests, watching):
            self._attend(self)

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
        state = self.game.state
        if frame.token is not None:
            return explained(state, parse_action(frame.token, self.game.game))
        squares = tuple(map(parse_square, frame.squares))
        return explained(state, state.aim(frame.kind or "", squares))

    async def resign(self, guest: str, seat: int, level: str) -> None:
        """*seat* gives up: with two kingdoms the game is over, unless a partner plays on; else a bot plays on."""
        await self._alone(lambda: self._up_to_date(lambda: self._resign(guest, seat, level)))

    async def change(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        """Change who sits where. Begins the game when the new lobby says so."""
        return await self._alone(lambda: self._up_to_date(lambda: self._change(change)))

    async def catch_up(self, seq: int) -> None:
        """Read what is new, if event *seq* is not known here and may be elsewhere."""
        await self._alone(lambda: self._catch_up(seq))

    async def refresh(self, seq: int | None = None, version: int | None = None) -> None:
        """Somebody else has written up to event *seq* and that *version* of the lobby: read what is new."""
        if seq is None or version is None or seq > self.game.seq or version > self.version:
            await self._alone(self._refresh)

    # One change at a time

    async def _alone(self, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """*work* alone; it is finished even when nobody waits for it any more."""

        async def locked() -> ResultT:
            async with self._lock:
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def _act(self, guest: str | None, frame: wire.Act) -> int:
        game = self.game
        repeated = game.event_of_client(frame.id, self.lobby.seats_of(guest))
        if repeated is not None:
            return repeated.seq
        await self._catch_up(frame.seq)
        self._require(frame.seq)
        if game.actor is None:
            raise RefusedError("table/over", "nobody is to act")
        if not self.lobby.owns(guest, game.actor):
            raise RefusedError("action/not-your-turn", "somebody else is to act", 403)
        return await self._commit_of(guest, frame, self._plan_action(frame.token, bot=False, client=frame.id))

    async def _back(self, guest: str | None, frame: wire.Back) -> int:
        repeated = self.game.event_of_client(frame.id, self.lobby.seats_of(guest))
        if repeated is not None:
            return repeated.seq
        await self._catch_up(frame.seq)
        self._require(frame.seq)
        planned = [self.game.plan_back(now(), frame.id)]
        if not self.lobby.owns(guest, self.game.taker):
            raise RefusedError("back/not-yours", "the last action was somebody else's", 403)
        return await self._commit_of(guest, frame, planned)

    async def _commit_of(self, guest: str | None, frame: wire.Act | wire.Back, planned: Sequence[Planned]) -> int:
        """Keep what *frame* asks for; the number of its event.

        When the database had kept it before, and only its answer was lost, that is found out now.
        """
        try:
            await self._commit(planned)
        except RefusedError:
            kept = self.game.event_of_client(frame.id, self.lobby.seats_of(guest))
            if kept is None:
                raise
            return kept.seq
        return planned[0].event.seq

    def _plan_action(self, token: str, *, bot: bool, client: str | None = None) -> list[Planned]:
        """The action of *token*, and what chance answers."""
        action = parse_action(token, self.game.game)
        planned = self.game.plan_action(action, now(), bot=bot, client=client)
        return [planned, *self.game.plan_deals(planned.event.at, planned)]

    async def _act_as_bot(self, token: str, seq: int) -> bool:
        if self.game.seq != seq or not self.is_playing:
            return False
        await self._commit(self._plan_action(token, bot=True))
        return True

    async def _resign(self, guest: str, seat: int, level: str) -> None:
        self._require()
        sitter = seating.require_seat(self.lobby, seat, guest)
        state = self.game.state
        kingdom = state.kingdom_of(Seat(seat))
        partners = [
            one
            for at, one in enumerate(self.lobby.seats)
            if at != seat and state.kingdom_of(Seat(at)) == kingdom and one.kind == "person" and one.guest != guest
        ]
        ends = len(state.kingdoms) == 2 and not partners
        planned = [self.game.plan_resign(Seat(seat), now(), ends=ends)]
        if ends:
            lobby = msgspec.structs.replace(self.lobby, phase="over", ended="resigned")
        else:
            bot = msgspec.structs.replace(sitter, kind="bot", bot=level, guest=None, secret=None)
            lobby = seating.with_seat(self.lobby, seat, bot)
        await self._commit(planned, lobby)

    async def _change(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        lobby = change(self.lobby)
        if lobby != self.lobby:
            await self._commit(self._follows(lobby), lobby)
        return lobby

    def _follows(self, lobby: Lobby) -> list[Planned]:
        """What happens in the game when its lobby becomes *lobby*: it begins, or it is closed."""
        if lobby.phase == "playing" and not self.game.seq:
            return self.game.plan_deals(now())
        return [self.game.plan_close(now())] if lobby.phase == "closed" and self.is_playing else []

    async def _up_to_date(self, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """*work*, and once more when it was refused because another process was first."""
        try:
            return await work()
        except RefusedError as refusal:
            known = self.game.seq, self.version
            if refusal.code != "table/stale" and self._hall.is_shared:
                await self._refresh()
            if refusal.code != "table/stale" and known == (self.game.seq, self.version):
                raise
        return await work()

    async def _catch_up(self, seq: int) -> None:
        """Somebody has heard of event *seq* from another process, perhaps sooner than this one."""
        if seq > self.game.seq and self._hall.is_shared:
            await self._refresh()

    async def _refresh(self) -> None:
        stored = await self._store.lobby_of(self.id)
        events = await self._store.events_since(self.id, self.game.seq)
        since, version = self.game.seq, self.version
        self.game.read(events)
        if stored is not None and stored.version > version:
            self.lobby, self.version = stored.lobby, stored.version
        self._tell(since, self.version != version)

    async def _commit(self, planned: Sequence[Planned], lobby: Lobby | None = None) -> None:
        """Keep what was planned, and then tell it."""
        since, record = self.game.seq, None
        if planned and planned[-1].moment.state.is_over and lobby is None:
            lobby = msgspec.structs.replace(self.lobby, phase="over", ended="finished")
        if lobby is not None and lobby.phase == "over":
            record = str(self.game.after(planned).record([seat.name for seat in lobby.seats], reveals_seed=True))
        change = None if lobby is None else (self.version, self.lobby, lobby)
        try:
            news = self._hall.news(self, since + len(planned), self.version + (lobby is not None))
            await self._store.append(self.id, [one.event for one in planned], change, record, news)
        except StaleError:
            await self._refresh()
            raise RefusedError("table/stale", "something else has happened in the meantime") from None
        self.game.add(planned)
        for one in planned:
            self._metrics.events.labels(one.event.kind).inc()
        if lobby is not None:
            self.lobby, self.version = lobby, self.version + 1
        self._tell(since, lobby is not None)

    def _tell(self, since: int, lobby_changed: bool) -> None:
        self.touched = now()
        if lobby_changed:
            self.audience.tell_table()
        if self.game.seq != since or (lobby_changed and self.is_playing):  # whoever owns a seat now hears its choices
            self.audience.tell_news(since)
        self._attend(self)

    def _require(self, seq: int | None = None) -> None:
        """The game is being played, and *seq* is its last event."""
        if self.lobby.phase == "open":
            raise RefusedError("table/not-begun", "the game has not begun")
        if not self.is_playing:
            raise RefusedError("table/over", "the game is over")
        if seq is not None and seq != self.game.seq:
            raise RefusedError("table/stale", f"expected event {self.game.seq} to be known, got: {seq}")
