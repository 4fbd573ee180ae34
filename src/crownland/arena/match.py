"""One game between bots, from a seed to a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from crownland.bots.protocol import Bot, Limit
from crownland.dealer import Dealer
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.notation.record import Record

__all__ = ["Match", "play_match"]


@dataclass(frozen=True, slots=True)
class Match:
    final: State[Any]
    record: Record


def play_match(setup: Setup, bots: Sequence[Bot], names: Sequence[str], seed: str, limit: Limit | None = None) -> Match:
    """A whole game, one bot to a seat; the same *seed* gives the same game if the bots use only their generators."""
    dealer = Dealer(seed)
    rngs = [Random(f"{seed}/{seat}") for seat in range(setup.players)]
    state = find_game(setup.game).start(setup)
    actions: list[tuple[int, Action]] = []
    while not state.is_over:
        seat = state.actor
        action = dealer.deal(state) if seat is None else bots[seat].choose(state, limit or Limit(), rngs[seat])
        actions.append((state.round, action))
        state = state.play(action)
    record = Record.of(setup, names, actions, commitment=dealer.commitment, seed=seed, final=state)
    return Match(state, record)
