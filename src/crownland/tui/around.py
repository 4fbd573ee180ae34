"""What everything that speaks or draws needs."""

from dataclasses import dataclass

from crownland.tui.palette import Palette
from crownland.words import Words

__all__ = ["PAUSE", "Surroundings"]

PAUSE = 0.7


@dataclass
class Surroundings:
    """The language and the colours; *pause* is how long a bot's action waits to be seen, in seconds."""

    words: Words
    palette: Palette
    pause: float = PAUSE
