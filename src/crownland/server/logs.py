"""Logs: one JSON object per line on standard error, without secrets, names, addresses or query strings.

An event that happens again and again is logged a few times a minute; the next line counts those left out.
"""

import logging
import sys
from contextvars import ContextVar
from time import monotonic
from typing import Any

import msgspec

from crownland.server.timestamps import iso, now

__all__ = ["configure", "log", "log_error", "log_warning", "request_id"]

SAMPLE_SECONDS = 60.0
SAMPLES = 5  # lines about the same event in that time
MAX_EVENTS = 1000  # kinds of events that are counted
AUDIT = "audit"  # the event of lines that are never left out
CLIENTS_FAULTS = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket")

request_id: ContextVar[str] = ContextVar("request_id", default="")  # of the request or socket that is served

_logger = logging.getLogger("crownland.server")


def log(event: str, **facts: object) -> None:
    _logger.info(event, extra={"facts": facts})


def log_warning(event: str, **facts: object) -> None:
    """Logs something that whoever runs the server should change."""
    _logger.warning(event, extra={"facts": facts})


def log_error(event: str, error: BaseException, **facts: object) -> None:
    """Logs an unexpected *error* with its traceback."""
    _logger.error(event, extra={"facts": facts}, exc_info=error)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {"at": iso(now()), "level": record.levelname.lower(), "event": record.getMessage()}
        if request := request_id.get():
            entry["request"] = request
        entry |= getattr(record, "facts", {})
        if left_out := getattr(record, "left_out", 0):
            entry["left_out"] = left_out
        if record.exc_info:
            is_first = getattr(record, "is_first", True)
            entry["error"] = self.formatException(record.exc_info) if is_first else _short(record.exc_info[1])
        return msgspec.json.encode(entry, enc_hook=str).decode()


def _short(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]


class _Sampler(logging.Filter):
    """Lets :data:`SAMPLES` lines about an event pass in a minute, the first with its traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[Any, ...], list[Any]] = {}  # when the minute began, lines in it, lines left out

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg == AUDIT:
            return True
        if len(self._seen) > MAX_EVENTS:
            self._seen.clear()
        kind = type(record.exc_info[1]) if record.exc_info else None
        seen = self._seen.setdefault((record.name, record.msg, kind), [monotonic(), 0, 0])
        if monotonic() - seen[0] >= SAMPLE_SECONDS:
            seen[0], seen[1] = monotonic(), 0
        seen[1] += 1
        if seen[1] > SAMPLES:
            seen[2] += 1
            return False
        record.is_first, record.left_out, seen[2] = seen[1] == 1, seen[2], 0
        return True


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether *record* is about this server, not about a faulty client.

    uvicorn logs requests that are not HTTP and text frames that are not UTF-8, and raises InvalidState when it then
    closes a closing socket.
    """
    from websockets.exceptions import InvalidState  # a page without a server logs too

    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, InvalidState) or record.getMessage().startswith(CLIENTS_FAULTS))


def configure() -> None:
    """Sends everything that this process logs to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    handler.addFilter(_Sampler())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(_is_ours)
    _logger.setLevel(logging.INFO)
