"""The kernels in WebAssembly against the same kernels as Numba compiles them, with portable arithmetic.

    python -m tools.wasm
    python -m benchmarks.wasm               # Kingdomino; a minute, and at first some more for compiling
    python -m benchmarks.wasm --games kingdomino queendomino duel

Both take turns on one core: a Python in Node with the module, and this one. The best rate of each counts.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
PROGRAM = "from benchmarks.wasm_rates import main; main({games}, {seconds})"
KINDS = {"native": [sys.executable, "-c"], "WebAssembly": ["node", str(ROOT / "tests/wasm/pyodide.mjs")]}


def measure(kind: str, games: list[str], seconds: float) -> dict[str, float]:
    """Runs one side once; returns its rates."""
    environment = os.environ | {"CROWNLAND_ARITHMETIC": "portable"}
    command = [*KINDS[kind], PROGRAM.format(games=games, seconds=seconds)]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wasm", description=__doc__)
    parser.add_argument("--games", nargs="+", default=["kingdomino"], help="of Crownland (default: kingdomino)")
    parser.add_argument("--turns", type=int, default=4, help="of each side (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each rate (default: %(default)s)")
    options = parser.parse_args()
    best: dict[str, dict[str, float]] = {kind: {} for kind in KINDS}
    began = monotonic()

    def say(text: str) -> None:
        sys.stderr.write(f"{monotonic() - began:5.0f} s  {text}\n")

    say("compiling, if it was not done before")
    measure("native", options.games, 0)
    for turn in range(options.turns):
        for kind, rates in best.items():
            say(f"turn {turn + 1} of {options.turns}: {kind}")
            for name, rate in measure(kind, options.games, options.seconds).items():
                rates[name] = max(rates.get(name, 0), rate)
    sys.stdout.write("| a second | native, portable | WebAssembly | of native |\n|---|---|---|---|\n")
    for name, rate in best["native"].items():
        found = best["WebAssembly"][name]
        sys.stdout.write(f"| {name} | {rate:,.0f} | {found:,.0f} | {found / rate:.2f} |\n")


if __name__ == "__main__":
    main()
