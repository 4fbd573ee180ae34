"""The processes that bots think in: a slow one or a dead one does not delay those that answer at once."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from contextlib import suppress
from random import SystemRandom
from typing import Any

import msgspec

from crownland.bots import BOTS
from crownland.games.protocol import State
from crownland.server.logs import log
from crownland.server.thinkers.worker import Answer, Question

__all__ = ["Thinkers"]

START = 60.0  # seconds for a process to be there
GRACE = 5.0  # seconds beyond what the bot was given
LONGEST = 120.0  # seconds for a bot that sets its own limit


class ThinkerError(Exception):
    """A process has died, or has not answered in time."""


class Thinkers:
    """Bots that answer at once have a process of their own; those that take their time share up to *size* others."""

    def __init__(self, size: int = 0) -> None:
        self.quick = Pool(1)
        self.patient = Pool(size or max(1, (os.cpu_count() or 2) - 1))

    async def warm(self) -> None:
        """Have processes ready before anybody asks."""
        await asyncio.gather(self.quick.warm(), self.patient.warm())

    async def choose(self, state: State[Any], bot: str, seconds: float | None) -> str:
        """The token of what *bot* does in *state*. When the bot fails, some legal action all the same."""
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

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.patient.close())

    def _pool(self, bot: str) -> "Pool":
        entry = BOTS.get(bot.partition(":")[0])
        return self.patient if entry is not None and entry.takes_time else self.quick


class Pool:
    """Up to *size* processes, started when they are needed and kept for the next question."""

    def __init__(self, size: int) -> None:
        self.all: set[_Thinker] = set()
        self._free: deque[_Thinker] = deque()
        self._places = asyncio.Semaphore(size)
        self._asking: set[asyncio.Future[Answer]] = set()

    async def warm(self) -> None:
        """Have one process ready before anybody asks."""
        async with self._places:
            with suppress(ThinkerError, OSError):
                self._free.append(self._living() or await self._start())

    async def close(self) -> None:
        for asking in list(self._asking):
            asking.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        for thinker in list(self.all):
            await self._end(thinker)

    async def ask(self, question: Question) -> Answer:
        """The answer to *question*; when nobody waits for it any more, the process still comes to its end in peace."""
        asking = asyncio.ensure_future(self._ask_one(question))
        self._asking.add(asking)
        asking.add_done_callback(self._done)
        return await asyncio.shield(asking)

    def _done(self, asking: "asyncio.Future[Answer]") -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # whoever still waits has been told

    async def _ask_one(self, question: Question) -> Answer:
        async with self._places:
            thinker = self._living() or await self._start()
            try:
                answer = await thinker.ask(question)
            except BaseException:
                await asyncio.shield(self._end(thinker))
                raise
            self._free.append(thinker)
            return answer

    def _living(self) -> "_Thinker | None":
        """A process that is free; those that have died meanwhile are forgotten."""
        while self._free:
            thinker = self._free.pop()
            if thinker.process.returncode is None:
                return thinker
            self.all.discard(thinker)
        return None

    async def _start(self) -> "_Thinker":
        command = (sys.executable, "-m", "crownland.server.thinkers.worker")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        thinker = _Thinker(process)
        self.all.add(thinker)
        try:
            await thinker.line(START)
        except BaseException:
            await asyncio.shield(self._end(thinker))
            raise
        return thinker

    async def _end(self, thinker: "_Thinker") -> None:
        self.all.discard(thinker)
        with suppress(ProcessLookupError):
            thinker.process.kill()
        await thinker.process.wait()


class _Thinker:
    def __init__(self, process: Process) -> None:
        self.process = process

    async def ask(self, question: Question) -> Answer:
        if self.process.stdin is None:
            raise ThinkerError("expected a process that listens")
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        line = await self.line(LONGEST if question.seconds is None else question.seconds + GRACE)
        try:
            return msgspec.json.decode(line, type=Answer)
        except msgspec.DecodeError:
            raise ThinkerError(f"expected an answer, got: {line[:80]!r}") from None

    async def line(self, seconds: float) -> bytes:
        if self.process.stdout is None:
            raise ThinkerError("expected a process that answers")
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        except TimeoutError:
            raise ThinkerError(f"expected an answer within {seconds:g} s, got none") from None
        if not line:
            raise ThinkerError("the process has ended")
        return line
