"""The score pad of a game: it scores a kingdom that people write down, for those who play with the real box."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from crownland.kernel.errors import InvalidTextError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.scoring import Score

__all__ = ["SIZE", "PadField", "ScorePad", "check_size", "connection_note"]


@dataclass(frozen=True, slots=True)
class PadField:
    """Something to fill in besides the kingdom. *kind* is int for a number from 0, str, or bool."""

    key: str
    kind: type[int] | type[str] | type[bool]
    about: str = ""


@dataclass(frozen=True, slots=True)
class ScorePad:
    """Scores a kingdom from text.

    *score* takes the kingdom, the values of the *fields* that are filled in, and the game's options if the pad
    *takes_options*; it returns the score and a note for the player, which may be empty. *letters* explains how to write
    a kingdom, *example* is a command line; both are help texts.
    """

    score: Callable[[str, Mapping[str, Any], Mapping[str, str]], tuple[Score, str]]
    fields: tuple[PadField, ...] = ()
    takes_options: bool = False
    letters: str = ""
    example: str = ""


SIZE = PadField("size", int, "The width a kingdom may have: 5 or 7.")


def check_size(kingdom: Kingdom, size: int, hint: str = "") -> None:
    """Raises InvalidTextError when *kingdom* is larger than *size* × *size*."""
    width, height = kingdom.width, kingdom.height
    if max(width, height) > size:
        raise InvalidTextError(f"expected a kingdom within {size}×{size} (C4), got {width}×{height}{hint}")


def connection_note(kingdom: Kingdom) -> str:
    """Returns a note when squares are not connected with the castle, else nothing."""
    if kingdom.is_connected:
        return ""
    return "some squares are not connected with the castle; no game leads to this kingdom (C5)."
