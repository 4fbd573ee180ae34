"""Finds uv, the installer, or fetches it from the package index, and runs it."""

import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import unescape
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from urllib.request import Request, urlopen

from tools.starter import WINDOWS, StartError, advice, child_environment, say, venv_python

VERSION = "0.13.7"  # the uv that wrote uv.lock; an installed newer one is used as it is
PYPI = "https://pypi.org/simple"
EXECUTABLE = "uv.exe" if WINDOWS else "uv"

# Settings of the caller that would change what is installed, or where.
FOREIGN = ("UV_FROZEN", "UV_INDEX_URL", "UV_LOCKED", "UV_NO_DEV", "UV_NO_SYNC", "UV_PROJECT", "UV_PYTHON")


class Wheel(NamedTuple):
    """A wheel in the package index."""

    url: str
    sha256: str

    @property
    def name(self) -> str:
        return unquote(urlsplit(self.url).path.rsplit("/", 1)[-1])


class Machine(NamedTuple):
    """What decides which wheel runs here; *glibc* is None with another C library, such as musl."""

    system: str
    processor: str
    glibc: tuple[int, int] | None = None


# Running uv


def sync(uv: str, root: Path, options: Sequence[str]) -> None:
    """Install the packages of uv.lock into .venv of *root*; *options* choose the groups."""
    say("Preparing .venv …")
    python = ["--python", base_python()]
    if index_url() == PYPI:
        run([uv, "sync", "--locked", *python, *options], root)
        return
    # uv.lock has the URLs of PyPI. A mirror has the same files elsewhere: install by name and hash.
    groups = [option for option in options if option != "--inexact"]
    into = ["--python", str(venv_python(root / ".venv"))]
    with tempfile.TemporaryDirectory() as folder:
        locked = f"{folder}/locked.txt"
        run([uv, "venv", "--allow-existing", *python, str(root / ".venv")], root)
        run([uv, "export", "--frozen", "--no-emit-project", *groups, "--output-file", locked], root)
        run([uv, "pip", "install", "--require-hashes", "--requirements", locked, *into], root)
        run([uv, "pip", "install", "--no-deps", "--editable", str(root), *into], root)


def run(command: Sequence[str], folder: Path) -> None:
    """Run uv in *folder*, offline if its cache is enough; raise a `StartError` on failure."""
    code, _ = _call([*command, "--offline"], folder, show=False)
    if code:
        code, output = _call(command, folder, show=True)
        if code:
            reason = summary(output)
            raise StartError(f"expected `uv {command[1]}` to work in {folder}, got: {reason}; {advice(reason)}")


def _call(command: Sequence[str], folder: Path, *, show: bool) -> tuple[int, str]:
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        close_fds=False,  # uv inherits the lock of starter.alone()
    )
    assert process.stderr is not None
    lines = []
    with process:
        try:
            for line in process.stderr:
                lines.append(line)
                if show and line.strip().startswith(("Downloading ", "Building ")):
                    say("  " + line.strip())
        except BaseException:
            process.kill()
            raise
    return process.returncode, "".join(lines)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment for uv: the caller's network settings, our folder, no downloaded Python."""
    kept = {name: value for name, value in child_environment().items() if name not in FOREIGN}
    kept.setdefault("UV_SYSTEM_CERTS", "1")  # use this machine's certificates, as urllib does
    ours = {"UV_PROJECT_ENVIRONMENT": str(folder / ".venv"), "UV_PYTHON_DOWNLOADS": "never"}
    return kept | ours | ({"UV_DEFAULT_INDEX": index_url()} if index_url() != PYPI else {})


def summary(output: str) -> str:
    """Return the first and the innermost line of uv's error, which is a chain of causes."""
    lines = [line.strip() for line in output.splitlines()]
    errors = [line.removeprefix("error:").strip() for line in lines if line.startswith("error:")]
    causes = [line.removeprefix("cause:").strip() for line in lines if line.startswith("cause:")]
    return ": ".join(errors[:1] + causes[-1:]) or (lines[-1] if lines else "no message")


def base_python() -> str:
    """Return the Python below any virtual environment: .venv must not be built from itself."""
    return getattr(sys, "_base_executable", None) or sys.executable


# Finding uv


def provide() -> str:
    """Return the path of a working uv: an installed one, or one that we fetch."""
    candidates = [shutil.which("uv"), Path.home() / ".local/bin" / EXECUTABLE, Path.home() / ".cargo/bin" / EXECUTABLE]
    candidates.append(fetched_path())
    for candidate in candidates:
        if candidate and is_usable(Path(candidate)):
            return str(candidate)
    return str(fetch())


def is_usable(uv: Path) -> bool:
    """Return whether *uv* runs and is new enough; a broken shim on PATH is not."""
    try:
        answer = subprocess.run([uv, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    found = re.match(r"uv (\d+)\.(\d+)\.(\d+)", answer.stdout)
    return found is not None and tuple(map(int, found.groups())) >= tuple(map(int, VERSION.split(".")))


def fetched_path() -> Path:
    return cache_folder() / "crownland" / f"uv-{VERSION}" / EXECUTABLE


def cache_folder() -> Path:
    """Return the user's cache folder."""
    if WINDOWS:
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


# Fetching uv


def fetch() -> Path:
    """Fetch uv from the package index into the user's cache folder, verify it and return its path."""
    say(f"Fetching uv {VERSION}, the installer …")
    index = index_url()
    page, content_type = download(f"{index}/uv/")
    wheel = choose(parse_index(page.decode(errors="replace"), content_type, f"{index}/uv/"), this_machine())
    content, _ = download(wheel.url)
    verify(wheel, content)
    target = fetched_path()
    unpack(content, target)
    if not is_usable(target):
        raise StartError(f"expected {target} to run, but it does not; put uv {VERSION} on PATH and start again")
    return target


def index_url(variables: Mapping[str, str] = os.environ) -> str:
    """Return the URL of the configured package index, without a trailing slash."""
    named = (variables.get(name) for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"))
    return next(filter(None, named), PYPI).rstrip("/")


def download(url: str) -> tuple[bytes, str]:
    """Return the content at *url* and its media type."""
    parts = urlsplit(url)
    login, _, host = parts.netloc.rpartition("@")
    bare = parts._replace(netloc=host).geturl()  # for error messages, without the password
    headers = {"Accept": "application/vnd.pypi.simple.v1+json, text/html;q=0.5, */*;q=0.1"}
    if login:
        headers["Authorization"] = "Basic " + b64encode(unquote(login).encode()).decode()
    try:
        with urlopen(Request(bare, headers=headers), timeout=30) as answer:
            return answer.read(), answer.headers.get_content_type()
    except (OSError, HTTPException, ValueError) as error:  # ValueError: not a URL
        reason = str(getattr(error, "reason", "") or error or type(error).__name__)
        what_to_do = advice(reason if "certificate" in reason.lower() else "network")
        raise StartError(f"expected to fetch {bare}, got: {reason}; {what_to_do}") from None


def parse_index(page: str, content_type: str, base: str) -> list[Wheel]:
    """Return the files with checksums on an index page, which is JSON or, on many mirrors, HTML."""
    if content_type.endswith("json"):
        try:
            links = [(file["url"], file["hashes"].get("sha256", "")) for file in json.loads(page)["files"]]
        except (ValueError, LookupError, TypeError, AttributeError):
            raise StartError(f"expected a package index at {base}, got: {page[:40]!r}; {advice('network')}") from None
    else:
        hrefs = re.findall(r"""<a\b[^>]*?\bhref\s*=\s*["']([^"']+)""", page)
        links = [(url, mark.removeprefix("sha256=")) for url, mark in map(urldefrag, map(unescape, hrefs))]
    return [Wheel(urljoin(base, url), sha256) for url, sha256 in links if re.fullmatch("[0-9a-f]{64}", sha256)]


def this_machine() -> Machine:
    library, version = platform.libc_ver()
    major, _, minor = version.partition(".")
    glibc = (int(major), int(minor.partition(".")[0])) if library == "glibc" and minor else None
    return Machine(sys.platform, platform.machine().lower(), glibc)


def choose(wheels: Sequence[Wheel], machine: Machine) -> Wheel:
    """Return the wheel of uv's pinned version that runs on *machine*."""
    for wheel in wheels:
        if wheel.name.startswith(f"uv-{VERSION}-") and wheel.name.endswith(".whl") and fits(wheel.name, machine):
            return wheel
    raise StartError(
        f"expected uv {VERSION} for {machine.system} on {machine.processor} in the package index, found none; "
        "put uv on PATH yourself and start again"
    )


def fits(name: str, machine: Machine) -> bool:
    """Return whether the wheel called *name* runs on *machine*."""
    tags = name.removesuffix(".whl").rsplit("-", 1)[-1].split(".")
    if machine.system == "win32":
        return {"amd64": "win_amd64", "arm64": "win_arm64", "x86": "win32"}.get(machine.processor) in tags
    if machine.system == "darwin":
        return any(tag.startswith("macosx_") and tag.endswith("_" + machine.processor) for tag in tags)
    return machine.system == "linux" and any(_fits_linux(tag, machine) for tag in tags)


def _fits_linux(tag: str, machine: Machine) -> bool:
    found = re.fullmatch(r"(many|musl)linux_(\d+)_(\d+)_(\w+)", tag)
    if found is None or found[4] != machine.processor:
        return False
    if machine.glibc is None:
        return found[1] == "musl"
    return found[1] == "many" and (int(found[2]), int(found[3])) <= machine.glibc


def verify(wheel: Wheel, content: bytes) -> None:
    """Raise a `StartError` if *content* does not match the checksum in the index."""
    actual = hashlib.sha256(content).hexdigest()
    if actual != wheel.sha256:
        raise StartError(
            f"expected {wheel.name} with sha256 {wheel.sha256}, got: {actual}; nothing was installed, start again later"
        )


def unpack(content: bytes, target: Path) -> None:
    """Write the uv executable of the wheel *content* to *target*, atomically."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        member = next(name for name in archive.namelist() if name.endswith(f".data/scripts/{EXECUTABLE}"))
        executable = archive.read(member)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=target.parent)
    try:
        with open(handle, "wb") as file:
            file.write(executable)
        os.chmod(draft, 0o755)
        os.replace(draft, target)
    except OSError as error:  # a full disk gives no file name
        raise OSError(error.errno, error.strerror, str(target)) from None
    finally:
        Path(draft).unlink(missing_ok=True)
