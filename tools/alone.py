"""Builds the folder with which the page plays without a server, if it is missing or its sources have changed.

    python -m tools.alone

The folder has a Python for browsers (Pyodide), its standard library and Crownland, both compiled and without what no
page needs, and the kernels in WebAssembly. `files.json` lists all of it, and the networks. A plain ./play does not wait
for it: without the folder the page needs its server.
"""

import gzip
import hashlib
import io
import json
import shutil
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tools import page, wasm, wasm_packages
from tools.starter import ROOT, StartError, advice, guarded, say

BUILT = f"{page.BUILT}/python"
PYODIDE = "web/node_modules/pyodide"
LISTED = "files.json"
COPIED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

PACKAGE = "src/crownland"
KINDS = (".csv", ".json", ".jsonl", ".py", ".svg")
# What runs only in a terminal, on a server or on a developer's machine.
NOT_IN_BROWSERS = (
    "arena",
    "cli",
    "envs",
    "learning",
    "page",
    "server/store/migrations",
    "testing",
    "tui",
)
VERSION = "VERSION"  # beside the package's modules: its metadata is not packed
# Files of their own, loaded when a bot asks for one. They are not copied: the server has them in the package.
NETWORKS = "networks/*.net"

# What Crownland needs nothing of, in Python's standard library.
# fmt: off
NOT_NEEDED = (
    "__hello__", "__phello__", "_compat_pickle", "_markupbase", "_pydatetime", "_pyio", "_pyrepl",
    "_sysconfigdata__emscripten_wasm32-emscripten", "antigravity", "argparse", "asyncio.__main__",
    "asyncio.proactor_events", "asyncio.tools", "asyncio.windows_events", "asyncio.windows_utils", "bdb",
    "cProfile", "calendar", "cmd", "code", "colorsys", "compileall", "concurrent.futures.interpreter",
    "concurrent.futures.process", "concurrent.interpreters", "configparser", "ctypes._aix", "ctypes.macholib",
    "ctypes.util", "ctypes.wintypes", "difflib", "doctest", "filecmp", "fileinput", "fractions", "ftplib", "getopt",
    "getpass", "gettext", "graphlib", "gzip", "html", "http", "imaplib", "ipaddress", "json.tool", "logging.config",
    "logging.handlers", "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "nturl2path",
    "optparse", "pdb", "pickle", "pickletools", "pkgutil", "platform", "plistlib", "poplib", "pprint", "profile",
    "pstats", "pty", "py_compile", "pyclbr", "pydoc", "pyodide.console", "pyodide.http", "quopri", "rlcompleter",
    "runpy", "sched", "shelve", "shlex", "smtplib", "socketserver", "sqlite3", "statistics", "stringprep",
    "symtable", "sysconfig.__main__", "tabnanny", "tarfile", "this", "timeit", "tomllib", "trace", "tracemalloc",
    "tty", "unittest", "urllib.request", "urllib.response", "urllib.robotparser", "wave", "webbrowser", "wsgiref",
    "xml", "xmlrpc", "zipapp", "zoneinfo",
)
# fmt: on
# Of these packages, only some modules.
ONLY = {
    "email": ("email",),
    "encodings": (
        "encodings",
        "encodings.aliases",
        "encodings.ascii",
        "encodings.cp437",
        "encodings.latin_1",
        "encodings.utf_8",
    ),
}


def is_built(root: Path) -> bool:
    """Return whether the folder is built from the current sources."""
    try:
        return stamp(root).read_text(encoding="utf-8") == digest(root) and (root / BUILT / LISTED).exists()
    except OSError:
        return False


def build(root: Path, npm: Sequence[str]) -> None:
    """Build the folder; the module of the kernels is there. On failure raise a `StartError` and leave no stamp."""
    say("Packing Python and Crownland for browsers …")
    wanted = digest(root)
    stamp(root).unlink(missing_ok=True)
    page.install(root, npm)
    with TemporaryDirectory() as folder:
        draft = Path(folder)
        gather_library(root, draft / "library")
        gather_crownland(root, draft / "crownland")
        compile_all(root, draft, npm)
        made = root / BUILT
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        for name in COPIED:
            shutil.copyfile(root / PYODIDE / name, made / name)
        (made / "pyodide-lock.json").write_text(lock_of(root), encoding="utf-8")
        zip_all(draft / "library", made / "python_stdlib.zip")
        tar_all(draft / "crownland", made / "crownland.pack")
    (made / LISTED).write_text(listing(root), encoding="utf-8")
    stamp(root).write_text(wanted, encoding="utf-8")
    say(f"{BUILT}: {sizes(root)}")


def gather_library(root: Path, folder: Path) -> None:
    """Unpack the part of Python's standard library that is needed."""
    with zipfile.ZipFile(root / PYODIDE / "python_stdlib.zip") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if is_needed(name)])


def is_needed(name: str) -> bool:
    """Return whether a browser needs the file *name* of the standard library."""
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if module.partition(".")[0] in ONLY:
        return module in ONLY[module.partition(".")[0]]
    return not any(module == one or module.startswith(f"{one}.") for one in NOT_NEEDED)


def gather_crownland(root: Path, folder: Path) -> None:
    """Copy the part of Crownland that runs in browsers, its kernels, and the packages that it needs."""
    for file in package_files(root):
        target = folder / file.relative_to(root / "src")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    (folder / "crownland" / VERSION).write_text(version_of(root), encoding="utf-8")
    module = folder / Path(wasm.MODULE).relative_to("src")
    module.parent.mkdir()
    shutil.copyfile(root / wasm.MODULE, module)
    for wheel in wheels(root):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if name.endswith((".py", ".so"))])


def version_of(root: Path) -> str:
    """Return Crownland's version."""
    return str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def package_files(root: Path) -> Iterator[Path]:
    """Yield the files of Crownland that go into the archive."""
    for file in sorted((root / PACKAGE).rglob("*")):
        below = file.relative_to(root / PACKAGE)
        if file.suffix in KINDS and not any(below.is_relative_to(one) for one in NOT_IN_BROWSERS):
            yield file


def wheels(root: Path) -> list[Path]:
    return [root / wasm.BUILT / one.file for one in wasm_packages.packages(root)]


def compile_all(root: Path, folder: Path, npm: Sequence[str]) -> None:
    """Replace every .py below *folder* by what the Python of the browser compiles it to: it starts in half the time."""
    node = [*npm[:-1], "node"]
    wasm.run([*node, str(root / "tools/alone.mjs"), str(folder)], root)
    for source in folder.rglob("*.py"):
        if not source.with_suffix(".pyc").exists():
            raise StartError(f"expected to compile {source.name} for browsers, it failed; {advice('')}")
        source.unlink()


def lock_of(root: Path) -> str:
    """Return Pyodide's list of packages, empty: nothing is loaded from elsewhere."""
    lock = json.loads((root / PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}})


def zip_all(folder: Path, archive: Path) -> None:
    """Pack *folder*, from which Python imports then; the same files give the same archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in files_in(folder):
            packed.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes(), 8, 9)


def tar_all(folder: Path, archive: Path) -> None:
    """Pack *folder*, which the page unpacks: a browser does so in a tenth of the time that its Python needs."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as packed:
        for file in files_in(folder):
            entry = tarfile.TarInfo(file.relative_to(folder).as_posix())
            entry.size = file.stat().st_size
            packed.addfile(entry, io.BytesIO(file.read_bytes()))
    archive.write_bytes(gzip.compress(made.getvalue(), mtime=0))


def files_in(folder: Path) -> list[Path]:
    """Return the files below *folder*, those of a kind together, which compress better so."""
    return sorted((file for file in folder.rglob("*") if file.is_file()), key=lambda file: (file.suffix, file))


def listing(root: Path) -> str:
    """Return all files with their bytes and hashes, and a version that changes with any of them."""
    files = {}
    for folder in (root / BUILT, root / PACKAGE):
        for file in sorted(folder.glob("*" if folder == root / BUILT else NETWORKS)):
            content = file.read_bytes()
            files[file.relative_to(folder).as_posix()] = [len(content), hashlib.sha256(content).hexdigest()]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()
    return json.dumps({"version": version, "files": files}, indent=1)


def sizes(root: Path) -> str:
    """Return in words how much the first visit downloads, and how much the networks are."""
    first = sum(len(gzip.compress(file.read_bytes())) for file in (root / BUILT).iterdir())
    networks = sum(file.stat().st_size for file in (root / PACKAGE).glob(NETWORKS))
    return f"{first / 1e6:.2f} MB gzipped, and networks of {networks / 1e6:.2f} MB for the bots that need one"


def stamp(root: Path) -> Path:
    return root / BUILT / ".stamp"


def digest(root: Path) -> str:
    """Return a hash of all that the folder is made of."""
    made = hashlib.sha256(version_of(root).encode())
    tools = [root / "tools" / name for name in ("alone.py", "alone.mjs")]
    others = [root / "web/package-lock.json", root / wasm.MODULE, *wheels(root), *tools]
    for path in [*package_files(root), *sorted((root / PACKAGE).glob(NETWORKS)), *others]:
        made.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()


def main() -> int:
    """Build the folder, and before it the page and the module of the kernels if they are not there."""
    from tools import uv
    from tools.starter import prepare_page

    prepare_page(ROOT)
    wasm_packages.fetch(ROOT, ROOT / wasm.BUILT)
    if not wasm.is_built(ROOT):
        wasm.build_apart(ROOT)
    if is_built(ROOT):
        say(f"{BUILT} is built from the current sources: {sizes(ROOT)}.")
    else:
        build(ROOT, page.npm_of(uv.provide()))
    return 0


if __name__ == "__main__":
    sys.exit(guarded("alone", main))
