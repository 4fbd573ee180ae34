"""The bots by name, with parameters in the name: ``greedy``, ``mc:sims=2000``, ``mc:time=0.5``."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from inspect import signature
from typing import Any, TypeVar

from crownland.bots.errors import BotError, told
from crownland.bots.protocol import Bot
from crownland.kernel.errors import InvalidTextError, UnknownNameError

__all__ = ["BOTS", "Entry", "find_bot", "made_bots", "make_bot", "register_bot"]

MakerT = TypeVar("MakerT", bound=Callable[..., Bot])


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    description: str
    make: Callable[..., Bot]
    policy: int | None = None  # the same way of playing inside the fast twin, if it has it (crownland.fast.policy)
    takes_time: bool = False  # it thinks as long as it may; others answer at once

    @property
    def parameters(self) -> dict[str, type]:
        """What can follow the name, each a number: the keywords of the maker, with the type of their defaults."""
        return {key: type(one.default) for key, one in signature(self.make).parameters.items()}


BOTS: dict[str, Entry] = {}


def register_bot(
    name: str, description: str, policy: int | None = None, *, takes_time: bool = False
) -> Callable[[MakerT], MakerT]:
    """A decorator that enters a bot's class under *name*; keywords of its ``__init__`` become parameters."""

    def enter(make: MakerT) -> MakerT:
        if name in BOTS:
            raise ValueError(f"expected a new bot name, {name!r} is taken")
        BOTS[name] = Entry(name, description, make, policy, takes_time)
        return make

    return enter


def find_bot(name: str) -> Entry:
    """The entry of a bot, whatever parameters follow its name."""
    key = name.partition(":")[0]
    try:
        return BOTS[key]
    except KeyError:
        raise UnknownNameError("bot", key, BOTS) from None


def make_bot(name: str) -> Bot:
    entry = find_bot(name)
    _, *texts = name.split(":")
    parameters: dict[str, Any] = {}
    for text in texts:
        key, _, value = text.partition("=")
        if key not in entry.parameters:
            raise UnknownNameError(f"parameter of {entry.name}", key, entry.parameters)
        parameters[key] = _number(entry.parameters[key], value, text)
    try:
        return entry.make(**parameters)
    except Exception as error:
        raise BotError(f"bot {entry.name}: expected it to be made, got: {told(error)}") from error


@contextmanager
def made_bots(names: Sequence[str]) -> Iterator[list[Bot]]:
    """A bot for every name; each is closed in the end, if it can be."""
    with ExitStack() as stack:
        bots = []
        for name in names:
            bots.append(bot := make_bot(name))
            stack.callback(getattr(bot, "close", lambda: None))
        yield bots


def _number(kind: type, value: str, text: str) -> float:
    try:
        number: float = kind(value)
    except ValueError:
        number = -1
    if not 0 < number < 1e9:
        raise InvalidTextError(f"expected a number above 0 like {text.partition('=')[0]}=2, got: {text[:40]!r}")
    return number
