"""The files of a SQLite database: only their owner may read them, and nothing else may replace them while we write."""

import os
import secrets
import stat
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import Struct

from sqlalchemy import Engine, text
from sqlalchemy.exc import DatabaseError, OperationalError

from crownland.server.logs import log, log_warning

__all__ = ["CutFileError", "FileWatch", "LostFileError", "file_of", "make_private", "make_private_folder"]

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SUFFIXES = ("", "-wal", "-shm", "-journal")
HEADER_BYTES = 100
FORMAT, MARK = slice(0, 24), slice(60, 64)  # of the header: its first bytes, which stay; and SQLite's user_version
WRITES_PER_CHECKPOINT = 2000

# The formats are described in https://sqlite.org/walformat.html.
INDEX_BYTES = 48  # of the head of -shm, which is there twice: the copies differ while it is written
INDEX = Struct("=14xHII8x8s8x")  # its page size, the last frame of the log, the pages of the database, the salt
LOG_HEAD_BYTES, FRAME_HEAD_BYTES = 32, 24
SALT = 8  # the place of the salt in the head of a frame, and its size


class LostFileError(Exception):
    """The database file was deleted, replaced or damaged: what we write would be lost."""


class CutFileError(LostFileError):
    """The database file or its log was cut short."""


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
    moves the log (``-wal``) into the database from time to time; others may do that too, Litestream for example.
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
        self._ends = _Ends(file) if os.name == "posix" else None
        self.check()

    def check(self, writes: int = 0) -> None:
        """Raises LostFileError if the files were replaced or cut. *writes* were stored since the last call."""
        found, size = self._look()
        if found != self._seen:
            raise LostFileError(f"{self._file} was deleted, replaced or overwritten")
        if self._ends is not None and not self._ends.follow(size):
            raise CutFileError(f"{self._file} or its log was cut short")
        self._writes += writes
        if self._writes >= WRITES_PER_CHECKPOINT:
            self._move_log("PASSIVE")

    def close(self) -> bool:
        """Moves the whole log into the database. Nobody else may use the engine now. Returns False if it is lost.

        Files that were cut are left as after a crash: the last connection would move the hole into the database.
        """
        lost: LostFileError | None = None
        try:
            self.check()
            self._move_log("TRUNCATE")
        except LostFileError as error:
            log_warning("the database is lost", error=str(error))
            lost = error
        if not isinstance(lost, CutFileError):
            self._connection.close()
            self._engine.dispose()
            os.close(self._descriptor)
            if self._ends is not None:
                self._ends.close()
        return lost is None

    def _move_log(self, mode: str) -> None:
        if self._try(f"PRAGMA wal_checkpoint({mode})"):
            self._writes = 0
        self._seen, _ = self._look()

    def _try(self, pragma: str) -> bool:
        """Returns whether that was possible. If not, nothing is lost: the log is durable, and is moved next time."""
        try:
            self._connection.execute(text(pragma)).close()
        except OperationalError as error:
            log("the database file could not be changed", error=str(error.orig))
            return False
        except DatabaseError as error:
            raise LostFileError(f"{self._file} is damaged: {error.orig}") from None
        return True

    def _look(self) -> tuple[tuple[object, ...], int]:
        """Returns what stays the same as long as the files do, and the size of the database file."""
        try:
            found = [os.stat(f"{self._file}{suffix}") for suffix in ("", "-wal", "-shm")]
        except OSError as error:
            raise LostFileError(f"{self._file} cannot be read: {error.strerror}") from None
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        header = os.read(self._descriptor, HEADER_BYTES)
        names = ((one.st_dev, one.st_ino) for one in found)
        return (*names, header[FORMAT], header[MARK]), found[0].st_size


class _Ends:
    """The ends of the database file and of its log, which move back only when SQLite itself does that.

    SQLite notices no cut, and writes on behind the hole. What it has written stands in the index of the log (``-shm``):
    the last frame, and the salt of all frames until it begins the log anew. The database file may still be shorter than
    it says, and becomes shorter only when there are fewer pages. A cut through the page of the last frame is not seen.
    """

    def __init__(self, file: Path) -> None:
        # As long as SQLite uses it: closing the descriptor would end its locks.
        self._index_file = os.open(f"{file}-shm", os.O_RDONLY)
        self._index = mmap(self._index_file, 2 * INDEX_BYTES, access=ACCESS_READ)
        self._log = os.open(f"{file}-wal", os.O_RDONLY)
        self._size, self._frame, self._salt = 0, 0, b""

    def follow(self, size: int) -> bool:
        """Notes where the ends are now. Returns False if those of the last time are gone.

        *size* is that of the database file. It was read before: another program that moves the log changes the index
        first, and then the files.
        """
        salt_there = os.pread(self._log, SALT, self._frame + SALT) if self._frame else b""
        index = self._index[: 2 * INDEX_BYTES]
        if index[:INDEX_BYTES] != index[INDEX_BYTES:]:
            return True  # another program is writing; the next time will do
        page_size, frames, pages, salt = INDEX.unpack_from(index)
        if self._frame and salt == self._salt != salt_there:
            return False
        page_size = 65536 if page_size == 1 else page_size
        if size < min(self._size, pages * page_size):
            return False
        self._frame = LOG_HEAD_BYTES + (frames - 1) * (FRAME_HEAD_BYTES + page_size) if frames else 0
        self._size, self._salt = size, salt
        return True

    def close(self) -> None:
        self._index.close()
        os.close(self._index_file)
        os.close(self._log)
