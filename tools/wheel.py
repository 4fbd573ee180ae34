"""Builds the wheel, installs it away from the source tree, and tries it there."""

import subprocess
import zipfile
from pathlib import Path

from tools import uv
from tools.starter import WINDOWS, child_environment, venv_python

COMMANDS = (["--version"], ["games"], ["score", "m3/w/c"], ["site", "site"])
MOST_BYTES = 16_000_000
NOT_CARRIED = "crownland/wasm/"  # from which python -m tools.alone makes what the page needs


def try_wheel(root: Path, folder: Path) -> bool:
    """Return whether the wheel of *root*, built and installed in *folder*, is complete and works; print why not."""
    wheel = build(root, folder)
    missing = missing_files(root, wheel)
    if missing:
        print(f"expected every file of src/crownland in {wheel.name}, missing: {', '.join(missing)}")
        return False
    if wheel.stat().st_size > MOST_BYTES:
        print(f"expected a wheel of at most {MOST_BYTES:,} bytes, {wheel.name} has {wheel.stat().st_size:,}")
        return False
    venv = install(root, wheel, folder)
    return imports_from(venv, folder) and all(answers(venv, arguments, folder) for arguments in COMMANDS)


def build(root: Path, folder: Path) -> Path:
    uv.run([uv.provide(), "build", "--wheel", "--python", uv.base_python(), "--out-dir", str(folder)], root)
    return next(folder.glob("*.whl"))


def missing_files(root: Path, wheel: Path) -> list[str]:
    """Return the files below src/ that *wheel* lacks, such as data, drawings and catalogues."""
    source = root / "src"
    files = {path.relative_to(source).as_posix() for path in source.glob("crownland/**/*") if path.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        missing = sorted(files - set(archive.namelist()))
    return [name for name in missing if not name.endswith(".pyc") and not name.startswith(NOT_CARRIED)]


def install(root: Path, wheel: Path, folder: Path, python: str | None = None) -> Path:
    """Make a virtual environment with *wheel* and its dependencies in the versions of uv.lock, without dev tools."""
    command, venv, locked = uv.provide(), folder / "venv", folder / "locked.txt"
    uv.run([command, "venv", "--python", python or uv.base_python(), str(venv)], root)
    options = ["--frozen", "--no-dev", "--no-emit-project", "--no-hashes"]
    uv.run([command, "export", *options, "--output-file", str(locked)], root)
    # As constraints, not as requirements: a dependency that the wheel does not declare stays missing.
    into = ["--python", str(venv_python(venv))]
    uv.run([command, "pip", "install", *into, "--constraints", str(locked), str(wheel)], root)
    return venv


def imports_from(venv: Path, folder: Path) -> bool:
    """Return whether `import crownland` finds the installed package, not the source tree."""
    program = "import crownland, pathlib; print(pathlib.Path(crownland.__file__).resolve())"
    code, output = run([str(venv_python(venv)), "-I", "-c", program], folder)
    inside = code == 0 and Path(output).is_relative_to(venv.resolve())
    print(f"import crownland: {output}" if inside else f"expected crownland below {venv}, got: {output}")
    return inside


def answers(venv: Path, arguments: list[str], folder: Path) -> bool:
    """Return whether the installed `crownland` accepts *arguments* and prints something."""
    command = venv_python(venv).with_name("crownland.exe" if WINDOWS else "crownland")
    code, output = run([str(command), *arguments], folder)
    print(f"$ crownland {' '.join(arguments)}\n{output}", flush=True)
    if code or not output:
        print(f"expected an answer and exit code 0, got: exit code {code}")
        return False
    return True


def run(command: list[str], folder: Path) -> tuple[int, str]:
    """Run *command* away from the source tree; return its exit code and output."""
    environment = {name: value for name, value in child_environment().items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    return done.returncode, done.stdout.strip()
