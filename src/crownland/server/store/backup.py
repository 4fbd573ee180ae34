"""Backups: one SQLite file, whichever database it comes from and whichever it is restored into."""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from crownland.kernel.errors import SetupError
from crownland.server.store import schema
from crownland.server.store.database import NEWEST, migrate, require_file, using
from crownland.server.store.files import make_private

__all__ = ["back_up", "restore"]

ROWS = 1000  # that are copied at once


def back_up(url: str, target: Path) -> int:
    """Writes the database at *url* to the new file *target*, which only its owner can read. Servers may run meanwhile.

    Returns the number of tables. The file appears when it is complete.
    """
    if target.exists():
        raise SetupError(f"expected a new file for the backup, but {target} exists")
    require_file(url)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    make_private(part)
    try:
        with using(url) as engine:
            version = _version(engine, "another one")
            if engine.dialect.name == "sqlite":
                with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.exec_driver_sql("VACUUM INTO ?", (str(part),))
            elif version == NEWEST:
                _copy_from_postgresql(engine, part)
            else:
                raise SetupError("expected a database of this version: run crownland serve --migrate first")
        tables = _finish(part)
        part.rename(target)
    except SQLAlchemyError as error:
        raise SetupError(f"expected to write a backup, got: {getattr(error, 'orig', error)}") from error
    finally:
        part.unlink(missing_ok=True)
    return tables


def restore(backup: Path, url: str) -> tuple[int, int]:
    """Copies *backup* into the database at *url*, which must be empty and which no server may use.

    A backup of an older version is migrated on the way; the file does not change. Returns the number of tables, and how
    many of them are unfinished.
    """
    with TemporaryDirectory(prefix="crownland-") as folder:
        copied = Path(folder) / "backup.sqlite3"
        make_private(copied)
        shutil.copyfile(backup, copied)
        with using(f"sqlite:///{copied}") as source, using(url) as target:
            _version(source, str(backup))
            migrate(source)
            migrate(target)
            with source.connect() as old, target.begin() as new:
                return _fill(old, new)


def _fill(old: Connection, new: Connection) -> tuple[int, int]:
    if any(_count(new, table) for table in (schema.tables, schema.events, schema.guests)):
        raise SetupError("expected an empty database to restore into: move the old one away first")
    for table in (schema.secrets, schema.pulse):
        new.execute(delete(table))
    _copy(old, new)
    unfinished = schema.tables.c.phase.in_(("open", "playing"))
    return _count(new, schema.tables), int(new.execute(select(func.count()).where(unfinished)).scalar_one())


def _version(engine: Engine, name: str) -> str:
    """Returns the version of a database. Raises SetupError, with its *name*, if it is not one of ours."""
    try:
        with engine.connect() as connection:
            found: str = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    except SQLAlchemyError:
        raise SetupError(f"expected a database of Crownland, got: {name}") from None
    return found


def _copy_from_postgresql(engine: Engine, part: Path) -> None:
    with using(f"sqlite:///{part}") as target:
        migrate(target)
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as old, target.begin() as new:
            old.execute(text("SET LOCAL statement_timeout = 0"))
            _copy(old, new)


def _copy(old: Connection, new: Connection) -> None:
    for table in schema.metadata.sorted_tables:
        for rows in old.execution_options(yield_per=ROWS).execute(select(table)).mappings().partitions():
            new.execute(insert(table), [dict(row) for row in rows])


def _finish(part: Path) -> int:
    """Checks the backup, removes the mark of the running server from it, and waits until it is on disk."""
    with using(f"sqlite:///{part}") as engine, engine.connect() as plain:
        connection = plain.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text("PRAGMA user_version=0"))
        connection.execute(text("PRAGMA journal_mode=DELETE"))
        if (found := connection.execute(text("PRAGMA integrity_check(1)")).scalar_one()) != "ok":
            raise SetupError(f"expected a sound backup, got: {found}")
        tables = _count(connection, schema.tables)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    return tables


def _count(connection: Connection, table: object) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())  # type: ignore[arg-type]
