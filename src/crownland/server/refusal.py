"""What the server refuses, as a code that stays, a sentence, and the rule that decides, if one does."""

from crownland.kernel.errors import IllegalActionError, InvalidTextError, SetupError, UnknownNameError
from crownland.table.session import NotNowError

__all__ = ["RefusedError", "StaleError", "refusal_of"]


class RefusedError(Exception):
    """Nothing has changed. *code* is stable, *status* is HTTP's."""

    def __init__(self, code: str, message: str, status: int = 409, rule: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.rule = code, message, status, rule


class StaleError(Exception):
    """Somebody else was first: what was written is not what was read before."""


def refusal_of(error: Exception) -> RefusedError:
    """What the rules, the notation or the registry refuse, as the wire tells it."""
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
