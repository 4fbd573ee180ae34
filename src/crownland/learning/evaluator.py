"""Measures how strong a network is while it is trained, in a process of its own."""

from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from crownland.arena.engine import DeadWorkersError, sigint_blocked, start_worker
from crownland.learning.plan import TrainingPlan
from crownland.learning.self_play import Match, match
from crownland.learning.trainer import Weights

__all__ = ["Evaluator", "Strength", "measure"]


@dataclass(frozen=True)
class Strength:
    """Results after *games* games of training: against greedy, its first state that played, and a later one."""

    games: int
    greedy: Match
    first: Match | None = None
    earlier: Match | None = None

    def __str__(self) -> str:
        against = {"greedy": self.greedy, "its first state": self.first, "an earlier state": self.earlier}
        return "wins against " + ", ".join(f"{name} {_text(one)}" for name, one in against.items() if one is not None)

    @property
    def figures(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if value is not None}


def _text(one: Match) -> str:
    return f"{one.wins:.1%} ± {one.error:.1%}"


def measure(
    plan: TrainingPlan,
    setup: int,
    weights: Weights,
    games: int,
    seed: int,
    first: Weights | None = None,
    earlier: Weights | None = None,
) -> Strength:
    """Plays matches of *weights* in one of the plan's setups, on paired deals."""
    against = [None if one is None else (plan.shape, one) for one in (first, earlier)]
    mine, where = (plan.shape, weights), plan.setups[setup]
    others = [None if one is None else match(where, mine, one, plan.deals, seed) for one in against]
    return Strength(games, match(where, mine, None, plan.deals, seed), *others)


class Evaluator:
    """A process that measures one state after the other, in each of the plan's setups in turn."""

    def __init__(self, plan: TrainingPlan) -> None:
        self.plan, self._count = plan, 0
        self.is_busy = True  # until it has started

    def __enter__(self) -> Self:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_evaluate, args=(self.plan, theirs), daemon=True)
        with sigint_blocked():
            self._process.start()
        theirs.close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def ask(self, weights: Weights, games: int, earlier: Weights | None) -> None:
        """Starts to measure against greedy and an earlier state; poll() returns the result later."""
        setup = self._count % len(self.plan.setups)
        self._pipe.send((setup, weights, games, self.plan.seed + self._count, None, earlier))
        self.is_busy = True
        self._count += 1

    def poll(self) -> Strength | None:
        """Returns a new result, if there is one."""
        if not self._pipe.poll():
            if self._process.exitcode is not None:
                raise DeadWorkersError(f"expected the evaluator to live on, it ended with {self._process.exitcode}")
            return None
        self.is_busy = False
        try:
            result: Strength | None = self._pipe.recv()
        except EOFError:
            raise DeadWorkersError("expected the evaluator to live on, it ended") from None
        return result


def _evaluate(plan: TrainingPlan, pipe: "Connection[Any, Any]") -> None:
    start_worker()
    for file in plan.load:
        from crownland.bots.load import load_once

        load_once(file)
    pipe.send(None)  # ready: who sends weights sooner would have to wait
    while True:
        pipe.send(measure(plan, *pipe.recv()))
