"""Scores and rankings kingdom by kingdom, remembered: a table asks about the same kingdoms again and again."""

from functools import lru_cache, reduce
from operator import add
from typing import Any

from crownland.games.classic import state as classic
from crownland.games.duel import state as duel
from crownland.games.protocol import State
from crownland.games.queen import estate
from crownland.games.queen import state as queen
from crownland.kernel.scoring import Score, Standing, rank

__all__ = ["classic_score", "duel_score", "queen_score", "ranking_of", "score_of"]

REMEMBERED = 2048

classic_score = lru_cache(REMEMBERED)(classic.score)
queen_score = lru_cache(REMEMBERED)(estate.score)
duel_score = lru_cache(REMEMBERED)(duel.score)


def score_of(state: State[Any], kingdom: int) -> Score:
    """The score of one kingdom as if the game ended now."""
    # Must agree with state.scores()[kingdom].
    match state:
        case classic.State():
            games = (*state.past, state.kingdoms)
            return reduce(add, (classic_score(one[kingdom], state.rules, game) for game, one in enumerate(games, 1)))
        case queen.State():
            return queen_score(state.kingdoms[kingdom], state.estates[kingdom], hosts_queen=state.queen == kingdom)
        case duel.State():
            return duel_score(state.kingdoms[kingdom], state.books[kingdom])
    return state.scores()[kingdom]


def ranking_of(state: State[Any]) -> tuple[Standing, ...]:
    """The kingdoms from first to last as if the game ended now."""
    # Must agree with state.ranking().
    ties = {classic.State: classic.TIE_BREAKS, queen.State: queen.TIE_BREAKS, duel.State: duel.TIE_BREAKS}
    if type(state) not in ties:
        return state.ranking()
    return rank([score_of(state, kingdom) for kingdom in range(len(state.kingdoms))], ties[type(state)])
