"""Several server processes on one port, and the process that watches them."""

import multiprocessing
import os
import signal
import socket
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from threading import Thread
from time import monotonic, sleep
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from crownland.kernel.errors import SetupError
from crownland.server.logs import configure, log, log_warning
from crownland.server.metrics import SHARED_FOLDER
from crownland.server.settings import Settings

__all__ = ["Supervisor"]

LOOK_SECONDS = 0.5
START_SECONDS = 120.0  # until a new process must answer; on a busy machine it needs many seconds
SILENT_SECONDS = 30.0  # until a process whose event loop does not run is replaced
BEAT_SECONDS = 1  # between two signs of life
STOP_SECONDS = 10.0  # until a process that was asked to stop is killed
RETRY_SECONDS = 1.0  # before a process is started again that died while it started
STARTUP_FAILURE = 3  # the exit code of uvicorn when the application cannot start

_spawn = multiprocessing.get_context("spawn")


class Supervisor:
    """Runs *count* processes that serve *listening*, and replaces those that die or hang.

    SIGTERM and SIGINT stop all; SIGHUP replaces one after the other, each when its successor answers.
    """

    def __init__(self, count: int, settings: Settings, listening: socket.socket) -> None:
        self._count, self._settings, self._listening = count, settings, listening
        self._workers: list[_Worker] = []
        self._is_stopping = self._is_renewing = self._has_served = False

    def run(self) -> None:
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew)
        with tempfile.TemporaryDirectory(prefix="crownland-") as folder:
            os.environ[SHARED_FOLDER] = folder
            self._workers = [self._start() for _ in range(self._count)]
            try:
                while not self._is_stopping:
                    self._look()
            finally:
                _end(self._workers)

    def _stop(self, _: int, __: FrameType | None) -> None:
        self._is_stopping = True

    def _renew(self, _: int, __: FrameType | None) -> None:
        self._is_renewing = True

    def _start(self) -> "_Worker":
        return _Worker(self._settings, self._listening)

    def _look(self) -> None:
        wait([one for worker in self._workers for one in worker.signs], LOOK_SECONDS)
        for number, worker in enumerate(self._workers):
            if not self._is_stopping and not worker.check():
                self._workers[number] = self._replaced(worker)
            self._has_served |= worker.is_ready
        if self._is_renewing:
            self._is_renewing = False
            self._replace_all()

    def _replaced(self, worker: "_Worker") -> "_Worker":
        worker.kill()
        if worker.exit_code == STARTUP_FAILURE and not self._has_served:  # later it is the database that is away
            raise SetupError("expected the server processes to start; see the log")
        log_warning("a server process was replaced", pid=worker.pid, exit=worker.exit_code, why=worker.trouble)
        if not worker.is_ready:
            sleep(RETRY_SECONDS)
        return self._start()

    def _replace_all(self) -> None:
        for number, old in enumerate(self._workers):
            new = self._start()
            while not self._is_stopping and new.check() and not new.is_ready:
                wait(new.signs, LOOK_SECONDS)
            if not new.is_ready:
                log_warning("a new server process did not start: the old ones go on", why=new.trouble)
                new.kill()
                return
            self._workers[number] = new
            _end([old])
        log("all server processes were replaced")


class _Worker:
    """A server process, as seen by its supervisor."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._beats, beats = _spawn.Pipe(duplex=False)
        self._process = _spawn.Process(target=work, args=(settings, listening, beats))
        self._process.start()
        beats.close()
        self._last = monotonic()
        self.is_ready = False
        self.trouble = ""

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    @property
    def signs(self) -> Sequence[Connection | int]:
        """What becomes readable when there is news of the process."""
        return self._beats, self._process.sentinel

    def check(self) -> bool:
        """Reads signs of life. Returns whether the process runs and has given one in time."""
        with suppress(EOFError, OSError):
            while self._beats.poll():
                self._beats.recv_bytes()
                self._last, self.is_ready = monotonic(), True
        limit = SILENT_SECONDS if self.is_ready else START_SECONDS
        if not self._process.is_alive():
            self.trouble = "it ended"
        elif monotonic() - self._last > limit:
            self.trouble = f"no sign of life for {limit:g} s" if self.is_ready else f"not ready after {limit:g} s"
        return not self.trouble

    def stop(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        """Ends the process, if it still runs, and forgets its gauges."""
        self._process.kill()
        self._process.join()
        self._beats.close()
        if self.pid is not None:
            mark_process_dead(self.pid)  # type: ignore[no-untyped-call]

    def join(self, seconds: float) -> bool:
        """Waits until the process has ended. Returns False if it still runs after *seconds*."""
        self._process.join(max(0.0, seconds))
        return not self._process.is_alive()


def _end(workers: Sequence[_Worker]) -> None:
    """Stops *workers*; kills those that need too long."""
    for worker in workers:
        worker.stop()
    deadline = monotonic() + STOP_SECONDS
    for worker in workers:
        if not worker.join(deadline - monotonic()):
            log_warning("a server process did not stop and was killed", pid=worker.pid)
        worker.kill()


def work(settings: Settings, listening: socket.socket, beats: Connection) -> None:
    """Serves, in a process of its own, until it is told to stop or the supervisor has ended."""
    from crownland.bots.load import load_inherited
    from crownland.server.serve import serve_listening

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until it serves: Ctrl-C reaches the supervisor too
    configure()
    listening.set_inheritable(False)  # the processes of bots must not keep the port
    os.set_blocking(beats.fileno(), False)
    Thread(target=_end_with_parent, daemon=True).start()
    load_inherited()

    async def beat() -> None:
        with suppress(OSError):  # the supervisor is busy or has ended
            beats.send_bytes(b".")

    serve_listening(settings, listening, callback_notify=beat, timeout_notify=BEAT_SECONDS)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(STOP_SECONDS)
        os._exit(1)
