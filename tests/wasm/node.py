"""Node, which has WebAssembly as browsers have it."""

import subprocess
from pathlib import Path

import pytest

from tools import page, uv, wasm
from tools.starter import ROOT

HERE = Path(__file__).parent

is_built = pytest.mark.skipif(
    not wasm.is_built(ROOT), reason="the WebAssembly module is not built: python -m tools.wasm does it"
)


def run_node(*arguments: str, given: str = "") -> str:
    """Runs Node; returns what it prints."""
    node = ["node"] if page.find_npm() else [*page.npm_of(uv.provide())[:-1], "node"]
    done = subprocess.run([*node, *arguments], input=given, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_python(program: str) -> str:
    """Runs *program* in a Python in WebAssembly; returns what it prints."""
    return run_node(str(HERE / "pyodide.mjs"), program)
