"""The processes of a server: what they inherit, and how they end."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from crownland.kernel.errors import SetupError
from crownland.server import stopping, workers
from crownland.server.metrics import SHARED_FOLDER
from crownland.server.serve import Endpoint
from crownland.server.settings import Settings
from crownland.server.workers import Supervisor
from tests.server.outside import Outside

PATIENCE = 60.0
needs_proc = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="expected Linux, which has /proc")


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def holders(port: int, pids: list[int]) -> list[int]:
    """Returns which processes have the socket open that listens on *port*."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")}
    assert listening
    return [pid for pid in pids if listening & _open_files(pid)]


def _open_files(pid: int) -> set[str]:
    found = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(os.readlink(link))
        except FileNotFoundError:
            continue
    return found


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@needs_proc
def test_the_processes_of_bots_do_not_keep_the_port(tmp_path: Path) -> None:
    server = Outside("--data", str(tmp_path), log=tmp_path / "log")
    server.start()
    try:
        server.wait()
        wait_until(lambda: len(server.children) >= 2)  # the quick bots and those that search
        assert holders(server.port, server.children) == []
        children = server.children
        server.kill()
        server.start()
        server.wait()
        wait_until(lambda: not any(map(is_running, children)))
    finally:
        assert server.stop() == 0


@needs_proc
def test_server_processes_end_with_their_supervisor(database: str, tmp_path: Path) -> None:
    quick = {"CROWNLAND_QUICK_CHOICES": "0"}
    server = Outside("--database", database, "--processes", "2", log=tmp_path / "log", environment=quick)
    server.start()
    try:
        server.wait()
        wait_until(lambda: len(holders(server.port, server.children)) == 2)
        children = server.children
        wait_until(lambda: len(server.children) >= 4)  # with those of bots
        wait_until(lambda: len(holders(server.port, server.children)) == 2)  # which have no socket once they have begun
    finally:
        server.kill()
    wait_until(lambda: not any(map(is_running, children)))
    Endpoint("127.0.0.1", server.port).socket.close()
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(
    ("database", "started", "stops"),
    [
        ("postgresql+psycopg://crownland", [True], True),
        ("postgresql+psycopg://crownland", [False], False),  # it would keep the port until it has started
        ("postgresql+psycopg://crownland", [], False),
        ("sqlite:///file", [True], False),  # the next server may open the file at once
    ],
)
def test_only_a_process_that_serves_takes_its_time_to_end(
    database: str, started: list[bool], stops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    exits: list[int] = []
    servers: list[Any] = [SimpleNamespace(started=has_started, should_exit=False) for has_started in started]
    monkeypatch.setattr(workers, "STOP_SECONDS", 0.0)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(join=lambda: None))
    monkeypatch.setattr(os, "_exit", exits.append)
    workers._end_with_parent(Settings(database=database), servers)
    assert [server.should_exit for server in servers] == [stops] * len(servers)
    assert exits == [1]


SENT: dict[int, signal.Signals] = {}  # signals to the supervisor, by the number of processes started so far


class FakeWorker:
    """A server process that answers as the test wants."""

    started = 0

    def __init__(self, troubles: list[str], exit_code: int = 0) -> None:
        FakeWorker.started += 1
        self.pid, self.exit_code, self.signs = 4711, exit_code, ()
        self.trouble = troubles.pop(0) if troubles else ""
        self.is_loaded = self.is_ready = not self.trouble

    def begin(self) -> None: ...

    def check(self) -> bool:
        if FakeWorker.started in SENT:
            os.kill(os.getpid(), SENT.pop(FakeWorker.started))
        return not self.trouble

    def stop(self) -> None: ...

    def kill(self) -> None: ...

    def join(self, seconds: float) -> bool:
        return True


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    FakeWorker.started = 0
    monkeypatch.setattr(workers, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(workers, "RETRY_SECONDS", 0.0)
    monkeypatch.delenv(SHARED_FOLDER, raising=False)
    kept = {stop: signal.getsignal(stop) for stop in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored
    with socket.socket() as listening:
        yield Supervisor(2, Settings(), listening)
    os.environ.pop(SHARED_FOLDER, None)
    for stop, handler in kept.items():
        signal.signal(stop, handler)


def test_a_replaced_process_is_logged(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    troubles = ["not ready after 120 s"]
    SENT[3] = signal.SIGTERM
    monkeypatch.setattr(workers, "_Worker", lambda *_: FakeWorker(troubles))
    supervisor.run()
    assert FakeWorker.started == 3
    facts: list[dict[str, Any]] = [record.__dict__["facts"] for record in caplog.records]
    assert facts == [{"pid": 4711, "exit": 0, "why": "not ready after 120 s"}]


def test_all_processes_are_replaced_on_request(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "crownland.server")
    SENT[2], SENT[4] = signal.SIGHUP, signal.SIGTERM
    monkeypatch.setattr(workers, "_Worker", lambda *_: FakeWorker([]))
    supervisor.run()
    assert FakeWorker.started == 4
    assert [record.getMessage() for record in caplog.records] == ["all server processes were replaced"]


def test_the_old_processes_go_on_if_a_new_one_does_not_start(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    SENT[2], SENT[3] = signal.SIGHUP, signal.SIGTERM
    troubles = ["", "", "not ready after 900 s"]
    monkeypatch.setattr(workers, "_Worker", lambda *_: FakeWorker(troubles))
    supervisor.run()
    assert FakeWorker.started == 3
    messages = [(record.getMessage(), record.__dict__["facts"]) for record in caplog.records]
    assert messages == [(workers.NOT_STARTED, {"why": "not ready after 900 s"})]


def test_a_server_goes_on_where_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no Python")

    monkeypatch.setattr(workers, "_Worker", fail)
    with socket.socket() as listening:
        supervisor = Supervisor(1, Settings(), listening)
    supervisor._prepare()
    assert supervisor._successor is None
    assert [record.__dict__["facts"] for record in caplog.records] == [{"why": "no Python"}]


def test_a_server_stops_with_its_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    terminal = tmp_path / "terminal"
    monkeypatch.setattr(workers, "TERMINAL", str(terminal))
    for had, has, stops in ((False, False, False), (True, True, False), (True, False, True)):
        terminal.touch() if had else terminal.unlink(missing_ok=True)
        with socket.socket() as listening:
            supervisor = Supervisor(1, Settings(), listening)
        if not has:
            terminal.unlink(missing_ok=True)
        supervisor._hang_up(signal.SIGHUP, None)
        assert (supervisor._is_stopping, supervisor._is_renewing) == (stops, not stops)


def test_a_process_of_a_newer_version_keeps_its_own_defaults() -> None:
    assert workers._given(Settings(database="sqlite:///file", away=5.0)) == {"database": "sqlite:///file", "away": 5.0}


class Hanging(FakeWorker):
    """A process that does not stop while the time of *clock* passes.

    Somebody stops the server while it looks at this process, or, with *is_renewed*, while it replaces one.
    """

    def __init__(self, clock: list[float], is_renewed: bool) -> None:
        super().__init__([])
        self._clock, self._is_renewed = clock, is_renewed

    def check(self) -> bool:
        os.kill(os.getpid(), signal.SIGHUP if self._is_renewed else signal.SIGTERM)
        self._clock[0] += 0.75
        return True

    def join(self, seconds: float) -> bool:
        if self._is_renewed and self._clock[0] > 102:
            os.kill(os.getpid(), signal.SIGTERM)
        self._clock[0] += seconds
        return False


@pytest.mark.parametrize("is_renewed", [False, True])
def test_processes_that_hang_are_killed_in_time(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, is_renewed: bool
) -> None:
    """Not in time from when they were asked to stop: the server may have been busy with something else before."""
    clock = [100.0]
    monkeypatch.setattr(workers, "monotonic", lambda: clock[0])
    monkeypatch.setattr(workers, "LOOK_SECONDS", 0.5)
    monkeypatch.setattr(workers, "wait", lambda *_: None)
    monkeypatch.setattr(workers, "_Worker", lambda *_: Hanging(clock, is_renewed))
    supervisor.run()
    stopped_at = 102.25 if is_renewed else 100.0
    assert clock[0] - stopped_at <= workers.STOP_SECONDS


def test_there_is_time_to_stop_within_ten_seconds() -> None:
    assert stopping.STOP_SECONDS + workers.LOOK_SECONDS < workers.STOP_SECONDS
    assert workers.STOP_SECONDS <= 9.0


def test_a_process_that_cannot_start_stops_the_server(supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_Worker", lambda *_: FakeWorker(["it ended"], exit_code=3))
    with pytest.raises(SetupError, match="expected the server processes to start; see the log"):
        supervisor.run()


def test_a_process_that_cannot_start_again_is_tried_again(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    SENT[5] = signal.SIGTERM
    troubles = ["", "it ended", "it ended", "it ended"]  # the first process serves
    monkeypatch.setattr(workers, "_Worker", lambda *_: FakeWorker(troubles, exit_code=3))
    supervisor.run()
    assert FakeWorker.started == 5


def test_a_process_has_time_to_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert workers.START_SECONDS >= 60
    monkeypatch.setattr(workers, "START_SECONDS", 0.05)
    monkeypatch.setenv(SHARED_FOLDER, str(tmp_path))
    with socket.socket() as listening:
        worker = workers._Worker(Settings(), listening)
        try:
            wait_until(lambda: not worker.check())
            assert worker.trouble == "not ready after 0.05 s"
        finally:
            worker.kill()


def test_the_limit_of_open_files_is_raised() -> None:
    resource = pytest.importorskip("resource")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    code = (
        "import resource; from crownland.server.processes import *\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, (200, {hard}))\n"
        "before = descriptor_limit(); raise_descriptor_limit(); print(before, descriptor_limit())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert (before, after) == (200, min(hard, 65_536) if hard > 0 else 65_536)
