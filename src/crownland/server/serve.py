"""``crownland serve``: opens the port, prints the address and runs uvicorn."""

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

__all__ = ["Endpoint", "database_url", "run", "uvicorn_config"]

DEFAULT_PORT = 8000
MAX_FRAME_BYTES = 4096
BACKLOG = 2048
ALL_INTERFACES = ("0.0.0.0", "::")


class Endpoint:
    """A listening socket. Without *port* it takes the default port, or any free one if that is in use."""

    def __init__(self, host: str, port: int | None) -> None:
        self.host = host
        self.socket = _listen(host, port)
        self.port: int = self.socket.getsockname()[1]

    @property
    def local_url(self) -> str:
        """The URL for a browser on this machine."""
        return self._url("127.0.0.1" if self.host in ALL_INTERFACES else self.host)

    @property
    def network_url(self) -> str | None:
        """The URL for other machines in the same network, or None if they cannot connect."""
        own = _own_address() if self.host in ALL_INTERFACES else None
        return None if own is None else self._url(own)

    def _url(self, host: str) -> str:
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
    """Serves until the process receives SIGINT or SIGTERM."""
    configure()
    url = database_url(database, data)
    if processes > 1 and not is_postgresql(url):
        raise SetupError(f"expected PostgreSQL (--database) for {processes} processes: SQLite supports only one")
    settings = Settings.read(database=url)
    engine = open_engine(url)
    with reserved(engine):
        migrate(engine)
        if only_migrate:
            sys.stdout.write("The database is up to date.\n")
            return
        endpoint = Endpoint(host, port)
        settings = replace(settings, nearby=settings.nearby or endpoint.network_url or "")
        _announce(endpoint)
        if open_page:
            Thread(target=_open_page, args=(endpoint.local_url,), daemon=True).start()
        _serve(endpoint, settings, processes)


def database_url(database: str | None, data: Path | None) -> str:
    """Returns the URL of the database that the options and the environment name."""
    return database or os.environ.get("CROWNLAND_DATABASE") or sqlite_url(data or _data_folder())


def _serve(endpoint: Endpoint, settings: Settings, processes: int) -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: None)  # uvicorn raises the signal again after it has stopped
    if processes > 1:
        _run_several(processes, settings, endpoint)
    else:
        uvicorn.Server(uvicorn_config(settings)).run(sockets=[endpoint.socket])


def uvicorn_config(settings: Settings | None = None, **values: Any) -> uvicorn.Config:
    """Returns uvicorn's configuration. Without *settings* every process reads them from its environment."""
    from crownland.server.app import make_app

    return uvicorn.Config(
        "crownland.server.app:app_from_environment" if settings is None else make_app(settings),
        factory=settings is None,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # a compression window for each socket would need more memory than its table
        timeout_keep_alive=75,  # longer than proxies and browsers wait, so that they close idle connections
        timeout_graceful_shutdown=5,
        **values,
    )


def _run_several(processes: int, settings: Settings, endpoint: Endpoint) -> None:
    from uvicorn.supervisors import Multiprocess

    os.environ |= {"CROWNLAND_DATABASE": settings.database, "CROWNLAND_NEARBY": settings.nearby}
    config = uvicorn_config(workers=processes)
    Multiprocess(config, sockets=[endpoint.socket]).run()


def _announce(endpoint: Endpoint) -> None:
    sys.stdout.write(f"Crownland is at {endpoint.local_url}\n")
    if endpoint.network_url is not None:
        import segno

        sys.stdout.write(f"Others in this network can join at {endpoint.network_url}\n")
        if sys.stdout.isatty():
            segno.make(endpoint.network_url, error="l").terminal(compact=True)
    sys.stdout.flush()


def _open_page(address: str) -> None:
    """Waits until the server answers, then opens the page in a browser if there is a display."""
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
            raise SetupError(f"expected a free port, cannot listen on {host}:{wanted}: {error.strerror}") from None
        listening.set_inheritable(True)
        return listening
    raise AssertionError("port 0 is always free")


def _own_address() -> str | None:
    """Returns the address of this machine in its network. Connecting a UDP socket sends no packet."""
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
