"""Games on Ray: a real cluster of two nodes, and a Ray that lives no longer than the command.

Ray never runs in this process: what it starts, warns about and leaves behind is its own affair.
"""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.arena.test_command import files
from tests.cli.support import PROGRAM, run_well

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'crownland[ray]'"),
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc"),
]

ARENA = [PROGRAM, "arena"]
PATIENCE = 180  # seconds: for machines that have much else to do

BOTS = """
import os, signal, sys
from pathlib import Path
from crownland import register_bot
from crownland.bots.uniform import Uniform

HERE = Path({folder!r})


@register_bot("mortal", "Kills its own process in the middle of a game, once; records the nodes it has played on.")
class Mortal(Uniform):
    def __init__(self):
        self.actions = 0

    def choose(self, state, limit, rng):
        self.actions += 1
        if self.actions == 10 and "ray" in sys.modules:
            from ray import get_runtime_context
            (HERE / ("node-" + get_runtime_context().get_node_id())).touch()
            if not (HERE / "died").exists():
                (HERE / "died").touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state, limit, rng)


@register_bot("lethal", "Kills its own process in every game.")
class Lethal(Uniform):
    def choose(self, state, limit, rng):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder for sockets, whose paths may have some hundred letters and no more."""
    folder = Path(mkdtemp(prefix="ray-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment for one test, with its own token and without settings for other clusters."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("RAY_")}
    ours |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
    # A dozen processes import the same: half of the time is gone if each compiles all of it.
    ours.pop("PYTHONDONTWRITEBYTECODE", None)
    return ours | {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}


@contextmanager
def node(log: Path, environment: dict[str, str], *words: str) -> Iterator[None]:
    """A node with one core, started in another folder than ours. It ends with all its processes, and no others."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus", "1", *words]
    with (
        log.open("wb") as out,
        subprocess.Popen(
            [*command, "--object-store-memory", "80000000"],
            cwd="/",
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            _wait_until(lambda: "Ray runtime started" in log.read_text() or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            yield
        finally:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(process.pid, signal.SIGKILL)
    _wait_until(lambda: not _living(process.pid))


def test_on_a_cluster_of_two_nodes_a_worker_is_killed_and_all_is_as_in_one_process(
    tmp_path: Path, short_path: Path, environment: dict[str, str]
) -> None:
    def arena(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [*ARENA, *words, "--load", "bots.py"]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    (tmp_path / "bots.py").write_text(BOTS.format(folder=str(tmp_path)))
    words = ["mortal", "greedy", "--games", "20", "--seed", "7", "--records", "--out"]
    serial = arena(*words, "serial")
    head = ("--head", "--port", "0", "--include-dashboard", "false", "--temp-dir", str(short_path))
    with node(tmp_path / "head.log", environment, *head):
        address = (short_path / "ray_current_cluster").read_text().strip()
        on_ray = ("--engine", "ray", "--address", address, "--jobs", "2")
        with node(tmp_path / "node.log", environment, "--address", address):
            done = arena(*words, "ray", *on_ray)
            lethal = arena("lethal", "greedy", "--games", "2", *on_ray)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == serial.stdout.replace("serial", "ray")
    assert files(tmp_path / "ray") == files(tmp_path / "serial")
    assert (tmp_path / "died").exists()
    assert len(list(tmp_path.glob("node-*"))) == 2
    assert (lethal.returncode, lethal.stdout) == (1, "")
    assert lethal.stderr in {
        f"crownland: expected workers to live through game {number}, 3 died in a row\n" for number in (1, 2)
    }


def test_ctrl_c_ends_a_local_ray_with_all_its_processes_and_the_run_goes_on(
    tmp_path: Path, short_path: Path, environment: dict[str, str]
) -> None:
    environment |= {"RAY_TMPDIR": str(short_path), "HOME": str(tmp_path)}
    environment.pop("RAY_AUTH_TOKEN")
    folder, rows = tmp_path / "out", tmp_path / "out" / "results.csv"
    command = [*ARENA, "uniform", "greedy", "--engine", "ray", "--jobs", "2", "--out", str(folder), "--games"]
    with subprocess.Popen(
        [*command, "400"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs in the background
    ) as process:
        _wait_until(lambda: rows.exists() and rows.read_bytes().count(b"\n") > 9)
        assert len(_living(process.pid)) > 3
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of Ray too
        shown, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, shown) == (130, "")
    assert errors.startswith("crownland: stopped: ")
    assert errors.count("\n") == 1
    _wait_until(lambda: not _living(process.pid))
    assert list(short_path.iterdir()) == []
    went_on = subprocess.run(
        [*command, "60"], env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (went_on.returncode, went_on.stderr) == (0, "")
    expected = json.loads(run_well("arena", "uniform", "greedy", "--games", "60", "--json"))
    assert json.loads((folder / "results.json").read_text()) == expected
    assert list(short_path.iterdir()) == []
    assert not (tmp_path / ".ray").exists()


@pytest.mark.parametrize(
    ("address", "got"),
    [("127.0.0.1:1", "Connection refused"), ("nonsense", "Invalid address format: nonsense")],
)
def test_where_there_is_no_cluster_is_one_clear_sentence_and_exit_code_2(address: str, got: str) -> None:
    command = [*ARENA, "uniform", "greedy", "--engine", "ray", "--address", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"crownland: expected a Ray cluster at {address}, got: {got}\n"


def _living(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    living = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of, *_ = file.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(of) == session and state != "Z":
            living.append(int(file.parent.name))
    return living


def _wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
