"""Evaluates every legal action by playing games to their end: for coaches, pages and researchers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crownland.bots.protocol import Limit
from crownland.fast.budget import Budget
from crownland.games.protocol import Action, State

if TYPE_CHECKING:
    from crownland.fast.playouts import Candidate

__all__ = ["Evaluation", "analyse"]

SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An action, the share of games won after it, the mean margin in points, and the number of games played."""

    action: Action
    win: float
    margin: float
    visits: int


def analyse(
    state: State[Any], limit: Limit | None = None, *, sims: int | None = None, seed: int = 0
) -> list[Evaluation]:
    """Returns an evaluation of every legal action of the seat to act, the best first.

    It takes the time of *limit*, or one second. With *sims* it plays that many games in all, the same ones for the same
    *seed*. A placement that a claim follows is evaluated with its best claim.
    """
    from crownland.fast.convert import action_of
    from crownland.fast.playouts import play_out

    seconds = (limit.time if limit is not None else None) or SECONDS
    found = play_out(state, Budget(sims) if sims is not None else Budget(seconds=seconds), seed)
    best: dict[int, Candidate] = {}
    for candidate in found:
        best.setdefault(candidate.action, candidate)
    return [Evaluation(action_of(state, one.action), one.win, one.margin, one.visits) for one in best.values()]
