"""``crownland bench``."""

import json
import sys
import time
from unittest import mock

import pytest

from crownland.cli.progress import COMPILING, bar, compiling
from tests.cli.support import run_well

# The command hides its module in the package.
bench_module = sys.modules["crownland.cli.bench"]


def test_bench_compares_the_engines_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        bench_module, "CASES", {"kingdomino, 2 players": bench_module.Case("kingdomino players=2", 150_000, in_c=2)}
    )
    result = json.loads(run_well("bench", "--rounds", "1", "--json"))
    figures = result["games"]["kingdomino, 2 players"]
    assert figures["fast"] > 20 * figures["reference"]
    assert figures["times_reference"] == pytest.approx(figures["fast"] / figures["reference"], rel=0.01)
    assert ("of_limit" in figures) == result["limit"]
    shown = run_well("bench", "--rounds", "1")
    assert shown.splitlines()[0].split()[:5] == ["random", "games", "a", "second", "reference"]
    assert "kingdomino, 2 players" in shown


def test_compiling_prints_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        mock.patch("crownland.cli.progress.PATIENCE", 0.0),
        bar(1, shown=False, text="") as progress,
        compiling(progress),
    ):
        time.sleep(0.2)
    assert capsys.readouterr().err == f"crownland: {COMPILING} …\n"
