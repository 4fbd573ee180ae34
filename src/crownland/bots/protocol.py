"""What a bot is: something that chooses one of the legal actions."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from crownland.games.protocol import Action, State

__all__ = ["Bot", "Limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a bot may think about one action, in seconds; None is as long as it likes."""

    time: float | None = None


class Bot(Protocol):
    """Chooses actions, in one game and for one seat. If it also has a ``close()``, that is called after the game."""

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        """An action that is legal in *state*, where a seat is to act. All chance comes from *rng*."""
