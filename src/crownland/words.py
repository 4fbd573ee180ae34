"""What people read, in their language: one JSON catalogue each, shared by terminal, commands and page."""

import json
import locale
import os
from functools import cache
from importlib import resources

from crownland.kernel.errors import UnknownNameError

__all__ = ["LANGUAGES", "Words", "system_language"]

LANGUAGES = ("en", "nl", "pl", "sr")


class Words:
    """The texts of one language. A key that its catalogue lacks is answered in English.

    A text is a string, or an object of plural forms chosen by the value of ``count``.
    """

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise UnknownNameError("language", language, LANGUAGES)
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The text of *key* with *values* filled in: ``words("score.total", points=12)``."""
        language = self.language if key in _catalogue(self.language) else "en"
        text = _catalogue(language)[key]
        if isinstance(text, dict):
            text = text[_plural(language, int(str(values["count"])))]
        return text.format(**values) if values else text

    def __contains__(self, key: str) -> bool:
        return key in _catalogue("en")


def system_language() -> str:
    """The language that the system asks for, if we speak it; otherwise English."""
    asked = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    code = (asked or locale.getlocale()[0] or "").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"


@cache
def _catalogue(language: str) -> dict[str, str | dict[str, str]]:
    file = resources.files("crownland") / "locales" / f"{language}.json"
    catalogue: dict[str, str | dict[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return catalogue


def _plural(language: str, count: int) -> str:
    """The plural form of *count* by the rules of the Unicode consortium (CLDR), whole numbers only."""
    ten, hundred = count % 10, count % 100
    few = 2 <= ten <= 4 and not 12 <= hundred <= 14
    if language == "pl":
        return "one" if count == 1 else "few" if few else "many"
    if language == "sr":
        return "one" if ten == 1 and hundred != 11 else "few" if few else "other"
    return "one" if count == 1 else "other"
