"""Opponents for people, from a friendly beginner to the strongest we have.

Each beats the one below it in 70 to 80 % of two-player games of Kingdomino; docs/bots.md has the measured table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from crownland.bots.protocol import Bot
from crownland.bots.registry import find_bot, make_bot, register_bot

__all__ = ["LEVELS", "Level"]


@dataclass(frozen=True, slots=True)
class Level:
    """A bot under a name for people: the catalogues have it as ``level.KEY`` and ``level.KEY.about``."""

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


def _enter(level: Level) -> None:
    entry = find_bot(level.bot)
    takes_time = entry.takes_time and "sims=" not in level.bot  # so many play-outs take no longer on a longer clock
    register_bot(level.key, level.description, entry.policy, takes_time=takes_time)(_maker(level.bot))


for _level in LEVELS.values():
    _enter(_level)
