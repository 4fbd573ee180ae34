"""Refusals: a stable code, a message for people, and the number of the rule that was broken, if any."""

from crownland.kernel.errors import IllegalActionError, InvalidTextError, SetupError, UnknownNameError
from crownland.table.session import NotNowError

__all__ = ["RefusedError", "StaleError", "refusal_of"]


class RefusedError(Exception):
    """A request or frame was refused and nothing has changed. *code* is stable, *status* is the HTTP status."""

    def __init__(self, code: str, message: str, status: int = 409, rule: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.rule = code, message, status, rule


class StaleError(Exception):
    """A write was based on outdated data: another process has written first."""


def refusal_of(error: Exception) -> RefusedError:
    """Converts an error of the rules, the notation or a registry to a refusal; raises any other error again."""
    match error:
        case RefusedError():
            return error
        case IllegalActionError():
            return RefusedError("action/illegal", error.reason, 409, error.rule)
        case InvalidTextError():
            return RefusedError("action/invalid", str(error), 422)
        case NotNowError():
            return RefusedError(error.code, str(error))
        case SetupError() | UnknownNameError():
            return RefusedError("setup/invalid", str(error), 422)
    raise error
