"""Logs: one JSON object per line on standard error, without secrets, names or query strings."""

import logging
import sys
from typing import Any

import msgspec
from websockets.exceptions import InvalidState

from crownland.server.timestamps import iso, now

__all__ = ["configure", "log", "log_error"]

_logger = logging.getLogger("crownland.server")


def log(event: str, **facts: object) -> None:
    _logger.info(event, extra={"facts": facts})


def log_error(event: str, error: BaseException, **facts: object) -> None:
    """Logs an unexpected *error* with its traceback."""
    _logger.error(event, extra={"facts": facts}, exc_info=error)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {"at": iso(now()), "level": record.levelname.lower(), "event": record.getMessage()}
        entry |= getattr(record, "facts", {})
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry, enc_hook=str).decode()


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether *record* is about this server, not about a faulty client.

    uvicorn logs text frames that are not UTF-8, and raises InvalidState when it then closes a closing socket.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, InvalidState) or record.getMessage().startswith("Invalid UTF-8"))


def configure() -> None:
    """Sends everything that this process logs to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(_is_ours)
    _logger.setLevel(logging.INFO)
