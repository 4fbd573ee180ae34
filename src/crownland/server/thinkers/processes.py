"""Minds that are processes of their own. One that is stuck or dead is replaced by another."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from crownland.server.processes import end_process, start_process
from crownland.server.thinkers.pool import Mind, Pool, ThinkerError, Thinkers
from crownland.server.thinkers.worker import LAST, PATIENT, Answer, Question

__all__ = ["ThinkingProcess", "thinking_processes"]

START_SECONDS = 60.0  # until a new process must be ready
GRACE_SECONDS = 5.0  # beyond the limit of the bot


def thinking_processes(size: int = 0) -> Thinkers:
    """Returns thinkers with one process for quick bots, up to *size* for bots that search, and one for reviews.

    Those that search yield the processor to others, and the one for reviews yields it to them, too.
    """
    return Thinkers(
        Pool(1, _start),
        Pool(size or max(1, (os.cpu_count() or 2) - 1), lambda: _start(PATIENT)),
        Pool(1, lambda: _start(LAST)),
    )


async def _start(*options: str) -> Mind:
    command = (sys.executable, "-m", "crownland.server.thinkers.worker", *options)
    mind = ThinkingProcess(await start_process(*command, stdin=PIPE, stdout=PIPE))
    try:
        await mind.line(START_SECONDS)
    except BaseException:
        await asyncio.shield(mind.end())
        raise
    return mind


class ThinkingProcess(Mind):
    def __init__(self, process: Process) -> None:
        self.process = process

    @property
    def has_ended(self) -> bool:
        return self.process.returncode is not None

    async def ask(self, question: Question) -> Answer:
        assert self.process.stdin is not None
        self.process.stdin.write(msgspec.json.encode(question) + b"\n")
        line = await self.line(question.seconds + GRACE_SECONDS)
        try:
            return msgspec.json.decode(line, type=Answer)
        except msgspec.DecodeError:
            raise ThinkerError(f"expected an answer, got: {line[:80]!r}") from None

    async def end(self) -> None:
        await end_process(self.process)

    async def line(self, seconds: float) -> bytes:
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(seconds):  # wait_for() of Python 3.11 may lose a cancellation
                line = await self.process.stdout.readline()
        except TimeoutError:
            raise ThinkerError(f"expected an answer within {seconds:g} s, got none") from None
        if not line:
            raise ThinkerError("the process has ended")
        return line
