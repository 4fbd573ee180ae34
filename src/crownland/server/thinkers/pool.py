"""Pools of minds, which run bots and judge positions. One that is slow, stuck or dead does not delay others.

Nobody waits long because others ask much: addresses take turns, and so do the guests of an address.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from random import SystemRandom
from typing import Any, Protocol, TypeVar

from crownland.bots import BOTS
from crownland.games.protocol import Action, State
from crownland.review.review import Decision, Draw, Way, Wins
from crownland.server.logs import log
from crownland.server.thinkers.worker import Answer, Choose, Evaluate, Moment, Question
from crownland.server.turns import NOBODY, Asker, Gate

__all__ = ["Mind", "Pool", "ThinkerError", "Thinkers"]

EVALUATE_SECONDS = 5.0  # for one position; while compiled code is still loaded, that is the answer
MOMENT_SECONDS = 600.0  # for one moment of a review, which yields to everybody and may have to compile code first
MAX_OF_GUEST, MAX_OF_ADDRESS = 8, 32  # questions to one pool that are not answered yet

ResultT = TypeVar("ResultT")


class ThinkerError(Exception):
    """A mind has died, or did not answer in time."""


class Mind(Protocol):
    """What answers questions, one at a time."""

    @property
    def has_ended(self) -> bool:
        """Whether it has died by itself."""

    async def ask(self, question: Question) -> Answer:
        """Answers *question*. Raises ThinkerError."""

    async def end(self) -> None:
        """Ends it, whatever it does."""


class Thinkers:
    """Three pools: for quick bots, for bots that search, and for reviews."""

    def __init__(self, quick: "Pool", slow: "Pool", reviewing: "Pool") -> None:
        self.quick, self.slow, self.reviewing = quick, slow, reviewing

    async def warm(self) -> None:
        """Starts a quick mind and a slow one before the first question."""
        await asyncio.gather(self.quick.warm(), self.slow.warm())

    async def choose(self, state: State[Any], bot: str, seconds: float, asker: Asker = NOBODY) -> str:
        """Returns the token of the action that *bot* chooses in *state*, on behalf of *asker*.

        If the bot fails, greedy chooses; if that fails too, the action is random. Raises CrowdedError if *asker* waits
        for too many answers already.
        """
        actions = state.legal_actions()
        if len(actions) == 1:
            return str(actions[0])
        position = str(state)
        for attempt in (bot, "greedy"):
            try:
                answer = await self._pool(attempt).ask(Choose(position, attempt, seconds), asker)
                if answer.token:
                    return answer.token
                log("bot failed", bot=attempt, error=answer.error)
            except (ThinkerError, OSError) as error:
                log("bot process failed", bot=attempt, error=str(error))
        return str(SystemRandom().choice(actions))

    async def evaluate(self, state: State[Any], asker: Asker = NOBODY, seed: int = 0) -> list[Way]:
        """Returns everything that the seat to act in *state* can do, the best first: what a review says with that seed.

        Raises CrowdedError like :meth:`choose`, and ThinkerError if nothing can judge the position, or not yet.
        """
        answer = await self.slow.ask(Evaluate(str(state), seed, EVALUATE_SECONDS), asker)
        if not answer.ways:
            raise ThinkerError(answer.error)
        return list(answer.ways)

    async def judge(self, state: State[Any], seq: int, action: Action) -> tuple[Draw | Decision, str]:
        """Judges *action* in *state*, for a review. Returns who has judged, too."""
        answer = await self._review(Moment(str(state), seq, str(action), MOMENT_SECONDS))
        moment = answer.draw or answer.decision
        if moment is None:
            raise ThinkerError(answer.error)
        return moment, answer.judge

    async def judge_end(self, state: State[Any], seq: int) -> Wins:
        """Returns the chances of the kingdoms in *state*, the end of a review."""
        answer = await self._review(Moment(str(state), seq, None, MOMENT_SECONDS))
        if not answer.wins:
            raise ThinkerError(answer.error)
        return answer.wins

    async def _review(self, question: Moment) -> Answer:
        """Asks again if the process has died: a review is long, and most of it is done."""
        try:
            return await self.reviewing.ask(question)
        except ThinkerError as error:
            log("review process failed", error=str(error))
            return await self.reviewing.ask(question)

    @property
    def waiting(self) -> int:
        """The number of questions of live tables without an answer."""
        return self.quick.waiting + self.slow.waiting

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.slow.close(), self.reviewing.close())

    def _pool(self, bot: str) -> "Pool":
        entry = BOTS.get(bot)
        return self.slow if entry is not None and entry.takes_time else self.quick


class Pool:
    """Up to *size* minds, started when needed and kept for further questions.

    *start* returns a mind that is ready, or raises ThinkerError or OSError and leaves nothing behind.
    """

    def __init__(self, size: int, start: Callable[[], Awaitable[Mind]]) -> None:
        self.all: set[Mind] = set()
        self._start_one = start
        self._free: deque[Mind] = deque()
        self._gate = Gate(size, MAX_OF_GUEST, MAX_OF_ADDRESS)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """The number of questions without an answer."""
        return self._gate.asked

    async def warm(self) -> None:
        """Starts one mind before the first question."""
        await self._gate.enter()
        await self._run(self._warm_one())

    async def rest(self) -> None:
        """Ends the minds that are free; the next question starts one again."""
        free = list(self._free)
        self._free.clear()
        for mind in free:
            await self._end(mind)

    async def close(self) -> None:
        """Ends all minds, also those that are being started. Nothing can start another one afterwards."""
        self._is_closed = True
        self._gate.close(ThinkerError("the pool is closed"))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for mind in list(self.all):
            await self._end(mind)

    async def ask(self, question: Question, asker: Asker = NOBODY) -> Answer:
        """Returns the answer to *question*. If the caller is cancelled, the mind still finishes and stays usable."""
        with self._gate.counted(asker):
            await self._gate.enter(asker)
            return await self._run(self._ask_one(question))

    async def _run(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        """Runs *work* to its end even if the caller is cancelled. Only ``close`` cancels it, and waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved; the caller, if any, has received it

    async def _warm_one(self) -> None:
        try:
            with suppress(ThinkerError, OSError):
                self._free.append(self._take_free() or await self._start())
        finally:
            self._gate.leave()

    async def _ask_one(self, question: Question) -> Answer:
        try:
            mind = self._take_free() or await self._start()
            try:
                answer = await mind.ask(question)
            except BaseException:
                await asyncio.shield(self._end(mind))
                raise
            self._free.append(mind)
            return answer
        finally:
            self._gate.leave()

    def _take_free(self) -> Mind | None:
        """Returns a free mind, or None; drops those that have died."""
        while self._free:
            mind = self._free.pop()
            if not mind.has_ended:
                return mind
            self.all.discard(mind)
        return None

    async def _start(self) -> Mind:
        if self._is_closed:
            raise ThinkerError("the pool is closed")
        mind = await self._start_one()
        self.all.add(mind)
        return mind

    async def _end(self, mind: Mind) -> None:
        self.all.discard(mind)
        await mind.end()
