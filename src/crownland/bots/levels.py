"""Opponents for people, from a friendly beginner to the strongest bot.

Each beats the one below it in 70 to 80 % of two-player games of Kingdomino; docs/bots.md has the measured table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from crownland.bots.protocol import Bot
from crownland.bots.registry import find_bot, make_bot, register_bot

__all__ = ["LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """A bot with a name for people, which the catalogues translate: ``level.KEY`` and ``level.KEY.about``."""

    key: str
    bot: str
    description: str


LEVELS = {
    level.key: level
    for level in (
        Level("beginner", "careless:blur=4:slips=0.2", "Knows the rules, overlooks much and misjudges a lot."),
        Level("casual", "careless:blur=1.5:slips=0.1", "Plays for points, and sometimes misses the best of them."),
        Level("steady", "greedy", "Never misses the best points of the moment."),
        Level("skilled", "mcts:sims=30", "Thinks a little ahead."),
        Level("master", "mc:time=1", "Looks far ahead and uses all its time: the strongest here."),
    )
}


def _maker(bot: str) -> Callable[[], Bot]:
    return lambda: make_bot(bot)


def _register(level: Level) -> None:
    bot = find_bot(level.bot)
    takes_time = bot.takes_time and "sims=" not in level.bot  # with a number of simulations it stops early
    register_bot(level.key, level.description, bot.policy, takes_time=takes_time)(_maker(level.bot))


for _level in LEVELS.values():
    _register(_level)
