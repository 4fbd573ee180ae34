"""Writes ``tests/fixtures/land.json`` from ``crownland.svg.land``: ``python -m tests.svg.land_fixture``.

The file holds Python's pictures and the page's ``web/src/lib/land.ts`` together: the tests of both compare themselves
with it. A path is the list of its parts, each from one ``M`` to the next, sorted, because the two sides go through
squares in different orders.

- ``edges``: by square and direction (n, e, s, w) the path of that edge.
- ``motifs``: for a square the number of the motif, whether it is mirrored, and the tilt of a coat; ``halves`` for a
  domino and each of its halves.
- ``kingdoms``: ``land`` is the text of a kingdom of the ``set``; ``pieces`` stand on its squares, ``tiles`` are the
  halves of dominoes on them. ``fills`` has a path
  for each stem (``wheat``, ``coat-dot``), ``shores`` and ``inner`` are the borders, ``outline`` is the line around all
  squares, and ``features`` names the symbols that stand on each square, without textures.
"""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from crownland.games.duel.coat import Map
from crownland.games.view import Piece
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import CASTLE, STRIDE, parse_square, square_at, square_name, squares
from crownland.svg.canvas import UNIT
from crownland.svg.land import borders, edges, fills, outline_path, realm
from crownland.svg.motif import Motif, half_motif, motif_of

__all__ = ["FILE", "fixture"]

FILE = Path(__file__).parents[1] / "fixtures" / "land.json"
DIRECTIONS = {STRIDE: "n", 1: "e", -STRIDE: "s", -1: "w"}
DOMINOES = ("1", "2", "17", "18", "48", "Q1", "Q48", "", "apple")
SQUARES = ("a1", "c5", "c6", "d5", "g7", "h8", "m1", "m13")
DOUBLES = {"h7": ("3", 0), "h8": ("3", 1), "i8": ("Q1", 0), "i7": ("Q1", 1)}
KINGDOMS: tuple[tuple[Kingdom, dict[str, tuple[str, ...]], dict[str, tuple[str, int]]], ...] = (
    (Kingdom.parse("wm2ssw/m3m2ssw1/ll1cww/lff1f1f1/llgff"), {}, {}),
    (Kingdom.parse("ffw/cfw"), {}, DOUBLES),
    (Kingdom.parse("t2t/ct3"), {"g8": ("building:statue", "knight"), "h7": ("building:queens_tower",)}, {}),
    (Map.parse("d4s3D/S2cf1q"), {}, {}),
)


def fixture() -> dict[str, Any]:
    return {
        "about": "Written by tests/svg/land_fixture.py, which describes it.",
        "edges": {name: _edges(name) for name in SQUARES},
        "motifs": [{"square": name, **_motif(motif_of(parse_square(name)))} for name in SQUARES],
        "halves": [
            {"domino": domino, "half": half, **_motif(half_motif(domino, half))}
            for domino in DOMINOES
            for half in (0, 1)
        ],
        "kingdoms": [_kingdom(*one) for one in KINGDOMS],
    }


def _edges(name: str) -> dict[str, str]:
    square = parse_square(name)
    return {DIRECTIONS[other - square]: edge for other, edge in edges(square)}


def _motif(motif: Motif) -> dict[str, Any]:
    return {"motif": motif.number, "mirrored": motif.is_mirrored, "tilt": motif.tilt}


def _kingdom(land: Kingdom, pieces: dict[str, tuple[str, ...]], tiles: dict[str, tuple[str, int]]) -> dict[str, Any]:
    cells = {square: land.at(square) for square in squares(land.occupied)}
    shores, inner = borders(cells)
    return {
        "land": str(land),
        "set": land.lands.set_name(),
        "pieces": {square: list(names) for square, names in pieces.items()},
        "tiles": {square: list(tile) for square, tile in tiles.items()},
        "fills": {stem: _parts(path) for stem, path in sorted(fills(cells))},
        "shores": _parts(shores),
        "inner": _parts(inner),
        "outline": _parts(outline_path(land.occupied)),
        "features": _features(land, pieces, tiles),
    }


def _features(
    land: Kingdom, pieces: dict[str, tuple[str, ...]], tiles: dict[str, tuple[str, int]]
) -> dict[str, list[str]]:
    """The symbols on each square, in the order in which they are drawn."""
    standing = [
        (parse_square(square), Piece(kind, key))
        for square, names in pieces.items()
        for kind, _, key in (name.partition(":") for name in names)
    ]
    laid = {parse_square(square): tile for square, tile in tiles.items()}
    drawn = ElementTree.fromstring(f"<g>{realm(land, standing, laid)}</g>")
    found: dict[str, list[str]] = {}
    for use in drawn.iter("use"):
        name = use.attrib["href"].removeprefix("#cl-")
        if not name.endswith("-texture"):
            middle = [float(use.attrib[at]) + float(use.attrib["width"]) / 2 for at in ("x", "y")]
            square = square_at(int(middle[0] // UNIT), int(-middle[1] // UNIT))
            found.setdefault(square_name(square), []).append(name)
    assert found.pop(square_name(CASTLE)) == ["castle"]
    return found


def _parts(path: str) -> list[str]:
    return sorted(re.findall("M[^M]*", path))


if __name__ == "__main__":
    FILE.write_text(json.dumps(fixture(), indent=1) + "\n", encoding="utf-8")
