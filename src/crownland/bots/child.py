"""A child process that exchanges lines with us. It cannot block us, fill our memory or outlive us.

Threads read and write its pipes: that works on every system, and a full pipe blocks nobody.
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
MOST_BYTES = 1_000_000  # that it may write between two messages of ours
PATIENCE = 0.5  # seconds: for a program to exit
TAIL = 2_000  # bytes of the error stream to keep
CHUNK = 65_536


class ChildError(Exception):
    """The program did not do what was expected; the message says what."""


class Child:
    """A running program in its own process group. The caller must :meth:`end` or :meth:`kill` it."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
        except OSError as error:
            raise ChildError(f"expected a program that starts, got: {error.strerror}: {command[0]}") from None
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._inbox: SimpleQueue[bytes | ChildError | None] = SimpleQueue()
        self._left = MOST_BYTES
        self._errors = b""
        self._threads = [_start(work) for work in (self._write, self._read, self._read_errors)]

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Queues *lines* and returns at once, even if the program does not read."""
        self._left = MOST_BYTES
        self._outbox.put("".join(f"{line}\n" for line in lines).encode())

    def line(self, seconds: float, deadline: float) -> str:
        """Returns the program's next line. Raises ChildError if it is not there by *deadline*."""
        try:
            line = self._inbox.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise ChildError(f"expected an answer within {seconds:g} s, got none") from None
        if line is None:
            raise ChildError(f"expected an answer, but {self._ending()}")
        if isinstance(line, ChildError):
            raise line
        try:
            return line.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise ChildError(f"expected text in UTF-8, got: {line[:80]!r}") from None

    def end(self, *last: str) -> None:
        """Sends the *last* lines, waits a moment for the program to exit, then kills it."""
        self.send(*last)
        self._outbox.put(None)
        with suppress(TimeoutExpired):
            self._process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """Kills the program and everything in its process group. May be called again."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # macOS refuses to signal a dead process
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._outbox.put(None)

    def join(self) -> None:
        """Waits until the threads of a killed program have finished."""
        for thread in self._threads:
            thread.join(PATIENCE)

    def _write(self) -> None:
        with suppress(OSError), cast(BufferedWriter, self._process.stdin) as stream:  # the program may have exited
            while (data := self._outbox.get()) is not None:
                stream.write(data)
                stream.flush()

    def _read(self) -> None:
        rest = b""
        with cast(BufferedReader, self._process.stdout) as stream:
            while chunk := stream.read1(CHUNK):
                self._left -= len(chunk)
                *lines, rest = (rest + chunk).split(b"\n")
                for line in (*lines, rest):
                    if len(line) > LONGEST_LINE:
                        got = line[:40].decode(errors="replace") + "…"
                        self._inbox.put(ChildError(f"expected lines of at most {LONGEST_LINE:,} bytes, got: {got!r}"))
                        return
                if self._left < 0:
                    self._inbox.put(ChildError(f"expected at most {MOST_BYTES:,} bytes before an answer, got more"))
                    return
                for line in lines:
                    self._inbox.put(line)
        self._inbox.put(None)

    def _read_errors(self) -> None:
        with cast(BufferedReader, self._process.stderr) as stream:
            while chunk := stream.read1(CHUNK):
                self._errors = (self._errors + chunk)[-TAIL:]

    def _ending(self) -> str:
        """Returns how the program ended, with the tail of its error stream."""
        try:
            code = self._process.wait(PATIENCE)
        except TimeoutExpired:
            return "it closed its output"
        self._threads[-1].join(PATIENCE)
        words = " ".join(self._errors.decode(errors="replace").split())[-300:].lstrip()
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"it ended with {how}" + (f"; its last words: {words}" if words else "")


def _start(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, name="crownland bot", daemon=True)
    thread.start()
    return thread
