"""The drawings. Every SVG file holds ``<symbol>``s of 100 × 100; Python's pictures and the page use the same ones.

``palette.json`` has the colours of both themes, ``houses.json`` the colour and the emblem of each seat.

A symbol is in the file named like the first word of its id: ``wheat-texture`` in ``wheat.svg``. Colours are custom
properties (``--wheat``) that fall back to the light ones of ``palette.json``; emblems have the current text colour.
Castle, king, knight and queen wear ``--house``. Terrains and the castle fill their square; a building stands on a
``plot``, and what has crowns leaves the upper third of its square to them. A coat of arms is a shield; its texture,
the lines that engravers use for its colour, fills the square under it.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from crownland.kernel.errors import UnknownNameError

__all__ = ["House", "has_symbol", "houses", "palette", "symbol", "symbols"]

_SYMBOL = re.compile(r'<symbol id="([a-z0-9_-]+)".*?</symbol>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class House:
    """What distinguishes the people at a table: a colour, and an emblem because colour alone is not enough."""

    colour: str
    emblem: str


def symbol(name: str) -> str:
    """Returns the ``<symbol>`` element with the id *name*."""
    known = symbols(name.partition("-")[0])
    try:
        return known[name]
    except KeyError:
        raise UnknownNameError("drawing", name, known) from None


def has_symbol(name: str) -> bool:
    return name in symbols(name.partition("-")[0])


@cache
def symbols(subject: str) -> dict[str, str]:
    """Returns the symbols of one file by id; none when there is no such file."""
    file = resources.files(__name__) / f"{subject}.svg"
    if not file.is_file():
        return {}
    return {match[1]: match[0] for match in _SYMBOL.finditer(file.read_text(encoding="utf-8"))}


@cache
def palette(theme: str) -> dict[str, str]:
    """Returns the colours of *theme*, ``light`` or ``dark``, by their custom property without the dashes."""
    themes: dict[str, dict[str, str]] = _read("palette.json")
    try:
        return themes[theme]
    except KeyError:
        raise UnknownNameError("theme", theme, themes) from None


@cache
def houses() -> tuple[House, ...]:
    """Returns the houses in the order of the seats."""
    return tuple(House(**house) for house in _read("houses.json"))


def _read(name: str) -> Any:
    return json.loads((resources.files(__name__) / name).read_text("utf-8"))
