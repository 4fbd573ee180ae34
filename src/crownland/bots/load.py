"""Loads files from outside the package: Python files that register bots or games, and programs that are bots."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from typing import Any

from crownland.bots.errors import LoadError
from crownland.bots.registry import BOTS, register_bot
from crownland.games.registry import GAMES
from crownland.words import NUMBERS, TEXTS

__all__ = ["INTERPRETERS", "load_everywhere", "load_file", "load_inherited", "load_once", "outside_bots"]

# The interpreter of a program that does not start by itself, by its suffix.
INTERPRETERS = {".js": "node", ".mjs": "node", ".pl": "perl", ".rb": "ruby", ".sh": "sh"}

VARIABLE = "CROWNLAND_LOAD"  # the files to load, for processes that a server starts

# What a file may register; the first two count as what it is loaded for.
_REGISTRIES: tuple[dict[str, Any], ...] = (BOTS, GAMES, NUMBERS, TEXTS)
_LOADED: set[Path] = set()
_BOTS_OF_FILES: set[str] = set()


def load_once(file: Path, find: Callable[[], Path] | None = None) -> None:
    """Loads *file* unless this process has loaded it before; *find* returns its place on this machine, if another."""
    if file not in _LOADED:
        load_file(file if find is None else find())
        _LOADED.add(file)


def load_everywhere(files: Sequence[Path]) -> None:
    """Loads *files* in this process, and has the processes it starts load them with :func:`load_inherited`."""
    for file in files:
        load_once(file)
    os.environ[VARIABLE] = "\n".join(str(file.resolve()) for file in files)


def load_inherited() -> None:
    """Loads the files that the process that started this one has loaded everywhere, or those in the environment."""
    for name in filter(None, os.environ.get(VARIABLE, "").split("\n")):
        load_once(Path(name))


def outside_bots() -> list[str]:
    """Returns the names of the bots that files have registered."""
    return [name for name in BOTS if name in _BOTS_OF_FILES]


def load_file(file: Path) -> list[str]:
    """Loads *file* and returns the names of the bots and games that it registered.

    A Python file registers what it likes; a file in another language is one bot, named after the file. Raises LoadError
    when the file registers nothing or fails; then it leaves nothing registered.
    """
    with file.open("rb"):  # raises the most helpful error for a file that cannot be read
        pass
    before = [dict(registry) for registry in _REGISTRIES]
    try:
        if file.suffix == ".py":
            _run(file)
        else:
            _register_program(file)
        bots = [name for name in BOTS if name not in before[0]]
        games = [name for name in GAMES if name not in before[1]]
        if not bots and not games:
            raise LoadError(f"expected a bot or a game in {file}, got none: call register_bot or register_game in it")
    except BaseException:
        for registry, old in zip(_REGISTRIES, before, strict=True):
            registry.clear()
            registry.update(old)
        raise
    _BOTS_OF_FILES.update(bots)
    return bots + games


def _run(file: Path) -> None:
    """Runs a Python file as a module under a private name."""
    name = f"_crownland_loaded_{len(sys.modules)}_{file.stem}"
    spec = spec_from_file_location(name, file.resolve())
    if spec is None or spec.loader is None:
        raise LoadError(f"expected a Python file that can be imported, got: {file}")
    module = sys.modules[name] = module_from_spec(spec)
    with _explained(file):
        spec.loader.exec_module(module)


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Turns any error that *file* raises into a LoadError with the line."""
    try:
        yield
    except SyntaxError as error:
        raise LoadError(f"expected Python in {file}, line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        own = str(file.resolve())
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == own]
        where = f", line {lines[-1]}" if lines else ""
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise LoadError(f"expected bots or games from {file}{where}, got: {what}") from error


def _register_program(file: Path) -> None:
    """Registers a program as a bot under the stem of its file."""
    from crownland.bots.process import ProcessBot

    if not re.fullmatch(r"[\w-]+", file.stem):
        raise LoadError(f"expected a file named after its bot, with letters, digits, - and _ only, got: {file.name!r}")
    if file.stem in BOTS:
        raise LoadError(f"expected a file named after a new bot, {file.stem!r} is taken: {file}")
    make = partial(ProcessBot, file.stem, _command(file))
    register_bot(file.stem, f"The program {file.name}.", takes_time=True)(make)


def _command(file: Path) -> tuple[str, ...]:
    path = str(file.resolve())
    interpreter = INTERPRETERS.get(file.suffix)
    if interpreter is not None:
        found = shutil.which(interpreter)
        if found is None:
            raise LoadError(f"expected {interpreter} on this machine to run {file}, found none")
        return found, path
    if not os.access(file, os.X_OK):
        known = ", ".join((".py", *INTERPRETERS))
        raise LoadError(f"expected an executable file or one that ends in {known}, got: {file} (try chmod +x)")
    return (path,)
