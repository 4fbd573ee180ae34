"""A whole training, in small: workers, checkpoints, resuming, the file at the end. Whether it learns: test_learning."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownland.arena.engine import DeadWorkersError
from crownland.games.registry import KINGDOMINO
from crownland.kernel.errors import NetworkError, SetupError
from crownland.learning import crew as crews
from crownland.learning.checkpoint import Checkpoint, checkpoint_file
from crownland.learning.crew import Player, Processes
from crownland.learning.plan import TrainingPlan
from crownland.learning.train import Progress, main, train
from crownland.learning.trainer import make_trainer
from crownland.networks.file import read_network
from tests.cli.support import PROGRAM, run

PLAIN, HARMONY = KINGDOMINO.setup(2), KINGDOMINO.setup(2, {"harmony": True})
PLAN = TrainingPlan(
    (PLAIN, HARMONY),
    games=300,
    jobs=1,
    hidden=(8, 6, 4),
    batch=64,
    reuse=0.5,
    block=20,
    evaluate=0,
    deals=2,
    publish=0,
    back_end="numpy",
)
SMALL = ["--hidden", "8,6,4", "--batch", "64", "--jobs", "1", "--back-end", "numpy"]


def test_a_training_writes_a_network_that_says_what_it_is(tmp_path: Path) -> None:
    out, reports, said = tmp_path / "new" / "my.net", list[Progress](), list[str]()
    network = train(PLAN, out, command="crownland train …", report=reports.append, say=said.append)
    read = read_network(out)
    assert read.header == network.header
    assert (read.weights == network.weights).all()
    assert read.setups == (str(PLAIN), str(HARMONY))
    assert read.shape == PLAN.shape
    training = read.header["training"]
    assert training["games"] == 300
    assert 300 * 17 < training["samples"] <= 300 * 20
    assert training["steps"] == pytest.approx(0.5 * training["samples"] / 64, abs=3)
    assert (training["seed"], training["command"], training["started_from"]) == (1, "crownland train …", None)
    assert set(training["figures"]) == {str(PLAIN), str(HARMONY)}
    assert set(training["figures"][str(PLAIN)]) == {"games", "greedy", "first", "earlier"}
    assert said[0].startswith("NumPy on CPU, ")
    assert said[-1].startswith(f"{HARMONY}: wins against greedy ")
    parts = [one.part for one in reports]
    assert parts == sorted(parts)
    assert list(out.parent.iterdir()) == [out]


def test_an_interrupted_training_resumes_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.learning.train.TOLD", 0.0)  # else a quick machine could end before a second report
    out = tmp_path / "my.net"

    def interrupt(progress: Progress) -> None:
        if progress.part > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(PLAN, out, report=interrupt)
    kept = Checkpoint.read(checkpoint_file(out), PLAN)
    assert 0.4 < kept.part < 1
    assert kept.games == round(300 * kept.part)
    assert kept.sessions == 1
    with pytest.raises(
        SetupError, match=r"expected --resume or another --out, .*checkpoint has an unfinished training"
    ):
        train(PLAN, out)
    reports = list[Progress]()
    network = train(PLAN, out, resume=True, report=reports.append)
    assert (reports[0].part, reports[0].games) == (kept.part, kept.games)
    assert reports[0].rate == pytest.approx(PLAN.rate_at(kept.part, int(kept.trainer["steps"])))
    assert network.header["training"]["games"] == 300
    assert network.header["training"]["steps"] > int(kept.trainer["steps"])
    assert not checkpoint_file(out).exists()


def test_a_checkpoint_comes_back_as_it_was(tmp_path: Path) -> None:
    trainer = make_trainer(PLAN.lesson, 1, "numpy")
    file, row = tmp_path / "some.checkpoint", trainer.weights()
    Checkpoint(trainer.state(), row, None, 0.25, 12.5, 75, 1500, 1).write(file, PLAN)
    again = Checkpoint.read(file, PLAN)
    assert (again.part, again.seconds, again.games, again.samples, again.sessions) == (0.25, 12.5, 75, 1500, 1)
    assert again.first is not None
    assert (again.first == row).all()
    assert again.earlier is None
    for name, value in trainer.state().items():
        assert (again.trainer[name] == value).all()
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(
        SetupError, match=r"expected a checkpoint of the same training, .* has seed 1, not 2; remove it"
    ):
        Checkpoint.read(file, replace(PLAN, seed=2))
    with pytest.raises(SetupError, match=r"has hidden \[8, 6, 4\], not \[8, 6, 5\]"):
        Checkpoint.read(file, replace(PLAN, hidden=(8, 6, 5)))
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(SetupError, match="expected the checkpoint of a training, got another file: "):
        Checkpoint.read(file, PLAN)


def test_a_training_starts_from_a_network(tmp_path: Path) -> None:
    out, begun = tmp_path / "second.net", tmp_path / "first.net"
    train(replace(PLAN, games=100), begun)
    # Without a step in between, it is what it started from.
    network = train(replace(PLAN, games=20, start=begun, batch=100_000), out)
    np.testing.assert_allclose(network.weights, read_network(begun).weights, rtol=1e-3, atol=1e-4)
    assert network.header["training"]["started_from"] == "first.net"
    with pytest.raises(NetworkError, match=r"expected a network with hidden layers 8,6,5, .* has 8,6,4; choose the"):
        train(replace(PLAN, hidden=(8, 6, 5), start=begun), out)


# Workers.


def test_blocks_are_of_each_setup_in_turn_and_the_same_for_the_same_seed() -> None:
    weights = make_trainer(PLAN.lesson, 1, "numpy").weights()
    runs = []
    for number in (0, 0, 1):
        player = Player(PLAN, 0, number)
        runs.append([player.play(weights, PLAN.exploration_at(0))[0].tobytes() for _ in range(3)])
    assert runs[0] == runs[1]
    assert not set(runs[0]) & set(runs[2])
    assert [player.setup for player in Player(PLAN, 0, 0)._players] == [PLAIN, HARMONY]


def _waiting(control: Any) -> list[int]:
    """Returns how many slots of each of two workers are full."""
    ats = (crews.WORKERS, crews.WORKERS + 2)
    return [int(control[at + crews.MADE] - control[at + crews.TAKEN]) for at in ats]


def test_workers_hand_over_blocks_and_wait_for_free_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "SAMPLES_A_GAME", 7)  # so that a block takes several slots
    plan = replace(PLAN, jobs=2)
    with Processes(plan, 0) as crew:
        got, games, end = list[int](), 0, time.monotonic() + 120
        while games < 200 and time.monotonic() < end:
            block = crew.take()
            if block is None:
                time.sleep(0.01)
                continue
            assert block.records.shape[1] == plan.shape.record
            assert block.targets.shape == (len(block.records), 4)
            shares = block.targets[:, :2]
            np.testing.assert_allclose(shares.sum(1), 1, atol=1e-5)
            np.testing.assert_allclose(block.targets[:, 2], -block.targets[:, 3], atol=1e-3)
            got.append(len(block.records))
            games += block.games
        assert games == 200
        assert max(got) == 20 * 7
        assert 10 * 17 * 20 < sum(got) <= 11 * 20 * 20
        assert len(crew._workers) == 2
        control = crew._room["control"]
        full = [crews.SLOTS] * 2
        while time.monotonic() < end and (waiting := _waiting(control)) != full:
            time.sleep(0.05)
        time.sleep(0.2)
        assert _waiting(control) == waiting == full
        del control, block


def test_a_worker_that_dies_ends_the_training() -> None:
    with Processes(PLAN, 0) as crew:
        crew._workers[0].kill()
        crew._workers[0].join()
        with pytest.raises(DeadWorkersError, match="expected workers to play on, one ended with exit code -9"):
            crew.take()


def test_too_little_shared_memory_is_said_before(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 1_000_000})
    monkeypatch.setattr("crownland.learning.crew.shutil.disk_usage", lambda place: usage)
    with pytest.raises(SetupError, match=r"MB of free shared memory in /dev/shm for the workers, got: 1 MB; use fewer"):
        Processes(PLAN, 0)


# The commands.


def test_the_plain_command_trains_without_the_libraries_of_the_other(tmp_path: Path) -> None:
    """On a machine for training there may be neither Typer nor Rich nor the rest."""
    out = tmp_path / "my.net"
    words = ["kingdomino", "--games", "200", "--out", str(out), "--evaluate", "1", "--deals", "2", *SMALL]
    program = f"""
import sys
for name in ("typer", "rich", "ray", "msgspec", "platformdirs", "textual", "fastapi"):
    sys.modules[name] = None
if __name__ == "__main__":
    from crownland.learning.train import main
    code = main({words!r})
    sys.exit(code)
"""
    script = tmp_path / "script.py"
    script.write_text(program)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("NumPy on CPU, ")
    assert lines[-1].startswith(f"{out}: 200 games, ")
    assert read_network(out).header["training"]["command"].startswith("python -m crownland.learning.train kingdomino")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess", "--games", "1"], "unknown game: 'chess'; known: "),
        (["kingdomino", "--games", "1", "--hidden", "1"], "expected the sizes of three hidden layers like 256,64,32"),
        (["kingdomino"], "expected either minutes or games as the budget"),
        (["kingdomino", "--games", "1", "--start", "no.net"], "expected the file of a network, got: No such file"),
    ],
)
def test_a_mistake_in_the_plain_command_is_one_sentence(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--out", str(tmp_path / "my.net")]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"train: {message}")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "unknown game: 'chess'; known: "),
        (["kingdomino", "--players", "5"], "kingdomino is for 2, 3 or 4 players, got: 5"),
        (["kingdomino", "--hidden", "1,2"], "expected the sizes of three hidden layers like 256,64,32, got: '1,2'"),
        (["kingdomino", "--minutes", "1", "--games", "1"], "expected either minutes or games as the budget"),
        (["kingdomino", "--setups", "players=2", "-p", "2"], "expected either --setups or --players and --option"),
        (["kingdomino", "--resume"], "expected a checkpoint to resume from, found none: "),
        (["kingdomino", "--back-end", "jax"], "unknown back end: 'jax'; known: numpy, torch"),
        (["kingdomino", "--engine", "serial"], "expected processes or ray as the engine of a training, got: 'serial'"),
        (["kingdomino", "--start", "no.net"], "expected the file of a network, got: No such file or directory: no.net"),
        (["kingdomino", "--games", "0"], "--games"),
    ],
)
def test_a_mistake_is_one_clear_sentence_and_exit_code_2(words: list[str], message: str, tmp_path: Path) -> None:
    done = run("train", *words, "--out", tmp_path / "my.net")
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert (done.stdout, list(tmp_path.iterdir())) == ("", [])


def test_missing_libraries_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "numba" else find_spec(name))
    done = run("train", "kingdomino", "--out", tmp_path / "my.net")
    assert done.returncode == 2
    assert done.stderr == "crownland: expected NumPy and Numba for training, missing: numba; pip install them\n"


def test_ctrl_c_keeps_what_was_learned_and_the_same_command_resumes(tmp_path: Path) -> None:
    out = tmp_path / "my.net"
    command = [PROGRAM, "train", "kingdomino", "--out", str(out), *SMALL, "--seed", "3"]
    with subprocess.Popen(
        [*command, "--minutes", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs in the background
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("first games after"):
            assert process.poll() is None
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the workers too
        _, errors = process.communicate(timeout=120)
    kept = checkpoint_file(out)
    assert (process.returncode, errors) == (
        130,
        f"crownland: stopped: {kept} keeps what was learned; the same command with --resume continues\n",
    )
    done = subprocess.run(
        [*command, "--minutes", "0.01", "--resume"], capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"The network is in {out}\n")
    assert json.dumps(read_network(out).header["training"]["seed"]) == "3"


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'crownland[ray]'")
def test_workers_may_be_on_ray(tmp_path: Path) -> None:
    out = tmp_path / "my.net"
    words = ["kingdomino", "--games", "400", "--engine", "ray", "--evaluate", "0", "--deals", "2", "--publish", "0"]
    command = [sys.executable, "-m", "crownland.learning.train", *words, "--out", str(out), *SMALL]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert read_network(out).header["training"]["games"] == 400
