"""The thinkers of a house: simple bots choose in it, and all others in another worker."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from crownland.local import mind
from crownland.server.thinkers.pool import Mind, Pool, ThinkerError, Thinkers
from crownland.server.thinkers.worker import Answer, Choose, Question

__all__ = ["Think", "thinkers_of"]

PATIENCE_SECONDS = 120.0  # beyond the time of a bot: the other worker may have to start, or is busy

Think: TypeAlias = Callable[[str], Awaitable[str]]


def thinkers_of(think: Think | None) -> Thinkers:
    """Returns the thinkers that have *think* answer questions; None if they do so themselves."""

    async def start() -> Mind:
        return _LocalMind(think)

    return Thinkers(Pool(1, start), Pool(1, start), Pool(1, start))


class _LocalMind(Mind):
    has_ended = False

    def __init__(self, think: Think | None) -> None:
        self._think = think

    async def ask(self, question: Question) -> Answer:
        simple = mind.simple_bot(question) if isinstance(question, Choose) else None
        if simple is not None:
            question = msgspec.structs.replace(question, bot=simple)
        text = msgspec.json.encode(question).decode()
        if self._think is None or simple is not None:
            return _read(mind.answer(text))
        try:
            return _read(await self._asked(self._think, text, question.seconds))
        except ThinkerError:
            return _read(await self._asked(self._think, text, question.seconds))  # the worker has been replaced

    async def end(self) -> None:
        """Does nothing: the page has started the worker, and ends it."""

    async def _asked(self, think: Think, question: str, seconds: float) -> str:
        try:
            async with asyncio.timeout(seconds + PATIENCE_SECONDS):
                return await think(question)
        except Exception as error:  # whatever JavaScript throws
            raise ThinkerError(f"expected an answer, got: {error}"[:200]) from None


def _read(text: str) -> Answer:
    try:
        return msgspec.json.decode(text, type=Answer)
    except msgspec.DecodeError:
        raise ThinkerError(f"expected an answer, got: {text[:80]!r}") from None
