"""Sees to it that a game goes on: bots act, somebody who is gone too long is stood in for, clocks run out."""

import asyncio
from dataclasses import dataclass, field

from crownland.server.leases import Leases
from crownland.server.levels import STAND_IN, bot_of
from crownland.server.logs import log_error
from crownland.server.metrics import Metrics
from crownland.server.moment import now
from crownland.server.refusal import RefusedError
from crownland.server.settings import Settings
from crownland.server.table import Table
from crownland.server.thinkers import Thinkers
from crownland.table.session import NotNowError

__all__ = ["Steward"]

AGAIN = 2.0  # seconds until what went wrong is tried again
SAME_TURN = 0.5  # of the pause, for a bot that goes on with its turn


@dataclass
class _Duty:
    """What the steward has under way for a table."""

    timer: asyncio.TimerHandle | None = None
    thinking: "asyncio.Task[None] | None" = None
    seq: int = -1  # the event after which a bot thinks
    timed_out: tuple[object, ...] | None = None  # the turn whose clock has run out
    gone: dict[str, int] = field(default_factory=dict)  # since when somebody is waited for who sits at the table


class Steward:
    """Attends to tables after everything that happens at them."""

    def __init__(self, thinkers: Thinkers, leases: Leases, settings: Settings, metrics: Metrics) -> None:
        self._thinkers, self._leases, self._settings, self._metrics = thinkers, leases, settings, metrics
        self._duties: dict[str, _Duty] = {}

    def attend(self, table: Table) -> None:
        """Do what is to be done at *table* now, or plan when it will be."""
        duty = self._duties.setdefault(table.id, _Duty())
        if duty.timer is not None:
            duty.timer.cancel()
            duty.timer = None
        self._note_who_is_gone(table, duty)
        seat = table.game.actor if table.is_playing else None
        if seat is None:
            self._stop_thinking(duty)
            return
        wake = self._stand_in_at(table, duty, seat)
        level = self._level(table, duty, seat)
        if level is None:
            self._stop_thinking(duty)
            if wake is not None:
                self._plan(table, duty, (wake - now()) / 1000)
        elif duty.seq != table.game.seq:
            self._stop_thinking(duty)
            duty.seq = table.game.seq
            duty.thinking = asyncio.get_running_loop().create_task(self._act(table, duty, level))

    def is_busy(self, table: Table) -> bool:
        duty = self._duties.get(table.id)
        return duty is not None and duty.thinking is not None

    def dismiss(self, table: Table) -> None:
        """Nobody needs *table* any more."""
        duty = self._duties.pop(table.id, None)
        if duty is not None:
            self._stop_thinking(duty)
            if duty.timer is not None:
                duty.timer.cancel()

    def _note_who_is_gone(self, table: Table, duty: _Duty) -> None:
        """Nobody stands in for somebody who is there, by whatever way they came: also by the secret of the seat.

        While nobody is there nobody waits: when the line of all of them was cut, the first one who is back has not been
        waiting for the others yet.
        """
        moment = now()
        if not any(map(table.audience.has, table.lobby.sitting)):
            duty.gone.clear()
            return
        for guest in table.lobby.sitting:
            if table.audience.has(guest):
                duty.gone.pop(guest, None)
                table.audience.is_back(guest)
            else:
                duty.gone.setdefault(guest, moment)

    def _stand_in_at(self, table: Table, duty: _Duty, seat: int) -> int | None:
        """When a bot is to act for the person in *seat*; if that is now, it is noted who stands in for whom and why."""
        sitter, moment = table.lobby.seats[seat], now()
        if sitter.kind != "person" or not table.audience.is_there:
            return None
        times = []
        if (ends := table.turn_ends_at) is not None:
            times.append(ends)
            if ends <= moment:
                duty.timed_out = table.game.moment.turn
        others = any(table.audience.has(guest) for guest in table.lobby.sitting if guest != sitter.guest)
        if sitter.guest in duty.gone and others:
            due = duty.gone[sitter.guest] + int(1000 * self._settings.away)
            times.append(due)
            if due <= moment and seat not in table.audience.stand_ins:
                table.audience.stand_ins.add(seat)
                table.audience.tell_table_soon()
        return min(times, default=None)

    def _level(self, table: Table, duty: _Duty, seat: int) -> str | None:
        """The level of the bot that acts for *seat* now, if one does."""
        sitter = table.lobby.seats[seat]
        if sitter.kind == "bot":
            return sitter.bot or STAND_IN
        timed_out = duty.timed_out == table.game.moment.turn
        return STAND_IN if seat in table.audience.stand_ins or timed_out else None

    async def _act(self, table: Table, duty: _Duty, level: str) -> None:
        """A bot chooses; people are given time to see what happened before."""
        seq = table.game.seq
        try:
            async with self._leases.lease(table.id, seq) as leased:
                if leased:
                    token = await self._choice(table, level)
                    duty.thinking = None  # what is chosen is played, whatever happens meanwhile
                    await table.act_as_bot(token, seq)
                else:
                    self._plan(table, duty, AGAIN)
        except (
            RefusedError,
            NotNowError,
        ):  # somebody else was first: with an event, or only with a name, and then it is tried again
            self._plan(table, duty, AGAIN)
        except Exception as error:
            self._metrics.failures.inc()
            log_error("a bot could not act", error)
            self._plan(table, duty, AGAIN)
        finally:
            if duty.seq == seq:
                duty.thinking, duty.seq = None, -1

    async def _choice(self, table: Table, level: str) -> str:
        bot, due = bot_of(level), self._due(table)
        seconds = None if ":" in bot else self._settings.think
        with self._metrics.thinking.time():
            token = await self._thinkers.choose(table.game.state, bot, seconds)
        wait = min(due - now(), 1000 * self._settings.pause)  # clocks differ between machines, and are set
        await asyncio.sleep(max(0.0, wait) / 1000)
        return token

    def _due(self, table: Table) -> float:
        if not table.audience.is_there or not table.game.history:
            return 0
        last, moment = table.game.history[-1].event, table.game.moment
        share = SAME_TURN if moment.turn_began != last.at else 1.0
        return last.at + 1000 * self._settings.pause * share

    def _plan(self, table: Table, duty: _Duty, seconds: float) -> None:
        if self._duties.get(table.id) is not duty:
            return  # nobody needs the table any more
        if duty.timer is not None:
            duty.timer.cancel()
        duty.timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self.attend, table)

    def _stop_thinking(self, duty: _Duty) -> None:
        if duty.thinking is not None:
            duty.thinking.cancel()
        duty.thinking, duty.seq = None, -1
