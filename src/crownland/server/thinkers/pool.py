"""Pools of processes that run bots. A process that is slow, stuck or dead does not delay the other pool."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from crownland.bots import BOTS
from crownland.games.protocol import State
from crownland.server.logs import log
from crownland.server.processes import end_process, start_process
from crownland.server.thinkers.worker import Answer, Question

__all__ = ["Thinkers"]

START_SECONDS = 60.0  # until a new process must be ready
GRACE_SECONDS = 5.0  # beyond the limit of the bot

ResultT = TypeVar("ResultT")


class ThinkerError(Exception):
    """A process has died, or did not answer in time."""


class Thinkers:
    """Two pools: one process for quick bots, and up to *size* processes for bots that search."""

    def __init__(self, size: int = 0) -> None:
        self.quick = Pool(1)
        self.slow = Pool(size or max(1, (os.cpu_count() or 2) - 1))

    async def warm(self) -> None:
        """Starts one process of each pool before the first question."""
        await asyncio.gather(self.quick.warm(), self.slow.warm())

    async def choose(self, state: State[Any], bot: str, seconds: float) -> str:
        """Returns the token of the action that *bot* chooses in *state*.

        If the bot fails, greedy chooses; if that fails too, the action is random.
        """
        actions = state.legal_actions()
        if len(actions) == 1:
            return str(actions[0])
        position = str(state)
        for attempt in (bot, "greedy"):
            try:
                answer = await self._pool(attempt).ask(Question(position, attempt, seconds))
                if answer.token:
                    return answer.token
                log("bot failed", bot=attempt, error=answer.error)
            except (ThinkerError, OSError) as error:
                log("bot process failed", bot=attempt, error=str(error))
        return str(SystemRandom().choice(actions))

    @property
    def waiting(self) -> int:
        """The number of questions without an answer."""
        return self.quick.waiting + self.slow.waiting

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.slow.close())

    def _pool(self, bot: str) -> "Pool":
        entry = BOTS.get(bot)
        return self.slow if entry is not None and entry.takes_time else self.quick


class Pool:
    """Up to *size* processes, started when needed and kept for further questions."""

    def __init__(self, size: int) -> None:
        self.all: set[_Worker] = set()
        self._free: deque[_Worker] = deque()
        self._places = asyncio.Semaphore(size)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """The number of questions without an answer."""
        return len(self._tasks)

    async def warm(self) -> None:
        """Starts one process before the first question."""
        await self._run(self._warm_one())

    async def close(self) -> None:
        """Ends all processes, also those that are being started. Nothing can start another one afterwards."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in list(self.all):
            await self._end(worker)

    async def ask(self, question: Question) -> Answer:
        """Returns the answer to *question*. If the caller is cancelled, the process still finishes and stays usable."""
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
        async with self._places:
            with suppress(ThinkerError, OSError):
                self._free.append(self._take_free() or await self._start())

    async def _ask_one(self, question: Question) -> Answer:
        async with self._places:
            worker = self._take_free() or await self._start()
            try:
                answer = await worker.ask(question)
            except BaseException:
                await asyncio.shield(self._end(worker))
                raise
            self._free.append(worker)
            return answer

    def _take_free(self) -> "_Worker | None":
        """Returns a free process, or None; drops those that have died."""
        while self._free:
            worker = self._free.pop()
            if worker.process.returncode is None:
                return worker
            self.all.discard(worker)
        return None

    async def _start(self) -> "_Worker":
        if self._is_closed:
            raise ThinkerError("the pool is closed")
        process = await start_process(sys.executable, "-m", "crownland.server.thinkers.worker", stdin=PIPE, stdout=PIPE)
        worker = _Worker(process)
        self.all.add(worker)
        try:
            await worker.line(START_SECONDS)
        except BaseException:
            await asyncio.shield(self._end(worker))
            raise
        return worker

    async def _end(self, worker: "_Worker") -> None:
        self.all.discard(worker)
        await end_process(worker.process)


class _Worker:
    def __init__(self, process: Process) -> None:
        self.process = process

    async def ask(self, question: Question) -> Answer:
        if self.process.stdin is None:
            raise ThinkerError("expected a process with standard input")
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        line = await self.line(question.seconds + GRACE_SECONDS)
        try:
            return msgspec.json.decode(line, type=Answer)
        except msgspec.DecodeError:
            raise ThinkerError(f"expected an answer, got: {line[:80]!r}") from None

    async def line(self, seconds: float) -> bytes:
        if self.process.stdout is None:
            raise ThinkerError("expected a process with standard output")
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        except TimeoutError:
            raise ThinkerError(f"expected an answer within {seconds:g} s, got none") from None
        if not line:
            raise ThinkerError("the process has ended")
        return line
