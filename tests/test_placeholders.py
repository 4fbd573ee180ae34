"""Placeholders and plural rules, by the cases that the page's tests read too."""

import json
from pathlib import Path
from typing import Any

import pytest

from crownland.kernel.errors import InvalidTextError
from crownland.placeholders import count_forms, fill, plural_form

CASES = json.loads((Path(__file__).parent / "placeholders.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["plurals"], ids=lambda case: case["rule"] or "none")
def test_a_rule_chooses_the_form_of_a_count(case: dict[str, Any]) -> None:
    assert [plural_form(case["rule"], count) for count in case["counts"]] == case["forms"]
    assert count_forms(case["rule"]) == max(case["forms"]) + 1


@pytest.mark.parametrize("rule", CASES["broken"])
def test_a_broken_rule_is_refused(rule: str) -> None:
    with pytest.raises(InvalidTextError, match=r"expected a plural rule like 'n = 1' or 'n % 10 = 2\.\.4', got: '"):
        plural_form(rule, 1)


@pytest.mark.parametrize("case", CASES["texts"], ids=lambda case: case["text"])
def test_placeholders_are_filled(case: dict[str, Any]) -> None:
    if case["filled"] is None:
        with pytest.raises((LookupError, ValueError)):
            fill(case["text"], "n = 1", case["values"])
    else:
        assert fill(case["text"], "n = 1", case["values"]) == case["filled"]
