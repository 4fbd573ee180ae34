"""A review: what every draw and every decision of a game did to the chances of the kingdoms. Plain values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from crownland.review.grade import Grade, accuracy, grade_of, is_right

__all__ = ["DIGITS", "Decision", "Draw", "Review", "ReviewError", "Way", "Wins", "rounded"]

# The chance of every kingdom to win, from 0 to 1. They add up to 1, but for what a judge leaves over.
Wins: TypeAlias = tuple[float, ...]

DIGITS = 4  # of a win chance or a margin


class ReviewError(ValueError):
    """A game that cannot be reviewed; the message says why."""


@dataclass(frozen=True, slots=True)
class Way:
    """Something that could be done, by its token, with the chances and the margin of the acting kingdom after it."""

    action: str
    wins: Wins
    margin: float


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance did: *expected* is the mean of the chances over all that could have been drawn."""

    seq: int
    round: int
    action: str
    expected: Wins
    wins: Wins

    @property
    def luck(self) -> Wins:
        return difference(self.wins, self.expected)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat did: *ways* are the best that it could have done, the best first; *of* counts all of them.

    Where it should have done something else, all that would have been right are among *ways*.
    """

    seq: int
    round: int
    seat: int
    kingdom: int
    played: Way
    ways: tuple[Way, ...]
    of: int

    @property
    def action(self) -> str:
        return self.played.action

    @property
    def wins(self) -> Wins:
        return self.played.wins

    @property
    def best(self) -> Way:
        return self.ways[0]

    @property
    def lost(self) -> float:
        """The win chance that the acting kingdom lost against the best; never below 0."""
        return max(0.0, self.best.wins[self.kingdom] - self.wins[self.kingdom])

    @property
    def skill(self) -> Wins:
        """What the decision changed for every kingdom, against the best."""
        return difference(self.wins, self.best.wins)

    @property
    def right(self) -> tuple[str, ...]:
        """The actions that would have been as good as the best, where what was done is not; else none."""
        if is_right(self.lost):
            return ()
        best = self.best.wins[self.kingdom]
        return tuple(way.action for way in self.ways if is_right(best - way.wins[self.kingdom]))

    @property
    def is_forced(self) -> bool:
        return self.of == 1

    @property
    def grade(self) -> Grade:
        return grade_of(self.lost)


@dataclass(frozen=True)
class Review:
    """A whole game: ``result - start = luck + skill + rest`` for every kingdom, by construction.

    *rest* is what the judge's inconsistency leaves: it judges a position a little differently one step later.
    What giving up changed is *given*, and stands apart: ``result - start = luck + skill + rest + given``.
    """

    setup: str
    names: tuple[str, ...]  # of the kingdoms
    judge: str
    start: Wins
    moments: tuple[Draw | Decision, ...]
    end: Wins  # the result, or the chances in the last position
    is_over: bool
    loser: int | None = None  # the kingdom that gave up before the end

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        return tuple(one for one in self.moments if isinstance(one, Draw))

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(one for one in self.moments if isinstance(one, Decision))

    @cached_property
    def luck(self) -> Wins:
        return self._sum(one.luck for one in self.draws)

    @cached_property
    def skill(self) -> Wins:
        return self._sum(one.skill for one in self.decisions)

    @cached_property
    def rest(self) -> Wins:
        known = self._sum((self.start, self.luck, self.skill))
        return difference(self.end, known)

    @cached_property
    def result(self) -> Wins:
        """How it ended: who gave up has lost, and all others have won together."""
        if self.loser is None:
            return self.end
        share = 1.0 / (len(self.end) - 1)
        return tuple(0.0 if kingdom == self.loser else share for kingdom in range(len(self.end)))

    @cached_property
    def given(self) -> Wins:
        """What giving up has changed."""
        return difference(self.result, self.end)

    def accuracy(self, kingdom: int) -> float | None:
        """Returns how well a kingdom decided, from 0 to 1, over its decisions that were free; None without any."""
        return accuracy(one.lost for one in self._free(kingdom))

    def worst(self, kingdom: int | None = None, many: int = 3) -> tuple[Decision, ...]:
        """Returns the decisions that lost most, the worst first, but for the best and good ones."""
        bad = [one for one in self._free(kingdom) if not is_right(one.lost)]
        return tuple(sorted(bad, key=lambda one: -one.lost)[:many])

    def finest(self, kingdom: int) -> Decision | None:
        """Returns the right decision from which most would have been lost with the next best way."""
        right = [one for one in self._free(kingdom) if one.grade is Grade.BEST]
        found = max(right, key=_saved, default=None)
        return found if found is not None and grade_of(_saved(found)) is not Grade.BEST else None

    def turning_points(self, many: int = 3) -> tuple[Draw | Decision, ...]:
        """Returns the moments that changed the chances most, in the order of the game."""
        most = sorted(self.moments, key=lambda one: -_size(one))[:many]
        return tuple(sorted(most, key=lambda one: one.seq))

    def _free(self, kingdom: int | None) -> Iterator[Decision]:
        return (one for one in self.decisions if not one.is_forced and kingdom in (None, one.kingdom))

    def _sum(self, many: Iterable[Wins]) -> Wins:
        sums = [0.0] * len(self.start)
        for wins in many:
            for kingdom, one in enumerate(wins):
                sums[kingdom] += one
        return tuple(sums)


def rounded(wins: Iterable[float]) -> Wins:
    """Returns *wins* as they are kept: a review that is read again says the same."""
    return tuple(round(one, DIGITS) for one in wins)


def difference(one: Wins, other: Wins) -> Wins:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _saved(one: Decision) -> float:
    return one.best.wins[one.kingdom] - one.ways[1].wins[one.kingdom]


def _size(moment: Draw | Decision) -> float:
    changes = moment.luck if isinstance(moment, Draw) else moment.skill
    return max(abs(one) for one in changes)
