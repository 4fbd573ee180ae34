"""Errors in the language of the reader.

Errors are raised in English, by parts of the program that know no language. The English texts ``cli.say.…`` of the
catalogue are the patterns by which a command knows them again; what matches none stays English.
"""

import re
from collections.abc import Iterator
from functools import cache

from crownland.placeholders import PLACEHOLDER
from crownland.words import Words, own_texts

__all__ = ["either", "said"]

PREFIX = "cli.say."
OR = " or "


def said(message: str, words: Words) -> str:
    """Returns *message*, and the messages that it quotes, in the language of *words*."""
    for key, pattern in _patterns():
        if found := pattern.fullmatch(message):
            return words(key, **{name: said(value, words) for name, value in found.groupdict().items()})
    return either(message.split(OR), words) if re.fullmatch(r"[\w=,\- ]+", message) else message


def either(choices: list[str], words: Words) -> str:
    """``3–6 or 8``"""
    return f" {words('cli.or')} ".join(choices)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return list(_made_patterns())


def _made_patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for key, text in own_texts()["en"].items():
        if key.startswith(PREFIX):
            parts = PLACEHOLDER.split(text)  # text, name, forms, text, …
            pattern = "".join(
                re.escape(part) if at % 3 == 0 else f"(?P<{part}>.+?)" if at % 3 == 1 else ""
                for at, part in enumerate(parts)
            )
            yield key, re.compile(pattern, re.DOTALL)
