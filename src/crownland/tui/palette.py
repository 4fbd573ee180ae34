"""The colours of the table, from the palette that all drawings share, and which of them can be read on which."""

from functools import cache
from typing import Literal

from rich.style import Style

from crownland import art
from crownland.kernel.action import Seat
from crownland.kernel.terrain import Land
from crownland.tui.registry import land_look

__all__ = ["Mode", "Mood", "Palette", "contrast"]

Mode = Literal["dark", "light"]
# calm: as it lies there; bright: a ghost, a fresh domino, a land that lights up; faded: the rest while one lights up.
Mood = Literal["calm", "bright", "faded"]

READABLE = 4.5
PLAIN = "stone"  # the colour of a land without a look of its own


class Palette:
    """The colours of one mode by name; styles are foreground on background."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self._colours = art.palette(mode)
        self.paper, self.ink = self["paper"], self["ink"]
        self.plain = style(self.ink, self.paper)
        self.strong = style(self.ink, self.paper, bold=True)
        self.quiet = style(mix(self.ink, self.paper, 0.3), self.paper)
        self.crown = style(self["gold-pale"], self["pen"], bold=True)

    def __getitem__(self, name: str) -> str:
        return self._colours[name]

    def shade(self, amount: float) -> str:
        """The paper with that much ink in it."""
        return mix(self.paper, self.ink, amount)

    def land_styles(self, land: Land, mood: Mood = "calm") -> tuple[Style, Style]:
        """How a square of *land* is written on, and how its texture is painted."""
        name = land_look(land).colours.get(land.key, PLAIN)
        deep = self[name]
        pale = self._colours.get(f"{name}-pale") or mix(deep, self["chalk"], 0.6)
        fill, texture = (pale, deep) if mood == "bright" else (deep, pale)
        if mood == "faded":
            fill, texture = mix(fill, self.paper, 0.65), mix(texture, self.paper, 0.75)
        return self.on(fill), style(mix(texture, fill, 0.4), fill)

    def on(self, fill: str) -> Style:
        """Bold text that can be read on *fill*."""
        return style(readable_on(fill, (self["pen"], self["chalk"])), fill, bold=True)

    def house(self, seat: Seat) -> str:
        houses = art.houses()
        return self[f"house-{houses[seat % len(houses)].colour}"]

    def chip(self, seat: Seat) -> Style:
        """How a seat's letter is written on its colour."""
        return self.on(self.house(seat))


@cache
def style(ink: str, fill: str, bold: bool = False) -> Style:
    return Style(color=ink, bgcolor=fill, bold=bold)


@cache
def mix(a: str, b: str, amount: float) -> str:
    """The colour on the way from *a* to *b*."""
    return "#" + "".join(f"{round(x + (y - x) * amount):02x}" for x, y in zip(_rgb(a), _rgb(b), strict=True))


@cache
def readable_on(fill: str, inks: tuple[str, ...]) -> str:
    """The first of *inks* that can be read on *fill*; otherwise black or white, of which one always can."""
    good = (ink for ink in inks if contrast(ink, fill) >= READABLE)
    return next(good, max("#000000", "#ffffff", key=lambda ink: contrast(ink, fill)))


def contrast(a: str, b: str) -> float:
    """The contrast of two colours as the accessibility guidelines (WCAG 2) measure it, 1 to 21."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (x / 255 for x in _rgb(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
