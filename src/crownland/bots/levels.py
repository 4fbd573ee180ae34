"""Opponents for people, from a friendly beginner to the strongest bot.

Which bot plays a level depends on the setup: a game may name its own (``Game.levels``). docs/bots.md has the measured
table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from crownland.bots.protocol import Bot, Limit
from crownland.bots.registry import find_bot, make_bot, register_bot
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import UnknownNameError
from crownland.networks import has_network

__all__ = ["LEVELS", "Level", "LevelBot", "bot_of"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength with a name for people, which the catalogues translate: ``level.KEY`` and ``level.KEY.about``.

    *bot* plays it where a game names no other.
    """

    key: str
    bot: str
    description: str


GRANDMASTER = find_bot("grandmaster")  # a bot by itself, the same in every game

LEVELS = {
    level.key: level
    for level in (
        Level("beginner", "careless:blur=4:slips=0.2", "Knows the rules, overlooks much and misjudges a lot."),
        Level("casual", "careless:blur=1.5:slips=0.1", "Plays for points, and sometimes misses the best of them."),
        Level("steady", "greedy", "Seldom misses what brings points."),
        Level("skilled", "mcts:sims=30", "Thinks a little ahead, or by a network that misjudges."),
        Level("master", "mcts:sims=300", "Looks far ahead, or plays by a network; answers at once."),
        Level(GRANDMASTER.name, GRANDMASTER.name, GRANDMASTER.description),
    )
}


def bot_of(name: str, setup: Setup, *, will_have_network: bool = False) -> str:
    """Returns the bot that plays as *name* in *setup*, with its parameters; for a bot that is no level, its name.

    *will_have_network* counts a network that is not here yet. Raises UnknownNameError when the game names a bot for a
    level that there is not.
    """
    if name not in LEVELS or name == GRANDMASTER.name:
        return name
    return _named_bots(setup, will_have_network or has_network(setup)).get(name, LEVELS[name].bot)


def _named_bots(setup: Setup, with_network: bool) -> Mapping[str, str]:
    """Returns the bots that the game names for its levels."""
    level_bots = find_game(setup.game).load("levels")
    if level_bots is None:
        return {}
    named: Mapping[str, str] = level_bots(setup, with_network)
    known = LEVELS.keys() - {GRANDMASTER.name}
    for key in named:
        if key not in known:
            raise UnknownNameError(f"level of {setup.game} with a bot of its own", key, known)
    return named


class LevelBot:
    """Plays as the bot of its level in the setup of the game, and keeps that bot for the whole game."""

    def __init__(self, level: str) -> None:
        self.level = level
        self._setup: Setup | None = None
        self._inner: Bot | None = None

    def inner(self, setup: Setup) -> Bot:
        """Returns the bot that plays in *setup*, the same as long as the setup stays."""
        if self._inner is None or setup != self._setup:
            self.close()
            self._setup, self._inner = setup, make_bot(bot_of(self.level, setup))
        return self._inner

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        return self.inner(state.setup).choose(state, limit, rng)

    def prepare(self, setup: Setup) -> None:
        """Loads what the bot needs for *setup*, if anything."""
        getattr(self.inner(setup), "prepare", lambda setup: None)(setup)

    def close(self) -> None:
        getattr(self._inner, "close", lambda: None)()
        self._setup = self._inner = None


def _maker(level: str) -> Callable[[], Bot]:
    return lambda: LevelBot(level)


for _level in LEVELS.values():
    if _level.key != GRANDMASTER.name:
        register_bot(_level.key, _level.description)(_maker(_level.key))
