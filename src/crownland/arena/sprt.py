"""The sequential probability ratio test: how long to play until a question about strength is answered.

It is the generalised test that chess engines are tested with: the deals' results are taken as normal with the variance
that was seen, and the log-likelihood ratio of the two hypotheses about their mean is followed deal by deal.
"""

from dataclasses import dataclass
from math import log

from crownland.arena.ratings import fraction_of
from crownland.kernel.errors import SetupError

__all__ = ["Question", "Sprt"]

MOST = 2000  # Elo: who is so much stronger loses one game in 100,000


@dataclass(frozen=True, slots=True)
class Question:
    """Is a bot *elo1* stronger (H1), or only *elo0* (H0)?

    A bot of strength *elo0* is taken for H1 with probability *alpha*, one of *elo1* for H0 with probability *beta*.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST <= self.elo0 < self.elo1 <= MOST:
            got = f"{self.elo0:g} and {self.elo1:g}"
            raise SetupError(f"expected elo0 below elo1, both from -{MOST} to {MOST}, got: {got}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise SetupError(f"expected {name} between 0 and 0.5, got: {value:g}")

    @property
    def lower(self) -> float:
        """Below it H0 holds."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above it H1 holds."""
        return log((1 - self.beta) / self.alpha)


class Sprt:
    """Follows the results of deals, each a share of the points from 0 to 1, until *answer* is there."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.deals = 0
        self.answer: str | None = None
        self._sum = self._squares = 0.0

    def add(self, share: float) -> None:
        """Counts a deal. What comes after the answer changes nothing."""
        if self.answer is not None:
            return
        self.deals += 1
        self._sum += share
        self._squares += share * share
        if self.llr >= self.question.upper:
            self.answer = "H1"
        elif self.llr <= self.question.lower:
            self.answer = "H0"

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 to H0."""
        if not self.deals:
            return 0.0
        mean = self._sum / self.deals
        spread = self._squares - self.deals * mean * mean
        # A deal won and a deal lost besides: a few equal results do not yet say that all will be equal.
        variance = (spread + mean**2 + (1 - mean) ** 2) / (self.deals + 2)
        low, high = fraction_of(self.question.elo0), fraction_of(self.question.elo1)
        return self.deals * (high - low) * (2 * mean - low - high) / (2 * variance)
