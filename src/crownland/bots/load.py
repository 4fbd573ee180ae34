"""Bots from files: Python files that register bots, and programs in any language."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb

from crownland.bots.errors import BotError
from crownland.bots.registry import BOTS, register_bot

__all__ = ["INTERPRETERS", "load_bots"]

# What runs a program that is not started by itself, by its suffix.
INTERPRETERS = {".js": "node", ".mjs": "node", ".pl": "perl", ".rb": "ruby", ".sh": "sh"}


def load_bots(file: Path) -> list[str]:
    """The names of the bots that *file* has entered: its own in Python, one named after the file in other languages.

    Raises BotError when there is none; then nothing is entered.
    """
    with file.open("rb"):  # says what is wrong with the file, before anything else does
        pass
    before = dict(BOTS)
    try:
        if file.suffix == ".py":
            _run(file)
        else:
            _enter(file)
    except BaseException:
        BOTS.clear()
        BOTS.update(before)
        raise
    names = [name for name in BOTS if name not in before]
    if not names:
        raise BotError(f"expected a bot in {file}, got none: put @register_bot(name, description) before its class")
    return names


def _run(file: Path) -> None:
    """Runs a Python file as a module under a private name."""
    name = f"_crownland_bots_{len(sys.modules)}_{file.stem}"
    spec = spec_from_file_location(name, file.resolve())
    if spec is None or spec.loader is None:
        raise BotError(f"expected a Python file that can be imported, got: {file}")
    module = sys.modules[name] = module_from_spec(spec)
    with _mistakes_told(file):
        spec.loader.exec_module(module)


@contextmanager
def _mistakes_told(file: Path) -> Iterator[None]:
    try:
        yield
    except SyntaxError as error:
        raise BotError(f"expected Python in {file}, line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        own = str(file.resolve())
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == own]
        where = f", line {lines[-1]}" if lines else ""
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise BotError(f"expected bots from {file}{where}, got: {what}") from error


def _enter(file: Path) -> None:
    """Registers a program under the stem of its file."""
    from crownland.bots.process import ProcessBot

    if not re.fullmatch(r"[\w-]+", file.stem):
        raise BotError(f"expected a file named after its bot, with letters, digits, - and _ only, got: {file.name!r}")
    if file.stem in BOTS:
        raise BotError(f"expected a file named after a new bot, {file.stem!r} is taken: {file}")
    make = partial(ProcessBot, file.stem, _command(file))
    register_bot(file.stem, f"The program {file.name}.")(make)


def _command(file: Path) -> tuple[str, ...]:
    path = str(file.resolve())
    interpreter = INTERPRETERS.get(file.suffix)
    if interpreter is not None:
        found = shutil.which(interpreter)
        if found is None:
            raise BotError(f"expected {interpreter} on this machine to run {file}, found none")
        return found, path
    if not os.access(file, os.X_OK):
        known = ", ".join((".py", *INTERPRETERS))
        raise BotError(f"expected an executable file or one that ends in {known}, got: {file} (try chmod +x)")
    return (path,)
