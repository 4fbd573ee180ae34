"""Fetches what a Python in the browser needs beside its standard library and Crownland, in the versions of uv.lock.

Pyodide's release decides the Python and the platform: both change with its version in web/package.json.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools import uv
from tools.starter import say
from tools.wasm import run

NEEDED = ("msgspec",)  # the frames
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"


class Package(NamedTuple):
    """A wheel for Pyodide, as uv.lock has it."""

    name: str
    version: str
    file: str
    sha256: str


def packages(root: Path) -> Iterator[Package]:
    """Yield the wheels that are needed."""
    for locked in tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))["package"]:
        if locked["name"] in NEEDED:
            for wheel in locked["wheels"]:
                file = wheel["url"].rpartition("/")[2]
                if file.endswith(f"-cp{PYTHON.replace('.', '')}-{PLATFORM}.whl"):
                    yield Package(locked["name"], locked["version"], file, wheel["hash"].removeprefix("sha256:"))


def are_there(root: Path, folder: Path) -> bool:
    """Return whether all wheels are in *folder*."""
    return all((folder / one.file).exists() for one in packages(root))


def fetch(root: Path, folder: Path) -> None:
    """Fetch the wheels that *folder* lacks, and delete those of other versions."""
    wanted = {one.file: one for one in packages(root)}
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.whl"):
        if old.name not in wanted:
            old.unlink()
    for file, one in wanted.items():
        if not (folder / file).exists():
            say(f"Fetching {one.name} {one.version} for the browser …")
            _download(one, root, folder)


def _download(one: Package, root: Path, folder: Path) -> None:
    requirement = folder / "wanted.txt"
    requirement.write_text(f"{one.name}=={one.version} --hash=sha256:{one.sha256}\n", encoding="utf-8")
    pip = [uv.provide(), "run", "--no-project", "--with", "pip", "python", "-m", "pip", "download", "--quiet"]
    target = ["--platform", PLATFORM, "--python-version", PYTHON, "--only-binary=:all:", "--no-deps"]
    source = ["--index-url", uv.index_url(), "--require-hashes", "--requirement", str(requirement)]
    try:
        run([*pip, *target, *source, "--dest", str(folder)], root)
    finally:
        requirement.unlink()
