"""Numba where it is, plain Python where it is not: the kernels are the same functions either way.

``CROWNLAND_JIT=off`` runs them as plain Python; ``CROWNLAND_ARITHMETIC=portable`` compiles them without the
instructions that only some processors have. Both give the same answers.
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
from typing import Any, TypeAlias, TypeVar, cast

__all__ = [
    "COMPILED",
    "NATIVE",
    "Words",
    "cache_folder",
    "entry",
    "filled",
    "kernel",
    "part",
    "prefer_plain",
    "rare",
    "table",
    "words",
]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

# Signed 64-bit numbers in one flat row: a NumPy array when compiled, an array('q') when not.
Words: TypeAlias = MutableSequence[int]


def _is_wanted() -> bool:
    switched_off = os.environ.get("CROWNLAND_JIT", "") == "off" or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    return not switched_off and importlib.util.find_spec("numba") is not None


COMPILED = _is_wanted()
NATIVE = COMPILED and os.environ.get("CROWNLAND_ARITHMETIC", "") != "portable"


def prefer_plain() -> None:
    """For a little work: the kernels run as plain Python in this process, unless somebody said otherwise before."""
    global COMPILED, NATIVE
    if "CROWNLAND_JIT" not in os.environ and f"{__package__}.bits" not in sys.modules:
        COMPILED = NATIVE = False


@cache
def cache_folder() -> Path:
    """Where compiled kernels are kept: in the user's cache folder, apart for every version of what they are made from.

    Numba looks only at the file of a function, not at what it calls and not at the tables in it; so all of that names
    the folder.
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
    """A new version has come: what older ones compiled more than a month ago is not needed."""
    for folder in cache.glob("kernels-*"):
        if time.time() - folder.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(folder, ignore_errors=True)


def kernel(function: FunctionT) -> FunctionT:
    """A function that other kernels call; it becomes part of them."""
    return _compiled(function, forceinline=True)


def part(function: FunctionT) -> FunctionT:
    """A kernel that is written apart from its callers only for the reader: they are compiled as if it stood in them."""
    return _compiled(function, inline="always")


def rare(function: FunctionT) -> FunctionT:
    """A kernel that is called seldom or is long: it stays on its own."""
    return _compiled(function)


def entry(function: FunctionT) -> FunctionT:
    """A function that Python calls: kept in the cache, and other threads run while it does."""
    if not COMPILED:
        return function
    import numba

    made = _compiled(function)
    folder, before = cache_folder(), numba.config.CACHE_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(folder)
        made.enable_caching()  # type: ignore[attr-defined]
    except (OSError, RuntimeError):  # no folder to write to: compiled again in every process
        pass
    finally:
        numba.config.CACHE_DIR = before
    return made


def _compiled(function: FunctionT, **options: bool | str) -> FunctionT:
    if not COMPILED:
        return function
    import numba

    # No kernel allocates, so nothing need count references (_nrt): what is not inlined is twice as fast without.
    return cast(FunctionT, numba.njit(nogil=True, error_model="numpy", _nrt=False, **options)(function))


def table(values: Iterable[int]) -> Sequence[int]:
    """A constant that kernels look things up in."""
    if not COMPILED:
        return tuple(values)
    import numpy as np

    return cast(Sequence[int], np.array(tuple(values), dtype=np.int64))


def words(count: int) -> Words:
    """A row of *count* zeros."""
    if not COMPILED:
        return array("q", bytes(8 * count))
    import numpy as np

    return cast(Words, np.zeros(count, dtype=np.int64))


def filled(values: Sequence[int]) -> Words:
    """A row of these numbers."""
    if not COMPILED:
        return array("q", values)
    import numpy as np

    return cast(Words, np.array(values, dtype=np.int64))
