"""The actions that dominoes bring: two of chance, three of a player. ``str(action)`` is its token."""

from dataclasses import dataclass
from functools import cache
from typing import NewType

from crownland.kernel.domino import DominoId, domino_name
from crownland.kernel.square import FIELD, Direction, Mask, Square, square_name, squares

__all__ = [
    "Claim",
    "Discard",
    "End",
    "Opening",
    "Place",
    "Reveal",
    "Seat",
    "all_places",
    "claim_of",
    "discard_of",
    "seat_letter",
]

# A player's place at the table, counted from 0; A, B, C … in texts.
Seat = NewType("Seat", int)


def seat_letter(seat: Seat) -> str:
    return chr(ord("A") + seat)


@dataclass(frozen=True, slots=True)
class Opening:
    """Chance: the order in which the kings claim in the first line (K4)."""

    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return "O" + "".join(map(seat_letter, self.seats))


@dataclass(frozen=True, slots=True)
class Reveal:
    """Chance: a line is turned face up (C8)."""

    dominoes: tuple[DominoId, ...]

    def __str__(self) -> str:
        return "L" + ".".join(map(domino_name, self.dominoes))


@dataclass(frozen=True, slots=True)
class Claim:
    """A king is put on a domino of the line (C9)."""

    domino: DominoId

    def __str__(self) -> str:
        return "K" + domino_name(self.domino)


@dataclass(frozen=True, slots=True)
class Place:
    """A domino is laid: its left half on *square*, its right half in *direction* from there (C5)."""

    domino: DominoId
    square: Square
    direction: Direction

    def __str__(self) -> str:
        return f"{domino_name(self.domino)}@{square_name(self.square)}{self.direction.letter}"


@dataclass(frozen=True, slots=True)
class Discard:
    """A domino that fits nowhere leaves the game (C7)."""

    domino: DominoId

    def __str__(self) -> str:
        return domino_name(self.domino) + "x"


@dataclass(frozen=True, slots=True)
class End:
    """Nothing more this turn: the end of a turn in Queendomino's last round (Q4), no drawing in Duel (D4)."""

    def __str__(self) -> str:
        return "."


@cache
def claim_of(domino: DominoId) -> Claim:
    """The claim of *domino*, made once."""
    return Claim(domino)


@cache
def discard_of(domino: DominoId) -> Discard:
    """The discard of *domino*, made once."""
    return Discard(domino)


@cache
def all_places(domino: DominoId) -> tuple[dict[Mask, Place], ...]:
    """Every placement of *domino* on the field, by direction and by the bit of its square.

    Built once: play-outs ask for thousands of them.
    """
    return tuple(
        {1 << square: Place(domino, square, direction) for square in squares(FIELD)} for direction in Direction
    )
