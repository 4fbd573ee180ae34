"""Running the server: where it listens, what it prints, how it ends."""

import os
import socket
import sys
from pathlib import Path

import uvicorn

from crownland.kernel.errors import SetupError
from crownland.server.database import sqlite_url
from crownland.server.logs import configure
from crownland.server.settings import Settings

__all__ = ["run"]

DEFAULT_PORT = 8000
LARGEST_FRAME = 4096


def run(host: str, port: int | None, database: str | None, data: Path | None, *, open_page: bool) -> None:
    """Serve until somebody says stop."""
    configure()
    url = database or os.environ.get("CROWNLAND_DATABASE") or sqlite_url(data or _data_folder())
    settings = Settings.read(database=url)
    listening = _listen(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    sys.stdout.write(f"Crownland is at {address}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn_config(settings)).run(sockets=[listening])


def uvicorn_config(settings: Settings) -> uvicorn.Config:
    from crownland.server.app import make_app

    return uvicorn.Config(
        make_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on *port*; without one on the usual port, or on a free one when that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (DEFAULT_PORT, 0) if port is None else (port,):
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            if wanted and port is None:
                continue
            raise SetupError(f"expected a free port, {host}:{wanted} cannot be used: {error.strerror}") from None
        listening.set_inheritable(True)
        return listening
    raise AssertionError("port 0 is always free")


def _shown(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::") else host


def _data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("crownland", appauthor=False)
