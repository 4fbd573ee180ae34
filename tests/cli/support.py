"""Runs commands for the tests."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from crownland.cli import main
from crownland.testing.registering import registrations_undone
from crownland.words import Words, languages

# The command hides its module in the package.


GOLDEN = Path(__file__).parents[1] / "golden"


PERFT = Path(__file__).parents[1] / "perft"


RECORD = GOLDEN / "kingdomino-2.kdn"


EXAMPLES = Path(__file__).parents[2] / "examples"


# As it is installed: Python ends ``-m crownland`` by Ctrl-C's own signal where that came inside an ``exec``.
PROGRAM = str(Path(sys.executable).with_name("crownland"))


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(*words: str | Path, stdin: str = "") -> Done:
    """The command in this process: what it prints and its exit code, as a shell would see them."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with (
        registrations_undone(),  # a command may load files
        mock.patch("sys.argv", ["crownland", *map(str, words)]),
        mock.patch("sys.stdin", typed),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as exit_:
            code = int(exit_.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


def run_well(*words: str | Path) -> str:
    done = run(*words)
    # A kernel may be compiled for the first time, which prints a message.
    compiling = {f"crownland: {Words(language)('cli.say.compiling')} …" for language in languages()}
    said = [line for line in done.stderr.splitlines() if line not in compiling]
    assert (done.returncode, said) == (0, [])
    return done.stdout


def simulate(out: Path, *words: str) -> Any:
    four = ("simulate", "kingdomino", "--players", "4", "--option", "harmony=true", "--bots", "greedy,uniform")
    return json.loads(run_well(*four, "--games", "6", "--seed", "7", "--out", out, "--json", *words))
