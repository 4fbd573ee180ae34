"""The coach: judges what people do at tables where nobody is elsewhere, and says why.

It knows what everybody at the table can see, and nothing of the deal.
"""

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from crownland.games.protocol import State
from crownland.review.grade import grade_of
from crownland.review.reasons import reasons_for, reasons_of
from crownland.review.review import DIGITS, Way
from crownland.review.wording import action_of
from crownland.server.frames import wire
from crownland.server.frames.view import meaning_of
from crownland.server.logs import log
from crownland.server.refusal import RefusedError
from crownland.server.tables.audience import is_coached
from crownland.server.tables.live_table import LiveTable
from crownland.server.thinkers.pool import ThinkerError
from crownland.server.timestamps import steady
from crownland.server.turns import Asker, CrowdedError
from crownland.table.gain import gain_between

if TYPE_CHECKING:
    from crownland.server.thinkers.pool import Thinkers

__all__ = ["Coach", "coached"]

LOADING_SECONDS = 60.0  # for a process that has just started: it says no until it has loaded what judges
PAUSE_SECONDS = 0.5  # before it is asked again
MAX_KNOWN = 500  # judgements that are kept: of one position there may be several questions


class Coach:
    """Answers questions about positions, each judged once."""

    def __init__(self, thinkers: "Thinkers") -> None:
        self._thinkers = thinkers
        self._known: OrderedDict[tuple[str, int], asyncio.Task[list[Way]]] = OrderedDict()  # by table and event

    async def advise(self, table: LiveTable, asker: Asker, seq: int, token: str | None) -> wire.Coached:
        """Judges everything that *asker* could do after event *seq*.

        Reasons are those for the best of it, or for it and against *token*.
        """
        lobby, session = table.lobby, table.session
        if not is_coached(table.header, lobby, asker.guest):
            raise RefusedError("coach/none", "the coach helps only where nobody else plays", 403)
        if lobby.phase not in ("playing", "over"):
            raise RefusedError("table/over", "the game is not being played")
        await table.catch_up(seq)
        if seq > session.seq:
            raise RefusedError("event/unknown", f"expected an event up to {session.seq}, got: {seq}", 404)
        state = session.state if seq == session.seq else await asyncio.to_thread(lambda: session.until(seq).state)
        if state.actor is None or not lobby.owns(asker.guest, state.actor):
            raise RefusedError("action/not-your-turn", "somebody else is to act", 403)
        tokens = {str(action) for action in state.legal_actions()}
        if token is not None and token not in tokens:
            raise RefusedError("action/illegal", "that cannot be played here")
        ways = await self._ways(table.id, seq, state, asker)
        return await asyncio.to_thread(coached, state, seq, ways, token)

    async def _ways(self, table: str, seq: int, state: State[Any], asker: Asker) -> list[Way]:
        """Returns everything that can be done, the best first; whoever asks meanwhile waits for the same answer."""
        key = table, seq
        task = self._known.get(key)
        if task is None:
            task = self._known[key] = asyncio.ensure_future(self._evaluate(state, asker))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # also if nobody waits any more
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except (CrowdedError, ThinkerError, OSError) as error:
            self._known.pop(key, None)
            crowded = isinstance(error, CrowdedError)
            if not crowded:
                log("the coach failed", error=str(error))
            code, status = ("limit/coach", 429) if crowded else ("coach/failed", 503)
            raise RefusedError(code, "the coach is busy: ask again in a moment", status) from None

    async def _evaluate(self, state: State[Any], asker: Asker) -> list[Way]:
        until = steady() + 1000 * LOADING_SECONDS
        while True:
            try:
                return await self._thinkers.evaluate(state, asker)
            except ThinkerError:
                if steady() >= until:
                    raise
                await asyncio.sleep(PAUSE_SECONDS)


def coached(state: State[Any], seq: int, ways: list[Way], token: str | None) -> wire.Coached:
    """Returns what the coach says when it knows everything that can be done, the best first."""
    seat = state.actor
    assert seat is not None
    kingdom, best = state.kingdom_of(seat), ways[0]
    better = action_of(state, best.action)
    if token is None:
        reasons = reasons_for(state, better)
    else:
        reasons = () if token == best.action else reasons_of(state, action_of(state, token), better)
    lost = {way.action: max(0.0, best.wins[kingdom] - way.wins[kingdom]) for way in ways}
    return wire.Coached(
        seq=seq,
        token=best.action,
        gain=gain_between(state, state.apply(better), seat).points,
        meaning=meaning_of(state.meaning(better)),
        graded={token: wire.Graded(round(one, DIGITS), grade_of(one).value) for token, one in lost.items()},
        reasons=[wire.Reason(key=reason.key, values=dict(reason.values)) for reason in reasons],
    )
