"""The guest who asks."""

from crownland.server.calls.bodies import Me
from crownland.server.calls.call import Calls
from crownland.server.frames import wire
from crownland.server.identity import clean_name
from crownland.server.refusal import RefusedError
from crownland.server.services import Services

__all__ = ["calls"]

calls = Calls()

NAME_COST = 0.25  # of a new table: the name of every guest is kept, and anybody can be many guests


@calls.add("GET", "/me", wire.Guest)
async def me(served: Services, guest: str) -> wire.Guest:
    """The guest who asks. The first request creates a guest."""
    return wire.Guest(name=await served.store.name_of(guest))


@calls.add("PUT", "/me", wire.Guest, 422, 429)
async def rename_me(served: Services, address: str, guest: str, body: Me) -> wire.Guest:
    """Set one's name."""
    if not served.new_tables.take(address, NAME_COST):
        raise RefusedError("limit/names", "too many names from this address: wait a moment", 429)
    name = clean_name(body.name)
    await served.store.rename(guest, name)
    return wire.Guest(name=name)
