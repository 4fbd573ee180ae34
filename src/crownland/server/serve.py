"""Running the server: where it listens, what it prints, how it ends."""

import os
import signal
import socket
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import uvicorn

from crownland.kernel.errors import SetupError
from crownland.server.logs import configure
from crownland.server.settings import Settings
from crownland.server.store.database import is_postgresql, migrate, open_engine, reserved, sqlite_url

__all__ = ["Place", "run", "uvicorn_config"]

DEFAULT_PORT = 8000
LARGEST_FRAME = 4096
BACKLOG = 2048
ANYWHERE = ("0.0.0.0", "::")


class Place:
    """Where a server listens: *port*, or without one the usual port, or a free one when that is taken."""

    def __init__(self, host: str, port: int | None) -> None:
        self.host = host
        self.socket = _listen(host, port)
        self.port: int = self.socket.getsockname()[1]

    @property
    def here(self) -> str:
        """The address for a browser on this machine."""
        return self._address("127.0.0.1" if self.host in ANYWHERE else self.host)

    @property
    def nearby(self) -> str | None:
        """The address for others in the same network, when they can reach it."""
        own = _own_address() if self.host in ANYWHERE else None
        return None if own is None else self._address(own)

    def _address(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def run(
    host: str,
    port: int | None,
    database: str | None,
    data: Path | None,
    *,
    processes: int = 1,
    open_page: bool = False,
    only_migrate: bool = False,
) -> None:
    """Serve until somebody says stop."""
    configure()
    url = database or os.environ.get("CROWNLAND_DATABASE") or sqlite_url(data or _data_folder())
    if processes > 1 and not is_postgresql(url):
        raise SetupError(f"expected PostgreSQL (--database) for {processes} processes: SQLite is for one")
    settings = Settings.read(database=url)
    engine = open_engine(url)
    with reserved(engine):
        migrate(engine)
        if only_migrate:
            sys.stdout.write("The database has its newest shape.\n")
            return
        place = Place(host, port)
        settings = replace(settings, nearby=settings.nearby or place.nearby or "")
        _announce(place)
        if open_page:
            Thread(target=_open_page, args=(place.here,), daemon=True).start()
        _serve(place, settings, processes)


def _serve(place: Place, settings: Settings, processes: int) -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: None)  # what uvicorn hands on when it has ended: to be told to stop is no error
    if processes > 1:
        _run_several(processes, settings, place)
    else:
        uvicorn.Server(uvicorn_config(settings)).run(sockets=[place.socket])


def uvicorn_config(settings: Settings | None = None, **values: Any) -> uvicorn.Config:
    """How the server runs; without *settings* every process reads them from its environment."""
    from crownland.server.app import make_app

    return uvicorn.Config(
        "crownland.server.app:app_from_environment" if settings is None else make_app(settings),
        factory=settings is None,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # a window for every socket would take more memory than its table
        timeout_keep_alive=75,  # longer than proxies and browsers keep a connection: they close it, not we
        timeout_graceful_shutdown=5,
        **values,
    )


def _run_several(processes: int, settings: Settings, place: Place) -> None:
    from uvicorn.supervisors import Multiprocess

    os.environ |= {"CROWNLAND_DATABASE": settings.database, "CROWNLAND_NEARBY": settings.nearby}
    config = uvicorn_config(workers=processes)
    Multiprocess(config, sockets=[place.socket]).run()


def _announce(place: Place) -> None:
    sys.stdout.write(f"Crownland is at {place.here}\n")
    if place.nearby is not None:
        import segno

        sys.stdout.write(f"Others nearby find it at {place.nearby}\n")
        if sys.stdout.isatty():
            segno.make(place.nearby, error="l").terminal(compact=True)
    sys.stdout.flush()


def _open_page(address: str) -> None:
    """When the server answers and there is a display, a browser shows the page."""
    import urllib.request

    has_display = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
        except OSError:
            sleep(0.1)
        else:
            if has_display:
                webbrowser.open(address)
            return


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (DEFAULT_PORT, 0) if port is None else (port,):
        listening = socket.socket(family)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            if wanted and port is None:
                continue
            raise SetupError(f"expected a free port, {host}:{wanted} cannot be used: {error.strerror}") from None
        listening.set_inheritable(True)
        return listening
    raise AssertionError("port 0 is always free")


def _own_address() -> str | None:
    """The address of this machine in its network; no packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def _data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("crownland", appauthor=False)
