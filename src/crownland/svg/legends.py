"""Legends: the terrains of a box, the building tiles, and the coats of arms."""

from collections import Counter
from collections.abc import Iterable

from crownland.games.duel.book import SPELLS, Spell
from crownland.games.duel.dice import DICE
from crownland.games.queen.building import BUILDINGS, Building
from crownland.kernel.domino import DOMINOES, KINGDOMINO, DominoId, Half
from crownland.kernel.square import square_at
from crownland.kernel.terrain import Land, Terrain
from crownland.svg.canvas import UNIT, Block, Svg, beside, document, moved, stacked, text, use
from crownland.svg.land import MOTIFS, land
from crownland.svg.shelf import TILE_HEIGHT, TILE_WIDTH, tile
from crownland.words import Words

__all__ = ["buildings", "coats", "legend"]

ENTRY_WIDTH, ENTRY_TOP = 6 * UNIT, 75
EXAMPLES = ("church", "statue", "queens_tower")  # what a built town looks like
KIND_WIDTH, KINDS_ACROSS = 250, 6
BOX, SPELL = 34, 96  # the sides of a box and of a spell


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
    return document(_grid(entries, 2), title or "; ".join(texts), square, theme)


def buildings(
    words: Words | None = None, *, title: str | None = None, square: int = 64, theme: str | None = None
) -> Svg:
    """A picture of every building tile: what it brings, its name, and how many there are."""
    words = words or Words()
    names = {kind: words(f"reason.{kind.key}") for kind in BUILDINGS.values()}
    texts = [f"{name} × {kind.copies}" for kind, name in names.items()]
    block = _grid([_kind(kind, name) for kind, name in names.items()], KINDS_ACROSS)
    return document(block, title or "; ".join(texts), square, theme)


def coats(words: Words | None = None, *, title: str | None = None, square: int = 64, theme: str | None = None) -> Svg:
    """A picture of the six coats of arms: the name, how it is drawn, its boxes in the spell book, and their spell."""
    words = words or Words()
    names = {spell: (words(f"reason.{spell.coat.key}"), words(f"spell.{spell.key}")) for spell in SPELLS.values()}
    texts = [f"{coat}: {spell.boxes} × {won}" for spell, (coat, won) in names.items()]
    block = _grid([_coat(spell, *texts) for spell, texts in names.items()], 2)
    return document(block, title or "; ".join(texts), square, theme)


def _grid(blocks: list[Block], across: int) -> Block:
    return stacked(beside(blocks[at : at + across]) for at in range(0, len(blocks), across))


def _entry(terrain: Land, most: int, name: str, counts: str) -> Block:
    halves = [Half(terrain, 0)] * MOTIFS + [Half(terrain, crowns) for crowns in range(1, most + 1)]
    built: dict[str, int] = {}
    if terrain is Terrain.TOWN:
        built = {key: len(halves) + place for place, key in enumerate(EXAMPLES)}
        halves += [Half(terrain, BUILDINGS[key].crowns) for key in EXAMPLES]
    squares = {square_at(place, 0): half for place, half in enumerate(halves)}
    drawn = land(squares, {square_at(place, 0): key for key, place in built.items()})
    texts = text(name, 0, 50, 46) + text(counts, ENTRY_WIDTH, 50, 30, "end")
    return Block(texts + moved(0, ENTRY_TOP + UNIT, drawn), ENTRY_WIDTH, ENTRY_TOP + UNIT)


def _coat(spell: Spell, name: str, won: str) -> Block:
    """A small domain with the crosses that dice show on its coat; under the spell's name the boxes that win it."""
    faces = {face.crosses for die in DICE.values() for face in die.values() if face.coat == spell.coat}
    crosses = (0, 0, *sorted(faces - {0}))
    domain = land({square_at(place, 0): Half(spell.coat, count) for place, count in enumerate(crosses)})
    texts = text(name, 0, 50, 46) + text(won, ENTRY_WIDTH, 50, 30, "end")
    left = ENTRY_WIDTH - SPELL - 12 - spell.boxes * BOX
    drawn = "".join(use("box-empty", left + place * BOX, (UNIT - BOX) / 2, BOX) for place in range(spell.boxes))
    drawn += use(f"spell-{spell.key}", ENTRY_WIDTH - SPELL, (UNIT - SPELL) / 2, SPELL)
    body = texts + moved(0, ENTRY_TOP + UNIT, domain) + moved(0, ENTRY_TOP, drawn)
    return Block(body, ENTRY_WIDTH, ENTRY_TOP + UNIT)


def _kind(kind: Building, name: str) -> Block:
    middle = KIND_WIDTH / 2
    texts = text(name, middle, TILE_HEIGHT + 42, 30, "middle") + text(
        f"× {kind.copies}", middle, TILE_HEIGHT + 78, 26, "middle"
    )
    return Block(moved((KIND_WIDTH - TILE_WIDTH) / 2, 0, tile(kind)) + texts, KIND_WIDTH, TILE_HEIGHT + 85)
