"""The score pad: kingdoms of the real box, without a table. Nothing is kept."""

from crownland.server.calls.bodies import Written
from crownland.server.calls.call import Calls
from crownland.server.frames import wire
from crownland.server.frames.score import scored

__all__ = ["calls"]

calls = Calls()


@calls.add("POST", "/score", wire.Scored, 413, 422)
async def score(body: Written) -> wire.Scored:
    """What written kingdoms are worth, line by line, who wins and why, and what in them cannot happen in a game."""
    return scored(body.game, body.players, body.options, [(one.land, one.values) for one in body.kingdoms])
