"""The kernels in WebAssembly against the same kernels as Numba compiles them, with portable arithmetic.

    python -m tools.wasm
    python -m benchmarks.wasm

Both take turns on one core: a Python in Node with the module, and this one. The best rate of each counts.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = "import runpy; runpy.run_module('benchmarks.wasm_rates', run_name='__main__')"
NATIVE = [sys.executable, "-c", PROGRAM]
IN_WEBASSEMBLY = ["node", str(ROOT / "tests/wasm/pyodide.mjs"), PROGRAM]


def measure(command: list[str], best: dict[str, float]) -> None:
    """Runs one side once and keeps what is better than before."""
    environment = os.environ | {"CROWNLAND_ARITHMETIC": "portable"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    for name, rate in json.loads(done.stdout).items():
        best[name] = max(best.get(name, 0), rate)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wasm", description=__doc__)
    parser.add_argument("--turns", type=int, default=3, help="of each side (default: %(default)s)")
    native: dict[str, float] = {}
    found: dict[str, float] = {}
    for turn in range(parser.parse_args().turns):
        sys.stderr.write(f"turn {turn + 1}\n")
        measure(NATIVE, native)
        measure(IN_WEBASSEMBLY, found)
    sys.stdout.write("| a second | native, portable | WebAssembly | of native |\n|---|---|---|---|\n")
    for name, rate in native.items():
        sys.stdout.write(f"| {name} | {rate:,.0f} | {found[name]:,.0f} | {found[name] / rate:.2f} |\n")


if __name__ == "__main__":
    main()
