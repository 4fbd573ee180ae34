"""Texts for people, in their language: one JSON catalogue per language, shared by terminal, commands and page.

A text may hold placeholders: ``{name}`` for a value that the caller passes, ``{kingdomino.harmony.points}`` for a
number of the rules.
"""

import json
import locale
import os
import re
from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from crownland.cyrillic import CYRILLIC, LATIN, cyrillic_texts
from crownland.kernel.errors import InvalidTextError, UnknownNameError
from crownland.placeholders import count_forms, fill

__all__ = [
    "NUMBERS",
    "TEXTS",
    "Words",
    "languages",
    "read_texts",
    "register_numbers",
    "register_texts",
    "system_language",
]

ENGLISH = "en"
LOCALES: Traversable | Path = resources.files("crownland") / "locales"
# What makes a catalogue a language: its own name, its tag for browsers (BCP 47) and its plural rule.
NAME, TAG, PLURAL = "language.name", "language.tag", "language.plural"

# Texts from outside the package, by language and key.
TEXTS: dict[str, dict[str, str]] = {}
# The numbers of the rules, by game and name: ``kingdomino.harmony.points``.
NUMBERS: dict[str, int] = {}


class Words:
    """The texts of one language. English replaces a text that is missing or does not fit the values."""

    def __init__(self, language: str = ENGLISH) -> None:
        if language not in languages():
            raise UnknownNameError("language", language, languages())
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """Returns the text of *key* with *values* filled in: ``words("count.crowns", count=2)``."""
        if self.language != ENGLISH:
            try:
                return _filled(self.language, key, values)
            except (LookupError, ValueError):
                pass  # not translated yet, or not well: `python -m tools.texts` reports it
        return _filled(ENGLISH, key, values)

    def __contains__(self, key: str) -> bool:
        return key in _catalogue(ENGLISH)

    def find(self, key: str, **values: object) -> str | None:
        """Returns the text of *key*, or None when there is none: a game outside the package may lack texts."""
        return self(key, **values) if key in self else None

    def name(self, kind: str, name: str) -> str:
        """Returns what people call *name*: ``words.name("game", "duel")``. Without a text it is *name* itself."""
        return self.find(f"{kind}.{name}") or name


def languages() -> tuple[str, ...]:
    """Returns the codes of all languages: the files in ``locales``, Cyrillic Serbian, and those registered."""
    return tuple(sorted(code for code in {*own_texts(), *TEXTS} if NAME in _catalogue(code)))


def system_language() -> str:
    """Returns the language of the system if we have it, otherwise English."""
    asked = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    name = (asked or locale.getlocale()[0] or "").lower()
    code = re.split(r"[_.@-]", name)[0]
    if code == LATIN and "cyr" in name:  # sr_RS@cyrillic, sr-Cyrl
        return CYRILLIC
    return code if code in languages() else ENGLISH


def register_texts(texts: Mapping[str, Mapping[str, str]]) -> None:
    """Adds texts from outside the package: ``{"en": {"game.hex": "Hex"}, "pl": {"game.hex": "Heks"}}``.

    Texts with ``language.name``, ``language.tag`` and ``language.plural`` add a language. A different text for a known
    key is refused.
    """
    for language, added in texts.items():
        known = _catalogue(language)
        for key, text in added.items():
            if known.get(key, text) != text:
                raise InvalidTextError(f"expected a new key in {language}, {key!r} is {known[key]!r} already")
        _check_language(language, {**known, **added})
    for language, added in texts.items():
        TEXTS[language] = {**TEXTS.get(language, {}), **added}
    if LATIN in texts:
        TEXTS[CYRILLIC] = {**cyrillic_texts(TEXTS[LATIN]), **TEXTS.get(CYRILLIC, {})}


def register_numbers(game: str, numbers: Mapping[str, int]) -> None:
    """Adds numbers of the rules of *game*; texts write them ``{game.name}``."""
    NUMBERS.update({f"{game}.{name}": number for name, number in numbers.items()})


def read_texts(folder: Traversable | Path) -> dict[str, dict[str, str]]:
    """Reads the catalogues in *folder*: ``pl.json`` holds the Polish texts."""
    return {file.name.removesuffix(".json"): _read(file) for file in folder.iterdir() if file.name.endswith(".json")}


def _read(file: Traversable | Path) -> dict[str, str]:
    try:
        texts = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InvalidTextError(f"expected JSON in {file.name}, got: {error}") from None
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise InvalidTextError(f"expected an object of strings in {file.name}")
    return texts


@cache
def own_texts() -> dict[str, dict[str, str]]:
    """Returns the catalogues of the package, and Serbian in Cyrillic letters."""
    texts = read_texts(LOCALES)
    if LATIN in texts:
        texts[CYRILLIC] = cyrillic_texts(texts[LATIN])
    return texts


def _catalogue(language: str) -> Mapping[str, str]:
    return ChainMap(own_texts().get(language, {}), TEXTS.get(language, {}))


def _filled(language: str, key: str, values: dict[str, object]) -> str:
    texts = _catalogue(language)
    return fill(texts[key], texts[PLURAL], {**NUMBERS, **values})


def _check_language(code: str, texts: Mapping[str, str]) -> None:
    if any(key in texts for key in (NAME, TAG, PLURAL)):
        for key in (NAME, TAG, PLURAL):
            if key not in texts:
                raise InvalidTextError(f"expected {key!r} among the texts of the new language {code}")
        count_forms(texts[PLURAL])
