"""D6, D7: the spell book."""

from dataclasses import dataclass, replace

from crownland.data import read_table
from crownland.games.duel.coat import Coat

__all__ = ["SPELLS", "Book", "Spell", "fill"]


@dataclass(frozen=True, slots=True)
class Spell:
    key: str
    coat: Coat
    boxes: int
    lightning: bool


def _read() -> dict[str, Spell]:
    return {
        row["spell"]: Spell(row["spell"], Coat[row["coat"].upper()], int(row["boxes"]), row["lightning"] == "1")
        for row in read_table("duel_spells")
    }


SPELLS = _read()
_SPELL_OF = {spell.coat: spell for spell in SPELLS.values()}


@dataclass(frozen=True, slots=True)
class Book:
    """One player's side of the spell book: boxes filled by row, spells won and not used yet, spells used.

    *castle* says whether the castle bonus is still there (D8), *coat* which coat the bonus spell was put on.
    """

    boxes: tuple[int, ...] = (0,) * len(SPELLS)
    spells: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    castle: bool = True
    coat: Coat | None = None

    def owns(self, key: str) -> bool:
        return key in self.spells or key in self.used

    def use(self, key: str) -> "Book":
        """The spell is used up."""
        return replace(
            self, spells=tuple(spell for spell in self.spells if spell != key), used=_sorted(*self.used, key)
        )

    def _box(self, spell: Spell) -> "Book":
        row = list(SPELLS).index(spell.key)
        boxes = (*self.boxes[:row], self.boxes[row] + 1, *self.boxes[row + 1 :])
        won = boxes[row] == spell.boxes
        return replace(self, boxes=boxes, spells=_sorted(*self.spells, spell.key) if won else self.spells)


def fill(mine: Book, other: Book, coats: tuple[Coat, ...]) -> Book:
    """D6: each coat fills a box in its row, unless the row is already won."""
    for coat in coats:
        spell = _SPELL_OF[coat]
        if not mine.owns(spell.key) and not other.owns(spell.key):
            mine = mine._box(spell)
    return mine


def _sorted(*keys: str) -> tuple[str, ...]:
    """Spells by their row."""
    return tuple(key for key in SPELLS if key in keys)
