"""The actions of Duel. ``str(action)`` is its token."""

from dataclasses import dataclass
from typing import TypeAlias

from crownland.games.duel.coat import Coat
from crownland.games.duel.dice import roll_name
from crownland.kernel.action import End, Opening
from crownland.kernel.square import Direction, Square, square_name

__all__ = [
    "Action",
    "CastleBonus",
    "CoatBonus",
    "DrawDie",
    "DrawPair",
    "ExtraCross",
    "FreePlacement",
    "NameWild",
    "Roll",
    "Split",
    "Take",
    "TurnDie",
]


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the face each of the four dice shows (D3)."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return "R" + roll_name(self.faces)


@dataclass(frozen=True, slots=True)
class Take:
    """One die, or two at once, are taken from the roll (D3); A takes two with ``pick_two`` (D7)."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return "T" + ".".join(map(str, self.dice))


@dataclass(frozen=True, slots=True)
class TurnDie:
    """The spell ``turn_die``: one's own *die* is turned to *face* (D7)."""

    die: int
    face: int

    def __str__(self) -> str:
        return f"Mturn{self.die}.{self.face}"


@dataclass(frozen=True, slots=True)
class NameWild:
    """The wild face of *die* will be drawn as *coat* (D5)."""

    die: int
    coat: Coat

    def __str__(self) -> str:
        return f"W{self.die}{self.coat.letter}"


@dataclass(frozen=True, slots=True)
class CastleBonus:
    """The castle adds a cross to *die* when it is drawn (D8)."""

    die: int

    def __str__(self) -> str:
        return f"C{self.die}"


@dataclass(frozen=True, slots=True)
class FreePlacement:
    """The spell ``free_placement`` (D7)."""

    def __str__(self) -> str:
        return "Mfree"


@dataclass(frozen=True, slots=True)
class Split:
    """The spell ``split`` (D7)."""

    def __str__(self) -> str:
        return "Msplit"


@dataclass(frozen=True, slots=True)
class DrawPair:
    """Both dice are drawn as a domino: the lower die on *square*, the higher one in *direction* from there (D4)."""

    low: int
    high: int
    square: Square
    direction: Direction

    def __str__(self) -> str:
        return f"{self.low}.{self.high}@{square_name(self.square)}{self.direction.letter}"


@dataclass(frozen=True, slots=True)
class DrawDie:
    """After a split, one die is drawn on *square* (D7)."""

    die: int
    square: Square

    def __str__(self) -> str:
        return f"{self.die}@{square_name(self.square)}"


@dataclass(frozen=True, slots=True)
class CoatBonus:
    """The lightning spell ``coat_bonus`` is put on *coat* (D7)."""

    coat: Coat

    def __str__(self) -> str:
        return f"Mcoat{self.coat.letter}"


@dataclass(frozen=True, slots=True)
class ExtraCross:
    """The lightning spell ``extra_cross``: one cross more on *square* (D7)."""

    square: Square

    def __str__(self) -> str:
        return f"Mcross@{square_name(self.square)}"


Action: TypeAlias = (
    Opening
    | Roll
    | Take
    | TurnDie
    | NameWild
    | CastleBonus
    | FreePlacement
    | Split
    | DrawPair
    | DrawDie
    | CoatBonus
    | ExtraCross
    | End
)
