"""Time on the wire and in the store: milliseconds since 1970, written as ISO 8601 in UTC."""

from datetime import UTC, datetime
from time import time_ns

__all__ = ["iso", "now"]


def now() -> int:
    return time_ns() // 1_000_000


def iso(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
