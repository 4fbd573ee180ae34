"""Runs a contest, until its games are played or its question is answered."""

from collections.abc import Callable
from contextlib import closing

from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import Engine
from crownland.arena.results import Results
from crownland.arena.sprt import Question, Sprt
from crownland.arena.summary import Summary, share_of_second, summary_of, whole_deals
from crownland.kernel.errors import SetupError

__all__ = ["Tournament"]


class Tournament:
    """Plays at least *games* games of *contest*, rounded up to whole deals, or until a *question* is answered.

    *played* has all finished games, including those already in *results*. The outcome does not depend on the order in
    which games finish: a question is asked deal by deal, in their order.
    """

    def __init__(
        self, contest: Contest, games: int, results: Results | None = None, question: Question | None = None
    ) -> None:
        if question is not None and len(contest.bots) != 2:
            raise SetupError(f"expected 2 bots for a test of two hypotheses, got {len(contest.bots)}")
        self.contest, self.results = contest, results
        self.schedule = contest.schedule
        self.games = self.schedule.whole(games)
        self.played: dict[int, GameResult] = dict(results.played) if results is not None else {}
        self.sprt = None if question is None else Sprt(question)
        self._ask()

    @property
    def missing(self) -> int:
        """The number of games still to play, if no question is answered before."""
        return sum(number not in self.played for number in range(1, self.games + 1))

    def run(self, engine: Engine, after_each: Callable[[], None], *, records: bool = False) -> None:
        """Plays the missing games and keeps each one when it ends."""
        pairings = (pairing for pairing in self.schedule.pairings(self.games) if pairing.number not in self.played)
        if not self._is_answered:
            with closing(engine.run(self.contest.play, pairings)) as games:
                for result, record in games:
                    self.played[result.number] = result
                    if self.results is not None:
                        self.results.add(result, record if records else None)
                    after_each()
                    if self._ask():
                        break
        if self.results is not None:
            self.results.put_in_order()

    def summary(self) -> Summary:
        """Summarises the games, without those after the answer of a question or beyond the number asked for."""
        return summary_of(self.contest, self.deals(), self.sprt)

    def deals(self) -> list[list[GameResult]]:
        last = self.sprt.deals if self._is_answered and self.sprt else self.games // self.schedule.games_per_deal
        return [list(deal) for deal in whole_deals(self.contest, self.played.values(), last)]

    @property
    def _is_answered(self) -> bool:
        return self.sprt is not None and self.sprt.answer is not None

    def _ask(self) -> bool:
        """Adds finished deals to the test in their order, up to the first gap; returns whether it is answered."""
        if self.sprt is None:
            return False
        while not self._is_answered and (deal := self._deal(self.sprt.deals + 1)) is not None:
            self.sprt.add(share_of_second(deal))
        return self._is_answered

    def _deal(self, deal: int) -> list[GameResult] | None:
        size = self.schedule.games_per_deal
        numbers = range((deal - 1) * size + 1, deal * size + 1)
        if numbers[-1] > self.games or any(number not in self.played for number in numbers):
            return None
        return [self.played[number] for number in numbers]
