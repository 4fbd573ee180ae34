"""Evaluates every legal action: for coaches, pages and researchers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from crownland.bots.net import net_search
from crownland.bots.protocol import Limit
from crownland.fast.budget import Budget
from crownland.fast.outlook import Outlook
from crownland.games.protocol import Action, State

__all__ = ["Evaluation", "analyse"]

SECONDS = 1.0
SOLVING = 0.02  # seconds on a slow machine, at most, for one position of an endgame


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An action, and what every kingdom may expect after it.

    *win* and *margin* are those of the seat to act. *visits* is how often the action was searched: 0 when the network
    alone judges it, or when its outcome is known.
    """

    action: Action
    win: float
    margin: float
    visits: int
    outlooks: tuple[Outlook, ...]


def analyse(
    state: State[Any], limit: Limit | None = None, *, sims: int | None = None, seed: int = 0
) -> list[Evaluation]:
    """Returns an evaluation of every legal action of the seat to act, the best first.

    Endgames that can be solved are exact. Else a learned network judges at once; with the time of *limit*, or with
    *sims* simulations, it searches, the same for the same *seed*. Where there is no network, greedy plays games to
    their end: for one second without a limit. An action that another one of the same seat follows is evaluated with the
    best of them.
    """
    if state.actor is None:
        raise TypeError(f"expected a position where a player is to act, got: {state}")
    seconds = limit.time if limit is not None else None
    return _solved(state) or _judged(state, sims, seconds, seed) or _played_out(state, sims, seconds, seed)


def _evaluations(state: State[Any], found: Iterable[tuple[int, tuple[Outlook, ...], int]]) -> list[Evaluation]:
    """Returns the evaluations of the first entry for each action number."""
    from crownland.fast.convert import action_of

    assert state.actor is not None
    kingdom = state.kingdom_of(state.actor)
    best: dict[int, tuple[float, float, int, tuple[Outlook, ...]]] = {}
    for number, outlooks, visits in found:
        mine = outlooks[kingdom]
        best.setdefault(number, (mine.win, mine.margin, visits, outlooks))
    return [Evaluation(action_of(state, number), *values) for number, values in best.items()]


def _solved(state: State[Any]) -> list[Evaluation]:
    """Returns exact evaluations of an endgame of two kingdoms; none when that takes too long, or chance decides."""
    from crownland.fast.convert import action_number
    from crownland.fast.endgame import solve

    if solve(state, SOLVING) is None:
        return []
    found = []
    for action in state.legal_actions():
        outlooks = _end_of(state.play(action))
        if outlooks is None:
            return []
        found.append((action_number(state, action), outlooks, 0))
    kingdom = state.kingdom_of(state.actor)  # type: ignore[arg-type]
    found.sort(key=lambda one: (one[1][kingdom].win, one[1][kingdom].margin), reverse=True)
    return _evaluations(state, found)


def _end_of(state: State[Any]) -> tuple[Outlook, ...] | None:
    """Returns the outcome of best play for both kingdoms; None when it cannot be found."""
    from crownland.fast.endgame import solve

    if state.is_over:
        first, second = (score.total for score in state.scores())
        ranks = {standing.kingdom: standing.rank for standing in state.ranking()}
        won, margin = (ranks[1] > ranks[0]) - (ranks[1] < ranks[0]), first - second
    else:
        solution = None if state.actor is None else solve(state, SOLVING)
        if solution is None or state.actor is None:
            return None
        sign = 1 if state.kingdom_of(state.actor) == 0 else -1
        won, margin = sign * solution.outcome, sign * solution.margin
    return Outlook(0.5 + 0.5 * won, margin), Outlook(0.5 - 0.5 * won, -margin)


def _judged(state: State[Any], sims: int | None, seconds: float | None, seed: int) -> list[Evaluation]:
    search = net_search(state.setup)
    if search is None:
        return []
    judged = [(way.action, way.outlooks, 0) for way in search.judge(state)]
    if not judged or (sims is None and seconds is None):
        return _evaluations(state, judged)
    searched = search.search(state, Budget(sims, seconds), seed)
    return _evaluations(state, [(way.action, way.outlooks, way.visits) for way in searched] + judged)


def _played_out(state: State[Any], sims: int | None, seconds: float | None, seed: int) -> list[Evaluation]:
    from crownland.fast.playouts import play_out

    budget = Budget(sims) if sims is not None else Budget(seconds=seconds or SECONDS)
    found = play_out(state, budget, seed)
    return _evaluations(state, [(one.action, one.outlooks, one.visits) for one in found])
