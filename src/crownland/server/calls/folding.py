"""Games that are played again from their records, which takes its time: in a thread, few at once, at a higher price."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec

from crownland.server.calls.call import Answer
from crownland.server.frames import wire
from crownland.server.services import Services

__all__ = ["folded", "replayed"]

ResultT = TypeVar("ResultT")

COST = 4  # of requests


async def folded(served: Services, address: str, fold: Callable[[], ResultT]) -> ResultT:
    """Returns what *fold* returns."""
    served.requests.charge(address, COST)
    async with served.folding:
        return await asyncio.to_thread(fold)


async def replayed(served: Services, address: str, fold: Callable[[], wire.Replay]) -> Answer:
    """Answers with a game, to be replayed."""
    return Answer(await folded(served, address, lambda: msgspec.json.encode(fold())), is_long=True)
