"""Games that are sent as text, to be replayed. Nothing of them is kept."""

from crownland.server.calls.bodies import Recorded
from crownland.server.calls.call import Answer, Calls
from crownland.server.calls.folding import replayed
from crownland.server.frames import wire
from crownland.server.frames.replay import read_game, replay_of
from crownland.server.services import Services

__all__ = ["calls"]

calls = Calls()


@calls.add("POST", "/replays", wire.Replay, 413, 422, 429)
async def replay(served: Services, address: str, body: Recorded) -> Answer:
    """A game that is sent as text, to be replayed. Nothing of it is kept."""
    return await replayed(served, address, lambda: replay_of(read_game(body.record)))
