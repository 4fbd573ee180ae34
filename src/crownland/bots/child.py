"""A program that is talked to in lines, whatever it does: it cannot make us wait, fill our memory or outlive us.

Pipes are read and written in threads of their own: that works on every system, and no full pipe stops anybody.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BufferedReader, BufferedWriter
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic
from typing import cast

__all__ = ["LONGEST_LINE", "MOST_BYTES", "Child", "ChildError"]

LONGEST_LINE = 10_000  # bytes
MOST_BYTES = 1_000_000  # between two things we say
PATIENCE = 0.5  # seconds: for a program that is ending anyway
TAIL = 2_000  # bytes of the error stream that are kept
CHUNK = 65_536


class ChildError(Exception):
    """What was expected of the program, and what came."""


class Child:
    """A started program, in a process group of its own. Whoever makes one ends it with :meth:`end` or :meth:`kill`."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
        except OSError as error:
            raise ChildError(f"expected a program that starts, got: {error.strerror}: {command[0]}") from None
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        self._heard: SimpleQueue[bytes | ChildError | None] = SimpleQueue()
        self._left = MOST_BYTES
        self._overheard = b""
        self._threads = [_started(work) for work in (self._speak, self._listen, self._overhear)]

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, *lines: str) -> None:
        """Sends *lines*, sooner or later: it does not wait for a program that does not read."""
        self._left = MOST_BYTES
        self._to_say.put("".join(f"{line}\n" for line in lines).encode())

    def line(self, seconds: float, deadline: float) -> str:
        """The next line it says. Raises ChildError when none comes before *deadline*, *seconds* after the question."""
        try:
            heard = self._heard.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise ChildError(f"expected an answer within {seconds:g} s, got none") from None
        if heard is None:
            raise ChildError(f"expected an answer, but {self._epitaph()}")
        if isinstance(heard, ChildError):
            raise heard
        try:
            return heard.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise ChildError(f"expected text in UTF-8, got: {heard[:80]!r}") from None

    def end(self, *last: str) -> None:
        """Says the *last* lines, waits a moment for the program to go, and then makes sure that it is gone."""
        self.say(*last)
        self._to_say.put(None)
        with suppress(TimeoutExpired):
            self._process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """When this returns, neither the program nor what it started in its group is running. Can be called again."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # macOS has no permission to kill the dead
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._to_say.put(None)

    def join(self) -> None:
        """Waits until the threads of a killed program have seen that it is gone."""
        for thread in self._threads:
            thread.join(PATIENCE)

    def _speak(self) -> None:
        with suppress(OSError), cast(BufferedWriter, self._process.stdin) as stream:  # it may be gone
            while (data := self._to_say.get()) is not None:
                stream.write(data)
                stream.flush()

    def _listen(self) -> None:
        rest = b""
        with cast(BufferedReader, self._process.stdout) as stream:
            while chunk := stream.read1(CHUNK):
                self._left -= len(chunk)
                *lines, rest = (rest + chunk).split(b"\n")
                for line in (*lines, rest):
                    if len(line) > LONGEST_LINE:
                        got = line[:40].decode(errors="replace") + "…"
                        self._heard.put(ChildError(f"expected lines of at most {LONGEST_LINE:,} bytes, got: {got!r}"))
                        return
                if self._left < 0:
                    self._heard.put(ChildError(f"expected at most {MOST_BYTES:,} bytes before an answer, got more"))
                    return
                for line in lines:
                    self._heard.put(line)
        self._heard.put(None)

    def _overhear(self) -> None:
        with cast(BufferedReader, self._process.stderr) as stream:
            while chunk := stream.read1(CHUNK):
                self._overheard = (self._overheard + chunk)[-TAIL:]

    def _epitaph(self) -> str:
        """How it ended; what it said on its error stream at last."""
        try:
            code = self._process.wait(PATIENCE)
        except TimeoutExpired:
            return "it closed its output"
        self._threads[-1].join(PATIENCE)
        words = " ".join(self._overheard.decode(errors="replace").split())[-300:].lstrip()
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"it ended with {how}" + (f"; its last words: {words}" if words else "")


def _started(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, name="crownland bot", daemon=True)
    thread.start()
    return thread
