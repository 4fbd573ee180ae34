"""The kernels as one WebAssembly module, for a Python that itself runs in WebAssembly (Pyodide), where Numba cannot.

``python -m tools.wasm`` makes the module of the kernels. It is loaded as a shared library, so kernels work on Python's
own memory: rows are passed by their addresses and nothing is copied. A function of the module takes the address of a
block of words: the result, then its arguments as :func:`flat` has them.
"""

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["EXPORTS", "FILE", "Library", "find_library", "flat", "symbol"]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

FILE = Path(__file__).parents[1] / "wasm" / "crownland.wasm"

# What the module has, by the module of this package. Batches are for learning, which no browser does.
EXPORTS = {
    "endgame": ("best_action",),
    "entries": (
        "actor",
        "apply",
        "chance",
        "deal",
        "gains",
        "greedy_choice",
        "legal",
        "policy_games",
        "random_games",
        "random_move",
        "standing",
    ),
    "net_search": ("judge",),
    "net_tree": ("find_node", "grow", "move_tree", "narrow_tree"),
    "search": ("sample",),
    "tree": ("grow",),
}


def find_library(file: Path = FILE) -> "Library | None":
    """Returns the module, if this Python runs in WebAssembly and has it."""
    return Library(file) if sys.platform == "emscripten" and file.exists() else None


def symbol(module: str, name: str, twin: int | None) -> str:
    """Returns the name in the module of a kernel for the twin with that number; None when it serves all twins."""
    return f"{module}_{name}" + ("" if twin is None else f"_{twin}")


class Library:
    """The loaded module."""

    def __init__(self, file: Path) -> None:
        from ctypes import CDLL

        self._functions = CDLL(str(file))

    def has(self, function: Callable[..., Any]) -> bool:
        """Returns whether the module has *function*, for Crownland's own twins."""
        return function.__name__ in EXPORTS.get(function.__module__.rpartition(".")[2], ())

    def entry(self, function: FunctionT) -> FunctionT:
        """Returns *function* as the module has it; for twins from outside Crownland, which it lacks, as it is."""
        found: dict[tuple[float, ...], Any] = {}
        takes_twin = function.__code__.co_varnames[0] == "twin"
        module = function.__module__.rpartition(".")[2]

        @wraps(function)
        def call(*arguments: Any) -> int:
            key, rest = (arguments[0], arguments[1:]) if takes_twin else ((), arguments)
            if key not in found:
                name = symbol(module, function.__name__, _number(key) if takes_twin else None)
                found[key] = getattr(self._functions, name, None)
            if found[key] is None:
                return function(*arguments)  # type: ignore[no-any-return]
            block = array("q", (0, *flat(rest)))
            found[key](block.buffer_info()[0])
            return block[0]

        return call  # type: ignore[return-value]


def flat(arguments: Iterable[Any]) -> Iterator[int]:
    """Yields arguments as words: a number as it is, a row as its address and length, a tuple as what is in it."""
    from ctypes import addressof, c_char

    for one in arguments:
        if isinstance(one, int):
            yield one
        elif isinstance(one, tuple):
            yield from flat(one)
        else:
            yield addressof(c_char.from_buffer(one)) if len(one) else 0
            yield len(one)


def _number(key: tuple[float, ...]) -> int:
    """Returns the number of the twin with that key; see Twin.key."""
    return int("".join(str(int(digit)) for digit in key), 2)
