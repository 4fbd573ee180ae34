"""The server processes on one port, and the process that watches and replaces them."""

import asyncio
import gc
import multiprocessing
import os
import signal
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from math import inf
from multiprocessing.connection import Connection, wait
from threading import Thread, Timer
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Any

from prometheus_client.multiprocess import mark_process_dead

from crownland.kernel.errors import SetupError
from crownland.server.logs import configure, log, log_warning
from crownland.server.metrics import SHARED_FOLDER
from crownland.server.settings import Settings
from crownland.server.store.database import is_postgresql

if TYPE_CHECKING:
    import uvicorn

__all__ = ["Supervisor"]

LOOK_SECONDS = 0.5
LOAD_SECONDS = 900.0  # until a successor must have loaded everything; it may have to compile, and nobody waits for it
START_SECONDS = 120.0  # until a new process must answer; on a busy machine it needs many seconds
SILENT_SECONDS = 30.0  # until a process whose event loop does not run is replaced
BEAT_SECONDS = 1  # between two signs of life
LOADED, BEAT, CLOSED = b"loaded", b"beat", b"closed"  # signs of life
STOP_SECONDS = 9.0  # until a process that was asked to stop is killed
RETRY_SECONDS = 1.0  # before a process is started again that died while it started
TERMINAL = "/dev/tty"  # cannot be opened by a process without a terminal
NOT_STARTED = "a new server process did not start: the old ones go on"
STARTUP_FAILURE = 3  # the exit code of uvicorn when the application cannot start

_spawn = multiprocessing.get_context("spawn")


class Supervisor:
    """Runs *count* processes that serve *listening*, and replaces those that die or hang.

    SIGTERM and SIGINT stop all. SIGHUP replaces one after the other, each when its successor has loaded everything.
    The listening socket stays open: clients that reconnect meanwhile wait until they are accepted.

    One process alone is this one, so that it starts quickly. After SIGHUP this one only watches its successor.
    """

    def __init__(self, count: int, settings: Settings, listening: socket.socket) -> None:
        self._count, self._settings, self._listening = count, settings, listening
        self._can_share = is_postgresql(settings.database)  # only one process may use a SQLite file
        self._workers: list[_Worker] = []
        self._old: list[_Worker] = []  # those still to be replaced
        self._successor: _Worker | None = None  # of the first of them
        self._is_stopping = self._is_renewing = self._has_served = False
        self._stopped_at = inf  # when the server was asked to stop
        self._had_terminal = _has_terminal()

    def run(self) -> None:
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._hang_up)
        if self._count == 1:
            self._workers = self._serve_here()
            self._watch()
        else:
            with _shared_folder():
                self._workers = [self._start() for _ in range(self._count)]
                self._watch()

    def _watch(self) -> None:
        try:
            while self._workers and not self._is_stopping:
                self._look()
        finally:
            self._give_up()
            self._end(self._workers)

    def _stop(self, _: int, __: FrameType | None) -> None:
        self._is_stopping = True
        self._stopped_at = min(self._stopped_at, monotonic())

    def _hang_up(self, number: int, frame: FrameType | None) -> None:
        """SIGHUP asks for a renewal, unless it means that the terminal of this process was closed."""
        if self._had_terminal and not _has_terminal():
            self._stop(number, frame)
        else:
            self._is_renewing = True

    def _serve_here(self) -> "list[_Worker]":
        """Serves in this process until it is stopped or renewed. Returns the process that goes on, if any."""
        gc.disable()  # until the application has started: what is loaded is no garbage, and to look takes its time
        from crownland.server.serve import make_server

        async def look() -> None:
            if self._is_renewing and self._successor is None:
                self._is_renewing = False
                self._prepare()
            if self._successor is not None and not self._successor.check():
                self._give_up()
            if self._successor is not None and self._successor.is_loaded:
                server.should_exit = True
                deadline.start()
            server.should_exit |= self._is_stopping

        deadline = Timer(STOP_SECONDS, os._exit, [1])  # if the database hangs, only a new start helps
        deadline.daemon = True
        server = make_server(self._settings, callback_notify=look, timeout_notify=0)
        server.run(sockets=[self._listening.dup()])  # raises the signal again that has stopped it
        deadline.cancel()
        if self._successor is None or self._is_stopping:
            self._give_up()
            return []
        worker, self._successor, self._has_served = self._successor, None, True
        worker.begin()
        log("all server processes were replaced")
        return [worker]

    def _start(self) -> "_Worker":
        worker = _Worker(self._settings, self._listening)
        worker.begin()
        return worker

    def _prepare(self) -> None:
        """Starts a successor, which loads everything and waits until it may begin."""
        try:
            self._successor = _Worker(self._settings, self._listening, True)
        except OSError as error:  # no Python in its place any more, no memory, …
            log_warning(NOT_STARTED, why=str(error))

    def _look(self) -> None:
        known = [*self._workers, *([self._successor] if self._successor is not None else [])]
        wait([one for worker in known for one in worker.signs], LOOK_SECONDS)
        for number, worker in enumerate(self._workers):
            if not self._is_stopping and not worker.check():
                self._workers[number] = self._replaced(worker)
            self._has_served |= worker.is_ready
        if self._is_renewing and not self._old:
            self._is_renewing = False
            self._old = list(self._workers)
        if self._old and not self._is_stopping:
            self._renew()

    def _replaced(self, worker: "_Worker") -> "_Worker":
        worker.kill()
        if worker.exit_code == STARTUP_FAILURE and not self._has_served:  # later it is the database that is away
            raise SetupError("expected the server processes to start; see the log")
        log_warning("a server process was replaced", pid=worker.pid, exit=worker.exit_code, why=worker.trouble)
        if not worker.is_ready:
            sleep(RETRY_SECONDS)
        return self._start()

    def _renew(self) -> None:
        """Goes on with the replacement of the first of the old processes, as far as that is possible now."""
        self._old = [worker for worker in self._old if worker in self._workers]  # without those that have died
        if self._successor is None:
            self._prepare()
        new = self._successor
        if new is None or not self._old or not new.check():
            self._give_up()
            self._old = []
            return
        if new.is_loaded and self._can_share:
            new.begin()
        if not (new.is_ready if self._can_share else new.is_loaded):
            return
        old = self._old.pop(0)
        self._workers[self._workers.index(old)] = new
        self._successor = None
        self._end([old])
        new.begin()
        if not self._old:
            log("all server processes were replaced")

    def _give_up(self) -> None:
        """Ends the successor because it is in trouble or not needed."""
        if self._successor is None:
            return
        if self._successor.trouble:
            log_warning(NOT_STARTED, why=self._successor.trouble)
        self._successor.kill()
        self._successor = None

    def _end(self, workers: "Sequence[_Worker]") -> None:
        """Stops *workers*; kills those that need too long."""
        for worker in workers:
            worker.stop()
        begun = monotonic()
        for worker in workers:
            if not self._join(worker, begun):
                log_warning("a server process did not stop and was killed", pid=worker.pid)
            worker.kill()

    def _join(self, worker: "_Worker", begun: float) -> bool:
        """Waits as ``join`` does, since *begun* or since the server was asked to stop, which may be only now."""
        while (left := min(begun, self._stopped_at) + STOP_SECONDS - monotonic()) > 0:
            if worker.join(min(left, LOOK_SECONDS)):
                return True
        return worker.join(0.0)


class _Worker:
    """A server process, as seen by its supervisor. It loads what it needs, waits for ``begin``, and serves.

    A successor loads also what others load while they serve already.
    """

    def __init__(self, settings: Settings, listening: socket.socket, is_successor: bool = False) -> None:
        self._pipe, pipe = _spawn.Pipe()
        self._process = _spawn.Process(target=work, args=(_given(settings), listening, pipe, is_successor))
        self._process.start()
        pipe.close()
        self._last = monotonic()
        self._limit = LOAD_SECONDS if is_successor else START_SECONDS
        self._has_begun = self.is_loaded = self.is_ready = self.is_closed = False
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
        return self._pipe, self._process.sentinel

    def begin(self) -> None:
        """Lets the process serve as soon as it has loaded everything."""
        if self._has_begun:
            return
        self._has_begun = True
        self._last, self._limit = monotonic(), START_SECONDS
        with suppress(OSError):  # it has ended, as ``check`` will see
            self._pipe.send_bytes(b"begin")

    def check(self) -> bool:
        """Reads signs of life. Returns whether the process runs and has given one in time."""
        self._read()
        if not self._process.is_alive():
            self.trouble = "it ended"
        elif monotonic() - self._last > self._limit:
            limit = f"{self._limit:g} s"
            self.trouble = f"no sign of life for {limit}" if self.is_ready else f"not ready after {limit}"
        return not self.trouble

    def stop(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        """Ends the process, if it still runs, and forgets its gauges."""
        self._process.kill()
        self._process.join()
        self._pipe.close()
        if self.pid is not None and SHARED_FOLDER in os.environ:
            mark_process_dead(self.pid)  # type: ignore[no-untyped-call]

    def join(self, seconds: float) -> bool:
        """Waits until the process has closed the database or ended. Returns False if not within *seconds*."""
        deadline = monotonic() + seconds
        while not self.is_closed and self._process.is_alive() and monotonic() < deadline:
            wait(self.signs, deadline - monotonic())
            self._read()
        return self.is_closed or not self._process.is_alive()

    def _read(self) -> None:
        with suppress(EOFError, OSError):
            while self._pipe.poll():
                sign = self._pipe.recv_bytes()
                self.is_loaded = True
                self.is_closed |= sign == CLOSED
                if sign == BEAT:
                    self.is_ready = True
                    self._last, self._limit = monotonic(), SILENT_SECONDS


@contextmanager
def _shared_folder() -> Iterator[None]:
    """Names a folder where the processes add up their metrics."""
    with tempfile.TemporaryDirectory(prefix="crownland-") as folder:
        os.environ[SHARED_FOLDER] = folder
        yield


def _given(settings: Settings) -> dict[str, Any]:
    """Returns the settings that are not the defaults, for a process that may be of a newer version with others."""
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return {field.name: values[field.name] for field in fields(settings) if values[field.name] != field.default}


def _has_terminal() -> bool:
    try:
        os.close(os.open(TERMINAL, os.O_RDONLY))
    except OSError:
        return False
    return True


def work(given: dict[str, Any], listening: socket.socket, pipe: Connection, is_successor: bool) -> None:
    """Serves, in a process of its own, until it is told to stop or the supervisor has ended.

    The supervisor may be one of an older version.
    """
    from crownland.bots.load import load_inherited
    from crownland.server.app import load_ahead
    from crownland.server.serve import make_server

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until it serves: Ctrl-C reaches the supervisor too
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    configure()
    listening.set_inheritable(False)  # the processes of bots must not keep the port
    settings = Settings(**given)
    servers: list[uvicorn.Server] = []  # at most one
    Thread(target=_end_with_parent, args=(settings, servers), daemon=True).start()
    load_inherited()

    async def beat() -> None:
        with suppress(OSError):  # the supervisor is busy or has ended
            pipe.send_bytes(BEAT)

    server = make_server(settings, callback_notify=beat, timeout_notify=BEAT_SECONDS)
    servers.append(server)
    if is_successor:
        asyncio.run(load_ahead(settings))
    with suppress(OSError, EOFError):
        pipe.send_bytes(LOADED)
        pipe.recv_bytes()
        os.set_blocking(pipe.fileno(), False)
        for stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop, lambda *_: None)  # uvicorn raises the signal again after it has stopped
        server.run(sockets=[listening])
        pipe.send_bytes(CLOSED)


def _end_with_parent(settings: Settings, servers: "Sequence[uvicorn.Server]") -> None:
    """Waits for the end of the supervisor, then stops the server, if there is one already that serves.

    A signal would be lost before uvicorn listens to it, and the port would be kept until the server has started.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        serving = [server for server in servers if server.started]
        if serving and is_postgresql(settings.database):
            for server in serving:
                server.should_exit = True
            sleep(STOP_SECONDS)
        os._exit(1)  # the next server may open a SQLite file at once
