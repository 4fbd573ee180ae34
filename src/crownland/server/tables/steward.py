"""Keeps games going: bots act for their seats, for people who are gone too long, and when a clock runs out."""

import asyncio
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crownland.server.frames.wire import PaceName
from crownland.server.logs import log_error
from crownland.server.refusal import RefusedError
from crownland.server.store.rows import Lobby
from crownland.server.tables.live_table import RETURN_SECONDS, LiveTable
from crownland.server.tables.lobby import STAND_IN
from crownland.server.timestamps import steady
from crownland.server.turns import NOBODY, Asker, CrowdedError
from crownland.table.session import NotNowError

if TYPE_CHECKING:
    from crownland.server.metrics import Metrics
    from crownland.server.settings import Settings
    from crownland.server.store.leases import Leases
    from crownland.server.thinkers.pool import Thinkers

__all__ = ["Steward"]

RETRY_SECONDS = 2.0  # after a bot could not act
CROWDED_SECONDS = 0.5  # after too many bots of the same people had to think
SAME_TURN_PAUSE = 0.5  # of the usual pause, for a bot that continues its turn
PACES: dict[PaceName, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.4, "once": 0.0}  # of the usual pause


@dataclass(slots=True)
class _Duty:
    """The state of the steward's work for one table."""

    timer: asyncio.TimerHandle | None = None
    thinking: "asyncio.Task[None] | None" = None
    seq: int = -1  # the event after which a bot is thinking
    timed_out: tuple[object, ...] | None = None  # the turn whose clock has run out
    gone: dict[str, int] = field(default_factory=dict)  # by guest with a seat: since when others wait for them
    idle: tuple[Lobby, int] | None = None  # the lobby and the arrivals with which there is nothing to do


class Steward:
    """Decides, after every change of a table, which bot acts next and when."""

    def __init__(self, thinkers: "Thinkers", settings: "Settings", metrics: "Metrics") -> None:
        self.leases: Leases | None = None  # if other processes have the same tables
        self._thinkers, self._settings, self._metrics = thinkers, settings, metrics
        self._duties: dict[str, _Duty] = {}
        self._acting: set[asyncio.Task[None]] = set()  # bots that are thinking, or whose action is being stored
        self._is_closed = False

    def attend(self, table: LiveTable) -> None:
        """Starts the bot that is to act at *table*, or plans when to look again. Does nothing after ``close``."""
        if self._is_closed:
            return
        duty = self._duties.get(table.id)
        if duty is None:
            duty = self._duties[table.id] = _Duty()
        elif duty.idle is not None and duty.idle[0] is table.lobby and duty.idle[1] == table.audience.arrivals:
            return
        duty.idle = None
        if duty.timer is not None:
            duty.timer.cancel()
            duty.timer = None
        self._update_presence(table, duty)
        seat = table.session.actor if table.is_playing else None
        if seat is not None and _needs_nobody(table):
            duty.idle = table.lobby, table.audience.arrivals
        if seat is None or not table.audience.readers:  # where nobody looks on, or only through another process
            self._stop_thinking(duty)
            return
        wake = self._check_clocks(table, duty, seat)
        bot = self._bot_for(table, duty, seat)
        if bot is None:
            self._stop_thinking(duty)
            if wake is not None:
                self._plan(table, duty, (wake - steady()) / 1000)
        elif duty.seq != table.session.seq:
            self._stop_thinking(duty)
            duty.seq = table.session.seq
            duty.thinking = asyncio.get_running_loop().create_task(self._act(table, duty, bot))
            self._acting.add(duty.thinking)
            duty.thinking.add_done_callback(self._acting.discard)

    def is_busy(self, table: LiveTable) -> bool:
        duty = self._duties.get(table.id)
        return duty is not None and duty.thinking is not None

    def dismiss(self, table: LiveTable) -> None:
        """Stops all work for *table*, which is dropped from memory."""
        self._dismiss(table.id)

    async def close(self) -> None:
        """Stops all work for all tables. Returns when the actions that were being stored are stored."""
        self._is_closed = True
        for table in list(self._duties):
            self._dismiss(table)
        await asyncio.gather(*self._acting, return_exceptions=True)

    def _dismiss(self, table: str) -> None:
        duty = self._duties.pop(table, None)
        if duty is not None:
            self._stop_thinking(duty)
            if duty.timer is not None:
                duty.timer.cancel()

    def _update_presence(self, table: LiveTable, duty: _Duty) -> None:
        """Notes since when people are gone, and gives seats back to those who have returned or reclaimed them.

        While nobody is connected, nobody waits: after a network failure for all, the first person who is back has
        not been waiting for the others yet.
        """
        if not any(map(table.audience.has, table.lobby.sitting)):
            duty.gone.clear()
            return
        for guest in table.lobby.sitting:
            if table.audience.has(guest):
                duty.gone.pop(guest, None)
                table.audience.end_stand_ins(guest)
            else:
                duty.gone.setdefault(guest, self._gone_since(table, guest))

    def _gone_since(self, table: LiveTable, guest: str) -> int:
        """Returns now, or an earlier time if a bot stood in for *guest* before this process had the table."""
        waited = any(map(table.was_stood_in_for, table.lobby.seats_of(guest)))
        return steady() - (int(1000 * max(0, self._settings.away - RETURN_SECONDS)) if waited else 0)

    def _check_clocks(self, table: LiveTable, duty: _Duty, seat: int) -> int | None:
        """Returns when a bot is to act for the person in *seat*. If that is now, records that it does."""
        sitter, moment = table.lobby.seats[seat], steady()
        if sitter.kind != "person" or table.audience.is_empty:
            return None
        times = []
        if (ends := table.turn_is_due) is not None:
            times.append(ends)
            if ends <= moment:
                duty.timed_out = table.session.moment.turn
        others = any(table.audience.has(guest) for guest in table.lobby.sitting if guest != sitter.guest)
        if sitter.guest in duty.gone and others:
            due = duty.gone[sitter.guest] + int(1000 * self._settings.away)
            times.append(due)
            if due <= moment and seat not in table.audience.stand_ins:
                table.audience.stand_in(seat)
        return min(times, default=None)

    def _bot_for(self, table: LiveTable, duty: _Duty, seat: int) -> str | None:
        """Returns the bot that is to act for *seat* now, or None if a person is."""
        sitter = table.lobby.seats[seat]
        if sitter.kind == "bot":
            return sitter.bot or STAND_IN
        timed_out = duty.timed_out == table.session.moment.turn
        return STAND_IN if seat in table.audience.stand_ins or timed_out else None

    async def _act(self, table: LiveTable, duty: _Duty, bot: str) -> None:
        """Lets *bot* choose, and plays its action."""
        seq = table.session.seq
        try:
            async with nullcontext(True) if self.leases is None else self.leases.lease(table.id, seq) as leased:
                if leased:
                    token = await self._choose(table, bot)
                    duty.thinking = None  # from here on the action must not be cancelled
                    await table.act_as_bot(token, seq)
                else:
                    self._plan(table, duty, RETRY_SECONDS)
        except CrowdedError:
            self._plan(table, duty, CROWDED_SECONDS)
        except (
            RefusedError,
            NotNowError,
        ):  # another process was first; if only with a new name, it must act again
            self._plan(table, duty, RETRY_SECONDS)
        except Exception as error:
            self._metrics.failures.inc()
            log_error("a bot could not act", error)
            self._plan(table, duty, RETRY_SECONDS)
        finally:
            if duty.seq == seq:
                duty.thinking, duty.seq = None, -1

    async def _choose(self, table: LiveTable, bot: str) -> str:
        """Returns the action of *bot*, after a pause in which people can see what happened before."""
        with self._metrics.thinking.time():
            token = await self._thinkers.choose(table.session.state, bot, self._settings.think, _asker_at(table))
        await asyncio.sleep(max(0.0, self._due(table) - steady()) / 1000)
        return token

    def _due(self, table: LiveTable) -> float:
        """Returns the time before which a bot must not act."""
        if table.audience.is_empty or not table.session.history:
            return 0
        last, moment = table.session.history[-1].event, table.session.moment
        share = SAME_TURN_PAUSE if moment.turn_began != last.at else 1.0
        return table.changed + 1000 * self._settings.pause * share * _pace_at(table)

    def _plan(self, table: LiveTable, duty: _Duty, seconds: float) -> None:
        if self._duties.get(table.id) is not duty:
            return  # dismissed
        if duty.timer is not None:
            duty.timer.cancel()
        duty.timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self.attend, table)

    def _stop_thinking(self, duty: _Duty) -> None:
        if duty.thinking is not None:
            duty.thinking.cancel()
        duty.thinking, duty.seq = None, -1


def _needs_nobody(table: LiveTable) -> bool:
    """Whether people play by themselves, as long as they are all here."""
    lobby, audience = table.lobby, table.audience
    return (
        lobby.clock is None
        and not audience.stand_ins
        and all(sitter.kind == "person" and audience.has(sitter.guest) for sitter in lobby.seats)
    )


def _pace_at(table: LiveTable) -> float:
    """Returns the share of the usual pause that bots make: as the slowest of those wishes to whom the table belongs."""
    owners, audience = table.lobby.guests, table.audience
    wishes = [PACES[reader.pace] for reader in audience.readers if reader.guest in owners]
    if not wishes or any(guests for guests, _ in audience.elsewhere.values()):  # whose wishes another process knows
        wishes.append(1.0)
    return max(wishes)


def _asker_at(table: LiveTable) -> Asker:
    """Returns on whose behalf the bots of *table* think: of its host, of somebody who plays, or of a watcher."""
    lobby, readers = table.lobby, table.audience.readers
    if not readers:
        return NOBODY
    first = min(readers, key=lambda one: (one.guest != lobby.host, one.guest not in lobby.sitting, one.address))
    return Asker(first.address, first.guest or "")
