"""Reviews of games."""

from crownland.server.calls.bodies import Recorded
from crownland.server.calls.call import Calls
from crownland.server.calls.folding import folded
from crownland.server.frames import wire
from crownland.server.frames.replay import read_game
from crownland.server.services import Services
from crownland.server.turns import Asker

__all__ = ["calls"]

calls = Calls()


@calls.add("POST", "/reviews", wire.Reviewing, 413, 422, 429)
async def review(served: Services, address: str, guest: str, body: Recorded) -> wire.Reviewing:
    """The review of a game that is sent as text, or how far it is: ask again until it is there."""
    record = served.reviews.record_of(body.record)
    if record is None:
        record = await folded(served, address, lambda: read_game(body.record))
        served.reviews.remember(body.record, record)
    return await served.reviews.ask(record, Asker(address, guest))
