"""C8–C11: the lines, the kings on them, and whose turn it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from crownland.kernel.action import Claim, Seat, seat_letter
from crownland.kernel.domino import DOMINOES, DominoId, domino_name
from crownland.kernel.errors import Refusal

__all__ = ["King", "Turns", "line_of"]

# A king stands on a domino of a line.
King = tuple[DominoId, Seat]


@dataclass(frozen=True, slots=True)
class Turns:
    """Where the kings stand. Both lines are by ascending number.

    *waiting* kings claim next, in this order: all of them in the first round (C11), later the one that has just placed.
    *old* are the kings whose dominoes are still to be placed; *free* and *claimed* together are the new line;
    *lines_left* are still to be dealt.
    """

    lines_left: int
    waiting: tuple[Seat, ...] = ()
    old: tuple[King, ...] = ()
    free: tuple[DominoId, ...] = ()
    claimed: tuple[King, ...] = ()

    @property
    def actor(self) -> Seat | None:
        """C10: the king on the lowest number acts; it places first and then claims. None when no king can act."""
        if self.free or self.claimed or not self.lines_left:
            if self.waiting:
                return self.waiting[0]
            if self.old:
                return self.old[0][1]
        return None

    @property
    def has_kings(self) -> bool:
        """Whether any king still has something to do."""
        return bool(self.waiting or self.old)

    @property
    def order(self) -> tuple[Seat, ...]:
        """C10: the kings still to act in this round, in their order."""
        return (*self.waiting, *(seat for _, seat in self.old))

    @property
    def kings_left(self) -> int:
        """How many kings still act in this round."""
        return len(self.waiting) + len(self.old)

    @property
    def wants_line(self) -> bool:
        """C8: the next line is dealt once a line is fully claimed."""
        return not self.free and not self.claimed and self.lines_left > 0 and self.has_kings

    @property
    def line(self) -> tuple[tuple[DominoId, Seat | None], ...]:
        """The new line by ascending number, with the king on each domino, or None."""
        return line_of(self.free, self.claimed)

    def texts(self, seen: int) -> list[str]:
        """The words of a position: kings to claim, both lines with their kings, and the other dominoes in *seen*."""
        on_table = {domino for domino, _ in (*self.old, *self.line)}
        gone = [domino_name(domino) for domino in DOMINOES if seen >> domino & 1 and domino not in on_table]
        words = {
            "claiming": "".join(map(seat_letter, self.waiting)),
            "old": _text(self.old),
            "new": _text(self.line),
            "gone": ".".join(gone),
        }
        return [f"{key}:{text}" for key, text in words.items() if text]

    def round_of(self, lines: int) -> int:
        """C11: round 1 only claims; every later one places the line claimed before it. The game has *lines* in all."""
        dealt = lines - self.lines_left
        return dealt if self.free or self.claimed else dealt + 1

    def opened(self, order: tuple[Seat, ...]) -> "Turns":
        """C11: the kings wait to claim in the first line."""
        return Turns(self.lines_left, order)

    def reveal(self, line: tuple[DominoId, ...]) -> "Turns":
        return Turns(self.lines_left - 1, self.waiting, self.old, line)

    def claim(self, domino: DominoId) -> "Turns":
        """The king whose turn it is stands on *domino*. When it was the last one, the new line becomes the old one.

        What nobody claimed leaves the game then (K5, Q1).
        """
        claimed = tuple(sorted((*self.claimed, (domino, self.waiting[0]))))
        if len(self.waiting) == 1 and not self.old:
            return Turns(self.lines_left, old=claimed)
        free = tuple([d for d in self.free if d != domino])
        return Turns(self.lines_left, self.waiting[1:], self.old, free, claimed)

    def placed(self) -> "Turns":
        """The king whose turn it is has placed or discarded its domino: it claims now, unless no line is left (C11)."""
        waiting = (self.old[0][1],) if self.free else ()
        return Turns(self.lines_left, waiting, self.old[1:], self.free, self.claimed)

    def refuse_claim(self, action: object) -> Refusal:
        """Why the king whose turn it is may not claim by *action*; None when it may."""
        if not isinstance(action, Claim):
            return "C10", f"the king of {seat_letter(self.waiting[0])} is to claim"
        if action.domino in self.free:
            return None
        if action.domino in dict(self.claimed):
            return "C9", f"a king already stands on {domino_name(action.domino)}"
        return "C9", f"domino {domino_name(action.domino)} is not in the line"

    def refuse_reveal(self, line: tuple[DominoId, ...], pile: tuple[DominoId, ...], length: int, seen: int) -> Refusal:
        """Why *line* is not one that can be dealt now from *pile*, of which the dominoes in *seen* are gone."""
        if not self.wants_line:
            return "C8", "no line is dealt now"
        if len(line) != length:
            return "C8", f"a line has {length} dominoes here"
        if not set(line) <= set(pile):
            return "C8", f"this line is dealt from the pile {domino_name(pile[0])} to {domino_name(pile[-1])}"
        if any(seen >> domino & 1 for domino in line):
            return "C8", "a domino of this line has left the pile before"
        if any(a >= b for a, b in pairwise(line)):
            return "C8", "a line lies by ascending number"
        return None


def line_of(free: tuple[DominoId, ...], claimed: tuple[King, ...]) -> tuple[tuple[DominoId, Seat | None], ...]:
    """A line by ascending number, with the king on each domino, or None."""
    kings: dict[DominoId, Seat | None] = dict.fromkeys(free)
    kings.update(claimed)
    return tuple(sorted(kings.items()))


def _text(line: Sequence[tuple[DominoId, Seat | None]]) -> str:
    """``3A.17.22B``."""
    return ".".join(domino_name(domino) + ("" if seat is None else seat_letter(seat)) for domino, seat in line)
