"""Games that are played again, which takes its time: in a thread, one after the other in fair turns, at its price."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec

from crownland.server.calls.call import Answer
from crownland.server.frames import wire
from crownland.server.refusal import RefusedError
from crownland.server.services import Services
from crownland.server.turns import Asker, CrowdedError, Gate

try:
    from time import thread_time
except ImportError:  # a browser's Python has one thread
    from time import process_time as thread_time

__all__ = ["COST", "folded", "folding_gate", "replayed"]

ResultT = TypeVar("ResultT")

COST, SECOND_COST = 4, 100  # of requests: for any game, and for a second of processor time
AT_ONCE = 1  # Python runs one at a time anyway, and the event loop waits for all of them
MAX_OF_ADDRESS = 16  # that wait


def folding_gate() -> Gate:
    return Gate(AT_ONCE, MAX_OF_ADDRESS, MAX_OF_ADDRESS)


async def folded(served: Services, address: str, fold: Callable[[], ResultT]) -> ResultT:
    """Returns what *fold* returns. Raises RefusedError if the address asks for too much at once."""

    def timed() -> tuple[ResultT, float]:
        began = thread_time()
        return fold(), thread_time() - began

    served.requests.charge(address, COST)
    try:
        async with served.folding.passing(Asker(address, "")):
            result, took = await asyncio.to_thread(timed)
    except CrowdedError:
        raise RefusedError("limit/games", "too many games are played again for this address: wait", 429) from None
    served.requests.charge(address, SECOND_COST * took)
    return result


async def replayed(served: Services, address: str, fold: Callable[[], wire.Replay]) -> Answer:
    """Answers with a game, to be replayed."""
    return Answer(await folded(served, address, lambda: msgspec.json.encode(fold())), is_long=True)
