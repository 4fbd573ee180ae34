"""The protocol of bots: a bot chooses one of the legal actions."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from crownland.games.protocol import Action, State

__all__ = ["Bot", "Limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a bot may think about one action, in seconds; None means no limit."""

    time: float | None = None


class Bot(Protocol):
    """Chooses actions for one seat of one game. An optional method ``close()`` is called after the game."""

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """Returns an action that is legal in *state*, where a seat is to act. All randomness comes from *rng*."""
