"""The luck of whole games, without a look at their decisions."""

from functools import cache

from crownland.games.setup import Setup
from crownland.notation.record import Record
from crownland.review.judge import Judge, judge_for
from crownland.review.review import Wins, difference

__all__ = ["luck_of"]


def luck_of(record: Record, judge: Judge | None = None) -> Wins:
    """Returns the luck of every kingdom, summed over all draws of the game: on average 0, whoever plays."""
    judge = judge or _judge_for(record.setup)
    sums = [0.0] * len(record.start().kingdoms)
    for step in record.replay():
        if step.state.chance is not None:
            luck = difference(judge.wins(step.after, step.seq), judge.expected(step.state, step.seq))
            sums = [before + one for before, one in zip(sums, luck, strict=True)]
    return tuple(sums)


@cache
def _judge_for(setup: Setup) -> Judge:
    return judge_for(setup)
