"""The kernels in WebAssembly: in Node, against the reference and against the kernels as Numba compiles them."""

import ast
import gzip
import json
from typing import Any

import pytest

from crownland.fast.convert import start_words
from crownland.fast.library import EXPORTS
from crownland.fast.series import play_series
from crownland.fast.twin import example_setups
from crownland.games.setup import Setup
from tests.wasm.answers import answers
from tests.wasm.node import HERE, is_built, run_node, run_python
from tools import wasm, wasm_binding
from tools.starter import ROOT

BATCHES = {"begin_games", "mask_games", "move_games", "score_games", "step_games"}  # for learning


@is_built
def test_a_python_in_webassembly_plays_with_the_module_as_by_the_reference_and_as_this_one_does() -> None:
    found: dict[str, Any] = json.loads(run_python("import tests.wasm.lockstep"))
    assert found["games"] >= 10
    assert found["records"] >= 4
    for game, expected in answers().items():
        judged, here = found["answers"][game].pop("network"), expected.pop("network")
        assert found["answers"][game] == expected, game
        assert len(judged) == len(here)
        for one, other in zip(judged, here, strict=True):
            assert one == pytest.approx(other, rel=1e-3, abs=1e-3), game  # sums of floats in another order


@is_built
@pytest.mark.parametrize("setup", example_setups(), ids=str)
def test_the_page_calls_the_module_through_generated_types(setup: Setup) -> None:
    start = json.dumps([str(word) for word in start_words(setup)])
    found = json.loads(run_node(str(HERE / "binding.mjs"), "200", "9", given=start))
    expected = [int(one) for _, standings in play_series(setup, 200, seed=9) for one in standings]
    assert [int(one) for one in found] == expected


@is_built
def test_the_module_is_small() -> None:
    # With all that a twin does inlined into every search, which browsers run at half the speed, it has 251,000.
    assert len(gzip.compress((ROOT / wasm.MODULE).read_bytes())) <= 200_000


def test_the_module_has_every_entry_but_those_of_batches() -> None:
    for file in sorted((ROOT / "src/crownland/fast").glob("*.py")):
        functions = [
            one for one in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(one, ast.FunctionDef)
        ]
        entries = {
            one.name for one in functions if {"entry", "brief_entry"} & {ast.unparse(d) for d in one.decorator_list}
        }
        assert entries - BATCHES == set(EXPORTS.get(file.stem, ())), file.name


def test_the_types_for_the_page_are_up_to_date() -> None:
    written = (ROOT / "web/src/lib/kernels.ts").read_text(encoding="utf-8")
    assert written == wasm_binding.binding(), "run python -m tools.wasm_binding > web/src/lib/kernels.ts"
