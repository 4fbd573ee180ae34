"""A `crownland serve` of its own: started, stopped, killed and started again where it was."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

__all__ = ["Serving"]

PATIENCE = 60.0
# Bots answer at once, and nothing is counted: a test is quicker than any person.
HASTE = {
    "CROWNLAND_PAUSE": "0",
    "CROWNLAND_THINK": "0.05",
    "CROWNLAND_THINKERS": "1",
    "CROWNLAND_REQUESTS": "1e6",
    "CROWNLAND_FRAMES": "1e6",
    "CROWNLAND_NEW_TABLES": "1e6",
    "CROWNLAND_TABLES": "10000",
    "CROWNLAND_SOCKETS": "10000",
    "CROWNLAND_CONNECTIONS": "10000",
}


class Serving:
    """A server process with its data in *folder*; *options* are those of the command."""

    def __init__(self, folder: Path, *options: str, **settings: str) -> None:
        self.folder = folder
        self.options = options
        self.settings = settings
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Serving":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start, on the same port as before if there was one; ready when this returns."""
        command = [sys.executable, "-m", "crownland", "serve", "--port", str(self.port), "--data", str(self.folder)]
        command += self.options
        environment = {**os.environ, **HASTE, **self.settings}
        with self._log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "Crownland is at http://" in said, f"the server did not start: {said}{self.log}"
        self.port = int(said.split("//")[1].split()[0].split(":")[1].rstrip("/"))
        self._wait()

    def stop(self) -> None:
        """Ask it to stop, and see that it does, without an error in its log."""
        self._end(signal.SIGTERM)
        assert '"level":"error"' not in self.log, self.log

    def kill(self) -> None:
        """As when the power fails: it and the processes that its bots think in."""
        self._end(signal.SIGKILL)

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        if how is signal.SIGKILL:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        try:
            process.wait(PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stdout is not None:
                process.stdout.close()

    def _wait(self) -> None:
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            assert self._process is not None
            assert self._process.poll() is None, self.log
            try:
                with urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except (URLError, OSError):
                sleep(0.02)
        raise AssertionError(f"the server was not ready in time: {self.log}")
