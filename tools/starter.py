"""Prepares .venv once, and starts the program in it.

If the stamp in .venv matches, a start only computes a hash: the modules that fetch and install are imported only when
they are needed.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent

# What each command needs in .venv, as options of uv. --inexact: ./play keeps what ./check has added.
SETS = {"play": ("--no-dev", "--inexact"), "check": ()}
# The set of ./check contains that of ./play, so switching between them installs nothing.
SERVED_BY = {"play": ("play", "check"), "check": ("check",)}

WINDOWS = sys.platform == "win32"


class StartError(Exception):
    """A start failed. The message says in one sentence what was expected, what came and what to do."""


def play(arguments: list[str]) -> int:
    """Replace this process by the server with a browser, or by the terminal table with `./play terminal`."""
    in_terminal = arguments[:1] == ["terminal"]
    command = ["play", *arguments[1:]] if in_terminal else ["serve", "--open", *arguments]
    python = prepare(ROOT, "play")
    if not in_terminal:
        prepare_page(ROOT)
    # -P: files in the current folder must not shadow our modules.
    return become([str(python), "-P", "-m", "crownland", *command])


def become(command: list[str]) -> int:
    """Replace this process by *command*, which gets its signals and terminal; on Windows, run it and wait."""
    if not WINDOWS:
        os.execve(command[0], command, child_environment())
    import subprocess

    return subprocess.call(command, env=child_environment())


def child_environment() -> dict[str, str]:
    """Return the environment for child processes: UTF-8, and without the caller's virtual environment."""
    return {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"} | {"PYTHONUTF8": "1"}


def prepare(root: Path, command: str) -> Path:
    """Make sure that .venv in *root* has what *command* needs; return its Python."""
    if not is_ready(root, command):
        with alone(root / ".venv.lock") as lock:
            if not is_ready(root, command):  # another process may have done it while we waited
                _build(root, command, lock)
    return venv_python(root / ".venv")


def prepare_page(root: Path) -> None:
    """Make sure that the page is built from the current sources."""
    from tools import page

    if not page.is_built(root):
        from tools import uv

        with alone(root / ".venv.lock"):
            if not page.is_built(root):
                page.build(root, page.npm_of(uv.provide()))


def is_ready(root: Path, command: str) -> bool:
    """Return whether .venv in *root* is complete for *command*, with the same lock file, place and Python."""
    try:
        written = stamp(root).read_text(encoding="utf-8")
    except OSError:
        return False
    valid = {stamp_text(root, served) for served in SERVED_BY[command]}
    return written in valid and venv_python(root / ".venv").exists()


def stamp(root: Path) -> Path:
    return root / ".venv" / "crownland.stamp"


def stamp_text(root: Path, command: str) -> str:
    """Return one line that changes with everything .venv depends on, including its folder."""
    parts = [(root / name).read_bytes() for name in ("pyproject.toml", "uv.lock")]
    parts.append(repr((sys.version_info[:2], str(root), SETS)).encode())
    return f"{hashlib.sha256(b''.join(hashlib.sha256(part).digest() for part in parts)).hexdigest()} {command}\n"


def venv_python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if WINDOWS else "bin/python")


def _build(root: Path, command: str, lock: IO[str]) -> None:
    """Install what *command* needs and write the stamp; *lock* marks an unfinished attempt."""
    import shutil

    from tools import uv

    installer = uv.provide()
    venv = root / ".venv"
    lock.seek(0)
    unfinished = lock.read() != ""
    whole = venv_python(venv).exists() and (venv / "pyvenv.cfg").exists()
    if venv.exists() and (unfinished or not whole):
        # An interrupted installation leaves incomplete packages, so start again.
        shutil.rmtree(venv)
    stamp(root).unlink(missing_ok=True)
    lock.truncate(0)
    lock.write("unfinished\n")
    lock.flush()
    uv.sync(installer, root, SETS[command])
    # Rename at the end, so that the stamp is never incomplete.
    draft = stamp(root).with_suffix(".draft")
    draft.write_text(stamp_text(root, command), encoding="utf-8")
    draft.replace(stamp(root))
    lock.truncate(0)


@contextmanager
def alone(path: Path) -> Iterator[IO[str]]:
    """Hold the lock file *path*, so that two processes never change the same .venv; wait for another holder."""
    import time

    with open(path, "a+", encoding="utf-8") as file:
        # uv inherits the lock: if we are killed, the next process still waits for uv.
        os.set_inheritable(file.fileno(), True)
        has_said = False
        while not _try_lock(file):
            if not has_said:
                say("Another ./play or ./check is preparing .venv; waiting for it …")
                has_said = True
            time.sleep(0.1)
        yield file


def _try_lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def say(text: str) -> None:
    """Print a message to the error stream; standard output belongs to the program."""
    print(text, file=sys.stderr, flush=True)


def guarded(name: str, main: Callable[[], int]) -> int:
    """Run *main*; print an error as one sentence and return 2, or 130 after Ctrl-C."""
    try:
        return main()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `./check | head`: the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except StartError as error:
        say(f"{name}: {error}")
    except OSError as error:
        reason = error.strerror or str(error)
        say(f"{name}: expected to use {error.filename or ROOT}, got: {reason}; {advice(reason)}")
    return 2


# The first match in the reason wins, so specific words come before general ones.
ADVICE = (
    (("no space left", "disk quota"), "free some space on this disk and start again"),
    (
        ("read-only", "permission denied", "not permitted"),
        "use a copy of this folder, or an XDG_CACHE_HOME, that you may write to",
    ),
    (("lockfile",), "run `uv lock` and start again"),
    (("certificate",), "install this machine's CA certificates (on Debian: ca-certificates) and start again"),
    (("no such file",), "get a complete copy of the project and start again"),
    (
        ("connect", "network", "resolve", "dns", "name or service", "timed out", "unreachable", "fetch", "http"),
        "check the network (a proxy is taken from HTTPS_PROXY, a package index from UV_DEFAULT_INDEX) and start again",
    ),
)


def advice(reason: str) -> str:
    """Return what to do about *reason*, an error text of the system, of urllib or of uv."""
    for words, what_to_do in ADVICE:
        if any(word in reason.lower() for word in words):
            return what_to_do
    return "run `uv sync --locked` in this folder to see more"
