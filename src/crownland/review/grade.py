"""Grades of decisions, by the win chance that they lost against the best."""

from collections.abc import Iterable
from enum import StrEnum

__all__ = ["MOST_LOST", "RIGHT", "Grade", "accuracy", "grade_of", "is_right"]


class Grade(StrEnum):
    """From the best to the worst; the values are keys of the catalogues."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# The least loss of win chance for each grade; docs/review.md tells them.
LEAST_LOST = {Grade.BLUNDER: 0.15, Grade.MISTAKE: 0.08, Grade.INACCURACY: 0.04, Grade.GOOD: 0.01}

RIGHT = (Grade.BEST, Grade.GOOD)

MOST_LOST = 0.2  # of win chance: a decision that loses so much counts nothing in the accuracy


def grade_of(lost: float) -> Grade:
    """Returns the grade of a decision that *lost* so much win chance, from 0 to 1."""
    return next((grade for grade, least in LEAST_LOST.items() if lost >= least), Grade.BEST)


def is_right(lost: float) -> bool:
    """Returns whether a decision that *lost* so much is as good as the best, but for what a judge may err."""
    return grade_of(lost) in RIGHT


def accuracy(losses: Iterable[float]) -> float | None:
    """Returns the mean worth of decisions, from 0 to 1: 1 when nothing was lost. None without decisions."""
    worths = [max(0.0, 1.0 - lost / MOST_LOST) for lost in losses]
    return sum(worths) / len(worths) if worths else None
