"""D1: the four dice."""

from dataclasses import dataclass
from itertools import product

from crownland.data import read_table
from crownland.games.duel.coat import Coat

__all__ = ["DICE", "ROLLS", "Face", "face_of", "other_faces", "roll_name"]


@dataclass(frozen=True, slots=True)
class Face:
    """A coat with its crosses; a wild face has no coat of its own (D5)."""

    coat: Coat | None
    crosses: int

    @property
    def is_wild(self) -> bool:
        return self.coat is None

    def __str__(self) -> str:
        return "?" if self.coat is None else f"{self.coat.letter}{self.crosses or ''}"


def _read() -> dict[int, dict[int, Face]]:
    dice: dict[int, dict[int, Face]] = {}
    for row in read_table("duel_dice"):
        coat = None if row["coat"] == "wild" else Coat[row["coat"].upper()]
        dice.setdefault(int(row["die"]), {})[int(row["face"])] = Face(coat, int(row["crosses"]))
    return dice


DICE = _read()
# Every roll of the four dice, each as likely as the other.
ROLLS: tuple[tuple[int, ...], ...] = tuple(product(*(tuple(faces) for faces in DICE.values())))


def roll_name(roll: tuple[int, ...]) -> str:
    return ".".join(map(str, roll))


def face_of(die: int, roll: tuple[int, ...]) -> Face:
    """What *die* shows when the dice lie as in *roll*."""
    return DICE[die][roll[die - 1]]


def other_faces(die: int, shown: int) -> list[int]:
    """D7: the faces *die* can be turned to, each different one once: of equal faces the first."""
    faces: dict[Face, int] = {}
    for number, face in DICE[die].items():
        faces.setdefault(face, number)
    return sorted(number for face, number in faces.items() if face != DICE[die][shown])
