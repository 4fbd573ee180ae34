"""What can be asked of a server besides play: functions that know nothing of HTTP, with their bodies and answers.

A room is a module named after the first word of its paths. A server offers all rooms over HTTP, and a page without a
server asks the same calls; it imports a room when something there is asked for.
"""

from importlib import import_module

from crownland.server.calls.call import Calls

__all__ = ["ROOMS", "calls_in"]

ROOMS = ("catalogue", "me", "tables", "replays", "reviews", "exercises", "puzzles", "score")


def calls_in(room: str) -> Calls:
    """Returns the calls whose paths begin with *room*."""
    found: Calls = import_module(f"{__name__}.{room}").calls
    return found
