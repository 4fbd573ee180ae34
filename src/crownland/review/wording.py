"""What a review says, in words: for the terminal and for a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.action import Seat
from crownland.notation.record import Record, Step
from crownland.review.grade import Grade
from crownland.review.reasons import reason_text, reasons_of
from crownland.review.review import Decision, Draw, Review
from crownland.table.gain import gain_of
from crownland.table.wording import deed_text
from crownland.words import Words

__all__ = ["Line", "Telling", "percent", "signed"]


def percent(share: float) -> str:
    """Returns a text like ``48 %``."""
    return f"{100 * share:.0f} %"


def signed(share: float) -> str:
    """Returns a text like ``+4.2 %``."""
    return f"{100 * share:+.1f} %".replace("-", "−").replace("−0.0", "0.0").replace("+0.0", "0.0")


@dataclass(frozen=True, slots=True)
class Line:
    """One moment in words; what does not apply is empty."""

    seq: int
    round: int
    who: str
    deed: str
    win: str
    changes: str  # the luck of every kingdom, or what was lost
    grade: Grade | None = None
    better: str = ""


class Telling:
    """Puts a review of *record* into words."""

    def __init__(self, review: Review, record: Record, words: Words) -> None:
        self.review, self.words = review, words
        self.steps: Sequence[Step] = tuple(record.replay())

    @property
    def title(self) -> str:
        return self.words("review.title", game=self.words.name("game", self.steps[0].state.setup.game))

    def notes(self) -> list[str]:
        """Returns who judges, and how the game ended if not by the rules."""
        judge, loser = self.words(f"review.judge.{self.review.judge}"), self.review.loser
        if loser is not None:
            name, chance = self.review.names[loser], percent(self.review.end[loser])
            return [judge, self.words("review.gave-up", name=name, percent=chance)]
        return [judge, *([] if self.review.is_over else [self.words("review.unfinished")])]

    def sums(self) -> tuple[list[str], list[list[str]]]:
        """Returns the heads and the rows of the table of sums, a row for each kingdom."""
        review = self.review
        given = () if review.loser is None else (review.given,)
        keys = ("win", "luck", "skill", "rest", *("given" for _ in given), "accuracy")
        rows = []
        for kingdom, name in enumerate(review.names):
            share = review.accuracy(kingdom)
            sums = (review.luck, review.skill, review.rest, *given)
            chances = f"{percent(review.start[kingdom])} → {percent(review.result[kingdom])}"
            accuracy = "" if share is None else percent(share)
            rows.append([name, chances, *(signed(one[kingdom]) for one in sums), accuracy])
        return ["", *(self.words(f"review.{key}") for key in keys)], rows

    def course(self, kingdom: int) -> list[float]:
        """Returns the chances of *kingdom* from the start to the end, action by action."""
        review = self.review
        between = [one.wins[kingdom] for one in review.moments[:-1]]
        given = [] if review.loser is None else [review.result[kingdom]]
        return [review.start[kingdom], *between, review.end[kingdom], *given]

    def heads(self) -> list[str]:
        """Returns the heads of the table of moments."""
        keys = ("played", "win", "lost", "grade", "better")
        return ["", "", *(self.words(f"review.{key}") for key in keys)]

    def lines(self) -> list[Line]:
        """Returns every draw and every free decision."""
        moments = self.review.moments
        return [self.line(one) for one in moments if isinstance(one, Draw) or not one.is_forced]

    def line(self, one: Draw | Decision) -> Line:
        state = self.steps[one.seq].state
        if isinstance(one, Draw):
            luck = " ".join(signed(luck) for luck in one.luck)
            return Line(one.seq, one.round, self.words("review.draw"), one.action, "", luck)
        name, win = self.review.names[one.kingdom], percent(one.wins[one.kingdom])
        deed = self.deed(state, one.action)
        if one.grade is Grade.BEST:
            return Line(one.seq, one.round, name, deed, win, "", one.grade)
        better = self.deed(state, one.best.action)
        better = one.best.action if better == deed else better
        return Line(one.seq, one.round, name, deed, win, signed(-one.lost), one.grade, better)

    def headline(self, one: Draw | Decision) -> str:
        """Returns a moment in one line, for a turning point."""
        line = self.line(one)
        if isinstance(one, Draw):
            lucky = (f"{name} {signed(luck)}" for name, luck in zip(self.review.names, one.luck, strict=True))
            return f"{line.round}. {line.deed}: {self.words('review.luck')} {', '.join(lucky)}"
        what = ", ".join(filter(None, (line.deed, self.grade(line.grade), line.changes)))
        return f"{line.round}. {line.who}: {what}"

    def reason(self, one: Draw | Decision) -> str:
        """Returns what the better action has over the one that was played; nothing when that was the best."""
        if isinstance(one, Draw) or one.grade is Grade.BEST:
            return ""
        state = self.steps[one.seq].state
        names = [self.review.names[state.kingdom_of(Seat(seat))] for seat in range(state.setup.players)]
        found = reasons_of(state, action_of(state, one.action), action_of(state, one.best.action))
        texts = [reason_text(reason, self.words, names) for reason in found]
        return "; ".join(texts) or self.words("why.none")

    def deed(self, state: State[Any], token: str) -> str:
        action = action_of(state, token)
        points = gain_of(state, action).points
        return deed_text(state.meaning(action), self.words, points=points, token=token)

    def grade(self, grade: Grade | None) -> str:
        return "" if grade is None else self.words(f"review.grade.{grade.value}")


def action_of(state: State[Any], token: str) -> Action:
    """Returns the legal action that is written so."""
    return next(one for one in state.legal_actions() if str(one) == token)
