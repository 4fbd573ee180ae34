"""What every picture is made of: colours, drawings, texts and blocks, and the document around them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from crownland import art
from crownland.svg.house import House

__all__ = [
    "GAP",
    "MARGIN",
    "NOTHING",
    "UNIT",
    "Block",
    "Svg",
    "beside",
    "document",
    "hue",
    "moved",
    "stacked",
    "text",
    "use",
]

# Distances are multiples of 25, so that squares of 64, 48 or 40 pixels lie on whole pixels and land shows no seams.
UNIT = 100  # the side of a square
MARGIN = 50
GAP = 25
FONT = "Georgia, Palatino, serif"

_USED = re.compile(r'href="#cl-([a-z0-9_-]+)"')
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """The text of a picture; a notebook shows the picture itself."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Block:
    """A drawing and the room it takes, in units, right and down from its upper left corner."""

    body: str
    width: int
    height: int

    def scaled(self, factor: float) -> "Block":
        body = f'<g transform="scale({factor:g})">\n{self.body}</g>\n'
        return Block(body, round(self.width * factor), round(self.height * factor))


NOTHING = Block("", 0, 0)


def beside(blocks: Iterable[Block], gap: int = MARGIN) -> Block:
    """*blocks* from left to right, middle by middle; one without room is left out."""
    shown = [block for block in blocks if block.width]
    body, x, height = "", 0, max((block.height for block in shown), default=0)
    for block in shown:
        body += moved(x, (height - block.height) // 2, block.body)
        x += block.width + gap
    return Block(body, max(0, x - gap), height)


def stacked(blocks: Iterable[Block], gap: int = MARGIN) -> Block:
    """*blocks* from top to bottom, left edge under left edge; one without room is left out."""
    shown = [block for block in blocks if block.height]
    body, y = "", 0
    for block in shown:
        body += moved(0, y, block.body)
        y += block.height + gap
    return Block(body, max((block.width for block in shown), default=0), max(0, y - gap))


def document(block: Block, title: str, square: int, theme: str | None) -> Svg:
    """*block* within margins as a whole picture, with the drawings that it uses; a square is *square* pixels wide."""
    width, height, label = block.width + 2 * MARGIN, block.height + 2 * MARGIN, _escaped(title)
    # Embedded ids get a prefix: a heading "Crown" of the page around may well have the id crown.
    used = [art.symbol(name).replace('id="', 'id="cl-', 1) for name in sorted(set(_USED.findall(block.body)))]
    colours = "; ".join(f"--{name}: {value}" for name, value in art.palette(theme).items()) if theme else ""
    style = f' style="{colours}"' if theme else ""
    shown = f'viewBox="0 0 {width} {height}" width="{width * square // UNIT}" height="{height * square // UNIT}"'
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {shown} role="img" aria-label="{label}"{style}>',
        f"<title>{label}</title>",
        "<defs>",
        *used,
        "</defs>",
        f'<rect width="{width}" height="{height}" rx="25" fill="{hue("paper")}"/>',
        moved(MARGIN, MARGIN, block.body) + "</svg>\n",
    )
    return Svg("\n".join(lines))


def hue(name: str) -> str:
    """A colour that a page may set; a file alone has the light one."""
    return f"var(--{name}, {art.palette('light')[name]})"


def moved(x: float, y: float, body: str, house: House | None = None) -> str:
    """*body* moved by *x* and *y*; castle, kings, knights and banners in it are of *house*."""
    style = f' style="--house: {hue(f"house-{house.colour}")}"' if house else ""
    return f'<g transform="translate({x:g} {y:g})"{style}>\n{body}</g>\n'


def use(name: str, x: float, y: float, size: float = UNIT, more: str = "") -> str:
    """The drawing *name* in a square of *size* whose upper left corner is at *x* and *y*."""
    return f'<use href="#cl-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{more}/>\n'


def text(words: str, x: float, y: float, size: int, anchor: str = "start", colour: str = "ink") -> str:
    """*words* on the base line *y*; *x* is their start, middle or end, as *anchor* says."""
    look = f'font-family="{FONT}" font-size="{size}" text-anchor="{anchor}" fill="{hue(colour)}"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{_escaped(words)}</text>\n'


def _escaped(words: str) -> str:
    return escape(_NOT_XML.sub("", words))
