"""Run by a Python in WebAssembly (pyodide.mjs): lock step with the reference, and answers.py as JSON."""

import json
import sys
from pathlib import Path
from random import Random

from crownland.bots import LEVELS, make_bot
from crownland.bots.protocol import Limit
from crownland.fast.jit import COMPILED, FAST
from crownland.fast.twin import example_setups
from crownland.fast.warm import first_choice
from crownland.notation.record import read_record
from crownland.testing.lockstep import Walk, walk
from crownland.testing.many import sampled_setups
from tests.wasm.answers import answers

assert (FAST, COMPILED) == (True, False), "expected the kernels of the WebAssembly module"

games = 0
for setup in sampled_setups()[::3]:
    games += walk(setup, seed=7) > 20
records = 0
for file in sorted(Path("/crownland/tests/golden").rglob("*.kdn")):
    record = read_record(file.read_text(encoding="utf-8"))
    if record.setup.past_rules is None:
        both = Walk(record.setup)
        for step in record.replay():
            both.play(step.action)
        assert both.state == record.final(), file
        records += 1
for level in LEVELS:
    for setup in example_setups():
        state = first_choice(setup)
        assert make_bot(level).choose(state, Limit(0.05), Random(1)) in state.legal_actions(), level
found = {"games": games, "records": records, "answers": answers()}
sys.stdout.write(f"{json.dumps(found)}\n")  # Pyodide prints whole lines
