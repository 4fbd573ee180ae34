"""Training: workers play with the newest weights, the trainer learns from their newest games.

``python -m crownland.learning.train GAME --out FILE`` does it with plain lines of text, and needs only NumPy, Numba
and, if there is a GPU, PyTorch; ``crownland train`` is the same with a progress bar.
"""

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from crownland.arena.engine import DeadWorkersError, load_ray
from crownland.kernel.errors import InvalidTextError, NetworkError, SetupError, UnknownNameError
from crownland.learning.checkpoint import Checkpoint, checkpoint_file
from crownland.learning.crew import Crew, Processes
from crownland.learning.evaluator import Evaluator, Strength, measure
from crownland.learning.plan import TrainingPlan, parse_hidden, parse_setups
from crownland.learning.ring import window_of
from crownland.learning.trainer import Trainer, Weights, make_trainer
from crownland.networks.file import Network, check_network, describe, read_network, write_network

__all__ = ["Progress", "main", "train"]

# By whether the trainer has a GPU.
BATCH = {True: 16_384, False: 2048}
MEMORY = {True: 12.0, False: 2.0}  # GiB

BATCHES_FIRST = 4  # of samples, before the first step
BATCHES_BEHIND = 4  # that the trainer may be behind before workers have to wait
EARLIER = 0.2  # part of the training after which its state is kept, to measure later ones
TOLD = 0.25  # seconds between two reports
LOSSES = 20  # steps between two looks at the losses, for which a GPU has to wait
NAP = 0.002  # seconds
FINAL_SEED = 20_000_000  # of the deals for the figures in the file


@dataclass(frozen=True)
class Progress:
    """Where a training stands."""

    part: float  # from 0 to 1
    seconds: float
    games: int
    steps: int
    samples: int
    rate: float = 0.0
    win_loss: float = float("nan")
    margin_loss: float = float("nan")
    strength: Strength | None = None

    def __str__(self) -> str:
        losses = f"losses {self.win_loss:.4f} {self.margin_loss:.4f}"
        text = (
            f"{self.part:6.1%} {self.seconds:5.0f} s, {self.games:,} games, {self.steps:,} steps, rate {self.rate:.5f}"
        )
        return f"{text}, {losses}" + ("" if self.strength is None else f"; {self.strength}")


def train(
    plan: TrainingPlan,
    out: Path,
    *,
    resume: bool = False,
    command: str = "",
    report: Callable[[Progress], None] = lambda progress: None,
    say: Callable[[str], None] = lambda text: None,
) -> Network:
    """Trains a network by *plan* and writes it to *out*; returns it.

    A checkpoint lies beside *out* until the end; *resume* continues from it. Calls *report* several times a second, and
    *say* with what happens meanwhile. Raises SetupError and NetworkError for what cannot be done, and DeadWorkersError
    when workers die.
    """
    kept = checkpoint_file(out)
    if not resume and kept.exists():
        raise SetupError(f"expected --resume or another --out, {kept} has an unfinished training")
    out.parent.mkdir(parents=True, exist_ok=True)
    training = _Training(plan, Checkpoint.read(kept, plan) if resume else None, kept, report, say)
    try:
        training.run()
    except KeyboardInterrupt:
        training.save()
        raise
    weights, seconds = training.final_weights(), training.seconds
    write_network(out, training.network(weights, seconds, command, {}))  # measuring takes time, and may be cut off
    network = training.network(weights, seconds, command, training.figures(weights))
    write_network(out, network)
    kept.unlink(missing_ok=True)
    return network


class _Training:
    """One session of a training."""

    def __init__(
        self,
        plan: TrainingPlan,
        before: Checkpoint | None,
        kept: Path,
        report: Callable[[Progress], None],
        say: Callable[[str], None],
    ) -> None:
        self.plan, self.kept, self.report, self.say = plan, kept, report, say
        self.begin = time.monotonic()
        self.trainer: Trainer = make_trainer(plan.lesson, plan.seed, plan.back_end, plan.device)
        has_gpu = self.trainer.device != "CPU"
        self.batch = plan.batch or BATCH[has_gpu]
        window = window_of(plan.shape, plan.window, plan.memory or MEMORY[has_gpu])
        self.ring = self.trainer.make_ring(window)
        start = _start_of(plan)
        if before is not None:
            self.trainer.restore(before.trainer)
        elif start is not None:
            self.trainer.load(start)
        self.first: Weights | None = start if before is None else before.first
        self.earlier: Weights | None = start if before is None else before.earlier
        self.is_later = before is not None and before.part >= EARLIER
        self.start_part = 0.0 if before is None else before.part
        self.start_seconds = 0.0 if before is None else before.seconds
        self.start_games = self.games = 0 if before is None else before.games
        self.past_samples = 0 if before is None else before.samples
        self.session = 0 if before is None else before.sessions
        self.samples = self.used = 0  # of this session
        self.ready: float | None = None  # when the first block came
        self.progress = Progress(self.start_part, self.start_seconds, self.games, self.trainer.steps, self.past_samples)
        self.losses: list[tuple[float, float]] = []
        name = "NumPy" if self.trainer.name == "numpy" else "PyTorch"
        self.say(f"{name} on {self.trainer.device}, {plan.shape.weights:,} weights, window of {window:,} positions")

    # Where it stands.

    @property
    def seconds(self) -> float:
        return self.start_seconds + time.monotonic() - self.begin

    def part(self) -> float:
        """Returns how much of the training is done: of the time since the first block, or of the games."""
        if self.ready is None:
            return self.start_part
        if self.plan.minutes is not None:
            now, begin, end = self.seconds, self.ready, 60 * self.plan.minutes
        else:
            assert self.plan.games is not None
            now, begin, end = self.games, self.start_games, self.plan.games
        done = 1.0 if end <= begin else min(1.0, (now - begin) / (end - begin))
        return self.start_part + (1 - self.start_part) * done

    @property
    def behind(self) -> float:
        """The samples that the trainer still has to use."""
        return self.plan.reuse * self.samples - self.used

    @property
    def has_enough(self) -> bool:
        """Whether there are enough samples to begin with."""
        return self.ring.filled >= BATCHES_FIRST * self.batch

    @property
    def is_over(self) -> bool:
        if self.plan.minutes is not None and self.seconds >= 60 * self.plan.minutes:
            return True
        return self.part() >= 1 and self.behind < self.batch

    def run(self) -> None:
        with ExitStack() as stack:
            crew = stack.enter_context(_crew(self.plan, self.session))
            self.crew: Crew = crew
            self.evaluator: Evaluator | None = None
            if self.first is not None:
                crew.publish(self.trainer.weights())
            self.next_publish = self.next_report = 0.0
            self.next_save = time.monotonic() + self.plan.save
            self.next_measure = 0.0
            while not self.is_over:
                self._take_blocks()
                if self.ready is None:
                    time.sleep(NAP)
                    self._tell()
                    continue
                if self.plan.evaluate:
                    if self.evaluator is None:
                        self.evaluator = stack.enter_context(Evaluator(self.plan))
                    self._measure(self.evaluator)
                self._learn()
                self._publish()
                self._tell()
                if time.monotonic() >= self.next_save:
                    self.save()
                    self.next_save = time.monotonic() + self.plan.save

    def _take_blocks(self) -> None:
        """Takes the blocks that are there. When the trainer is behind they wait, and so do their workers."""
        self.crew.explore(self.plan.exploration_at(self.part()))
        while self.part() < 1 and (not self.has_enough or self.behind < BATCHES_BEHIND * self.batch):
            block = self.crew.take()
            if block is None:
                return
            if self.ready is None:
                self.ready = self.seconds
                self.say(f"first games after {self.seconds:.0f} s")
            self.ring.add(block.records, block.targets)
            self.games += block.games
            self.samples += len(block.records)

    def _learn(self) -> None:
        if self.behind < self.batch or not (self.has_enough or self.part() >= 1):
            time.sleep(NAP)
            return
        rate = self.plan.rate_at(self.part(), self.trainer.steps)
        win, margin = self.trainer.step(*self.ring.draw(self.batch), rate)
        self.used += self.batch
        if self.trainer.steps % LOSSES == 1:
            self.losses = [*self.losses[-9:], (float(win), float(margin))]

    def _publish(self) -> None:
        now = time.monotonic()
        if now < self.next_publish:
            return
        if self.first is None:
            is_taught = self.games >= self.plan.first_games or self.part() >= self.plan.first_part
            if not is_taught or self.used < 0.8 * self.plan.reuse * self.samples:
                return
            self.first = self.earlier = self.trainer.weights()
        elif not self.is_later and self.part() >= EARLIER:
            self.earlier, self.is_later = self.trainer.weights(), True
        self.crew.publish(self.trainer.weights())
        self.next_publish = now + self.plan.publish

    def _measure(self, evaluator: Evaluator) -> None:
        strength = evaluator.poll()
        if strength is not None:
            self.progress = replace(self.progress, strength=strength)
        now = time.monotonic()
        if self.first is not None and not evaluator.is_busy and now >= self.next_measure:
            evaluator.ask(self.trainer.weights(), self.games, self.earlier)
            self.next_measure = now + self.plan.evaluate

    def _tell(self) -> None:
        now = time.monotonic()
        if now < self.next_report:
            return
        self.next_report = now + TOLD
        win, margin = np.mean(self.losses, axis=0) if self.losses else (float("nan"), float("nan"))
        self.progress = replace(
            self.progress,
            part=self.part(),
            seconds=self.seconds,
            games=self.games,
            steps=self.trainer.steps,
            samples=self.past_samples + self.samples,
            rate=self.plan.rate_at(self.part(), self.trainer.steps),
            win_loss=float(win),
            margin_loss=float(margin),
        )
        self.report(self.progress)

    def save(self) -> None:
        """Writes a checkpoint."""
        Checkpoint(
            self.trainer.state(),
            self.first,
            self.earlier,
            self.part(),
            self.seconds,
            self.games,
            self.past_samples + self.samples,
            self.session + 1,
        ).write(self.kept, self.plan)

    def final_weights(self) -> Weights:
        """Returns the weights as the file will have them."""
        return self.trainer.weights().astype(np.float16).astype(np.float32)

    def figures(self, weights: Weights) -> dict[str, Any]:
        """Returns how strong a network is in every setup."""
        found = {}
        for at, setup in enumerate(self.plan.setups):
            strength = measure(self.plan, at, weights, self.games, FINAL_SEED, self.first, self.earlier)
            self.say(f"{setup}: {strength}")
            found[str(setup)] = strength.figures
        return found

    def network(self, weights: Weights, seconds: float, command: str, figures: dict[str, Any]) -> Network:
        training = {
            "games": self.games,
            "samples": self.past_samples + self.samples,
            "steps": self.trainer.steps,
            "seconds": round(seconds),
            "seed": self.plan.seed,
            "batch": self.batch,
            "command": command,
            "started_from": None if self.plan.start is None else self.plan.start.name,
            "figures": figures,
        }
        return Network(self.plan.shape, weights, describe(self.plan.setups, self.plan.shape, training))


def _start_of(plan: TrainingPlan) -> Weights | None:
    """Returns the weights to start from. Raises NetworkError when they do not fit the plan."""
    if plan.start is None:
        return None
    network = read_network(plan.start)
    check_network(network, str(plan.start), plan.setups[0])
    if network.shape != plan.shape:
        wanted, got = (",".join(map(str, one.hidden)) for one in (plan.shape, network.shape))
        advice = f"choose the layers {got}"
        raise NetworkError(f"expected a network with hidden layers {wanted}, {plan.start} has {got}; {advice}")
    return np.array(network.weights, np.float32)


def _crew(plan: TrainingPlan, session: int) -> Crew:
    if plan.engine == "processes":
        return Processes(plan, session)
    load_ray(plan.address)
    from crownland.learning.ray_crew import RayCrew

    return RayCrew(plan, session)


# The command.

NOT_AS_THEY_ARE = ("setups", "load", "start", "hidden")
OPTIONS = [one for one in fields(TrainingPlan) if one.name not in NOT_AS_THEY_ARE]
LINES = 10.0  # seconds between two lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Trains as the arguments say, and prints a line now and then. A mistake is one sentence and exit code 2."""
    options = _parser().parse_args(arguments)
    given = {one.name: value for one in OPTIONS if (value := getattr(options, one.name)) is not None}
    command = shlex.join(
        ["python", "-m", "crownland.learning.train", *(sys.argv[1:] if arguments is None else arguments)]
    )
    last = -LINES

    def report(progress: Progress) -> None:
        nonlocal last
        if progress.seconds - last >= LINES:
            last = progress.seconds
            _print(str(progress))

    try:
        hidden = None if options.hidden is None else parse_hidden(options.hidden)
        setups = parse_setups(options.game, options.setups)
        plan = TrainingPlan(setups, hidden=hidden, start=options.start, **given)
        network = train(plan, options.out, resume=options.resume, command=command, report=report, say=_print)
    except (InvalidTextError, NetworkError, SetupError, UnknownNameError) as error:
        sys.stderr.write(f"train: {error}\n")
        return 2
    except DeadWorkersError as error:
        sys.stderr.write(f"train: {error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write(f"train: stopped; --resume continues from {checkpoint_file(options.out)}\n")
        return 130
    trained = network.header["training"]
    _print(f"{options.out}: {trained['games']:,} games, {trained['steps']:,} steps, {trained['seconds']} s")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m crownland.learning.train", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--setups", default="", help="mixed setups, like 'players=3, players=4'")
    parser.add_argument("--hidden", help="like 256,64,32")
    parser.add_argument("--start", type=Path, metavar="FILE", help="the network to start from")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint beside --out")
    for one in OPTIONS:
        default = None if one.default in (MISSING, None) else f"{one.default} by default"
        parser.add_argument(f"--{one.name.replace('_', '-')}", dest=one.name, type=_type_of(one.type), help=default)
    return parser


def _type_of(annotation: Any) -> Callable[[str], Any]:
    for kind in (float, int):
        if kind is annotation or kind.__name__ in str(annotation):
            return kind
    return str


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
