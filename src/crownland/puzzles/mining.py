"""Finds puzzles in games that strong bots play against themselves."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, cast

from crownland.bots.analysis import Evaluation, analyse
from crownland.bots.greedy import greedy_actions
from crownland.bots.levels import bot_of
from crownland.bots.net import net_search
from crownland.bots.protocol import Limit
from crownland.bots.registry import made_bots
from crownland.dealer import Dealer, derived_seed
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import SetupError
from crownland.networks import has_network
from crownland.puzzles.alike import best_alike
from crownland.puzzles.puzzle import LEVELS_TRIED, TRIES, Puzzle
from crownland.puzzles.themes import themes_of
from crownland.review.judge import NetworkJudge, mean_over_draws, result_of
from crownland.review.review import Wins

if TYPE_CHECKING:
    from crownland.fast.net_search import NetSearch

__all__ = ["Measure", "Miner", "Yield", "require_network"]

PLAYER = "net:blur=0.03:slips=0.02"  # strong, and no two games alike
SEEDS = (1, 2)  # of the deep looks that must agree
ENDS = (0.0, 0.5, 1.0)  # chances to win where the outcome is known


@dataclass(frozen=True, slots=True)
class Measure:
    """What makes a position a puzzle."""

    margin: float = 0.05  # of win chance, by which the answer is better than everything that does not mean the same
    margin_of_many: float = 0.035  # the same with more than two kingdoms, where all chances are smaller
    screen: float = 0.8  # of the margin, for a first look
    fewest: int = 3  # actions
    most_alike: int = 4  # answers
    least_win: float = 0.08  # with the answer: who has lost anyhow learns nothing
    most_win: float = 0.98  # unless the end is known
    first_look: int = 160  # simulations
    deep_look: int = 500  # simulations for each action that comes into question, from each of two seeds
    draws: int = 12  # over which they are spread, where chance comes next
    reach: float = 0.2  # of win chance: what the network thinks less of by more does not come into question
    least_looks: int = 3  # actions that do in any case
    most_looks: int = 7
    most: int = 4  # puzzles of one game


@dataclass(frozen=True, slots=True)
class Yield:
    """What one game brought: *positions* were looked at, *deep* of them twice."""

    positions: int
    deep: int
    puzzles: tuple[Puzzle, ...]


def require_network(setup: Setup) -> None:
    """Raises SetupError when no network plays *setup*."""
    if not has_network(setup):
        raise SetupError(f"expected a setup with a network, which there is not for {setup}")


class Miner:
    """Looks for puzzles in games of *setup*, which needs a network. The same seed and number give the same puzzles."""

    def __init__(self, setup: Setup, measure: Measure | None = None) -> None:
        self._setup, self._measure = setup, measure or Measure()
        require_network(setup)
        self._search = cast("NetSearch", net_search(setup))

    def mine(self, seed: int, game: int) -> Yield:
        """Plays one game and returns what it brought."""
        positions = deep = 0
        puzzles: list[Puzzle] = []
        for state in self._positions(derived_seed("puzzles", self._setup, seed, game)):
            positions += 1
            if not self._may_be_puzzle(state):
                continue
            deep += 1
            puzzle = self.puzzle_of(state)
            if puzzle is not None:
                puzzles.append(puzzle)
        puzzles.sort(key=lambda one: one.solved[::-1])  # the hardest ones
        return Yield(positions, deep, tuple(puzzles[: self._measure.most]))

    def puzzle_of(self, state: State[Any]) -> Puzzle | None:
        """Returns the puzzle that *state* is, if two deep looks agree that it is one."""
        tempting = greedy_actions(state)
        looks: list[list[Evaluation]] = []
        right: list[Action] = []
        for seed in SEEDS:
            looks.append(self.look(state, seed))
            answers = self._answers(state, looks[-1])
            if answers is None or set(answers) & set(tempting) or (right and set(answers) != set(right)):
                return None
            right = right or answers
        wins = {one.action: 0.0 for one in looks[0]}
        for one in chain(*looks):
            wins[one.action] += one.win / len(SEEDS)
        best = max(wins[one] for one in right)
        losses = {one: 0 if one in right else max(1, round(100 * (best - win))) for one, win in wins.items()}
        return Puzzle(
            str(state),
            tuple(map(str, right)),
            str(tempting[0]),
            themes_of(state, right[0], tempting[0], self._choose),
            round(best, 3),
            tuple(losses[one] for one in state.legal_actions()),
            tuple(_solved(state, right, level) for level in LEVELS_TRIED),
        )

    def _may_be_puzzle(self, state: State[Any]) -> bool:
        """Returns whether a first look finds something clearly better than all else, which greedy does not do."""
        if len(state.legal_actions()) < self._measure.fewest or not self._is_known(state):
            return False
        answers = self._answers(state, self._glance(state), self._measure.screen)
        return answers is not None and not set(answers) & set(greedy_actions(state))

    def _is_known(self, state: State[Any]) -> bool:
        """Whether the network has learned such positions, or the end can be found."""
        from crownland.fast.endgame import solve

        ways = self._search.judge(state)
        if ways:
            win = max(way.outlooks[state.kingdom_of(state.actor)].win for way in ways)  # type: ignore[arg-type]
            return self._measure.least_win / 2 <= win <= (1 + self._measure.most_win) / 2
        return solve(state, NetworkJudge.SOLVING) is not None

    def _glance(self, state: State[Any]) -> list[Evaluation]:
        found = NetworkJudge(self._search, self._measure.first_look).evaluate(state, 0)
        return sorted(found, key=lambda one: (one.win, one.margin), reverse=True)

    def look(self, state: State[Any], seed: int) -> list[Evaluation]:
        """Searches after each action that comes into question, so that all of them are known equally well.

        A search from *state* itself looks at the best one only, and leaves the others to the network.
        """
        assert state.actor is not None
        judged, measure = analyse(state), self._measure
        if all(one.win in ENDS for one in judged):
            return judged  # the outcome is known
        kingdom, tempting = state.kingdom_of(state.actor), greedy_actions(state)[0]
        within = [one for one in judged if judged[0].win - one.win <= measure.reach]
        asked = judged[: min(max(len(within), measure.least_looks), measure.most_looks)]
        asked += [one for one in judged if one.action == tempting and one not in asked]
        searched = {one.action: self._after(state.apply(one.action), seed, measure.deep_look) for one in asked}
        shift = max(wins[kingdom] for wins in searched.values()) - judged[0].win
        found = []
        for one in judged:
            wins = searched.get(one.action)
            win = min(1.0, max(0.0, one.win + shift)) if wins is None else wins[kingdom]
            found.append(replace(one, win=win, visits=1))
        return sorted(found, key=lambda one: (one.win, one.margin), reverse=True)

    def _after(self, state: State[Any], seed: int, simulations: int) -> Wins:
        """Returns the chances in *state*; where chance comes next, over the same draws for every action."""
        if state.is_over:
            return result_of(state)
        if state.chance is not None:
            draws = self._measure.draws
            return mean_over_draws(state, draws, seed, lambda after: self._after(after, seed, simulations // draws))
        return tuple(one.win for one in analyse(state, sims=simulations, seed=seed)[0].outlooks)

    def _answers(self, state: State[Any], found: list[Evaluation], share: float = 1.0) -> list[Action] | None:
        """Returns the best actions that mean the same, if they beat all others by a *share* of the margin."""
        measure, best = self._measure, found[0]
        margin = share * (measure.margin if len(state.kingdoms) == 2 else measure.margin_of_many)
        is_solved = best.visits == 0
        if best.win < measure.least_win or (best.win > measure.most_win and not is_solved):
            return None
        if best.win - found[-1].win < margin:
            return None
        alike = best_alike(state, found, is_solved=is_solved)
        right = {one.action for one in alike}
        others = [one.win for one in found if one.action not in right]
        if not others or len(right) > measure.most_alike or best.win - max(others) < margin:
            return None
        return [one.action for one in alike]

    def _choose(self, state: State[Any]) -> Action:
        """Returns what the network likes best; greedy's choice where it has learned nothing."""
        from crownland.fast.convert import action_of

        ways = self._search.judge(state)
        return action_of(state, ways[0].action) if ways else greedy_actions(state)[0]

    def _positions(self, seed: str) -> Iterator[State[Any]]:
        """Yields every position of one game in which a seat is to act."""
        dealer, rng, state = Dealer(seed), Random(seed), find_game(self._setup.game).start(self._setup)
        with made_bots([PLAYER]) as (player,):
            while not state.is_over:
                if state.actor is None:
                    state = state.apply(dealer.deal(state))
                    continue
                yield state
                state = state.apply(player.choose(state, Limit(), rng))


def _solved(state: State[Any], answers: list[Action], level: str) -> int:
    """Returns how many tries of a level find an answer."""
    with made_bots([bot_of(level, state.setup)]) as (bot,):
        return sum(bot.choose(state, Limit(), Random(number)) in answers for number in range(TRIES))
