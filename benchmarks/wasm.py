"""The kernels in WebAssembly against the same kernels as Numba compiles them, both for processors of any kind.

    python -m tools.wasm
    python -m benchmarks.wasm               # Kingdomino; a minute, and at first some more for compiling
    python -m benchmarks.wasm --games kingdomino queendomino duel
    python -m benchmarks.wasm --node        # in Node's WebAssembly instead of Chromium's

Both take turns on one core: a Python in a Web Worker with the module, and this one. The best rate of each counts.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from tests.wasm import browser, node
from tools.wasm_kernels import SETTINGS

ROOT = Path(__file__).parents[1]
PROGRAM = "from benchmarks.wasm_rates import main; main({games}, {seconds})"
NATIVE = "native"
PORTABLE = {"CROWNLAND_ARITHMETIC": "portable"}  # bits counted without an instruction of the processor


def measure(kind: str, games: list[str], seconds: float) -> dict[str, float]:
    """Runs one side once; returns its rates."""
    program = PROGRAM.format(games=games, seconds=seconds)
    printed = run_native(program) if kind == NATIVE else SIDES[kind](program)
    found: dict[str, float] = json.loads(printed)
    return found


def run_native(program: str) -> str:
    """Runs *program* in this Python, with kernels compiled from the same code as the module."""
    command, environment = [sys.executable, "-c", program], os.environ | SETTINGS | PORTABLE
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout


SIDES: dict[str, Callable[[str], str]] = {
    "Chromium": lambda program: "".join(browser.run_python(program)),
    "Node": node.run_python,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wasm", description=__doc__)
    parser.add_argument("--games", nargs="+", default=["kingdomino"], help="of Crownland (default: kingdomino)")
    parser.add_argument("--turns", type=int, default=4, help="of each side (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each rate (default: %(default)s)")
    parser.add_argument("--node", action="store_true", help="in Node instead of Chromium")
    options = parser.parse_args()
    side = "Node" if options.node else "Chromium"
    best: dict[str, dict[str, float]] = {kind: {} for kind in (NATIVE, side)}
    began = monotonic()

    def say(text: str) -> None:
        sys.stderr.write(f"{monotonic() - began:5.0f} s  {text}\n")

    say("compiling, if it was not done before")
    measure(NATIVE, options.games, 0)
    for turn in range(options.turns):
        for kind, rates in best.items():
            say(f"turn {turn + 1} of {options.turns}: {kind}")
            for name, rate in measure(kind, options.games, options.seconds).items():
                rates[name] = max(rates.get(name, 0), rate)
    sys.stdout.write(f"| a second | native, portable | WebAssembly in {side} | of native |\n|---|---|---|---|\n")
    for name, rate in best[NATIVE].items():
        found = best[side][name]
        sys.stdout.write(f"| {name} | {rate:,.0f} | {found:,.0f} | {found / rate:.2f} |\n")


if __name__ == "__main__":
    main()
