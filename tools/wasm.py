"""Builds the kernels as one WebAssembly module into the package, if it is missing or its sources have changed.

What a Python in the browser needs besides is fetched beside it (wasm_packages.py).

    python -m tools.wasm

needs Numba, which has LLVM in it, and the linker wasm-ld: that of this machine (Debian's package lld), or the one in
the package ziglang.
"""

import gzip
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from tools.starter import ROOT, StartError, advice, child_environment, guarded, say

BUILT = "src/crownland/wasm"
MODULE = f"{BUILT}/crownland.wasm"
# Those of the kernels, as jit.cache_folder() has them, and the compiler.
SOURCES = (
    "src/crownland/fast/**/*.py",
    "src/crownland/kernel/*.py",
    "src/crownland/games/**/*.py",
    "src/crownland/data/*.csv",
    "tools/wasm.py",
    "tools/wasm_kernels.py",
)
COMPILER = "numba>=0.61"
LINKER = "ziglang>=0.14"  # 100 MB, for machines without wasm-ld
LINK = (
    "-shared",
    "--export-dynamic",
    "--experimental-pic",
    "--allow-undefined",
    "--strip-all",
    "-O2",
)  # a library that any address in memory suits


def is_built(root: Path) -> bool:
    """Return whether the module is built from the current sources."""
    try:
        return stamp(root).read_text(encoding="utf-8") == digest(root) and (root / MODULE).exists()
    except OSError:
        return False


def build(root: Path, linker: Sequence[str]) -> None:
    """Build the module. On failure raise a `StartError` and leave no stamp."""
    wanted = digest(root)
    stamp(root).unlink(missing_ok=True)
    stamp(root).parent.mkdir(exist_ok=True)
    begin = time.monotonic()
    with TemporaryDirectory() as name:
        parts = compile_all(root, Path(name))
        run([*linker, *LINK, *map(str, parts), "-o", str(root / MODULE)], root)
    stamp(root).write_text(wanted, encoding="utf-8")
    made = (root / MODULE).read_bytes()
    size, packed = len(made) / 1000, len(gzip.compress(made)) / 1000
    say(f"{MODULE}: {size:.0f} KB, {packed:.0f} KB gzipped, in {time.monotonic() - begin:.0f} s")


def build_apart(root: Path) -> None:
    """Build the module with a Python that has Numba, which uv fetches for it."""
    from tools import uv

    needed = ["--with", COMPILER] if which("wasm-ld") else ["--with", COMPILER, "--with", LINKER]
    command = [uv.provide(), "run", "--no-project", "--python", sys.executable, *needed, "python", "-m", "tools.wasm"]
    if subprocess.run(command, cwd=root, env=child_environment(), stdin=subprocess.DEVNULL).returncode:
        raise StartError(f"expected `python -m tools.wasm` to work in {root}, it failed; see above")


def compile_all(root: Path, folder: Path) -> list[Path]:
    """Compile the kernels of every twin, and those without a twin, each in a process of its own."""
    say("Compiling the kernels to WebAssembly, for some minutes …")
    twins = run([sys.executable, "-m", "tools.wasm_kernels"], root).split()
    parts = {twin: folder / f"{twin}.o" for twin in twins}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        works = {
            pool.submit(run, [sys.executable, "-m", "tools.wasm_kernels", twin, str(part)], root): twin
            for twin, part in parts.items()
        }
        for done, work in enumerate(as_completed(works), 1):
            work.result()
            say(f"{done}/{len(works)} {works[work]}")
    return list(parts.values())


def find_linker() -> list[str] | None:
    """Return the linker of this machine or of this Python."""
    found = which("wasm-ld")
    if found:
        return [found]
    return [sys.executable, "-m", "ziglang", "wasm-ld"] if find_spec("ziglang") else None


def linker_of(uv: str) -> list[str]:
    """Return the command for the linker: the machine's own, or one that uv fetches."""
    return find_linker() or [uv, "run", "--no-project", "--with", LINKER, "python", "-m", "ziglang", "wasm-ld"]


def stamp(root: Path) -> Path:
    return root / BUILT / ".stamp"


def digest(root: Path) -> str:
    """Return a hash of all that the module is made of."""
    made = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(root.glob(pattern)):
            made.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()


def run(command: Sequence[str], root: Path) -> str:
    """Run *command* with this tree's package; return what it prints."""
    environment = child_environment() | {"PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    done = subprocess.run(
        command,
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
        task = " ".join(command[:4])
        raise StartError(f"expected `{task} …` to work, got: {reason[:300]}; {advice(reason)}")
    return done.stdout


def main() -> int:
    """Build the module with this Python, which has Numba."""
    from tools import uv, wasm_packages

    wasm_packages.fetch(ROOT, ROOT / BUILT)
    if is_built(ROOT):
        say(f"{MODULE} is built from the current sources.")
    else:
        build(ROOT, find_linker() or linker_of(uv.provide()))
    return 0


if __name__ == "__main__":
    sys.exit(guarded("wasm", main))
