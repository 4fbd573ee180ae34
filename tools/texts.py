"""Reports what every language lacks, and what is wrong in its texts: ``python -m tools.texts``.

A text that waits for its translators is shown in English, so it is no error. Errors end with status 1.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from crownland.placeholders import PLACEHOLDER, count_forms
from crownland.words import ENGLISH, NUMBERS, PLURAL, read_texts

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "src/crownland/locales"
RULES = ROOT / "web/src/rules"

Texts = Mapping[str, str]


def main() -> int:
    catalogues, books = read_texts(LOCALES), read_rules(RULES)
    status = 0
    for language in sorted(catalogues):
        plural = catalogues[language][PLURAL]
        for name, texts in (("locales", catalogues), ("rules", books)):
            wrong = errors(texts[ENGLISH], texts.get(language, {}), plural, allowed(name, catalogues))
            absent = missing(texts[ENGLISH], texts.get(language, {}))
            print(f"{language} {name}: {len(absent)} missing, {len(wrong)} wrong")
            print("".join(f"  missing  {key}\n" for key in absent), end="")
            print("".join(f"  wrong    {error}\n" for error in wrong), end="")
            status = 1 if wrong else status
    return status


def missing(english: Texts, texts: Texts) -> list[str]:
    """Returns the keys that wait for a translation."""
    return [key for key in english if key not in texts]


def errors(english: Texts, texts: Texts, plural: str, known: frozenset[str]) -> list[str]:
    """Returns what cannot stay: keys that English lacks, unknown placeholders, missing plural forms.

    *known* are the placeholders that are not passed by a caller: numbers of the rules, and in rules also references.
    """
    forms = count_forms(plural)
    found = []
    for key, text in texts.items():
        if key not in english:
            found.append(f"{key}: English has no such text")
            continue
        names, wanted = placeholders(text), placeholders(english[key])
        found += [f"{key}: {{{name}}} is not in the English text" for name in sorted(names - wanted)]
        found += [f"{key}: {{{name}}} is only in the English text" for name in sorted(wanted - names)]
        found += [f"{key}: nothing is called {{{name}}}" for name in sorted(names) if "." in name and name not in known]
        for match in PLACEHOLDER.finditer(text):
            if match[2] is not None and len(match[2].split("|")) != forms:
                found.append(f"{key}: expected {forms} forms, got {match[0]}")
    return found


def placeholders(text: str) -> set[str]:
    return {match[1] for match in PLACEHOLDER.finditer(text)}


def written_numbers(text: str) -> set[int]:
    """Returns the numbers in *text* that are no placeholders; 0 and the numbers of rules and dominoes aside."""
    return {int(number) for number in re.findall(r"(?<![A-Z\d])\d+", PLACEHOLDER.sub("", text))} - {0}


def allowed(name: str, catalogues: Mapping[str, Texts]) -> frozenset[str]:
    """The placeholders with a dot that may be written: the rules may also refer to texts of the catalogue."""
    return frozenset(NUMBERS) | (frozenset(catalogues[ENGLISH]) if name == "rules" else frozenset())


def read_rules(folder: Path) -> dict[str, dict[str, str]]:
    """Reads the texts of the rules page by language and place: ``K7.text``, ``K4.items.option.opening.snake``."""
    return {file.stem: dict(_texts(json.loads(file.read_text(encoding="utf-8")))) for file in folder.glob("*.json")}


def _texts(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield place.removeprefix("."), node
    elif isinstance(node, list):
        for at, one in enumerate(node):
            name = one.get("number", one.get("key")) if isinstance(one, dict) else None
            yield from _texts(one, f".{name}" if name else f"{place}.{at}")
    elif isinstance(node, dict):
        for key, one in node.items():
            if key not in ("number", "key", "pictures"):
                yield from _texts(one, f"{place}.{key}")


if __name__ == "__main__":
    sys.exit(main())
