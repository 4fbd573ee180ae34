"""What a kingdom may expect. No kernel is needed to say it."""

from dataclasses import dataclass

__all__ = ["Outlook"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A kingdom's chance to win, and its margin: the points by which it leads the best of the others."""

    win: float
    margin: float
