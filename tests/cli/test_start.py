"""``crownland`` without a command."""

import os
import subprocess
import sys

import pytest
import typer

from crownland.cli.start import offer
from tests.cli.support import run_well


def test_without_a_terminal_the_offers_are_listed_with_their_commands() -> None:
    lines = run_well().splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["1", "2", "3", "4"]
    assert [line.rpartition("crownland ")[2] for line in lines[:4]] == [
        "serve --open",
        "play",
        "score",
        "arena uniform greedy",
    ]
    assert lines[-1] == "crownland --help lists all commands."


@pytest.mark.parametrize(
    ("answers", "command"),
    [
        (["1"], ["serve", "--open"]),
        (["nonsense", "9", "2"], ["play"]),
        (["3", "m3/w/c"], ["score", "m3/w/c"]),
        (["4"], ["arena", "uniform", "greedy"]),
        (["q"], []),
    ],
)
def test_an_answer_is_a_command(answers: list[str], command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter(answers)
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: next(given))
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True)
    assert offer() == command
    assert list(given) == []


def test_a_person_at_a_terminal_is_asked_and_the_command_runs() -> None:
    pty = pytest.importorskip("pty", reason="Windows has no such terminals")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "crownland"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    os.close(theirs)
    os.write(ours, b"3\nm3/w/c\n")
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # Linux ends a terminal so
        pass
    finally:
        os.close(ours)
    assert process.wait() == 0
    assert b"mine 1" in shown
