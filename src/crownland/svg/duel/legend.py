"""The legend of the coats of arms."""

from crownland.games.duel.book import SPELLS, Spell
from crownland.games.duel.dice import DICE
from crownland.kernel.domino import Half
from crownland.kernel.square import square_at
from crownland.svg.canvas import UNIT, Block, Svg, document, moved, text, use
from crownland.svg.land import ground
from crownland.svg.legends import ENTRY_TOP, ENTRY_WIDTH, grid
from crownland.words import Words

__all__ = ["coats"]

BOX, SPELL = 34, 96  # the sides of a box and of a spell


def coats(words: Words | None = None, *, title: str | None = None, square: int = 64, theme: str | None = None) -> Svg:
    """A picture of the six coats of arms: the name, how it is drawn, its boxes in the spell book, and their spell."""
    words = words or Words()
    names = {spell: (words(f"reason.{spell.coat.key}"), words(f"spell.{spell.key}")) for spell in SPELLS.values()}
    texts = [f"{coat}: {spell.boxes} × {won}" for spell, (coat, won) in names.items()]
    block = grid([_coat(spell, *texts) for spell, texts in names.items()], 2)
    return document(block, title or "; ".join(texts), square, theme)


def _coat(spell: Spell, name: str, won: str) -> Block:
    """A small domain with the crosses that dice show on its coat; under the spell's name the boxes that win it."""
    faces = {face.crosses for die in DICE.values() for face in die.values() if face.coat == spell.coat}
    crosses = (0, 0, *sorted(faces - {0}))
    domain = ground({square_at(place, 0): Half(spell.coat, count) for place, count in enumerate(crosses)})
    texts = text(name, 0, 50, 46) + text(won, ENTRY_WIDTH, 50, 30, "end")
    left = ENTRY_WIDTH - SPELL - 12 - spell.boxes * BOX
    drawn = "".join(use("box-empty", left + place * BOX, (UNIT - BOX) / 2, BOX) for place in range(spell.boxes))
    drawn += use(f"spell-{spell.key}", ENTRY_WIDTH - SPELL, (UNIT - SPELL) / 2, SPELL)
    body = texts + moved(0, ENTRY_TOP + UNIT, domain) + moved(0, ENTRY_TOP, drawn)
    return Block(body, ENTRY_WIDTH, ENTRY_TOP + UNIT)
