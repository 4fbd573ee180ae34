"""What every legal action promises: for coaches, pages and researchers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crownland.bots.protocol import Limit
from crownland.fast.budget import Budget
from crownland.games.protocol import Action, State

if TYPE_CHECKING:
    from crownland.fast.playouts import Candidate

__all__ = ["Promise", "analyse"]

SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Promise:
    """What came of an action: the share of games won, the mean margin in points, and how many games that rests on."""

    action: Action
    win: float
    margin: float
    visits: int


def analyse(state: State[Any], limit: Limit | None = None, *, sims: int | None = None, seed: int = 0) -> list[Promise]:
    """Every legal action of the seat to act, the best first, judged by playing games to their end.

    For *limit*, a second if none is given; or *sims* games in all, the same ones for the same *seed*. Where a placement
    is followed by a claim, its best claim counts.
    """
    from crownland.fast.convert import action_of
    from crownland.fast.playouts import play_out

    seconds = (limit.time if limit is not None else None) or SECONDS
    found = play_out(state, Budget(sims) if sims is not None else Budget(seconds=seconds), seed)
    best: dict[int, Candidate] = {}
    for candidate in found:
        best.setdefault(candidate.action, candidate)
    return [Promise(action_of(state, one.action), one.win, one.margin, one.visits) for one in best.values()]
