"""The steps of ./check, one after the other, and the table at the end."""

import argparse
import os
import subprocess
import sys
import time
from ast import literal_eval
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.etree import ElementTree

from tools import uv
from tools.page import npm_of
from tools.starter import ROOT, StartError, child_environment, prepare, prepare_page
from tools.wheel import try_wheel


class Result(NamedTuple):
    """How one step went."""

    step: str
    ok: bool
    seconds: float


class Skip(NamedTuple):
    """A test that was not run, and why."""

    test: str
    reason: str


def check(arguments: Sequence[str]) -> int:
    """Run the gate; 0 when everything holds, else 1. A failing step does not keep the others from running."""
    options, for_pytest = parser().parse_known_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without × shows a question mark, not a traceback
    python = [str(prepare(ROOT, "check")), "-m"]
    if options.fix:
        call([*python, "ruff", "check", "--fix-only", "."])
        call([*python, "ruff", "format", "."])
    with TemporaryDirectory() as name:
        folder = Path(name)
        report = folder / "tests.xml"
        pytest = [*python, "pytest", f"--junit-xml={report}"]
        steps: dict[str, Callable[[], bool]] = {
            "format": lambda: call([*python, "ruff", "format", "--check", "."]),
            "lint": lambda: call([*python, "ruff", "check", "."]),
            "types": lambda: call([*python, "mypy"]),
            "page": lambda: check_page(ROOT),
            "kernels": lambda: call([*python, "crownland.fast.warm"]),  # compiled once, before two workers both would
            "tests": lambda: call([*pytest, "-n", "2"]),
            "wheel": lambda: try_wheel(ROOT, folder),
        }
        if for_pytest:
            steps = {"tests": lambda: call([*pytest, *for_pytest])}
        results = [timed(step, run) for step, run in steps.items()]
        skips = read_skips(report)
    print("\n" + table(results, skips, strict=options.all, colour=has_colour()), flush=True)
    return 0 if holds(results, skips, strict=options.all) else 1


def check_page(root: Path) -> bool:
    """Whether the page can be built, its types hold and its own tests pass."""
    prepare_page(root)
    npm = npm_of(uv.provide())
    return call([*npm, "run", "check"], root / "web") and call([*npm, "test"], root / "web")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="check",
        usage="./check [--all] [--fix] [PYTEST ARGUMENTS]",
        description="Checks format, lint, types, tests and the built wheel, and ends with a table of what ran.",
        epilog="Anything else goes to pytest, and then only the tests run: ./check tests/test_starters.py -k stamp",
        allow_abbrev=False,
    )
    made.add_argument("--all", action="store_true", help="a skipped test is a failure; this is what CI runs")
    made.add_argument("--fix", action="store_true", help="first let ruff put right what it can")
    return made


def call(command: Sequence[str], folder: Path = ROOT) -> bool:
    """Run *command* in the project's folder, or in *folder*, with its output shown; whether it succeeded."""
    return subprocess.run(command, cwd=folder, env=child_environment(), stdin=subprocess.DEVNULL).returncode == 0


def timed(step: str, run: Callable[[], bool]) -> Result:
    """Run one step between two lines that name it."""
    print(f"\n── {step}", flush=True)
    start = time.monotonic()
    try:
        ok = run()
    except (StartError, OSError) as error:
        print(error, flush=True)
        ok = False
    seconds = time.monotonic() - start
    print(f"── {step}: {'ok' if ok else 'FAILED'}, {seconds:.1f} s", flush=True)
    return Result(step, ok, seconds)


def read_skips(report: Path) -> list[Skip]:
    """The skipped tests in pytest's JUnit *report*, each once; none when pytest did not get to write it."""
    if not report.exists():
        return []
    skips: dict[Skip, None] = {}  # a set that keeps the order
    for case in ElementTree.parse(report).iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None and skipped.get("type") != "pytest.xfail":  # an expected failure did run
            name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
            skips[Skip(name, skip_reason(skipped))] = None
    return list(skips)


def skip_reason(skipped: ElementTree.Element) -> str:
    """The reason as the test gave it; for a module that was skipped whole, pytest writes it as (path, line, reason)."""
    message = skipped.get("message", "")
    if message == "collection skipped" and skipped.text:
        return str(literal_eval(skipped.text)[-1]).removeprefix("Skipped: ")
    return message


def holds(results: Sequence[Result], skips: Sequence[Skip], *, strict: bool) -> bool:
    return all(result.ok for result in results) and not (strict and skips)


def table(results: Sequence[Result], skips: Sequence[Skip], *, strict: bool, colour: bool) -> str:
    """What ran, how it went and how long it took; then every skipped test with its reason; then the verdict."""

    def paint(text: str, good: bool) -> str:
        return f"\033[{32 if good else 31}m{text}\033[0m" if colour else text

    lines = [f"{'step':<10}{'result':<10}{'seconds':>7}"]
    for step, ok, seconds in results:
        result = paint("ok".ljust(10) if ok else "FAILED".ljust(10), ok)
        lines.append(f"{step:<10}{result}{seconds:>7.1f}")
    lines += ["", f"skipped tests: {len(skips)}", *(f"  {test}: {reason}" for test, reason in skips)]
    failed = [step for step, ok, _ in results if not ok]
    if strict and skips:
        failed.append("skipped tests (--all allows none)")
    verdict = "failed: " + ", ".join(failed) if failed else "ok: " + ", ".join(result.step for result in results)
    return "\n".join([*lines, paint(verdict, not failed)])


def has_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
