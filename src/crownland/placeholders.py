"""Placeholders in texts, and the plural rules that choose a word for a number.

``{name}`` stands for a value, ``{count:crown|crowns}`` for the word that goes with a number: one for each plural form
of the language.
"""

# Must agree with web/src/lib/placeholders.ts; tests/placeholders.json holds the two together.

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from crownland.kernel.errors import InvalidTextError

__all__ = ["PLACEHOLDER", "count_forms", "fill", "plural_form"]

PLACEHOLDER = re.compile(r"\{([\w.-]+)(?::([^{}]*))?\}", re.ASCII)
_RANGE = r"\d+(?:\.\.\d+)?"
_CONDITION = re.compile(rf"n(?: % (\d+))? (!?=) ({_RANGE}(?:,{_RANGE})*)", re.ASCII)


def fill(text: str, plural: str, values: Mapping[str, object]) -> str:
    """Returns *text* with its placeholders replaced; *plural* is the plural rule of its language.

    Raises LookupError for a placeholder without a value or a missing form, ValueError for a count that is no number.
    """

    def replaced(match: re.Match[str]) -> str:
        name, forms = match.groups()
        value = str(values[name])
        return value if forms is None else forms.split("|")[plural_form(plural, int(value))]

    return PLACEHOLDER.sub(replaced, text)


def plural_form(rule: str, count: int) -> int:
    """Returns the number of the form that goes with *count*, from 0.

    A rule has a condition for every form but the last, as Unicode (CLDR) writes them for whole numbers:
    ``n = 1; n % 10 = 2..4 and n % 100 != 12..14``. The first condition that holds decides.
    """
    conditions = _parsed(rule)
    number = abs(count)
    for form, either in enumerate(conditions):
        if any(all(part.holds(number) for part in parts) for parts in either):
            return form
    return len(conditions)


def count_forms(rule: str) -> int:
    """Returns how many plural forms a language with this *rule* has."""
    return len(_parsed(rule)) + 1


class _Condition(NamedTuple):
    """``n % 10 = 2..4``: *modulus* is 0 for ``n`` itself, *wanted* False for ``!=``."""

    modulus: int
    wanted: bool
    ranges: tuple[tuple[int, int], ...]

    def holds(self, number: int) -> bool:
        rest = number % self.modulus if self.modulus else number
        return any(low <= rest <= high for low, high in self.ranges) == self.wanted


@cache
def _parsed(rule: str) -> tuple[tuple[tuple[_Condition, ...], ...], ...]:
    return tuple(
        tuple(tuple(map(_condition, parts.split(" and "))) for parts in form.split(" or "))
        for form in rule.split(";")
        if form.strip()
    )


def _condition(text: str) -> _Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        raise InvalidTextError(f"expected a plural rule like 'n = 1' or 'n % 10 = 2..4', got: {text.strip()!r}")
    bounds = (one.partition("..") for one in match[3].split(","))
    return _Condition(
        int(match[1] or 0), match[2] == "=", tuple((int(low), int(high or low)) for low, _, high in bounds)
    )
