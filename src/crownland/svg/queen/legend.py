"""The legend of the building tiles."""

from crownland.games.queen.building import BUILDINGS, Building
from crownland.svg.canvas import Block, Svg, document, moved, text
from crownland.svg.legends import grid
from crownland.svg.queen.shelf import TILE_HEIGHT, TILE_WIDTH, tile
from crownland.words import Words

__all__ = ["buildings"]

KIND_WIDTH, KINDS_ACROSS = 250, 6


def buildings(
    words: Words | None = None, *, title: str | None = None, square: int = 64, theme: str | None = None
) -> Svg:
    """A picture of every building tile: what it brings, its name, and how many there are."""
    words = words or Words()
    names = {kind: words(f"reason.{kind.key}") for kind in BUILDINGS.values()}
    texts = [f"{name} × {kind.copies}" for kind, name in names.items()]
    block = grid([_kind(kind, name) for kind, name in names.items()], KINDS_ACROSS)
    return document(block, title or "; ".join(texts), square, theme)


def _kind(kind: Building, name: str) -> Block:
    middle = KIND_WIDTH / 2
    texts = text(name, middle, TILE_HEIGHT + 42, 30, "middle") + text(
        f"× {kind.copies}", middle, TILE_HEIGHT + 78, 26, "middle"
    )
    return Block(moved((KIND_WIDTH - TILE_WIDTH) / 2, 0, tile(kind)) + texts, KIND_WIDTH, TILE_HEIGHT + 85)
