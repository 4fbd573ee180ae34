"""Opens and closes pools of bot processes at many moments, and looks for processes that were left behind.

Run as a program, so that no other child and no other warning can be mistaken for one of these.
"""

import asyncio
import gc
import os
from collections.abc import Callable, Coroutine
from threading import Thread
from typing import Any

import uvloop

from crownland.games.registry import KINGDOMINO
from crownland.server.thinkers.processes import thinking_processes

__all__ = ["main"]

LOOPS: tuple[Callable[[], asyncio.AbstractEventLoop], ...] = (uvloop.new_event_loop, asyncio.new_event_loop)
STEPS = (*range(16), 20, 30)  # of the event loop: a start takes several
SECONDS = (0.001, 0.005, 0.02, 0.05, 0.2, 0.6)


async def warm_briefly(steps: int, seconds: float) -> None:
    """Closes the pools a moment after they began to start their processes, as a server does that is stopped."""
    thinkers = thinking_processes(1)
    warming = asyncio.create_task(thinkers.warm())
    await _wait(steps, seconds)
    warming.cancel()
    await asyncio.gather(warming, return_exceptions=True)
    await thinkers.close()
    await thinkers.warm()
    assert not thinkers.quick.all | thinkers.slow.all | thinkers.reviewing.all, "a process was started after closing"


async def ask_briefly(steps: int, seconds: float) -> None:
    """Closes the pools a moment after a bot was asked."""
    from crownland.fast.warm import first_choice

    thinkers = thinking_processes(1)
    choosing = asyncio.create_task(thinkers.choose(first_choice(KINGDOMINO.setup()), "greedy", 1.0))
    await _wait(steps, seconds)
    choosing.cancel()
    await thinkers.close()
    await asyncio.gather(choosing, return_exceptions=True)


async def _wait(steps: int, seconds: float) -> None:
    for _ in range(steps):
        await asyncio.sleep(0)
    if seconds:
        await asyncio.sleep(seconds)


def has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def main() -> None:
    for make_loop in LOOPS:
        for steps, seconds in (*((steps, 0.0) for steps in STEPS), *((0, seconds) for seconds in SECONDS)):
            for briefly in (warm_briefly, ask_briefly):
                _run(make_loop, briefly(steps, seconds))
                gc.collect()
                assert not has_children(), f"{briefly.__name__} left a process after {steps} steps and {seconds} s"


def _run(make_loop: Callable[[], asyncio.AbstractEventLoop], work: Coroutine[Any, Any, None]) -> None:
    """Runs *work* in an event loop of its own, in a thread like a server in a test."""

    def run() -> None:
        with asyncio.Runner(loop_factory=make_loop) as runner:
            runner.run(work)

    thread = Thread(target=run)
    thread.start()
    thread.join()


if __name__ == "__main__":
    main()
