"""Scores that explain themselves, and rankings that say what decided them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from crownland.kernel.kingdom import Kingdom
from crownland.kernel.property import Property, crowned_lands, properties_of
from crownland.kernel.square import Mask
from crownland.kernel.terrain import Land

__all__ = ["Score", "ScoreLine", "Standing", "property_score", "rank"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points. *reason* is a key of the catalogue: a terrain, a bonus, a building."""

    reason: str
    points: int
    factors: tuple[int, ...] = ()  # what was multiplied: squares and crowns
    squares: Mask = field(default=0, repr=False)  # what to light up while the line is read out
    game: int = 1  # K10: which game of a Dynasty
    divisor: int = 1  # so many of what was counted make a point

    @property
    def factors_text(self) -> str:
        """``5 × 2``; ``11 ÷ 3`` for what is divided."""
        product = " × ".join(map(str, self.factors))
        return product if self.divisor == 1 else f"{product} ÷ {self.divisor}"


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of one kingdom's score; the total is nothing but their sum. *ties* break ties, in this order."""

    lines: tuple[ScoreLine, ...]
    ties: tuple[int, ...]
    total: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum([line.points for line in self.lines]))

    def __add__(self, other: "Score") -> "Score":
        """K10: totals and tie-break values of several games added."""
        return Score(self.lines + other.lines, tuple(a + b for a, b in zip(self.ties, other.ties, strict=True)))


@dataclass(frozen=True, slots=True)
class Standing:
    """One kingdom's place in the ranking: *rank* counts from 1, equal kingdoms share it.

    *decided_by* is what separates it from the kingdom placed just before it: ``total``, a tie-break's key, or
    ``shared`` when nothing does. The first one has none.
    """

    kingdom: int
    rank: int
    total: int
    decided_by: str | None


def property_score(kingdom: Kingdom, game: int = 1) -> tuple[tuple[ScoreLine, ...], tuple[Property, ...]]:
    """C12: one line for every property, crowned or not, and the properties they stand for."""
    lines: list[ScoreLine] = []
    found: list[Property] = []
    for land in crowned_lands(kingdom):
        its_lines, its_properties = _land_score(*land, game)
        lines += its_lines
        found += its_properties
    return tuple(lines), tuple(found)


@lru_cache(4096)  # a domino changes two lands of a kingdom: the others are known
def _land_score(
    terrain: Land, land: Mask, crowned: tuple[Mask, ...], game: int
) -> tuple[tuple[ScoreLine, ...], tuple[Property, ...]]:
    found = properties_of(terrain, land, crowned)
    lines = [ScoreLine(terrain.key, one.points, (one.size, one.crowns), one.squares, game) for one in found]
    return tuple(lines), found


def rank(scores: Sequence[Score], tie_breaks: Sequence[str]) -> tuple[Standing, ...]:
    """The kingdoms from first to last; *tie_breaks* name the values of ``Score.ties``."""
    return _ranking(tuple([(score.total, *score.ties) for score in scores]), tuple(tie_breaks))


@lru_cache(256)
def _ranking(keys: tuple[tuple[int, ...], ...], tie_breaks: tuple[str, ...]) -> tuple[Standing, ...]:
    standings: list[Standing] = []
    previous: tuple[int, ...] = ()
    for place, kingdom in enumerate(sorted(range(len(keys)), key=keys.__getitem__, reverse=True), start=1):
        key = keys[kingdom]
        decided_by = None
        if previous:
            differs = [name for name, a, b in zip(("total", *tie_breaks), previous, key, strict=True) if a != b]
            decided_by = differs[0] if differs else "shared"
        shared_rank = standings[-1].rank if decided_by == "shared" else place
        standings.append(Standing(kingdom, shared_rank, key[0], decided_by))
        previous = key
    return tuple(standings)
