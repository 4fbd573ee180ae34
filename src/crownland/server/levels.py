"""The bots that people can choose, by level."""

from crownland.server.refusal import RefusedError

__all__ = ["STAND_IN", "bot_of", "levels"]

STAND_IN = "greedy"


def levels() -> tuple[tuple[str, str], ...]:
    """Every level with its bot, the weakest first."""
    return (("uniform", "uniform"), ("greedy", "greedy"), ("mc", "mc"), ("mcts", "mcts"))


def bot_of(level: str) -> str:
    """The bot of a level."""
    known = dict(levels())
    if level not in known:
        raise RefusedError("bot/unknown", f"unknown bot: {level[:40]!r}; known: {', '.join(known)}", 422)
    return known[level]
