"""Timestamps: milliseconds since 1970 in the store, ISO 8601 in UTC on the wire; durations by another clock."""

from datetime import UTC, datetime
from functools import lru_cache
from time import monotonic_ns, time_ns

__all__ = ["iso", "now", "steady"]


def now() -> int:
    return time_ns() // 1_000_000


def steady() -> int:
    """Returns milliseconds since some moment, by a clock that nobody sets: for durations inside this process."""
    return monotonic_ns() // 1_000_000


def iso(milliseconds: int) -> str:
    return f"{_second(milliseconds // 1000)}.{milliseconds % 1000:03}Z"


@lru_cache(64)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().removesuffix("+00:00")
