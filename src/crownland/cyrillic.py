"""Serbian in Cyrillic letters, made from the Latin texts by rule: a language that needs no translator.

``cyrillic.json`` has the rule. Of what its patterns *keep* nothing is changed: placeholders, names of products, keys
and seats. Everything else goes letter by letter, the longest first: ``nj`` is one letter, in ``injek`` it is two.
"""

# Must agree with web/plugins/cyrillic.js; tests/test_cyrillic.py compares the two.

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["CYRILLIC", "LATIN", "cyrillic_texts", "in_cyrillic"]

_RULE = json.loads((resources.files("crownland") / "cyrillic.json").read_text(encoding="utf-8"))
CYRILLIC, LATIN = str(_RULE["language"]), str(_RULE["from"])
_LETTERS: dict[str, str] = {
    spelt(latin): spelt(letter)
    for latin, letter in _RULE["letters"].items()
    for spelt in (str.lower, str.capitalize, str.upper)
}
_PART = re.compile(f"({'|'.join(_RULE['keep'])})|{'|'.join(sorted(_LETTERS, key=len, reverse=True))}", re.ASCII)


@cache
def in_cyrillic(text: str) -> str:
    """Returns a Serbian *text* in Cyrillic letters."""
    return _PART.sub(lambda match: match[1] or _LETTERS[match[0]], text)


def cyrillic_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Returns a Serbian catalogue in Cyrillic letters."""
    kept = {key: texts[key] for key in _RULE["same"] if key in texts}
    named = {key: text for key, text in _RULE["texts"].items() if key in texts}
    return {**{key: in_cyrillic(text) for key, text in texts.items()}, **kept, **named}
