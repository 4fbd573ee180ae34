"""The sequential probability ratio test (SPRT): it stops a match once a question about strength is answered.

This is the generalised test (GSPRT) of chess engines: it takes the deals' results as normal with the observed variance
and follows the log-likelihood ratio of two hypotheses about their mean.
"""

from dataclasses import dataclass
from math import log

from crownland.arena.ratings import fraction_of
from crownland.kernel.errors import SetupError

__all__ = ["Question", "Sprt"]

MOST = 2000  # Elo: one game in 100,000 is lost


@dataclass(frozen=True, slots=True)
class Question:
    """The question whether a bot is *elo1* stronger (H1) or only *elo0* (H0).

    *alpha* is the probability of accepting H1 if H0 holds, *beta* that of accepting H0 if H1 holds.
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
        """The bound of the log-likelihood ratio below which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound of the log-likelihood ratio above which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


class Sprt:
    """Follows the results of deals, each a share of the points from 0 to 1, until there is an *answer*."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.deals = 0
        self.answer: str | None = None
        self._sum = self._squares = 0.0

    def add(self, share: float) -> None:
        """Counts a deal; does nothing after the answer."""
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
        # Adds a deal won and a deal lost: a few equal results are not yet certainty.
        variance = (spread + mean**2 + (1 - mean) ** 2) / (self.deals + 2)
        low, high = fraction_of(self.question.elo0), fraction_of(self.question.elo1)
        return self.deals * (high - low) * (2 * mean - low - high) / (2 * variance)
