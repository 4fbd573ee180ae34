"""Plays one game between bots, from a seed to a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from crownland.bots.errors import error_line
from crownland.bots.protocol import Bot, Limit
from crownland.dealer import Dealer
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.notation.record import Record

__all__ = ["Forfeit", "Match", "play_match"]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost because the bot at *seat* failed or broke a rule; *reason* is one line."""

    seat: Seat
    reason: str

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Match:
    """A game played: *final* is its last position, which is before the end if there is a *forfeit*."""

    final: State[Any]
    record: Record
    forfeit: Forfeit | None = None


def play_match(setup: Setup, bots: Sequence[Bot], names: Sequence[str], seed: str, limit: Limit | None = None) -> Match:
    """Plays a whole game. The same *seed* gives the same game if the bots use only their generators.

    A bot that raises an exception or breaks a rule forfeits, and the game stops there.
    """
    dealer = Dealer(seed)
    rngs = [Random(f"{seed}/{seat}") for seat in range(setup.players)]
    state = find_game(setup.game).start(setup)
    actions: list[tuple[int, Action]] = []
    forfeit = None
    while not state.is_over and forfeit is None:
        seat = state.actor
        if seat is None:
            action = dealer.deal(state)
            after = state.play(action)
        else:
            try:
                action = bots[seat].choose(state, limit or Limit(), rngs[seat])
                after = state.play(action)
            except Exception as error:
                forfeit = Forfeit(seat, error_line(error))
                continue
        actions.append((state.round, action))
        state = after
    record = Record.of(
        setup,
        names,
        actions,
        commitment=dealer.commitment,
        seed=seed,
        final=None if forfeit else state,
        forfeit=None if forfeit is None else str(forfeit),
    )
    return Match(state, record, forfeit)
