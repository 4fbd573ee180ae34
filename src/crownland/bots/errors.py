"""What goes wrong with bots, and how it is told in one line."""

from pathlib import Path
from traceback import extract_tb

from crownland.kernel.errors import IllegalActionError

__all__ = ["BotError", "told"]

LONGEST = 2000


class BotError(RuntimeError):
    """A bot cannot be loaded or made, or does not answer as it should; the message says which one and what it did."""


def told(error: BaseException) -> str:
    """*error* in one line: a bot's own mistake with its type and the place where it happened."""
    text = str(error)
    if not isinstance(error, BotError | IllegalActionError):
        places = extract_tb(error.__traceback__)
        where = f" ({Path(places[-1].filename).name}, line {places[-1].lineno})" if places else ""
        text = f"{type(error).__name__}: {text}{where}"
    return " ".join(text.split())[:LONGEST]
