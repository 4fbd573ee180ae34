"""The legend of the terrains of a box."""

from collections import Counter
from collections.abc import Iterable

from crownland.kernel.domino import DOMINOES, KINGDOMINO, DominoId, Half
from crownland.kernel.square import square_at
from crownland.kernel.terrain import Land
from crownland.svg.canvas import UNIT, Block, Svg, document, moved, text
from crownland.svg.land import ground
from crownland.svg.legends import ENTRY_TOP, ENTRY_WIDTH, grid
from crownland.svg.motif import MOTIFS
from crownland.svg.registry import EXAMPLES
from crownland.words import Words

__all__ = ["legend"]


def legend(
    words: Words | None = None,
    *,
    dominoes: Iterable[DominoId] = KINGDOMINO,
    title: str | None = None,
    square: int = 64,
    theme: str | None = None,
) -> Svg:
    """A picture of every terrain of *dominoes*, all those of one box: its name, its squares and crowns, its looks."""
    words = words or Words()
    halves = Counter(half for number in dominoes for half in (DOMINOES[number].left, DOMINOES[number].right))
    entries, texts = [], []
    for terrain in sorted({half.terrain for half in halves}):
        own = {half: count for half, count in halves.items() if half.terrain == terrain}
        name = words(f"terrain.{terrain.key}")
        crowns = sum(half.crowns * count for half, count in own.items())
        counts = f"{words('count.squares', count=sum(own.values()))} · {words('count.crowns', count=crowns)}"
        entries.append(_entry(terrain, max(half.crowns for half in own), name, counts))
        texts.append(f"{name}: {counts}")
    return document(grid(entries, 2), title or "; ".join(texts), square, theme)


def _entry(terrain: Land, most: int, name: str, counts: str) -> Block:
    halves = [Half(terrain, 0)] * MOTIFS + [Half(terrain, crowns) for crowns in range(1, most + 1)]
    examples = EXAMPLES.get(terrain.key, ())
    pieces = [(square_at(len(halves) + place, 0), piece) for place, (_, piece) in enumerate(examples)]
    halves += [half for half, _ in examples]
    drawn = ground({square_at(place, 0): half for place, half in enumerate(halves)}, pieces)
    texts = text(name, 0, 50, 46) + text(counts, ENTRY_WIDTH, 50, 30, "end")
    return Block(texts + moved(0, ENTRY_TOP + UNIT, drawn), ENTRY_WIDTH, ENTRY_TOP + UNIT)
