"""The processes that bots think in: a slow one or a dead one delays only the table that asked it."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from contextlib import suppress
from random import SystemRandom
from typing import Any

import msgspec

from crownland.games.protocol import State
from crownland.server.logs import log
from crownland.server.thinker import Answer, Question

__all__ = ["Thinkers"]

START = 60.0  # seconds for a process to be there
GRACE = 10.0  # seconds beyond what the bot was given
LONGEST = 120.0  # seconds for a bot that sets its own limit


class ThinkerError(Exception):
    """A process has died, or has not answered in time."""


class Thinkers:
    """Up to *size* processes, started when they are needed and kept for the next question."""

    def __init__(self, size: int = 0) -> None:
        self.size = size or max(1, (os.cpu_count() or 2) - 1)
        self._free: deque[_Thinker] = deque()
        self._places = asyncio.Semaphore(self.size)
        self._all: set[_Thinker] = set()

    async def warm(self) -> None:
        """Have one process ready before anybody asks."""
        async with self._places:
            with suppress(ThinkerError, OSError):
                self._free.append(self._living() or await self._start())

    async def choose(self, state: State[Any], bot: str, seconds: float | None) -> str:
        """The token of what *bot* does in *state*. When the bot fails, some legal action all the same."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return str(actions[0])
        position = str(state)
        for attempt in (bot, "greedy"):
            try:
                answer = await self._ask(Question(position, attempt, seconds))
                if answer.token:
                    return answer.token
                log("bot failed", bot=attempt, error=answer.error)
            except (ThinkerError, OSError) as error:
                log("bot process failed", bot=attempt, error=str(error))
        return str(SystemRandom().choice(actions))

    async def close(self) -> None:
        for thinker in list(self._all):
            await self._end(thinker)

    async def _ask(self, question: Question) -> Answer:
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
            self._all.discard(thinker)
        return None

    async def _start(self) -> "_Thinker":
        command = (sys.executable, "-m", "crownland.server.thinker")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        thinker = _Thinker(process)
        self._all.add(thinker)
        try:
            await thinker.line(START)
        except BaseException:
            await asyncio.shield(self._end(thinker))
            raise
        return thinker

    async def _end(self, thinker: "_Thinker") -> None:
        self._all.discard(thinker)
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
