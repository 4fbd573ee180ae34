"""``crownland serve --check``: finds what is wrong with a configuration, without serving or changing anything."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import urlopen

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from crownland.kernel.errors import SetupError
from crownland.server.serve import Endpoint, data_folder, require_postgresql
from crownland.server.settings import Settings, examined, unknown_variables
from crownland.server.store.database import NEWEST, open_engine
from crownland.server.web.hosts import Hosts
from crownland.server.web.proxies import Proxies

__all__ = ["problems"]

ANSWER_SECONDS = 3.0
PING_SECONDS = 60.0  # between two frames of a page in the background


def problems(
    host: str,
    port: int | None,
    database: str | None,
    data: Path | None,
    processes: int,
    given: Mapping[str, str],
    environment: Mapping[str, str] | None = None,
) -> list[str]:
    """Returns a sentence for each problem that whoever runs the server should solve."""
    environment = os.environ if environment is None else environment
    settings, found = examined(environment, given)
    found += unknown_variables(environment)
    if "FORWARDED_ALLOW_IPS" in environment:
        found.append("expected no variable FORWARDED_ALLOW_IPS: CROWNLAND_PROXIES names the trusted proxies")
    found += _settings(settings)
    url = database or environment.get("CROWNLAND_DATABASE") or ""
    found += _caught(require_postgresql, url, processes)
    found += _database(url) if url else _folder(data or data_folder())
    found += _port(host, port)
    return found


def _settings(settings: Settings) -> list[str]:
    found = [line for proxy in settings.proxies.replace(",", " ").split() for line in _caught(Proxies, proxy)]
    found += [line for host in settings.hosts.split() for line in _caught(Hosts, Settings(hosts=host))]
    for origin in settings.origins.split():
        parts = _parts(origin)
        if parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}" != origin:
            found.append(f"expected CROWNLAND_ORIGINS to be origins like https://example.org, got: {origin[:60]!r}")
    if settings.nearby and _parts(settings.nearby).scheme not in ("http", "https"):
        found.append(f"expected CROWNLAND_NEARBY to be a URL like http://10.0.0.5:8000, got: {settings.nearby[:60]!r}")
    for name in ("requests", "frames", "sockets", "connections", "tables", "new_tables", "watchers"):
        if not getattr(settings, name):
            found.append(f"expected CROWNLAND_{name.upper()} to be more than 0, or nobody can play")
    if settings.silence <= PING_SECONDS:
        found.append(
            f"expected CROWNLAND_SILENCE to be more than {PING_SECONDS:g}, since pages in the background are heard once"
            f" a minute, got: {settings.silence:g}"
        )
    if settings.proxies and not settings.hosts:
        found.append("expected CROWNLAND_HOSTS to list the public names of the server, since it is behind a proxy")
    return found


def _parts(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def _folder(folder: Path) -> list[str]:
    existing = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not existing.is_dir():
        return [f"expected a folder for the data, but {existing} is a file"]
    if not os.access(existing, os.W_OK | os.X_OK):
        return [f"expected a writable folder for the data, but {existing} cannot be written"]
    file = folder / "crownland.sqlite3"
    if not file.exists():
        return []
    if not os.access(file, os.R_OK | os.W_OK):
        return [f"expected a writable database, but {file} cannot be written"]
    return _database(f"sqlite:///{file}")


def _database(url: str) -> list[str]:
    try:
        engine = open_engine(url)
    except SetupError as error:
        return [str(error)]
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and file != ":memory:" and not Path(file).exists():
        return [] if Path(file).absolute().parent.is_dir() else [f"expected a folder for the database {file}"]
    try:
        with engine.connect() as connection:
            if not engine.dialect.has_table(connection, "alembic_version"):
                return []
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    except SQLAlchemyError as error:
        cause = " ".join(str(getattr(error, "orig", None) or error).split())[:300]
        return [f"expected a database that answers, got: {cause}"]
    finally:
        engine.dispose()
    if version is not None and version > NEWEST:
        return [f"expected a database of this version ({NEWEST}) or an older one, got: {version}"]
    return []


def _port(host: str, port: int | None) -> list[str]:
    """Tries to listen. A port that a Crownland server uses is fine: it is probably the one to be restarted."""
    if port is not None and _is_crownland(host, port):
        return []
    try:
        Endpoint(host, port).socket.close()
    except SetupError as error:
        return [str(error)]
    return []


def _is_crownland(host: str, port: int) -> bool:
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        with urlopen(f"http://{f'[{name}]' if ':' in name else name}:{port}/version", timeout=ANSWER_SECONDS) as answer:
            return b'"crownland"' in answer.read(1000)
    except (OSError, URLError, ValueError):
        return False


def _caught(attempt: Callable[..., object], *values: object) -> list[str]:
    try:
        attempt(*values)
    except SetupError as error:
        return [str(error)]
    return []
