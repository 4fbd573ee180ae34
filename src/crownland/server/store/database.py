"""Opens the database, SQLite in a file or PostgreSQL by its URL, and migrates it to the newest schema."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError, ProgrammingError, SQLAlchemyError

from crownland.kernel.errors import SetupError
from crownland.server.store.files import file_of, make_private

__all__ = ["NEWEST", "is_postgresql", "migrate", "open_engine", "require_file", "reserved", "sqlite_url", "using"]

MIGRATION_LOCK = 0x63726F776E  # the key of PostgreSQL's advisory lock while one process migrates
BUSY_SECONDS = 10
CONNECT_SECONDS = 5  # for a connection to PostgreSQL: to be made, or to be given out by the pool
STATEMENT_SECONDS = 10  # for one statement
SILENT_SECONDS = 10  # until a connection to a machine that no longer answers counts as broken
MIGRATIONS = Path(__file__).with_name("migrations")
NEWEST = "0003"


def sqlite_url(folder: Path) -> str:
    """Returns the URL of the database in the data *folder*."""
    return f"sqlite:///{folder / 'crownland.sqlite3'}"


def is_postgresql(url: str) -> bool:
    return url.startswith("postgresql")


def open_engine(url: str) -> Engine:
    """Returns the engine for *url*. Raises SetupError if the URL is not supported.

    Errors are logged, so they must not show the parameters of statements: these contain seeds, names and the key.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise SetupError("expected a database like postgresql+psycopg://user@host/name or sqlite:///file") from None
    if parsed.get_backend_name() == "sqlite":
        arguments = {"timeout": BUSY_SECONDS, "check_same_thread": False}
        engine = create_engine(url, connect_args=arguments, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        if (file := file_of(engine)) is not None:
            event.listen(engine, "do_connect", lambda *_: make_private(file))
        return engine
    if parsed.drivername in ("postgresql", "postgres"):
        url = parsed.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    elif parsed.drivername != "postgresql+psycopg":
        raise SetupError(f"expected a SQLite or PostgreSQL database, got: {parsed.drivername!r}")
    try:
        return create_engine(
            url,
            pool_size=4,
            max_overflow=4,
            pool_pre_ping=True,
            pool_timeout=CONNECT_SECONDS,
            hide_parameters=True,
            connect_args=_timeouts(parsed.query),
        )
    except ModuleNotFoundError:
        raise SetupError("expected psycopg for PostgreSQL: pip install 'crownland[postgres]'") from None


def require_file(url: str) -> None:
    """Raises SetupError if the database would be a new SQLite file."""
    with suppress(ArgumentError):  # opening it says what is wrong
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
            raise SetupError(f"expected a database, but there is no file {parsed.database}")


@contextmanager
def using(url: str) -> Iterator[Engine]:
    """Opens the database for one task, and closes all its connections afterwards."""
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _timeouts(given: Mapping[str, object]) -> dict[str, object]:
    """Returns the time-outs of a connection to PostgreSQL, except those that the URL has *given*."""
    usual: dict[str, object] = {
        "connect_timeout": CONNECT_SECONDS,
        "options": f"-c statement_timeout={1000 * STATEMENT_SECONDS}",
        "keepalives_idle": SILENT_SECONDS // 2,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 1000 * SILENT_SECONDS,
    }
    return {name: value for name, value in usual.items() if name not in given}


@contextmanager
def reserved(engine: Engine) -> Iterator[None]:
    """Locks the SQLite file against a second server, which would not see our changes. PostgreSQL is not locked.

    The lock is on a file beside the database. It ends with this process, even if the process is killed.
    """
    file = file_of(engine)
    if file is None:
        yield
        return
    make_private(Path(f"{file}-lock"))
    try:
        lock = sqlite3.connect(f"{file}-lock", timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise SetupError(f"expected a writable folder, cannot open {file}-lock: {error}") from None
        advice = "use that server, stop it, or choose another --data"
        raise SetupError(f"expected {file} to be free, but another server is using it: {advice}") from None
    with closing(lock):
        yield


def migrate(engine: Engine) -> None:
    """Migrates the database to the newest schema, and closes all its connections.

    If several processes start, one migrates and the others wait.
    """
    try:
        if _is_newest(engine):
            return
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL statement_timeout = 0"))  # an old database may be large
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise SetupError(f"expected a database of this version or an older one, got: {error}") from error
    except SQLAlchemyError as error:
        raise SetupError(f"expected a usable database, got: {_cause(error)}") from error
    finally:
        engine.dispose()


def _is_newest(engine: Engine) -> bool:
    """Whether there is nothing to migrate. Answered without Alembic, which is slow to import."""
    try:
        with engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    except (OperationalError, ProgrammingError):
        return False
    return bool(found == NEWEST)


def _cause(error: SQLAlchemyError) -> str:
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:300]


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Only the :class:`FileWatch` of the store moves the log into the database."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=0"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
