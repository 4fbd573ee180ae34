"""A server in a process of its own, which can be killed."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

__all__ = ["Outside", "free_port"]

GENEROUS = {
    "CROWNLAND_PAUSE": "0",
    "CROWNLAND_THINK": "0.05",
    "CROWNLAND_THINKERS": "1",
    "CROWNLAND_REQUESTS": "1000000",
    "CROWNLAND_FRAMES": "1000000",
    "CROWNLAND_NEW_TABLES": "1000000",
    "CROWNLAND_TABLES": "1000000",
    "CROWNLAND_SOCKETS": "1000000",
    "CROWNLAND_CONNECTIONS": "1000000",
    "CROWNLAND_QUICK_CHOICES": "0",
}
PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Outside:
    """``crownland serve`` on a port that stays the same after a restart."""

    def __init__(
        self, *arguments: str, log: Path, environment: Mapping[str, str] | None = None, is_generous: bool = True
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._command = [sys.executable, "-m", "crownland", "serve", "--port", str(self.port), *arguments]
        self._environment = {**os.environ, **(GENEROUS if is_generous else {}), **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def wait(self) -> None:
        """Waits until the server answers."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=5).close()
                return
            except OSError:
                assert self._process is not None
                assert self._process.poll() is None, self.log.read_text()
                assert time.monotonic() < deadline, self.log.read_text()
                time.sleep(0.02)

    @property
    def children(self) -> list[int]:
        """The ids of the processes that the server has started, and of those that they have started."""
        assert self._process is not None
        return _children(self._process.pid)

    def kill(self) -> None:
        """Kills the process with SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stops the process with SIGTERM, and returns its exit code."""
        return self._end(signal.SIGTERM)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(how)
        return self._process.wait(PATIENCE)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    own = [int(child) for file in tasks for child in file.read_text().split()]
    return own + [pid for child in own for pid in _children(child)]
