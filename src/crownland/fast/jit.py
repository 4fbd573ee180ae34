"""Compiles kernels with Numba where it is installed; without it they run as plain Python.

In a browser they come from a WebAssembly module (see library.py).
``CROWNLAND_JIT=off`` runs them as plain Python; ``CROWNLAND_ARITHMETIC=portable`` compiles them without the
instructions that only some processors have. Both give the same results.
"""

import hashlib
import importlib.util
import os
import shutil
import sys
import time
from array import array
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, cast

from crownland.fast.library import find_library

__all__ = [
    "COMPILED",
    "FAST",
    "NATIVE",
    "Bytes",
    "Floats",
    "Row",
    "as_words",
    "brief_entry",
    "cache_folder",
    "entry",
    "filled",
    "float_kernel",
    "floats",
    "kernel",
    "part",
    "prefer_plain",
    "rare",
    "small_integers",
    "table",
    "words",
]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

# Signed 64-bit words: a NumPy array when compiled, an array('q') when not. The letters are those of array('q').
Row: TypeAlias = Annotated[MutableSequence[int], "q"]
# 32-bit floats and signed bytes: NumPy arrays when compiled, memory views when not. Slices share memory in both.
Floats: TypeAlias = Annotated[Any, "f"]
Bytes: TypeAlias = Annotated[Any, "b"]

_IS_OFF = os.environ.get("CROWNLAND_JIT", "") == "off" or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
_LIBRARY = None if _IS_OFF else find_library()

COMPILED = not _IS_OFF and importlib.util.find_spec("numba") is not None
NATIVE = COMPILED and os.environ.get("CROWNLAND_ARITHMETIC", "") != "portable"
FAST = COMPILED or _LIBRARY is not None  # whether entries run as compiled code of either kind


def prefer_plain() -> None:
    """Runs the kernels of this process as plain Python, unless CROWNLAND_JIT is set or kernels are loaded already.

    Good for a little work, which is done sooner than kernels are compiled or loaded.
    """
    global COMPILED, FAST, NATIVE
    if "CROWNLAND_JIT" not in os.environ and f"{__package__}.bits" not in sys.modules:
        COMPILED = NATIVE = False
        FAST = _LIBRARY is not None


@cache
def cache_folder() -> Path:
    """Returns the folder for compiled kernels: in the user's cache folder, one for every version of their sources.

    Numba checks only the file of a function, not what the function calls or the tables in it, so a digest of all of
    that names the folder.
    """
    digest = hashlib.sha256(f"{sys.version_info[:2]} {NATIVE}".encode())
    package = Path(__file__).parents[1]
    for pattern in ("fast/**/*.py", "kernel/*.py", "games/**/*.py", "data/*.csv"):
        for source in sorted(package.glob(pattern)):
            digest.update(source.read_bytes())
    folder = _user_cache() / f"kernels-{digest.hexdigest()[:16]}"
    if not folder.exists():
        _forget_old(folder.parent)
    return folder


def _user_cache() -> Path:
    for variable in ("CROWNLAND_CACHE", "NUMBA_CACHE_DIR"):
        if os.environ.get(variable):
            return Path(os.environ[variable])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "crownland" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "crownland"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "crownland"


def _forget_old(cache: Path) -> None:
    """Deletes what other versions compiled more than a month ago."""
    for folder in cache.glob("kernels-*"):
        if time.time() - folder.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(folder, ignore_errors=True)


def kernel(function: FunctionT) -> FunctionT:
    """Decorates a function that other kernels call; LLVM inlines it."""
    return _compiled(function, forceinline=True)


def float_kernel(function: FunctionT) -> FunctionT:
    """Decorates a kernel that calculates with floats: sums may be taken in any order, so that they are vectorized."""
    return _compiled(function, forceinline=True, fastmath=True)


def part(function: FunctionT) -> FunctionT:
    """Decorates a kernel that Numba inlines: its callers are compiled as if its source stood in them."""
    return _compiled(function, inline="always")


def rare(function: FunctionT) -> FunctionT:
    """Decorates a kernel that is called seldom or is long: it is not inlined."""
    return _compiled(function)


def entry(function: FunctionT) -> FunctionT:
    """Decorates a function that Python calls: it is cached on disk and releases the GIL."""
    return _entry(function, nogil=True)


def brief_entry(function: FunctionT) -> FunctionT:
    """As :func:`entry`, but keeps the GIL: to wait for it again would take longer than the function does."""
    return _entry(function, nogil=False)


def _entry(function: FunctionT, *, nogil: bool) -> FunctionT:
    if _LIBRARY is not None and _LIBRARY.has(function):
        return _LIBRARY.entry(function)
    if not COMPILED:
        return function
    import numba

    made = _compiled(function, nogil=nogil)
    folder, before = cache_folder(), numba.config.CACHE_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(folder)
        made.enable_caching()  # type: ignore[attr-defined]
    except (OSError, RuntimeError):  # no folder to write to: every process compiles it again
        pass
    finally:
        numba.config.CACHE_DIR = before
    return made


def _compiled(function: FunctionT, **options: bool | str) -> FunctionT:
    if not COMPILED:
        return function
    import numba

    # No kernel allocates, so none counts references (_nrt): what is not inlined is twice as fast without.
    return cast(FunctionT, numba.njit(**{"nogil": True, "error_model": "numpy", "_nrt": False, **options})(function))


def table(values: Iterable[int]) -> Sequence[int]:
    """Returns a constant table for kernels."""
    if not COMPILED:
        return tuple(values)
    import numpy as np

    return cast(Sequence[int], np.array(tuple(values), dtype=np.int64))


def words(count: int) -> Row:
    """Returns a row of *count* zeros."""
    if not COMPILED:
        return array("q", bytes(8 * count))
    import numpy as np

    return cast(Row, np.zeros(count, dtype=np.int64))


def filled(values: Sequence[int]) -> Row:
    """Returns a row of these numbers."""
    if not COMPILED:
        return array("q", values)
    import numpy as np

    return cast(Row, np.array(values, dtype=np.int64))


def floats(count: int) -> Floats:
    """Returns a row of *count* zeros, 32-bit floats."""
    if not COMPILED:
        return memoryview(array("f", bytes(4 * count)))
    import numpy as np

    return np.zeros(count, dtype=np.float32)


def small_integers(count: int) -> Bytes:
    """Returns a row of *count* zeros, signed bytes."""
    if not COMPILED:
        return memoryview(array("b", bytes(count)))
    import numpy as np

    return np.zeros(count, dtype=np.int8)


def as_words(row: Bytes) -> Row:
    """Returns the same memory as words of eight bytes."""
    if not COMPILED:
        return cast(Row, row.cast("B").cast("q"))
    import numpy as np

    return cast(Row, row.view(np.int64))
