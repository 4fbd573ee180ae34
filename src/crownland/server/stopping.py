"""A process that stops in time, even if its database hangs and no thread that waits for it can be ended."""

import atexit
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from typing import Any

__all__ = ["end_soon", "stops_in_time"]

STOP_SECONDS = 8.0  # from the signal to the end of the process; uvicorn uses up to one of them for open connections
SOON_SECONDS = 0.3


@contextmanager
def stops_in_time(seconds: float = STOP_SECONDS) -> Iterator[None]:
    """Ends the process *seconds* after SIGTERM or SIGINT if it still runs then, also after the end of the context.

    Does nothing outside the main thread: then the process does not belong to the server.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: Any) -> None:
        _end_after(seconds)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is stop:
                signal.signal(number, handler)


def end_soon() -> None:
    """Ends the process after its last log lines with exit code 1, also if there are threads that hang."""
    if current_thread() is main_thread():
        atexit.register(os._exit, 1)  # if there are none
        _end_after(SOON_SECONDS)


def _end_after(seconds: float) -> None:
    timer = Timer(seconds, os._exit, [1])
    timer.daemon = True
    timer.start()
