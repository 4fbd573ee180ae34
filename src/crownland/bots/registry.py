"""Bots by name, with parameters in the name: ``greedy``, ``mc:sims=2000``, ``mc:time=0.5``."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from inspect import signature
from typing import Any, TypeVar

from crownland.bots.errors import BotError, error_line
from crownland.bots.protocol import Bot
from crownland.kernel.errors import InvalidTextError, UnknownNameError

__all__ = ["BOTS", "RegisteredBot", "find_bot", "made_bots", "make_bot", "register_bot"]

MakerT = TypeVar("MakerT", bound=Callable[..., Bot])


@dataclass(frozen=True, slots=True)
class RegisteredBot:
    name: str
    description: str
    make: Callable[..., Bot]
    policy: int | None = None  # the policy of the fast twin that plays the same way, if any (crownland.fast.policy)
    takes_time: bool = False  # whether it uses all the time it gets; other bots answer at once

    @property
    def parameters(self) -> dict[str, type]:
        """The parameters that may follow the name, with their types: the keywords of *make*, which have defaults."""
        return {key: type(one.default) for key, one in signature(self.make).parameters.items()}


BOTS: dict[str, RegisteredBot] = {}


def register_bot(
    name: str, description: str, policy: int | None = None, *, takes_time: bool = False
) -> Callable[[MakerT], MakerT]:
    """Returns a decorator that registers a bot's class as *name*; keywords of its ``__init__`` become parameters."""

    def register(make: MakerT) -> MakerT:
        if name in BOTS:
            raise ValueError(f"expected a new bot name, {name!r} is taken")
        BOTS[name] = RegisteredBot(name, description, make, policy, takes_time)
        return make

    return register


def find_bot(name: str) -> RegisteredBot:
    """Returns the registered bot; *name* may have parameters."""
    key = name.partition(":")[0]
    try:
        return BOTS[key]
    except KeyError:
        raise UnknownNameError("bot", key, BOTS) from None


def make_bot(name: str) -> Bot:
    """Returns a new bot; the parameters in *name* go to its maker."""
    registered = find_bot(name)
    _, *texts = name.split(":")
    parameters: dict[str, Any] = {}
    for text in texts:
        key, _, value = text.partition("=")
        if key not in registered.parameters:
            raise UnknownNameError(f"parameter of {registered.name}", key, registered.parameters)
        parameters[key] = _number(registered.parameters[key], value, text)
    try:
        return registered.make(**parameters)
    except Exception as error:
        raise BotError(f"bot {registered.name}: expected it to be made, got: {error_line(error)}") from error


@contextmanager
def made_bots(names: Sequence[str]) -> Iterator[list[Bot]]:
    """Makes a bot for every name, and closes those that have a ``close()`` at the end."""
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
