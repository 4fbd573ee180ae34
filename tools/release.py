"""Makes what a release consists of, and tries it: sdist, wheel built from it, bill of materials.

    python -m tools.release [--out dist] [--download]

The wheel is installed into an empty environment for every Python that this machine has, and its commands are run there.
With --download uv may fetch the Pythons that are missing.
"""

import argparse
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tools import uv
from tools.page import BUILT as PAGE
from tools.starter import ROOT, StartError, guarded, prepare, venv_python
from tools.wheel import answers, imports_from, install, missing_files, run

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MOST_BYTES = 16_000_000
# Tried in this order in one empty folder: the record that one writes is read by the next.
COMMANDS: tuple[list[str], ...] = (
    [],
    ["--version"],
    ["score", "ffl1/f1cl/w1w."],
    ["serve", "--check", "--data", "data"],
    ["simulate", "kingdomino", "--bots", "greedy,uniform", "--games", "1", "--seed", "7", "--out", "games"],
    ["replay", "games/000001.kdn"],
    ["verify", "games/000001.kdn"],
    ["arena", "greedy", "uniform", "--games", "2", "--jobs", "1"],
    ["site", "site"],
)
ENVIRONMENTS = "import crownland.envs.gymnasium, crownland.envs.pettingzoo, gymnasium; print(len(gymnasium.registry))"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools.release", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for the files")
    parser.add_argument("--download", action="store_true", help="let uv fetch the Pythons that are missing")
    options = parser.parse_args(arguments)
    out = options.out.resolve()
    files = build(ROOT, out)
    subprocess.run(
        [str(prepare(ROOT, "play")), "-m", "tools.sbom", str(out / "crownland.cdx.json")], cwd=ROOT, check=True
    )
    wheel = next(file for file in files if file.suffix == ".whl")
    lacks = lacking(ROOT, wheel)
    results = {f"every file is in the wheel {' '.join(lacks)}": not lacks}
    results |= {f"{file.name}: {file.stat().st_size / 1e6:.1f} MB": file.stat().st_size <= MOST_BYTES for file in files}
    tried = False
    for version in PYTHONS:
        python = find_python(version, download=options.download)
        if python is None:
            print(f"── Python {version}: not on this machine, not tried", flush=True)
        else:
            results[f"Python {version}"] = tried = try_in(wheel, python)
    print("\n".join(f"{'ok' if ok else 'FAILED':8}{what}" for what, ok in results.items()))
    return 0 if all(results.values()) and tried else 1


def build(root: Path, out: Path) -> list[Path]:
    """Build the sdist, and the wheel from the sdist, so that both are complete."""
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("crownland-*.whl"), *out.glob("crownland-*.tar.gz")):
        old.unlink()
    uv.run([uv.provide(), "build", "--python", uv.base_python(), "--out-dir", str(out)], root)
    return [*out.glob("crownland-*.tar.gz"), *out.glob("crownland-*.whl")]


def lacking(root: Path, wheel: Path) -> list[str]:
    """Return the files that *wheel* lacks. It has a page of its own, built from the sdist, under other names."""
    page = f"{PAGE.removeprefix('src/')}/"
    missing = [name for name in missing_files(root, wheel) if not name.startswith(page)]
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        if f"{page}index.html" not in names:
            return [*missing, f"{page}index.html"]
        start = archive.read(f"{page}index.html").decode()
    return missing + [name for name in re.findall(r'(?:src|href)="/([^"]+)"', start) if page + name not in names]


def find_python(version: str, *, download: bool) -> str | None:
    """Return the path of a Python of *version*: of the system, of pyenv, or one that uv may fetch."""
    environment = uv.environment(ROOT)
    pyenv = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin"))
    environment["PATH"] = os.pathsep.join([os.environ["PATH"], *map(str, pyenv)])
    if download:
        environment["UV_PYTHON_DOWNLOADS"] = "automatic"
        subprocess.run([uv.provide(), "python", "install", version], env=environment, stdin=subprocess.DEVNULL)
    command = [uv.provide(), "python", "find", "--no-project", "--system", version]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def try_in(wheel: Path, python: str, commands: Iterable[list[str]] = COMMANDS) -> bool:
    """Return whether *wheel* works in an empty environment of *python*; print what it says."""
    print(f"\n── {python}", flush=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        try:
            venv = install(ROOT, wheel, folder, python)
            works = imports_from(venv, folder) and all(answers(venv, command, folder) for command in commands)
            return works and has_environments(wheel, venv, folder)
        except StartError as error:
            print(error)
            return False


def has_environments(wheel: Path, venv: Path, folder: Path) -> bool:
    """Return whether the environments can be imported once their extra is installed."""
    uv.run([uv.provide(), "pip", "install", "--python", str(venv_python(venv)), f"{wheel}[envs]"], folder)
    code, output = run([str(venv_python(venv)), "-I", "-c", ENVIRONMENTS], folder)
    print(f"import crownland.envs: {output}", flush=True)
    return code == 0


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(guarded("release", lambda: main(sys.argv[1:])))
