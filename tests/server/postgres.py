"""A real PostgreSQL for the tests, in a temporary folder and on a Unix socket."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

__all__ = ["postgresql", "processes_of"]

NOBODY = 65534


@contextmanager
def postgresql() -> Iterator[str]:
    """Runs PostgreSQL, and yields the URL of an empty database."""
    programs = _programs()
    if programs is None:
        pytest.skip("expected PostgreSQL's initdb on this machine (on Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="crownland-pg-"))
    try:
        if os.getuid() == 0:  # initdb refuses root
            os.chown(folder, NOBODY, NOBODY)
        data = folder / "data"
        _run(programs, "initdb", "-D", str(data), "-U", "crownland", "--auth=trust", "--no-sync", "-E", "UTF8")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=60"
        _run(programs, "pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://crownland@/postgres?host={folder}"
        finally:
            _run(programs, "pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def processes_of(url: str) -> list[int]:
    """Returns the postmaster of a database on this machine, and its children."""
    (folder,) = parse_qs(urlsplit(url).query)["host"]
    first = int((Path(folder) / "data" / "postmaster.pid").read_text().split()[0])
    return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]


def _programs() -> Path | None:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda path: int(path.parent.name))


def _run(programs: Path, program: str, *arguments: str) -> None:
    command: Sequence[str] = (str(programs / program), *arguments)
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": ()} if os.getuid() == 0 else {}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", text=True, **user)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout
