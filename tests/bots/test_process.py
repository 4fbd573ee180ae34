"""Bots that are programs: good ones play, and nothing a bad one does is more than a BotError."""

import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from unittest import mock

import pytest

from crownland.bots import BOTS, BotError, Limit
from crownland.bots import process as process_module
from crownland.bots.process import ProcessBot
from crownland.notation.position import parse_position
from tests.helpers import played, start_of

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
STATE = played("players=2", "OABBA L3.17.22.41")
SOON = Limit(time=0.3)

Program = Callable[[str], ProcessBot]


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """No thread and no registered bot outlives a test."""
    with mock.patch.dict(BOTS):
        yield
    deadline = time.monotonic() + 2
    while left := [one for one in threading.enumerate() if one.name == "crownland bot"]:
        assert time.monotonic() < deadline, left
        time.sleep(0.01)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Makes a bot of a shell script; ``$1`` in it is a folder to write to."""
    made = []

    def make(script: str) -> ProcessBot:
        file = tmp_path / "bot.sh"
        file.write_text(script, encoding="utf-8")
        made.append(ProcessBot("bot", ("sh", str(file), str(tmp_path))))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


def ready(rest: str) -> str:
    """A script that says ready, waits for the first question, and does *rest*."""
    return f"read -r hello; echo ready; while read -r word line && [ $word != go ]; do :; done\n{rest}\n"


def error_of(bot: ProcessBot, limit: Limit = SOON) -> str:
    with pytest.raises(BotError) as caught:
        bot.choose(STATE, limit, Random(1))
    return str(caught.value)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z")


def is_reaped(pid: int) -> bool:
    """Whether a process that we started is gone, and no zombie either."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def written_pid(folder: Path) -> int:
    return int((folder / "pid").read_text(encoding="utf-8"))


# what is said


def test_a_bot_is_shown_the_position_its_seat_the_legal_tokens_a_seed_and_its_time(
    program: Program, tmp_path: Path
) -> None:
    script = """
        while read -r line; do
            echo "$line" >> "$1/heard"
            case $line in crownland*) echo ready ;; go*) echo action K17 ;; esac
        done
    """
    bot = program(script)
    assert str(bot.choose(STATE, Limit(time=1.5), Random(1))) == "K17"
    assert str(bot.choose(STATE, Limit(), Random(1))) == "K17"
    bot.close()
    question = [f"position {STATE}", "seat A", "legal K3 K17 K22 K41", f"seed {Random(1).getrandbits(31)}"]
    expected = ["crownland 1", *question, "go time 1.5", *question, "go time 10", "quit"]
    heard = (tmp_path / "heard").read_text(encoding="utf-8").splitlines()
    assert heard == expected
    assert parse_position(heard[1].removeprefix("position ")) == STATE


def test_a_bot_may_tell_its_name_and_think_aloud(program: Program) -> None:
    bot = program(
        "read -r hello; printf 'name Old Fox\\r\\ninfo book loaded\\r\\nready\\r\\n'\n"
        "while read -r word rest; do case $word in go) echo info 3 ways; echo info; echo 'action K22  ' ;; esac; done"
    )
    assert str(bot.choose(STATE, SOON, Random(1))) == "K22"
    assert bot.title == "Old Fox"


def test_a_bot_is_asked_only_where_a_player_is_to_act(program: Program) -> None:
    with pytest.raises(TypeError, match=r"^expected a position where a player is to act, got: kingdomino players=2 "):
        program(ready("")).choose(start_of("players=2"), SOON, Random(1))


def test_the_session_in_the_docs_is_what_is_said(program: Program, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    session = page.partition("```\n> ")[2].partition("```")[0]
    said = [line.removeprefix("> ") for line in f"> {session}".splitlines() if line.startswith("> ")]
    example = EXAMPLES / "first_legal.sh"
    assert f"```sh\n{example.read_text(encoding='utf-8')}```" in page
    bot = program(f'tee "$1/heard" | sh {example} | tee "$1/answered"')
    bot.choose(STATE, Limit(time=1.5), Random(1))
    bot.close()
    assert (tmp_path / "heard").read_text(encoding="utf-8").splitlines() == said
    answered = (tmp_path / "answered").read_text(encoding="utf-8").splitlines()
    assert answered == [line.removeprefix("< ") for line in session.splitlines() if line.startswith("< ")]


# what goes wrong


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (ready("echo xyz"), "expected 'action' and one of the legal tokens, got: 'xyz'"),
        (ready("echo action K99"), "expected 'action' and one of the legal tokens, got: 'action K99'"),
        (ready("echo action"), "expected 'action' and one of the legal tokens, got: 'action'"),
        (ready("echo"), "expected 'action' and one of the legal tokens, got: ''"),
        (ready("echo K3"), "expected 'action' and one of the legal tokens, got: 'K3'"),
        (
            ready("printf '%0200d\\n' 7"),
            f"expected 'action' and one of the legal tokens, got: '{'0' * 80}…'",
        ),
        (ready("printf 'action \\377\\n'"), "expected text in UTF-8, got: b'action \\xff'"),
        (ready("printf '%010001d\\n' 7"), f"expected lines of at most 10,000 bytes, got: '{'0' * 40}…'"),
        (ready("printf '%010001d' 7; sleep 60"), f"expected lines of at most 10,000 bytes, got: '{'0' * 40}…'"),
        (ready("sleep 60"), "expected an answer within 0.3 s, got none"),
        (ready("echo info hm; sleep 60"), "expected an answer within 0.3 s, got none after 'info hm'"),
        (ready("printf 'action K3'; sleep 60"), "expected an answer within 0.3 s, got none"),
        (ready("echo oh no >&2; exit 3"), "expected an answer, but it ended with exit code 3; its last words: oh no"),
        (ready("exit 0"), "expected an answer, but it ended with exit code 0"),
        (ready("kill -9 $$"), "expected an answer, but it ended with signal 9"),
        (ready("exec >&-; sleep 60"), "expected an answer, but it closed its output"),
        ("echo hello; sleep 60", "expected 'name' and a name, or 'ready', got: 'hello'"),
        ("exit 1", "expected an answer, but it ended with exit code 1"),
    ],
)
def test_a_bot_that_does_not_answer_as_it_should_is_one_clear_error(
    program: Program, script: str, message: str
) -> None:
    assert error_of(program(script)) == f"bot bot: {message} in {STATE}"


def test_a_bot_that_floods_its_output_is_stopped_whatever_it_says(program: Program) -> None:
    bot = program(ready("yes 'info still thinking'"))
    assert "expected at most 1,000,000 bytes before an answer, got more" in error_of(bot, Limit(time=20))


def test_a_bot_that_floods_its_error_stream_harms_nobody(program: Program) -> None:
    bot = program(ready("yes oh | head -n 300000 >&2; echo action K3; echo the end >&2; exit 1"))
    assert str(bot.choose(STATE, Limit(time=20), Random(1))) == "K3"
    shown = error_of(bot, Limit(time=20))
    assert "it ended with exit code 1; its last words: " in shown
    assert "oh oh the end in kingdomino" in shown
    assert len(shown) < 700


def test_a_bot_that_never_reads_cannot_make_us_wait(program: Program) -> None:
    bot = program("yes 'action K3' | head -n 2000 | { echo ready; cat; }; sleep 60")
    begin = time.monotonic()
    for _ in range(600):  # questions of more bytes than any pipe holds
        assert str(bot.choose(STATE, Limit(time=20), Random(1))) == "K3"
    bot.close()
    assert time.monotonic() - begin < 10


def test_a_bot_that_is_not_ready_in_time_is_stopped(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "START", 0.2)
    assert error_of(program("sleep 60")) == f"bot bot: expected an answer within 0.2 s, got none in {STATE}"


def test_a_program_that_does_not_start_is_shown() -> None:
    bot = ProcessBot("bot", ("/no/such/program",))
    expected = f"bot bot: expected a program that starts, got: No such file or directory: /no/such/program in {STATE}"
    assert error_of(bot) == expected


def test_a_hanging_bot_is_killed_with_all_it_started(program: Program, tmp_path: Path) -> None:
    bot = program(ready('sleep 60 & echo $! > "$1/pid"; wait'))
    begin = time.monotonic()
    error_of(bot)
    assert 0.3 < time.monotonic() - begin < 2
    assert not is_running(written_pid(tmp_path))


def test_a_bot_that_ignores_every_signal_and_its_input_is_ended_by_close(program: Program, tmp_path: Path) -> None:
    bot = program("trap '' TERM INT HUP PIPE\n" + ready('echo $$ > "$1/pid"; echo action K3; exec sleep 60'))
    bot.choose(STATE, SOON, Random(1))
    bot.close()
    assert is_reaped(written_pid(tmp_path))


def test_a_bot_that_nobody_closed_ends_with_its_object(program: Program, tmp_path: Path) -> None:
    program(ready('echo $$ > "$1/pid"; echo action K3; sleep 60'))
    bot = ProcessBot("bot", ("sh", str(tmp_path / "bot.sh"), str(tmp_path)))
    bot.choose(STATE, SOON, Random(1))
    del bot
    gc.collect()
    assert is_reaped(written_pid(tmp_path))


def test_after_an_error_a_bot_is_started_anew(program: Program, tmp_path: Path) -> None:
    bot = program(ready('if [ -e "$1/seen" ]; then echo action K3; else touch "$1/seen"; exit 1; fi'))
    error_of(bot)
    assert str(bot.choose(STATE, SOON, Random(1))) == "K3"
