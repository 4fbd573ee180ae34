"""The language, the colours and the pace of the terminal."""

from dataclasses import dataclass

from crownland.tui.palette import Palette
from crownland.words import Words

__all__ = ["PAUSE", "Terminal"]

PAUSE = 0.7


@dataclass
class Terminal:
    """What everything that speaks or paints needs; *pause* is how many seconds a bot's action waits to be seen."""

    words: Words
    palette: Palette
    pause: float = PAUSE
