"""``crownland serve``: opens the port, prints the address and runs uvicorn."""

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import uvicorn

from crownland.kernel.errors import SetupError
from crownland.server.logs import configure
from crownland.server.processes import raise_descriptor_limit
from crownland.server.settings import Settings
from crownland.server.store.database import is_postgresql, migrate, open_engine, reserved, sqlite_url
from crownland.server.store.files import make_private_folder
from crownland.server.web.connection import Connection
from crownland.server.web.hosts import Hosts
from crownland.server.web.proxies import Proxies
from crownland.server.workers import Supervisor
from crownland.words import Words, system_language

__all__ = [
    "Endpoint",
    "data_folder",
    "database_url",
    "make_data_folder",
    "make_server",
    "require_postgresql",
    "run",
    "uvicorn_config",
]

DEFAULT_PORT = 8000
MAX_FRAME_BYTES = 4096
BACKLOG = 2048
PORT_SECONDS = 3.0  # until a port must be free; the processes of a killed server need a moment to end
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
    given: Mapping[str, str] | None = None,
) -> None:
    """Serves until the process receives SIGINT or SIGTERM. *given* are settings by name, as texts."""
    configure()
    url = database_url(database, data)
    require_postgresql(url, processes)
    settings = Settings.read(given=given, database=url)
    Proxies(settings.proxies), Hosts(settings)  # so that mistakes are found before anything is made
    make_data_folder(database, data)
    engine = open_engine(url)
    with reserved(engine):
        migrate(engine)
        if only_migrate:
            sys.stdout.write("The database is up to date.\n")
            return
        raise_descriptor_limit()
        endpoint = Endpoint(host, port)
        settings = replace(settings, nearby=settings.nearby or endpoint.network_url or "")
        _announce(endpoint)
        if open_page:
            Thread(target=_open_page, args=(endpoint.local_url,), daemon=True).start()
        Supervisor(processes, settings, endpoint.socket).run()


def database_url(database: str | None, data: Path | None) -> str:
    """Returns the URL of the database: *database*, or SQLite in the folder *data*."""
    return _given(database) or sqlite_url(data or data_folder())


def make_data_folder(database: str | None, data: Path | None) -> None:
    """Creates the folder for SQLite if necessary. Only for a database that may be new."""
    if not _given(database):
        make_private_folder(data or data_folder())


def _given(database: str | None) -> str | None:
    return database or os.environ.get("CROWNLAND_DATABASE")


def require_postgresql(url: str, processes: int) -> None:
    """Raises SetupError if several *processes* would share a SQLite file."""
    if processes > 1 and not is_postgresql(url):
        raise SetupError(f"expected PostgreSQL (--database) for {processes} processes: SQLite supports only one")


def make_server(settings: Settings, **values: Any) -> uvicorn.Server:
    """Returns a server that has everything but the database."""
    config = uvicorn_config(settings, **values)
    config.load()
    return uvicorn.Server(config)


def uvicorn_config(settings: Settings, **values: Any) -> uvicorn.Config:
    from crownland.server.app import make_app
    from crownland.server.web.protocol import SocketProtocol

    return uvicorn.Config(
        make_app(settings),
        http=Connection,
        proxy_headers=False,  # the application reads them, from proxies that are named
        log_config=None,
        access_log=False,
        server_header=False,
        ws=SocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # a compression window for each socket would need more memory than its table
        timeout_keep_alive=75,  # longer than proxies and browsers wait, so that they close idle connections
        timeout_graceful_shutdown=1,  # seconds; a client that does not read or write must not hold up a restart
        **values,
    )


def _announce(endpoint: Endpoint) -> None:
    words = Words(system_language())
    sys.stdout.write(f"{words('cli.serving', url=endpoint.local_url)}\n")
    if endpoint.network_url is not None:
        import segno

        sys.stdout.write(f"{words('cli.serving.network', url=endpoint.network_url)}\n")
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
    if port is not None:
        return _bound(host, port, PORT_SECONDS)
    try:
        return _bound(host, DEFAULT_PORT)
    except SetupError:
        return _bound(host, 0)


def _bound(host: str, port: int, patience: float = 0.0) -> socket.socket:
    """Returns a listening socket, which child processes do not inherit: they would keep the port after our end."""
    deadline = monotonic() + patience
    while True:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(BACKLOG)
            return listening
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or monotonic() > deadline:
                raise SetupError(f"expected a free port, cannot listen on {host}:{port}: {error.strerror}") from None
            sleep(0.1)


def _own_address() -> str | None:
    """Returns the address of this machine in its network. Connecting a UDP socket sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def data_folder() -> Path:
    """Returns the folder for data where the user has not chosen one."""
    from platformdirs import user_data_path

    return user_data_path("crownland", appauthor=False)
