"""The bots by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from crownland.bots.protocol import Bot
from crownland.kernel.errors import UnknownNameError

__all__ = ["BOTS", "Entry", "make_bot", "register_bot"]

MakerT = TypeVar("MakerT", bound=Callable[[], Bot])


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    description: str
    make: Callable[[], Bot]
    policy: int | None = None  # the same way of playing inside the fast twin, if it has it (crownland.fast.series)


BOTS: dict[str, Entry] = {}


def register_bot(name: str, description: str, policy: int | None = None) -> Callable[[MakerT], MakerT]:
    """A decorator that enters a bot's class under *name*."""

    def enter(make: MakerT) -> MakerT:
        if name in BOTS:
            raise ValueError(f"expected a new bot name, {name!r} is taken")
        BOTS[name] = Entry(name, description, make, policy)
        return make

    return enter


def make_bot(name: str) -> Bot:
    try:
        return BOTS[name].make()
    except KeyError:
        raise UnknownNameError("bot", name, BOTS) from None
