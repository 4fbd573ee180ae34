"""What kingdoms may expect in any position: of a seat to act, before a draw, or at the end."""

from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, Protocol

from crownland.bots.analysis import Evaluation, analyse
from crownland.bots.net import net_search
from crownland.dealer import Dealer, derived_seed
from crownland.fast.outlook import Outlook
from crownland.fast.twin import twin_of
from crownland.games.protocol import Action, State
from crownland.games.setup import Setup
from crownland.review.review import ReviewError, Wins

if TYPE_CHECKING:
    from crownland.fast.net_search import NetSearch

__all__ = ["Judge", "judge_for"]


class Judge(Protocol):
    """Judges positions of one setup. The same position gets the same answer for the same *seed*."""

    name: str  # of what judges, as the review tells it

    def wins(self, state: State[Any], seed: int) -> Wins:
        """Returns the chance of every kingdom to win, when a seat is to act or the game is over."""

    def expected(self, state: State[Any], seed: int) -> Wins:
        """Returns the chances before a draw: an unbiased mean over what can be drawn, judged by wins()."""

    def evaluate(self, state: State[Any], seed: int) -> list[Evaluation]:
        """Returns every legal action of the seat to act with what comes of it, the best first."""


def judge_for(setup: Setup) -> Judge:
    """Returns the strongest judge for *setup*. Raises ReviewError when nothing can judge its game."""
    search = net_search(setup)
    if search is not None:
        return NetworkJudge(search)
    if setup.past_rules is not None:
        raise ReviewError(f"expected a game by today's rules, got one of rules version {setup.past_rules}")
    if twin_of(setup) is None:
        raise ReviewError(f"expected a game with a fast twin, which {setup.game} does not have")
    return PlayOutJudge()


def result_of(state: State[Any]) -> Wins:
    """Returns 1 for the kingdom that has won, or the shares of those that have won together."""
    first = [standing.kingdom for standing in state.ranking() if standing.rank == 1]
    return tuple(1.0 / len(first) if kingdom in first else 0.0 for kingdom in range(len(state.kingdoms)))


def mean_over_draws(state: State[Any], count: int, seed: int, judged: Callable[[State[Any]], Wins]) -> Wins:
    """Returns the mean of *judged* over *count* draws, each independent of the others and of what was really drawn.

    What else chance decides before somebody acts is drawn with each of them.
    """
    draws = Counter(_draws(state, Dealer(derived_seed("review", seed, number))) for number in range(count))
    sums = [0.0] * len(state.kingdoms)
    for actions, times in draws.items():
        for kingdom, win in enumerate(judged(reduce(lambda after, action: after.apply(action), actions, state))):
            sums[kingdom] += times * win
    return tuple(one / count for one in sums)


def _draws(state: State[Any], dealer: Dealer) -> tuple[Action, ...]:
    """Returns what *dealer* deals until somebody is to act, or the game is over."""
    actions = []
    while state.chance is not None:
        actions.append(dealer.deal(state))
        state = state.apply(actions[-1])
    return tuple(actions)


class NetworkJudge:
    """Judges by a learned network: a position by the best that can be done, a draw by others in its place."""

    name = "network"
    DRAWS = 96
    SIMULATIONS = 160
    EXPLORED = 16  # visits from which on the search knows an action better than the network alone
    SOLVING = 0.05  # seconds on a slow machine, at most, for one position of an endgame

    def __init__(self, search: "NetSearch", simulations: int = SIMULATIONS) -> None:
        self._search, self._simulations = search, simulations

    def wins(self, state: State[Any], seed: int) -> Wins:
        if state.is_over:
            return result_of(state)
        if state.chance is not None:
            return self.expected(state, seed)
        ways = self._search.judge(state)
        return tuple(one.win for one in ways[0].outlooks) if ways else self._solved(state, seed)

    def expected(self, state: State[Any], seed: int) -> Wins:
        return mean_over_draws(state, self.DRAWS, seed, lambda after: self.wins(after, seed))

    def evaluate(self, state: State[Any], seed: int) -> list[Evaluation]:
        """Searches, and judges what the search hardly looked at by how much less the network thinks of it.

        A search is better than the network alone, and mostly likes a position better: the two do not compare.
        """
        found = analyse(state, sims=self._simulations, seed=seed)
        best = found[0]
        if best.visits == 0 or not self._search.judge(state):  # an endgame, which the network has not learned
            return found
        judged = {one.action: one for one in analyse(state)}
        shift, kingdom = _shift(judged[best.action], best), state.kingdom_of(state.actor)  # type: ignore[arg-type]
        return [one if one.visits >= self.EXPLORED else _shifted(judged[one.action], shift, kingdom) for one in found]

    def _solved(self, state: State[Any], seed: int) -> Wins:
        from crownland.fast.endgame import solve

        solution = solve(state, self.SOLVING)
        if solution is None or state.actor is None:
            return tuple(one.win for one in analyse(state, sims=200, seed=seed)[0].outlooks)
        mine = 0.5 + 0.5 * solution.outcome
        kingdom = state.kingdom_of(state.actor)
        return tuple(mine if one == kingdom else 1 - mine for one in range(len(state.kingdoms)))


def _shift(judged: Evaluation, searched: Evaluation) -> list[Outlook]:
    """Returns by how much a search thinks more of an action, for every kingdom."""
    pairs = zip(searched.outlooks, judged.outlooks, strict=True)
    return [Outlook(one.win - other.win, one.margin - other.margin) for one, other in pairs]


def _shifted(one: Evaluation, shift: list[Outlook], kingdom: int) -> Evaluation:
    outlooks = tuple(
        Outlook(min(1.0, max(0.0, mine.win + by.win)), mine.margin + by.margin)
        for mine, by in zip(one.outlooks, shift, strict=True)
    )
    return Evaluation(one.action, outlooks[kingdom].win, outlooks[kingdom].margin, 0, outlooks)


class PlayOutJudge:
    """Judges by games that ``greedy`` plays to their end, where no network has learned the setup."""

    GAMES = 400
    SIMULATIONS = 2000

    name = "play-outs"

    def wins(self, state: State[Any], seed: int) -> Wins:
        return result_of(state) if state.is_over else _played_on(state, self.GAMES, seed)

    def expected(self, state: State[Any], seed: int) -> Wins:
        return self.wins(state, seed)

    def evaluate(self, state: State[Any], seed: int) -> list[Evaluation]:
        return analyse(state, sims=self.SIMULATIONS, seed=seed)


def _played_on(state: State[Any], games: int, seed: int) -> Wins:
    """Returns the share of games that every kingdom wins when greedy plays on from *state*, also before a draw."""
    from crownland.fast import entries
    from crownland.fast.convert import to_words
    from crownland.fast.jit import words
    from crownland.fast.policy import GREEDY
    from crownland.fast.twin import require_twin

    twin, row, kingdoms = require_twin(state.setup), to_words(state), len(state.kingdoms)
    policies = sum(GREEDY << 4 * seat for seat in range(state.setup.players))
    standings, scratch = words(games * kingdoms), words(twin.kernels.SCRATCH_WORDS)
    entries.policy_games(
        twin.key, row, len(row), seed, 0, games, policies, words(len(row)), words(1), scratch, standings
    )
    won = [0.0] * kingdoms
    for game in range(games):
        ranked = [int(standings[game * kingdoms + kingdom]) for kingdom in range(kingdoms)]
        best = max(ranked)
        for kingdom, standing in enumerate(ranked):
            won[kingdom] += (standing == best) / ranked.count(best)
    return tuple(one / games for one in won)
