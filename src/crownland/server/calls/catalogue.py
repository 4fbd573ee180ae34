"""The catalogue: what a server has."""

from crownland.server.calls.call import Answer, Calls
from crownland.server.frames import wire
from crownland.server.frames.catalogue import encoded_catalogue
from crownland.server.services import Services

__all__ = ["calls"]

calls = Calls()


@calls.add("GET", "/catalogue", wire.Catalogue, 304)
async def catalogue(served: Services) -> Answer:
    """Games, options, bots, components, numbers of the rules, and texts from outside the package."""
    body, tag = encoded_catalogue(served.settings.nearby)
    return Answer(body, headers={"ETag": tag, "Cache-Control": "public, max-age=300"})
