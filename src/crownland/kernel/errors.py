"""What goes wrong, as facts. Every message says what was expected, what came, and which rule decides."""

from collections.abc import Iterable
from typing import TypeAlias

__all__ = [
    "IllegalActionError",
    "InvalidActionError",
    "InvalidTextError",
    "NetworkError",
    "Refusal",
    "SetupError",
    "UnknownNameError",
]

# The number of the rule that forbids an action, and why; None when it is legal.
Refusal: TypeAlias = tuple[str, str] | None


class InvalidTextError(ValueError):
    """A text (a square, a kingdom, a position, a record, a seed) is not well formed."""


class InvalidActionError(InvalidTextError):
    """A token spells no action at all."""


class IllegalActionError(ValueError):
    """An action that the rules forbid in this position.

    *rule* is the number of the rule that forbids it, *reason* says why, *position* is the whole bug report.
    """

    def __init__(self, action: object, rule: str, reason: str, position: object) -> None:
        super().__init__(f"illegal action: {action} ({rule}: {reason}) in {position}")
        self.action = action
        self.rule = rule
        self.reason = reason
        self.position = position


class SetupError(ValueError):
    """A game cannot be set up like this: a player count, an option or a combination the rules do not allow."""


class NetworkError(ValueError):
    """A file of a network that is missing, broken, or of another game or version."""


class UnknownNameError(LookupError):
    """A name that nobody registered; the message lists the known ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind}: {name!r}; known: {', '.join(sorted(known)) or 'none'}")
