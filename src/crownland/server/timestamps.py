"""Timestamps: milliseconds since 1970 in the store, ISO 8601 in UTC on the wire; durations by another clock."""

from datetime import UTC, datetime
from time import monotonic_ns, time_ns

__all__ = ["iso", "now", "steady"]


def now() -> int:
    return time_ns() // 1_000_000


def steady() -> int:
    """Returns milliseconds since some moment, by a clock that nobody sets: for durations inside this process."""
    return monotonic_ns() // 1_000_000


def iso(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
