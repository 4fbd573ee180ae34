"""The errors of bots and of loaded files, and their texts."""

from pathlib import Path
from traceback import extract_tb

from crownland.kernel.errors import IllegalActionError

__all__ = ["BotError", "LoadError", "error_line"]

LONGEST = 2000


class BotError(RuntimeError):
    """A bot cannot be made, or does not answer as it should. The message names the bot and what it did."""


class LoadError(RuntimeError):
    """A file does not register any bot or game, or fails. The message names the file."""


def error_line(error: BaseException) -> str:
    """Returns *error* as one line; an unexpected error has its type and the place where it was raised."""
    text = str(error)
    if not isinstance(error, BotError | IllegalActionError):
        places = extract_tb(error.__traceback__)
        where = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
        text = f"{type(error).__name__}: {text}{where}"
    return " ".join(text.split())[:LONGEST]
