"""Makes .venv ready, once, and starts the program in it.

When the stamp in .venv matches, nothing but a hash stands between the command and the program: the modules that fetch
and install are imported only when there is something to do.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent

# What each command needs in .venv, as options of uv. --inexact: ./play leaves in place what ./check has added.
SETS = {"play": ("--no-dev", "--inexact"), "check": ()}
# The developers' set contains the players', so going from ./check to ./play and back installs nothing.
SERVED_BY = {"play": ("play", "check"), "check": ("check",)}

WINDOWS = sys.platform == "win32"


class StartError(Exception):
    """What was expected, what came and what to do, in one sentence."""


def play(arguments: list[str]) -> int:
    """Run the table in place of this process: in a browser, or with `./play terminal` in the terminal."""
    in_terminal = arguments[:1] == ["terminal"]
    command = ["play", *arguments[1:]] if in_terminal else ["serve", "--open", *arguments]
    python = prepare(ROOT, "play")
    if not in_terminal:
        prepare_page(ROOT)
    # -P: a file of the player's own that happens to be called like one of our modules is not imported.
    return become([str(python), "-P", "-m", "crownland", *command])


def become(command: list[str]) -> int:
    """Turn this process into *command*, so that signals and the terminal are its own; on Windows, wait for it."""
    if not WINDOWS:
        os.execve(command[0], command, child_environment())
    import subprocess

    return subprocess.call(command, env=child_environment())


def child_environment() -> dict[str, str]:
    """The environment for what we start: text is UTF-8, and a virtual environment of the caller's is not ours."""
    return {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"} | {"PYTHONUTF8": "1"}


def prepare(root: Path, command: str) -> Path:
    """When this returns, .venv in *root* holds what *command* needs; the returned path is its Python."""
    if not is_ready(root, command):
        with alone(root / ".venv.lock") as lock:
            if not is_ready(root, command):  # another starter may have done it while we waited
                _build(root, command, lock)
    return venv_python(root / ".venv")


def prepare_page(root: Path) -> None:
    """When this returns, the page is built from the sources as they are."""
    from tools import page

    if not page.is_built(root):
        from tools import uv

        with alone(root / ".venv.lock"):
            if not page.is_built(root):
                page.build(root, page.npm_of(uv.provide()))


def is_ready(root: Path, command: str) -> bool:
    """Whether .venv in *root* was finished for *command* with the same lock file, place and Python."""
    try:
        written = stamp(root).read_text(encoding="utf-8")
    except OSError:
        return False
    valid = {stamp_text(root, served) for served in SERVED_BY[command]}
    return written in valid and venv_python(root / ".venv").exists()


def stamp(root: Path) -> Path:
    return root / ".venv" / "crownland.stamp"


def stamp_text(root: Path, command: str) -> str:
    """One line that changes with everything .venv depends on; a folder that was moved has another stamp too."""
    parts = [(root / name).read_bytes() for name in ("pyproject.toml", "uv.lock")]
    parts.append(repr((sys.version_info[:2], str(root), SETS)).encode())
    return f"{hashlib.sha256(b''.join(hashlib.sha256(part).digest() for part in parts)).hexdigest()} {command}\n"


def venv_python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if WINDOWS else "bin/python")


def _build(root: Path, command: str, lock: IO[str]) -> None:
    """Install what *command* needs and leave the stamp; *lock* remembers an attempt that did not get to its end."""
    import shutil

    from tools import uv

    installer = uv.provide()
    venv = root / ".venv"
    lock.seek(0)
    unfinished = lock.read() != ""
    whole = venv_python(venv).exists() and (venv / "pyvenv.cfg").exists()
    if venv.exists() and (unfinished or not whole):
        # An installation that was cut short leaves packages that only look installed, so begin anew.
        shutil.rmtree(venv)
    stamp(root).unlink(missing_ok=True)
    lock.truncate(0)
    lock.write("unfinished\n")
    lock.flush()
    uv.sync(installer, root, SETS[command])
    # Written under another name first: a stamp is whole or not there.
    draft = stamp(root).with_suffix(".draft")
    draft.write_text(stamp_text(root, command), encoding="utf-8")
    draft.replace(stamp(root))
    lock.truncate(0)


@contextmanager
def alone(path: Path) -> Iterator[IO[str]]:
    """Hold the lock file *path*, so that two starters never work on the same .venv; waits for another holder."""
    import time

    with open(path, "a+", encoding="utf-8") as file:
        # uv inherits the lock: if we are killed, the next starter waits until uv has ended too.
        os.set_inheritable(file.fileno(), True)
        told = False
        while not _try_lock(file):
            if not told:
                say("Another ./play or ./check is preparing .venv; waiting for it …")
                told = True
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
    """Tell the person at the terminal how far we are; the program's own output stays clean."""
    print(text, file=sys.stderr, flush=True)


def guarded(name: str, main: Callable[[], int]) -> int:
    """Run *main*; whatever is wrong with this machine becomes one sentence and exit code 2, Ctrl-C a quiet 130."""
    try:
        return main()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `./check | head`: nobody reads on, and what is left in the buffer has nowhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except StartError as error:
        say(f"{name}: {error}")
    except OSError as error:
        reason = error.strerror or str(error)
        say(f"{name}: expected to use {error.filename or ROOT}, got: {reason}; {advice(reason)}")
    return 2


# The first that occurs in the reason wins, so what is certain comes before what is merely likely.
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
    """What to do about *reason*, an error text of the system, of urllib or of uv."""
    for words, what_to_do in ADVICE:
        if any(word in reason.lower() for word in words):
            return what_to_do
    return "run `uv sync --locked` in this folder to see more"
