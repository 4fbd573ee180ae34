"""The steps of ./check and the table at the end."""

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

PYTEST = ("pytest", "-rxXEf", "--durations=25", "--durations-min=10")  # skips are listed by reason in the table


class Result(NamedTuple):
    """The result of one step."""

    step: str
    ok: bool
    seconds: float


class Skip(NamedTuple):
    """A test that did not run, and the reason."""

    test: str
    reason: str


def check(arguments: Sequence[str]) -> int:
    """Run all steps, even after one fails; return 0 if all succeed, else 1."""
    options, for_pytest = parser().parse_known_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without × shows a question mark instead of failing
    python = [str(prepare(ROOT, "check")), "-m"]
    if options.fix:
        call([*python, "ruff", "check", "--fix-only", "."])
        call([*python, "ruff", "format", "."])
    with TemporaryDirectory() as name:
        folder = Path(name)
        kernels = None if for_pytest else Ahead([*python, "crownland.fast.warm"], folder / "kernels.txt")
        report = folder / "tests.xml"
        pytest = [*python, *PYTEST, f"--junit-xml={report}"]
        steps: dict[str, Callable[[], bool]] = {
            "format": lambda: call([*python, "ruff", "format", "--check", "."]),
            "lint": lambda: call([*python, "ruff", "check", "."]),
            "types": lambda: call([*python, "mypy"]),
            "page": lambda: check_page(ROOT),
            "docs": lambda: call([*python, "tools.site"]),
            "kernels": lambda: kernels is None or kernels.end(),  # compiled once, before two test workers would
            "wasm": lambda: call([*python, "tools.wasm"]),
            "alone": lambda: call([*python, "tools.alone"]),
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
    """Return whether the page builds, its types are right and its own tests pass."""
    prepare_page(root)
    npm = npm_of(uv.provide())
    return call([*npm, "run", "check"], root / "web") and call([*npm, "test"], root / "web")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="check",
        usage="./check [--all] [--fix] [PYTEST ARGUMENTS]",
        description="Checks format, lint, types, page, docs, tests and the wheel, then prints a table of results.",
        epilog="Other arguments go to pytest, and then only the tests run: ./check tests/test_starters.py -k stamp",
        allow_abbrev=False,
    )
    made.add_argument("--all", action="store_true", help="count a skipped test as a failure, as CI does")
    made.add_argument("--fix", action="store_true", help="first let ruff fix what it can")
    return made


class Ahead:
    """A command that runs while other steps do. Its output is kept in *file* until somebody waits for it."""

    def __init__(self, command: Sequence[str], file: Path) -> None:
        self._file = file
        with file.open("wb") as output:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=child_environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def end(self) -> bool:
        """Wait for the command and show its output; return whether it succeeded."""
        succeeded = self._process.wait() == 0
        print(self._file.read_text(encoding="utf-8", errors="replace"), end="", flush=True)
        return succeeded


def call(command: Sequence[str], folder: Path = ROOT) -> bool:
    """Run *command* in *folder* and show its output; return whether it succeeded."""
    return subprocess.run(command, cwd=folder, env=child_environment(), stdin=subprocess.DEVNULL).returncode == 0


def timed(step: str, run: Callable[[], bool]) -> Result:
    """Run one step, with a line before and after it."""
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
    """Return the skipped tests in pytest's JUnit *report*, each once; none if there is no report."""
    if not report.exists():
        return []
    skips: dict[Skip, None] = {}  # a set that keeps the order
    for case in ElementTree.parse(report).iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None and skipped.get("type") != "pytest.xfail":  # an expected failure is not a skip
            name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
            skips[Skip(name, skip_reason(skipped))] = None
    return list(skips)


def skip_reason(skipped: ElementTree.Element) -> str:
    """Return the reason of a skip; for a whole module, pytest writes it as (path, line, reason)."""
    message = skipped.get("message", "")
    if message == "collection skipped" and skipped.text:
        return str(literal_eval(skipped.text)[-1]).removeprefix("Skipped: ")
    return message


def holds(results: Sequence[Result], skips: Sequence[Skip], *, strict: bool) -> bool:
    return all(result.ok for result in results) and not (strict and skips)


def table(results: Sequence[Result], skips: Sequence[Skip], *, strict: bool, colour: bool) -> str:
    """Return a table of the steps, their results and times; then the skipped tests by reason; then the verdict."""

    def paint(text: str, good: bool) -> str:
        return f"\033[{32 if good else 31}m{text}\033[0m" if colour else text

    lines = [f"{'step':<10}{'result':<10}{'seconds':>7}"]
    for step, ok, seconds in results:
        result = paint("ok".ljust(10) if ok else "FAILED".ljust(10), ok)
        lines.append(f"{step:<10}{result}{seconds:>7.1f}")
    lines += ["", f"skipped tests: {len(skips)}", *skip_lines(skips)]
    failed = [step for step, ok, _ in results if not ok]
    if strict and skips:
        failed.append("skipped tests (--all allows none)")
    verdict = "failed: " + ", ".join(failed) if failed else "ok: " + ", ".join(result.step for result in results)
    return "\n".join([*lines, paint(verdict, not failed)])


def skip_lines(skips: Sequence[Skip]) -> list[str]:
    """Return one line for each reason; a reason with a single test names it."""
    tests: dict[str, list[str]] = {}
    for test, reason in skips:
        tests.setdefault(reason, []).append(test)
    return [f"  {names[0] if len(names) == 1 else f'{len(names)} tests'}: {reason}" for reason, names in tests.items()]


def has_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
