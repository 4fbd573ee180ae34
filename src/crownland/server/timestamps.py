"""Timestamps: milliseconds since 1970 in the store, ISO 8601 in UTC on the wire."""

from datetime import UTC, datetime
from functools import lru_cache
from time import time_ns

__all__ = ["iso", "now"]


def now() -> int:
    return time_ns() // 1_000_000


def iso(milliseconds: int) -> str:
    return f"{_second(milliseconds // 1000)}.{milliseconds % 1000:03}Z"


@lru_cache(64)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().removesuffix("+00:00")
