"""The bots that people can choose: the levels, and by name any other bot that is registered."""

from crownland.bots import BOTS, LEVELS
from crownland.server.refusal import RefusedError

__all__ = ["STAND_IN", "bot_of", "levels"]

STAND_IN = "steady"


def levels() -> tuple[tuple[str, str], ...]:
    """Every level with its bot, the weakest first."""
    return tuple((level.key, level.bot) for level in LEVELS.values())


def bot_of(level: str) -> str:
    """The bot of a level, or the one that has that name."""
    if level not in BOTS:
        raise RefusedError("bot/unknown", f"unknown bot: {level[:40]!r}; known: {', '.join(LEVELS)}", 422)
    return level
