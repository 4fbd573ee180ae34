"""The module in a browser: Python in a Web Worker, lock step with the reference."""

import json

from tests.wasm.browser import run_python
from tests.wasm.node import is_built


@is_built
def test_a_browsers_python_plays_with_the_module_as_by_the_reference() -> None:
    compared = json.loads(run_python("import tests.wasm.lockstep")[0])
    assert compared["games"] >= 10
    assert compared["records"] >= 4
