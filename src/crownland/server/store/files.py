"""The files of a SQLite database: only their owner may read them, and nothing else may replace them while we write."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from crownland.server.logs import log

__all__ = ["FileWatch", "LostFileError", "file_of", "make_private", "make_private_folder"]

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SUFFIXES = ("", "-wal", "-shm", "-journal")
HEADER_BYTES = 100
WRITES_PER_CHECKPOINT = 2000


class LostFileError(Exception):
    """The database file was deleted, replaced or overwritten: what we write would be lost."""


def file_of(engine: Engine) -> Path | None:
    """Returns the file of a SQLite database; None for PostgreSQL and for a database in memory."""
    name = engine.url.database
    return None if engine.dialect.name != "sqlite" or not name or name == ":memory:" else Path(name)


def make_private(file: Path) -> None:
    """Creates *file* if necessary, and lets only its owner read it and the files that SQLite puts beside it.

    Whatever the umask is: SQLite gives the files it creates later the mode of the database.
    """
    with suppress(OSError):  # it exists, or SQLite will say why it cannot be created
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, FILE_MODE))
    for suffix in SUFFIXES:
        with suppress(OSError):  # there is no such file, or it is not ours
            Path(f"{file}{suffix}").chmod(FILE_MODE)


def make_private_folder(folder: Path) -> None:
    """Creates *folder* if necessary, and lets only its owner look into it.

    A folder that exists and holds anything but our files keeps its mode.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    found = folder.stat()
    is_ours = os.name == "posix" and found.st_uid == os.getuid() and not found.st_mode & stat.S_ISVTX
    if is_ours and all(name.startswith("crownland") or name == "cache" for name in os.listdir(folder)):
        folder.chmod(FOLDER_MODE)


class FileWatch:
    """Checks after every transaction that the files on disk are still those into which SQLite writes.

    The database carries a mark that is new at every start, so that a copy from yesterday is noticed too. The watch also
    moves the log (``-wal``) into the database from time to time: then nobody else changes the header of the file.
    """

    def __init__(self, engine: Engine, file: Path) -> None:
        self._engine, self._file = engine, file
        # It stays open, so that SQLite never removes the log.
        self._connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._try(f"PRAGMA user_version={secrets.randbelow(2**31)}")
        # Closing any descriptor of the file ends all locks of this process on it, so this one stays open too.
        self._descriptor = os.open(file, os.O_RDONLY)
        self._writes = 0
        self._move_log("TRUNCATE")

    def check(self, writes: int = 0) -> None:
        """Raises LostFileError if the files were replaced. *writes* were stored since the last call."""
        if self._look() != self._seen:
            raise LostFileError(f"{self._file} was deleted, replaced or overwritten")
        self._writes += writes
        if self._writes >= WRITES_PER_CHECKPOINT:
            self._move_log("PASSIVE")

    def close(self) -> None:
        """Moves the whole log into the database, unless the file was replaced. Nobody else may use the engine now."""
        try:
            self.check()
            self._move_log("TRUNCATE")
        except LostFileError as error:
            log("the database is lost", error=str(error))
        self._connection.close()
        self._engine.dispose()
        os.close(self._descriptor)

    def _move_log(self, mode: str) -> None:
        if self._try(f"PRAGMA wal_checkpoint({mode})"):
            self._writes = 0
        self._seen = self._look()

    def _try(self, pragma: str) -> bool:
        """Returns whether that was possible. If not, nothing is lost: the log is durable, and is moved next time."""
        try:
            self._connection.execute(text(pragma)).close()
        except OperationalError as error:
            log("the database file could not be changed", error=str(error.orig))
            return False
        return True

    def _look(self) -> tuple[object, ...]:
        try:
            found = [os.stat(f"{self._file}{suffix}") for suffix in ("", "-wal", "-shm")]
        except OSError as error:
            raise LostFileError(f"{self._file} cannot be read: {error.strerror}") from None
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        return *((one.st_dev, one.st_ino) for one in found), os.read(self._descriptor, HEADER_BYTES)
